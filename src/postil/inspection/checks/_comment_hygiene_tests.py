"""Tests that keep the others from running, and tests switched off without a word."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Defect(StrEnum):
    FOCUSED = "focused-test"
    SKIPPED = "silently-skipped-test"


@dataclass(frozen=True, slots=True)
class Switch:
    """A way of running one test alone, or of not running one.

    A call that skips is conditional unless it is the `first_statement` of its test. `spelled` is
    how it stands in other files, where its marks are words of everyday code.
    """

    defect: Defect
    marks: tuple[str, ...]
    pattern: re.Pattern[str]
    first_statement: bool = False
    spelled: tuple[str, ...] = ()


def _focus(*marks: str, pattern: str, spelled: tuple[str, ...] = ()) -> Switch:
    return Switch(Defect.FOCUSED, marks, re.compile(pattern), spelled=spelled)


_RUBY_BLOCKS = r"^\s{0,100}(?:RSpec\.)?(?:x?it|describe|context|specify|example|feature|scenario|test|should)\b"


def _skip(*marks: str, pattern: str, spelled: tuple[str, ...] = ()) -> Switch:
    return Switch(Defect.SKIPPED, marks, re.compile(pattern), spelled=spelled)


_NAMED_BLOCKS = ("describe", "it", "test", "context", "suite", "specify", "scenario", "feature")
_BLOCKS = rf"(?:{'|'.join(_NAMED_BLOCKS)})"
_JAVASCRIPT = (
    _focus(
        ".only",
        pattern=rf"(?<![\w.$]){_BLOCKS}(?:\.(?:concurrent|sequential|serial|parallel|skip|each))?\.only\b\s?[(.`]",
        spelled=tuple(f"{block}.only" for block in _NAMED_BLOCKS),
    ),
    _focus(
        "fdescribe",
        "fit(",
        "fcontext",
        pattern=r"(?<![\w.$])f(?:describe|it|context)\(\s{0,4}[\"'`]",
    ),
    _skip(
        "xdescribe",
        "xit(",
        "xtest",
        "xcontext",
        "xspecify",
        pattern=r"(?<![\w.$])x(?:describe|it|test|context|specify)\(\s{0,4}[\"'`]",
    ),
    _skip(
        ".skip",
        pattern=rf"(?<![\w.$]){_BLOCKS}(?:\.(?:concurrent|sequential|serial|parallel))?\.skip(?:\.each)?\(\s{{0,4}}[\"'`]",
        spelled=tuple(f"{block}.skip" for block in _NAMED_BLOCKS),
    ),
)
_JVM = (
    _skip(
        "@Disabled",
        "@Ignore",
        pattern=r"^\s{0,100}@(?:Disabled|Ignore)(?:\(\s{0,4}(?:\"\")?\s{0,4}\))?\s{0,4}(?:$|@|//|fun\b|void\b|public\b)",
    ),
)
_TABLE: dict[str, tuple[Switch, ...]] = {
    "javascript": _JAVASCRIPT, "typescript": _JAVASCRIPT, "tsx": _JAVASCRIPT,
    "python": (
        _skip("mark.skip", pattern=r"^\s{0,100}@pytest\.mark\.skip\s{0,4}(?:\(\s{0,4}(?:reason\s?=\s?)?(?:\"\"|'')?\s{0,4}\))?\s{0,4}(?:$|#)"),
        _skip("mark.skip", pattern=r"^\s{0,100}pytestmark\s?=\s?\[?pytest\.mark\.skip\]?\s{0,4}$"),
        _skip("unittest.skip", pattern=r"^\s{0,100}@unittest\.skip\s{0,4}(?:\(\s{0,4}(?:\"\"|'')?\s{0,4}\))?\s{0,4}(?:$|#)"),
        Switch(Defect.SKIPPED, ("pytest.skip",), re.compile(r"^\s{0,100}pytest\.skip\(\s{0,4}\)"), first_statement=True),
    ),
    "ruby": (
        _focus("fit ", "fdescribe", "fcontext", "fspecify", pattern=r"^\s{0,100}f(?:it|describe|context|specify)[ (][\"'A-Z]"),
        _focus("focus", pattern=r"(?:,\s{0,4}focus:\s?true|,\s{0,4}:focus\b(?!\s{0,4}=>(?!\s?true\b)))", spelled=("focus: true", ":focus")),
        _skip("xit", "xdescribe", "xcontext", "xspecify", pattern=r"^\s{0,100}x(?:it|describe|context|specify)[ (][\"'A-Z]"),
        _skip("skip", pattern=rf"{_RUBY_BLOCKS}.{{0,300}},\s{{0,4}}(?:skip:\s?true\b|:skip\b(?!\s{{0,4}}=>(?!\s?true\b)))", spelled=("skip: true", ":skip")),
        Switch(Defect.SKIPPED, ("skip",), re.compile(r"^\s{0,100}skip\s{0,4}$"), first_statement=True),
    ),
    "rust": (_skip("#[ignore", pattern=r"^\s{0,100}#\[ignore\s?\]"),),
    "java": _JVM, "kotlin": _JVM, "groovy": _JVM, "scala": _JVM,
    "csharp": (_skip("[Ignore", pattern=r"^\s{0,100}\[(?:Test, ?|TestMethod, ?)?Ignore(?:\(\s{0,4}(?:\"\")?\s{0,4}\))?\]"), _skip("Skip", pattern=r"\[(?:Fact|Theory)\(Skip\s?=\s?\"\"\)\]", spelled=('Skip = ""',))),
    "go": (Switch(Defect.SKIPPED, (".Skip",), re.compile(r"^\s{0,100}[tb]\.(?:Skip\(\s{0,4}\)|SkipNow\(\))"), first_statement=True, spelled=("t.Skip()", "t.SkipNow", "b.Skip()")),),
    "php": (Switch(Defect.SKIPPED, ("markTestSkipped",), re.compile(r"(?:\$this->|self::|static::)markTestSkipped\(\s{0,4}(?:''|\"\")?\s{0,4}\)"), first_statement=True),),
    "swift": (_skip("XCTSkip", pattern=r"^\s{0,100}throw XCTSkip\(\s{0,4}\)"),),
    "elixir": (_skip("@tag", "@moduletag", pattern=r"^\s{0,100}@(?:module)?tag :skip\b|^\s{0,100}@(?:module)?tag skip: true\b", spelled=("tag :skip", "tag skip: true", "moduletag :skip")),),
}  # fmt: skip
_MADE_IN_SCRIPT = tuple(
    f"{block}.{switch} =" for block in ("describe", "it", "test") for switch in ("only", "skip")
)
_MADE_IN_JVM = ("@interface Ignore", "@interface Disabled")
_MADE: dict[str, tuple[str, ...]] = {
    "javascript": _MADE_IN_SCRIPT, "typescript": _MADE_IN_SCRIPT, "tsx": _MADE_IN_SCRIPT,
    "java": _MADE_IN_JVM, "kotlin": _MADE_IN_JVM, "groovy": _MADE_IN_JVM, "scala": _MADE_IN_JVM,
    "csharp": ("class IgnoreAttribute", "class FactAttribute"), "ruby": ("define_example_method",), "php": ("function markTestSkipped",),
}  # fmt: skip
_RUN_ANYWAY = {"rust": ("--ignored", "--include-ignored", "--run-ignored")}
_OPENS = re.compile(
    r"^\s{0,100}(?:async )?(?:func|def|public function|function|it|test|specify|scenario)\b.{0,300}(?:[:{]|do(?: \|.{0,60}\|)?)?\s{0,4}$"
)


def marks(language: str) -> tuple[str, ...]:
    """One of these stands on every line that can throw a switch."""
    return tuple(mark for one in _TABLE.get(language, ()) for mark in one.marks)


def spellings(language: str, defect: str) -> frozenset[str]:
    """How tests are switched in this way in other files, as fixed strings."""
    rows = [one for one in _TABLE.get(language, ()) if one.defect == defect]
    return frozenset(text for one in rows for text in one.spelled or one.marks)


def makings(language: str) -> frozenset[str]:
    """What stands where such a switch is made, in projects of test tools."""
    return frozenset(_MADE.get(language, ()))


def runnings(language: str) -> frozenset[str]:
    """What stands in a command that runs such tests all the same."""
    return frozenset(_RUN_ANYWAY.get(language, ()))


def switched(language: str, *, line: str, code: Callable[[], str]) -> Switch | None:
    """Which switch the line throws; `code` gives the line with comments and strings blanked."""
    for switch in _TABLE.get(language, ()):
        if not any(mark in line for mark in switch.marks):
            continue
        match = switch.pattern.search(line)
        if match is None:
            continue
        start = match.end() - len(match[0].lstrip())
        if code()[start : start + 1] == line[start]:
            return switch
    return None


def opens_test(line: str) -> bool:
    """Whether the line begins a test, so that what follows it always runs."""
    return _OPENS.match(line) is not None

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


_NAMED_BLOCKS = (
    "describe", "it", "test", "context", "suite", "specify", "scenario", "feature", "Scenario",
    "fixture", "bench",
)  # fmt: skip
_BLOCKS = rf"(?:(?:QUnit|Deno)\.)?(?:{'|'.join(_NAMED_BLOCKS)})"
_KINDS = r"(?:\.(?:describe|concurrent|sequential|serial|parallel|skip|each|module)){0,3}"
"""What may stand between a block and its switch: `test.describe.serial.only`."""
_NOTHING = r"(?i:\s?|skip(?:ped)?\.?|ignored?\.?|disabled\.?|to-?do\.?|tbd|fixme|x{1,3}|\.{1,3}|-)"
"""A reason that says nothing."""
_EMPTY = rf"(?:\"{_NOTHING}\"|'{_NOTHING}')"
_JAVASCRIPT = (
    _focus(
        ".only",
        pattern=rf"(?<![\w.$])(?:{_BLOCKS}{_KINDS}|QUnit(?:\.module)?)\.only\b\s?[(.`<]",
        spelled=tuple(f"{block}.only" for block in _NAMED_BLOCKS),
    ),
    _focus(
        "fdescribe",
        "fit(",
        "fit.each",
        "fcontext",
        pattern=r"(?<![\w.$])f(?:describe|it|context)(?:\.each\b.{0,200})?\(\s{0,4}[\"'`]|(?<![\w.$])fdescribe(?:\.each)?[(`]",
    ),
    _focus(
        "only: true",
        pattern=rf"(?<![\w.$]){_BLOCKS}\((?:\s{{0,4}}[\"'`].{{1,300}},\s{{0,4}})?\s{{0,4}}\{{[^{{}}]{{0,100}}\bonly: true\b",
    ),
    _skip(
        "xdescribe",
        "xit(",
        "xtest",
        "xcontext",
        "xspecify",
        pattern=r"(?<![\w.$])x(?:describe|it|test|context|specify)(?:\.each\b.{0,200})?\(\s{0,4}[\"'`]|(?<![\w.$])xdescribe(?:\.each)?[(`]",
    ),
    _skip(
        ".skip",
        pattern=rf"(?<![\w.$])(?:(?:{_BLOCKS}{_KINDS}|QUnit(?:\.module)?)\.skip(?:\.each\b.{{0,200}})?\(\s{{0,4}}[\"'`]"
        r"|(?:describe|context|suite)\.skip(?:\.each)?[(`]|it\.skip\(\s{0,4}$)",
        spelled=tuple(f"{block}.skip" for block in _NAMED_BLOCKS),
    ),
    _skip(
        ".fixme",
        pattern=r"(?<![\w.$])test(?:\.describe)?\.fixme\(\s{0,4}[\"'`]",
        spelled=("test.fixme", "describe.fixme"),
    ),
    _skip(
        "skip: true",
        pattern=rf"(?<![\w.$]){_BLOCKS}\(\s{{0,4}}[\"'`].{{1,300}},\s{{0,4}}\{{[^{{}}]{{0,100}}\bskip: true\b",
    ),
    _skip("Deno.test.ignore", pattern=r"(?<![\w.$])Deno\.test\.ignore\("),
    Switch(
        Defect.SKIPPED,
        (".skip(", ".fixme(", "pending("),
        re.compile(r"^\s{0,100}(?:test\.(?:skip|fixme)|this\.skip|pending)\(\s{0,4}\);?\s{0,4}$"),
        first_statement=True,
        spelled=("test.skip()", "test.fixme()", "this.skip()", "pending()"),
    ),
)
_JVM = (
    _skip(
        "@Disabled",
        "@Ignore",
        pattern=rf"^\s{{0,100}}@(?:org\.junit\.(?:\w{{1,20}}\.){{0,3}})?(?:Disabled|Ignore)(?:\(\s{{0,4}}(?:value\s?=\s?)?{_EMPTY}?\s{{0,4}}\))?\s{{0,4}}"
        r"(?:$|@|//|(?:fun|void|public|private|protected|internal|static|final|abstract|open|suspend|class)\b)",
    ),
    _skip(
        "enabled",
        pattern=r"^\s{0,100}@Test\(\s{0,4}enabled\s?=\s?false\s{0,4}\)",
        spelled=("enabled = false", "enabled=false"),
    ),
)
_SPOCK = (
    _focus("@IgnoreRest", pattern=r"^\s{0,100}@(?:spock\.lang\.)?IgnoreRest\b"),
    *_JVM,
)
_SCALA = (
    _skip("ignore(", pattern=r"^\s{0,100}ignore\(\s{0,4}\"", spelled=('ignore("',)),
    *_JVM,
)
_NODES = ("It", "Describe", "Context", "Specify", "When", "DescribeTable", "Entry")
_GINKGO = rf"(?:{'|'.join(_NODES)})"
_SPELLED_FOCUS = tuple(f"F{node}(" for node in _NODES)
_SPELLED_PENDING = tuple(f"{off}{node}(" for node in _NODES for off in "PX")
_GOOGLE = r"^\s{0,100}(?:TEST|TEST_F|TEST_P|TYPED_TEST)\(\s{0,4}\w{1,80},\s{0,4}"
_TABLE: dict[str, tuple[Switch, ...]] = {
    "javascript": _JAVASCRIPT, "typescript": _JAVASCRIPT, "tsx": _JAVASCRIPT,
    "python": (
        _skip("mark.skip", pattern=rf"^\s{{0,100}}@(?:pytest\.)?mark\.skip\s{{0,4}}(?:\(\s{{0,4}}(?:reason\s?=\s?)?{_EMPTY}?\s{{0,4}}\))?\s{{0,4}}(?:$|#)"),
        _skip("mark.skip", pattern=r"\bmarks\s?=\s?\[?pytest\.mark\.skip(?:\(\s{0,4}\))?[\]),]"),
        _skip("mark.skip", pattern=r"^\s{0,100}pytestmark\s?=\s?\[?pytest\.mark\.skip(?:\(\s{0,4}\))?\]?\s{0,4}$"),
        _skip("@unittest.skip", "@skip", pattern=rf"^\s{{0,100}}@(?:unittest\.)?skip\s{{0,4}}(?:\(\s{{0,4}}(?:reason\s?=\s?)?{_EMPTY}?\s{{0,4}}\))?\s{{0,4}}(?:$|#)"),
        _skip("allow_module_level", pattern=rf"^pytest\.skip\((?:{_EMPTY}, ?)?allow_module_level=True\)"),
        Switch(Defect.SKIPPED, ("pytest.skip", "skipTest", "SkipTest"), re.compile(rf"^\s{{0,100}}(?:pytest\.skip|self\.skipTest|raise (?:unittest\.)?SkipTest)\(\s{{0,4}}(?:reason\s?=\s?)?{_EMPTY}?\s{{0,4}}\)|^\s{{0,100}}raise (?:unittest\.)?SkipTest\s{{0,4}}$"), first_statement=True),
    ),
    "ruby": (
        _focus("fit ", "fdescribe", "fcontext", "fspecify", "fexample", "fscenario", "ffeature", pattern=r"^\s{0,100}(?:RSpec\.)?f(?:it|describe|context|specify|example|scenario|feature)[ (][\"'A-Z:]"),
        _focus("focus", pattern=r"^\s{0,100}focus(?:\s{0,4}$| [\"'][^\"'\n]{1,200}[\"'] do\b| (?:it|test|def|describe|context)\b)", spelled=("focus",)),
        _focus("focus", pattern=r"^(?!\s{0,100}@?\w{1,80} ?=).{0,300}(?:,\s{0,4}focus:\s?true|,\s{0,4}:focus\b(?!\s{0,4}=>(?!\s?true\b)))(?:\b.{0,200}(?:\bdo\b|\{)|,?\s{0,4}$)", spelled=("focus: true", ":focus")),
        _skip("xit", "xdescribe", "xcontext", "xspecify", "xexample", "xscenario", "xfeature", pattern=r"^\s{0,100}(?:RSpec\.)?x(?:it|describe|context|specify|example|scenario|feature)[ (][\"'A-Z:]"),
        _skip("skip", pattern=rf"{_RUBY_BLOCKS}.{{0,300}},\s{{0,4}}(?:skip:\s?true\b|:skip\b(?!\s{{0,4}}=>(?!\s?true\b)))", spelled=("skip: true", ":skip")),
        Switch(Defect.SKIPPED, ("skip", "pending"), re.compile(rf"^\s{{0,100}}(?:skip|pending)(?:[ (]{_EMPTY}\)?)?\s{{0,4}}$"), first_statement=True),
    ),
    "rust": (_skip("#[ignore", pattern=rf"^\s{{0,100}}#\[ignore(?:\s?=\s?{_EMPTY})?\s?\]"),),
    "java": _JVM, "kotlin": _JVM, "groovy": _SPOCK, "scala": _SCALA,
    "csharp": (
        _skip("Ignore", pattern=rf"^\s{{0,100}}\[(?:(?:Test|TestMethod|TestFixture|TestClass|Fact), ?)?Ignore(?:\(\s{{0,4}}{_EMPTY}?\s{{0,4}}\))?\]", spelled=("[Ignore", ", Ignore")),
        _skip("Skip", pattern=rf"\[\w{{0,40}}(?:Fact|Theory)\(.{{0,100}}\bSkip\s?=\s?{_EMPTY}", spelled=('Skip = ""',)),
        Switch(Defect.SKIPPED, ("Assert.Ignore",), re.compile(rf"^\s{{0,100}}Assert\.Ignore\({_EMPTY}?\);"), first_statement=True),
    ),
    "cpp": (
        _skip("DISABLED_", pattern=rf"{_GOOGLE}DISABLED_\w"),
        Switch(Defect.SKIPPED, ("GTEST_SKIP",), re.compile(r"^\s{0,100}GTEST_SKIP\(\);"), first_statement=True),
    ),
    "dart": (
        _focus("solo", pattern=r"^\s{0,100}solo(?:Test|Group|_test|_group)\(\s{0,4}['\"]|\bsolo: true\b", spelled=("solo: true", "soloTest", "soloGroup", "solo_test", "solo_group")),
        _skip("@Skip", pattern=rf"^\s{{0,100}}@Skip\({_EMPTY}?\)"),
        _skip("skip: true", pattern=r"^\s{0,100}\}, skip: true\b|^\s{0,100}(?:test|testWidgets|group)\(.{0,300}\bskip: true\b"),
    ),
    "go": (
        _focus(*_SPELLED_FOCUS, pattern=rf"^\s{{0,100}}(?:var _ = )?(?:ginkgo\.)?F{_GINKGO}\(\s{{0,4}}[\"`]"),
        _skip(*_SPELLED_PENDING, pattern=rf"^\s{{0,100}}(?:var _ = )?(?:ginkgo\.)?[PX]{_GINKGO}\(\s{{0,4}}[\"`]"),
        Switch(Defect.SKIPPED, (".Skip",), re.compile(rf"^\s{{0,100}}[tb]\.(?:Skip\(\s{{0,4}}{_EMPTY}?\s{{0,4}}\)|SkipNow\(\))"), first_statement=True, spelled=("t.Skip()", "t.SkipNow", "b.Skip()")),
    ),
    "php": (
        _focus("->only()", pattern=r"^\s{0,100}(?:\}|(?:it|test|describe)\(.{1,300})\)(?:->\w{1,30}\([^()]{0,100}\)){0,3}->only\(\)"),
        _skip("->skip()", pattern=r"^\s{0,100}(?:\}|(?:it|test|describe)\(.{1,300})\)(?:->\w{1,30}\([^()]{0,100}\)){0,3}->skip\(\)"),
        Switch(Defect.SKIPPED, ("markTestSkipped", "markTestIncomplete"), re.compile(rf"(?:\$this->|self::|static::)markTest(?:Skipped|Incomplete)\(\s{{0,4}}{_EMPTY}?\s{{0,4}}\)"), first_statement=True),
    ),
    "swift": (
        _focus("fit(", "fdescribe(", "fcontext(", pattern=r"^\s{0,100}f(?:it|describe|context)\(\s{0,4}\""),
        _skip("xit(", "xdescribe(", "xcontext(", pattern=r"^\s{0,100}x(?:it|describe|context)\(\s{0,4}\""),
        _skip(".disabled()", pattern=r"^\s{0,100}@(?:Test|Suite)\(.{0,200}\.disabled\(\s{0,4}\)"),
        _skip("XCTSkip", pattern=r"^\s{0,100}throw XCTSkip\(\s{0,4}\)"),
    ),
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
    r"^\s{0,100}(?:async )?(?:func|def|public (?:static )?(?:async )?(?:function|void|Task)|function|it|test|specify|scenario|TEST(?:_[FP])?)\b.{0,300}(?:[:{]|do(?: \|.{0,60}\|)?)?\s{0,4}$"
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

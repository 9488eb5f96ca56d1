"""Debugging statements that were meant to be taken out again, per language."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from postil.domain import paths


@dataclass(frozen=True, slots=True)
class Leftover:
    """A statement that stops or dumps; `shout` when only its message gives it away.

    What `dumps` prints a value, which is how an example shows what it got.
    """

    marks: tuple[str, ...]
    pattern: re.Pattern[str]
    shout: bool = False
    dumps: bool = False


@dataclass(frozen=True, slots=True)
class Sight:
    """A statement that was found: its `word`, and how the same one is `spelled` elsewhere."""

    word: str
    spelled: str

    @property
    def makings(self) -> frozenset[str]:
        """What stands where a project makes a macro of that name, which then is another one."""
        is_macro = self.word.endswith("!")
        return frozenset({f"macro_rules! {self.word[:-1]}"} if is_macro else ())


_SHOUTED = (
    r"(?:(?i:here|got here|im here|i am here|reached|xxx+|asdf\w{0,4}|wtf|foo+|bar|debug(?:ging)?|test(?:ing)?)"
    r"(?:\s?\d{0,3}[!.:]{0,3})?[\"'`]|(?:DEBUG|XXX|>>>|!!!|@@@)[^\"'`]{0,200}[\"'`])"
)


def _shout(call: str) -> Leftover:
    name = re.split(r"\\|\(", call)[0] or call
    return Leftover((name,), re.compile(rf"(?<![\w.$>]){call}[f@]?[\"'`]{_SHOUTED}"), shout=True)


def _stop(*marks: str, pattern: str) -> Leftover:
    return Leftover(marks, re.compile(pattern))


def _dump(*marks: str, pattern: str) -> Leftover:
    return Leftover(marks, re.compile(pattern), dumps=True)


_BROWSER = (
    _stop("debugger", pattern=r"^\s{0,200}debugger\s{0,4};?\s{0,4}$|[{;)]\s{0,4}debugger\s{0,4};"),
    _shout(r"console\.(?:log|debug|info|warn|error)\(\s{0,4}"),
    _shout(r"alert\(\s{0,4}"),
)
_TABLE: dict[str, tuple[Leftover, ...]] = {
    "javascript": _BROWSER, "typescript": _BROWSER, "tsx": _BROWSER, "vue": _BROWSER, "svelte": _BROWSER,
    "python": (
        _stop("breakpoint", pattern=r"(?<![\w.])(?<!def )breakpoint\(\)"),
        _stop("set_trace", pattern=r"(?<![\w.])(?:i?pdb|pudb|web_pdb|rpdb|celery\.contrib\.rdb|rdb)\.set_trace\("),
        _stop("set_trace", pattern=r"^\s{0,200}from i?pdb import set_trace|^\s{0,200}set_trace\(\)"),
        _stop("embed", pattern=r"(?<![\w.])(?:IPython\.)embed\(\)"),
        _shout(r"print\(\s{0,4}"),
    ),
    "ruby": (
        _stop("binding.", pattern=r"(?<![\w.])binding\.(?:pry|irb|break|b)(?![\w.])"),
        _stop("byebug", pattern=r"^\s{0,200}byebug\s{0,4}$|;\s{0,4}byebug\s{0,4}$"),
        _stop("debugger", pattern=r"^\s{0,200}debugger\s{0,4}$"),
        _shout(r"puts\s{1,4}"), _shout(r"puts\("),
    ),
    "php": (
        _dump("var_dump", pattern=r"(?<![\w>:$\\])(?<!function )var_dump\s?\("),
        _stop("dd(", pattern=r"(?<![\w>:$\\])(?<!function )dd\("),
        _dump("print_r", pattern=r"(?<![\w>:$\\=(.,])(?<![=(.,] )(?<!return )(?<!function )print_r\((?!.{0,300},\s?true\))"),
    ),
    "rust": (_dump("dbg!", pattern=r"(?<![\w!.])dbg!\s?[(\[{]"), _shout(r"println!\(")),
    "go": (
        _stop("runtime.Breakpoint", pattern=r"(?<![\w.])runtime\.Breakpoint\(\)"),
        _dump("spew.Dump", pattern=r"(?<![\w.])spew\.Dump\("),
        _shout(r"fmt\.Print(?:ln|f)?\("), _shout(r"println\("),
    ),
    "java": (_shout(r"System\.out\.print(?:ln|f)?\("),),
    "kotlin": (_shout(r"println\("),),
    "scala": (_shout(r"println\("),),
    "swift": (_shout(r"print\("),),
    "dart": (_shout(r"print\("), _stop("debugger", pattern=r"^\s{0,200}debugger\(\)")),
    "csharp": (
        _stop("Debugger.", pattern=r"(?<![\w.])(?:System\.Diagnostics\.)?Debugger\.(?:Break|Launch)\(\)"),
        _shout(r"Console\.Write(?:Line)?\("),
    ),
    "elixir": (_stop("IEx.pry", pattern=r"(?<![\w.])IEx\.pry\b"), _stop("dbg()", pattern=r"\|>\s{0,4}dbg\(\)"), _shout(r"IO\.puts\(?\s?")),
    "c": (_shout(r"printf\("),),
    "cpp": (_shout(r"printf\("), _shout(r"cout\s?<<\s?"), _stop("__debugbreak", pattern=r"(?<![\w.])__debugbreak\(\)")),
    "perl": (_stop("DB::single", pattern=r"\$DB::single\s?=\s?1"),),
    "lua": (_shout(r"print\("),),
}  # fmt: skip
_TALKS = frozenset(
    {"cli", "cmd", "bin", "script", "scripts", "tool", "tools", "example", "examples", "sample",
     "samples", "demo", "demos", "bench", "benchmarks", "docs", "hack"}
)  # fmt: skip

_TRIES = frozenset({"sandbox", "playground", "scratch", "scratchpad"})
_SHOWS = _TRIES | {"example", "examples", "sample", "samples", "demo", "demos", "temp", "tmp"}
_WORDS = re.compile(r"[A-Z]?[a-z]{2,40}")
_PLAYED_WITH = frozenset(
    {"playground", "playgrounds", "fixtures", "__fixtures__", "testdata", "pass", "fail", "ui"}
)
"""Folders of programs that are input to other programs, debugging statements and all."""
_BEGINS = re.compile(r"\A[^\"'`]{0,60}[\"'`]\W{0,4}\w{0,20}")


def marks(language: str) -> tuple[str, ...]:
    """One of these stands on every line that can hold a debugging statement."""
    return tuple(mark for one in _TABLE.get(language, ()) for mark in one.marks)


def leftover(path: str, language: str, *, line: str, code: Callable[[], str]) -> Sight | None:
    """The debugging statement on the line, in its own words; None when there is none.

    `code` gives the line with comments and strings blanked: a statement counts only where it
    stands in code.
    """
    folders = path.lower().split("/")
    if not _PLAYED_WITH.isdisjoint(folders):
        return None
    shows = is_example(path)
    for one in _TABLE.get(language, ()):
        if not any(mark in line for mark in one.marks) or (one.dumps and shows):
            continue
        if one.shout and _may_talk(path):
            continue
        match = one.pattern.search(line)
        if match is None:
            continue
        start = match.end() - len(match[0].lstrip())
        if code()[start : start + 1] == line[start]:
            word = match[0].strip(" \t;{)").partition("(")[0].strip()[:40]
            begins = _BEGINS.match(match[0].lstrip()) if one.shout else None
            return Sight(word, begins[0] if begins else word)
    return None


def is_example(path: str) -> bool:
    """Whether the file is for showing or for trying out, with values and other ways to do it."""
    folders = paths.without_address(path).split("/")[:-1]
    return not _SHOWS.isdisjoint(folder.lower() for folder in folders) or any(
        word.lower() in _TRIES for word in _WORDS.findall(path)
    )


def _may_talk(path: str) -> bool:
    """Whether printing is what the file is for."""
    folders = paths.without_address(path).lower().split("/")
    stem = folders[-1].partition(".")[0]
    return (
        paths.is_test(path)
        or paths.is_doc(path)
        or not _TALKS.isdisjoint(folders[:-1])
        or not _TALKS.isdisjoint(stem.replace("-", "_").split("_"))
        or stem in ("main", "__main__", "setup", "manage")
    )

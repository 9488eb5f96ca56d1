"""How programs of many languages declare the options of their command line, read line by line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from postil.domain.paths import language_of
from postil.inspection.checks._stale_reference.keys import PROGRAMS
from postil.inspection.checks._stale_reference.words import LONGEST_LINE

OPTIONED = PROGRAMS | {"c", "cpp", "kotlin", "swift", "bash"}
"""Languages whose programs declare options in a way that is known here."""
_NAME = r"([a-z][a-z0-9-]{2,40})"
_FLAG = re.compile(r"[\"'](?:-\w, ?)?(--[a-z][a-z0-9-]{2,40})(?=[\"' =<\[])")
_CALLS = ("add_argument(", "option(", "Option(", "flag(", "Parameter(", "opts.on(", "parser.on(")
_TYPED_CALL = re.compile(r"\bOption<[^>(]{1,60}>\(|\badd_(?:flag|option)\(")
_LONG = re.compile(rf"\blong(?: ?= ?|\(|:)\"{_NAME}\"")
_GO = re.compile(
    rf"(?:[Ff]lags?(?:\(\))?|\b\w{{0,20}}[Ff]lag[Ss]et|\bfs|\bpflag)\.\w{{3,30}}\([^\"]{{0,60}}\"{_NAME}\""
)
_BARE = {
    "javascript": (
        re.compile(rf"\.option\(\s{{0,8}}[\"']{_NAME}[\"']"),
        re.compile(
            rf"\A\s{{0,40}}[\"']{_NAME}[\"']: ?(?:[Ff]lags\.|\{{ ?type: ?[\"'](?:bool|str))"
        ),
    ),
    "php": (
        re.compile(rf"(?:addOption|new InputOption)\(\s{{0,8}}'{_NAME}'"),
        re.compile(rf"\{{--{_NAME}[ =}}]"),
    ),
    "java": (
        re.compile(rf"addOption\(\"?\w{{0,8}}\"?, {{0,4}}\"{_NAME}\""),
        re.compile(rf"\.longOpt\(\"{_NAME}\""),
    ),
    "ruby": (re.compile(r"\A\s{0,20}(?:method_|class_)?option :([a-z]\w{2,40})"),),
    "c": (
        re.compile(
            rf"\A\s{{0,40}}\{{ ?\"{_NAME}\", ?(?:(?:no|required|optional)_argument\b|'\w', ?\d|[012] ?,)"
        ),
    ),
    "go": (re.compile(rf"\bcli\.\w{{2,20}}Flag\{{ ?Name: {{1,8}}\"{_NAME}\""),),
    "bash": (
        re.compile(rf"\A\s{{0,40}}(?:-\w ?\| ?)?--{_NAME}(?:=\*)?(?: ?\| ?-[\w-]{{1,40}})?\)"),
    ),
}
"""Ways to declare an option without its dashes, by language."""
_KIN = {"typescript": "javascript", "tsx": "javascript", "cpp": "c", "kotlin": "java"}
_DERIVES_LONG = re.compile(r"#\[(?:arg|clap|structopt)\((?:.{0,200}[ ,])?long(?=[,)\s])")
_FIELD = re.compile(r"\A\s{1,40}(?:pub(?:\([a-z]{1,20}\))? )?([a-z]\w{2,100})\s{0,4}:")
_TYPER = re.compile(r"\A\s{1,40}([a-z]\w{2,60}): .{1,200}\btyper\.Option\(")


def defined_flags(path: str, text: str, opening: str = "") -> list[str]:
    """The options a line defines; one that stands alone belongs to what was opened before it."""
    language = language_of(path) or ""
    found = [f"--{name}" for name in (*_LONG.findall(text), *_GO.findall(text))]
    for pattern in _BARE.get(_KIN.get(language, language), ()):
        found += [f"--{name.replace('_', '-')}" for name in pattern.findall(text)]
    alone = text.strip().startswith(('"--', "'--", '"-', "'-")) and _opens(opening)
    if any(call in text for call in _CALLS) or _TYPED_CALL.search(text) or alone:
        found += _FLAG.findall(text + " ")
    return found or list(_named_after_field(language, text, opening))


def _opens(line: str) -> bool:
    """Whether a call that declares an option goes on below."""
    plain = line.rstrip()
    typed = [found.end() for found in _TYPED_CALL.finditer(plain)]
    return plain.endswith(_CALLS) or (bool(typed) and typed[-1] == len(plain))


def _named_after_field(language: str, text: str, opening: str) -> Iterator[str]:
    """An option that is called like the field or the parameter that takes it."""
    field = None
    if language == "rust" and _DERIVES_LONG.search(opening):
        field = _FIELD.match(text[:200])
    elif language == "python" and "--" not in text:
        field = _TYPER.match(text[:400])
    if field is not None:
        yield f"--{field[1].replace('_', '-')}"


def flags_of(path: str, text: str) -> set[str]:
    """All options that a file defines."""
    return {
        flag
        for opening, line in _with_opening(text.split("\n"))
        for flag in defined_flags(path, line, opening)
    }


def _with_opening(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    return pairwise(["", *(line[:LONGEST_LINE] for line in lines)])

"""Finds what of a Terraform module still uses a variable, a local value or an output that it lost."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import partial

from postil.domain.change import Change, ChangedFile
from postil.inspection.checks._stale_reference.subjects import (
    CERTAIN,
    LIKELY,
    Setting,
    Subject,
    old_line,
    successor,
)
from postil.inspection.checks._stale_reference.words import LONGEST_LINE
from postil.ports import Hit, Tree

_ENDS = (".tf", ".tofu")
_BLOCK = re.compile(
    r"\A\s{0,8}(variable|output|module)\s{1,8}\"?([A-Za-z_][\w-]{0,100})\"?\s{0,8}\{"
)
_RESOURCE = re.compile(
    r"\A\s{0,8}(resource|data)\s{1,8}\"?([a-z][\w-]{1,100})\"?\s{1,8}\"?([A-Za-z_][\w-]{0,100})\"?\s{0,8}\{"
)
_SOURCE = re.compile(r"\A\s{0,20}source\s{0,20}=\s{0,20}\"(\.{1,2}/[^\"\s]{0,200})\"")
_GIVEN = re.compile(r"\A\s{0,20}\"?([A-Za-z_][\w-]{0,100})\"?\s{0,40}=(?!=)")
_OPENED = re.compile(r"\A\s{0,8}module\s{1,8}\"?[\w-]{1,100}\"?\s{0,8}\{")
_REACH = 200


def lost_blocks(change: Change, *, head: Tree) -> Iterator[Setting]:
    """Names of blocks that a folder of Terraform declared and declares no more."""
    known: dict[str, frozenset[str]] = {}
    for file in change.files:
        path = file.old_path or file.path
        if not path.endswith(_ENDS):
            continue
        folder = posixpath.dirname(path)
        for number, text in file.removed:
            way = _declared(text)
            if not way:
                continue
            if folder not in known:
                known[folder] = _declared_in(folder, head)
            if way in known[folder] or not _stands(folder, head):
                continue
            yield from _settings(way, _subject(way, number, text, file), folder, head)


def _subject(way: str, number: int, text: str, file: ChangedFile) -> Subject:
    kind, _, name = way.partition(".")
    nouns = {"var": "variable", "output": "output", "module": "module"}
    now = successor(name.rpartition(".")[2], text, file)
    return Subject(
        name=name if kind in nouns else way.removeprefix("resource."),
        noun=nouns.get(kind, "block"),
        cause=old_line(file, number, text),
        now=now,
    )


def _settings(way: str, subject: Subject, folder: str, head: Tree) -> Iterator[Setting]:
    kind, _, name = way.partition(".")
    if kind == "output":
        asked = partial(_of_module, name=name, folder=folder, head=head)
        yield Setting(subject, name, asked, _defines)
        return
    spelled = name if kind == "resource" else way
    needle = name.rpartition(".")[2]
    used = partial(_is_used, spelled=spelled, folder=folder)
    if kind != "var":
        yield Setting(subject, needle, used, _defines)
        return
    given = partial(_is_given, spelled=spelled, folder=folder, head=head)
    yield Setting(subject, needle, given, _defines)


def _declared(text: str) -> str:
    """What a line declares, as other lines spell it; outputs by a word of their own."""
    block = _BLOCK.match(text[:LONGEST_LINE])
    if block is not None:
        return f"{'var' if block[1] == 'variable' else block[1]}.{block[2]}"
    resource = _RESOURCE.match(text[:LONGEST_LINE])
    if resource is None:
        return ""
    above = "data." if resource[1] == "data" else ""
    return f"resource.{above}{resource[2]}.{resource[3]}"


def _files(folder: str, head: Tree) -> list[str]:
    return [
        path
        for path in head.paths()
        if path.endswith((*_ENDS, ".tf.json")) and posixpath.dirname(path) == folder
    ]


def _stands(folder: str, head: Tree) -> bool:
    """Whether the folder is a module still, all of which can be read."""
    files = _files(folder, head)
    return bool(files) and not any(path.endswith(".json") for path in files)


def _declared_in(folder: str, head: Tree) -> frozenset[str]:
    return frozenset(
        way
        for path in _files(folder, head)
        for line in (head.read(path) or "").split("\n")
        if (way := _declared(line))
    )


def _defines(_name: str, _hit: Hit) -> bool:
    """What a folder declares was read as a whole before anything is searched."""
    return False


def _is_used(_name: str, hit: Hit, *, spelled: str, folder: str) -> int:
    """A line of the same folder that takes it, outside of comments and of what moved blocks say."""
    text = hit.text[:LONGEST_LINE]
    if not hit.path.endswith(_ENDS) or posixpath.dirname(hit.path) != folder:
        return 0
    if text.lstrip().startswith(("#", "//")) or re.match(r"\s{0,8}(?:from|to)\s{0,8}=", text):
        return 0
    whole = rf"(?<![\w.\"-]){re.escape(spelled)}(?![\w-])"
    return CERTAIN if re.search(whole, text) else 0


def _is_given(_name: str, hit: Hit, *, spelled: str, folder: str, head: Tree) -> int:
    """A line that takes the variable, or one that gives it a value."""
    if _is_used(_name, hit, spelled=spelled, folder=folder):
        return CERTAIN
    name = spelled.partition(".")[2]
    given = _GIVEN.match(hit.text[:LONGEST_LINE])
    if given is None or given[1] != name:
        return 0
    if hit.path.endswith((".tfvars", ".tfvars.json")):
        below = posixpath.dirname(hit.path)
        return LIKELY if (f"{below}/").startswith(f"{folder}/" if folder else "") else 0
    return CERTAIN if _called(hit, head) == folder else 0


def _called(hit: Hit, head: Tree) -> str | None:
    """The folder of the module whose arguments a line stands among."""
    if not hit.path.endswith(_ENDS):
        return None
    lines = (head.read(hit.path) or "").split("\n")
    column = len(hit.text) - len(hit.text.lstrip())
    start = next(
        (
            at
            for at in range(hit.line - 2, max(-1, hit.line - 2 - _REACH), -1)
            if lines[at].strip() and len(lines[at]) - len(lines[at].lstrip()) < column
        ),
        -1,
    )
    if start < 0 or not _OPENED.match(lines[start][:LONGEST_LINE]):
        return None
    for line in lines[start + 1 : start + _REACH]:
        if line.rstrip() == "}":
            return None
        source = _SOURCE.match(line[:LONGEST_LINE])
        if source is not None:
            return posixpath.normpath(posixpath.join(posixpath.dirname(hit.path), source[1]))
    return None


def _of_module(_name: str, hit: Hit, *, name: str, folder: str, head: Tree) -> int:
    """A line that takes the output of a module whose source is the folder."""
    text = hit.text[:LONGEST_LINE]
    asked = re.search(
        rf"(?<![\w.])module\.([\w-]{{1,100}})(?:\[[^\]]{{1,60}}\])?\.{re.escape(name)}(?![\w-])",
        text,
    )
    if asked is None or not hit.path.endswith(_ENDS) or text.lstrip().startswith(("#", "//")):
        return 0
    opens = re.compile(rf"\A\s{{0,8}}module\s{{1,8}}\"?{re.escape(asked[1])}\"?\s{{0,8}}\{{")
    for path in _files(posixpath.dirname(hit.path), head):
        lines = (head.read(path) or "").split("\n")
        for number, line in enumerate(lines, start=1):
            if opens.match(line[:LONGEST_LINE]):
                inside = Hit(path=path, line=number + 1, text="  source = 0")
                return CERTAIN if _called(inside, head) == folder else 0
    return 0

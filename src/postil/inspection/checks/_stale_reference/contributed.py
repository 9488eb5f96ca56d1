"""Finds what still asks for a setting that an extension of an editor does not offer any more."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterator
from functools import partial

from postil.domain.change import Change, FileStatus
from postil.domain.paths import is_doc, is_fixture, is_test, language_of
from postil.inspection.checks._stale_reference.keys import PROGRAMS
from postil.inspection.checks._stale_reference.subjects import (
    CERTAIN,
    LIKELY,
    Setting,
    Subject,
    is_written_anew,
    old_line,
)
from postil.inspection.checks._stale_reference.words import LONGEST_LINE
from postil.ports import Hit, Tree

_MANIFEST = "package.json"
_KEY = re.compile(r"\A\s{0,80}\"([\w-]{1,80}(?:\.[\w-]{1,80}){1,8})\"\s{0,4}:")
_TRANSLATES = re.compile(r"(?i)migrat|legacy|deprecat|\bold|fallback|formerly|backwards?|rename")
_NEAR = 8
_ASKS = r"\.(?:get|has|update|inspect)\s{0,4}(?:<[^()\n]{1,120}>)?\(\s{0,8}"


def lost_contributions(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    """Settings that the manifest of an extension described and describes no more."""
    for file in change.files:
        path = file.old_path or file.path
        if posixpath.basename(path) != _MANIFEST or not file.removed or is_fixture(path):
            continue
        if file.status is FileStatus.DELETED:
            continue
        old, new = _offered(base.read(path) or ""), _offered(head.read(file.path) or "")
        gone, fresh = old - new, new - old
        only = next(iter(fresh)) if len(gone) == len(fresh) == 1 else ""
        for number, text in file.removed:
            match = _KEY.match(text[:LONGEST_LINE])
            if match is None or match[1] not in gone:
                continue
            gone.discard(match[1])
            subject = Subject(
                name=match[1],
                noun="setting",
                cause=old_line(file, number, text),
                now=only,
            )
            parts = match[1].split(".")
            accepts = partial(_accepts, change=change, head=head)
            yield Setting(subject, match[1], accepts, _defines)
            for at in range(1, len(parts)):
                section, rest = ".".join(parts[:at]), ".".join(parts[at:])
                asked = partial(_is_asked, of=(section, rest), change=change, head=head)
                yield Setting(subject, rest, asked, _defines)


def _offered(text: str) -> set[str]:
    try:
        contributed = json.loads(text)["contributes"]["configuration"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return set()
    tables = contributed if isinstance(contributed, list) else [contributed]
    return {
        str(key)
        for table in tables
        if isinstance(table, dict) and isinstance(table.get("properties"), dict)
        for key in table["properties"]
    }


def _defines(_name: str, _hit: Hit) -> bool:
    """What is offered stands in the manifest, which was compared as a whole."""
    return False


def _accepts(name: str, hit: Hit, *, change: Change, head: Tree) -> int:
    """A line that holds the whole name, in code as a text of its own."""
    text = hit.text[:LONGEST_LINE]
    whole = re.search(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)", text)
    if whole is None or _is_kept_on_purpose(hit, change, head):
        return 0
    if is_doc(hit.path):
        return LIKELY
    before, after = text[: whole.start()], text[whole.end() :]
    quoted = before[-1:] in ("'", '"', "`") and before[-1:] == after[:1]
    if language_of(hit.path) in PROGRAMS:
        return CERTAIN if quoted else 0
    mentioned = posixpath.basename(hit.path) == _MANIFEST and before.endswith(("`#", "config."))
    return LIKELY if mentioned or (quoted and hit.path.endswith("settings.json")) else 0


def _is_asked(_name: str, hit: Hit, *, of: tuple[str, str], change: Change, head: Tree) -> int:
    """A line that asks a section of the configuration for the rest of the name."""
    section, rest = of
    if language_of(hit.path) not in PROGRAMS or _is_kept_on_purpose(hit, change, head):
        return 0
    text = hit.text[:LONGEST_LINE]
    if re.search(rf"{_ASKS}[\"'`]{re.escape(rest)}[\"'`]", text) is None:
        return 0
    opens = re.compile(r"getConfiguration\(\s{0,8}[\"'`]([\w.-]{1,200})[\"'`]")
    opened = set(opens.findall(head.read(hit.path) or ""))
    return CERTAIN if opened == {section} else 0


def _is_kept_on_purpose(hit: Hit, change: Change, head: Tree) -> bool:
    """Whether the line was written with the change, or is about what people have set before."""
    if is_test(hit.path) or is_written_anew(change, hit.path, hit.line, hit.text):
        return True
    if is_doc(hit.path):
        return False
    lines = (head.read(hit.path) or "").split("\n")
    near = lines[max(0, hit.line - 1 - _NEAR) : hit.line + _NEAR]
    return any(_TRANSLATES.search(line[:LONGEST_LINE]) for line in (hit.path, *near))

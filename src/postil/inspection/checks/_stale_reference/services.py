"""Finds commands that still name a service which a compose file no longer has."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from postil.domain.change import Change, FileStatus
from postil.domain.paths import is_fixture
from postil.inspection.checks._stale_reference.subjects import LIKELY, Setting, Subject, old_line
from postil.inspection.checks._stale_reference.words import LONGEST_LINE, is_generic
from postil.ports import Hit, Tree

_COMPOSE_FILE = re.compile(r"\A(?:docker-)?compose[\w.-]{0,60}\.ya?ml\Z")
_SERVICE = re.compile(r"\A( {1,8})([A-Za-z][\w.-]{2,60}):\s*(?:#.*)?\Z")
_COMMAND = re.compile(
    r"docker[ -]compose\b[^|;&`\n]{0,200}? (?:up|run|exec|logs|build|restart|stop|start|pull|rm|kill)"
    r"(?= )([^|;&`\n]{1,300})"
)
_WORD = re.compile(r"[\w.-]+")


def lost_services(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    for file in change.files:
        path = file.old_path
        if path is None or not file.removed or not _is_compose(path) or is_fixture(path):
            continue
        after = "" if file.status is FileStatus.DELETED else head.read(file.path) or ""
        kept = _services(after)
        for name, number in _services(base.read(path) or "").items():
            if name in kept or number not in file.removed_numbers or is_generic(name):
                continue
            text = next(text for line, text in file.removed if line == number)
            subject = Subject(name=name, noun="service", cause=old_line(file, number, text))
            yield Setting(subject, name, _accepts, _defines)


def _is_compose(path: str) -> bool:
    return _COMPOSE_FILE.match(posixpath.basename(path)) is not None


def _services(text: str) -> dict[str, int]:
    """Each service of a compose file and its line, read by indentation."""
    found: dict[str, int] = {}
    indent = ""
    inside = False
    for number, line in enumerate(text.split("\n"), start=1):
        if line[:1] not in ("", " ", "#", "\t"):
            inside, indent = line.startswith("services:"), ""
            continue
        match = _SERVICE.match(line[:400]) if inside else None
        if match is not None and match[1] == (indent or match[1]):
            indent = match[1]
            found[match[2]] = number
    return found


def _defines(name: str, hit: Hit) -> bool:
    """Whether another compose file has a service of that name."""
    match = _SERVICE.match(hit.text[:400]) if _is_compose(hit.path) else None
    return match is not None and match[2] == name


def _accepts(name: str, hit: Hit) -> int:
    command = _COMMAND.search(hit.text[:LONGEST_LINE])
    words = [] if command is None else _WORD.findall(command[1])
    return LIKELY if name in words else 0

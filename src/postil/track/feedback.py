"""Reads a feedback file: blocks about earlier findings with what their author replied."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from postil.domain.errors import UserError
from postil.domain.memory import Memory, Standing
from postil.domain.replies import Reply
from postil.domain.severity import Severity
from postil.track.aims import aim_of
from postil.track.recalling import Recollection, is_name, recalled, severity_of

_LONGEST = 20_000
_MOST = 2_000_000
_HEADING = re.compile(r"\A### Issue[ \t]+(\S{1,64})[ \t]*\Z")
_BROKEN_HEADING = re.compile(r"\A### Issue\b")
_FILE = re.compile(r"\A`([^`]{1,4096})`(?: \(lines? (\d{1,7})(?:-\d{1,7})?\))?\Z")
_WHO = re.compile(r"\AAuthor reply \(@([^\s()]{1,100})\)\Z")
_NAMES = ("Title", "Category", "Severity", "File", "Found at commit")
_FENCE = re.compile(r"\A(`{3,100}|~{3,100})")


@dataclass(slots=True)
class _Block:
    """One issue as it is being read; `is_past` once nothing but text can follow."""

    id: str
    fields: dict[str, str] = field(default_factory=dict)
    line: int | None = None
    replies: list[tuple[str, list[str]]] = field(default_factory=list)
    rest: list[str] = field(default_factory=list)
    is_past: bool = False


def read_feedback(text: str) -> tuple[Reply, ...]:
    """Every reply of the file, in order; raises with the line that cannot be read."""
    return tuple(
        Reply(
            finding=block.id,
            aim=aim_of(said),
            by=Standing.AUTHOR,
            who=who,
            text=said,
            context="\n".join(block.rest).strip(),
        )
        for block in _blocks(text)
        for who, lines in block.replies
        if (said := "\n".join(lines).strip())
    )


def recall_feedback(text: str) -> Memory:
    """The findings the file speaks of, for when it is all that is left of the earlier review."""
    return recalled([_recollection(block) for block in _blocks(text)])


def _blocks(text: str) -> tuple[_Block, ...]:
    if len(text) > _MOST:
        raise UserError(
            f"The feedback has {len(text):,} characters; `{_MOST:,}` is the most that is read."
        )
    blocks: dict[str, _Block] = {}
    block: _Block | None = None
    for at, line, is_fenced in _lines(text):
        heading = None if is_fenced else _HEADING.match(line)
        if heading is not None and is_name(heading[1]):
            block = _Block(heading[1])
            if block.id in blocks:
                raise UserError(
                    f"Line {at} of the feedback is a second block for issue `{block.id}`; put "
                    "all its replies into one."
                )
            blocks[block.id] = block
        elif not is_fenced and _BROKEN_HEADING.match(line):
            raise UserError(
                f"Line {at} of the feedback names no issue: write `### Issue <id>`, the id in one word."
            )
        elif block is not None:
            _take(block, at, line, is_fenced=is_fenced)
    if text.strip() and not blocks:
        raise UserError("The feedback has no block; each begins with `### Issue <id>`.")
    return tuple(blocks.values())


def _lines(text: str) -> Iterator[tuple[int, str, bool]]:
    """Each line with its number, and whether it stands inside a code fence."""
    fence = ""
    for at, whole in enumerate(text.split("\n"), start=1):
        line = whole[:_LONGEST].rstrip()
        mark = _FENCE.match(line)
        yield at, line, bool(fence or mark)
        if mark and not fence:
            fence = mark[1]
        elif fence and line.strip() == fence:
            fence = ""


def _take(block: _Block, at: int, line: str, *, is_fenced: bool) -> None:
    """One more line of a block; what says nothing known is kept as text."""
    plain = line.replace("**", "")
    if is_fenced or block.is_past:
        block.rest.append(line)
    elif line.startswith(">") and block.replies:
        block.replies[-1][1].append(line[1:].strip())
    elif plain.startswith("Author reply"):
        block.replies.append((_speaker(plain, at), []))
    elif plain.startswith("Changes"):
        block.is_past = True
        block.rest.append(line)
    elif not _says(block, at, plain):
        block.rest.append(line)


def _speaker(plain: str, at: int) -> str:
    who = _WHO.match(plain.removesuffix(":"))
    if who is None:
        raise UserError(
            f"Line {at} of the feedback does not say who replied; write "
            "`**Author reply (@name):**` and the words below it, each line after `>`."
        )
    return who[1]


def _says(block: _Block, at: int, plain: str) -> bool:
    """Takes the fields of a line, several of them between bars; false when there is none."""
    found = False
    # A title may hold bars of its own.
    for part in [plain] if plain.startswith("Title:") else plain.split(" | "):
        name, colon, value = part.strip().partition(":")
        if colon and name in _NAMES and name not in block.fields:
            block.fields[name] = _checked(block, at, name, value.strip())
            found = True
    return found


def _checked(block: _Block, at: int, name: str, value: str) -> str:
    if name == "Severity" and severity_of(value) is None:
        raise UserError(
            f"Line {at} of the feedback has no severity `{value}`; use critical, high, medium, "
            "low or nit."
        )
    if name != "File":
        return value
    place = _FILE.match(value)
    if place is None:
        raise UserError(
            f"Line {at} of the feedback names no file; write `` **File:** `path` (line 2) ``."
        )
    block.line = int(place[2]) if place[2] else None
    return place[1]


def _recollection(block: _Block) -> Recollection:
    for name in ("Title", "File"):
        if not block.fields.get(name):
            raise UserError(
                f"Issue `{block.id}` of the feedback has no `{name}`; without it there is "
                "nothing to look at again."
            )
    return Recollection(
        id=block.id,
        title=block.fields["Title"],
        path=block.fields["File"],
        severity=block.fields.get("Severity", Severity.MEDIUM.value),
        line=block.line,
        category=block.fields.get("Category", ""),
        head=block.fields.get("Found at commit", ""),
    )

"""Shows a unit's patch with real line numbers, briefly: one number before each line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from postil.domain.change import ChangedFile, FileStatus, Hunk
from postil.domain.unit import Unit
from postil.inspection.prompt.guise import Guise

MOST_CHARACTERS = 2_000
_WORDS = {
    FileStatus.ADDED: "new file",
    FileStatus.DELETED: "deleted",
    FileStatus.RENAMED: "renamed",
    FileStatus.COPIED: "copied",
    FileStatus.UNMERGED: "unmerged",
}


def numbered(unit: Unit, guise: Guise) -> str:
    """The unit as every reviewer sees it.

    Added and unchanged lines bear their number at head, removed ones their number at base:
    `12+ text`, `12  text`, `9- text`.
    """
    heading = f"=== {guise.one_line(unit.name)}{_remarks(unit.file, guise)}"
    return "\n".join([heading, *(line for hunk in unit.hunks for line in _hunk(hunk, guise))])


def _remarks(file: ChangedFile, guise: Guise) -> str:
    """What happened to the file as a whole, in brackets; nothing for a plain edit."""
    words = [_WORDS[file.status]] if file.status in _WORDS else []
    if file.old_path and file.old_path != file.path:
        words.append(f"from {guise.one_line(file.old_path)}")
    if file.old_mode and file.new_mode and file.old_mode != file.new_mode:
        words.append(f"mode {file.old_mode} to {file.new_mode}")
    if file.is_symlink:
        words.append("symbolic link")
    if file.is_submodule:
        words.append("submodule")
    if _has_carriage_returns(file.hunks):
        words.append("CRLF")
    return f" ({', '.join(words)})" if words else ""


def _has_carriage_returns(hunks: Sequence[Hunk]) -> bool:
    return any(entry.endswith("\r") for hunk in hunks for entry in hunk.body)


def _hunk(hunk: Hunk, guise: Guise) -> Iterator[str]:
    yield (
        f"@@ old {_span(hunk.old_start, hunk.old_count)}, new {_span(hunk.new_start, hunk.new_count)}"
    )
    lines = list(hunk.lines())
    shown = guise.lines([line.text.removesuffix("\r") for line in lines])
    for line, text in zip(lines, shown, strict=True):
        number = line.old if line.new is None else line.new
        yield f"{number}{line.mark} {cut(text)}"


def _span(start: int, count: int) -> str:
    if count == 0:
        return "none"
    return f"{start}-{start + count - 1}" if count > 1 else str(start)


def cut(text: str) -> str:
    """A line too long to be read, with how much of it is not shown."""
    if len(text) <= MOST_CHARACTERS:
        return text
    return f"{text[:MOST_CHARACTERS]}⟦{len(text) - MOST_CHARACTERS:,} more characters⟧"


def is_cut(unit: Unit) -> bool:
    """Whether some line of the unit is not shown whole."""
    return any(len(entry) > MOST_CHARACTERS for hunk in unit.hunks for entry in hunk.body)

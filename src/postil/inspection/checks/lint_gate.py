"""Flags what the project's own linters and formatters say about the change and not about its base.

It runs those that the base commit configures, each on copies of the changed files in both
versions, and keeps what is new and stands on a line the change wrote.

Why it matters: the build rejects such a change, and nobody sees that by reading it.

Stays quiet when: nothing configures the linter at the base; the base has the same fault; the
project excludes the file or excuses the line; the file was not formatted before; several files
that the change leaves alone break the same rule; the build does not hand the file to the linter.

Silence it: the way the linter itself is silenced, or put `postil: allow lint-gate` and a reason
on or above the line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from postil.catalogue import Unit, units
from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.observation import Clean, Gap
from postil.domain.paths import is_fixture, is_generated, is_lockfile, is_minified, is_vendored
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection import linters
from postil.inspection.checks import Account, Needles
from postil.inspection.checks._lint_gate.custom import House
from postil.inspection.checks._lint_gate.novelty import compared
from postil.inspection.checks._lint_gate.running import Spoken, run_all
from postil.inspection.checks._lint_gate.scripts import pins, scripts
from postil.inspection.checks._lint_gate.wording import remarks
from postil.inspection.linters import Desk, Sheet
from postil.ports import Toolbox, Tree

NAME = "lint-gate"
DIMENSION = Dimension.CONSISTENCY
SEVERITY = Severity.MEDIUM
ROOT = Root.CODE
ASKS_TREE = True

_MOST_FILES = 2_000
_MOST_CHARACTERS = 40_000_000
_LONGEST_PATH = 200


def activates(change: Change) -> str | None:
    count = len(_candidates(change))
    return f"{count} changed file(s) of a kind that linters read" if count else None


def _linters() -> tuple[Unit, ...]:
    return units(linters, must_have=linters.MUST_HAVE)


def _candidates(change: Change) -> list[ChangedFile]:
    known = _linters()
    return [
        file
        for file in change.files
        if file.status is not FileStatus.DELETED
        and file.added
        and not file.is_symlink
        and not is_vendored(file.path)
        and not is_fixture(file.path)
        and not is_lockfile(file.path)
        # Without an ending only the text tells what a file is.
        and ("." not in file.name or any(unit.module.takes(file.path, "") for unit in known))
    ]


def inspect(change: Change, head: Tree, base: Tree, tools: Toolbox) -> Account:
    sheets, gaps = _sheets(change, head, base)
    taken = {
        unit: tuple(sheet for sheet in sheets if unit.module.takes(sheet.path, sheet.head))
        for unit in _linters()
    }
    wanted = {unit: each for unit, each in taken.items() if each}
    words = frozenset(word for unit in wanted for word in unit.module.MENTIONS)
    versions = frozenset(word for unit in wanted for word in unit.module.PINS)
    found = yield Needles(words | versions)
    used, told = scripts(words, found, base), pins(versions, found, base)
    yield from gaps
    desks = [
        (
            unit,
            Desk(
                sheets=each,
                base=base,
                head=head,
                scripts=_joined(used, unit.module.MENTIONS),
                pins=_joined(told, unit.module.PINS),
            ),
        )
        for unit, each in wanted.items()
    ]
    places = dict(desks)
    quiet: list[str] = []
    silent = True
    for item in run_all(tools, desks):
        silent = False
        if isinstance(item, Gap):
            yield item
            continue
        fresh, older = compared(change, item)
        usual = 0
        if fresh:
            fresh, usual = House(tools, change, places[item.unit]).unusual(item, fresh)
        yield from remarks(item.unit, item.job, fresh)
        if not fresh:
            quiet.append(_left_alone(item, older, usual))
    if quiet:
        yield Clean(slug=NAME, evidence="; ".join(quiet))
    elif silent:
        yield Clean(slug=NAME, evidence="the base configures no linter for the changed files")


def _joined(texts: Mapping[str, Mapping[str, str]], words: Sequence[str]) -> dict[str, str]:
    """The files that hold one of the words."""
    return {path: text for word in words for path, text in texts[word].items()}


def _sheets(change: Change, head: Tree, base: Tree) -> tuple[list[Sheet], list[Gap]]:
    """Both versions of the files worth looking at, as many as fit; the rest is a gap."""
    sheets: list[Sheet] = []
    gaps: list[Gap] = []
    room, left_out = _MOST_CHARACTERS, 0
    for file in _candidates(change):
        if not _is_plain(file.path):
            gaps.append(_unwritable(file.path))
            continue
        text = head.read(file.path)
        if text is None or is_minified(file.path, text):
            continue
        if is_generated(file.path, text[:4_000].split("\n")):
            continue
        before = base.read(file.old_path) if file.old_path else None
        room -= len(text) + len(before or "")
        if len(sheets) < _MOST_FILES and room >= 0:
            sheets.append(Sheet(file.path, text, before))
        else:
            left_out += 1
    return sheets, [*gaps, _too_many(left_out)] if left_out else gaps


def _is_plain(path: str) -> bool:
    """Whether every program writes the name the way it reads it."""
    return path.isprintable() and "\\" not in path and len(path) <= _LONGEST_PATH


def _unwritable(path: str) -> Gap:
    shown = path.encode("unicode_escape").decode("ascii")[:200]
    return Gap(
        subject=f"linters on `{shown}`",
        reason="its name has characters that programs write in different ways",
        required=False,
        remedy="rename the file",
    )


def _too_many(count: int) -> Gap:
    return Gap(
        subject=f"{count} changed file(s)",
        reason=f"linters are given at most {_MOST_FILES} files and {_MOST_CHARACTERS:,} characters",
        required=True,
        remedy="split the change",
    )


def _left_alone(spoken: Spoken, older: int, usual: int) -> str:
    said = f"`{spoken.unit.module.NAME}`: nothing new in {len(spoken.job.sheets)} file(s)"
    if not spoken.job.same_style:
        said += " beyond blanks, the base asks for a version of another style"
    if usual:
        said += f", {usual} report(s) as on files that the change leaves alone"
    return f"{said}, {older} older report(s) left alone" if older else said

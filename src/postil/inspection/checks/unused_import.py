"""Flags imports that the change brings in without using them, or whose last use it takes away.

Also the same import standing twice in one file, where the change added the second one.

Why it matters: the import is read, kept up to date and loaded for nothing, and the next reader
looks for the place that needs it.

Stays quiet when: the name stands anywhere else in the file, in texts and comments too; the import
may be there for its effect or for others to take (packages, conditions, comments beside it, names
that another file takes from this one); the file does not parse, was generated or comes from
elsewhere, or finds its names at run time; the title says that the work begins or goes on (new imports only).

Silence it: write `postil: allow unused-import` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "unused-import"` to `.postil.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from postil.domain.change import Change, FileStatus, Side
from postil.domain.finding import MOST_QUOTES, Quote, Remark
from postil.domain.paths import language_of
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Inspection, asked
from postil.inspection.checks._unused_import.allowed import is_allowed
from postil.inspection.checks._unused_import.reading import SCRIPTS
from postil.inspection.checks._unused_import.strays import Sheet, Stray, sheets
from postil.inspection.checks._unused_import.twice import INCLUDING
from postil.inspection.checks._unused_import.users import Users
from postil.inspection.copies import Copies
from postil.inspection.gathering import gathered
from postil.ports import Hits, Tree

NAME = "unused-import"
DIMENSION = Dimension.CONSISTENCY
SEVERITY = Severity.NIT
ROOT = Root.CODE
ASKS_TREE = True

_READ = frozenset({"python", "java", "php", "kotlin"}) | SCRIPTS | INCLUDING
_FEW = 3
_BIOME = ("biome.json", "biome.jsonc")


def activates(change: Change) -> str | None:
    count = sum(
        file.status is not FileStatus.DELETED and language_of(file.path) in _READ
        for file in change.files
    )
    return f"{count} changed file(s) that may import by name" if count else None


def inspect(change: Change, head: Tree, base: Tree) -> Inspection:
    seen = [
        sheet
        for sheet in sheets(change, head, base)
        if language_of(sheet.file.path) in _READ and (sheet.strays or sheet.repeats)
        if not (sheet.now.language == "python" and is_allowed(sheet.file.path, base))
    ]
    users = Users(head)
    needles = frozenset[str]().union(
        *(
            users.needles(sheet.file.path, stray.entry.local)
            for sheet in seen
            if sheet.now.language == "python"
            for stray in sheet.strays
        )
    )
    found = (yield from asked(needles)) if needles else {}
    copies = Copies(head)
    gone = _gone(change)
    told = (_remark(sheet, _idle(sheet, users, found, gone)) for sheet in seen)
    remarks = (one for one in told if one is not None and not copies.is_copy(one.quotes[0].path))
    yield from gathered(remarks, lambda one: one.slug, few=_FEW, called="more files like this")


def _gone(change: Change) -> frozenset[str]:
    """What the files were called that the change took away: an import of one is a stale reference."""
    moved = (FileStatus.DELETED, FileStatus.RENAMED)
    left = (file.old_path for file in change.files if file.status in moved and file.old_path)
    return frozenset(path.rpartition("/")[2].partition(".")[0] for path in left)


def _idle(
    sheet: Sheet, users: Users, found: Mapping[str, Hits], gone: frozenset[str]
) -> list[Stray]:
    """The imports of what still stands that no other file takes from this one."""
    strays = [one for one in sheet.strays if one.entry.local not in gone]
    if sheet.now.language != "python":
        return strays
    path = sheet.file.path
    return [one for one in strays if not users.take(path, one.entry.local, found)]


def _remark(sheet: Sheet, strays: Sequence[Stray]) -> Remark | None:
    if strays:
        told = _unused(sheet, strays)
    elif sheet.repeats:
        told = _repeated(sheet)
    else:
        return None
    return told.as_mild() if sheet.is_custom else told


@dataclass(frozen=True, slots=True)
class _Words:
    """What is said of some imports of one file."""

    title: str
    failure: str
    remedy: str


def _unused(sheet: Sheet, strays: Sequence[Stray]) -> Remark:
    words = _words(strays)
    repeated = ", ".join(f"`{one.shown}` on line {one.line}" for one in sheet.repeats)
    return Remark(
        title=words.title,
        slug=_slug(sheet),
        severity=SEVERITY,
        dimension=DIMENSION,
        root=ROOT,
        quotes=tuple(quote for one in strays for quote in _quotes(sheet, one))[:MOST_QUOTES],
        failure_mode=words.failure,
        mitigation=words.remedy,
        details=f"Imported twice: {repeated}." if repeated else "",
    )


def _slug(sheet: Sheet) -> str:
    """What the linter of the language calls it: what it says of the line is then one with ours.

    Of Python that is ruff, of scripts Biome where the project has it, else ESLint.
    """
    if sheet.now.language not in SCRIPTS:
        return NAME
    return "no-unused-imports" if any(map(sheet.base.exists, _BIOME)) else "no-unused-vars"


def _words(strays: Sequence[Stray]) -> _Words:
    names = list(dict.fromkeys(f"`{one.entry.local}`" for one in strays))
    are, they = ("is", "it") if len(names) == 1 else ("are", "them")
    lines = sorted({one.entry.line for one in strays})
    where = f"line {lines[0]}" if len(lines) == 1 else f"lines {_listed(list(map(str, lines)))}"
    remedy = f"Delete the import on {where}, or use what it brings."
    listed = _listed(names)
    gone = [one.last_use is not None for one in strays]
    if all(gone):
        title = f"{listed} {are} imported and not used any more"
        failure = (
            f"The change takes away the last use of {listed} in this file and leaves the import."
        )
    elif any(gone):
        title = f"{listed} {are} imported and not used"
        failure = f"Nothing in this file uses {they} since the change."
    else:
        title = f"{listed} {are} imported and never used"
        failure = f"The change brings {they} in, and nothing in this file uses {they}."
    return _Words(title, failure, remedy)


def _listed(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    if len(names) <= _FEW:
        return f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{', '.join(names[:_FEW])} and {len(names) - _FEW} more"


def _quotes(sheet: Sheet, stray: Stray) -> Iterator[Quote]:
    """The import at head, and the removed line that used it last."""
    yield _line(sheet, stray.entry.line)
    if stray.last_use is not None:
        number, text = stray.last_use
        path = sheet.file.old_path or sheet.file.path
        yield Quote(path=path, text=text, side=Side.OLD, line=number)


def _line(sheet: Sheet, number: int) -> Quote:
    return Quote(path=sheet.file.path, text=sheet.now.lines[number - 1], line=number)


def _repeated(sheet: Sheet) -> Remark:
    first = sheet.repeats[0]
    verb = "included" if sheet.now.language in INCLUDING else "imported"
    names = _listed(list(dict.fromkeys(f"`{one.shown}`" for one in sheet.repeats)))
    are = "is" if len({one.shown for one in sheet.repeats}) == 1 else "are"
    return Remark(
        title=f"{names} {are} {verb} twice",
        slug=f"{verb}-twice",
        severity=SEVERITY,
        dimension=DIMENSION,
        root=ROOT,
        quotes=tuple(
            quote
            for one in sheet.repeats
            for quote in (_line(sheet, one.line), _line(sheet, one.first))
        )[:MOST_QUOTES],
        failure_mode=f"What is {verb} a second time was there already, so the line does nothing.",
        mitigation=f"Delete line {first.line}; line {first.first} does the same.",
    )

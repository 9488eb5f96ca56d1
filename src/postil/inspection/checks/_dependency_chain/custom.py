"""What a project names by custom although the tree does not hold it: something else makes it."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from postil.inspection.breaks import LIKELY, Break
from postil.inspection.gathering import without_names
from postil.inspection.outlines import Unreadable
from postil.inspection.standing import Ground, ancestors

Reader = Callable[[str, str, Ground], Iterator[Break]]

_CUSTOM = 2
"""So many places that were like this before are no slip any more."""
_MOST_SIBLINGS = 20
_HANDED = ("input", "secret")


def breaks_of(reader: Reader, path: str, text: str, ground: Ground) -> list[Break] | None:
    """The breaks of one version of a file; None where it cannot be read."""
    try:
        return list(reader(path, text, ground))
    except Unreadable:
        return None


@dataclass
class Custom:
    """The project before the change, asked what it already named without having it."""

    base: Ground
    counts: dict[str, Counter[str]] = field(default_factory=dict)

    def covers(self, found: Break, earlier: Iterable[Break], reader: Reader) -> bool:
        """Whether the file, or its like in the folders beside it, names several such things.

        What this change itself took away is no custom, whoever else lacks it.
        """
        if found.confidence != LIKELY:
            return False
        kind = without_names(found.title)
        if sum(without_names(one.title) == kind for one in earlier) >= _CUSTOM:
            return True
        return self._beside(found.path, reader)[kind] >= _CUSTOM

    def _beside(self, path: str, reader: Reader) -> Counter[str]:
        """How often each kind of break stands in files of this name in the folders beside this."""
        if path not in self.counts:
            self.counts[path] = Counter(
                kind for sibling in self._siblings(path) for kind in self._kinds(sibling, reader)
            )
        return self.counts[path]

    def _siblings(self, path: str) -> list[str]:
        folder, name = posixpath.split(path)
        above = posixpath.dirname(folder)
        if not folder:
            return []
        beside = (
            other
            for other in self._by_name.get(name, ())
            if other != path and posixpath.dirname(posixpath.dirname(other)) == above
        )
        return sorted(other for other in beside if "/" in other)[:_MOST_SIBLINGS]

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        named: dict[str, list[str]] = {}
        for path in self.base.tree.paths():
            named.setdefault(posixpath.basename(path), []).append(path)
        return named

    def _kinds(self, path: str, reader: Reader) -> set[str]:
        """The kinds of break in one file, each once: one slip is not made twice by copying a line."""
        text = self.base.read(path)
        found = breaks_of(reader, path, text, self.base) if text is not None else None
        return {without_names(one.title) for one in found or ()}


def by_cause(breaks: Iterable[Break], ground: Ground) -> Iterator[Break]:
    """The breaks; those that one slip makes are told as one.

    So it is with aliases that lead into one missing folder, with keys that one line takes from
    another job's matrix, with a table of which several keys stand twice, and with a call that
    hands over one name where one other is asked for.
    """
    causes: dict[tuple[str, str], list[Break]] = {}
    for number, found in enumerate(_renames_joined(list(breaks))):
        causes.setdefault(_cause(found, ground) or ("", str(number)), []).append(found)
    for first, *others in causes.values():
        also = ", ".join(f"`{_name(one)}`" for one in others[:_MOST_SIBLINGS])
        lines = tuple(line for one in (first, *others) for line in one.lines)
        title = f"{first.title}; the same goes for {also}" if others else first.title
        yield replace(first, lines=lines, title=title)


def _renames_joined(breaks: list[Break]) -> Iterator[Break]:
    """The breaks, with one unknown and one missing name of the same call told as one rename."""
    calls: dict[tuple[str, str, str | None], list[Break]] = {}
    for number, found in enumerate(breaks):
        ways, _, kind = found.slug.partition("-")
        is_handed = ways in ("unknown", "missing") and kind in _HANDED and found.origin is not None
        call = (kind, found.owner, found.origin) if is_handed else ("", str(number), None)
        calls.setdefault(call, []).append(found)
    for (kind, _, origin), told in calls.items():
        if [one.slug.partition("-")[0] for one in told] != ["unknown", "missing"]:
            yield from told
            continue
        given, asked = told
        yield replace(
            given,
            lines=given.lines + asked.lines,
            title=f"Job `{given.owner}` hands `{given.subject}` to `{origin}`, "
            f"which has no such {kind} and requires `{asked.subject}`",
            mitigation=f"Hand over `{asked.subject}` instead of `{given.subject}`, "
            f"or declare `{given.subject}` in `{origin}`",
        )


def _cause(found: Break, ground: Ground) -> tuple[str, str] | None:
    if found.slug == "missing-alias-target" and found.origin:
        return found.slug, _lost(found.origin, ground)
    if found.slug == "missing-matrix-key":
        return found.slug, f"{found.owner} {found.lines[0]}"
    return (found.slug, found.owner) if found.slug == "repeated-key" else None


def _name(found: Break) -> str:
    """What a person calls it: an alias by its own name, a key by the name it is read by."""
    named = found.owner.removeprefix("paths ")
    return found.subject if named == found.owner else named


def _lost(path: str, ground: Ground) -> str:
    """The uppermost folder on the way to a path that is not there, or the path itself."""
    missing = [folder for folder in ancestors(path) if folder and not ground.tree.exists(folder)]
    return missing[-1] if missing else path

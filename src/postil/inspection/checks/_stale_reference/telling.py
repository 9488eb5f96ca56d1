"""Turns stale places into remarks: each thing and file once, many of one cause together."""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Iterator

from postil.domain.finding import MOST_QUOTES, Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks._stale_reference.subjects import MILD, Stale

NAME = "stale-reference"
FEW = 3
"""So many things in one place are told one by one."""
FEW_PATHS = 2
"""So many files in one place are told one by one."""
SEVERAL = 6
"""More places than this, of things that one file lost, are one slip even in few files."""
MANY = 8
"""More places than this are a rewrite half done, which its author knows: told as one."""
MANY_PATHS = 4
"""More paths than this, still named after one change, are told as one."""

_MOST_NAMED = 6
_MOST_LISTED = 200
"""Whoever mends what a move left behind wants all of it; beyond that a search is quicker."""

_Group = list[Stale]


def remarks(stale: Iterable[Stale]) -> Iterator[Remark]:
    """What is stale, and mildly what only may be."""
    entries = list(stale)
    plain = [entry for entry in entries if entry.confidence > MILD]
    # Whoever looks at one place of a thing in a file sees the others there, and all of its line.
    seen = {(entry.subject.name, entry.path) for entry in plain}
    lines = {(entry.path, entry.line) for entry in plain}
    yield from _told(plain)
    for remark in _told(
        entry
        for entry in entries
        if entry.confidence <= MILD
        and (entry.subject.name, entry.path) not in seen
        and (entry.path, entry.line) not in lines
    ):
        yield remark.as_mild()


def _told(stale: Iterable[Stale]) -> Iterator[Remark]:
    """One remark per thing and file at its first line; what has one cause in common becomes one."""
    by_cause: dict[tuple[str, bool], list[_Group]] = defaultdict(list)
    for group in _groups(stale):
        by_cause[_cause(group[0]), group[0].is_code].append(group)
    left: list[_Group] = []
    swept: dict[bool, list[tuple[str, list[_Group]]]] = {True: [], False: []}
    for (cause, is_code), groups in by_cause.items():
        subjects = {group[0].subject.name for group in groups}
        places = {group[0].path for group in groups}
        many = len(places) > FEW or (len(places) > 1 and len(groups) > SEVERAL)
        if len(subjects) > FEW and many:
            swept[is_code].append((cause, groups))
        else:
            left += groups
    yield from _sweeps(swept.values())
    for is_code in (True, False):
        kind = [group for group in left if group[0].is_code is is_code]
        if len(kind) > _many_of(kind) and len({group[0].subject.name for group in kind}) > FEW:
            yield _sweep(sorted(kind, key=_reading_order), "this change took away")
            left = [group for group in left if group[0].is_code is not is_code]
    yield from _few(left)


def _sweeps(kinds: Iterable[list[tuple[str, list[_Group]]]]) -> Iterator[Remark]:
    """What has one cause in common is one remark, and so are several causes of one kind."""
    for swept in kinds:
        if swept:
            cause = swept[0][0] if len(swept) == 1 else "this change took away"
            groups = [group for _, gathered in swept for group in gathered]
            yield _sweep(sorted(groups, key=_reading_order), cause)


def _cause(first: Stale) -> str:
    """What happened to the thing, in words: its file lost it, or its folder moved."""
    subject = first.subject
    if subject.noun in ("file", "folder") and subject.now:
        before, after = posixpath.dirname(subject.name), posixpath.dirname(subject.now)
        if before != after:
            return f"moved from `{before or '.'}` to `{after or '.'}`"
    return f"`{subject.cause.path}` lost"


def _few(groups: Iterable[_Group]) -> Iterator[Remark]:
    """Each thing once, with all files that name it; one file that names many of them once."""
    by_subject: dict[str, list[_Group]] = defaultdict(list)
    for group in groups:
        by_subject[group[0].subject.name].append(group)
    by_place: dict[tuple[str, bool], list[_Group]] = defaultdict(list)
    for places in by_subject.values():
        if len(places) > 1:
            yield _spread(sorted(places, key=_reading_order))
            continue
        for group in places:
            by_place[group[0].path, group[0].is_code].append(group)
    for gathered in by_place.values():
        if len(gathered) > _few_of(gathered):
            yield _heap(sorted(gathered, key=_reading_order))
        else:
            yield from (
                _remark([group], _title(group[0]), _more_lines(group)) for group in gathered
            )


def _many_of(groups: list[_Group]) -> int:
    """More than so many of one kind are a rewrite half done; a tree that moved shows it sooner."""
    return MANY_PATHS if all(_is_path(group) for group in groups) else MANY


def _is_path(group: _Group) -> bool:
    return group[0].subject.noun in ("file", "folder")


def _few_of(groups: list[_Group]) -> int:
    """How many of one file are told one by one; who looks for a path finds them all at once."""
    return FEW_PATHS if all(map(_is_path, groups)) else FEW


def _sweep(groups: list[_Group], lost: str) -> Remark:
    """Many things of one cause, a file or the whole change, that many files still name."""
    first = groups[0][0]
    names = list(dict.fromkeys(group[0].subject.name for group in groups))
    files = len({group[0].path for group in groups})
    use = "used" if first.is_code else "mentioned"
    shown = _names(names)
    title = f"{len(names)} things that {lost} are still {use} in {files} files: {shown}"
    listed = "\n".join(
        f"- `{group[0].path}:{group[0].line}`: {group[0].subject.noun} `{group[0].subject.name}`"
        for group in groups[:_MOST_LISTED]
    )
    return _remark(groups, title, f"{listed}{_unlisted(len(groups))}")


def _unlisted(count: int) -> str:
    return f"\n{count - _MOST_LISTED} more places are not listed." if count > _MOST_LISTED else ""


def _names(names: list[str]) -> str:
    shown = ", ".join(f"`{name}`" for name in names[:_MOST_NAMED])
    return f"{shown} and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else shown


def _groups(stale: Iterable[Stale]) -> list[_Group]:
    """The places of each thing in each file, code first; each line is told once."""
    told: set[tuple[str, int]] = set()
    groups: dict[tuple[str, str], _Group] = {}
    for entry in stale:
        if (entry.path, entry.line) not in told:
            told.add((entry.path, entry.line))
            groups.setdefault((entry.subject.name, entry.path), []).append(entry)
    return [
        sorted(group, key=lambda entry: (not entry.is_code, entry.line))
        for group in groups.values()
    ]


def _reading_order(group: _Group) -> tuple[bool, str, int]:
    return not group[0].is_code, group[0].path, group[0].line


def _spread(places: list[_Group]) -> Remark:
    """One thing that several files still name."""
    others = [f"- `{group[0].path}:{group[0].line}`" for group in places[1:]]
    listed = "\n".join(others[:_MOST_LISTED])
    count = f"{len(others)} more file{'s' if len(others) > 1 else ''}"
    title = f"{_title(places[0][0])}, in {count} too"
    own = _more_lines(places[0])
    names = "name" if len(others) > 1 else "names"
    return _remark(
        places, title, f"{own}\n{count} {names} it:\n{listed}{_unlisted(len(others))}".strip()
    )


def _heap(groups: list[_Group]) -> Remark:
    """One file that still names many things."""
    first = groups[0][0]
    names = [group[0].subject.name for group in groups]
    use = "uses" if first.is_code else "mentions"
    listed = "\n".join(
        f"- line {group[0].line}: {group[0].subject.noun} `{group[0].subject.name}`"
        for group in groups[:_MOST_LISTED]
    )
    listed += _unlisted(len(groups))
    title = f"`{first.path}` still {use} {len(names)} things that are gone: {_names(names)}"
    return _remark(groups, title, listed)


def _more_lines(group: _Group) -> str:
    others = [str(entry.line) for entry in group[1:]]
    lines = f"Also on {len(others)} more line(s) of this file: {', '.join(others[:20])}."
    gone = group[0].with_it
    names = f"Gone with it and used here: {_names(list(gone))}."
    return "\n".join(([lines] if others else []) + ([names] if gone else []))


def _title(first: Stale) -> str:
    subject = first.subject
    use = "used" if first.is_code else "mentioned"
    noun = subject.noun[:1].upper() + subject.noun[1:]
    if subject.home:
        return f"{noun} `{subject.name}` is still {use} at its old place after its move"
    happened = "rename" if subject.now else "removal"
    return f"{noun} `{subject.name}` is still {use} after its {happened}"


def _remark(groups: list[_Group], title: str, details: str) -> Remark:
    first = groups[0][0]
    subject = first.subject
    elsewhere = [_quote(group[0]) for group in groups[1 : MOST_QUOTES - 1]]
    return Remark(
        title=title,
        slug=NAME,
        severity=Severity.HIGH if first.is_code else Severity.LOW,
        dimension=Dimension.CROSS_REFERENCE,
        root=Root.CODE if first.is_code else Root.DOC,
        quotes=(_quote(first), subject.cause, *elsewhere),
        failure_mode=_failure(first),
        mitigation=_mitigation(first),
        claim=Claim(Shape.MISMATCH, subject.name),
        confidence=first.confidence,
        details=details,
    )


def _quote(entry: Stale) -> Quote:
    return Quote(path=entry.path, text=entry.text, line=entry.line)


def _mitigation(first: Stale) -> str:
    subject = first.subject
    if subject.home:
        return f"Take `{subject.name}` from `{subject.home}`."
    if subject.now:
        return f"Write `{subject.now}` here."
    return f"Drop or replace the reference to `{subject.name}`, or keep the old name."


def _failure(first: Stale) -> str:
    name, home = first.subject.name, first.subject.home
    if home:
        who = "Whatever reaches this line looks" if first.is_code else "Readers look"
        return f"{who} for `{name}` where it was; it is in `{home}` now."
    if first.is_code:
        return f"Whatever reaches this line looks for `{name}`, which no longer exists."
    return f"Readers are pointed at `{name}`, which no longer exists."

"""Makes one finding of several that say the same; different angles are kept and linked."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from postil.domain.change import Side
from postil.domain.finding import Evidence, Finding
from postil.domain.severity import Basis, Blast
from postil.judge.case import Case, Sifted, is_computed
from postil.judge.grounds import Grounds

STEP = "dedupe"

_WORD = re.compile(r"[^\W_]+")
_NAMED = re.compile(r"`([^`\n]{1,200})`")
_FILLING = """
    a an and are as at be by can for from has in is it its may no not of on or that the this to
    when which will with without
"""
_FILLERS = frozenset(_FILLING.split())
_SIMILAR = 0.6
_CROWD = 50
_MOST_RELATED = 5
_NOT_ALWAYS = "B"

_TRUST = (Basis.RULE, Basis.TOOL, Basis.VERIFIED, Basis.SELF)
_REACH = (Blast.DATA, Blast.SERVICE, Blast.MODULE, Blast.LOCAL)


def merge(cases: Sequence[Case], _grounds: Grounds) -> Sifted:
    """One case for each group that says the same, linked with others about the same lines."""
    ordered = sorted(cases, key=_strength)
    groups = _Groups(len(ordered))
    neighbours: list[tuple[int, int]] = []
    for one, other in _overlapping(ordered):
        if is_same(ordered[one].finding, ordered[other].finding):
            groups.join(one, other)
        elif ordered[one].finding.place.start is not None:
            neighbours.append((one, other))
    members: dict[int, list[Case]] = {}
    for index, case in enumerate(ordered):
        members.setdefault(groups.head(index), []).append(case)
    united = {head: _united(group) for head, group in members.items()}
    links: dict[int, set[str]] = {head: set() for head in united}
    for pair in neighbours:
        first, second = map(groups.head, pair)
        if first != second:
            links[first].add(united[second].finding.handle)
            links[second].add(united[first].finding.handle)
    return Sifted(tuple(_linked(case, links[head]) for head, case in united.items()))


def is_same(one: Finding, other: Finding) -> bool:
    """Whether two findings about the same lines are one issue; in doubt they are two."""
    if one.kind is not other.kind:
        return False
    if _show_the_same(one, other) or _call_it_the_same(one, other):
        return True
    if _apart(one.claim.subject, other.claim.subject):
        return False
    same_dimension = one.dimension is other.dimension
    if one.sources == other.sources:
        # An inspector that says two things means two things, unless it repeats itself.
        return (
            one.slug == other.slug and same_dimension and _words(one.title) == _words(other.title)
        )
    if same_dimension and (
        one.slug == other.slug or one.claim.subject == other.claim.subject != ""
    ):
        return True
    return _is_reworded(one, other)


def _show_the_same(one: Finding, other: Finding) -> bool:
    """Whether two checks lead the same cause to the same effect, whatever each calls it."""
    if one.sources == other.sources or not (is_computed(one.basis) and is_computed(other.basis)):
        return False
    # A file that is gone is quoted as a whole by one and by its first line by another.
    whole = {
        (each.path, each.side) for each in (*one.evidence, *other.evidence) if each.start is None
    }
    shown = _shown(one, whole)
    return len(shown) > 1 and shown == _shown(other, whole)


def _call_it_the_same(one: Finding, other: Finding) -> bool:
    """Whether a tool and a check have one name for what is wrong with the very same lines.

    To a tool all is a matter of consistency, and it names its rule where the check names the thing.
    """
    by_both = {one.basis, other.basis} == {Basis.RULE, Basis.TOOL}
    return by_both and one.slug == other.slug and one.place == other.place


def _shown(
    finding: Finding, whole: Collection[tuple[str, Side]]
) -> set[tuple[str, Side, int, int]]:
    """The places that a finding quotes, without lines where the file as a whole is meant."""
    return {
        (each.path, each.side, 0, 0)
        if (each.path, each.side) in whole
        else (each.path, each.side, each.start or 0, each.end or 0)
        for each in finding.evidence
    }


def _apart(one: str, other: str) -> bool:
    return bool(one) and bool(other) and one != other


def _is_reworded(one: Finding, other: Finding) -> bool:
    names = [_names(each.title) for each in (one, other)]
    if all(names) and names[0].isdisjoint(names[1]):
        return False
    words = [_words(each.title) for each in (one, other)]
    return len(words[0] & words[1]) >= _SIMILAR * len(words[0] | words[1]) > 0


@lru_cache(maxsize=4096)
def _names(title: str) -> frozenset[str]:
    return frozenset(_NAMED.findall(title))


@lru_cache(maxsize=4096)
def _words(title: str) -> frozenset[str]:
    return frozenset(_WORD.findall(title.casefold())) - _FILLERS


def _strength(case: Case) -> tuple[int, int, int, bool]:
    """Worst, best founded and surest first, so that the first of a group speaks for it.

    Of equals, one that names what it is about comes first; the rest stay in the order they
    came in, which is that of their remarks.
    """
    finding = case.finding
    trust = _TRUST.index(finding.basis)
    return (-finding.severity.rank, trust, -finding.confidence, not finding.claim.subject)


def _overlapping(cases: Sequence[Case]) -> Iterator[tuple[int, int]]:
    """Pairs of cases whose places share a line; places without lines share the whole file."""
    by_file: dict[tuple[str, Side, bool], list[tuple[int, int, int]]] = {}
    for index, case in enumerate(cases):
        place = case.finding.place
        start, end = place.start or 0, place.end or 0
        by_file.setdefault((place.path, place.side, place.start is None), []).append(
            (start, end, index)
        )
    for places in by_file.values():
        reaching: list[tuple[int, int]] = []
        for start, end, index in sorted(places):
            # On lines this crowded nobody could follow the links, and pairs grow too fast.
            reaching = [each for each in reaching if each[0] >= start][-_CROWD:]
            yield from ((index, other) for _, other in reaching)
            reaching.append((end, index))


class _Groups:
    """Which cases belong together; a group goes by its strongest member, which stands first."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def head(self, index: int) -> int:
        while self._above[index] != index:
            index = self._above[index]
        return index

    def join(self, one: int, other: int) -> None:
        first, second = sorted((self.head(one), self.head(other)))
        self._above[second] = first


def _united(group: Sequence[Case]) -> Case:
    if len(group) == 1:
        return group[0]
    # What code worked out is told in its own words, whoever repeats it more loudly; the first of
    # the group is the worst, and how bad it is may be anybody's word.
    worst = group[0].finding.severity
    group = sorted(group, key=lambda case: not is_computed(case.finding.basis))
    first = group[0].at(worst, step=STEP, reason="another inspector rates the same issue worse")
    findings = [case.finding for case in group]
    evidence = tuple(dict.fromkeys(chain.from_iterable(each.evidence for each in findings)))
    finding = replace(
        first.finding,
        confidence=max(each.confidence for each in findings),
        basis=min((each.basis for each in findings), key=_TRUST.index),
        blast=min((each.blast for each in findings), key=_REACH.index),
        evidence=evidence,
        introduced=any(each.introduced for each in findings),
        anchor=evidence.index(_anchored(findings)),
        sources=tuple(sorted({source for each in findings for source in each.sources})),
        suggestion=next((each.suggestion for each in findings if each.suggestion), None),
        race=next((each.race for each in findings if each.race), None),
        reports=len(group),
        fingerprints=tuple(sorted({pair for each in findings for pair in each.fingerprints})),
    )
    return replace(
        first,
        finding=finding,
        remarks=tuple(chain.from_iterable(case.remarks for case in group)),
        ceiling=max((case.ceiling for case in group), key=lambda severity: severity.rank),
        drop_signals=_doubts([case.drop_signals for case in group]),
    )


def _doubts(signals: Sequence[frozenset[str]]) -> frozenset[str]:
    """What one inspector says without a doubt stands; when all doubt it, it may be for other reasons.

    The signal about lines of an earlier review does not always count, so it alone makes no doubt.
    """
    if all(each - {_NOT_ALWAYS} for each in signals):
        return frozenset.union(*signals)
    return frozenset.intersection(*signals)


def _anchored(findings: Sequence[Finding]) -> Evidence:
    return next((each for each in findings if each.introduced), findings[0]).anchored


def _linked(case: Case, handles: set[str]) -> Case:
    related = tuple(sorted(handles - {case.finding.handle}))[:_MOST_RELATED]
    return replace(case, finding=replace(case.finding, related=related))

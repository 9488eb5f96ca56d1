"""Refutes what can be refuted by looking: each shape of claim has its own proof to bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from postil.domain.change import Side
from postil.domain.finding import Evidence, Finding, Shape
from postil.domain.judgement import SetAside
from postil.domain.policy import ConfidenceRule
from postil.judge import absence, names
from postil.judge.case import Case, Sifted, is_computed
from postil.judge.grounds import Grounds
from postil.judge.passage import bare, lines_of
from postil.judge.shelf import Site, file_of, touches
from postil.ports import Hits

STEP = "claim"

_TWO_SIDED = {
    Shape.UNREACHABLE: "it must quote both the guard and what decides",
    Shape.MISMATCH: "it must quote both sides that do not match",
}


def check(cases: Sequence[Case], grounds: Grounds) -> Sifted:
    """Sets aside what is refuted or speaks of names that do not exist, after one search for all."""
    found = _search(cases, grounds)
    kept: list[Case] = []
    aside: list[SetAside] = []
    for case in cases:
        reason = _refutation(case.finding, found=found, grounds=grounds)
        unknown = _unknown_name(case.finding, found=found, grounds=grounds)
        if reason is not None:
            aside.extend(case.set_aside(step=STEP, reason=reason))
        elif unknown is None:
            kept.append(case)
        elif grounds.policy.confidence_rule is ConfidenceRule.BANDS:
            kept.append(case.advisory(step=STEP, reason=unknown).warned(f"Unverified: {unknown}"))
        else:
            aside.extend(case.set_aside(step=STEP, reason=f"unverified: {unknown}"))
    return Sifted(tuple(kept), tuple(aside))


def _search(cases: Sequence[Case], grounds: Grounds) -> Mapping[str, Hits] | None:
    if grounds.search is None:
        return None
    read = (case.finding for case in cases if not is_computed(case.finding.basis))
    needles = frozenset(chain.from_iterable(map(_needles, read)))
    return grounds.search.search(needles) if needles else {}


def _needles(finding: Finding) -> Iterator[str]:
    yield from names.needles(names.mentioned(finding))
    if finding.claim.shape is Shape.ABSENCE:
        yield from absence.needles(finding.claim.subject)


def _refutation(
    finding: Finding, *, found: Mapping[str, Hits] | None, grounds: Grounds
) -> str | None:
    shape = finding.claim.shape
    if shape in _TWO_SIDED and not _has_two_sides(finding):
        return _TWO_SIDED[shape]
    if finding.race is not None and not _has_two_sides(finding):
        return "it must quote both sides of the race"
    if shape is Shape.INTRODUCED:
        return _was_there(finding, grounds)
    # Code that calls something missing has looked in the one scope that counts; the same
    # word elsewhere in the tree would prove nothing against it.
    if shape is Shape.ABSENCE and not is_computed(finding.basis):
        return absence.refutation(finding, found=found, grounds=grounds)
    return None


def _has_two_sides(finding: Finding) -> bool:
    sides = {(each.path, each.side, each.start, each.text) for each in finding.evidence}
    return len(sides) > 1


def _was_there(finding: Finding, grounds: Grounds) -> str | None:
    if not finding.introduced:
        return "what it quotes stood there before this change"
    written = [each for each in finding.evidence if _is_written(each, grounds)]
    if is_computed(finding.basis) or not written:
        return None
    if all(_stands_at_base(each, grounds) for each in written):
        return "the same line stands in the file before this change"
    return None


def _is_written(evidence: Evidence, grounds: Grounds) -> bool:
    if evidence.start is None:
        return False
    span = (evidence.start, evidence.end or evidence.start)
    site = Site(evidence.path, evidence.side, (span,), span)
    return touches(grounds.change, site)


def _stands_at_base(evidence: Evidence, grounds: Grounds) -> bool:
    file = file_of(grounds.change, evidence.path, evidence.side)
    if evidence.side is Side.OLD or file is None or file.old_path is None:
        return False
    before = lines_of(grounds.base.read(file.old_path) or "")
    return _squeezed(evidence.text.split("\n")) in _squeezed(before)


def _squeezed(lines: Sequence[str]) -> str:
    return "\n" + "\n".join(map(bare, lines)) + "\n"


def _unknown_name(
    finding: Finding, *, found: Mapping[str, Hits] | None, grounds: Grounds
) -> str | None:
    if found is None or is_computed(finding.basis):
        return None
    name = names.first_unknown(names.mentioned(finding), finding, found=found, grounds=grounds)
    return None if name is None else f"nothing is called `{name.written}`"

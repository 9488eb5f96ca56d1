"""How the verdict moved between two reviews, and the facts a re-review is worded from."""

from __future__ import annotations

from dataclasses import dataclass

from postil.domain.ledger import State
from postil.domain.memory import Entry, Memory, Transition
from postil.domain.severity import Kind, Severity


@dataclass(frozen=True, slots=True, kw_only=True)
class Delta:
    """What is different since the last review.

    `fresh` are open now and were not (new, or come back), `closed` were open and are not,
    `still_open` were and are. `blockers` are all that block now, `fresh_blockers` those that
    did not before (one may have got worse), `closed_blockers` those that did and are closed.
    """

    transition: Transition
    fresh: tuple[Entry, ...]
    closed: tuple[Entry, ...]
    still_open: tuple[Entry, ...]
    blockers: tuple[Entry, ...]
    fresh_blockers: tuple[Entry, ...]
    closed_blockers: tuple[Entry, ...]

    @property
    def is_all_closed(self) -> bool:
        """Whether nothing is open at all, which is the only thing that is green."""
        return not (self.fresh or self.still_open)

    @property
    def is_only_likely(self) -> bool:
        """Whether a blocker went away by a proof that no person has confirmed."""
        return any(entry.state is State.LIKELY_FIXED for entry in self.closed_blockers)


def delta(before: Memory, after: Memory, *, block_at: Severity | None) -> Delta:
    """What moved between two memories of one change."""
    was_open = {entry.id for entry in before.entries if _counts(entry)}
    did_block = {entry.id for entry in before.entries if is_blocker(entry, block_at)}
    now_open = tuple(entry for entry in after.entries if _counts(entry))
    blockers = tuple(entry for entry in now_open if is_blocker(entry, block_at))
    open_ids = {entry.id for entry in now_open}
    closed = tuple(e for e in after.entries if e.id in was_open and e.id not in open_ids)
    fresh_blockers = tuple(entry for entry in blockers if entry.id not in did_block)
    closed_blockers = tuple(entry for entry in closed if entry.id in did_block)
    return Delta(
        transition=_transition(
            before,
            blockers=len(blockers),
            fresh=len(fresh_blockers),
            closed=len(closed_blockers),
        ),
        fresh=tuple(entry for entry in now_open if entry.id not in was_open),
        closed=closed,
        still_open=tuple(entry for entry in now_open if entry.id in was_open),
        blockers=blockers,
        fresh_blockers=fresh_blockers,
        closed_blockers=closed_blockers,
    )


def is_blocker(entry: Entry, block_at: Severity | None) -> bool:
    """An open defect at least as bad as what blocks; where nothing does, as bad as high."""
    finding = entry.finding
    limit = block_at or Severity.HIGH
    return finding.is_open and finding.kind is Kind.DEFECT and finding.severity.at_least(limit)


def _transition(before: Memory, *, blockers: int, fresh: int, closed: int) -> Transition:
    if before.is_empty:
        return Transition.FIRST
    if not blockers:
        return Transition.IMPROVED if closed else Transition.STILL_CLEAN
    if not fresh:
        return Transition.STILL_BLOCKED
    return Transition.MIXED if closed else Transition.WORSENED


def _counts(entry: Entry) -> bool:
    return entry.finding.is_open and entry.finding.kind is not Kind.PRAISE

"""What one run saw of a change, as far as it bears on what is remembered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from postil.domain.change import Change, Id
from postil.domain.finding import Evidence, Finding
from postil.domain.memory import Entry, UnitRead
from postil.domain.replies import Reply
from postil.domain.report import PriorAnswer
from postil.domain.severity import Severity
from postil.track.locating import Answer, Kind

_STANDING = (Kind.SAME, Kind.MOVED)
_ALTERED = (Kind.EDITED, Kind.DELETED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """A judged finding of this run, not numbered yet, with what lets its place be found again.

    With `only_known` it counts when it is one that is remembered, and is nothing new else.
    """

    finding: Finding
    symbol: str = ""
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    only_known: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What a reviewer said about an entry, with the lines of its answer that code has found.

    `is_recent` says that some of those lines were added after the finding was first seen;
    `commit` is the one that added them, empty when unknown.
    """

    id: str
    answer: PriorAnswer
    note: str = ""
    evidence: tuple[Evidence, ...] = ()
    is_recent: bool = False
    commit: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Whereabouts:
    """Where the evidence of an entry is at this head, by its position among the evidence.

    `commit` is the one that altered it, empty when unknown.
    """

    answers: Mapping[int, Answer]
    commit: str = ""

    def stands(self, index: int) -> bool:
        answer = self.answers.get(index)
        return answer is not None and answer.kind in _STANDING

    def altered(self, finding: Finding) -> int | None:
        """Which of the quotes a fix would touch reads otherwise now: where it is pinned, or its place.

        The two differ where a change breaks something elsewhere: mending that is a fix as well.
        """
        for index in (finding.anchor, 0):
            answer = self.answers.get(index)
            if answer is not None and answer.kind in _ALTERED:
                return index
        return None


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """A check of this installation: whether it ran, and which paths it could not look at."""

    name: str
    ran: bool
    unread: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Occurrences:
    """Everything that happened since the last review, and everything this one saw.

    `places` and `suppressed` (with the reason) go by the id of an entry. `readers` names, for
    each role or check, the label under which it reads now. `block_at` is the severity from
    which a defect blocks; None when none does. `returned` are the ids of entries whose code was
    gone and is back as it was, so that nobody need read it to know.
    """

    change: Change
    sightings: tuple[Sighting, ...] = ()
    answers: tuple[Answered, ...] = ()
    places: Mapping[str, Whereabouts] = field(default_factory=dict)
    watches: tuple[Watch, ...] = ()
    replies: tuple[Reply, ...] = ()
    suppressed: Mapping[str, str] = field(default_factory=dict)
    returned: frozenset[str] = frozenset()
    units: tuple[UnitRead, ...] = ()
    readers: Mapping[str, str] = field(default_factory=dict)
    block_at: Severity | None = Severity.CRITICAL
    spent_usd: float = 0.0

    @property
    def head(self) -> Id:
        return self.change.head.oid

    def is_altered(self, entry: Entry) -> bool:
        """Whether the code the finding is about is known to read otherwise now."""
        where = self.places.get(entry.id)
        return where is not None and where.altered(entry.finding) is not None

    def stands(self, entry: Entry) -> bool:
        """Whether the quoted place is still there, as it was quoted."""
        where = self.places.get(entry.id)
        if where is None:
            return entry.finding.place.revision == self.head
        return where.stands(0)

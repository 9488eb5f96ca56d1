"""The draft of a review that a person decides about: what is told where, and by which event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from postil.domain.document import ReviewDocument
from postil.domain.errors import UserError
from postil.domain.finding import Finding
from postil.domain.judgement import Coverage, Outcome, Verdict
from postil.domain.ledger import State
from postil.domain.publication import ReviewEvent
from postil.domain.severity import Kind, Severity

GRAVE = Severity.HIGH
"""From here up a person must say what they make of a finding that is contested."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A grave finding that somebody contests, and why."""

    finding: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What would be posted about a document, as far as a person may change it.

    `inline` findings become notes; `advisory` ones stand in the text, and only when
    `with_advisory` is set. `removed` are not told at all; they stay open. `allowed` are the
    events that can be chosen, `limit` says why there are not more. `settled` are the doubts a
    person has decided about.
    """

    document: ReviewDocument
    event: ReviewEvent
    inline: tuple[Finding, ...] = ()
    advisory: tuple[Finding, ...] = ()
    removed: tuple[Finding, ...] = ()
    allowed: tuple[ReviewEvent, ...] = tuple(ReviewEvent)
    limit: str = ""
    doubts: tuple[Doubt, ...] = ()
    settled: frozenset[str] = frozenset()
    with_advisory: bool = False

    @property
    def findings(self) -> tuple[Finding, ...]:
        return (*self.inline, *self.advisory)

    @property
    def unsettled(self) -> tuple[tuple[Finding, Doubt], ...]:
        """What must be decided before anything is posted: doubts about what would be a note."""
        return tuple(
            (finding, doubt)
            for finding in self.inline
            for doubt in self.doubts
            if doubt.finding == finding.id and finding.id not in self.settled
        )

    @property
    def grave(self) -> tuple[Finding, ...]:
        """The defects among everything that is open which an approval would pass over."""
        return tuple(
            finding
            for finding in (*self.findings, *self.removed)
            if finding.kind is Kind.DEFECT and finding.severity.at_least(GRAVE)
        )

    def called(self, number: str) -> Finding:
        """The finding of that number; raises when the draft has none."""
        for finding in self.findings:
            if finding.number == number.upper():
                return finding
        raise UserError(f"The draft has no finding `{number}`.")

    def move(self, number: str) -> Draft:
        """From the notes to the advisory part, or back."""
        found = self.called(number)
        inline = [each for each in self.inline if each is not found]
        advisory = [each for each in self.advisory if each is not found]
        (advisory if found in self.inline else inline).append(found)
        return replace(self, inline=_sorted(inline), advisory=_sorted(advisory))

    def remove(self, number: str) -> Draft:
        found = self.called(number)
        return replace(
            self,
            inline=tuple(each for each in self.inline if each is not found),
            advisory=tuple(each for each in self.advisory if each is not found),
            removed=(*self.removed, found),
        )

    def reword(self, other: Finding) -> Draft:
        """The same with one finding in other words."""
        found = self.called(other.number)
        return replace(
            self,
            inline=tuple(other if each is found else each for each in self.inline),
            advisory=tuple(other if each is found else each for each in self.advisory),
        )

    def choose(self, event: ReviewEvent) -> Draft:
        """The same by another event; raises when it cannot be that one."""
        if event not in self.allowed:
            raise UserError(f"The event cannot be `{word(event)}`: {self.limit}.")
        return replace(self, event=event)

    def settle(self, finding: str) -> Draft:
        return replace(self, settled=self.settled | {finding})

    def applied(self) -> ReviewDocument:
        """The document as the person left it: their words, and notes only where they want them.

        What they removed is not among its findings; it is remembered, and still open.
        """
        told = {each.id: replace(each, inline=each in self.inline) for each in self.findings}
        silent = {each.id: replace(each, inline=False) for each in self.removed}
        entries = tuple(
            replace(entry, finding=(told | silent).get(entry.id, entry.finding))
            for entry in self.document.memory.entries
        )
        return replace(
            self.document,
            findings=tuple(
                told.get(each.id, each) for each in self.document.findings if each.id not in silent
            ),
            memory=replace(self.document.memory, entries=entries),
        )


@dataclass(frozen=True, slots=True)
class Post:
    """The person wants it posted like this."""

    draft: Draft


@dataclass(frozen=True, slots=True)
class Cancel:
    """The person wants nothing posted."""


Decision = Post | Cancel


def word(event: ReviewEvent) -> str:
    """`REQUEST_CHANGES`: the event as people on a forge know it."""
    return event.value.upper().replace("-", "_")


def drafted(document: ReviewDocument, event: ReviewEvent, *, is_own: bool = False) -> Draft:
    """The first draft, with the event that follows from the verdict as far as that may be.

    `is_own` says that it is the reviewer's own pull request.
    """
    open_ = tuple(each for each in document.open_findings if each.kind is not Kind.PRAISE)
    allowed, limit = _allowed(document, is_own=is_own)
    return Draft(
        document=document,
        event=event if event in allowed else ReviewEvent.COMMENT,
        inline=_sorted(each for each in open_ if each.inline),
        advisory=_sorted(each for each in open_ if not each.inline),
        allowed=allowed,
        limit=limit,
        doubts=tuple(_doubts(document, open_)),
    )


def unattended(draft: Draft) -> Draft:
    """What is posted without anybody deciding: a comment, and every doubt left as it is."""
    return replace(draft, event=ReviewEvent.COMMENT, with_advisory=False)


def _allowed(document: ReviewDocument, *, is_own: bool) -> tuple[tuple[ReviewEvent, ...], str]:
    comment = (ReviewEvent.COMMENT,)
    refusal = (*comment, ReviewEvent.REQUEST_CHANGES)
    if is_own:
        return comment, "this is your own pull request"
    if document.coverage is not Coverage.FULL:
        may_refuse = document.verdict is Verdict.BLOCKED
        return refusal if may_refuse else comment, "not everything was looked at"
    if not document.panel or document.outcome is Outcome.NOOP:
        return refusal, "no reviewer read this change"
    return tuple(ReviewEvent), ""


def _doubts(document: ReviewDocument, findings: Iterable[Finding]) -> Iterator[Doubt]:
    crossing = document.reviewers.crossing if document.reviewers else None
    held = [each for each in crossing.disputes if each.acknowledge] if crossing else []
    for finding in findings:
        names = {finding.id, finding.number, finding.handle}
        ruled = next((each for each in held if each.finding in names), None)
        if ruled is not None:
            yield Doubt(finding.id, f"an arbiter takes it for wrong: {ruled.reason}")
        elif finding.status is State.DISPUTED and finding.severity.at_least(GRAVE):
            yield Doubt(finding.id, "somebody contests it and nobody has answered")


def _sorted(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(findings, key=lambda finding: finding.reading_key))

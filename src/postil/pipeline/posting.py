"""Composes what a pull request should show from a review: summary, notes, state and check."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

from postil.domain.commands import Commands
from postil.domain.document import DeliveryRecord, Figures, ReviewDocument, Stand
from postil.domain.finding import Finding
from postil.domain.forge import Conclusion, Shown
from postil.domain.judgement import Coverage, Verdict
from postil.domain.marks import Mark, MarkKind, Seal, Stage
from postil.domain.ours import ours
from postil.domain.policy import CiGate, Layout, OnClean, SummaryIdentity
from postil.domain.publication import (
    Answer,
    Carrier,
    CheckWanted,
    Note,
    ReviewEvent,
    Wanted,
)
from postil.pipeline.figures import planned
from postil.pipeline.labelling import label_told, label_wanted
from postil.pipeline.offering import offered
from postil.pipeline.outgoing import Outgoing
from postil.pipeline.owing import Owing, owing
from postil.publish.anchors import Anchors
from postil.publish.answers import answers
from postil.publish.carrying_out import Unplaced
from postil.publish.closings import closings
from postil.publish.recognising import Own, recognise
from postil.publish.state import packed, unread
from postil.publish.tagging import tagged
from postil.publish.validating import CarrierKind
from postil.render import Style
from postil.render._note import note, suggested
from postil.render._posting import check_summary, check_title, edits, opening, review_line
from postil.render._status import standing
from postil.render._tables import posted
from postil.render.markdown import render

CHECK_NAME = "postil"
ROOM = 60_000
"""The longest body we post; a forge refuses more than 65,536 characters."""

_MARK_ROOM = 400
_OVERFLOW = (
    "> 🤖 Postil keeps here what it remembers of this pull request, because it does not fit "
    "under the summary. There is nothing to read and nothing to do."
)


@dataclass(frozen=True, kw_only=True)
class Posting:
    """One review and how it is to be posted.

    `outgoing` lets nothing out of a text that may not leave. `run` names this run in its opening.
    `previous` is the review that stood before this one, if any: what people took away of it
    at the same head stays away. `with_advisory` says findings without a note in the review's own
    text; `tag` is the one person who is named in it.
    `edits` is what people wrote into earlier ones. `is_kept` leaves the summary that stands, for nothing is new.
    `began` is what stood when this run began to write.
    """

    document: ReviewDocument
    seal: Seal
    anchors: Anchors
    run: str
    outgoing: Outgoing
    previous: ReviewDocument | None = None
    event: ReviewEvent = ReviewEvent.COMMENT
    with_advisory: bool = False
    tag: str = ""
    edits: tuple[str, ...] = ()
    commands: Commands = field(default_factory=Commands)
    is_kept: bool = False
    began: Shown | None = None

    def wanted(self, shown: Shown, unplaced: Unplaced) -> Wanted:
        """What should stand there, given what does; `unplaced` the forge would not show."""
        own = recognise(shown, self.seal)
        began = self.began or shown
        possible = self._notes(own, unplaced)
        owes = owing(possible, own, unplaced)
        carrier = carrier_of(self.document)
        sketch = Wanted(
            head=self.document.subject.head,
            carrier=carrier,
            event=self.event,
            notes=() if owes.is_held_back or owes.is_locked else possible,
            withheld=self._withheld(recognise(began, self.seal), carrier),
            answers=self._answers(began),
            closings=closings(self.document, began, ours(began, self.seal)),
            label=label_wanted(self.document, self.previous, began, self.seal),
            is_kept=self.is_kept,
        )
        figures = Figures() if owes.is_locked else planned(sketch, began, self.seal)
        told = self.told(own, sketch.notes, owes)
        document = _recorded(told, figures, label_told(self.document, unplaced))
        address = _address(own)
        body, overflow = self._bodies(document, carrier)
        wanted = replace(
            sketch,
            body=body,
            opening=self._opening(document) if carrier is Carrier.COMMENT else "",
            overflow=overflow,
            review_body=self._stamped(review_line(document, address), MarkKind.REVIEW),
            answers=self._answers(shown),
            closings=closings(self.document, shown, ours(shown, self.seal)),
            check=self._check(document, address, owes),
        )
        self._look_over(wanted)
        return wanted

    def owing(self, shown: Shown, unplaced: Unplaced) -> Owing:
        """The notes that are missing and may still come."""
        own = recognise(shown, self.seal)
        return owing(self._notes(own, unplaced), own, unplaced)

    def told(self, own: Own, notes: tuple[Note, ...], owes: Owing) -> ReviewDocument:
        """The document with where each finding will stand."""
        lines = {each.finding for each in notes if each.line is not None}
        files = {each.finding for each in notes if each.line is None}
        stands = tuple(
            (finding.id, _stand(finding, own, lines, files))
            for finding in standing(self.document)
            if not owes.is_locked or finding.id in own.threads
        )
        record = DeliveryRecord(
            stands=stands, troubles=owes.troubles, edits=self.edits, owed=owes.findings
        )
        return replace(self.document, delivery=record)

    def _notes(self, own: Own, unplaced: Unplaced) -> tuple[Note, ...]:
        """What is said at its place, or on its file where it is said nowhere else."""
        carrier = carrier_of(self.document)
        summed_up = self._summed_up(own, carrier)
        is_last_word = carrier is Carrier.REVIEW and self._is_delivered(own, carrier)
        notes = []
        for finding in map(offered, self.document.open_findings):
            anchor = self.anchors.of(finding.anchored) if finding.inline else None
            if anchor is None or finding.id in summed_up:
                continue
            if finding.id in unplaced:
                if not is_last_word:
                    continue
                anchor = replace(anchor, line=None, start=None)
            text = self.outgoing(note(finding, self.document.policy.profile), suggested(finding))
            mark = Mark(kind=MarkKind.NOTE, id=finding.id, head=self.document.subject.head)
            notes.append(
                Note(
                    finding=finding.id,
                    path=anchor.path,
                    line=anchor.line,
                    start=anchor.start,
                    side=anchor.side,
                    body=self.seal.stamp(text, mark),
                )
            )
        return tuple(notes)

    def _bodies(self, told: ReviewDocument, carrier: Carrier) -> tuple[str, str]:
        """The summary with the state under it, or the state in a comment of its own."""
        if carrier is Carrier.NOTHING or self.is_kept:
            return "", ""
        assert told.delivery is not None  # noqa: S101 - it was just written
        pinned = frozenset(id_ for id_, stand in told.delivery.stands if stand is not Stand.SUMMARY)
        if carrier is Carrier.REVIEW:
            text = posted(told, self._advice(told))
        else:
            text = render(told, None, style=Style(pinned=pinned))
        text = self.outgoing(text).rstrip("\n")
        text = tagged(text, self.tag) if self.tag else text
        if told.delivery.edits:
            text = f"{text}\n\n{self.outgoing(edits(told.delivery.edits))}"
        kept = self._kept(told)
        state = packed(kept, self.seal, room=ROOM - len(text) - _MARK_ROOM)
        if state:
            return self._stamped(f"{text}\n\n{state}", MarkKind.SUMMARY, self.run), ""
        room = ROOM - len(_OVERFLOW) - _MARK_ROOM
        state = packed(kept, self.seal, room=room) or packed(unread(kept), self.seal, room=room)
        beside = self._stamped(f"{_OVERFLOW}\n\n{state}", MarkKind.OVERFLOW) if state else ""
        return self._stamped(text, MarkKind.SUMMARY, self.run), beside

    def _advice(self, told: ReviewDocument) -> list[Finding]:
        """What the review's own text says: what was chosen, and notes that found no line."""
        assert told.delivery is not None  # noqa: S101 - it was just written
        unsaid = {id_ for id_, stand in told.delivery.stands if stand is Stand.SUMMARY}
        return [
            finding
            for finding in standing(told)
            if finding.id in unsaid and (finding.inline or self.with_advisory)
        ]

    def _opening(self, told: ReviewDocument) -> str:
        """It holds the whole result already, so that whoever comes after a crash can go on."""
        text = self.outgoing(opening(told)).rstrip("\n")
        state = packed(self._kept(told), self.seal, room=ROOM - len(text) - _MARK_ROOM)
        mark = Mark(kind=MarkKind.SUMMARY, id=self.run, head=told.subject.head, stage=Stage.OPENING)
        return self.seal.stamp(f"{text}\n\n{state}" if state else text, mark)

    def _kept(self, told: ReviewDocument) -> ReviewDocument:
        """The document as the next run finds it there."""
        return replace(self._stored, delivery=self.outgoing.stored(told.delivery))

    @cached_property
    def _stored(self) -> ReviewDocument:
        return self.outgoing.stored(self.document)

    def _answers(self, shown: Shown) -> tuple[Answer, ...]:
        """What there is to say to people, each with the mark by which it is said once."""
        found = answers(self.document, shown, ours(shown, self.seal), self.commands)
        head = self.document.subject.head
        return tuple(
            replace(
                answer,
                body=self.seal.stamp(
                    self.outgoing(answer.body), Mark(kind=MarkKind.ANSWER, id=answer.to, head=head)
                ),
            )
            for answer in found
        )

    def _look_over(self, wanted: Wanted) -> None:
        """Nothing that breaks a rule is posted, whoever wrote it."""
        bodies = [
            (wanted.opening, CarrierKind.ANSWER),
            (wanted.overflow, CarrierKind.OVERFLOW),
            (wanted.review_body, CarrierKind.REVIEW),
            *((answer.body, CarrierKind.ANSWER) for answer in wanted.answers),
        ]
        is_plain = not self.edits and wanted.carrier is not Carrier.REVIEW
        kind = CarrierKind.SUMMARY if is_plain else CarrierKind.REVIEW
        for body, each in (*bodies, (wanted.body, kind)):
            if body:
                self.outgoing.refuse_faulty(body, each, author=self.tag)
        worded = {finding.id: offered(finding) for finding in self.document.findings}
        for one in wanted.notes:
            self.outgoing.refuse_faulty(
                one.body, CarrierKind.NOTE, suggestions=suggested(worded[one.finding])
            )

    def _check(self, document: ReviewDocument, address: str, owes: Owing) -> CheckWanted | None:
        """The check; where nothing can be said in the conversation it holds the whole review."""
        if document.policy.ci_gate is not CiGate.STATUS:
            return None
        summary = check_summary(document, address)
        if owes.is_locked:
            summary = f"{summary}\n\n{self.outgoing(render(document, None, style=Style()))}"
        return CheckWanted(
            name=CHECK_NAME,
            conclusion=_conclusion(document),
            title=check_title(document),
            summary=summary,
        )

    def _stamped(self, text: str, kind: MarkKind, id_: str = "") -> str:
        return self.seal.stamp(text, Mark(kind=kind, id=id_, head=self.document.subject.head))

    def _summed_up(self, own: Own, carrier: Carrier) -> frozenset[str]:
        """Findings the summary of this head says in full, where it is not written again.

        What it says only because the forge failed to take a note is still to be noted.
        """
        last, head = self.previous, self.document.subject.head
        if last is None or last.subject.head != head or last.delivery is None:
            return frozenset()
        is_review = carrier is Carrier.REVIEW and self._is_delivered(own, carrier)
        if not (self.is_kept or is_review):
            return frozenset()
        said = {id_ for id_, stand in last.delivery.stands if stand is Stand.SUMMARY}
        return frozenset(said.difference(last.delivery.owed))

    def _withheld(self, own: Own, carrier: Carrier) -> frozenset[str]:
        """Notes of this head that stood and are gone: somebody took them away."""
        last, head = self.previous, self.document.subject.head
        if last is None or last.subject.head != head or last.delivery is None:
            return frozenset()
        stood = {id_ for id_, stand in last.delivery.stands if stand is not Stand.SUMMARY}
        is_delivered = self._is_delivered(own, carrier)
        return frozenset(stood - set(own.threads)) if is_delivered else frozenset()

    def _is_delivered(self, own: Own, carrier: Carrier) -> bool:
        head = self.document.subject.head
        if carrier is Carrier.COMMENT:
            return any(
                each.mark.head == head and each.mark.stage is Stage.FINAL for each in own.summaries
            )
        return any(each.mark.head == head for each in own.reviews)


def carrier_of(document: ReviewDocument) -> Carrier:
    """What holds the summary of this review."""
    policy = document.policy
    if policy.layout is Layout.NONE or _is_nothing(document):
        return Carrier.NOTHING
    if policy.layout is Layout.TABLES:
        return Carrier.REVIEW
    if policy.summary is SummaryIdentity.NEW:
        return Carrier.COMMENT_PER_HEAD
    return Carrier.COMMENT


def _is_nothing(document: ReviewDocument) -> bool:
    """Nothing new, closed or open in a review that saw everything, where that is not posted."""
    is_whole = document.coverage is Coverage.FULL
    return document.policy.on_clean is OnClean.NOTHING and is_whole and not document.findings


def _recorded(document: ReviewDocument, figures: Figures, label: str) -> ReviewDocument:
    assert document.delivery is not None  # noqa: S101 - it was just written
    return replace(document, delivery=replace(document.delivery, figures=figures, label=label))


def _stand(finding: Finding, own: Own, lines: set[str], files: set[str]) -> Stand:
    if finding.id in files:
        return Stand.FILE
    return Stand.LINE if finding.id in lines or finding.id in own.threads else Stand.SUMMARY


def _address(own: Own) -> str:
    """Where the summary stands; only what may be linked to."""
    address = own.summaries[0].comment.address if own.summaries else ""
    return address if address.startswith("https://") else ""


def _conclusion(document: ReviewDocument) -> Conclusion:
    """Blocked wins; what was not wholly seen never passes."""
    if document.verdict is Verdict.BLOCKED:
        return Conclusion.FAILURE
    if document.coverage is not Coverage.FULL:
        return Conclusion.ACTION_REQUIRED
    return Conclusion.SUCCESS

"""What the panel did, as rows of plain words that every renderer shows in its own way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from postil.domain.brief import ConcernResult
from postil.domain.conversation import FROM_STORE, Usage
from postil.domain.document import InspectorRecord, ReviewDocument
from postil.domain.finding import Evidence
from postil.domain.observation import Attendance
from postil.domain.panel import Crossing, Dispute, PanelRecord, PassEnding, PassRecord
from postil.domain.report import GoalVerdict

Row = tuple[str, ...]

SEAT_HEADS = ("Role", "Seat", "Why", "Said", "Model", "Tokens")
PASS_HEADS = ("Pass", "Owner", "Ended in", "Shown by")
MATRIX_HEADS = ("#", "Concern", "Source", "Result", "Shown by")
DISPUTE_HEADS = ("Id", "Place", "Severity", "Claim", "Bucket", "Ruling", "Effect")

_RESULTS = {
    ConcernResult.HOLDS: "holds",
    ConcernResult.BROKEN: "broken",
    ConcernResult.NOT_VERIFIED: "not verified",
}
_VERDICTS = {
    GoalVerdict.ACHIEVED: "achieved",
    GoalVerdict.PARTIALLY: "partially achieved",
    GoalVerdict.NOT_ACHIEVED: "not achieved",
    GoalVerdict.UNVERIFIABLE: "unverifiable",
    GoalVerdict.NOT_APPLICABLE: "not applicable",
}
_NO_GOAL = "no goal is stated"
_UNASKED = "no reviewer was asked"
_EXCERPT = 120


def record(document: ReviewDocument) -> PanelRecord:
    """What the panel left; an empty record where none was called."""
    return document.reviewers or PanelRecord()


def roles(document: ReviewDocument) -> tuple[InspectorRecord, ...]:
    return tuple(each for each in document.inspectors if each.kind != "check")


def seat_rows(document: ReviewDocument) -> tuple[Row, ...]:
    """Who sat and who did not, with the reasons, who answered and what that took."""
    seats = [_seat(document, each) for each in roles(document)]
    chairs = [
        (each.role, "empty chair", each.reason, "", "", "") for each in record(document).chairs
    ]
    return (*seats, *chairs)


def _seat(document: ReviewDocument, seat: InspectorRecord) -> Row:
    calls = [call for call in document.calls if call.seat == seat.name]
    used = sum((call.usage for call in calls), Usage())
    word = {Attendance.RAN: "sat", Attendance.FAILED: "failed"}.get(
        seat.attendance, seat.attendance.value
    )
    said = f"{seat.remarks} remark{'' if seat.remarks == 1 else 's'}" if word == "sat" else ""
    models = ", ".join(dict.fromkeys(call.model for call in calls))
    taken = f"{used.input:,} in, {used.output:,} out" if used.input or used.output else ""
    if calls and all(call.note == FROM_STORE for call in calls):
        taken = FROM_STORE
    return (seat.name, word, seat.reason, said, models, taken)


def pass_rows(document: ReviewDocument) -> tuple[Row, ...]:
    return tuple(
        (ended.dimension.value, ended.owner, _ending(ended), ended.evidence)
        for ended in record(document).passes
    )


def _ending(ended: PassRecord) -> str:
    if ended.ending is PassEnding.FINDINGS:
        return f"{ended.findings} finding{'' if ended.findings == 1 else 's'}"
    return {
        PassEnding.CLEAN: "clean",
        PassEnding.NOT_APPLICABLE: "not applicable",
        PassEnding.GAP: "gap",
    }[ended.ending]


def matrix_rows(document: ReviewDocument) -> tuple[Row, ...]:
    return tuple(
        (
            str(row.number),
            row.concern,
            row.source,
            _RESULTS[row.result],
            shown_by(row.evidence, row.note),
        )
        for row in record(document).matrix
    )


def shown_by(evidence: Iterable[Evidence], note: str = "") -> str:
    """The lines that show something, each with its place, after what was said about them."""
    quotes = (f"{each.place} `{_excerpt(each.text)}`" for each in evidence)
    return "; ".join(part for part in (note, *quotes) if part)


def _excerpt(text: str) -> str:
    flat = " ".join(text.replace("`", "'").split())
    return flat if len(flat) <= _EXCERPT else f"{flat[: _EXCERPT - 1]}…"


def intent_rows(document: ReviewDocument) -> tuple[tuple[str, str], ...]:
    """What the change is for, in its author's words, and whether it does that."""
    intent = document.brief.intent
    return (
        ("What", "; ".join(intent.what) or "Not stated by author"),
        ("Why", intent.why or "Not stated by author"),
        ("Claimed goal", intent.goal or "Not stated"),
        ("Linked issue", ", ".join(intent.issues) or "None"),
        ("Goal verdict", goal(document)),
    )


def goal(document: ReviewDocument) -> str:
    """The verdict with what shows it; a verdict that nothing shows is no verdict."""
    if not document.brief.intent.goal:
        return f"{_VERDICTS[GoalVerdict.NOT_APPLICABLE]}: {_NO_GOAL}"
    found = record(document).goal
    if found is None:
        return f"{_VERDICTS[GoalVerdict.UNVERIFIABLE]}: {_UNASKED}"
    shown = shown_by(found.evidence, found.note)
    return f"{_VERDICTS[found.verdict]}: {shown}" if shown else _VERDICTS[found.verdict]


def bucket_counts(crossing: Crossing) -> str:
    """The four counts, always all of them."""
    return (
        f"{crossing.agreement} agreement, {crossing.primary_only} primary only, "
        f"{crossing.second_only} second only, {crossing.contradiction} contradiction"
    )


def dispute_rows(crossing: Crossing) -> tuple[Row, ...]:
    return tuple(
        (
            each.id,
            each.place,
            each.severity.value,
            each.summary,
            each.bucket,
            f"{each.ruling.value}: {each.reason}" if each.reason else each.ruling.value,
            _effect(each),
        )
        for each in crossing.disputes
    )


def _effect(dispute: Dispute) -> str:
    """What the ruling did to the finding, and whether that waits for a person."""
    effect = dispute.effect or "unchanged"
    return f"{effect}; a person must acknowledge it" if dispute.acknowledge else effect


def limitations(document: ReviewDocument) -> tuple[str, ...]:
    """What reviewers said they could not do, and what each of them did not read."""
    found = record(document)
    said = [f"{role}: {text}" for role, text in found.limitations]
    return (*said, *(f"{role} did not read {unit}: {why}" for role, unit, why in found.unread))


def calls(document: ReviewDocument) -> Iterator[Row]:
    """Every call: who asked whom, what became of it, how long it took."""
    for call in document.calls:
        note = f"{call.outcome.value}: {call.note}" if call.note else call.outcome.value
        yield (call.seat, call.model, note, f"{call.seconds:.1f} s")


def spent(document: ReviewDocument) -> str:
    """`0.184 USD (61,000 tokens in, 40,000 cached, 5,300 out; 4 calls)`."""
    cost = document.cost
    if cost.usd is None and not document.calls:
        return "no model was asked"
    cached = f", {cost.cached_tokens:,} cached" if cost.cached_tokens else ""
    times = f"; {len(document.calls)} call{'' if len(document.calls) == 1 else 's'}"
    unpaid = sum(call.note == FROM_STORE for call in document.calls)
    times += f", {unpaid} {FROM_STORE}" if unpaid else ""
    tokens = f"{cost.input_tokens:,} tokens in{cached}, {cost.output_tokens:,} out"
    money = "price unknown" if cost.usd is None else f"{cost.usd:.3f} USD"
    return f"{money} ({tokens}{times if document.calls else ''})"

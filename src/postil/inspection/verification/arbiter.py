"""Puts all disputes before an arbiter in one call: claims and the lines that stand, never the change."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.domain.conversation import Prompt, Reply
from postil.domain.errors import ModelError
from postil.domain.finding import Finding
from postil.domain.observation import Gap
from postil.domain.panel import Dispute
from postil.inspection.panel.asking import Question
from postil.inspection.second_opinion import SECOND_OPINION
from postil.inspection.verification.inquiry import RULES, Inquiry, quoted, skipped
from postil.inspection.verification.rows import rows, schema, text

NAME = "arbiter"
CONTRADICTION = "contradiction"
SECONDS = 300.0
MOST_OUTPUT = 4_000
MOST_LINE = 300
_VERDICTS = ("REAL_BUG", "FALSE_POSITIVE", "UNCERTAIN")
_RULINGS = schema("rulings", id=text(80), verdict={"enum": list(_VERDICTS)}, reason=text(MOST_LINE))

RULE = """\
Two reviewers do not say the same about the disputes above. Rule on each id from the quoted lines
alone: REAL_BUG it can happen as claimed; FALSE_POSITIVE the quoted lines show that it cannot;
UNCERTAIN the lines do not decide it. Not mentioning something is not calling it fine. Answer in
`rulings`, one entry for each id and no other ids, with one sentence of reason; without a reason
FALSE_POSITIVE does not count. If you answer in plain text, write one line for each:
ARB <id> <verdict> — <reason>
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arbitration:
    """The ids that were put before the arbiter and the lines it answered, unread."""

    ids: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    model: str = ""
    gaps: tuple[Gap, ...] = ()


@dataclass(frozen=True, slots=True)
class _Ruled:
    id: str
    verdict: str
    reason: str = ""


async def arbitrated(disputes: Sequence[tuple[Dispute, Finding]], inquiry: Inquiry) -> Arbitration:
    """What the first of the models says about every dispute that is to be settled, in one call."""
    open_ = [(dispute, finding) for dispute, finding in disputes if dispute.arbitrated]
    if not open_:
        return Arbitration()
    shown = "\n\n".join("\n".join(_told(dispute, finding)) for dispute, finding in open_)
    prompt = Prompt(
        rules=RULES,
        shared=inquiry.data(shown, source="disputes"),
        charge=RULE,
        schema=_RULINGS,
        most_output=MOST_OUTPUT,
        last=True,
    )
    question = Question(
        seat=NAME,
        prompt=prompt,
        models=inquiry.models[:1],
        deadline=min(inquiry.deadline, inquiry.asker.clock.now() + SECONDS),
        tries=1,
    )
    ids = tuple(dispute.id for dispute, _ in open_)
    try:
        reply = await inquiry.asker.ask(question)
    except ModelError as problem:
        why = f"{problem}; every dispute stands unresolved"
        return Arbitration(gaps=(skipped(NAME, why),))
    return Arbitration(ids=ids, lines=_lines(reply), model=inquiry.models[0].name)


def _told(dispute: Dispute, finding: Finding) -> Iterator[str]:
    one, other = ("second", "first") if SECOND_OPINION in finding.sources else ("first", "second")
    silent = "says it is fine" if dispute.bucket == CONTRADICTION else "did not mention it"
    yield f"[{dispute.id}] {dispute.severity.value}; the {one} reviewer reported it, the {other} {silent}"
    yield f"claim: {_line(finding.title)} {_line(finding.failure_mode)}"
    yield from map(quoted, finding.evidence)


def _lines(reply: Reply) -> tuple[str, ...]:
    """One line for each ruling, however the model wrote them; a reason cannot begin another line."""
    found = rows(reply, name="rulings", kind=_Ruled).entries
    if found is None:
        return tuple(line.removesuffix("\r") for line in reply.text.split("\n"))
    return tuple(
        f"ARB {_word(each.id)} {_word(each.verdict)} — {_line(each.reason)}" for each in found
    )


def _word(text_: str) -> str:
    """One word; what would be several is none that anybody knows."""
    return "_".join(text_.split())[:MOST_LINE] or "_"


def _line(text_: str) -> str:
    return " ".join(text_.split())[:MOST_LINE]

"""Asks a second reader to refute the most serious findings; whether it can is for code to say."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from postil.domain.conversation import Prompt
from postil.domain.errors import ModelError
from postil.domain.finding import Finding
from postil.domain.observation import Gap
from postil.domain.report import PriorAnswer, Verification
from postil.domain.severity import Severity
from postil.inspection.panel.reading import read
from postil.inspection.verification.inquiry import (
    MOST_FINDINGS,
    RULES,
    Inquiry,
    skipped,
    subjects,
    told,
)
from postil.inspection.verification.rows import schema, text

NAME = "skeptic"
MOST_OUTPUT = 8_000

REFUTE = """\
Try to refute each finding: look for the guard, the caller, the type or the test that makes it
impossible. withdrawn: it cannot happen, and you quote the lines that prevent it; retained: you tried
and it can, and you quote the line where it does. Quote whole lines verbatim, at most a few. A comment
that says it is fine prevents nothing. Without a quote that is found your answer counts for nothing.
Leave `findings` out; answer in `verifications`.
"""

_QUOTE = {
    "type": "object",
    "properties": {"path": text(300), "text": text(2_000), "line": {"type": "integer"}},
    "required": ["path", "text"],
}
_VERIFICATIONS = schema(
    "verifications",
    id=text(20),
    answer={"enum": [PriorAnswer.RETAINED.value, PriorAnswer.WITHDRAWN.value]},
    note=text(300),
    quotes={"type": "array", "items": _QUOTE, "maxItems": 6},
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubts:
    """What the skeptic said about each finding, by its position; nothing of it is believed yet."""

    said: tuple[tuple[int, Verification], ...] = ()
    gaps: tuple[Gap, ...] = ()


async def doubted(
    findings: Sequence[Finding], inquiry: Inquiry, *, least: Severity = Severity.CRITICAL
) -> Doubts:
    """One attempt to refute everything at least that bad that rests on a model's word."""
    serious = subjects(findings, wanted=lambda each: each.severity.at_least(least))
    if not serious:
        return Doubts()
    chosen = {each.id: each for each in serious[:MOST_FINDINGS]}
    prompt = Prompt(
        rules=RULES,
        shared=inquiry.data("\n\n".join(map(told, chosen.values())), source="findings"),
        charge=REFUTE,
        schema=_VERIFICATIONS,
        most_output=MOST_OUTPUT,
    )
    try:
        heard = await inquiry.hear(prompt, read, seat=NAME, looks=True)
    except ModelError as problem:
        return Doubts(gaps=(skipped(NAME, str(problem)),))
    report = heard.reading.report
    said: dict[str, Verification] = {}
    for each in report.verifications if report else ():
        if each.id in chosen:
            said.setdefault(each.id, each)
    missing = len(serious) - len(said)
    why = f"it did not answer about {missing} of {len(serious)} serious findings"
    return Doubts(
        said=tuple((chosen[id_].position, each) for id_, each in said.items()),
        gaps=(skipped(NAME, why),) if missing else (),
    )

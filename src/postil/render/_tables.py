"""The tables layout: what the change is for, then one table for each thing a person decides about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from postil.domain.document import ReviewDocument
from postil.domain.finding import Finding
from postil.domain.severity import Basis, Root
from postil.domain.wording import confidence_word
from postil.render._details import crossed, details, listed, set_aside, table
from postil.render._markdown import Block, Listing, assemble, escape, or_blank
from postil.render._opening import byline, markers
from postil.render._panel import (
    MATRIX_HEADS,
    PASS_HEADS,
    intent_rows,
    limitations,
    matrix_rows,
    pass_rows,
)
from postil.render._status import event, headline, is_question, standing, weight

INTENT = "PR summary"
INLINE = "Inline comments"
MATRIX = "Verification matrix"
VERIFICATION = "Verification summary"
PASSES = "Pass coverage"
CROSSING = "Cross-model"
LIMITS = "Limitations"
ADVISORY = "Advisory"
ORDER = (INTENT, INLINE, MATRIX, VERIFICATION, PASSES, CROSSING, ADVISORY)

INLINE_HEADS = ("#", "File:line", "Severity", "Confidence", "Summary")
ADVISORY_HEADS = ("#", "Root", "File:line", "Severity", "Summary", "Suggested action")

_ACTIONS = {
    Root.CODE: "Consider it; nothing waits for it",
    Root.DOC: "Update the document or the rule",
    Root.NEW: "Decide whether a rule should cover it",
}
_ASK = "Ask the author"


def tables(document: ReviewDocument) -> str:
    """The draft a person decides about before anything is posted, as a body of its own."""
    inline, advisory = sorted_out(document)
    drafted = _blocks(document, inline, advisory, event(document))
    blocks = [markers(document), byline(document), *drafted, details(document)]
    return assemble(blocks) + "\n"


def draft(
    document: ReviewDocument,
    inline: Sequence[Finding],
    advisory: Sequence[Finding],
    *,
    chosen: str,
) -> str:
    """The same for a person at the gate: with the findings and the event they chose so far."""
    return assemble(_blocks(document, inline, advisory, chosen)) + "\n"


def posted(document: ReviewDocument, advisory: Sequence[Finding]) -> str:
    """The body of the review: what its notes do not say, and of the rest what was chosen."""
    blocks: list[Block] = [markers(document), byline(document), escape(headline(document))]
    blocks += table(f"## {MATRIX}", MATRIX_HEADS, matrix_rows(document), noun="row")
    blocks += listed(f"## {VERIFICATION}", tuple(_verification(document)), noun="fact")
    blocks += table(f"## {PASSES}", PASS_HEADS, pass_rows(document), noun="pass")
    blocks += listed(f"## {LIMITS}", limitations(document), noun="limitation")
    blocks += table(
        f"## {ADVISORY} ({len(advisory)})", ADVISORY_HEADS, _advisory(advisory), noun="row"
    )
    blocks.append(details(document))
    return assemble(blocks) + "\n"


def _blocks(
    document: ReviewDocument, inline: Sequence[Finding], advisory: Sequence[Finding], chosen: str
) -> list[Block]:
    counts = f"{len(inline)} inline · {len(advisory)} advisory · coverage {document.coverage}"
    blocks: list[Block] = [f"**Event: {chosen}** · {counts}\n\n{escape(headline(document))}"]
    blocks.append(_intent(document))
    blocks += table(
        f"## {INLINE} ({len(inline)})", INLINE_HEADS, _inline(inline), noun="inline comment"
    )
    blocks += table(f"## {MATRIX}", MATRIX_HEADS, matrix_rows(document), noun="row")
    blocks += listed(f"## {VERIFICATION}", tuple(_verification(document)), noun="fact")
    blocks += table(f"## {PASSES}", PASS_HEADS, pass_rows(document), noun="pass")
    blocks += crossed(document, lead=f"## {CROSSING}")
    blocks += table(
        f"## {ADVISORY} ({len(advisory)})", ADVISORY_HEADS, _advisory(advisory), noun="row"
    )
    return blocks


def sorted_out(document: ReviewDocument) -> tuple[tuple[Finding, ...], tuple[Finding, ...]]:
    """What would stand on its line, and what is only advice; together every open finding."""
    found = standing(document)
    inline = tuple(finding for finding in found if finding.is_inline)
    return inline, tuple(finding for finding in found if not finding.is_inline)


def _intent(document: ReviewDocument) -> Listing:
    entries = tuple(f"- **{name}**: {escape(text)}" for name, text in intent_rows(document))
    return Listing(entries=entries, noun="row", lead=f"## {INTENT}\n\n")


def _inline(findings: Sequence[Finding]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            finding.number,
            finding.place.place,
            weight(finding).name,
            f"{finding.confidence} ({confidence_word(finding.confidence)})",
            or_blank(finding.title),
        )
        for finding in findings
    )


def _advisory(findings: Sequence[Finding]) -> tuple[tuple[str, ...], ...]:
    return tuple(
        (
            finding.number,
            finding.root.value,
            finding.place.place,
            weight(finding).name,
            or_blank(finding.title),
            _ASK if is_question(finding) else _ACTIONS[finding.root],
        )
        for finding in findings
    )


def _verification(document: ReviewDocument) -> Iterator[str]:
    """How what is shown was verified, in counts."""
    found = standing(document)
    bases = Counter(finding.basis.value for finding in found)
    if bases:
        known = ", ".join(f"{count} by {basis}" for basis, count in bases.most_common())
        yield f"Shown: {known}; {_quoted(found)}"
    if document.set_aside:
        yield f"Set aside: {set_aside(document.set_aside)}"
    yield f"Checks: {document.checks_run} ran; tests of the change were not run"


def _quoted(findings: Sequence[Finding]) -> str:
    """That the findings quote what stands there; one that somebody noted down may quote nothing."""
    noted = sum(
        finding.basis is Basis.SELF and not any(each.text for each in finding.evidence)
        for finding in findings
    )
    if not noted:
        return "every one quotes lines that were found in the files"
    return f"{noted} as handed in, without lines; every other one quotes lines that were found"

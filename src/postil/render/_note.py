"""One finding as the note that stands on its line: what breaks, what to do, and the proof folded."""

from __future__ import annotations

from postil.domain.change import Side
from postil.domain.finding import Evidence, Finding
from postil.domain.policy import Profile
from postil.domain.severity import Reversible
from postil.domain.wording import BLAST_WORDS, confidence_word, emoji, label
from postil.render._markdown import Block, Fold, assemble, code, escape, exact_fence, fence, named
from postil.render._status import slug_of

EVIDENCE = "Evidence"
_LIMIT = 20_000
_REVERSIBLE = {Reversible.YES: ["reversible"], Reversible.NO: ["not reversible"]}


def note(finding: Finding, profile: Profile) -> str:
    """The body of the note, without the mark under it."""
    grade = f"{emoji(finding.severity, finding.kind)} **{label(finding, profile)}**"
    blocks: list[Block] = [
        f"{grade} {code(slug_of(finding))} · **{escape(finding.number)}**",
        f"**{named(finding.title)}**",
        *_said(finding),
        *(block for text in suggested(finding) for block in exact_fence(text, word="suggestion")),
        Fold(EVIDENCE, tuple(_quoted(evidence) for evidence in finding.evidence)),
        f"<sub>{' · '.join(_facts(finding))}</sub>",
    ]
    return assemble(blocks, limit=_LIMIT)


def _said(finding: Finding) -> list[str]:
    said = (
        ("", finding.failure_mode),
        ("**Mitigation**: ", finding.mitigation),
        ("**Note**: ", finding.caveat),
    )
    return [f"{lead}{escape(text)}" for lead, text in said if text.strip()]


def suggested(finding: Finding) -> list[str]:
    """The replacement somebody can accept with one click, only where code has tried it.

    It replaces the lines its note stands on, so it must be about exactly those.
    """
    suggestion, anchored = finding.suggestion, finding.anchored
    if suggestion is None or not suggestion.proved or anchored.side is Side.OLD:
        return []
    lines = (anchored.path, anchored.start, anchored.end or anchored.start)
    if lines != (suggestion.path, suggestion.start, suggestion.end):
        return []
    return [suggestion.replacement]


def _quoted(evidence: Evidence) -> str:
    side = " (before this change)" if evidence.side is Side.OLD else ""
    place = f"{code(evidence.place)}{side}"
    return f"{place}\n\n{fence(evidence.text, limit=1_500)}" if evidence.text else place


def _facts(finding: Finding) -> list[str]:
    facts = [
        BLAST_WORDS[finding.blast],
        *_REVERSIBLE.get(finding.reversible, []),
        f"confidence {confidence_word(finding.confidence)}",
        finding.justification.value,
    ]
    if finding.related:
        facts.append(f"see also {', '.join(map(escape, finding.related))}")
    return facts

"""The sections layout of a re-review: only what is new, what was closed and what is still open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from postil.domain.document import ReviewDocument
from postil.domain.finding import Finding
from postil.render._delta_verdict import delta_verdict
from postil.render._details import details
from postil.render._markdown import Block, Fold, Listing, assemble, code, escape, named
from postil.render._opening import byline, markers
from postil.render._round import Round, Step, is_again, round_of, short
from postil.render._sections import explanation, is_preference, lines_of, tag, what_changed
from postil.render._status import counted, is_question, weight

TITLE = "Postil Re-Review Summary"
STILL_OPEN = "View still-open findings"
MISSED = "Missed earlier"

_TAGS = ("CRITICAL", "MAJOR", "MEDIUM", "MINOR")


def is_delta(document: ReviewDocument) -> bool:
    """Whether there is something to compare with: an earlier review that had findings."""
    return is_again(document) and bool(round_of(document).known)


def delta(document: ReviewDocument) -> str:
    """The body of the summary for a re-review."""
    moved = round_of(document)
    noticed = _in_order(step for step in moved.fresh if not step.is_missed)
    missed = _in_order(step for step in moved.fresh if step.is_missed)
    blocks: list[Block] = [
        f"## Re-review -- Changes since {short(document.previous_head)}",
        *what_changed(document),
        _counts(moved),
    ]
    if document.rewritten:
        blocks.append(escape(document.rewritten))
    blocks += _new(noticed)
    blocks += _closed(_in_order(moved.closed))
    blocks += _still_open(_in_order(moved.still_open))
    blocks += ["## Verdict Update", _verdict(document, moved)]
    blocks += _missed(missed)
    blocks.append(details(document))
    body: tuple[Block, ...] = (markers(document), byline(document), Fold(TITLE, tuple(blocks)))
    return assemble(body) + "\n"


def _in_order(steps: Iterable[Step]) -> list[Step]:
    """By the severity that is shown, then by path; what asks for nothing after the rest."""
    return sorted(
        steps,
        key=lambda step: (
            _TAGS.index(_tag(step.finding)),
            is_question(step.finding),
            -weight(step.finding).rank,
            step.finding.place.path,
            step.finding.place.start or 0,
        ),
    )


def _counts(moved: Round) -> str:
    parts = (
        (len(moved.fresh), "new"),
        (len(moved.closed), "closed"),
        (len(moved.still_open), "still open"),
    )
    return f"Findings: {', '.join(f'{count} {word}' for count, word in parts)}."


def _tag(finding: Finding) -> str:
    return "MINOR" if is_question(finding) else tag(finding)


def _new(steps: Sequence[Step]) -> Iterator[Listing]:
    if steps:
        yield Listing(
            entries=tuple(f":new: {_entry(s, lines_of(s.finding))}\n{_why(s)}" for s in steps),
            noun="finding",
            lead="## New Findings\n\n",
            between="\n\n",
        )


def _why(step: Step) -> str:
    again = "" if not step.before else "It is back. "
    late = "" if not step.entry.late else "Missed earlier: these lines were reviewed before. "
    return f"{again}{late}{explanation(step.finding)}"


def _closed(steps: Sequence[Step]) -> Iterator[Listing]:
    if steps:
        yield Listing(
            entries=tuple(f":white_check_mark: {_entry(s)} -- {s.how_closed}" for s in steps),
            noun="finding",
            lead="## Resolved Findings\n\n",
            # Each on a line of its own where a forge joins lines and where it does not.
            between="\n\n",
        )


def _still_open(steps: Sequence[Step]) -> Iterator[Block]:
    if steps:
        verb = "remains" if len(steps) == 1 else "remain"
        yield "## Still Open"
        yield f"{counted(len(steps), 'finding')} from earlier reviews {verb} open."
        yield Fold(STILL_OPEN, (_listed(steps),))


def _missed(steps: Sequence[Step]) -> Iterator[Fold]:
    if steps:
        verb = "stands" if len(steps) == 1 else "stand"
        told = f"{counted(len(steps), 'finding')} {verb} in lines that were reviewed before."
        yield Fold(MISSED, (told, _listed(steps)))


def _listed(steps: Sequence[Step]) -> Listing:
    return Listing(entries=tuple(f"- {_entry(step)}" for step in steps), noun="finding")


def _entry(step: Step, lines: str = "") -> str:
    """`[SEV] path: title (F3)`; what no merge waits for says so, whatever its severity."""
    finding = step.finding
    lead = "Optional: " if is_question(finding) else "Preference: " * is_preference(finding)
    title = f"{lead}{named(finding.title)} ({escape(finding.number)})"
    return f"[{_tag(finding)}] {_path(finding.place.path)}{lines}: {title}"


def _path(path: str) -> str:
    """A path that could be taken for one with line numbers or a title is written as code."""
    return code(path) if ": " in path or path.endswith(")") else named(path)


def _verdict(document: ReviewDocument, moved: Round) -> str:
    circle, words, text = delta_verdict(document, moved)
    return f"{circle} **{escape(words)}** -- {escape(text)}"

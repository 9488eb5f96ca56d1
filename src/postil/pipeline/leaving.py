"""Says what a re-review leaves open, so that nobody takes it for looked at."""

from __future__ import annotations

from collections.abc import Iterator

from postil.domain.ledger import State
from postil.domain.observation import Gap
from postil.pipeline.asking_again import MOST_ASKED
from postil.pipeline.desk import Desk
from postil.pipeline.hearing import Hearing
from postil.pipeline.past import Past
from postil.pipeline.remembering import Remembered


def left_open(desk: Desk, after: Remembered, hearing: Hearing | None) -> tuple[Gap, ...]:
    """What nobody had room for is missing; the rest was asked for so, or there is nobody to ask."""
    if desk.past is None:
        return ()
    return (*_unasked(hearing), *_by_request(desk, desk.past), *_unanswered(desk, after))


def _unasked(hearing: Hearing | None) -> Iterator[Gap]:
    if hearing is not None and hearing.unasked:
        yield Gap(
            subject=f"{hearing.unasked} earlier findings",
            reason=f"nobody was asked about them; {MOST_ASKED} are asked about, the worst first",
            required=True,
            remedy="hand in those that matter, or settle some of them",
        )


def _by_request(desk: Desk, past: Past) -> Iterator[Gap]:
    if past.window is not None:
        yield Gap(
            subject=f"what did not change since {past.window.since[:7]}",
            reason="`--scope delta` looks for nothing new there",
            required=False,
            remedy="review all of it with `--scope full`",
        )
    if desk.panel is not None and past.is_handed_in and past.fixes is None:
        yield Gap(
            subject="drop signal B",
            reason="nobody said which lines answered the earlier review, so no finding was set "
            "aside for being about them",
            required=False,
            remedy="name the commits of the fixes with `--prior-fix-range A..B`",
        )


def _unanswered(desk: Desk, after: Remembered) -> Iterator[Gap]:
    if desk.panel is not None:
        return
    for entry in after.memory.entries:
        if entry.state is State.DISPUTED:
            yield Gap(
                subject=f"the dispute about {entry.finding.number}",
                reason="no reviewer was there to answer it, so it stays disputed",
                required=False,
                remedy="name a model with `--model provider:name`",
            )

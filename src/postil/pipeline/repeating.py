"""The document of a review that has nothing to do: everything stands as the caller handed it in."""

from __future__ import annotations

from dataclasses import replace

from postil.domain.brief import Brief
from postil.domain.document import ReviewDocument
from postil.domain.judgement import Outcome
from postil.judge.grounds import Grounds
from postil.pipeline.desk import Desk
from postil.pipeline.past import Past
from postil.pipeline.recording import Results, document
from postil.pipeline.remembering import Remembered
from postil.pipeline.stopwatch import Stopwatch
from postil.track.transitions import delta


def as_it_stands(desk: Desk, past: Past, brief: Brief, grounds: Grounds) -> ReviewDocument:
    """The earlier findings and the verdict they come to; nobody looked at anything."""
    moved = delta(past.memory, past.memory, block_at=desk.policy.block_at)
    after = Remembered(
        memory=past.memory, transition=moved.transition, previous_head=past.previous_head
    )
    results = Results(
        brief=brief,
        after=after,
        findings=after.findings,
        set_aside=(),
        checks=(),
        grounds=grounds,
    )
    return replace(document(desk, results, Stopwatch()), outcome=Outcome.NOOP)

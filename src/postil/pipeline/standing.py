"""Decides whether the stored review still stands, so that there is nothing to do."""

from __future__ import annotations

from dataclasses import replace

from postil import __version__, codec
from postil.domain.brief import Brief
from postil.domain.document import ReviewDocument
from postil.domain.judgement import Outcome
from postil.domain.policy import Policy
from postil.pipeline.desk import Desk
from postil.pipeline.remembering import checks_reader, table
from postil.understand.units import units


def standing(desk: Desk, brief: Brief) -> ReviewDocument | None:
    """The stored review as the result of this run; None when anything it rests on is different.

    How it is shown and what it leads to may differ: the verdict is the stored one.
    """
    past = desk.past
    if past is None or past.last is None or past.everything or past.is_addressed:
        return None
    last = past.last
    if not (_is_same_change(last, desk) and _is_same_task(last, desk, brief)):
        return None
    return replace(last, outcome=Outcome.NOOP, policy=desk.policy)


def _is_same_change(last: ReviewDocument, desk: Desk) -> bool:
    """Whether the last review was of these very units, told the same, and saw all of them."""
    laid = table(desk, units(desk.change), [checks_reader()])
    label = checks_reader().label
    read = {
        each.key
        for each in last.memory.units
        if each.reader == label and each.head == last.subject.head
    }
    return (
        last.subject.head == desk.change.head.oid
        and last.subject.base == desk.change.base.oid
        and read == {laid.key(unit) for unit in laid.units}
        and not any(gap.required for gap in (*last.gaps, *desk.gaps))
    )


def _is_same_task(last: ReviewDocument, desk: Desk, brief: Brief) -> bool:
    """Whether the same inspectors are asked the same; what is handed in is always read."""
    checks = {record.name for record in last.inspectors if record.kind == "check"}
    return (
        last.postil == __version__
        and _deciding(last.policy) == _deciding(desk.policy)
        and codec.to_json(last.brief) == codec.to_json(brief)
        and checks == {unit.name for unit in desk.checks}
        and (last.reviewers is not None) == (desk.panel is not None)
        and not (desk.panel is not None and desk.panel.second_opinion)
        and not desk.scans.files
    )


def _deciding(policy: Policy) -> Policy:
    """The policy without what only says how a review is shown, gated and paid for."""
    usual = Policy()
    limits = usual.panel
    return replace(
        policy,
        layout=usual.layout,
        summary=usual.summary,
        on_clean=usual.on_clean,
        event=usual.event,
        gate=usual.gate,
        threads=usual.threads,
        ci_gate=usual.ci_gate,
        labels=usual.labels,
        fail_on=usual.fail_on,
        allow_partial=usual.allow_partial,
        check_timeout=usual.check_timeout,
        panel=replace(
            policy.panel,
            run_usd=limits.run_usd,
            change_usd=limits.change_usd,
            seconds=limits.seconds,
            seat_seconds=limits.seat_seconds,
        ),
    )

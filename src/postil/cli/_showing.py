"""Shows a review in the format that was asked for, and finds the exit status it leads to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postil import catalogue, render, wiring
from postil.cli._asking import format_of
from postil.cli._screen import Screen, note
from postil.domain.change import Change
from postil.domain.document import ReviewDocument
from postil.domain.errors import EXIT_INTERRUPTED
from postil.judge.conclude import Conclusion, exit_status
from postil.pipeline import Review
from postil.render import Style


def shown_review(
    document: ReviewDocument, change: Change, given: Mapping[str, Any], screen: Screen
) -> str:
    """The review in the format that was asked for."""
    format_ = format_of(given)
    unit = catalogue.load(render, format_, must_have=render.MUST_HAVE)
    to_terminal = given["output"] in (None, "-") and screen.around.output_is_terminal
    style = Style(
        width=screen.around.width if to_terminal else 80,
        color=screen.color and to_terminal,
        timings=given["timings"],
    )
    text = unit.module.render(document, change, style=style)
    assert isinstance(text, str)  # noqa: S101 - a misfit is a mistake of ours
    return text


def status_of(done: Review) -> int:
    """The exit status a review leads to; says what a person should know about it."""
    if done.interrupted:
        note("interrupted; what was finished is above, the rest is listed as not looked at.")
        return EXIT_INTERRUPTED
    document = done.document
    status = exit_status(
        Conclusion(
            outcome=document.outcome,
            verdict=document.verdict,
            findings=document.findings,
            configuration_to_blame=any(map(wiring.is_theirs, document.required_gaps)),
        ),
        document.policy,
    )
    if document.policy.allow_partial and document.required_gaps:
        note("not everything was looked at; `--allow-partial` lets that pass.")
    return status

"""Carries out `postil review`: prepare, review, render, deliver, and find the exit status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postil import catalogue, codec, render, wiring
from postil.cli import _asking
from postil.cli._delivery import deliver, refuse_one_place, refuse_unwritable
from postil.cli._keeping import remembered
from postil.cli._live import announcing, live_table
from postil.cli._screen import Screen, note
from postil.domain.change import Change
from postil.domain.document import ReviewDocument
from postil.domain.errors import EXIT_INTERRUPTED, EXIT_USER
from postil.judge.conclude import Conclusion, exit_status
from postil.pipeline import Review, review
from postil.render import Style


def run(target: str | None, given: Mapping[str, Any]) -> int:
    """The whole command; the exit status is the return value."""
    around = wiring.surroundings()
    screen = Screen(around=around, quiet=given["quiet"], no_color=given["no_color"])
    format_ = _asking.format_of(given)
    refuse_one_place(given["output"], given["document"])
    refuse_unwritable(given["output"])
    refuse_unwritable(given["document"])
    wanted = _asking.wanted(target, given)
    with (
        wiring.prepare(wanted, around) as prepared,
        remembered(prepared.desk.change, wanted, around) as keeper,
    ):
        for problem in prepared.settings.problems:
            note(str(problem))
        desk = prepared.recalling(keeper.reviews, everything=wanted.everything)
        with live_table(screen, shown=format_ != "json") as table:
            done = review(announcing(desk, table), progress=table)
        kept = keeper.keep(done)
        text = _rendered(done.document, prepared.desk.change, format_, given, screen)
        if given["document"]:
            deliver(codec.encode(done.document).decode(), given["document"])
    deliver(text, given["output"])
    _say_where(given, screen)
    return _status(done) if kept else EXIT_USER


def _rendered(
    document: ReviewDocument,
    change: Change,
    format_: str,
    given: Mapping[str, Any],
    screen: Screen,
) -> str:
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


def _say_where(given: Mapping[str, Any], screen: Screen) -> None:
    for option in ("output", "document"):
        if given[option] not in (None, "-"):
            screen.hint(f"wrote `{given[option]}`")


def _status(done: Review) -> int:
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

"""Carries out `postil review`: prepare, review, render, deliver, and find the exit status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postil import codec, wiring
from postil.cli import _asking
from postil.cli._delivery import deliver, refuse_one_place, refuse_unwritable
from postil.cli._keeping import remembered
from postil.cli._live import announcing, live_table
from postil.cli._process import surroundings
from postil.cli._screen import Screen, note
from postil.cli._showing import shown_review, status_of
from postil.domain.errors import EXIT_USER
from postil.pipeline import review
from postil.render._veiled import veiled


def run(target: str | None, given: Mapping[str, Any]) -> int:
    """The whole command; the exit status is the return value."""
    if _asking.is_for_pull(target, given):
        from postil.cli import _pulls

        return _pulls.run(target, given)
    _asking.refuse_forge_options(given)
    around = surroundings()
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
        desk = prepared.recalling(keeper.reviews, wanted)
        desk = wiring.resumed(desk, keeper.answers)
        with live_table(screen, shown=format_ != "json") as table:
            done = review(announcing(desk, table), progress=table)
        kept = keeper.keep(done)
        shown = veiled(done.document, done.veil)
        text = shown_review(shown, veiled(prepared.desk.change, done.veil), given, screen)
        if given["document"]:
            deliver(codec.encode(shown).decode(), given["document"])
    deliver(text, given["output"])
    _say_where(given, screen)
    return status_of(done) if kept else EXIT_USER


def _say_where(given: Mapping[str, Any], screen: Screen) -> None:
    for option in ("output", "document"):
        if given[option] not in (None, "-"):
            screen.hint(f"wrote `{given[option]}`")

"""Carries out `postil review`: prepare, review, render, deliver, and find the exit status."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postil import catalogue, codec, render, wiring
from postil.cli._screen import Screen, deliver, refuse_unwritable
from postil.domain.brief import Effort
from postil.domain.change import Change
from postil.domain.document import ReviewDocument
from postil.domain.errors import EXIT_INTERRUPTED, NotAvailable, UserError
from postil.judge.conclude import Conclusion, exit_status
from postil.pipeline import Review, review
from postil.render import Style


def run(target: str | None, given: Mapping[str, Any]) -> int:
    """The whole command; the exit status is the return value."""
    around = wiring.surroundings()
    screen = Screen(around=around, quiet=given["quiet"], no_color=given["no_color"])
    format_ = _format(given)
    refuse_unwritable(given["output"])
    refuse_unwritable(given["document"])
    with wiring.prepare(_wanted(target, given), around) as prepared:
        for problem in prepared.problems:
            screen.note(problem)
        with screen.progress("reviewing") as progress:
            done = review(prepared.desk, progress=progress)
        text = _rendered(done.document, prepared.desk.change, format_, given, screen)
        if given["document"]:
            deliver(codec.encode(done.document).decode(), given["document"])
    deliver(text, given["output"])
    _say_where(given, screen)
    return _status(done, screen)


def _format(given: Mapping[str, Any]) -> str:
    asked = given["format_"]
    if given["as_json"] and asked not in (None, "json"):
        raise UserError(f"`--json` and `--format {asked}` contradict each other; give one of them.")
    return "json" if given["as_json"] else asked or "terminal"


def _wanted(target: str | None, given: Mapping[str, Any]) -> wiring.Wanted:
    if given["quick"] and given["full_pass"]:
        raise UserError("`--quick` and `--full-pass` contradict each other; give one of them.")
    if given["model"] and not given["no_model"]:
        raise NotAvailable(
            "`--model` needs the reviewer panel, which this version does not have yet; "
            "leave it out to review with the checks alone."
        )
    effort = Effort.QUICK if given["quick"] else Effort.AUTO
    return wiring.Wanted(
        repo=given["repo"],
        point=wiring.Point(
            target=target,
            base=given["base"],
            head=given["head"],
            staged=given["staged"],
            worktree=given["worktree"],
        ),
        settings=wiring.flags(given),
        config=given["config"],
        effort=Effort.FULL_PASS if given["full_pass"] else effort,
        specs=given["spec"],
        context=given["context"],
        only=given["only"],
    )


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
            screen.hint(f"postil: wrote `{given[option]}`")


def _status(done: Review, screen: Screen) -> int:
    if done.interrupted:
        screen.note("interrupted; what was finished is above, the rest is listed as not looked at.")
        return EXIT_INTERRUPTED
    document = done.document
    status = exit_status(
        Conclusion(
            outcome=document.outcome,
            verdict=document.verdict,
            findings=document.findings,
            configuration_to_blame=wiring.blames_configuration(document),
        ),
        document.policy,
    )
    if document.policy.allow_partial and document.required_gaps:
        screen.note("not everything was looked at; `--allow-partial` lets that pass.")
    return status

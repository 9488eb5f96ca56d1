"""A pause that the summary tells of."""

from __future__ import annotations

from dataclasses import replace

from postil.domain.commands import Command, Commands, Verb
from postil.domain.memory import Standing
from postil.pipeline.pausing import PAUSED, answerable, paced

from samples import CLEAN

NOTED = replace(
    CLEAN.document, subject=replace(CLEAN.document.subject, notices=("Something else.",))
)


def test_the_notice_is_there_once_and_goes_again() -> None:
    told = paced(NOTED, is_paused=True)
    assert told.subject.notices == ("Something else.", PAUSED)
    assert paced(told, is_paused=True) == told
    assert paced(told, is_paused=False) == NOTED
    assert paced(NOTED, is_paused=False) == NOTED


def test_decisions_wait_for_a_review() -> None:
    given = tuple(
        Command(verb=verb, who="max", by=Standing.MAINTAINER, origin=verb.value) for verb in Verb
    )
    left = [each.verb for each in answerable(Commands(given=given, is_paused=True)).given]
    assert set(Verb) - set(left) == {Verb.DISMISS, Verb.RESOLVE}

"""Who has what say: by the account, never by its name, and by what it may do now."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.forge import Actor, Permission
from postil.domain.memory import Standing
from postil.track.speakers import Speakers
from talks import ANN, BOT, MAX, ME, OUT, permission, shown


@pytest.mark.parametrize(
    ("actor", "expected"),
    [
        (ME, Standing.POSTIL),
        (ANN, Standing.AUTHOR),
        (MAX, Standing.MAINTAINER),
        (OUT, Standing.OUTSIDER),
        (BOT, Standing.BOT),
        (None, Standing.OUTSIDER),
        (replace(OUT, login="ann"), Standing.OUTSIDER),
        (replace(OUT, login="postil"), Standing.OUTSIDER),
        (replace(MAX, login="renamed"), Standing.MAINTAINER),
    ],
)
def test_gh_33_t_20_the_table_of_standings(actor: Actor | None, expected: Standing) -> None:
    assert Speakers(shown=shown(), permission=permission).standing(actor) is expected


def test_an_author_who_may_write_is_still_the_author() -> None:
    speakers = Speakers(shown=shown(), permission=lambda _: Permission.ADMIN)
    assert speakers.standing(ANN) is Standing.AUTHOR
    assert speakers.may_write(ANN)


def test_gh_33_where_the_author_is_gone_nobody_is_the_author() -> None:
    speakers = Speakers(shown=shown(author=None), permission=permission)
    assert speakers.standing(ANN) is Standing.OUTSIDER
    assert speakers.standing(None) is Standing.OUTSIDER


def test_each_person_is_asked_about_once_and_no_bot_ever() -> None:
    asked: list[str] = []

    def ask(actor: Actor) -> Permission:
        asked.append(actor.login)
        return permission(actor)

    speakers = Speakers(shown=shown(), permission=ask)
    for actor in (MAX, OUT, MAX, BOT, ME, None, OUT, ANN):
        speakers.standing(actor)
    assert asked == ["max", "out"]

"""Which earlier findings somebody is asked about."""

from __future__ import annotations

import pytest

from postil.domain.ledger import State
from postil.domain.memory import Standing
from postil.domain.replies import Aim, Reply
from postil.pipeline.asking_again import _waiting
from postil.pipeline.past import Past
from postil.track.carrying import Carrying
from postil.track.locating import Sides
from track.lives import ID, entry, memory

from fakes.trees import MemoryTree

NOBODY = Carrying(to_read=(), changed=(), carried=(), readings=(), back=())


def waiting(state: State, *replies: Reply) -> list[str]:
    past = Past(
        sides=lambda _head: Sides(new=MemoryTree({})),
        follows=lambda _head: True,
        memory=memory(entry(state)),
        replies=replies,
    )
    return [each.id for each in _waiting(past, NOBODY)]


def said(aim: Aim, by: Standing, *, is_text: bool) -> Reply:
    return Reply(finding="F1", aim=aim, by=by, is_text=is_text)


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (State.OPEN, []),
        (State.DISPUTED, [ID]),
        (State.UPHELD, []),
        (State.WITHDRAWN, []),
    ],
)
def test_a_dispute_waits_for_its_ruling_until_it_has_one(state: State, expected: list[str]) -> None:
    assert waiting(state) == expected


@pytest.mark.parametrize(
    ("aim", "by", "is_text", "expected"),
    [
        (Aim.CONTESTS, Standing.AUTHOR, False, [ID]),
        (Aim.CONTESTS, Standing.AUTHOR, True, []),
        (Aim.CLAIMS_FIXED, Standing.AUTHOR, True, [ID]),
        (Aim.CLAIMS_FIXED, Standing.MAINTAINER, True, [ID]),
        (Aim.CLAIMS_FIXED, Standing.OUTSIDER, True, []),
        (Aim.CLAIMS_FIXED, Standing.BOT, True, []),
    ],
)
def test_news_and_claims_of_a_fix_call_for_an_answer(
    aim: Aim, by: Standing, is_text: bool, expected: list[str]
) -> None:
    assert waiting(State.OPEN, said(aim, by, is_text=is_text)) == expected

"""Whose repository it is, said with the reason; what GitHub does not say is not the user's."""

from __future__ import annotations

import json

import pytest

from postil.domain.forge import Actor, ActorKind
from postil.forges.github.address import address_at
from postil.forges.github.client import Client
from postil.forges.github.credentials import Token
from postil.forges.github.ownership import Ownership, ownership
from postil.forges.github.payloads import Owner

from fakes.answers import Answer, answering
from fakes.github import StillClock, new_wire

ADA = Actor(id="1", login="ada")
BOT = Actor(id="2", login="postil[bot]", kind=ActorKind.BOT)
ACME = Owner("acme", "Organization")


def asked(owner: Owner, me: Actor, answer: Answer) -> tuple[Ownership, int]:
    clock = StillClock()
    with answering(answer) as server:
        address = address_at(server.url, named="X")
        client = Client(address, Token("ghp_x"), wire=new_wire(clock), clock=clock)
        return ownership(client, f"{owner.login}/widgets", owner, me), len(server.asked)


def said(owner: object) -> Answer:
    return Answer(200, json.dumps({"data": {"repository": owner}}).encode())


@pytest.mark.parametrize(
    ("owner", "me", "expected"),
    [
        (Owner("ada"), ADA, Ownership(is_own=True, reason="`ada` owns it")),
        (Owner("Ada"), ADA, Ownership(is_own=True, reason="`ada` owns it")),
        (Owner("bob"), ADA, Ownership(is_own=False, reason="it belongs to `bob`, not to `ada`")),
        (ACME, BOT, Ownership(is_own=False, reason="it belongs to `acme`, not to an App")),
    ],
    ids=str,
)
def test_what_is_known_is_not_asked(owner: Owner, me: Actor, expected: Ownership) -> None:
    assert asked(owner, me, Answer(500)) == (expected, 0)


@pytest.mark.parametrize(
    ("answer", "is_own", "reason"),
    [
        (said({"owner": {"viewerCanAdminister": True}}), True, "`ada` administers `acme`"),
        (
            said({"owner": {"viewerCanAdminister": False}}),
            False,
            "`ada` does not administer `acme`",
        ),
        (said({"owner": {}}), False, "`ada` does not administer `acme`"),
        (said(None), False, "`ada` does not administer `acme`"),
        (Answer(403), False, "GitHub does not say whether `ada` may run `acme`"),
        (Answer(502), False, "GitHub does not say whether `ada` may run `acme`"),
    ],
)
def test_an_organisation_is_own_when_it_is_administered(
    answer: Answer, is_own: bool, reason: str
) -> None:
    assert asked(ACME, ADA, answer)[0] == Ownership(is_own=is_own, reason=reason)

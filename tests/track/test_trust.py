"""Whose word does what: every person, every aim, light and weighty findings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.ledger import State
from postil.domain.memory import Event, EventKind, Standing
from postil.domain.replies import Aim
from postil.domain.severity import Kind, Severity
from postil.track.locating import Kind as Went
from postil.track.trust import effect, event_of, is_weighty, was_claimed
from track.lives import FIRST, ID, SECOND, entry, reply, run, went

# What a reply does to an open finding: a light one, and one that only others than its author close.
TABLE = """
author      contests      disputed       disputed
author      claims-fixed  claimed-fixed  claimed-fixed
author      acknowledges  -              -
author      dismisses     disputed       disputed
author      wontfix       disputed       disputed
author      defers        disputed       disputed
author      resolves      resolved       claimed-fixed
maintainer  contests      disputed       disputed
maintainer  claims-fixed  claimed-fixed  claimed-fixed
maintainer  acknowledges  -              -
maintainer  dismisses     dismissed      dismissed
maintainer  wontfix       wontfix        wontfix
maintainer  defers        deferred       deferred
maintainer  resolves      resolved       resolved
author      reopens       returned       returned
maintainer  reopens       returned       returned
"""
CELLS = [
    (Standing(who), Aim(aim), severity, None if told == "-" else EventKind(told))
    for who, aim, light, weighty in map(str.split, TABLE.strip().splitlines())
    for severity, told in ((Severity.MEDIUM, light), (Severity.CRITICAL, weighty))
]


@pytest.mark.parametrize(("who", "aim", "severity", "expected"), CELLS)
def test_the_table_of_words(
    who: Standing, aim: Aim, severity: Severity, expected: EventKind | None
) -> None:
    said = reply(aim, who, link="https://example.org/7")
    assert effect(said, entry(severity=severity), run()) is expected


@pytest.mark.parametrize("who", [Standing.OUTSIDER, Standing.BOT])
@pytest.mark.parametrize("aim", list(Aim))
def test_outsiders_and_bots_are_text(who: Standing, aim: Aim) -> None:
    assert effect(reply(aim, who, link="x"), entry(severity=Severity.NIT), run()) is None


@pytest.mark.parametrize("aim", list(Aim))
@pytest.mark.parametrize("state", list(State))
def test_we_ourselves_only_resolve_what_is_proved(aim: Aim, state: State) -> None:
    is_due = aim is Aim.RESOLVES and state is State.LIKELY_FIXED
    expected = EventKind.RESOLVED if is_due else None
    assert effect(reply(aim, Standing.POSTIL), entry(state), run()) is expected


@pytest.mark.parametrize(
    ("aim", "text", "link", "expected"),
    [
        (Aim.DISMISSES, " ", "", None),
        (Aim.DISMISSES, "why", "", EventKind.DISMISSED),
        (Aim.WONTFIX, "", "x", None),
        (Aim.WONTFIX, "why", "", EventKind.WONTFIX),
        (Aim.DEFERS, "why", "", None),
        (Aim.DEFERS, "why", " ", None),
        (Aim.DEFERS, "", "x", None),
        (Aim.DEFERS, "why", "x", EventKind.DEFERRED),
    ],
)
def test_a_decision_has_a_reason_and_what_is_put_off_a_link(
    aim: Aim, text: str, link: str, expected: EventKind | None
) -> None:
    said = reply(aim, Standing.MAINTAINER, text=text, link=link)
    assert effect(said, entry(), run()) is expected


@pytest.mark.parametrize(
    ("severity", "block_at", "expected"),
    [
        (Severity.CRITICAL, None, True),
        (Severity.HIGH, None, False),
        (Severity.HIGH, Severity.CRITICAL, False),
        (Severity.HIGH, Severity.HIGH, True),
        (Severity.CRITICAL, Severity.HIGH, True),
        (Severity.MEDIUM, Severity.HIGH, False),
        (Severity.NIT, Severity.NIT, True),
    ],
)
@pytest.mark.parametrize("kind", [Kind.DEFECT, Kind.QUESTION])
def test_what_an_author_cannot_close_alone(
    severity: Severity, block_at: Severity | None, expected: bool, kind: Kind
) -> None:
    found = entry(severity=severity, kind=kind)
    assert is_weighty(found, block_at) is expected
    told = effect(reply(Aim.RESOLVES), found, run(block_at=block_at))
    assert told is (EventKind.CLAIMED_FIXED if expected else EventKind.RESOLVED)


def test_an_author_may_confirm_what_is_proved() -> None:
    proved = entry(State.LIKELY_FIXED, severity=Severity.CRITICAL)
    assert effect(reply(Aim.RESOLVES), proved, run()) is EventKind.RESOLVED


def test_an_argument_is_had_once_over_the_same_code() -> None:
    upheld = entry(State.UPHELD)
    assert effect(reply(Aim.CONTESTS), upheld, run()) is None
    assert effect(reply(Aim.DISMISSES), upheld, run()) is None
    altered = run(places={ID: went(Went.EDITED)})
    assert effect(reply(Aim.CONTESTS), upheld, altered) is EventKind.DISPUTED


def test_a_claim_over_the_same_code_is_answered_once() -> None:
    found = entry()
    claim = reply(Aim.CLAIMS_FIXED)
    assert effect(claim, found, run()) is EventKind.CLAIMED_FIXED
    answered = replace(
        found, events=(*found.events, event_of(claim, EventKind.CLAIMED_FIXED, run()))
    )
    assert was_claimed(answered)
    assert effect(claim, answered, run()) is None
    returned = (*answered.events, Event(kind=EventKind.RETURNED, head=SECOND))
    assert not was_claimed(replace(answered, events=returned))


def test_a_claim_over_other_code_is_for_the_verifier() -> None:
    altered = run(places={ID: went(Went.EDITED)})
    assert effect(reply(Aim.CLAIMS_FIXED), entry(), altered) is None


def test_the_event_says_who_and_why() -> None:
    said = reply(Aim.DEFERS, Standing.MAINTAINER, text="Later", link="https://example.org/7")
    event = event_of(said, EventKind.DEFERRED, run())
    assert (event.who, event.by, event.head) == ("ann", Standing.MAINTAINER, SECOND)
    assert event.note == "Later (https://example.org/7)"
    assert event_of(reply(Aim.CONTESTS), EventKind.DISPUTED, run(FIRST)).note == "So."


@pytest.mark.parametrize("aim", list(Aim))
@pytest.mark.parametrize("who", list(Standing))
def test_inv_05_what_is_only_text_moves_nothing(who: Standing, aim: Aim) -> None:
    said = reply(aim, who, link="x", is_text=True)
    assert effect(said, entry(State.LIKELY_FIXED), run()) is None
    assert effect(said, entry(), run()) is None


def test_an_event_remembers_where_the_word_for_it_stands() -> None:
    said = reply(Aim.CONTESTS, origin="c1")
    assert event_of(said, EventKind.DISPUTED, run()).origin == "c1"

"""The words of our answers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.commands import Command, Objection, Verb
from postil.domain.finding import Adjustment
from postil.domain.judgement import Outcome
from postil.domain.ledger import State
from postil.domain.memory import EventKind, Standing
from postil.domain.observation import Gap
from postil.publish.sanitising import Allowed, sanitise
from postil.publish.sayings import closed, obeyed, ruled, unseen, why
from publish.reviewed import FIXED, by_ann, by_max, document, event, lived
from track.lives import ID, place


def ask(verb: Verb, **fields: Any) -> Command:
    made = Command(verb=verb, who="max", by=Standing.MAINTAINER, origin="c1")
    return replace(made, **fields)


def told(*asked: Command, **fields: Any) -> str:
    return obeyed(asked, document(lived(State.OPEN), **fields))


@pytest.mark.parametrize(
    ("objection", "words"),
    [
        (Objection.NOT_ALLOWED, "`dismiss` needs write access to this repository."),
        (
            Objection.EDITED,
            "`dismiss` stands in a comment that somebody else changed; say it again.",
        ),
        (Objection.UNREADABLE, "`dismiss` cannot be read like that; `@postil help` shows how."),
        (Objection.NO_SUCH_FINDING, "There is no finding `F9` here."),
        (Objection.NO_REASON, "`dismiss` needs a reason: `@postil dismiss F3 because …`."),
    ],
)
def test_each_refusal_says_what_to_do(objection: Objection, words: str) -> None:
    assert told(ask(Verb.DISMISS, finding="F9", objection=objection)) == words


def test_pausing_and_resuming() -> None:
    assert told(ask(Verb.PAUSE)).startswith("Paused: ")
    assert told(ask(Verb.RESUME)) == "Pushes are reviewed again."


def test_help_lists_every_command() -> None:
    text = told(ask(Verb.HELP))
    assert [verb for verb in Verb if f"`@postil {verb}" not in text] == []


def test_a_review_that_was_asked_for() -> None:
    assert told(ask(Verb.REVIEW)) == "`2222222` is reviewed: 1 finding open."
    assert told(ask(Verb.FULL), gaps=(Gap(subject="x", reason="y", required=True),)) == (
        "`2222222` is reviewed in part: 1 finding open."
    )
    assert told(ask(Verb.REVIEW), outcome=Outcome.NOOP) == (
        "Nothing changed since `2222222` was reviewed: 1 finding open."
    )


def test_the_same_thing_is_told_once_and_only_so_many() -> None:
    assert told(ask(Verb.REVIEW), ask(Verb.FULL), ask(Verb.RESUME)) == (
        "`2222222` is reviewed: 1 finding open.\n\nPushes are reviewed again."
    )
    many = [
        ask(Verb.WHY, finding=f"F{number}", objection=Objection.NO_SUCH_FINDING)
        for number in range(50)
    ]
    assert told(*many).count("There is no finding") == 20


@pytest.mark.parametrize(
    ("state", "last", "by", "words"),
    [
        (
            State.DISMISSED,
            by_max(EventKind.DISMISSED),
            Standing.MAINTAINER,
            "**F1 is dismissed**, as `max` said.",
        ),
        (State.SUPPRESSED, event(EventKind.SUPPRESSED), Standing.MAINTAINER, "**F1 is suppressed"),
        (State.LIKELY_FIXED, FIXED, Standing.MAINTAINER, "**F1: likely fixed in `ccccccc`.**"),
        (
            State.DISPUTED,
            by_ann(EventKind.DISPUTED),
            Standing.AUTHOR,
            "**F1 is still open (disputed).** What the author of a change says",
        ),
        (
            State.OPEN,
            event(EventKind.SEEN_AGAIN),
            Standing.MAINTAINER,
            "**F1 is still open (open).**",
        ),
    ],
)
def test_what_became_of_a_finding_somebody_wanted_closed(
    state: State, last: Any, by: Standing, words: str
) -> None:
    asked = ask(Verb.RESOLVE, finding=ID, by=by)
    assert obeyed([asked], document(lived(state, last))).startswith(words)


def test_why_tells_what_a_finding_rests_on() -> None:
    lowered = Adjustment(step="context", before="high", after="medium", reason="as agreed")
    entry = lived(
        State.DISPUTED,
        event(EventKind.SEEN_AGAIN),
        by_ann(EventKind.DISPUTED),
        adjustments=(lowered,),
    )
    asked = ask(Verb.WHY, finding=ID)
    assert obeyed([asked], document(entry)) == why(entry)
    assert why(entry) == (
        "**F1** · medium · disputed · The order is sent before it is checked\n\n"
        "- What goes wrong: An unchecked order is sent.\n"
        "- What to do: Check first.\n"
        "- Told because: reachable\n"
        "- Found by: security; confidence 80 (self)\n"
        "- Severity: high → medium, as agreed\n"
        "- So far: raised at `1111111`; disputed at `2222222`, as `ann` said\n\n"
        "`a.py:10` at `1111111`:\n\n```text\nsend(order)\n```"
    )


@pytest.mark.parametrize(
    ("state", "last", "words"),
    [
        (State.LIKELY_FIXED, replace(FIXED, commit=""), "**F1: likely fixed as of `2222222`.**"),
        (State.RESOLVED, by_max(EventKind.RESOLVED), "**F1 is resolved**, as `max` said."),
        (State.WONTFIX, by_max(EventKind.WONTFIX), "**F1 will not be fixed**, as `max` said."),
        (State.OPEN, event(EventKind.SEEN_AGAIN), "A newer review stands: **F1 is still open**"),
    ],
)
def test_why_a_thread_is_closed(state: State, last: Any, words: str) -> None:
    assert closed(lived(state, last), last).startswith(words)


def test_an_upheld_finding_is_not_argued_again() -> None:
    text = ruled(lived(State.UPHELD), event(EventKind.UPHELD, note="Look."))
    assert text == (
        "**F1 stands.** Look.\n\nIt stays open and is not argued again unless this code changes."
    )


def test_quotes_are_few_short_and_cannot_end_their_fence() -> None:
    long = "\n".join(f"```{number}" for number in range(50))
    shown = (
        place(text=long, revision=""),
        place(text=" "),
        place(text="`````\nx" + "y" * 5_000),
        place(text="never shown"),
    )
    text = ruled(lived(State.WITHDRAWN), event(EventKind.WITHDRAWN, note="x", evidence=shown))
    assert "`a.py:10`:\n\n````text\n```0\n" in text
    assert "```20" not in text
    assert "``````text\n`````\nx" in text
    assert "y" * 1_000 not in text
    assert "never shown" not in text


@given(st.text(max_size=300))
def test_foreign_words_stay_on_their_line_and_in_their_span(words: str) -> None:
    entry = lived(State.OPEN, title=words)
    assert why(entry).split("\n")[2] == "- What goes wrong: An unchecked order is sent."
    placed = lived(State.OPEN, evidence=(place(path=words or "a"),))
    line = unseen(placed, event(EventKind.CLAIMED_FIXED))
    assert "\n" not in line
    assert line.count("`") == 6


def test_a_very_long_word_is_cut() -> None:
    text = ruled(lived(State.UPHELD), event(EventKind.UPHELD, note="x" * 5_000))
    assert "x" * 999 + "…" in text


def sayings_of_all_kinds() -> list[str]:
    shown = (place(text="send(order)\n@team `x` fixes #1"),)
    entry = lived(State.UPHELD, by_ann(EventKind.DISPUTED), evidence=shown)
    review = document(lived(State.OPEN))
    asked = [ask(verb) for verb in (Verb.HELP, Verb.PAUSE, Verb.RESUME, Verb.REVIEW)]
    refused = [ask(Verb.WHY, finding="F9", objection=each) for each in Objection]
    return [
        why(entry),
        ruled(entry, event(EventKind.UPHELD, note="Look.", evidence=shown)),
        ruled(entry, event(EventKind.WITHDRAWN, note="Right.", evidence=shown)),
        unseen(entry, event(EventKind.CLAIMED_FIXED)),
        closed(lived(State.LIKELY_FIXED), FIXED),
        closed(lived(State.DISMISSED), by_max(EventKind.DISMISSED)),
        *(obeyed([each], review) for each in (*asked, *refused)),
    ]


@pytest.mark.parametrize("body", sayings_of_all_kinds())
def test_nothing_we_say_needs_to_be_made_harmless(body: str) -> None:
    assert sanitise(body, allow=Allowed()).body.rstrip("\n") == body


def test_what_others_say_is_made_harmless() -> None:
    hostile = "@team fixes #1 <!-- postil:mark --> ![x](https://evil.example/x)"
    body = ruled(lived(State.UPHELD), event(EventKind.UPHELD, note=hostile))
    clean = sanitise(body, allow=Allowed()).body
    assert "@team" not in clean.replace("`@team`", "")
    assert "<!-- postil" not in clean
    assert "evil.example/x)" not in clean

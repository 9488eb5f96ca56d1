from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.judgement import Verdict
from postil.domain.memory import Entry, Event, EventKind, Transition
from postil.domain.severity import Severity
from postil.render._html_round import LIFE_SHOWN
from render.test_html import Node, page_of
from sample_rounds import (
    FINDINGS,
    FIX,
    MIXED,
    OLD_FIX,
    RAISED,
    RAISED_NOW,
    ROUNDS,
    SEEN,
    STILL_BLOCKED,
    again,
    entry,
    lived,
)

from fakes.changes import HEAD
from samples import NOISY


def page_with(*entries: Entry) -> Node:
    return page_of(again(Transition.STILL_CLEAN, Verdict.NOTES, *entries).document)


def life(*events: Event, late: bool = False) -> list[str]:
    found = page_with(lived("F3", *events, late=late)).every("ol", class_="life")
    return [each.words for each in found[0].every("li")] if found else []


def test_what_moved_since_the_last_review() -> None:
    box = page_of(MIXED.document).one("div", class_="since")
    assert box.one("h3").words == "Since ddddddd"
    assert [each.words for each in box.every("li")] == [
        "4 new F1 F2 F5 F8",
        "2 closed F4 F10",
        "2 still open F3 F6",
    ]


def test_what_moved_leads_to_the_notes() -> None:
    page = page_of(STILL_BLOCKED.document)
    box = page.one("div", class_="since")
    targets = [str(link.attributes["href"])[1:] for link in box.every("a")]
    found = [page.one("article", id=target).one("a", class_="number").words for target in targets]
    assert found == [link.words for link in box.every("a")] == ["F2", "F1", "F3", "F7"]


def test_a_finding_that_is_not_on_the_page_is_named_without_a_link() -> None:
    document = replace(STILL_BLOCKED.document, findings=())
    box = page_of(document).one("div", class_="since")
    assert [each.words for each in box.every("li")][1:] == ["1 closed F2", "3 still open F1 F3 F7"]
    assert box.every("a") == []


def test_very_many_are_counted() -> None:
    many = [
        entry(replace(FINDINGS["F3"], number=f"F{n}", id=f"{n:08x}"), RAISED_NOW)
        for n in range(1, 54)
    ]
    words = page_with(*many).one("div", class_="since").every("li")[0].words
    assert words.startswith("53 new F1 F2 ")
    assert words.endswith(" F50 and 3 more")


def test_a_rewritten_history_is_told() -> None:
    box = page_of(ROUNDS["rewritten"].document).one("div", class_="since")
    assert box.one("p").words == "history rewritten since ddddddd: 3 of 4 units carried over"
    assert page_of(MIXED.document).one("div", class_="since").every("p") == []


def test_a_first_review_has_neither() -> None:
    page = page_of(NOISY.document)
    assert page.every("div", class_="since") == []
    assert page.every("ol", class_="life") == []


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (SEEN, "seen again bbbbbbb"),
        (replace(SEEN, severity=Severity.HIGH), "seen again as high bbbbbbb"),
        (replace(SEEN, head=""), "seen again"),
        (
            Event(kind=EventKind.FIXED, head=HEAD, commit=FIX, note="see `a`"),
            "likely fixed in e5f6a7b bbbbbbb see a",
        ),
        (Event(kind=EventKind.DISMISSED, head=HEAD, who="kim"), "dismissed by kim bbbbbbb"),
        (Event(kind=EventKind.RETURNED, head=HEAD), "came back bbbbbbb"),
    ],
)
def test_events(event: Event, words: str) -> None:
    assert life(RAISED, event) == ["raised ddddddd", words]


def test_what_closed_it_is_marked() -> None:
    (line,) = page_with(lived("F3", RAISED, OLD_FIX)).every("ol", class_="life")
    assert [each.attributes.get("class") for each in line.every("li")] == [None, "shut"]
    assert line.attributes["aria-label"] == "What happened to F3"


def test_a_new_finding_has_no_life_yet_unless_it_came_late() -> None:
    assert life(RAISED_NOW) == []
    assert life(RAISED_NOW, late=True) == ["missed earlier", "raised bbbbbbb"]


def test_of_a_long_life_the_first_and_the_latest_events_are_shown() -> None:
    heads = [f"{n:x}" * 40 for n in range(1, 13)]
    told = life(RAISED, *(replace(SEEN, head=head) for head in heads))
    assert told[:3] == ["raised ddddddd", "5 more", "seen again 6666666"]
    assert len(told) == LIFE_SHOWN + 1
    exact = life(RAISED, *(replace(SEEN, head=head) for head in heads[: LIFE_SHOWN - 1]))
    assert len(exact) == LIFE_SHOWN
    assert "more" not in " ".join(exact)


def test_what_is_new_says_so_beside_what_is_not() -> None:
    states = [
        each.words for each in page_of(MIXED.document).one(id="findings").every(class_="state")
    ]
    assert states == [
        "new",
        "reopened",
        "disputed",
        "new",
        "new",
        "open",
        "new",
        "resolved",
        "likely fixed",
    ]


@pytest.mark.parametrize("name", ROUNDS)
def test_every_re_review_is_a_well_formed_page(name: str) -> None:
    sample = ROUNDS[name]
    page = page_of(sample.document, sample.change)
    assert len(page.every("article")) == len(sample.document.findings)

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.brief import ConcernResult
from postil.domain.change import Commit
from postil.understand.concerns import MOST_ROWS, concerns, wants_verification
from postil.understand.request import Request

from fakes.changes import change_between


def _texts(description: str) -> list[str]:
    change = replace(change_between({}, {}), description=description, commits=())
    return [concern.text for concern in concerns(change, Request())]


@pytest.mark.parametrize(
    ("description", "stated"),
    [
        ("- [ ] verify on Safari", ["verify on Safari"]),
        ("1. [] Test with a real key", ["Test with a real key"]),
        ("Please check the retry path. Thanks.", ["Please check the retry path."]),
        ("Make sure that old clients still work.", ["Make sure that old clients still work."]),
        ("I am concerned about the lock.", ["I am concerned about the lock."]),
        ("This must not break imports.", ["This must not break imports."]),
        ("- Please verify\n- please confirm b", ["Please verify", "please confirm b"]),
    ],
)
def test_a_stated_concern_is_a_row(description: str, stated: list[str]) -> None:
    assert _texts(description) == stated


@pytest.mark.parametrize(
    "description",
    [
        "",
        "Adds a cache.",
        "- [x] verified on Safari",
        "- [ ] I have checked the guide",
        "- [ ] Add tests",
        "This makes sure that it works; we make sure of it.",
        "```\nplease check\n```",
        "<!-- please check the boxes",
    ],
)
def test_none_stated_means_none_invented(description: str) -> None:
    assert _texts(description) == []


def test_rows_are_numbered_over_all_sources_and_said_once() -> None:
    change = replace(
        change_between({}, {}),
        description="Please check A.",
        commits=(Commit(oid="1234567890", subject="x", body="Please check a.\nPlease check C."),),
    )
    request = Request(context="Please verify B.", issues=(("#4", "Please test D."),))
    rows = concerns(change, request)
    assert [(row.number, row.text, row.source) for row in rows] == [
        (1, "Please verify B.", "context"),
        (2, "Please check A.", "description"),
        (3, "Please test D.", "issue #4"),
        (4, "Please check C.", "commit 1234567"),
    ]
    assert {row.result for row in rows} == {ConcernResult.NOT_VERIFIED}


def test_rows_past_the_limit_are_counted_in_a_last_one() -> None:
    rows = _texts("\n".join(f"- [ ] verify {number}" for number in range(MOST_ROWS + 3)))
    assert len(rows) == MOST_ROWS + 1
    assert rows[-1] == "3 further concerns, beyond the 50 listed"


@pytest.mark.parametrize(
    ("description", "wanted"),
    [("- [ ] manual check", True), ("- [x] manual check", False), ("please check", False)],
)
def test_an_unticked_box_wants_verification(description: str, *, wanted: bool) -> None:
    assert wants_verification(description) is wanted

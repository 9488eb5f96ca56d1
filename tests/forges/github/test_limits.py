"""How long to wait is what GitHub says, in the order in which it wants to be understood."""

from __future__ import annotations

import json

import pytest

from postil.forges.github.limits import is_limit, wait_after
from postil.forges.github.reply import Reply

NOON = 1_800_000_000.0
SECONDARY = "You have exceeded a secondary rate limit. Please wait a few minutes."


def reply(status: int, message: str = "", **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, json.dumps({"message": message}).encode(), named)


SPENT = {"x_ratelimit_remaining": "0", "x_ratelimit_reset": str(int(NOON) + 90)}


@pytest.mark.parametrize(
    "answer",
    [
        reply(429),
        reply(403, retry_after="37"),
        reply(403, SECONDARY),
        reply(403, "You have triggered an abuse detection mechanism."),
        reply(403, "API rate limit exceeded for installation.", **SPENT),
        reply(403, **SPENT),
        reply(422, "Validation Failed: was submitted too quickly"),
    ],
)
def test_gh_19_these_refuse_for_haste(answer: Reply) -> None:
    assert is_limit(answer)


@pytest.mark.parametrize(
    "answer",
    [
        reply(200, **SPENT),
        reply(403, "Resource not accessible by integration"),
        reply(404),
        reply(422, "Validation Failed", retry_after="3"),
        reply(502),
        Reply(403, b"<html>no</html>"),
    ],
)
def test_gh_19_these_do_not(answer: Reply) -> None:
    assert not is_limit(answer)


@pytest.mark.parametrize(
    ("answer", "refusals", "seconds"),
    [
        (reply(403, retry_after="37", **SPENT), 0, 37.0),
        (reply(429, retry_after="0"), 0, 1.0),
        (reply(403, **SPENT), 0, 90.0),
        (reply(403, **(SPENT | {"x_ratelimit_reset": "1"})), 0, 1.0),
        (reply(403, SECONDARY), 0, 60.0),
        (reply(403, SECONDARY), 1, 120.0),
        (reply(403, SECONDARY), 99, 1920.0),
        (reply(429, retry_after="soon"), 0, 60.0),
        (reply(429, retry_after="9" * 40), 0, 60.0),
        (reply(403, x_ratelimit_remaining="0"), 0, 60.0),
        (reply(403, SECONDARY, x_ratelimit_remaining="7", x_ratelimit_reset="9" * 10), 0, 60.0),
    ],
)
def test_gh_19_how_long_to_wait(answer: Reply, refusals: int, seconds: float) -> None:
    assert wait_after(answer, epoch=NOON, refusals=refusals) == seconds


def test_gh_19_a_machine_whose_clock_is_wrong_waits_no_longer() -> None:
    theirs = "Fri, 15 Jan 2027 08:00:00 GMT"
    answer = reply(403, **SPENT, date=theirs)
    assert wait_after(answer, epoch=NOON - 3_600, refusals=0) == 90.0
    assert wait_after(reply(403, **SPENT, date="noon"), epoch=NOON, refusals=0) == 90.0

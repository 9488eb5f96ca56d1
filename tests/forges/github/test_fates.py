"""Every answer to a write is one of three things, and only a plain success is done."""

from __future__ import annotations

import json
from typing import Any

import pytest

from postil.domain.publication import Fate, Refusal
from postil.forges.github.client import Sent
from postil.forges.github.fates import outcome, resolution
from postil.forges.github.reply import Reply


def sent(status: int, body: Any = None, **headers: str) -> Sent:
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Sent(Reply(status, data, named))


def said(status: int, message: str, **headers: str) -> Sent:
    return sent(status, {"message": message}, **headers)


def words(answer: Sent) -> str:
    return answer.reply.said if answer.reply else ""


def test_a_plain_success_is_done() -> None:
    found = outcome(sent(201, {"id": 7, "html_url": "https://x/7", "state": "COMMENTED"}))
    assert (found.fate, found.id, found.address) == (Fate.DONE, "7", "https://x/7")
    found = outcome(sent(201, {"id": 7, "html_url": None, "url": "https://x/api/7"}))
    assert found.address == "https://x/api/7"
    assert outcome(sent(201, {"id": 7})).address == ""


@pytest.mark.parametrize(
    "body",
    [b"", b'{"id": 7', b"<html>fine</html>", b"[]", b'{"id": "7"}', b"null", b"[" * 100_000],
    ids=["nothing", "cut", "html", "list", "text id", "null", "deep"],
)
def test_f_13_a_success_that_cannot_be_read_is_unknown(body: bytes) -> None:
    found = outcome(sent(201, body))
    assert (found.fate, found.why) == (Fate.UNKNOWN, "GitHub's answer could not be read.")


def test_gh_17_a_review_that_was_not_submitted_is_not_done() -> None:
    found = outcome(sent(200, {"id": 7, "state": "PENDING"}))
    assert (found.fate, found.why) == (
        Fate.UNKNOWN,
        "GitHub began the review and did not submit it.",
    )


def test_a_deletion_is_done_when_nothing_is_left_to_say() -> None:
    assert outcome(sent(204, b""), is_deletion=True).fate is Fate.DONE
    assert outcome(sent(200, {"id": 7}), is_deletion=True).fate is Fate.DONE
    assert outcome(sent(200, b"<html>"), is_deletion=True).fate is Fate.UNKNOWN


def test_f_10_no_answer_is_unknown() -> None:
    found = outcome(Sent(None, "The connection to GitHub was cut."))
    assert (found.fate, found.why) == (Fate.UNKNOWN, "The connection to GitHub was cut.")
    assert resolution(Sent(None, "Cut.")).fate is Fate.UNKNOWN


@pytest.mark.parametrize("status", [301, 304, 408, 429, 500, 502, 503, 504, 599])
def test_gh_16_these_leave_it_open(status: int) -> None:
    found = outcome(sent(status, {}))
    assert (found.fate, found.refusal) == (Fate.UNKNOWN, None)
    assert str(status) in found.why


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        (said(401, "Bad credentials"), Refusal.UNAUTHENTICATED),
        (said(403, "Resource not accessible by integration"), Refusal.FORBIDDEN),
        (said(403, "Must have admin rights to Repository."), Refusal.FORBIDDEN),
        (said(403, "Unable to create comment because issue is locked."), Refusal.LOCKED),
        (said(422, "lock prevents review"), Refusal.LOCKED),
        (
            said(403, "Commenting is disabled on issues with more than 2500 comments"),
            Refusal.TOO_MANY,
        ),
        (said(404, "Not Found"), Refusal.GONE),
        (said(410, "This issue was deleted"), Refusal.GONE),
        (said(400, "Problems parsing JSON"), Refusal.INVALID),
        (said(409, "Conflict"), Refusal.INVALID),
        (said(413, "Too large"), Refusal.INVALID),
        (said(451, "Unavailable"), Refusal.INVALID),
        (said(422, "Can not approve your own pull request"), Refusal.INVALID),
        (said(422, "Can not request changes on your own pull request"), Refusal.INVALID),
        (
            said(422, "pull_request_review_thread.line must be part of the diff"),
            Refusal.INVALID,
        ),
        (said(422, "Line could not be resolved"), Refusal.INVALID),
        (said(422, "body is too long (maximum is 65536 characters)"), Refusal.INVALID),
        (said(422, "The commit_id is not part of the pull request"), Refusal.INVALID),
        (said(422, "User can only have one pending review per pull request"), Refusal.INVALID),
    ],
    ids=lambda value: words(value) if isinstance(value, Sent) else str(value),
)
def test_gh_20_these_will_not_heal(answer: Sent, refusal: Refusal) -> None:
    found = outcome(answer)
    assert (found.fate, found.refusal) == (Fate.REFUSED, refusal)
    assert answer.reply is not None
    assert answer.reply.said in found.why


@pytest.mark.parametrize(
    "answer",
    [
        said(422, "Validation Failed"),
        said(422, "was submitted too quickly"),
        said(403, "You have exceeded a secondary rate limit."),
        said(403, "API rate limit exceeded", x_ratelimit_remaining="0"),
        said(403, "Forbidden", retry_after="60"),
    ],
    ids=words,
)
def test_gh_16_these_are_looked_after(answer: Sent) -> None:
    found = outcome(answer)
    assert (found.fate, found.refusal) == (Fate.UNKNOWN, None)


def test_gh_20_a_missing_permission_is_named() -> None:
    headers = {"x_accepted_github_permissions": "pull_requests=write"}
    found = outcome(said(403, "Resource not accessible by personal access token", **headers))
    assert found.why.endswith("; give the token `pull_requests=write`.")


def thread(is_resolved: bool) -> dict[str, Any]:
    return {"data": {"resolveReviewThread": {"thread": {"id": "T", "isResolved": is_resolved}}}}


def test_gh_23_a_thread_is_resolved_when_the_answer_says_so() -> None:
    found = resolution(sent(200, thread(is_resolved=True)))
    assert (found.fate, found.id) == (Fate.DONE, "T")


@pytest.mark.parametrize(
    "body",
    [
        thread(is_resolved=False),
        {"data": None},
        {"data": {"resolveReviewThread": None}},
        {"data": {"resolveReviewThread": {"thread": None}}},
        {},
        [],
        {"data": {"resolveReviewThread": 3}},
        {"data": None, "errors": [{"type": "SERVICE_UNAVAILABLE", "message": "later"}]},
    ],
    ids=str,
)
def test_inv_15_anything_else_is_not_taken_for_it(body: Any) -> None:
    assert resolution(sent(200, body)).fate is Fate.UNKNOWN


@pytest.mark.parametrize(
    ("kind", "refusal"),
    [
        ("FORBIDDEN", Refusal.FORBIDDEN),
        ("INSUFFICIENT_SCOPES", Refusal.FORBIDDEN),
        ("NOT_FOUND", Refusal.GONE),
        ("UNPROCESSABLE", Refusal.INVALID),
    ],
)
def test_gh_23_a_no_inside_a_fine_answer_is_a_no(kind: str, refusal: Refusal) -> None:
    error = {"type": kind, "message": "Resource not accessible by integration"}
    found = resolution(sent(200, {"data": {"resolveReviewThread": None}, "errors": [error]}))
    assert (found.fate, found.refusal) == (Fate.REFUSED, refusal)
    assert found.why == "GitHub answered: Resource not accessible by integration"


def test_gh_23_a_resolution_that_fails_as_http_is_judged_as_any_write() -> None:
    assert resolution(said(401, "Bad credentials")).refusal is Refusal.UNAUTHENTICATED
    assert resolution(sent(502, b"")).fate is Fate.UNKNOWN
    assert resolution(sent(200, b"<html>")).fate is Fate.UNKNOWN

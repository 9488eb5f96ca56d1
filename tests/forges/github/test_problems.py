"""What a person is told when GitHub does not let us read: one sentence with what would help."""

from __future__ import annotations

import json

import pytest

from postil.domain.errors import EXIT_BLOCKED, EXIT_USER
from postil.forges.github.problems import Denied, problem
from postil.forges.github.reply import Passing, Reply, shown


def reply(status: int, message: str = "", **headers: str) -> Reply:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Reply(status, json.dumps({"message": message}).encode(), named)


TOKEN = "the token in `GITHUB_TOKEN`"  # noqa: S105 - the name of one


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            reply(401, "Bad credentials"),
            f"GitHub does not accept {TOKEN}: it is wrong, expired or revoked; make a new one.",
        ),
        (
            reply(404, "Not Found"),
            (
                f"GitHub has no files that {TOKEN} may see; check the name, and if the repository "
                "is private, give the token read access to it."
            ),
        ),
        (
            reply(410, "Gone"),
            (
                f"GitHub has no files that {TOKEN} may see; check the name, and if the repository "
                "is private, give the token read access to it."
            ),
        ),
        (
            reply(403, x_accepted_github_permissions="pull_requests=read"),
            f"GitHub does not let {TOKEN} read files; give it `pull_requests=read`.",
        ),
        (
            reply(403, x_accepted_oauth_scopes="repo, public_repo"),
            f"GitHub does not let {TOKEN} read files; give it `repo, public_repo`.",
        ),
        (
            reply(403, "Resource not accessible by integration"),
            f"GitHub does not let {TOKEN} read files; give it read access to pull requests.",
        ),
        (
            reply(403, x_github_sso="required; url=https://github.com/orgs/x/sso"),
            (
                f"The organisation wants single sign-on before {TOKEN} may read files; authorise the "
                "token for it in your GitHub settings."
            ),
        ),
        (
            reply(406, "Sorry, the diff exceeded the maximum number of files"),
            (
                "GitHub refused to show files (406): Sorry, the diff exceeded the maximum number of "
                "files"
            ),
        ),
        (Reply(418, b"<html>"), "GitHub refused to show files (418)"),
    ],
)
def test_one_sentence_each(answer: Reply, said: str) -> None:
    found = problem(answer, reading="files", credential=TOKEN)
    assert (str(found), found.exit_status) == (said, EXIT_USER)
    assert not isinstance(found, Passing)


@pytest.mark.parametrize("status", [408, 500, 502, 503, 599])
def test_gh_16_an_error_of_githubs_own_may_pass(status: int) -> None:
    found = problem(reply(status), reading="files", credential=TOKEN)
    assert isinstance(found, Passing)
    assert found.exit_status == EXIT_BLOCKED


def test_what_may_be_a_missing_permission_is_known_as_such() -> None:
    kinds = {
        status: isinstance(problem(reply(status), reading="x", credential="y"), Denied)
        for status in (401, 403, 404, 406)
    }
    assert kinds == {401: False, 403: True, 404: True, 406: False}


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (
            b'{"message":"Bad","errors":["one",{"message":"two"},{"code":"three"},{}]}',
            "Bad; one; two; three",
        ),
        (b'{"message":"","errors":[]}', ""),
        (b'{"errors":"no list"}', ""),
        (b"<html>", ""),
        (b"\xff\xfe", ""),
        (b"[" * 5_000, ""),
    ],
    ids=["all", "empty", "odd", "html", "bytes", "deep"],
)
def test_githubs_own_words_are_read_if_they_can_be(data: bytes, said: str) -> None:
    assert Reply(422, data).said == said


def test_t_24_a_strangers_words_steer_nothing() -> None:
    assert shown("a\x1b[31mb\r\nc\u202ed") == "a [31mb c d"
    assert shown("x" * 500) == "x" * 300 + "…"
    assert shown("x" * 300) == "x" * 300

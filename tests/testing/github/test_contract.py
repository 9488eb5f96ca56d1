"""The published contract: five traps, and how drift fails a test."""

from __future__ import annotations

import json
import subprocess
import sys
from http.client import HTTPException
from pathlib import Path
from typing import Any

import pytest

from postil.domain.errors import NotAvailable
from postil.testing.github import Drift, FakeGitHub, routes
from postil.testing.github.contract import LIBRARIES, Contract, require, slice_of_rest
from postil.testing.github.contract.prose import breaches
from postil.testing.github.git import GitRefused
from postil.testing.github.wire import Reply, Request
from testing.github.stage import Client, Stage, git_repository, stage

REVIEW = "POST /repos/{owner}/{repo}/pulls/{pull_number}/reviews"
CHECK = "POST /repos/{owner}/{repo}/check-runs"
RUNS = "GET /repos/{owner}/{repo}/commits/{ref}/check-runs"
NOTE = "POST /repos/{owner}/{repo}/pulls/{pull_number}/comments"


def request(body: Any = None, query: str = "", method: str = "POST") -> Request:
    data = b"" if body is None else json.dumps(body).encode()
    return Request(number=1, method=method, target=f"/x{query}", headers={}, body=data)


def test_every_published_route_is_in_the_slice() -> None:
    spoken = {f"{r.method} {r.template}" for r in routes.every() if r.published}
    assert spoken == set(slice_of_rest()["operations"])
    assert slice_of_rest()["version"].count(".") == 2


@pytest.mark.parametrize(
    ("operation", "body"),
    [
        (REVIEW, {"evnt": "COMMENT"}),
        (REVIEW, {"comments": [{"path": "x", "body": "y", "lin": 3, "line": 3}]}),
        (CHECK, {"name": "x", "head_sha": "y", "output": {"title": "t", "sumary": "s"}}),
        (NOTE, {"body": "x", "path": "y", "commit_id": "z", "line": 1, "subject_typ": "line"}),
    ],
)
def test_trap_1_misspelt_members_of_requests_are_noticed(operation: str, body: Any) -> None:
    found = list(Contract().request(operation, request(body)))
    assert any("Additional properties are not allowed" in sentence for sentence in found)


def test_trap_2_null_is_allowed_where_it_is_published(here: Stage) -> None:
    """A running check has no conclusion; the list of conclusions does not say so by itself."""
    run = slice_of_rest()["schemas"]["check-run"]["properties"]["conclusion"]
    assert None in run["enum"]
    bot = here.bot()
    bot.post(f"{here.path}/check-runs", {"name": "x", "head_sha": here.pull.head_sha})
    assert bot.get(f"{here.path}/commits/feature/check-runs").status == 200
    assert here.hub.drift == []


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/contents/deep/er/file.txt?ref=fix/slash", 200),
        ("/contents/deep%2Fer%2Ffile.txt?ref=fix/slash", 200),
        ("/compare/main...fix/slash", 200),
        ("/git/ref/heads/fix/slash", 200),
        ("/commits/fix/slash", 200),
        ("/git/ref/heads/fix", 404),
    ],
)
def test_trap_3_values_with_slashes_find_their_way(here: Stage, path: str, status: int) -> None:
    here.git.branch("fix/slash", "main")
    here.git.commit({"deep/er/file.txt": "x\n"}, branch="fix/slash")
    assert here.client(here.carol).get(here.path + path).status == status


def test_trap_4_our_own_replies_are_held_to_the_description() -> None:
    """Examples of the description fail it; replies are built from the schema and checked."""
    run = {"id": 1, "name": "x"}
    found = list(Contract().reply(RUNS, Reply(document={"total_count": 1, "check_runs": [run]})))
    assert any("'head_sha' is a required property" in sentence for sentence in found)
    assert list(Contract().reply(RUNS, Reply(document={"total_count": 0, "check_runs": []}))) == []


@pytest.mark.parametrize(
    ("operation", "body", "query", "words"),
    [
        (RUNS, None, "?per_page=101", "101 per page"),
        (RUNS, None, "?per_page=0", "0 per page"),
        (
            REVIEW,
            {"comments": [{"path": "x", "body": "y", "line": 1, "side": "BOTH"}]},
            "",
            "LEFT or RIGHT",
        ),
        (
            REVIEW,
            {"comments": [{"path": "x", "body": "y", "line": 1, "position": 1}]},
            "",
            "both a position",
        ),
        (REVIEW, {"comments": [{"path": "x", "body": "y"}]}, "", "without saying where"),
        (CHECK, {"status": "completed"}, "", "without a conclusion"),
        (CHECK, {"completed_at": "2026-01-01T00:00:00Z"}, "", "without a conclusion"),
        (CHECK, {"conclusion": "stale"}, "", "only GitHub can"),
        (NOTE, {"path": "x", "body": "y", "start_line": 1}, "", "start line without a line"),
        (NOTE, {"path": "x", "body": "y", "subject_type": "file", "line": 1}, "", "on a file"),
        (NOTE, {"path": "x", "body": "y", "subject_type": "line"}, "", "on a line"),
    ],
)
def test_trap_5_rules_that_are_only_in_prose(
    operation: str, body: Any, query: str, words: str
) -> None:
    assert any(words in sentence for sentence in breaches(operation, request(body, query)))


@pytest.mark.parametrize(
    ("operation", "body"),
    [
        (REVIEW, {"comments": [{"path": "x", "body": "y", "line": 1, "side": "LEFT"}]}),
        (REVIEW, {"comments": "no list"}),
        (REVIEW, ["no object"]),
        (CHECK, {"status": "completed", "conclusion": "success"}),
        (NOTE, {"path": "x", "body": "y", "subject_type": "file"}),
        (NOTE, {"path": "x", "body": "y", "in_reply_to": 1}),
    ],
)
def test_trap_5_what_breaks_no_rule(operation: str, body: Any) -> None:
    assert list(breaches(operation, request(body))) == []


def test_a_client_says_who_it_is() -> None:
    signed = Request(number=1, method="GET", target="/user", headers={"authorization": "Bearer x"})
    assert list(breaches("GET /user", signed)) == ["`GET /user` names no user agent"]


def misspelt(folder: Path) -> None:
    with stage(folder) as here:
        wish = {"evnt": "COMMENT", "body": "x"}
        assert here.client(here.carol).post(f"{here.at}/reviews", wish).status == 200


def lost_and_raising(folder: Path) -> None:
    with stage(folder) as here:
        here.client(here.carol).get("/nowhere")
        assert here.hub.drift == ["`GET /nowhere` leads nowhere"]
        raise ZeroDivisionError


def test_drift_fails_the_test_on_leaving(tmp_path: Path) -> None:
    with pytest.raises(Drift, match="'evnt' was unexpected"):
        misspelt(tmp_path)


def test_what_the_test_raised_says_more_than_drift(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        lost_and_raising(tmp_path)


def test_without_contract_nothing_is_held_against_anybody(tmp_path: Path) -> None:
    with stage(tmp_path, contract=False) as here:
        assert here.client(here.carol).post(f"{here.at}/reviews", {"evnt": "x"}).status == 200


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("/commits/feature/check-runs?filter=newest", "'newest' is not one of"),
        ("/commits/feature/check-runs?chek_name=x", "takes no `chek_name`"),
        ("/pulls/1/files?page=x", "'x' is not of type 'integer'"),
    ],
)
def test_queries_are_held_to_it_too(here: Stage, path: str, words: str) -> None:
    here.client(here.carol).get(here.path + path)
    assert words in here.hub.drift[0]
    here.hub.drift.clear()


def test_a_body_where_none_belongs() -> None:
    found = list(Contract().request(RUNS, request({"x": 1}, method="GET")))
    assert found == [f"`{RUNS}` takes no body"]


def test_operations_and_answers_that_nobody_published() -> None:
    assert "is not in the published" in next(Contract().request("GET /moon", request()))
    assert list(Contract().reply(RUNS, Reply(status=299))) == [
        f"`{RUNS} → 299` is no published answer"
    ]
    deletion = "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}"
    assert list(Contract().reply(deletion, Reply(status=204, document={}))) == [
        f"`{deletion} → 204` has no published content"
    ]
    assert list(Contract().reply(RUNS, Reply(status=500, document={"message": 7})))


def test_libraries_that_are_missing_are_named() -> None:
    require("json", *LIBRARIES)
    with pytest.raises(NotAvailable, match="needs `no_such_thing`: install `postil"):
        require("json", "no_such_thing")


def test_the_libraries_are_imported_when_they_are_used() -> None:
    code = (
        "import sys, postil.testing.github as github; hub = github.FakeGitHub(); hub.close(); "
        "print(sorted({'graphql', 'jsonschema', 'referencing'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_failure_inside_the_stand_in_is_raised_on_leaving(tmp_path: Path) -> None:
    git = git_repository(tmp_path / "git")
    hub = FakeGitHub().start()
    ada = hub.user("ada")
    hub.pull(hub.repository("ada", "widgets", git.folder), head="feature", author=ada)
    git.git("update-ref", "-d", "refs/heads/feature")
    git.git("update-ref", "-d", "refs/pull/1/head")
    git.git("reflog", "expire", "--expire=now", "--all")
    git.git("gc", "--quiet", "--prune=now")
    with pytest.raises((HTTPException, OSError)):
        Client(hub.url, hub.token(ada)).get("/repos/ada/widgets/pulls/1")
    with pytest.raises(GitRefused, match="bad"):
        hub.close()

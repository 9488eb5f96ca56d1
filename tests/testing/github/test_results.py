"""Check runs and commit statuses: who may set them, what is refused, what is listed."""

from __future__ import annotations

from typing import Any

import pytest

from testing.github.stage import Client, Stage


def run(here: Stage, **more: Any) -> dict[str, Any]:
    return {"name": "postil", "head_sha": here.pull.head_sha, **more}


def notes(count: int) -> list[dict[str, Any]]:
    return [
        {
            "path": "app.py",
            "start_line": number,
            "end_line": number,
            "annotation_level": "warning",
            "message": f"number {number}",
        }
        for number in range(1, count + 1)
    ]


def test_a_check_is_made_by_an_app_and_completed(here: Stage) -> None:
    bot = here.bot()
    made = bot.post(f"{here.path}/check-runs", run(here, status="in_progress"))
    assert (made.status, made.json["status"], made.json["conclusion"]) == (
        201,
        "in_progress",
        None,
    )
    assert made.json["app"]["slug"] == "postil"
    assert made.json["pull_requests"][0]["number"] == 1
    one = f"{here.path}/check-runs/{made.json['id']}"
    output = {"title": "Two findings", "summary": "words", "annotations": notes(2)}
    done = bot.patch(one, {"conclusion": "failure", "output": output}).json
    assert (done["status"], done["conclusion"]) == ("completed", "failure")
    assert done["completed_at"] is not None
    assert done["output"]["annotations_count"] == 2
    listed = here.client(here.carol).get(f"{one}/annotations").json
    assert [each["message"] for each in listed] == ["number 1", "number 2"]
    assert here.client(here.carol).get(one).json["output"]["title"] == "Two findings"


def test_gh14_fifty_annotations_at_a_time(here: Stage) -> None:
    bot = here.bot()
    made = bot.post(f"{here.path}/check-runs", run(here)).json
    one = f"{here.path}/check-runs/{made['id']}"
    output = {"title": "t", "summary": "s"}
    for _ in range(2):
        bot.patch(one, {"output": {**output, "annotations": notes(50)}})
    last = bot.patch(one, {"output": {**output, "annotations": notes(20)}}).json
    assert last["output"]["annotations_count"] == 120
    too_many = bot.patch(one, {"output": {**output, "annotations": notes(51)}})
    assert too_many.status == 422
    assert "is too long" in here.hub.drift[0]
    here.hub.drift.clear()


def test_people_make_no_checks(here: Stage) -> None:
    refused = here.client(here.ada).post(f"{here.path}/check-runs", run(here))
    assert (refused.status, refused.json["message"]) == (
        403,
        "You must authenticate via a GitHub App.",
    )


def test_another_apps_check_is_not_ours(here: Stage) -> None:
    made = here.bot().post(f"{here.path}/check-runs", run(here)).json
    other = here.hub.install(here.hub.app("other"), here.repository)
    client = Client(here.hub.url, here.hub.installation_token(other))
    one = f"{here.path}/check-runs/{made['id']}"
    assert client.patch(one, {"conclusion": "success"}).status == 403
    assert client.get(f"{here.path}/check-runs/1").status == 404


@pytest.mark.parametrize("sha", ["0" * 40, "feature", ""])
def test_a_check_needs_a_commit_that_is_there(here: Stage, sha: str) -> None:
    refused = here.bot().post(f"{here.path}/check-runs", run(here, head_sha=sha))
    assert (refused.status, refused.json["message"]) == (422, f"No commit found for SHA: {sha}")


def test_completed_without_conclusion_is_refused_and_noticed(here: Stage) -> None:
    assert here.bot().post(f"{here.path}/check-runs", run(here, status="completed")).status == 422
    assert "without a conclusion" in here.hub.drift[0]
    here.hub.drift.clear()


def test_an_output_that_is_too_long(here: Stage) -> None:
    output = {"title": "t", "summary": "s" * 65_536}
    assert here.bot().post(f"{here.path}/check-runs", run(here, output=output)).status == 422
    assert "is too long" in here.hub.drift[0]
    here.hub.drift.clear()


def test_the_latest_of_each_name_is_listed(here: Stage) -> None:
    bot = here.bot()
    first = bot.post(f"{here.path}/check-runs", run(here)).json["id"]
    again = bot.post(f"{here.path}/check-runs", run(here)).json["id"]
    other = bot.post(f"{here.path}/check-runs", run(here, name="other")).json["id"]
    client = here.client(here.carol)
    at = f"{here.path}/commits/feature/check-runs"

    def listed(query: str) -> list[int]:
        return [each["id"] for each in client.get(at + query).json["check_runs"]]

    assert listed("") == [other, again]
    assert listed("?filter=all") == [other, again, first]
    assert listed("?check_name=postil") == [again]
    assert listed("?status=completed") == []
    assert client.get(f"{here.path}/commits/main/check-runs").json["total_count"] == 0
    assert client.get(f"{here.path}/commits/nowhere/check-runs").status == 422


def test_a_branch_with_a_slash_names_a_commit(here: Stage) -> None:
    here.git.branch("fix/five", "feature")
    client = here.client(here.carol)
    assert client.get(f"{here.path}/commits/fix/five/check-runs").json["total_count"] == 0
    assert client.get(f"{here.path}/commits/fix/five").json["sha"] == here.pull.head_sha


def test_statuses(here: Stage) -> None:
    bob, at = here.client(here.bob), f"{here.path}/statuses/{here.pull.head_sha}"
    made = bob.post(at, {"state": "pending", "context": "postil", "description": "reading"})
    assert (made.status, made.json["creator"]["login"]) == (201, "bob")
    bob.post(at, {"state": "success", "context": "postil"})
    listed = bob.get(f"{here.path}/commits/feature/statuses").json
    assert [each["state"] for each in listed] == ["success", "pending"]
    whole = bob.get(f"{here.path}/commits/feature/status").json
    assert (whole["state"], whole["total_count"]) == ("success", 1)
    bob.post(at, {"state": "error"})
    assert bob.get(f"{here.path}/commits/feature/status").json["state"] == "failure"
    assert bob.get(f"{here.path}/commits/main/status").json["state"] == "pending"
    assert bob.get(f"{here.path}/commits/nowhere/status").status == 404


def test_statuses_are_for_those_who_may_push(here: Stage) -> None:
    at = f"{here.path}/statuses/{here.pull.head_sha}"
    assert here.client(here.carol).post(at, {"state": "success"}).status == 403


def test_statuses_that_are_refused(here: Stage) -> None:
    bob = here.client(here.bob)
    at = f"{here.path}/statuses/{here.pull.head_sha}"
    assert bob.post(f"{here.path}/statuses/{'0' * 40}", {"state": "error"}).status == 422
    assert bob.post(at, {"state": "error", "description": "x" * 141}).status == 422
    assert bob.post(at, {"state": "green"}).status == 422
    assert "'green' is not one of" in here.hub.drift[0]
    here.hub.drift.clear()

"""Check runs: made and updated by apps, read by everyone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from postil.testing.github import git
from postil.testing.github.desk import Desk
from postil.testing.github.routing import Route, read, write
from postil.testing.github.shapes.links import moment
from postil.testing.github.shapes.results import annotation, check_run
from postil.testing.github.state.accounts import App
from postil.testing.github.state.repositories import CheckRun
from postil.testing.github.wire import (
    CREATED,
    FORBIDDEN,
    REFUSED,
    Refusal,
    Reply,
    not_found,
    unprocessable,
)

_PLAIN = ("name", "status", "conclusion", "details_url", "external_id")


def create(desk: Desk) -> Reply:
    wish = desk.wish()
    sha = wish.get("head_sha", "")
    if git.oid(desk.repository.path, sha) != sha or not sha:
        raise Refusal(REFUSED, f"No commit found for SHA: {sha}")
    run = CheckRun(
        id=desk.world.next_id(),
        app=_app(desk),
        suite=desk.world.next_id(),
        name=wish.get("name", ""),
        head_sha=sha,
        status="queued",
        conclusion=None,
        created=desk.world.now(),
    )
    changes = _changes(desk, run, wish)
    desk.world.ledger.put(desk.repository.check_runs, run.id, run)
    desk.world.ledger.change(run, **changes)
    desk.world.born(run.id)
    desk.world.happened("check_run", desk.repository, action="created", run=run)
    return Reply(status=CREATED, document=check_run(desk.links, desk.repository, run))


def _app(desk: Desk) -> App:
    installation = desk.token.installation
    if installation is None:
        raise Refusal(FORBIDDEN, "You must authenticate via a GitHub App.")
    return installation.app


def _changes(desk: Desk, run: CheckRun, wish: Mapping[str, Any]) -> dict[str, Any]:
    """A conclusion completes a run; completing one without it is refused."""
    changes = {name: wish[name] for name in _PLAIN if name in wish}
    if wish.get("conclusion"):
        changes["status"] = "completed"
    elif wish.get("status") == "completed":
        raise unprocessable(resource="CheckRun", code="missing_field", field="conclusion")
    now = moment(desk.world.now())
    changes["started"] = wish.get("started_at") or run.started or now
    if changes.get("status") == "completed":
        changes["completed"] = wish.get("completed_at") or now
    output = wish.get("output")
    if output:
        notes = output.get("annotations") or []
        if len(notes) > desk.world.limits.annotations:
            raise unprocessable(resource="CheckRun", code="invalid", field="annotations")
        for name in ("summary", "text"):
            if len(output.get(name) or "") > desk.world.limits.body - 1:
                raise unprocessable(resource="CheckRun", code="too_large", field=name)
        plain = {key: value for key, value in output.items() if key != "annotations"}
        changes |= {"output": {**run.output, **plain}, "annotations": [*run.annotations, *notes]}
    return changes


def update(desk: Desk) -> Reply:
    run = _one(desk)
    if run.app is not _app(desk):
        words = "Invalid app_id: a check run is modified by the GitHub App that created it."
        raise Refusal(FORBIDDEN, words)
    desk.world.ledger.change(run, **_changes(desk, run, desk.wish()))
    return Reply(document=check_run(desk.links, desk.repository, run))


def _one(desk: Desk) -> CheckRun:
    run = desk.repository.check_runs.get(desk.number("check_run_id"))
    if run is None:
        raise not_found()
    return run


def get(desk: Desk) -> Reply:
    run = _one(desk)
    if not desk.world.is_visible(run.id):
        raise not_found()
    return Reply(document=check_run(desk.links, desk.repository, run))


def list_annotations(desk: Desk) -> Reply:
    run = _one(desk)
    return desk.page(
        [annotation(desk.links, desk.repository, run, note) for note in run.annotations]
    )


def list_runs(desk: Desk) -> Reply:
    """By default the newest run of each name and app."""
    query = desk.request.query
    sha = git.oid(desk.repository.path, desk.arguments["ref"])
    if not sha:
        raise Refusal(REFUSED, f"No commit found for SHA: {desk.arguments['ref']}")
    found = [
        run
        for run in desk.world.visible(desk.repository.check_runs.values())
        if run.head_sha == sha
        and query.get("check_name", run.name) == run.name
        and query.get("status", run.status) == run.status
        and query.get("app_id", str(run.app.id)) == str(run.app.id)
    ]
    if query.get("filter", "latest") == "latest":
        found = list({(run.app.id, run.name): run for run in found}.values())
    found.sort(key=lambda run: run.id, reverse=True)
    documents = [check_run(desk.links, desk.repository, run) for run in found]
    return desk.page(documents, "check_runs")


_MANY = "/repos/{owner}/{repo}/check-runs"
_ONE = f"{_MANY}/{{check_run_id}}"

ROUTES = (
    Route("POST", _MANY, create, write("checks")),
    Route("GET", _ONE, get, read("checks")),
    Route("PATCH", _ONE, update, write("checks")),
    Route("GET", f"{_ONE}/annotations", list_annotations, read("checks")),
    Route("GET", "/repos/{owner}/{repo}/commits/{ref}/check-runs", list_runs, read("checks")),
)

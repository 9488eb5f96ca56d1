"""Check runs and statuses in GraphQL, one by one and rolled up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from postil.testing.github.desk import Desk
from postil.testing.github.graph.paging import connected
from postil.testing.github.graph.repositories import CommitView
from postil.testing.github.shapes.links import moment, node
from postil.testing.github.state.repositories import CheckRun, CommitStatus, Repository

_BAD = frozenset({"failure", "error", "timed_out", "action_required", "cancelled"})


@dataclass(frozen=True, slots=True)
class Rollup:
    repository: Repository
    sha: str


def rollup(desk: Desk, commit: CommitView) -> Rollup | None:
    """Nothing, when nobody said anything about the commit."""
    made = Rollup(commit.repository, commit.sha)
    return made if _runs(desk, made) else None


def _runs(desk: Desk, rollup: Rollup, **_: Any) -> list[CheckRun | CommitStatus]:
    runs = desk.world.visible(rollup.repository.check_runs.values())
    said = desk.world.visible(rollup.repository.statuses.values())
    latest = {each.context: each for each in said if each.sha == rollup.sha}
    return [*(run for run in runs if run.head_sha == rollup.sha), *latest.values()]


def _rolled_up(desk: Desk, rollup: Rollup) -> str:
    words = {
        (each.conclusion or "pending") if isinstance(each, CheckRun) else each.state
        for each in _runs(desk, rollup)
    }
    if words & _BAD:
        return "FAILURE"
    return "PENDING" if "pending" in words else "SUCCESS"


FIELDS: dict[str, dict[str, Any]] = {
    "Commit": {"statusCheckRollup": rollup},
    "StatusCheckRollup": {
        "id": lambda _, rollup: f"SCR_{rollup.sha}",
        "state": _rolled_up,
        "contexts": connected(_runs),
        "commit": lambda _, rollup: CommitView(rollup.repository, rollup.sha),
    },
    "CheckRun": {
        "id": lambda _, run: node("CR", run.id),
        "databaseId": lambda _, run: run.id,
        "name": lambda _, run: run.name,
        "status": lambda _, run: run.status.upper(),
        "conclusion": lambda _, run: run.conclusion.upper() if run.conclusion else None,
        "startedAt": lambda _, run: run.started,
        "completedAt": lambda _, run: run.completed,
        "detailsUrl": lambda _, run: run.details_url,
        "title": lambda _, run: run.output.get("title"),
        "summary": lambda _, run: run.output.get("summary"),
        "text": lambda _, run: run.output.get("text"),
        "checkSuite": lambda _, run: {
            "id": node("CS", run.suite),
            "app": run.app,
            "workflowRun": None,
        },
    },
    "StatusContext": {
        "id": lambda _, said: node("SC", said.id),
        "context": lambda _, said: said.context,
        "state": lambda _, said: said.state.upper(),
        "description": lambda _, said: said.description,
        "targetUrl": lambda _, said: said.target_url,
        "createdAt": lambda _, said: moment(said.created),
        "creator": lambda _, said: said.creator,
    },
}

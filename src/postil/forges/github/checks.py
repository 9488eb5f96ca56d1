"""Our check on a commit: a check run where an App writes it, a commit status for anybody else.

https://docs.github.com/en/rest/checks/runs, /rest/commits/statuses
"""

from __future__ import annotations

from typing import Any

import msgspec

from postil.domain.change import Id
from postil.domain.forge import Actor, ActorKind, Conclusion, PostedCheck
from postil.domain.publication import SetCheck
from postil.forges.github.reading import BOT_ENDING
from postil.forges.github.requests import LONGEST_BODY, Written

RUN, STATUS = "run", "status"
LONGEST_TITLE = 140
"""Characters that a commit status takes."""

_CONCLUSIONS = {
    "success": Conclusion.SUCCESS,
    "failure": Conclusion.FAILURE,
    "action_required": Conclusion.ACTION_REQUIRED,
}
_STATES = {
    "success": Conclusion.SUCCESS,
    "failure": Conclusion.FAILURE,
    "error": Conclusion.ACTION_REQUIRED,
}


class _App(msgspec.Struct, frozen=True):
    slug: str = ""


class _Output(msgspec.Struct, frozen=True):
    title: str | None = None


class Run(msgspec.Struct, frozen=True):
    id: int
    name: str
    head_sha: str
    conclusion: str | None = None
    html_url: str | None = None
    app: _App | None = None
    output: _Output = _Output()


class Runs(msgspec.Struct, frozen=True):
    check_runs: list[Run]


class _Creator(msgspec.Struct, frozen=True):
    id: int


class Status(msgspec.Struct, frozen=True):
    id: int
    state: str
    context: str
    description: str | None = None
    target_url: str | None = None
    creator: _Creator | None = None


def runs_path(head: Id) -> str:
    return f"/commits/{head}/check-runs?filter=latest&per_page=100"


def statuses_path(head: Id) -> str:
    return f"/commits/{head}/statuses?per_page=100"


def writes_runs(me: Actor) -> bool:
    """GitHub lets Apps alone write check runs, the one behind an Actions token included."""
    return me.kind is ActorKind.BOT


def own_runs(runs: list[Run], me: Actor) -> list[PostedCheck]:
    """The runs that our App wrote, oldest first."""
    return [
        PostedCheck(
            id=f"{RUN}-{run.id}",
            name=run.name,
            head=run.head_sha,
            conclusion=_CONCLUSIONS.get(run.conclusion or ""),
            title=run.output.title or "",
            address=run.html_url or "",
        )
        for run in sorted(runs, key=lambda run: run.id)
        if run.app is not None and run.app.slug + BOT_ENDING == me.login
    ]


def own_statuses(statuses: list[Status], me: Actor, head: Id) -> list[PostedCheck]:
    """The newest status of each name, where it is ours; an older one no longer counts."""
    newest: dict[str, Status] = {}
    for status in statuses:
        known = newest.get(status.context)
        if known is None or known.id < status.id:
            newest[status.context] = status
    return [
        PostedCheck(
            id=f"{STATUS}-{status.id}",
            name=status.context,
            head=head,
            conclusion=_STATES.get(status.state),
            title=status.description or "",
            address=status.target_url or "",
        )
        for status in newest.values()
        if status.creator is not None and str(status.creator.id) == me.id
    ]


def run_written(action: SetCheck) -> Written:
    """The request that makes a check run, or changes the one that stands."""
    check = action.check
    body: dict[str, Any] = {
        "name": check.name,
        "status": "completed",
        "conclusion": check.conclusion.value.replace("-", "_"),
        "output": {
            "title": _text(check.title),
            "summary": _text(check.summary[: LONGEST_BODY - 1]),
        },
    }
    kind, _, number = action.id.partition("-")
    if kind == RUN:
        return Written(method="PATCH", path=f"/check-runs/{number}", body=body)
    return Written(method="POST", path="/check-runs", body={**body, "head_sha": action.head})


def status_written(action: SetCheck, *, target: str) -> Written:
    """The request that sets a commit status; it has no room for more than a line."""
    states = {conclusion: state for state, conclusion in _STATES.items()}
    title = _text(action.check.title)
    cut = title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…"
    body = {
        "context": action.check.name,
        "state": states[action.check.conclusion],
        "description": cut,
        **({"target_url": target} if target else {}),
    }
    return Written(method="POST", path=f"/statuses/{action.head}", body=body)


def _text(text: str) -> str:
    """What can be sent of it; a check is not lost for the sake of a file's odd name."""
    return text.encode("utf-8", "replace").decode()

"""Check runs and commit statuses as REST documents."""

from __future__ import annotations

from typing import Any

from postil.testing.github.shapes.accounts import account, app
from postil.testing.github.shapes.links import Links, moment, node
from postil.testing.github.state.repositories import CheckRun, CommitStatus, Pull, Repository


def check_run(links: Links, which: Repository, run: CheckRun) -> dict[str, Any]:
    url = f"{links.repository(which)}/check-runs/{run.id}"
    return {
        "id": run.id,
        "node_id": node("CR", run.id),
        "name": run.name,
        "head_sha": run.head_sha,
        "external_id": run.external_id or "",
        "url": url,
        "html_url": f"{links.page(which)}/runs/{run.id}",
        "details_url": run.details_url,
        "status": run.status,
        "conclusion": run.conclusion,
        "started_at": run.started,
        "completed_at": run.completed,
        "output": {
            "title": run.output.get("title"),
            "summary": run.output.get("summary"),
            "text": run.output.get("text"),
            "annotations_count": len(run.annotations),
            "annotations_url": f"{url}/annotations",
        },
        "check_suite": {"id": run.suite},
        "app": app(links, run.app),
        "pull_requests": [
            _pull(links, which, pull) for pull in which.pulls if pull.head_sha == run.head_sha
        ],
    }


def _pull(links: Links, which: Repository, pull: Pull) -> dict[str, Any]:
    home = {"id": which.id, "url": links.repository(which), "name": which.name}
    source = pull.head_repository or which
    away = {"id": source.id, "url": links.repository(source), "name": source.name}
    return {
        "id": pull.id,
        "number": pull.number,
        "url": links.pull(pull),
        "head": {"ref": pull.head_ref, "sha": pull.head_sha, "repo": away},
        "base": {"ref": pull.base_ref, "sha": pull.base_sha, "repo": home},
    }


def annotation(
    links: Links, which: Repository, run: CheckRun, note: dict[str, Any]
) -> dict[str, Any]:
    absent = dict.fromkeys(("start_column", "end_column", "title", "raw_details"))
    return {
        **absent,
        **note,
        "blob_href": f"{links.page(which)}/blob/{run.head_sha}/{note.get('path')}",
    }


def status(links: Links, which: Repository, said: CommitStatus) -> dict[str, Any]:
    return {
        "id": said.id,
        "node_id": node("SC", said.id),
        "url": f"{links.repository(which)}/statuses/{said.sha}",
        "avatar_url": None,
        "state": said.state,
        "context": said.context,
        "description": said.description,
        "target_url": said.target_url,
        "created_at": moment(said.created),
        "updated_at": moment(said.created),
        "creator": account(links, said.creator),
    }

"""Pull requests: one, many, their commits, and the raw diff with its limits."""

from __future__ import annotations

from postil.testing.github import anchors, diffs, git
from postil.testing.github.desk import Desk
from postil.testing.github.routing import Route, read, write
from postil.testing.github.shapes.commits import commit
from postil.testing.github.shapes.pulls import pull_document, simple_pull
from postil.testing.github.state.accounts import Role
from postil.testing.github.state.repositories import Pull
from postil.testing.github.wire import Refusal, Reply, not_found

_NOT_ACCEPTABLE = 406


def get_pull(desk: Desk) -> Reply:
    pull = desk.pull()
    if "diff" in desk.request.accept or "patch" in desk.request.accept:
        return _raw(desk, pull)
    return Reply(document=pull_document(desk.world, desk.links, pull))


def _raw(desk: Desk, pull: Pull) -> Reply:
    limits = desk.world.limits
    path = pull.repository.path
    start = diffs.merge_base(path, pull.base_sha, pull.head_sha)
    whole = diffs.whole_text(path, start, pull.head_sha)
    if len(anchors.files(pull)) > limits.diff_files:
        raise _too_large(f"the maximum number of files ({limits.diff_files})")
    if whole.count("\n") > limits.diff_lines:
        raise _too_large(f"the maximum number of lines ({limits.diff_lines})")
    if "patch" in desk.request.accept:
        whole = git.text(path, "format-patch", "--stdout", f"{start}..{pull.head_sha}")
    return Reply(body=whole.encode(errors="replace"), headers={"content-type": desk.request.accept})


def _too_large(what: str) -> Refusal:
    words = f"Sorry, the diff exceeded {what}. Consider using 'List pull requests files' API or locally cloning the repository instead."
    errors = [{"resource": "PullRequest", "field": "diff", "code": "too_large"}]
    return Refusal(_NOT_ACCEPTABLE, words, errors=errors)


def list_pulls(desk: Desk) -> Reply:
    query = desk.request.query
    state = query.get("state", "open")
    found = [
        pull
        for pull in desk.repository.pulls
        if state in ("all", pull.state)
        and query.get("base", pull.base_ref) == pull.base_ref
        and query.get("head", _label(pull)) == _label(pull)
    ]
    found.sort(key=lambda pull: pull.number, reverse=query.get("direction", "desc") == "desc")
    return desk.page([simple_pull(desk.world, desk.links, pull) for pull in found])


def _label(pull: Pull) -> str:
    return f"{pull.head_owner.login}:{pull.head_ref}"


def list_commits(desk: Desk) -> Reply:
    pull = desk.pull()
    newest = list(reversed(anchors.commits(pull)))[: desk.world.limits.commits]
    return desk.page([commit(desk.links, pull.repository, sha) for sha in newest])


def pulls_of_commit(desk: Desk) -> Reply:
    sha = git.oid(desk.repository.path, desk.arguments["commit_sha"])
    if not sha:
        raise not_found()
    found = [pull for pull in desk.repository.pulls if sha in anchors.commits(pull)]
    return desk.page([simple_pull(desk.world, desk.links, pull) for pull in found])


def update_pull(desk: Desk) -> Reply:
    pull, wish = desk.pull(), desk.wish()
    changes = {name: wish[name] for name in ("title", "body", "state") if name in wish}
    desk.world.ledger.change(pull, updated=desk.world.now(), **changes)
    return Reply(document=pull_document(desk.world, desk.links, pull))


_ONE = "/repos/{owner}/{repo}/pulls/{pull_number}"

ROUTES = (
    Route("GET", "/repos/{owner}/{repo}/pulls", list_pulls, read("pull_requests")),
    Route("GET", _ONE, get_pull, read("pull_requests")),
    Route("PATCH", _ONE, update_pull, write("pull_requests", role=Role.TRIAGE)),
    Route("GET", f"{_ONE}/commits", list_commits, read("pull_requests")),
    Route(
        "GET",
        "/repos/{owner}/{repo}/commits/{commit_sha}/pulls",
        pulls_of_commit,
        read("pull_requests"),
    ),
)

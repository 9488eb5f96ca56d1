"""GraphQL: threads and comments as a reviewer asks for them, mutations, errors with status 200."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from postil.testing.github import Kind, Lag
from postil.testing.github.graph import schema
from testing.github.stage import AFTER, Client, Stage, stage

THREADS = """
query($owner: String!, $name: String!, $number: Int!, $first: Int!, $cursor: String) {
  viewer { login }
  repository(owner: $owner, name: $name) {
    pullRequest(number: $number) {
      reviewThreads(first: $first, after: $cursor) {
        totalCount
        pageInfo { hasNextPage hasPreviousPage endCursor }
        nodes {
          id isResolved isOutdated line originalLine startLine originalStartLine path diffSide
          subjectType viewerCanResolve viewerCanUnresolve viewerCanReply
          resolvedBy { login }
          comments(first: 50) {
            nodes {
              id databaseId body path line originalLine outdated isMinimized state
              author { __typename login ... on User { databaseId } ... on Bot { databaseId } }
              authorAssociation editor { login } lastEditedAt createdAt url
              replyTo { databaseId } pullRequestReview { databaseId state } commit { oid }
              originalCommit { oid } diffHunk viewerDidAuthor
            }
          }
        }
      }
    }
  }
}
"""


def ask(client: Client, query: str, **variables: Any) -> dict[str, Any]:
    answer = client.post("/graphql", {"query": query, "variables": variables})
    assert answer.status == 200
    document: dict[str, Any] = answer.json
    return document


def threads(client: Client, first: int = 50, cursor: str | None = None) -> dict[str, Any]:
    said = ask(client, THREADS, owner="ada", name="widgets", number=1, first=first, cursor=cursor)
    found: dict[str, Any] = said["data"]["repository"]["pullRequest"]["reviewThreads"]
    return found


def noted(here: Stage, *lines: int) -> None:
    notes = [{"path": "app.py", "line": line, "body": f"about {line}"} for line in lines]
    here.hub.review(here.pull, here.carol, comments=notes)


def test_threads_with_their_comments(here: Stage) -> None:
    noted(here, 6)
    thread = next(iter(here.pull.threads.values()))
    here.hub.reply(thread, here.bob, "I disagree")
    found = threads(here.client(here.ada))
    assert found["totalCount"] == 1
    node = found["nodes"][0]
    assert (node["isResolved"], node["isOutdated"], node["line"]) == (False, False, 6)
    assert (node["path"], node["diffSide"], node["subjectType"]) == ("app.py", "RIGHT", "LINE")
    first, second = node["comments"]["nodes"]
    assert (first["body"], first["author"]["login"]) == ("about 6", "carol")
    assert first["author"] == {
        "__typename": "User",
        "login": "carol",
        "databaseId": here.carol.id,
    }
    assert first["authorAssociation"] == "NONE"
    assert first["replyTo"] is None
    assert second["authorAssociation"] == "COLLABORATOR"
    assert second["replyTo"]["databaseId"] == first["databaseId"]
    assert first["originalCommit"]["oid"] == here.pull.head_sha
    assert first["diffHunk"].endswith("+line five and a half")


def test_gh07_outdated_threads_keep_where_they_were(here: Stage) -> None:
    noted(here, 6)
    here.push({"app.py": AFTER.replace("half", "quarter")})
    node = threads(here.client(here.ada))["nodes"][0]
    assert (node["isOutdated"], node["line"], node["originalLine"]) == (True, None, 6)
    assert node["comments"]["nodes"][0]["outdated"] is True


def test_pages_of_threads(here: Stage) -> None:
    noted(here, 3, 4, 5, 6, 7)
    client = here.client(here.ada)
    lines: list[int] = []
    cursor = None
    pages = 0
    while True:
        found = threads(client, 2, cursor)
        lines += [node["line"] for node in found["nodes"]]
        pages += 1
        if not found["pageInfo"]["hasNextPage"]:
            break
        cursor = found["pageInfo"]["endCursor"]
    assert (lines, pages) == ([3, 4, 5, 6, 7], 3)
    assert found["pageInfo"]["hasPreviousPage"] is True


def page(here: Stage, arguments: str) -> dict[str, Any]:
    query = (
        '{ repository(owner: "ada", name: "widgets") { pullRequest(number: 1) '
        f"{{ comments{arguments} {{ totalCount nodes {{ body }} edges {{ cursor }} }} }} }} }}"
    )
    return ask(here.client(here.ada), query)


@pytest.mark.parametrize(
    ("arguments", "bodies"),
    [
        ("(first: 2)", ["0", "1"]),
        ("(last: 2)", ["3", "4"]),
        ("(first: 100)", ["0", "1", "2", "3", "4"]),
        ('(first: 2, after: "Y3Vyc29yOjE=")', ["2", "3"]),
        ('(last: 1, before: "Y3Vyc29yOjE=")', ["0"]),
    ],
)
def test_windows(here: Stage, arguments: str, bodies: list[str]) -> None:
    for number in range(5):
        here.hub.comment(here.pull, here.carol, str(number))
    found = page(here, arguments)["data"]["repository"]["pullRequest"]["comments"]
    assert [node["body"] for node in found["nodes"]] == bodies
    assert (found["totalCount"], len(found["edges"])) == (5, len(bodies))


@pytest.mark.parametrize(
    ("arguments", "kind"),
    [
        ("", "MISSING_PAGINATION_BOUNDARIES"),
        ("(first: 101)", "EXCESSIVE_PAGINATION"),
        ('(first: 1, after: "x")', "INVALID_CURSOR_ARGUMENTS"),
    ],
)
def test_windows_that_are_refused(here: Stage, arguments: str, kind: str) -> None:
    assert page(here, arguments)["errors"][0]["type"] == kind


def resolve(client: Client, number: int, name: str = "resolveReviewThread") -> dict[str, Any]:
    return ask(
        client,
        f"mutation($id: ID!) {{ {name}(input: {{threadId: $id, clientMutationId: "
        '"me"}) { clientMutationId thread { isResolved resolvedBy { login } } } }',
        id=f"PRRT_{number}",
    )


def test_a_thread_is_resolved_and_opened_again(here: Stage) -> None:
    noted(here, 6)
    thread = next(iter(here.pull.threads.values()))
    bob = here.client(here.bob)
    assert threads(bob)["nodes"][0]["viewerCanResolve"] is True
    said = resolve(bob, thread.id)["data"]["resolveReviewThread"]
    assert said == {
        "clientMutationId": "me",
        "thread": {"isResolved": True, "resolvedBy": {"login": "bob"}},
    }
    node = threads(bob)["nodes"][0]
    assert (node["viewerCanResolve"], node["viewerCanUnresolve"]) == (False, True)
    resolve(bob, thread.id, "unresolveReviewThread")
    assert thread.resolved is False


@pytest.mark.parametrize(
    ("permissions", "may"),
    [
        (None, True),
        ({"pull_requests": "write", "contents": "write"}, True),
        ({"pull_requests": "write", "contents": "read"}, False),
        ({"pull_requests": "read", "contents": "write"}, False),
    ],
)
def test_gh23_resolving_needs_contents_too(
    here: Stage, permissions: dict[str, str] | None, may: bool
) -> None:
    noted(here, 6)
    thread = next(iter(here.pull.threads.values()))
    bot = here.bot(permissions)
    assert threads(bot)["nodes"][0]["viewerCanResolve"] is may
    said = resolve(bot, thread.id)
    assert thread.resolved is may
    if not may:
        assert said["data"] == {"resolveReviewThread": None}
        assert said["errors"][0]["type"] == "FORBIDDEN"
        assert said["errors"][0]["message"] == "Resource not accessible by integration"
        assert said["errors"][0]["path"] == ["resolveReviewThread"]


def test_a_reader_does_not_resolve(here: Stage) -> None:
    noted(here, 6)
    thread = next(iter(here.pull.threads.values()))
    said = resolve(here.client(here.carol), thread.id)
    assert said["errors"][0]["message"] == "Resource not accessible by personal access token"
    assert resolve(here.client(here.bob), 1)["errors"][0]["type"] == "NOT_FOUND"


def test_replying_to_a_thread(here: Stage) -> None:
    noted(here, 6)
    thread = next(iter(here.pull.threads.values()))
    query = (
        "mutation($id: ID!, $body: String!) { addPullRequestReviewThreadReply(input: "
        "{pullRequestReviewThreadId: $id, body: $body}) { comment { databaseId body } } }"
    )
    key = f"PRRT_{thread.id}"
    said = ask(here.client(here.bob), query, id=key, body="yes")
    assert said["data"]["addPullRequestReviewThreadReply"]["comment"]["body"] == "yes"
    assert [each.body for each in thread.comments] == ["about 6", "yes"]
    blank = ask(here.client(here.bob), query, id=key, body=" ")
    assert (blank["errors"][0]["type"], blank["errors"][0]["message"]) == (
        "UNPROCESSABLE",
        "Body can't be blank",
    )
    narrow = here.client(here.bob, {"pull_requests": "read"})
    assert ask(narrow, query, id=key, body="no")["errors"][0]["type"] == "FORBIDDEN"


def test_gh27_comments_are_minimized_and_shown_again(here: Stage) -> None:
    said = here.hub.comment(here.pull, here.carol, "old")
    query = (
        "mutation($id: ID!) { minimizeComment(input: {subjectId: $id, classifier: OUTDATED}) "
        "{ minimizedComment { isMinimized minimizedReason } } }"
    )
    key = f"IC_{said.id}"
    found = ask(here.client(here.bob), query, id=key)["data"]["minimizeComment"]
    assert found["minimizedComment"] == {"isMinimized": True, "minimizedReason": "outdated"}
    back = (
        "mutation($id: ID!) { unminimizeComment(input: {subjectId: $id}) "
        "{ unminimizedComment { isMinimized } } }"
    )
    assert ask(here.client(here.hub.user("dave")), back, id=key)["errors"][0]["type"] == "FORBIDDEN"
    ask(here.client(here.carol), back, id=key)
    assert said.minimized is None


def test_comments_are_written_changed_and_deleted(here: Stage) -> None:
    carol = here.client(here.carol)
    add = (
        "mutation($id: ID!, $body: String!) { addComment(input: {subjectId: $id, body: $body}) "
        "{ commentEdge { node { id url } } subject { id } } }"
    )
    made = ask(carol, add, id=f"PR_{here.pull.id}", body="one")["data"]["addComment"]
    key = made["commentEdge"]["node"]["id"]
    change = (
        "mutation($id: ID!, $body: String!) { updateIssueComment(input: {id: $id, body: $body}) "
        "{ issueComment { body editor { login } lastEditedAt includesCreatedEdit } } }"
    )
    changed = ask(carol, change, id=key, body="two")["data"]["updateIssueComment"]["issueComment"]
    assert (changed["body"], changed["editor"], changed["includesCreatedEdit"]) == (
        "two",
        {"login": "carol"},
        True,
    )
    too_long = ask(carol, change, id=key, body="x" * 65_537)
    assert "too long" in too_long["errors"][0]["message"]
    remove = "mutation($id: ID!) { deleteIssueComment(input: {id: $id}) { clientMutationId } }"
    ask(carol, remove, id=key)
    assert not here.pull.comments
    here.hub.lock(here.pull)
    locked = ask(carol, add, id=f"PR_{here.pull.id}", body="one")
    assert "is locked" in locked["errors"][0]["message"]


def test_a_review_by_mutation(here: Stage) -> None:
    add = """mutation($id: ID!, $threads: [DraftPullRequestReviewThread], $event: PullRequestReviewEvent) {
      addPullRequestReview(input: {pullRequestId: $id, body: "b", threads: $threads, event: $event}) {
        pullRequestReview { id state comments(first: 5) { nodes { line startLine } } } } }"""
    carol, key = here.client(here.carol), f"PR_{here.pull.id}"
    placed = [{"path": "app.py", "line": 6, "startLine": 5, "body": "x"}]
    made = ask(carol, add, id=key, threads=placed)["data"]["addPullRequestReview"]
    assert made["pullRequestReview"]["state"] == "PENDING"
    assert made["pullRequestReview"]["comments"]["nodes"] == [{"line": 6, "startLine": 5}]
    submit = """mutation($id: ID!) { submitPullRequestReview(input:
      {pullRequestReviewId: $id, event: COMMENT}) { pullRequestReview { state } } }"""
    number = made["pullRequestReview"]["id"]
    assert ask(here.client(here.ada), submit, id=number)["errors"][0]["type"] == "NOT_FOUND"
    done = ask(carol, submit, id=number)["data"]["submitPullRequestReview"]
    assert done["pullRequestReview"]["state"] == "COMMENTED"
    assert ask(here.client(here.ada), submit, id=number)["errors"][0]["type"] == "FORBIDDEN"
    outside = ask(carol, add, id=key, threads=[{"path": "app.py", "line": 20, "body": "x"}])
    assert "must be part of the diff" in outside["errors"][0]["message"]
    narrow = here.client(here.carol, {"pull_requests": "read"})
    assert ask(narrow, add, id=key)["errors"][0]["type"] == "FORBIDDEN"


def test_pending_words_are_for_their_author(here: Stage) -> None:
    here.hub.review(
        here.pull,
        here.carol,
        event=None,
        comments=[{"path": "app.py", "line": 6, "body": "secret"}],
    )
    assert threads(here.client(here.ada))["nodes"] == []
    mine = threads(here.client(here.carol))["nodes"][0]["comments"]["nodes"][0]
    assert (mine["state"], mine["pullRequestReview"]["state"]) == ("PENDING", "PENDING")


def test_gh18_fresh_threads_lag_here_too(tmp_path: Path) -> None:
    with stage(tmp_path, lag=Lag(requests=2)) as here:
        note = {"path": "app.py", "line": 6, "body": "x", "commit_id": here.pull.head_sha}
        client = here.client(here.carol)
        client.post(f"{here.at}/comments", note)
        assert [len(threads(client)["nodes"]) for _ in range(3)] == [0, 0, 1]


def test_gh31_an_app_asks_who_it_is(here: Stage) -> None:
    viewer = ask(here.bot(), "{ viewer { login url isViewer } }")["data"]["viewer"]
    assert viewer == {
        "login": "postil[bot]",
        "url": f"{here.hub.url}/postil[bot]",
        "isViewer": True,
    }


@pytest.mark.parametrize(
    ("query", "kind", "words"),
    [
        ('{ repository(owner: "ada", name: "x") { id } }', "NOT_FOUND", "'ada/x'"),
        (
            '{ repository(owner: "ada", name: "widgets") { pullRequest(number: 9) { id } } }',
            "NOT_FOUND",
            "number of 9",
        ),
        (
            '{ repository(owner: "ada", name: "widgets") { issue(number: 1) { id } } }',
            "NOT_FOUND",
            "number of 1",
        ),
        ('{ user(login: "nobody") { id } }', "NOT_FOUND", "'nobody'"),
        ('{ node(id: "PR_1") { id } }', "NOT_FOUND", "'PR_1'"),
        ('{ node(id: "rubbish") { id } }', "NOT_FOUND", "'rubbish'"),
    ],
)
def test_what_is_not_there(here: Stage, query: str, kind: str, words: str) -> None:
    error = ask(here.client(here.ada), query)["errors"][0]
    assert error["type"] == kind
    assert words in error["message"]


def test_private_things_are_not_there_and_narrow_tokens_are_told(tmp_path: Path) -> None:
    query = '{ repository(owner: "ada", name: "widgets") { pullRequest(number: 1) { id } } }'
    with stage(tmp_path, private=True) as here:
        stranger = here.client(here.hub.user("dave"))
        assert ask(stranger, query)["errors"][0]["type"] == "NOT_FOUND"
        by_id = "query($id: ID!) { node(id: $id) { id } }"
        hidden = ask(stranger, by_id, id=f"PR_{here.pull.id}")
        assert hidden["errors"][0]["type"] == "NOT_FOUND"
        narrow = here.client(here.bob, {"contents": "read"})
        assert ask(narrow, query)["errors"][0]["type"] == "FORBIDDEN"
        assert Client(here.hub.url).post("/graphql", {"query": query}).status == 401


def test_nodes_by_their_ids(here: Stage) -> None:
    noted(here, 6)
    here.hub.issue(here.repository, author=here.ada, title="An issue")
    said = here.hub.comment(here.pull, here.carol, "x")
    review = next(iter(here.pull.reviews))
    note = here.pull.review_comments[0]
    keys = [
        f"R_{here.repository.id}",
        f"PR_{here.pull.id}",
        f"I_{here.repository.issues[2].id}",
        f"IC_{said.id}",
        f"PRR_{review}",
        f"PRRC_{note.id}",
        f"PRRT_{next(iter(here.pull.threads))}",
        f"U_{here.carol.id}",
    ]
    query = "query($ids: [ID!]!) { nodes(ids: $ids) { id __typename } }"
    found = ask(here.client(here.ada), query, ids=keys)["data"]["nodes"]
    assert [node["id"] for node in found] == keys
    assert [node["__typename"] for node in found] == [
        "Repository",
        "PullRequest",
        "Issue",
        "IssueComment",
        "PullRequestReview",
        "PullRequestReviewComment",
        "PullRequestReviewThread",
        "User",
    ]


def test_a_page_leads_to_its_pull_request(here: Stage) -> None:
    query = "query($url: URI!) { resource(url: $url) { __typename url } }"
    client, url = here.client(here.ada), f"{here.hub.url}/ada/widgets"
    found = ask(client, query, url=f"{url}/pull/1")["data"]["resource"]
    assert found == {"__typename": "PullRequest", "url": f"{url}/pull/1"}
    assert ask(client, query, url=url)["data"]["resource"]["__typename"] == "Repository"
    nothing = ask(client, query, url=f"{here.hub.url}/no/where")
    assert nothing["data"]["resource"] is None


def test_checks_rolled_up(here: Stage) -> None:
    query = """{ repository(owner: "ada", name: "widgets") { pullRequest(number: 1) {
      statusCheckRollup { state contexts(first: 5) { nodes { __typename
        ... on CheckRun { name conclusion checkSuite { app { slug url } } }
        ... on StatusContext { context state creator { login } } } } } } } }"""
    client, bot = here.client(here.bob), here.bot()

    def rolled_up() -> Any:
        return ask(client, query)["data"]["repository"]["pullRequest"]["statusCheckRollup"]

    assert rolled_up() is None
    head = here.pull.head_sha
    made = bot.post(f"{here.path}/check-runs", {"name": "x", "head_sha": head}).json
    assert rolled_up()["state"] == "PENDING"
    bot.patch(f"{here.path}/check-runs/{made['id']}", {"conclusion": "success"})
    client.post(f"{here.path}/statuses/{head}", {"state": "success", "context": "ci"})
    assert rolled_up() == {
        "state": "SUCCESS",
        "contexts": {
            "nodes": [
                {
                    "__typename": "CheckRun",
                    "name": "x",
                    "conclusion": "SUCCESS",
                    "checkSuite": {"app": {"slug": "postil", "url": f"{here.hub.url}/apps/postil"}},
                },
                {
                    "__typename": "StatusContext",
                    "context": "ci",
                    "state": "SUCCESS",
                    "creator": {"login": "bob"},
                },
            ]
        },
    }
    client.post(f"{here.path}/statuses/{head}", {"state": "failure", "context": "ci"})
    assert rolled_up()["state"] == "FAILURE"


def test_the_repository_and_its_pull_requests(here: Stage) -> None:
    here.pull.labels.append("urgent")
    query = """query($states: [PullRequestState!]) { repository(owner: "ADA", name: "Widgets") {
      databaseId nameWithOwner viewerPermission isPrivate isFork owner { login }
      defaultBranchRef { name target { oid } }
      ref(qualifiedName: "refs/heads/feature") { name }
      none: ref(qualifiedName: "refs/heads/none") { name }
      pullRequests(first: 5, states: $states, headRefName: "feature") { nodes {
        number state isDraft headRefOid baseRefOid baseRefName isCrossRepository reviewDecision
        additions deletions changedFiles merged mergeable
        author { login } labels(first: 5) { nodes { name } }
        files(first: 1) { nodes { path changeType } }
        commits(last: 1) { nodes { commit { oid messageHeadline messageBody author { name } } } }
        latestReviews(first: 5) { nodes { state author { login } } } } } } }"""
    here.hub.review(here.pull, here.carol, event="APPROVE")
    found = ask(here.client(here.bob), query, states=["OPEN"])["data"]["repository"]
    assert (found["databaseId"], found["nameWithOwner"]) == (here.repository.id, "ada/widgets")
    assert (found["viewerPermission"], found["isPrivate"]) == ("WRITE", False)
    assert found["defaultBranchRef"]["target"]["oid"] == here.git.oid("main")
    assert (found["ref"]["name"], found["none"]) == ("feature", None)
    (pull,) = found["pullRequests"]["nodes"]
    assert (pull["headRefOid"], pull["baseRefOid"]) == (here.pull.head_sha, here.git.oid("main"))
    assert (pull["additions"], pull["deletions"], pull["changedFiles"]) == (5, 3, 5)
    assert pull["labels"]["nodes"] == [{"name": "urgent"}]
    assert pull["files"]["nodes"] == [{"path": "app.py", "changeType": "MODIFIED"}]
    assert pull["commits"]["nodes"][0]["commit"]["messageHeadline"] == "A change"
    assert (pull["reviewDecision"], pull["latestReviews"]["nodes"]) == (
        "APPROVED",
        [{"state": "APPROVED", "author": {"login": "carol"}}],
    )
    closed = ask(here.client(here.bob), query, states=["MERGED"])["data"]["repository"]
    assert closed["pullRequests"]["nodes"] == []
    here.hub.review(here.pull, here.carol, event="REQUEST_CHANGES", body="no")
    again = ask(here.client(here.bob), query, states=None)["data"]["repository"]
    assert again["pullRequests"]["nodes"][0]["reviewDecision"] == "CHANGES_REQUESTED"


def test_reviews_by_state_and_author(here: Stage) -> None:
    here.hub.review(here.pull, here.carol, body="one")
    here.hub.review(here.pull, here.ada, event="APPROVE")
    query = """query($states: [PullRequestReviewState!], $author: String) {
      repository(owner: "ada", name: "widgets") { pullRequest(number: 1) {
        reviews(first: 9, states: $states, author: $author) { nodes {
          author { login } state authorCanPushToRepository commit { oid } } } } } }"""

    def found(**wishes: Any) -> list[str]:
        said = ask(here.client(here.bob), query, **wishes)["data"]["repository"]["pullRequest"]
        return [node["author"]["login"] for node in said["reviews"]["nodes"]]

    assert found() == ["carol", "ada"]
    assert found(states=["APPROVED"]) == ["ada"]
    assert found(author="carol") == ["carol"]


def test_a_renamed_repository_is_found_by_its_old_name(here: Stage) -> None:
    here.hub.rename(here.repository, "gadgets")
    found = ask(here.client(here.ada), '{ repository(owner: "ada", name: "widgets") { name } }')
    assert found["data"]["repository"]["name"] == "gadgets"


def test_bots_and_ghosts_are_told_apart(here: Stage) -> None:
    here.hub.comment(here.pull, here.hub.user("robot[bot]", Kind.BOT), "beep")
    here.hub.comment(here.pull, None, "boo")
    query = """{ repository(owner: "ada", name: "widgets") { pullRequest(number: 1) {
      comments(first: 5) { nodes { author { __typename login } viewerCanUpdate
        reactionGroups { content users { totalCount } } } } } } }"""
    found = ask(here.client(here.ada), query)["data"]["repository"]["pullRequest"]["comments"]
    assert [node["author"] for node in found["nodes"]] == [
        {"__typename": "Bot", "login": "robot[bot]"},
        None,
    ]


def test_limits_are_counted_apart(here: Stage) -> None:
    client = here.client(here.ada)
    found = ask(client, "{ rateLimit { limit used remaining cost } }")["data"]["rateLimit"]
    assert (found["limit"], found["used"], found["remaining"]) == (5000, 1, 4999)
    assert client.get("/rate_limit").json["resources"]["core"]["used"] == 0


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("{ viewer { lgin } }", "Cannot query field 'lgin'"),
        ("{ viewer {", "does not parse"),
        (
            "query($n: String!) { repository(owner: $n) { id } }",
            "of type 'String!' is required",
        ),
        (
            "mutation { minimizeComment(input: {subjectId: 1, classifier: UGLY}) { clientMutationId } }",
            "UGLY",
        ),
        (
            'query($n: Int!) { repository(owner: $n, name: "x") { id } }',
            "of type 'Int!' used in position expecting type 'String!'",
        ),
    ],
    ids=["field", "syntax", "argument", "enum", "variable"],
)
def test_a_query_that_does_not_fit_the_schema_is_drift(here: Stage, query: str, words: str) -> None:
    answer = ask(here.client(here.ada), query, n="ada")
    assert answer["errors"]
    assert "data" not in answer
    assert any(words in sentence for sentence in here.hub.drift)
    here.hub.drift.clear()


def test_a_field_without_an_answer_is_drift(here: Stage) -> None:
    ask(here.client(here.ada), "{ viewer { bio } }")
    assert here.hub.drift == ["the stand-in does not answer `User.bio` (at viewer.bio)"]
    here.hub.drift.clear()


def test_the_schema_describes_itself(here: Stage) -> None:
    query = '{ __type(name: "PullRequest") { fields { name } } }'
    names = {each["name"] for each in ask(here.client(here.ada), query)["data"]["__type"]["fields"]}
    assert {"reviewThreads", "mergeable", "headRefOid"} <= names
    assert len(schema().type_map) > 150


def test_the_enterprise_address(here: Stage) -> None:
    client = Client(f"{here.hub.url}/api", here.hub.token(here.ada))
    assert ask(client, "{ viewer { login } }")["data"]["viewer"]["login"] == "ada"

"""One look shows the whole pull request, as it is, whoever wrote on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from postil.domain.change import Side
from postil.domain.errors import EXIT_USER, ForgeError
from postil.domain.forge import Actor, ActorKind, ReviewState
from postil.forges.github import reading
from postil.forges.github.address import address_at
from postil.forges.github.client import Client
from postil.forges.github.credentials import Token
from postil.forges.github.looking import Looking
from postil.forges.github.payloads import Who
from postil.testing.github import Kind, Role, Status, When

from fakes.answers import Answer, answering
from fakes.github import EMPTY, Scene, StillClock, look_answer, new_wire, scene


def note(line: int = 5, **facts: Any) -> dict[str, Any]:
    return {"path": "app.py", "line": line, "side": "RIGHT", "body": "Hm.", **facts}


def test_what_a_pull_request_is(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.pull.body = "Because."
        stage.pull.labels = ["bug", "easy"]
        shown = stage.forge().look()
        pull = shown.pull
        assert (pull.repository, pull.number, pull.title) == ("ada/widgets", 1, "Five and a half")
        assert (pull.body, pull.labels, pull.changed_files) == ("Because.", ("bug", "easy"), 4)
        assert pull.repository_id == str(stage.repository.id)
        assert (pull.base_name, pull.base) == ("main", stage.git.oid("main"))
        assert (pull.head_name, pull.head) == ("feature", stage.git.oid("feature"))
        assert pull.author == Actor(id=str(stage.bob.id), login="bob")
        assert (pull.is_open, pull.is_draft, pull.is_locked) == (True, False, False)
        assert pull.address.endswith("/ada/widgets/pull/1")
        assert not pull.is_from_fork


def test_what_has_changed_about_it(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        forge = stage.forge()
        stage.pull.draft = True
        stage.hub.lock(stage.pull)
        assert (forge.look().pull.is_draft, forge.look().pull.is_locked) == (True, True)
        stage.hub.set_state(stage.pull, "merged")
        assert not forge.look().pull.is_open
        stage.hub.set_state(stage.pull, "closed")
        assert not forge.look().pull.is_open


def test_a_pull_request_from_a_fork_that_is_gone(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.pull.head_repository = None
        pull = stage.forge().look().pull
        assert (pull.head_repository, pull.is_from_fork) == ("", True)


def test_gh_31_who_we_are_is_asked_and_equals_who_wrote(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        forge = stage.forge()
        shown = forge.look()
        assert (shown.me.login, shown.me.kind) == ("postil[bot]", ActorKind.BOT)
        stage.client(stage.bot_token()).send(
            "POST", f"{stage.hub.url}/repos/ada/widgets/issues/1/comments", {"body": "ours"}
        )
        stage.hub.comment(stage.pull, stage.hub.user("other[bot]", Kind.BOT), "theirs")
        shown = forge.look()
        assert shown.comments[0].author == shown.me
        assert [shown.is_mine(comment.author) for comment in shown.comments] == [True, False]


def test_gh_31_a_bot_is_the_same_with_and_without_its_ending() -> None:
    """GitHub says `postil[bot]` of who asks, and `postil` of who wrote a comment."""
    asking = reading.actor(Who(login="postil[bot]", kind="User", database_id=7))
    writing = reading.actor(Who(login="postil", kind="Bot", database_id=7))
    assert asking == writing == Actor(id="7", login="postil[bot]", kind=ActorKind.BOT)


def test_one_question_and_one_read_of_checks(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.review(stage.pull, stage.ada, comments=[note()])
        forge = stage.forge(with_checks=False)
        forge.look()
        assert stage.requests() == ["POST /graphql"]


@pytest.mark.parametrize("place", [1, 31, 101, 250])
def test_gh_15_a_comment_is_seen_wherever_it_stands(tmp_path: Path, place: int) -> None:
    with scene(tmp_path) as stage:
        for number in range(1, 252):
            stage.hub.comment(stage.pull, stage.eve, "here" if number == place else "no")
        shown = stage.forge(with_checks=False).look()
        assert len(shown.comments) == 251
        assert shown.comments[place - 1].body == "here"
        assert len(stage.hub.journal.exchanges) == 3


def test_gh_15_all_reviews_threads_and_their_comments(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        for _ in range(101):
            stage.hub.review(stage.pull, stage.ada, body="Hm.", comments=[note()])
        thread = list(stage.pull.threads.values())[100]
        for number in range(203):
            stage.hub.reply(thread, stage.bob, f"reply {number}")
        shown = stage.forge(with_checks=False).look()
        assert len(shown.threads) == 101
        assert [len(each.comments) for each in shown.threads][99:] == [1, 204]
        assert shown.threads[100].comments[-1].body == "reply 202"
        assert len([each for each in shown.reviews if each.body == "Hm."]) == 101


def test_f_40_a_further_page_that_fails_is_an_error(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        for _ in range(101):
            stage.hub.comment(stage.pull, stage.eve, "no")
        stage.hub.faults.add(Status(status=502), When(path="/graphql"), nth=2, times=99)
        with pytest.raises(ForgeError):
            stage.forge(with_checks=False).look()


def test_gh_16_what_is_too_long_for_one_answer_is_asked_for_in_parts(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        for number in range(45):
            stage.hub.comment(stage.pull, stage.eve, f"{number}")
        stage.hub.faults.add(Status(status=502), When(holds='"size":100'), times=99)
        forge = stage.forge(with_checks=False)
        assert [each.body for each in forge.look().comments] == [str(n) for n in range(45)]
        asked = len(stage.hub.journal.exchanges)
        assert len(forge.look().comments) == 45
        assert len(stage.hub.journal.exchanges) - asked == 3


def test_gh_33_accounts_that_are_gone_are_nobody(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.comment(stage.pull, None, "from beyond")
        review = stage.hub.review(stage.pull, stage.ada, body="Hm.", comments=[note()])
        review.author = None
        next(iter(stage.pull.threads.values())).comments[0].author = None
        stage.pull.author = None
        shown = stage.forge().look()
        assert shown.pull.author is None
        assert [comment.author for comment in shown.comments] == [None]
        assert [each.author for each in shown.reviews] == [None]
        assert shown.threads[0].comments[0].author is None
        assert not shown.is_mine(None)


def test_gh_28_somebody_elses_edit_is_noticed(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        kept = stage.hub.comment(stage.pull, stage.eve, "mine")
        own = stage.hub.comment(stage.pull, stage.eve, "mine")
        other = stage.hub.comment(stage.pull, stage.eve, "mine")
        stage.hub.edit(own, stage.eve, "still mine")
        stage.hub.edit(other, stage.ada, "not any more")
        shown = stage.forge().look()
        assert [each.edited_by for each in shown.comments] == ["", "", "ada"]
        assert [each.id for each in shown.comments] == [str(each.id) for each in (kept, own, other)]


def test_gh_27_a_hidden_comment_is_there(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.minimize(stage.hub.comment(stage.pull, stage.eve, "hush"))
        assert [each.is_hidden for each in stage.forge().look().comments] == [True]


def test_gh_07_a_thread_outlives_its_line(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.review(stage.pull, stage.ada, comments=[note(5), note(30, side="LEFT")])
        first = stage.pull.head_sha
        before = stage.forge().look().threads
        assert [(each.line, each.side) for each in before] == [(5, Side.NEW), (30, Side.OLD)]
        stage.push({"app.py": "all\nnew\n"})
        after = stage.forge().look().threads
        assert [each.id for each in after] == [each.id for each in before]
        assert (after[0].line, after[0].is_outdated, after[0].commit) == (None, True, first)


def test_a_thread_on_a_whole_file_has_no_line(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        client = stage.client(stage.token(stage.ada))
        body = {"path": "pic.png", "body": "x", "commit_id": stage.pull.head_sha}
        url = f"{stage.hub.url}/repos/ada/widgets/pulls/1/comments"
        client.send("POST", url, body | {"subject_type": "file"})
        thread = stage.forge().look().threads[0]
        assert (thread.path, thread.line, thread.is_outdated) == ("pic.png", None, False)


def test_gh_25_who_resolved_a_thread(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.review(stage.pull, stage.ada, comments=[note()])
        thread = next(iter(stage.pull.threads.values()))
        found = stage.forge().look().threads[0]
        assert (found.is_resolved, found.resolved_by) == (False, None)
        stage.hub.resolve(thread, stage.bob)
        found = stage.forge().look().threads[0]
        assert (found.is_resolved, found.resolved_by) == (
            True,
            Actor(id=str(stage.bob.id), login="bob"),
        )


def test_gh_23_whether_we_may_resolve_is_asked(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.review(stage.pull, stage.ada, comments=[note()])
        assert stage.forge(stage.token(stage.ada)).look().threads[0].may_resolve
        assert not stage.forge(stage.token(stage.eve)).look().threads[0].may_resolve


def test_gh_17_our_pending_review_is_seen_and_its_notes_are_not_said_yet(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.review(stage.pull, stage.ada, body="begun", event=None, comments=[note()])
        shown = stage.forge(stage.token(stage.ada)).look()
        assert [(each.state, each.body) for each in shown.reviews] == [
            (ReviewState.PENDING, "begun")
        ]
        assert shown.threads == ()
        assert stage.forge(stage.token(stage.bob)).look().reviews == ()


@pytest.mark.parametrize(
    ("event", "state"),
    [
        ("COMMENT", ReviewState.COMMENTED),
        ("APPROVE", ReviewState.APPROVED),
        ("REQUEST_CHANGES", ReviewState.CHANGES_REQUESTED),
    ],
)
def test_how_a_review_ended(tmp_path: Path, event: str, state: ReviewState) -> None:
    with scene(tmp_path) as stage:
        stage.hub.review(stage.pull, stage.ada, body="Hm.", event=event)
        found = stage.forge().look().reviews[0]
        assert (found.state, found.commit, found.body) == (state, stage.pull.head_sha, "Hm.")


def test_every_comment_of_a_thread_is_answered_at_its_opener(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.review(stage.pull, stage.ada, comments=[note()])
        stage.hub.reply(next(iter(stage.pull.threads.values())), stage.bob, "why?")
        first, second = stage.forge().look().threads[0].comments
        assert (first.handle, second.handle) == (first.id, first.id)
        assert first.id != second.id


def refused(stage: Scene, token: str, number: int = 1) -> ForgeError:
    client = stage.client(token)
    with pytest.raises(ForgeError) as caught:
        Looking(client, "ada/widgets", number).everything()
    return caught.value


def test_a_number_that_nothing_has(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        error = refused(stage, stage.token(stage.ada), 99)
        assert str(error) == (
            "There is no pull request `ada/widgets#99`; check the number, which must be that of a "
            "pull request and not of an issue."
        )
        assert error.exit_status == EXIT_USER


def test_a_private_repository_of_somebody_else(tmp_path: Path) -> None:
    with scene(tmp_path, private=True) as stage:
        error = refused(stage, stage.token(stage.eve))
        assert "that the token in `GITHUB_TOKEN` may see" in str(error)
        assert error.exit_status == EXIT_USER


def test_f_16_a_token_that_was_revoked(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        token = stage.token(stage.ada)
        stage.hub.revoke(token)
        error = refused(stage, token)
        assert "does not accept the token in `GITHUB_TOKEN`" in str(error)
        assert (error.exit_status, len(stage.hub.journal.exchanges)) == (EXIT_USER, 1)


def test_a_token_that_may_not_read_pull_requests(tmp_path: Path) -> None:
    with scene(tmp_path, private=True) as stage:
        stage.hub.grant(stage.repository, stage.eve, Role.READ)
        error = refused(stage, stage.token(stage.eve, {"metadata": "read"}))
        assert error.exit_status == EXIT_USER
        assert "\n" not in str(error)


def looking(url: str) -> Looking:
    clock = StillClock()
    client = Client(address_at(url, named="X"), Token("ghp_x"), wire=new_wire(clock), clock=clock)
    return Looking(client, "ada/widgets", 1)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (look_answer(repository=None), "GitHub has no pull request"),
        (look_answer(viewer={"login": "x", "__typename": "User"}), "does not say who our token"),
        (look_answer(pull={"reviews": None}), "left out a part"),
        (look_answer(pull={"headRefOid": 3}), "could not be read"),
        (b'{"data": null}', "could not be read"),
    ],
)
def test_f_40_an_answer_with_a_hole_is_an_error(body: bytes, said: str) -> None:
    with answering(Answer(200, body)) as server, pytest.raises(ForgeError, match=said):
        looking(server.url).everything()


MORE = {"hasNextPage": True, "endCursor": "c"}
THREAD = {
    "id": "T",
    "path": "app.py",
    "diffSide": "RIGHT",
    "isResolved": False,
    "isOutdated": False,
    "viewerCanResolve": False,
    "comments": {"nodes": [], "pageInfo": MORE},
}


@pytest.mark.parametrize(
    ("first", "then", "said"),
    [
        ({"comments": {"nodes": [], "pageInfo": MORE}}, {"repository": None}, "GitHub has no pull"),
        (
            {"comments": {"nodes": [], "pageInfo": MORE}},
            {"repository": {"pullRequest": {"comments": {"nodes": [], "pageInfo": MORE}}}},
            "longer than Postil reads",
        ),
        (
            {"reviewThreads": {"nodes": [THREAD], "pageInfo": EMPTY["pageInfo"]}},
            {"node": None},
            "is gone while it is read",
        ),
        (
            {"reviewThreads": {"nodes": [THREAD], "pageInfo": EMPTY["pageInfo"]}},
            {"node": {"comments": {"nodes": [], "pageInfo": MORE}}},
            "longer than Postil reads",
        ),
    ],
)
def test_f_40_pages_that_do_not_come_are_an_error(
    first: dict[str, Any], then: dict[str, Any], said: str
) -> None:
    answers = Answer(200, look_answer(pull=first)), Answer(200, msgspec.json.encode({"data": then}))
    with answering(*answers) as server, pytest.raises(ForgeError, match=said):
        looking(server.url).everything()


def test_gh_33_an_edit_by_nobody_and_holes_in_lists() -> None:
    comment = {
        "fullDatabaseId": "5000000000",
        "body": "x",
        "url": "https://x",
        "createdAt": "2027-01-01T00:00:00Z",
        "isMinimized": False,
        "author": {"__typename": "EnterpriseUserAccount", "login": "e"},
        "lastEditedAt": "2027-01-01T00:00:00Z",
    }
    page = {"nodes": [None, comment], "pageInfo": EMPTY["pageInfo"]}
    with answering(Answer(200, look_answer(pull={"comments": page}))) as server:
        found = looking(server.url).everything().comments
    assert [(each.id, each.author, each.edited_by) for each in found] == [
        ("5000000000", None, "ghost")
    ]

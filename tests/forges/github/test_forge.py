"""GitHub as a forge: each write against the stand-in, what it leaves there, and what it says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from postil.domain.change import Side
from postil.domain.errors import ForgeError
from postil.domain.forge import Actor, ActorKind, Permission, Shown
from postil.domain.publication import (
    Action,
    DeleteComment,
    DeleteNote,
    DeleteReview,
    EditComment,
    Fate,
    Note,
    PostAnswer,
    PostComment,
    PostFileNote,
    PostReview,
    Refusal,
    ResolveThread,
    ReviewEvent,
)
from postil.forges.github.address import address_at
from postil.forges.github.client import Client
from postil.forges.github.credentials import Token
from postil.forges.github.forge import GitHubForge
from postil.testing.github import (
    Access,
    BodyOnly,
    DropAfter,
    DropBefore,
    Html,
    Limits,
    Partial,
    Role,
    Status,
    Truncate,
    When,
    secondary_limit,
)

from fakes.answers import Answer, answering
from fakes.github import Scene, StillClock, look_answer, new_wire, scene


def review(stage: Scene, *lines: int, event: ReviewEvent = ReviewEvent.COMMENT) -> PostReview:
    notes = tuple(
        Note(finding=f"f{line}", path="app.py", body=f"On {line}.", line=line) for line in lines
    )
    return PostReview(head=stage.pull.head_sha, event=event, body="Read.", notes=notes)


class TestReading:
    def test_the_head_is_one_cheap_read(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            forge = stage.forge()
            assert forge.head() == stage.pull.head_sha
            new = stage.push({"app.py": "pushed\n"})
            assert forge.head() == new
            assert stage.requests() == ["GET /repos/ada/widgets/pulls/1"] * 2

    def test_gh_09_patches_of_all_pages_and_none_where_there_is_none(self, tmp_path: Path) -> None:
        with scene(tmp_path, limits=Limits(patch_lines=30)) as stage:
            many = {f"many/{number:03}.txt": f"{number}\n" for number in range(120)}
            stage.push({**many, "long.txt": "line\n" * 40})
            patches = stage.forge().patches()
            assert len([path for path in patches if path.startswith("many/")]) == 120
            assert patches["many/007.txt"] == "@@ -0,0 +1 @@\n+7"
            assert "pic.png" not in patches
            assert "long.txt" not in patches
            assert len(stage.hub.journal.exchanges) == 2

    def test_gh_08_patches_come_where_githubs_own_diff_is_too_long(self, tmp_path: Path) -> None:
        with scene(tmp_path, limits=Limits(diff_files=3, diff_lines=10)) as stage:
            stage.push({f"many/{number}.txt": f"{number}\n" for number in range(9)})
            assert len(stage.forge().patches()) == 12
            assert stage.requests() == ["GET /repos/ada/widgets/pulls/1/files"]

    def test_gh_09_files_beyond_githubs_list_are_known_to_be_missing(self, tmp_path: Path) -> None:
        with scene(tmp_path, limits=Limits(files=5)) as stage:
            stage.push({f"many/{number}.txt": f"{number}\n" for number in range(9)})
            forge = stage.forge()
            assert len(forge.patches()) <= 5
            assert forge.look().pull.changed_files == 13

    def test_f_40_patches_are_all_or_an_error(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            stage.push({f"many/{number:03}.txt": f"{number}\n" for number in range(120)})
            stage.hub.faults.add(Status(status=500), When(path="*/files"), nth=2, times=99)
            with pytest.raises(ForgeError):
                stage.forge().patches()

    @pytest.mark.parametrize(
        ("role", "permission"),
        [
            (Role.ADMIN, Permission.ADMIN),
            (Role.MAINTAIN, Permission.WRITE),
            (Role.WRITE, Permission.WRITE),
            (Role.TRIAGE, Permission.READ),
            (Role.READ, Permission.READ),
        ],
    )
    def test_gh_37_what_somebody_may_do_now(
        self, tmp_path: Path, role: Role, permission: Permission
    ) -> None:
        with scene(tmp_path, private=True) as stage:
            stage.hub.grant(stage.repository, stage.eve, role)
            eve = Actor(id=str(stage.eve.id), login="eve")
            forge = stage.forge()
            assert forge.permission(eve) is permission
            assert forge.permission(eve) is permission
            assert len(stage.hub.journal.exchanges) == 1

    def test_a_name_that_belongs_to_somebody_else_by_now_may_nothing(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            assert stage.forge().permission(Actor(id="1", login="ada")) is Permission.NONE

    def test_t_20_a_bot_may_nothing_and_is_not_asked_about(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            bot = Actor(id="1", login="ada", kind=ActorKind.BOT)
            assert stage.forge().permission(bot) is Permission.NONE
            assert len(stage.hub.journal.exchanges) == 0

    def test_f_40_a_permission_that_cannot_be_read_is_an_error(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            stage.hub.faults.add(Status(status=502), When(method="GET"), times=9)
            with pytest.raises(ForgeError):
                stage.forge().permission(Actor(id=str(stage.eve.id), login="eve"))

    def test_own_is_what_the_user_owns(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            own = stage.forge(stage.token(stage.ada)).ownership()
            assert (own.is_own, own.reason) == (True, "`ada` owns it")
            other = stage.forge(stage.token(stage.bob))
            other.look()
            assert other.ownership().reason == "it belongs to `ada`, not to `bob`"
            assert not other.ownership().is_own


class TestWriting:
    def test_a_comment_is_posted_edited_and_deleted(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            forge = stage.forge()
            posted = forge.carry_out(PostComment(body="Hello"))
            assert posted.fate is Fate.DONE
            assert posted.address.endswith(f"/pull/1#issuecomment-{posted.id}")
            edited = forge.carry_out(EditComment(id=posted.id, body="Hello again"))
            assert (edited.fate, edited.id) == (Fate.DONE, posted.id)
            assert [each.body for each in forge.look().comments] == ["Hello again"]
            assert forge.carry_out(DeleteComment(id=posted.id)).fate is Fate.DONE
            assert forge.look().comments == ()

    def test_a_review_says_all_its_notes_in_one_request(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            forge = stage.forge()
            action = PostReview(
                head=stage.pull.head_sha,
                event=ReviewEvent.COMMENT,
                body="Read.",
                notes=(
                    Note(finding="a", path="app.py", body="A.", line=6, start=5),
                    Note(finding="b", path="app.py", body="B.", line=30, side=Side.OLD),
                    Note(finding="c", path="new.py", body="C.", line=2, start=2),
                ),
            )
            receipt = forge.carry_out(action)
            assert (receipt.fate, len(stage.hub.journal.exchanges)) == (Fate.DONE, 1)
            shown = forge.look()
            assert [(each.path, each.line, each.side) for each in shown.threads] == [
                ("app.py", 6, Side.NEW),
                ("app.py", 30, Side.OLD),
                ("new.py", 2, Side.NEW),
            ]
            assert [each.id for each in shown.reviews] == [receipt.id]

    def test_gh_05_a_note_on_a_file(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            forge = stage.forge()
            note = Note(finding="a", path="pic.png", body="A picture.")
            receipt = forge.carry_out(PostFileNote(head=stage.pull.head_sha, note=note))
            assert receipt.fate is Fate.DONE
            thread = forge.look().threads[0]
            assert (thread.path, thread.line, thread.comments[0].id) == (
                "pic.png",
                None,
                receipt.id,
            )

    def test_an_answer_is_a_reply_whichever_comment_it_answers(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            forge = stage.forge()
            forge.carry_out(review(stage, 5))
            stage.hub.reply(next(iter(stage.pull.threads.values())), stage.bob, "why?")
            thread = forge.look().threads[0]
            answer = PostAnswer(thread=thread.id, to=thread.comments[1].id, body="So.")
            assert forge.carry_out(answer).fate is Fate.DONE
            said = forge.look().threads
            assert [each.body for each in said[0].comments] == ["On 5.", "why?", "So."]

    def test_a_note_is_taken_back(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            forge = stage.forge()
            forge.carry_out(review(stage, 5))
            note = forge.look().threads[0].comments[0]
            assert forge.carry_out(DeleteNote(id=note.handle)).fate is Fate.DONE
            assert forge.look().threads == ()

    def test_gh_23_a_thread_is_resolved(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            forge = stage.forge()
            forge.carry_out(review(stage, 5))
            thread = forge.look().threads[0]
            assert forge.carry_out(ResolveThread(thread=thread.id)).fate is Fate.DONE
            assert forge.look().threads[0].is_resolved

    def test_gh_23_a_token_that_may_not_resolve_is_told_so(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            forge = stage.forge(stage.token(stage.eve))
            stage.hub.review(
                stage.pull,
                stage.ada,
                comments=[{"path": "app.py", "line": 5, "side": "RIGHT", "body": "Hm."}],
            )
            thread = forge.look().threads[0]
            receipt = forge.carry_out(ResolveThread(thread=thread.id))
            assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.FORBIDDEN)
            assert not forge.look().threads[0].is_resolved

    def test_gh_17_a_pending_review_of_ours_is_taken_back(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            token = stage.token(stage.ada)
            begun = stage.hub.review(stage.pull, stage.ada, body="begun", event=None)
            forge = stage.forge(token)
            forge.look()
            assert forge.carry_out(DeleteReview(id=str(begun.id))).fate is Fate.DONE
            assert forge.look().reviews == ()

    def test_gh_17_a_review_that_was_given_is_never_deleted(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            given = stage.hub.review(stage.pull, stage.ada, body="given")
            forge = stage.forge(stage.token(stage.ada))
            for look in (False, True):
                if look:
                    forge.look()
                receipt = forge.carry_out(DeleteReview(id=str(given.id)))
                assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.INVALID)
            assert stage.hub.journal.writes == ()

    def test_gh_11_a_body_that_is_too_long_is_not_sent(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            receipt = stage.forge().carry_out(PostComment(body="x" * 65_537))
            assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.INVALID)
            assert len(stage.hub.journal.exchanges) == 0

    def test_gh_21_a_rename_between_two_looks(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            forge = stage.forge()
            first = forge.look()
            stage.hub.rename(stage.repository, "gadgets")
            posted = forge.carry_out(PostComment(body="Hello"))
            assert posted.fate is Fate.DONE
            second = forge.look()
            assert [each.id for each in second.comments] == [posted.id]
            assert second.pull.repository == "ada/gadgets"
            assert second.pull.repository_id == first.pull.repository_id
            stage.hub.journal.clear()
            forge.carry_out(EditComment(id=posted.id, body="Again"))
            assert stage.requests() == [f"PATCH /repos/ada/gadgets/issues/comments/{posted.id}"]

    def test_gh_06_a_head_that_was_replaced_refuses_the_review(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            old = review(stage, 5)
            first = stage.git.oid("main")
            stage.git.commit({"app.py": "forced\n"}, "Forced", branch="feature", parents=[first])
            stage.hub.push(stage.pull)
            stage.pull.heads[:] = stage.pull.heads[-1:]
            receipt = stage.forge().carry_out(old)
            assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.INVALID)
            assert stage.forge().look().reviews == ()


def comment(stage: Scene) -> Action:
    return PostComment(body="Hello")


def note_on_file(stage: Scene) -> Action:
    note = Note(finding="a", path="app.py", body="All of it.")
    return PostFileNote(head=stage.pull.head_sha, note=note)


def whole_review(stage: Scene) -> Action:
    return review(stage, 5, 6)


MAKERS = [comment, note_on_file, whole_review]


def there(shown: Shown) -> int:
    return len(shown.comments) + len(shown.reviews)


class TestFaults:
    @pytest.mark.parametrize("make", MAKERS)
    @pytest.mark.parametrize(
        ("fault", "objects"),
        [
            (DropBefore(), 0),
            (DropAfter(), 1),
            (Status(status=500), 0),
            (Status(status=502, committed=True), 1),
            (Status(status=408), 0),
            (Status(status=429, headers={"retry-after": "9"}), 0),
            (Status(status=422, message="Validation Failed"), 0),
            (secondary_limit(9), 0),
            (Html(), 1),
            (Truncate(), 1),
        ],
        ids=str,
    )
    def test_f_10_a_write_nobody_knows_about_is_not_sent_again(
        self, tmp_path: Path, make: Callable[[Scene], Action], fault: Status, objects: int
    ) -> None:
        with scene(tmp_path) as stage:
            stage.hub.faults.add(fault, When(method="POST", path="/repos/*"))
            forge = stage.forge()
            receipt = forge.carry_out(make(stage))
            assert (receipt.fate, receipt.refusal) == (Fate.UNKNOWN, None)
            assert receipt.why
            assert len(stage.hub.journal.writes) == 1
            assert there(forge.look()) == objects

    def test_f_11_a_review_that_came_half_is_unknown_and_seen(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            stage.hub.faults.add(Partial(comments=1), When(method="POST", path="/repos/*"))
            forge = stage.forge()
            assert forge.carry_out(review(stage, 5, 6)).fate is Fate.UNKNOWN
            assert [each.line for each in forge.look().threads] == [5]

    def test_f_12_a_refused_review_whose_body_stands_is_seen(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            stage.hub.faults.add(BodyOnly(), When(method="POST", path="/repos/*"))
            forge = stage.forge()
            assert forge.carry_out(review(stage, 5)).fate is not Fate.DONE
            assert [each.body for each in forge.look().reviews] == ["Read."]

    def test_f_15_a_limit_in_the_middle_holds_the_next_write_back(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            stage.hub.faults.add(secondary_limit(300), When(method="POST"))
            forge = stage.forge()
            assert forge.carry_out(PostComment(body="one")).fate is Fate.UNKNOWN
            assert forge.carry_out(PostComment(body="two")).fate is Fate.DONE
            first, second = stage.hub.journal.exchanges
            assert second.moment - first.moment >= 300.0

    def test_f_15_what_would_take_an_hour_is_not_sent(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            stage.hub.faults.add(secondary_limit(3_600), When(method="POST"))
            forge = stage.forge()
            forge.carry_out(PostComment(body="one"))
            receipt = forge.carry_out(PostComment(body="two"))
            assert (receipt.fate, len(stage.hub.journal.exchanges)) == (Fate.UNKNOWN, 1)
            assert "run this again in 60 minutes" in receipt.why

    def test_f_16_a_token_that_is_revoked_in_the_middle(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            token = stage.token(stage.ada)
            forge = stage.forge(token)
            forge.look()
            stage.hub.revoke(token)
            for action in (PostComment(body="x"), review(stage, 5), ResolveThread(thread="PRRT_1")):
                receipt = forge.carry_out(action)
                assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.UNAUTHENTICATED)
            assert len(stage.hub.journal.writes) == 3

    def test_f_16_a_conversation_that_is_locked(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            stage.hub.lock(stage.pull)
            forge = stage.forge(stage.token(stage.eve))
            assert forge.look().capabilities.may_comment
            receipt = forge.carry_out(PostComment(body="x"))
            assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.LOCKED)
            assert not forge.look().capabilities.may_comment
            assert len(stage.hub.journal.writes) == 1

    def test_gh_35_a_token_that_may_only_read(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            read = {"pull_requests": Access.READ, "contents": Access.READ, "issues": Access.READ}
            forge = stage.forge(stage.bot_token(read))
            forge.look()
            for action in (PostComment(body="x"), review(stage, 5), note_on_file(stage)):
                receipt = forge.carry_out(action)
                assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.FORBIDDEN)
            can = forge.look().capabilities
            assert (can.may_comment, can.may_review) == (False, False)
            assert len(stage.hub.journal.writes) == 3

    def test_gh_12_a_conversation_that_is_full(self, tmp_path: Path) -> None:
        with scene(tmp_path, limits=Limits(comments=2)) as stage:
            for _ in range(2):
                stage.hub.comment(stage.pull, stage.eve, "more")
            receipt = stage.forge().carry_out(PostComment(body="x"))
            assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.TOO_MANY)
            assert len(stage.hub.journal.writes) == 1

    def test_gh_20_what_is_gone_stays_gone(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            forge = stage.forge()
            for action in (EditComment(id="99", body="x"), DeleteComment(id="99")):
                receipt = forge.carry_out(action)
                assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.GONE)
            assert len(stage.hub.journal.writes) == 2

    @pytest.mark.parametrize("event", [ReviewEvent.APPROVE, ReviewEvent.REQUEST_CHANGES])
    def test_gh_20_nobody_judges_their_own(self, tmp_path: Path, event: ReviewEvent) -> None:
        with scene(tmp_path) as stage:
            forge = stage.forge(stage.token(stage.bob))
            receipt = forge.carry_out(review(stage, event=event))
            assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.INVALID)
            assert "your own pull request" in receipt.why

    @pytest.mark.parametrize("line", [20, 999])
    def test_gh_01_a_line_outside_the_change(self, tmp_path: Path, line: int) -> None:
        with scene(tmp_path) as stage:
            forge = stage.forge()
            receipt = forge.carry_out(review(stage, 5, line))
            assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.INVALID)
            assert there(forge.look()) == 0

    def test_gh_17_a_pending_review_in_the_way(self, tmp_path: Path) -> None:
        with scene(tmp_path) as stage:
            stage.hub.review(stage.pull, stage.ada, body="a person's", event=None)
            forge = stage.forge(stage.token(stage.ada))
            receipt = forge.carry_out(review(stage, 5))
            assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.INVALID)
            assert "one pending review" in receipt.why

    def test_an_archived_repository_takes_nothing(self) -> None:
        clock = StillClock()
        with answering(Answer(200, look_answer(home={"isArchived": True}))) as server:
            address = address_at(server.url, named="X")
            client = Client(address, Token("ghp_x"), wire=new_wire(clock), clock=clock)
            can = GitHubForge(client, "ada/widgets", 1, with_checks=False).look().capabilities
        assert (can.may_comment, can.may_review, can.may_check) == (False, False, False)

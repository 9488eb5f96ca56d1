"""A forge in memory that obeys the port, with every way in which a write can go wrong."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from postil.domain.errors import ForgeError
from postil.domain.forge import (
    Actor,
    Comment,
    Permission,
    PostedCheck,
    PostedReview,
    PullRequest,
    ReviewState,
    Shown,
    Thread,
)
from postil.domain.publication import (
    Action,
    AddLabel,
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
    Receipt,
    Refusal,
    RemoveLabel,
    ResolveThread,
    SetCheck,
)

HEAD = "a" * 40
ME = Actor(id="1", login="postil[bot]")
ANN = Actor(id="2", login="ann")
PULL = PullRequest(
    repository="o/r",
    repository_id="R_1",
    number=7,
    address="https://forge.test/o/r/pull/7",
    title="Add refunds",
    body="",
    author=ANN,
    base_name="main",
    base="b" * 40,
    head_name="topic",
    head=HEAD,
    head_repository="o/r",
)


class Mishap(StrEnum):
    """What can become of one write."""

    NONE = "none"
    DROPPED_BEFORE = "dropped before"
    DROPPED_AFTER = "dropped after"
    PARTIAL = "partial"
    ERROR_BEFORE = "error before"
    ERROR_AFTER = "error after"
    INVALID_BODY_KEPT = "422 and the body stands"
    LIE = "200 and nothing stands"
    GARBLED = "200 and unreadable, stands"
    LATE = "dropped, and stands only later"
    HOLLOW = "200 and only the body stands"


LATEST = 3
"""So many looks may pass until what was written late shows; a run that does not know has four."""


class Killed(Exception):
    """The process ends here."""


@dataclass
class MemoryForge:
    """`mishaps` are taken one per write, then everything goes well; `lag` hides fresh objects
    from so many looks. `die_at` ends the process around that write (odd: after it)."""

    shown: Shown = field(default_factory=lambda: Shown(pull=PULL, me=ME))
    mishaps: list[Mishap] = field(default_factory=list)
    lag: int = 0
    die_at: int = -1
    writes: list[Action] = field(default_factory=list)
    looks: int = 0
    steps: int = 0
    failing_looks: set[int] = field(default_factory=set)
    _next: int = 100
    _before: list[Shown] = field(default_factory=list)
    _late: list[Action] = field(default_factory=list)

    def look(self) -> Shown:
        self.looks += 1
        if self.looks in self.failing_looks:
            raise ForgeError("the forge does not answer.")
        while self._late and not self._before:
            self._do(self._late.pop(0))
        if self._before:
            before = self._before.pop(0)
            return replace(before, pull=replace(self.shown.pull, labels=before.pull.labels))
        return self.shown

    def head(self) -> str:
        return self.shown.pull.head

    def patches(self) -> Mapping[str, str]:
        return {}

    def permission(self, actor: Actor) -> Permission:
        return Permission.WRITE if actor == ANN else Permission.READ

    def carry_out(self, action: Action) -> Receipt:
        self.writes.append(action)
        self._step()
        mishap = self.mishaps.pop(0) if self.mishaps else Mishap.NONE
        if isinstance(action, PostReview) and self._has_pending():
            return Receipt(
                action=action, fate=Fate.REFUSED, refusal=Refusal.INVALID, why="one is pending"
            )
        before = self.shown
        if mishap is Mishap.LATE:
            self._late.append(action)
            self._before = [before] * min(self.lag + 1, LATEST)
        elif mishap not in (Mishap.DROPPED_BEFORE, Mishap.ERROR_BEFORE, Mishap.LIE):
            self._do(_reduced(action, mishap))
            if self.lag:
                self._before = [before] * self.lag
        self._step()
        if mishap is Mishap.INVALID_BODY_KEPT:
            return Receipt(
                action=action, fate=Fate.REFUSED, refusal=Refusal.INVALID, why="a line is wrong"
            )
        if mishap in (Mishap.NONE, Mishap.LIE, Mishap.HOLLOW):
            return Receipt(action=action, fate=Fate.DONE, id=str(self._next))
        return Receipt(action=action, fate=Fate.UNKNOWN, why=str(mishap))

    def _has_pending(self) -> bool:
        return any(each.state is ReviewState.PENDING for each in self.shown.reviews)

    def _step(self) -> None:
        if self.steps == self.die_at:
            self.die_at = -1
            raise Killed
        self.steps += 1

    def _id(self) -> str:
        self._next += 1
        return str(self._next)

    def _do(self, action: Action) -> None:
        shown = self.shown
        if isinstance(action, PostComment):
            comment = Comment(id=self._id(), author=ME, body=action.body)
            shown = replace(shown, comments=(*shown.comments, comment))
        elif isinstance(action, EditComment):
            assert action.id in {each.id for each in shown.comments}
            comments = tuple(
                replace(each, body=action.body) if each.id == action.id else each
                for each in shown.comments
            )
            shown = replace(shown, comments=comments)
        elif isinstance(action, DeleteComment):
            kept = tuple(each for each in shown.comments if each.id != action.id)
            shown = replace(shown, comments=kept)
        elif isinstance(action, PostReview):
            review = PostedReview(
                id=self._id(),
                author=ME,
                state=ReviewState.COMMENTED,
                body=action.body,
                commit=action.head,
            )
            threads = tuple(self._thread(note, action.head) for note in action.notes)
            shown = replace(
                shown, reviews=(*shown.reviews, review), threads=(*shown.threads, *threads)
            )
        elif isinstance(action, DeleteReview):
            kept_reviews = tuple(each for each in shown.reviews if each.id != action.id)
            shown = replace(shown, reviews=kept_reviews)
        elif isinstance(action, PostFileNote):
            thread = self._thread(action.note, action.head)
            shown = replace(shown, threads=(*shown.threads, thread))
        elif isinstance(action, DeleteNote):
            left = (
                replace(
                    each,
                    comments=tuple(said for said in each.comments if said.id != action.id),
                )
                for each in shown.threads
            )
            shown = replace(shown, threads=tuple(each for each in left if each.comments))
        elif isinstance(action, PostAnswer):
            answer = Comment(id=self._id(), author=ME, body=action.body)
            shown = replace(shown, threads=joined(shown.threads, action.thread, answer))
        elif isinstance(action, ResolveThread):
            shown = replace(
                shown,
                threads=tuple(
                    replace(each, is_resolved=True, resolved_by=ME)
                    if each.id == action.thread
                    else each
                    for each in shown.threads
                ),
            )
        else:
            assert isinstance(action, SetCheck | AddLabel | RemoveLabel)
            shown = self._signalled(shown, action)
        self.shown = shown

    def _signalled(self, shown: Shown, action: SetCheck | AddLabel | RemoveLabel) -> Shown:
        """What stands beside the conversation: checks and labels."""
        if not isinstance(action, SetCheck):
            others = tuple(each for each in shown.pull.labels if each != action.name)
            labels = (*others, action.name) if isinstance(action, AddLabel) else others
            return replace(shown, pull=replace(shown.pull, labels=labels))
        check = PostedCheck(
            id=action.id or self._id(),
            name=action.check.name,
            head=action.head,
            conclusion=action.check.conclusion,
            title=action.check.title,
        )
        checks = tuple(each for each in shown.checks if each.id != action.id)
        return replace(shown, checks=(*checks, check))

    def _thread(self, note: Note, head: str) -> Thread:
        id_ = self._id()
        comment = Comment(id=id_, handle=id_, author=ME, body=note.body)
        return Thread(
            id=f"T{id_}",
            path=note.path,
            line=note.line,
            commit=head,
            comments=(comment,),
            may_resolve=True,
        )


def joined(threads: tuple[Thread, ...], id_: str, said: Comment) -> tuple[Thread, ...]:
    """The threads with one more word in one of them; it is answered where the thread began."""
    return tuple(
        replace(each, comments=(*each.comments, replace(said, handle=each.comments[0].handle)))
        if each.id == id_
        else each
        for each in threads
    )


def _reduced(action: Action, mishap: Mishap) -> Action:
    if isinstance(action, PostReview) and mishap is Mishap.PARTIAL:
        return replace(action, notes=action.notes[: len(action.notes) // 2])
    if isinstance(action, PostReview) and mishap in (Mishap.INVALID_BODY_KEPT, Mishap.HOLLOW):
        return replace(action, notes=())
    return action


def seeded(seed: int, length: int = 6) -> list[Mishap]:
    chance = random.Random(seed)  # noqa: S311 - seeded on purpose
    return [chance.choice(list(Mishap)) for _ in range(length)]

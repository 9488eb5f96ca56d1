"""A pull request on which people talk: who they are, what they may do, and where they say it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from postil.domain.forge import Actor, ActorKind, Comment, Permission, PullRequest, Shown, Thread
from postil.domain.marks import Mark, MarkKind, Seal

HEAD = "2" * 40
EARLIER = "1" * 40
SEAL = Seal(repository_id="R1", number=7, key=b"key")

ME = Actor(id="U0", login="postil", kind=ActorKind.BOT)
ANN = Actor(id="U1", login="ann")
MAX = Actor(id="U2", login="max")
OUT = Actor(id="U3", login="out")
BOT = Actor(id="U4", login="other[bot]", kind=ActorKind.BOT)
_MAY = {MAX.id: Permission.WRITE, BOT.id: Permission.ADMIN, ME.id: Permission.ADMIN}


def permission(actor: Actor) -> Permission:
    """Ann wrote the change and may read, Max may write, everybody else may read."""
    return _MAY.get(actor.id, Permission.READ)


def comment(id_: str, author: Actor | None, body: str, **fields: Any) -> Comment:
    return Comment(id=id_, author=author, body=body, **fields)


def note(finding: str, *, head: str = EARLIER, id_: str = "n1", text: str = "A note.") -> Comment:
    """A note of ours about a finding."""
    return comment(id_, ME, SEAL.stamp(text, Mark(kind=MarkKind.NOTE, id=finding, head=head)))


def answer(to: str, *, id_: str = "", author: Actor = ME) -> Comment:
    """An answer of ours to a comment, unless somebody else copied it."""
    mark = Mark(kind=MarkKind.ANSWER, id=to, head=HEAD)
    return comment(id_ or f"a-{to}", author, SEAL.stamp("An answer.", mark))


def thread(*comments: Comment, id_: str = "T1", **fields: Any) -> Thread:
    return Thread(
        id=id_, path="a.py", line=10, comments=comments, **{"may_resolve": True, **fields}
    )


def shown(*threads: Thread, comments: tuple[Comment, ...] = (), **fields: Any) -> Shown:
    pull = PullRequest(
        repository="o/r",
        repository_id="R1",
        number=7,
        address="https://example.org/o/r/pull/7",
        title="A change",
        body="",
        author=ANN,
        base_name="main",
        base="0" * 40,
        head_name="topic",
        head=HEAD,
        head_repository="o/r",
    )
    return Shown(pull=replace(pull, **fields), me=ME, threads=threads, comments=comments)

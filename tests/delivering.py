"""Runs that deliver a made-up review to a pull request on any forge, and what it shows then."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from postil.domain.forge import Conclusion, Shown, Thread
from postil.domain.marks import Mark, MarkKind, Seal, Stage
from postil.domain.publication import (
    Answer,
    Carrier,
    CheckWanted,
    Closing,
    LabelWanted,
    Note,
    Wanted,
)
from postil.ports import Forge
from postil.publish.carrying_out import LABEL, Composed, Courier, Delivery, Unplaced


@dataclass
class Notebook:
    """A journal that outlives the run that wrote it."""

    text: str = ""

    def unsettled(self) -> str:
        return self.text

    def sending(self, text: str) -> None:
        self.text = text

    def settled(self) -> None:
        self.text = ""


class Ground(Protocol):
    """A pull request on some forge, and what others do there."""

    def forge(self) -> Forge:
        """The forge as a run that begins now has it."""

    def wait(self, seconds: float) -> None:
        """Time passes."""

    def says(self, thread: str) -> None:
        """A person says something: in a thread of ours, or in the conversation."""

    def begins(self, body: str) -> None:
        """A review of our account is begun and never submitted."""


def sealed(shown: Shown) -> Seal:
    return Seal(repository_id=shown.pull.repository_id, number=shown.pull.number, key=b"k")


LABELS = ("postil: changes", "postil: clean")
"""The labels a team wants to see, one at a time."""


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What a pull request is to show: so many notes on lines and on files, and what goes with it."""

    lines: int = 3
    files: int = 0
    carrier: Carrier = Carrier.COMMENT
    text: str = "Read."
    overflow: str = ""
    title: str = "Blocking"
    path: str = "new.py"
    closes: bool = False
    label: str = ""

    @property
    def findings(self) -> tuple[str, ...]:
        return tuple(f"{number:08x}" for number in range(1, self.lines + self.files + 1))

    def composed(self, start: Shown, run: str) -> Composed:
        seal, head = sealed(start), start.pull.head

        def stamp(text: str, kind: MarkKind, id_: str = "", stage: Stage = Stage.FINAL) -> str:
            return seal.stamp(text, Mark(kind=kind, head=head, id=id_, stage=stage))

        def of(shown: Shown, unplaced: Unplaced) -> Wanted:
            said = f"{self.text} Only here: {' '.join(sorted(unplaced.keys() - {LABEL}))}"
            is_updated = self.carrier is Carrier.COMMENT
            opening = stamp("In progress.", MarkKind.SUMMARY, run, Stage.OPENING)
            return Wanted(
                head=head,
                carrier=self.carrier,
                body=stamp(said, MarkKind.SUMMARY, run),
                opening=opening if is_updated else "",
                overflow=stamp(self.overflow, MarkKind.OVERFLOW) if self.overflow else "",
                review_body=stamp("One line.", MarkKind.REVIEW),
                notes=tuple(note for note in self._notes(stamp) if note.finding not in unplaced),
                answers=tuple(_answers(shown, stamp)),
                closings=tuple(_closings(shown)) if self.closes else (),
                check=CheckWanted(
                    name="postil", conclusion=Conclusion.FAILURE, title=self.title, summary="See."
                ),
                label=self._label,
            )

        return of

    @property
    def _label(self) -> LabelWanted | None:
        others = tuple(each for each in LABELS if each != self.label)
        return LabelWanted(name=self.label, others=others) if self.label else None

    def _notes(self, stamp: Callable[..., str]) -> Iterator[Note]:
        for number, finding in enumerate(self.findings, 1):
            body = stamp(f"Finding {number}.", MarkKind.NOTE, finding)
            line = number if number <= self.lines else None
            yield Note(finding=finding, path=self.path, body=body, line=line)


def _answers(shown: Shown, stamp: Callable[..., str]) -> Iterator[Answer]:
    """Whatever a person said is answered, once."""
    for thread, comment in (
        *((each.id, said) for each in shown.threads for said in each.comments),
        *(("", said) for said in shown.comments),
    ):
        if not shown.is_mine(comment.author):
            body = stamp("Because.", MarkKind.ANSWER, comment.id)
            yield Answer(finding="", thread=thread, to=comment.id, body=body)


def _closings(shown: Shown) -> Iterator[Closing]:
    first = min(shown.threads, key=lambda each: each.comments[0].body, default=None)
    if first is not None:
        yield Closing(finding="", thread=first.id)


def deliver(
    ground: Ground,
    wish: Wish,
    run: str,
    *,
    forge: Forge | None = None,
    journal: Notebook | None = None,
) -> Delivery:
    """One run from its first look to its last."""
    forge = forge or ground.forge()
    start = forge.look()
    courier = Courier(
        forge=forge, seal=sealed(start), wait=ground.wait, journal=journal or Notebook()
    )
    return courier.deliver(wish.composed(start, run), start)


@dataclass(frozen=True)
class Essence:
    """What a reader sees, whoever wrote it in which order.

    `reviews` are compared apart: one of which only a part was stored cannot be taken back.
    """

    comments: tuple[str, ...]
    threads: tuple[tuple[str, int | None, bool, tuple[str, ...]], ...]
    checks: tuple[tuple[str, str, str], ...]
    labels: tuple[str, ...]
    reviews: tuple[str, ...] = field(compare=False)


def essence(shown: Shown) -> Essence:
    return Essence(
        comments=tuple(sorted(_text(each.body) for each in shown.comments)),
        threads=tuple(sorted((_thread(each) for each in shown.threads), key=str)),
        checks=tuple(
            sorted((each.name, str(each.conclusion), each.title) for each in shown.checks)
        ),
        labels=tuple(sorted(shown.pull.labels)),
        reviews=tuple(sorted(_text(each.body) for each in shown.reviews if each.body)),
    )


def _thread(thread: Thread) -> tuple[str, int | None, bool, tuple[str, ...]]:
    said = tuple(_text(each.body) for each in thread.comments)
    return (thread.path, thread.line, thread.is_resolved, said)


def _text(body: str) -> str:
    """Without the mark, in which the run is named."""
    return body.partition("<!-- postil:mark")[0].strip()

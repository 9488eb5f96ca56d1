"""What we answer to people after a review: each of their words at most once, and only when it is due."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from postil.domain.commands import Command, Commands
from postil.domain.document import ReviewDocument
from postil.domain.forge import Shown
from postil.domain.memory import Entry, Event, EventKind
from postil.domain.ours import Ours
from postil.domain.publication import Answer
from postil.publish import sayings
from postil.publish.closings import due

_RULINGS = (EventKind.UPHELD, EventKind.WITHDRAWN)


@dataclass(frozen=True, slots=True)
class _Places:
    """Where each comment stands; the thread is empty in the conversation."""

    threads: Mapping[str, str]
    notes: Mapping[str, str]

    def answer(self, entry: Entry, origin: str, body: str) -> Iterator[Answer]:
        """An answer to a comment, or in the thread somebody resolved; none to what is gone."""
        to = self.notes.get(origin, origin)
        if to in self.threads:
            yield Answer(finding=entry.id, thread=self.threads[to], to=to, body=body)


def answers(
    document: ReviewDocument, shown: Shown, ours: Ours, commands: Commands | None = None
) -> tuple[Answer, ...]:
    """Everything there is to say in threads and to commands, without what was said already.

    An answer whose thread is empty belongs into the conversation.
    """
    places = _places(shown)
    found = (
        *_obeyed(document, commands or Commands()),
        *_argued(document, places),
        *_closed(document, shown, ours),
    )
    once: dict[str, Answer] = {}
    for answer in found:
        if answer.to not in ours.answered:
            once.setdefault(answer.to, answer)
    return tuple(once.values())


def _places(shown: Shown) -> _Places:
    threads = {comment.id: "" for comment in shown.comments}
    threads |= {each.id: thread.id for thread in shown.threads for each in thread.comments}
    notes = {thread.id: thread.comments[0].id for thread in shown.threads if thread.comments}
    return _Places(threads=threads, notes=notes)


def _argued(document: ReviewDocument, places: _Places) -> Iterator[Answer]:
    """Rulings on disputes, and claims of a fix that is nowhere to be seen."""
    for entry in document.memory.entries:
        dispute: Event | None = None
        for event in entry.events:
            if event.kind is EventKind.DISPUTED:
                dispute = event
            elif event.kind in _RULINGS and dispute is not None:
                yield from places.answer(entry, dispute.origin, sayings.ruled(entry, event))
            elif event.kind is EventKind.CLAIMED_FIXED and entry.state.is_open:
                yield from places.answer(entry, event.origin, sayings.unseen(entry, event))


def _closed(document: ReviewDocument, shown: Shown, ours: Ours) -> Iterator[Answer]:
    for each in due(document, shown, ours):
        thread = each.thread
        is_ours = not thread.is_resolved or shown.is_mine(thread.resolved_by)
        if is_ours:
            body = sayings.closed(each.entry, each.event)
            yield Answer(finding=each.entry.id, thread=thread.id, to=each.to, body=body)


def _obeyed(document: ReviewDocument, commands: Commands) -> Iterator[Answer]:
    """One answer to everything one person asked for, under the last of it."""
    people: dict[str, list[Command]] = {}
    for command in commands.given:
        people.setdefault(command.who, []).append(command)
    for asked in people.values():
        last = asked[-1]
        yield Answer(
            finding="" if last.objection else last.finding,
            thread=last.thread,
            to=last.origin,
            body=sayings.obeyed(asked, document),
        )

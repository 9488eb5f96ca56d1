"""Decides which commands in comments are followed: whose they are, what they mean, each one once."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.domain.commands import Command, Commands, Objection, Verb
from postil.domain.forge import Actor, Comment, Shown
from postil.domain.memory import Memory, Standing
from postil.domain.ours import Ours
from postil.domain.replies import Aim, Reply
from postil.track.grammar import Call, calls
from postil.track.speakers import Speakers

MOST_ANSWERS = 6
"""So often in an hour one person's commands are followed; later ones wait and are one run then."""

_HOUR = dt.timedelta(hours=1)
_PEOPLE = (Standing.AUTHOR, Standing.MAINTAINER)
_AUTHORS = (Verb.REVIEW, Verb.WHY, Verb.HELP)
_ABOUT = (Verb.WHY, Verb.DISMISS, Verb.RESOLVE)
_PACE = (Verb.PAUSE, Verb.RESUME)
_AIMS = {Verb.DISMISS: Aim.DISMISSES, Verb.RESOLVE: Aim.RESOLVES}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    """A command somebody wrote; `at` is where the comment stands among its neighbours."""

    call: Call
    comment: Comment
    author: Actor
    thread: str
    written: dt.datetime | None
    at: int

    def is_before(self, other: _Said) -> bool:
        """Whether whoever read the other command had this one before their eyes as well."""
        if self.written and other.written and self.written != other.written:
            return self.written < other.written
        return self.thread == other.thread and self.at <= other.at


def commands(
    shown: Shown, ours: Ours, memory: Memory, speakers: Speakers, *, now: dt.datetime
) -> Commands:
    """What people want of us now; bots, strangers and ourselves are never followed.

    Whoever's words cannot change anything any more is not asked about.
    """
    said = sorted(_said(shown, speakers), key=_when)
    reading = _Reading(ours=ours, memory=memory, speakers=speakers)
    pending = [reading.command(each) for each in _pending(said, ours, now)]
    decisions = [reading.command(each) for each in said if each.call.verb in _AIMS]
    return Commands(
        given=tuple(each for each in pending if each.by in _PEOPLE),
        replies=tuple(reading.reply(each) for each in decisions if each.objection is None),
        is_paused=_is_paused(said, reading),
    )


def _when(said: _Said) -> dt.datetime:
    return said.written or dt.datetime.min.replace(tzinfo=dt.UTC)


def _said(shown: Shown, speakers: Speakers) -> Iterator[_Said]:
    """Every command a person wrote, whatever became of it and whoever it was."""
    for thread, comments in _places(shown):
        for at, comment in enumerate(comments):
            author = comment.author
            is_person = speakers.at_sight(author) in (Standing.AUTHOR, Standing.OUTSIDER)
            if author is None or comment.is_hidden or not is_person:
                continue
            for call in calls(comment.body):
                yield _Said(
                    call=call,
                    comment=comment,
                    author=author,
                    thread=thread,
                    written=_moment(comment.written),
                    at=at,
                )


def _places(shown: Shown) -> Iterator[tuple[str, Sequence[Comment]]]:
    yield "", shown.comments
    for thread in shown.threads:
        yield thread.id, thread.comments


@dataclass(frozen=True, slots=True, kw_only=True)
class _Reading:
    """What a command comes to, for these findings and these people."""

    ours: Ours
    memory: Memory
    speakers: Speakers

    def command(self, said: _Said) -> Command:
        call, origin = said.call, said.comment.id
        # What was heard moves nothing any more, whoever said it.
        is_heard = call.verb in _AIMS and origin in self.memory.heard
        stand = self.speakers.at_sight if is_heard else self.speakers.standing
        by = stand(said.author)
        ids = {entry.id for entry in self.memory.entries}
        finding = self._finding(said) if call.verb in _ABOUT else ""
        objection = None if is_heard else self._objection(said, by)
        if objection is None and call.verb in _ABOUT and finding not in ids:
            objection = Objection.NO_SUCH_FINDING if finding else Objection.UNREADABLE
        return Command(
            verb=call.verb,
            who=said.author.login,
            by=by,
            origin=origin,
            thread=said.thread,
            finding=finding,
            reason=call.reason,
            objection=objection,
        )

    def reply(self, command: Command) -> Reply:
        """What a command means for its finding; decisions count until they are remembered."""
        return Reply(
            finding=command.finding,
            aim=_AIMS[command.verb],
            by=command.by,
            who=command.who,
            text=command.reason,
            origin=command.origin,
            is_text=command.origin in self.memory.heard,
        )

    def _finding(self, said: _Said) -> str:
        """The id of the finding that is meant: the one named, else that of the thread."""
        ids = {entry.finding.number: entry.id for entry in self.memory.entries}
        here = self.ours.findings.get(said.thread, "")
        number = said.call.number
        return ids.get(number, number) or (here if here in ids.values() else "")

    def _objection(self, said: _Said, by: Standing) -> Objection | None:
        call = said.call
        if said.comment.edited_by:
            return Objection.EDITED
        may = by is Standing.MAINTAINER or (by is Standing.AUTHOR and call.verb in _AUTHORS)
        if not (may or self.speakers.may_write(said.author)):
            return Objection.NOT_ALLOWED
        if not call.is_readable:
            return Objection.UNREADABLE
        is_bare = call.verb is Verb.DISMISS and not call.reason
        return Objection.NO_REASON if is_bare else None


def _pending(said: Sequence[_Said], ours: Ours, now: dt.datetime) -> Iterator[_Said]:
    """What was not answered yet, by anybody who did not have many answers just now.

    One answer stands for everything the same person had said by then.
    """
    answered = [each for each in said if each.comment.id in ours.answered]
    for each in said:
        same = [other for other in answered if other.author.id == each.author.id]
        recent = {
            other.comment.id
            for other in same
            if other.written is None or now - other.written < _HOUR
        }
        if len(recent) < MOST_ANSWERS and not any(each.is_before(other) for other in same):
            yield each


def _is_paused(said: Sequence[_Said], reading: _Reading) -> bool:
    """By the last word of anybody who may say it; earlier ones need not be asked about."""
    for each in reversed(said):
        command = reading.command(each) if each.call.verb in _PACE else None
        if command is not None and command.objection is None:
            return command.verb is Verb.PAUSE
    return False


def _moment(written: str) -> dt.datetime | None:
    """When it was written; None when the forge does not say so in a way we understand."""
    try:
        moment = dt.datetime.fromisoformat(written)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=dt.UTC)

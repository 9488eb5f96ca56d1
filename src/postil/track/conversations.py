"""Reads the conversations on a pull request: who said what about which finding, each word once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from postil.domain.forge import Comment, Shown, Thread
from postil.domain.ledger import State
from postil.domain.memory import Entry, EventKind, Memory, Standing
from postil.domain.ours import Ours
from postil.domain.replies import Aim, Reply
from postil.track.aims import aim_of, link_in
from postil.track.grammar import is_command
from postil.track.speakers import Speakers
from postil.track.spoken import own_lines, quoted_lines

_HEARD = (Standing.AUTHOR, Standing.MAINTAINER)
_MOST_TEXT = 4_000
_MOST_NAMED = 20
_MOST_TEXTS = 20
_MOST_NEWS = 50
_NUMBER = re.compile(r"(?<![0-9A-Za-z_#/-])F[1-9][0-9]{0,5}(?![0-9A-Za-z_-])")
_TELLING = 24
"""From this length on a quoted line says which note it is from."""


def replies(shown: Shown, ours: Ours, memory: Memory, speakers: Speakers) -> tuple[Reply, ...]:
    """What everybody else said about our findings; what was heard before comes back as text."""
    entries = {entry.id: entry for entry in memory.entries}
    heard = dict.fromkeys((*memory.heard, *ours.answered))
    # How somebody was heard once is how their words are shown from then on.
    heard |= {event.origin: event.by for each in memory.entries for event in each.events}
    found: list[Reply] = []
    for thread in shown.threads:
        finding = ours.findings.get(thread.id)
        if finding is None:
            continue
        for comment in thread.comments[1:]:
            found += _said(comment, finding, speakers, heard)
        if finding in entries:
            found += _closed_or_opened(thread, entries[finding], memory, speakers)
    found += _in_passing(shown, ours, entries, speakers)
    return _bounded(found)


def _bounded(found: Sequence[Reply]) -> tuple[Reply, ...]:
    """Of very much talk about one finding the newest text, and of what is news the oldest first.

    News that is left out is still news in the next run.
    """
    kept: list[Reply] = []
    for finding in dict.fromkeys(reply.finding for reply in found):
        about = [reply for reply in found if reply.finding == finding]
        text = [reply for reply in about if reply.is_text][-_MOST_TEXTS:]
        news = [reply for reply in about if not reply.is_text][:_MOST_NEWS]
        chosen = {id(reply) for reply in (*text, *news)}
        kept += [reply for reply in about if id(reply) in chosen]
    return tuple(kept)


def words(comment: Comment) -> str:
    """What its writer says in a comment, without what is a command."""
    kept = (line.text for line in own_lines(comment.body) if not is_command(line))
    return "\n".join(kept).strip()[:_MOST_TEXT]


def _said(
    comment: Comment, finding: str, speakers: Speakers, heard: Mapping[str, Standing | None]
) -> Iterator[Reply]:
    text = words(comment)
    by = speakers.at_sight(comment.author)
    if by is Standing.POSTIL or not text:
        return
    aim = aim_of(text)
    is_idle = (
        comment.id in heard
        or aim is Aim.ACKNOWLEDGES
        # Words somebody else put there or put away are not the writer's any more.
        or bool(comment.edited_by)
        or comment.is_hidden
    )
    by = heard.get(comment.id) or (by if is_idle else speakers.standing(comment.author))
    yield Reply(
        finding=finding,
        aim=aim,
        by=by,
        who=comment.author.login if comment.author else "",
        text=text,
        link=link_in(text) if aim is Aim.DEFERS else "",
        origin=comment.id,
        is_text=is_idle or by not in _HEARD,
    )


def _closed_or_opened(
    thread: Thread, entry: Entry, memory: Memory, speakers: Speakers
) -> Iterator[Reply]:
    """What it says that a thread was resolved, or that one we knew as resolved is open again."""
    known = [event.kind for event in entry.events if event.origin == thread.id]
    last = known[-1] if known else None
    if not thread.is_resolved:
        if last is EventKind.RESOLVED and entry.state is State.RESOLVED:
            # Nobody says who; only the author and people who may write can, so the lesser of them.
            yield Reply(finding=entry.id, aim=Aim.REOPENS, by=Standing.AUTHOR, origin=thread.id)
        return
    if thread.resolved_by is None:
        return
    is_heard = thread.id in memory.heard and last is not EventKind.RETURNED
    is_ours = speakers.at_sight(thread.resolved_by) is Standing.POSTIL
    is_news = entry.state.is_open and not is_heard and not is_ours
    if is_news or entry.state is State.LIKELY_FIXED:
        by = speakers.standing(thread.resolved_by)
        yield Reply(
            finding=entry.id,
            aim=Aim.RESOLVES,
            by=by,
            who="" if is_ours else thread.resolved_by.login,
            origin=thread.id,
            is_text=by not in (*_HEARD, Standing.POSTIL),
        )


def _in_passing(
    shown: Shown, ours: Ours, entries: dict[str, Entry], speakers: Speakers
) -> Iterator[Reply]:
    """Comments of the conversation that name a finding or quote a note: text about it, no more."""
    numbers = {entry.finding.number: entry.id for entry in entries.values()}
    notes = _telling_lines(shown, ours)
    for comment in shown.comments:
        if not (_NUMBER.search(comment.body) or ">" in comment.body):
            continue
        text = words(comment)
        named = [numbers[each] for each in _NUMBER.findall(text) if each in numbers]
        quoted = [notes[line] for line in quoted_lines(comment.body) if line in notes]
        about = tuple(dict.fromkeys((*named, *quoted)))[:_MOST_NAMED]
        by = speakers.at_sight(comment.author)
        if by is Standing.POSTIL or not text:
            continue
        for finding in about:
            yield Reply(
                finding=finding,
                aim=aim_of(text),
                by=by,
                who=comment.author.login if comment.author else "",
                text=text,
                origin=comment.id,
                is_text=True,
            )


def _telling_lines(shown: Shown, ours: Ours) -> dict[str, str]:
    """The lines of our notes that stand in one of them alone, each with its finding."""
    lines: dict[str, str] = {}
    shared: set[str] = set()
    for thread in shown.threads:
        finding = ours.findings.get(thread.id)
        if finding is None:
            continue
        for line in {each.strip() for each in thread.comments[0].body.split("\n")}:
            if len(line) >= _TELLING and lines.setdefault(line, finding) != finding:
                shared.add(line)
    return {line: finding for line, finding in lines.items() if line not in shared}

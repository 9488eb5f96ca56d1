"""Shows a reviewer what was found before, what people answered and what changed there, as data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from postil.domain.memory import Entry
from postil.domain.replies import Reply
from postil.inspection.prompt.fences import Fence
from postil.inspection.prompt.guise import Guise

MOST_REPLIES = 5
MOST_REPLY = 1_000
MOST_CONTEXT = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Aftermath:
    """What happened since at the place of an earlier finding: in our words, and the lines."""

    words: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Before:
    """Earlier findings somebody is asked about, what people said, and what became of each place.

    `aftermaths` go by the id of an entry.
    """

    entries: Sequence[Entry] = ()
    replies: Sequence[Reply] = ()
    aftermaths: Mapping[str, Aftermath] = field(default_factory=dict)


def prior_findings(before: Before, guise: Guise, fence: Fence) -> str:
    """One block for each earlier finding somebody is asked about, with the replies to it."""
    blocks = ["\n".join(_block(entry, before, guise)) for entry in before.entries]
    return fence.around("\n\n".join(blocks), source="earlier reviews") if blocks else ""


def _block(entry: Entry, before: Before, guise: Guise) -> Iterator[str]:
    finding = entry.finding
    revision = finding.place.revision[:7]
    yield (
        f"id {guise.one_line(entry.id)} ({finding.number}, {finding.severity.value}, "
        f"{entry.state.value}): {guise.one_line(finding.title)}"
    )
    yield (
        f"at {guise.one_line(finding.place.place)} of {guise.one_line(revision) or 'an earlier head'}: "
        f"{guise.one_line(finding.failure_mode)}"
    )
    aftermath = before.aftermaths.get(entry.id)
    if aftermath is not None:
        yield f"since then: {aftermath.words}"
        yield from _held(aftermath.lines, guise)
    own = [reply for reply in before.replies if reply.finding in (entry.id, finding.number)]
    if len(own) > MOST_REPLIES:
        yield f"{len(own) - MOST_REPLIES} older replies are not shown"
        own = own[-MOST_REPLIES:]
    for reply in own:
        who = f" ({guise.one_line(reply.who)})" if reply.who else ""
        yield f"reply by {reply.by.value}{who}: {guise.one_line(reply.text[:MOST_REPLY])}"
    for context in dict.fromkeys(reply.context for reply in own if reply.context):
        yield "with the replies came:"
        yield from _held(context[:MOST_CONTEXT].split("\n"), guise)


def _held(lines: Sequence[str], guise: Guise) -> Iterator[str]:
    """Each line behind a bar, so that none of them can pass for one of ours."""
    return (f"  | {line}" for line in guise.lines([line.removesuffix("\r") for line in lines]))

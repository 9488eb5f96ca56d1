"""The words of our answers: short, about one thing, with the lines that show it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from postil.domain.commands import Command, Objection, Verb
from postil.domain.document import ReviewDocument
from postil.domain.finding import Evidence
from postil.domain.judgement import Outcome
from postil.domain.ledger import State
from postil.domain.memory import Entry, Event, EventKind, Standing

_TICKS = re.compile("`{3,}")
_MOST_QUOTES = 3
_MOST_LINES = 20
_MOST_TEXT = 1_000
_MOST_COMMANDS = 20
_SHORT = 7

_DECIDED = {
    State.RESOLVED: "is resolved",
    State.WITHDRAWN: "is withdrawn",
    State.DISMISSED: "is dismissed",
    State.WONTFIX: "will not be fixed",
    State.DEFERRED: "is put off",
    State.SUPPRESSED: "is suppressed by the configuration",
}
_GRAMMAR = (
    ("review", "review what is new"),
    ("full", "review everything again"),
    ("why F3", "what a finding rests on"),
    ("dismiss F3 reason", "close a finding that is wrong or accepted"),
    ("resolve F3", "close a finding that is dealt with"),
    ("pause", "no reviews of pushes until `@postil resume`"),
    ("resume", "review pushes again"),
    ("help", "this list"),
)


def ruled(entry: Entry, event: Event) -> str:
    """The one answer to a dispute."""
    number = entry.finding.number
    if event.kind is EventKind.WITHDRAWN:
        return _with_quotes(f"**{number} is withdrawn.** {_line(event.note)}", event.evidence)
    stands = f"**{number} stands.** {_line(event.note)}"
    until = "It stays open and is not argued again unless this code changes."
    return f"{_with_quotes(stands, event.evidence)}\n\n{until}"


def unseen(entry: Entry, event: Event) -> str:
    """The one answer to a fix that was claimed over code that did not change."""
    finding = entry.finding
    place = f"`{_code(finding.place.place)}`"
    return (
        f"**{finding.number} is still open.** At `{event.head[:_SHORT]}` the code it is about, "
        f"{place}, reads as it did at `{entry.first_head[:_SHORT]}`. If the fix is elsewhere, "
        "say where; if it is not pushed yet, the next review will see it."
    )


def closed(entry: Entry, event: Event) -> str:
    """Why we close a thread."""
    number = entry.finding.number
    if entry.state is State.LIKELY_FIXED:
        return _with_quotes(f"**{number}: {_fixed(event)}.** {_line(event.note)}", event.evidence)
    if entry.state.is_open:
        return f"A newer review stands: **{number} is still open** and listed in the summary."
    return f"**{number} {_DECIDED[entry.state]}**{_by(event)}."


def obeyed(asked: Sequence[Command], document: ReviewDocument) -> str:
    """What came of everything one person asked for; the same thing asked twice is told once."""
    told = dict.fromkeys(_told(command, document) for command in asked)
    return "\n\n".join(list(told)[-_MOST_COMMANDS:])


def _told(command: Command, document: ReviewDocument) -> str:
    if command.objection is not None:
        return _objected(command)
    entry = next((each for each in document.memory.entries if each.id == command.finding), None)
    if entry is not None:
        return why(entry) if command.verb is Verb.WHY else _settled(entry, command.by)
    if command.verb is Verb.PAUSE:
        return "Paused: pushes are not reviewed until somebody says `@postil resume`."
    if command.verb is Verb.RESUME:
        return "Pushes are reviewed again."
    return _help() if command.verb is Verb.HELP else _reviewed(document)


def _objected(command: Command) -> str:
    verb, finding = command.verb, _code(command.finding)
    return {
        Objection.NOT_ALLOWED: f"`{verb}` needs write access to this repository.",
        Objection.EDITED: f"`{verb}` stands in a comment that somebody else changed; say it again.",
        Objection.UNREADABLE: f"`{verb}` cannot be read like that; `@postil help` shows how.",
        Objection.NO_SUCH_FINDING: f"There is no finding `{finding}` here.",
        Objection.NO_REASON: f"`{verb}` needs a reason: `@postil {verb} F3 because …`.",
    }[command.objection or Objection.UNREADABLE]


def _settled(entry: Entry, by: Standing) -> str:
    """What became of a finding somebody wanted closed."""
    number, state, event = entry.finding.number, entry.state, entry.events[-1]
    if state in _DECIDED:
        return f"**{number} {_DECIDED[state]}**{_by(event)}."
    if state is State.LIKELY_FIXED:
        return f"**{number}: {_fixed(event)}.**"
    still = f"**{number} is still open ({state}).**"
    if by is not Standing.AUTHOR:
        return still
    return (
        f"{still} What the author of a change says against a finding is a dispute; somebody else "
        "with write access can close it."
    )


def _reviewed(document: ReviewDocument) -> str:
    head, count = document.subject.head[:_SHORT], len(document.open_findings)
    found = f"{count} finding{'' if count == 1 else 's'} open"
    if document.outcome is Outcome.NOOP:
        return f"Nothing changed since `{head}` was reviewed: {found}."
    seen = "reviewed" if not document.required_gaps else "reviewed in part"
    return f"`{head}` is {seen}: {found}."


def why(entry: Entry) -> str:
    """What a finding rests on, and what has happened to it."""
    finding = entry.finding
    facts = (
        f"What goes wrong: {_line(finding.failure_mode)}",
        f"What to do: {_line(finding.mitigation)}",
        f"Told because: {finding.justification}",
        f"Found by: {', '.join(finding.sources)}; confidence {finding.confidence} ({finding.basis})",
        *(
            f"Severity: {each.before} → {each.after}, {_line(each.reason)}"
            for each in finding.adjustments
        ),
        f"So far: {'; '.join(_lived(entry.events))}",
    )
    head = f"**{finding.number}** · {finding.severity} · {entry.state} · {_line(finding.title)}"
    return _with_quotes(f"{head}\n\n" + "\n".join(f"- {fact}" for fact in facts), finding.evidence)


def _lived(events: Iterable[Event]) -> Iterator[str]:
    for event in events:
        if event.kind not in (EventKind.SEEN_AGAIN, EventKind.UNANSWERED):
            yield f"{event.kind} at `{event.head[:_SHORT]}`{_by(event)}"


def _help() -> str:
    rows = "\n".join(f"- `@postil {form}`: {does}" for form, does in _GRAMMAR)
    return f"{rows}\n\nIn a finding's thread its number may be left out."


def _fixed(event: Event) -> str:
    """Never as a fact, and with the commit only when one was found."""
    if event.commit:
        return f"likely fixed in `{event.commit[:_SHORT]}`"
    return f"likely fixed as of `{event.head[:_SHORT]}`"


def _by(event: Event) -> str:
    return f", as `{_code(event.who)}` said" if event.who else ""


def _with_quotes(text: str, evidence: Sequence[Evidence]) -> str:
    blocks = [_quote(each) for each in evidence[:_MOST_QUOTES] if each.text.strip()]
    return "\n\n".join((text.rstrip(), *blocks))


def _quote(evidence: Evidence) -> str:
    """The lines with their place, in a fence that nothing inside can end."""
    lines = evidence.text.split("\n")[:_MOST_LINES]
    text = "\n".join(line[:_MOST_TEXT] for line in lines)
    fence = "`" * max(3, *(len(run) + 1 for run in _TICKS.findall(text)), 0)
    at = f" at `{evidence.revision[:_SHORT]}`" if evidence.revision else ""
    return f"`{_code(evidence.place)}`{at}:\n\n{fence}text\n{text}\n{fence}"


def _line(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= _MOST_TEXT else f"{flat[: _MOST_TEXT - 1]}…"


def _code(text: str) -> str:
    """Foreign text that can stand in a code span."""
    return _line(text).replace("`", "'")

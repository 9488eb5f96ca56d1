"""Reads what an earlier review left: a review document, a local report, or a plain list."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Annotated, Any, TypeVar

import msgspec

from postil import codec
from postil.domain.change import Id
from postil.domain.document import ReviewDocument
from postil.domain.errors import UserError
from postil.domain.memory import Entry, Memory
from postil.domain.severity import Justification, Severity
from postil.track.local_reports import Line, LocalReport, recall_report
from postil.track.recalling import (
    LONGEST_NAME,
    Recollection,
    gathered,
    is_name,
    is_sound,
    life,
    number_of,
    recalled,
    severity_of,
)

_T = TypeVar("_T")
_Name = Annotated[str, msgspec.Meta(min_length=1, max_length=4096)]


class _Listed(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A finding of the plain list."""

    id: _Name
    slug: str
    file: _Name
    severity: str
    summary: _Name
    line: Line | None = None
    category: str = ""
    justification: str = Justification.REACHABLE.value


def read_prior(text: str, *, head: Id = "") -> Memory:
    """What is remembered of the earlier review; raises with the place that does not fit.

    `head` is the commit a plain list speaks of, which the list itself does not say.
    """
    data = text.encode("utf-8", "surrogatepass")
    if len(data) > codec.MAX_BYTES:
        raise UserError(
            f"The prior review has {len(data):,} bytes; `{codec.MAX_BYTES:,}` is the most that is read."
        )
    value = _parsed(data)
    if isinstance(value, list):
        return _sound(recalled([_recollection(*each, head) for each in enumerate(value)]))
    if isinstance(value, dict) and "version" in value:
        return _sound(_remembered(codec.decode(data)))
    return _sound(recall_report(_fitted(value, LocalReport, "$")))


def _parsed(data: bytes) -> Any:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UserError(f"The prior review is not JSON: {error}.") from error
    except RecursionError as error:
        raise UserError("The prior review is nested too deeply to be one of ours.") from error


def _fitted(value: Any, kind: type[_T], at: str) -> _T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise _unfit(str(error).replace("`$", f"`{at}"), at) from error


def _unfit(reason: str, at: str) -> UserError:
    place = "" if f"`{at}" in reason else f" - at `{at}`"
    return UserError(f"The prior review does not fit: {reason}{place}.")


def _recollection(index: int, value: Any, head: Id) -> Recollection:
    at = f"$[{index}]"
    listed = _fitted(value, _Listed, at)
    if severity_of(listed.severity) is None:
        words = ", ".join(each.value for each in Severity)
        raise _unfit(f"`{listed.severity}` is no severity, use one of {words}", f"{at}.severity")
    grounds = {each.value: each for each in Justification}
    justification = grounds.get(listed.justification.strip().casefold())
    if justification is None:
        words = ", ".join(grounds)
        raise _unfit(
            f"`{listed.justification}` is no justification, use one of {words}",
            f"{at}.justification",
        )
    return Recollection(
        id=listed.id,
        title=listed.summary,
        path=listed.file,
        severity=listed.severity,
        line=listed.line,
        slug=listed.slug,
        category=listed.category,
        justification=justification,
        head=head,
    )


def _remembered(document: ReviewDocument) -> Memory:
    """The document's memory; a document from before there was one remembers its findings."""
    if not document.memory.is_empty:
        return document.memory
    head = document.subject.head
    entries = [
        Entry(finding=finding, events=life(finding.status, head)) for finding in document.findings
    ]
    return replace(gathered(entries), heads=(head,))


def _sound(memory: Memory) -> Memory:
    """The memory, once nothing in it contradicts itself: states, ids and numbers."""
    for index, entry in enumerate(memory.entries):
        at = f"entry {index + 1} (`{entry.id}`)"
        if not is_name(entry.id):
            raise UserError(
                f"The prior review calls entry {index + 1} by no name that can be answered to; an "
                f"id is one word of at most {LONGEST_NAME} characters."
            )
        if not is_sound(entry):
            raise UserError(
                f"The prior review contradicts itself: nothing in the life of {at} makes it "
                f"`{entry.state.value}`; hand in a document that was not edited."
            )
        value = number_of(entry.finding.number)
        if value is None or value >= memory.next_number:
            raise UserError(
                f"The prior review contradicts itself: {at} has the number "
                f"`{entry.finding.number}`; hand in a document that was not edited."
            )
    for names in (
        [entry.id for entry in memory.entries],
        [entry.finding.number for entry in memory.entries],
    ):
        twice = [name for name, count in Counter(names).items() if count > 1]
        if twice:
            raise UserError(
                f"The prior review has two findings called `{twice[0]}`; each needs a name of its own."
            )
    return memory

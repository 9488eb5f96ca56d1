"""Finds who still waits for an event that is sent under another name since."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.domain.change import Change
from postil.domain.paths import is_doc, is_fixture, is_test, language_of
from postil.inspection.checks._stale_reference.subjects import (
    CERTAIN,
    Setting,
    Subject,
    old_line,
    successor,
)
from postil.inspection.checks._stale_reference.vendored import is_copy
from postil.inspection.checks._stale_reference.words import LONGEST_LINE, is_left_alone
from postil.ports import Hit

_SENDS = (
    r"(?<!\w)(?:(?:async_?)?(?:emit|trigger|dispatch|publish|fire|broadcast|raise|send|post)(?:_?(?:event|action|async|handler|message))?"
    r"|notify|instrument|do_action|apply_filters|event)"
)
_HEARS = (
    r"(?<!\w)(?:(?:on|once|off|(?:add|remove|prepend|prepend_?once|on|once)_?(?:event_?)?listener|add_?handler|on_?event|un_?subscribe|subscribe(?:_?message)?"
    r"|listen(?:_?to|_?for)?|wait_?for(?:_?event)?|bind|unbind|event_?(?:listener|pattern|handler))|(?:add|remove|has)_(?:action|filter))"
)
_OPENS = r"(?:\(\s{0,4}| {1,2})(?:new (?:Custom)?Event\(\s{0,2})?[\"'`]"
_SENT = re.compile(rf"{_SENDS}{_OPENS}([A-Za-z][\w.:/-]{{4,80}})[\"'`]", re.IGNORECASE)
_PARTED = re.compile(r"[a-z][A-Z]|[\w][.:/_-][A-Za-z]")
"""What one word alone is not: the name of an event that nobody else has."""


def lost_events(change: Change) -> Iterator[Setting]:
    """Events that a change sends under another name, all else of the line being the same."""
    for file in change.files:
        path = file.old_path
        if path is None or not file.removed or language_of(path) is None or is_doc(path):
            continue
        if is_test(path) or is_fixture(path) or is_left_alone(path) or is_copy(path):
            continue
        for number, text in file.removed:
            for match in _SENT.finditer(text[:LONGEST_LINE]):
                name = match[1]
                now = successor(name, text, file) if _PARTED.search(name) else ""
                if now:
                    subject = Subject(
                        name=name, noun="event", cause=old_line(file, number, text), now=now
                    )
                    yield Setting(subject, name, _hears, _sends)


def _hears(name: str, hit: Hit) -> int:
    return CERTAIN if _is_given(_HEARS, name, hit) else 0


def _sends(name: str, hit: Hit) -> bool:
    """Whether the line still sends it; what a test sends reaches nobody else."""
    return not is_test(hit.path) and _is_given(_SENDS, name, hit)


def _is_given(to: str, name: str, hit: Hit) -> bool:
    said = rf"{to}{_OPENS}{re.escape(name)}[\"'`]"
    return re.search(said, hit.text[:LONGEST_LINE], re.IGNORECASE) is not None

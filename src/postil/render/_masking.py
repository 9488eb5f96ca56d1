"""Keeps secrets out of what is shown: the change with every value the review masked replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from postil.domain.change import Change, Hunk
from postil.domain.document import ReviewDocument
from postil.domain.finding import Evidence
from postil.render._pages import Pages

HIDDEN = "(hidden: this line holds a secret)"

_SHORTEST_VALUE = 6
"""Anything shorter would be found all over the change by chance."""


@dataclass(frozen=True, slots=True)
class _Masked:
    """One line a finding quotes otherwise than the change has it: the original and what to show."""

    original: str
    shown: str

    @property
    def value(self) -> str:
        """The part of the original that the shown line does not share."""
        start = _shared(self.original, self.shown)
        rest = self.original[start:]
        end = _shared(rest[::-1], self.shown[start:][::-1])
        return rest[: len(rest) - end]


def masked(document: ReviewDocument, change: Change) -> Change:
    """The change as it may be shown: masked in a quote means masked everywhere."""
    pages = Pages(change)
    entries = [
        entry
        for finding in document.findings
        for evidence in finding.evidence
        for entry in _differing(evidence, pages)
    ]
    if not entries:
        return change
    lines = {entry.original: entry.shown for entry in entries}
    values = {entry.value for entry in entries if len(entry.value.strip()) >= _SHORTEST_VALUE}

    def hide(text: str) -> str:
        if text in lines:
            return lines[text]
        return HIDDEN if any(value in text for value in values) else text

    files = tuple(
        replace(file, hunks=tuple(_hidden(hunk, hide) for hunk in file.hunks))
        for file in change.files
    )
    return replace(change, files=files)


def _shared(first: str, second: str) -> int:
    """How many characters the two begin with in common."""
    length = 0
    for one, other in zip(first, second, strict=False):
        if one != other:
            break
        length += 1
    return length


def _differing(evidence: Evidence, pages: Pages) -> Iterator[_Masked]:
    if evidence.start is None:
        return
    numbers = range(evidence.start, (evidence.end or evidence.start) + 1)
    places = pages.places(evidence.path, evidence.side)
    # Whichever is shorter: a document from elsewhere may claim any range.
    candidates = numbers if len(numbers) <= len(places) else places
    found = [places[number] for number in candidates if number in places and number in numbers]
    actual = [lines[position].text for lines, position in found]
    if not actual or evidence.text in "\n".join(actual):
        return
    quoted = evidence.text.split("\n")
    if len(quoted) != len(actual):
        quoted = [HIDDEN] * len(actual)
    for original, shown in zip(actual, quoted, strict=True):
        if shown not in original:
            yield _Masked(original, shown)


def _hidden(hunk: Hunk, hide: Callable[[str], str]) -> Hunk:
    return replace(hunk, body=tuple(entry[:1] + hide(entry[1:]) for entry in hunk.body))

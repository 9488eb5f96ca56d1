"""Real-looking personal data in fixtures, seeds and other records kept for tests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from postil.domain import paths
from postil.domain.change import Change, ChangedFile
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Severity
from postil.inspection.checks._non_code_scan.custom import Custom, needle
from postil.inspection.credentials import MAX_SHOWN
from postil.inspection.personal_data import Datum, personal_data

MAX_LINE = 5_000
MOST_PLACES = 4
_RECORD_ENDS = (".json", ".jsonl", ".ndjson", ".yaml", ".yml", ".csv", ".tsv", ".sql", ".xml", ".toml", ".txt", ".vcf", ".eml", ".har")  # fmt: skip
_PUBLISHED = frozenset({"e-mail address", "phone number"})
"""What a service's own answers show of people, as against what identifies or pays."""
_MADE_UP = "one that is made up and belongs to nobody"
_INSTEAD = {
    "e-mail address": "an address at example.com, which is reserved for samples",
    "phone number": "a number that is reserved for samples, such as +1 202 555 0100",
    "address of a user's machine": "an address that is reserved for documents, such as 192.0.2.1",
    "payment card number": "a number that the payment service publishes for tests",
}
_AUTHORS = re.compile(r"\"(?:authors|maintainers|contributors)\"\s{0,8}:\s{0,8}\[\s{0,8}\Z")
"""Opens the list of people that a published package names itself."""
_ADVISORY = re.compile(
    r"(?:\A|[-_.])(?:cve-\d{4}-\d{4,8}|go-\d{4}-\d{4}|ghsa(?:-[0-9a-z]{4}){3}|(?:pysec|rustsec|osv|mal|rhsa|dsa|usn|alas)-\d{2,4}[-_]\d{1,6})",
    re.IGNORECASE,
)
"""Names what was published about a weakness, with who found it and whom to write to."""
_RECORD_NAMES = ("fixture", "seed", "dump", "customers", "users", "contacts", "sample", "testdata")


@dataclass(frozen=True, slots=True)
class Record:
    """One added line, and what on it is about a person."""

    path: str
    line: int
    text: str
    found: tuple[Datum, ...]

    @property
    def needles(self) -> frozenset[str]:
        return frozenset(
            text for datum in self.found for text in needle(self.text[datum.start : datum.end])
        )

    @property
    def quote(self) -> Quote:
        return Quote(
            path=self.path, text=self.text, line=self.line, shown=_masked(self.text, self.found)
        )


def people(change: Change) -> tuple[Record, ...]:
    """The added lines of records that hold something about a person."""
    return tuple(
        record
        for file in change.files
        if file.added and _holds_records(file.path)
        for record in _in_file(file)
    )


def personal(records: Iterable[Record], custom: Custom) -> Iterator[Remark]:
    """One remark per file and kind of data; a dump has thousands of rows and one cause."""
    by_kind: dict[tuple[str, str], list[Quote]] = {}
    for record in records:
        fresh = [
            datum
            for datum in record.found
            if not custom.is_kept(record.text[datum.start : datum.end])
        ]
        for kind in dict.fromkeys(datum.kind for datum in fresh):
            by_kind.setdefault((record.path, kind), []).append(record.quote)
    for (_, kind), quotes in by_kind.items():
        yield _remark(kind, quotes)


def _holds_records(path: str) -> bool:
    name = path.rpartition("/")[2].lower()
    if not name.endswith(_RECORD_ENDS) or paths.is_lockfile(path) or paths.is_vendored(path):
        return False
    return (
        paths.is_test(path)
        or paths.is_seed_data(path)
        or any(word in name for word in _RECORD_NAMES)
    )


def _in_file(file: ChangedFile) -> Iterator[Record]:
    is_published = (
        paths.is_recording(file.path) or _ADVISORY.search(file.path.rpartition("/")[2]) is not None
    )
    removed = "\n".join(text[:MAX_LINE] for _, text in file.removed)
    among_authors = False
    for number, text in file.added:
        opens = _AUTHORS.search(text[:MAX_LINE]) is not None
        among_authors = opens or (among_authors and not text.lstrip().startswith("]"))
        is_public = is_published or among_authors
        found = tuple(
            datum
            for datum in personal_data(text[:MAX_LINE])
            if not (is_public and datum.kind in _PUBLISHED)
            # What stood on a line that the file lost was there before.
            if text[datum.start : datum.end] not in removed
        )
        if found:
            yield Record(file.path, number, text, found)


def _masked(text: str, found: tuple[Datum, ...]) -> str:
    pieces: list[str] = []
    position = 0
    for datum in sorted(found, key=lambda one: one.start):
        pieces += [text[position : datum.start], f"[{datum.kind}]" * (datum.start >= position)]
        position = max(position, datum.end)
    shown = "".join([*pieces, text[position:]])
    return shown if len(shown) <= MAX_SHOWN else f"{shown[:MAX_SHOWN]}…"


def _remark(kind: str, quotes: list[Quote]) -> Remark:
    more = len(quotes) - MOST_PLACES
    return Remark(
        title=f"What looks like a real {kind} stands in test data",
        slug="personal-data",
        severity=Severity.MEDIUM,
        dimension=Dimension.SECURITY,
        quotes=tuple(quotes[:MOST_PLACES]),
        failure_mode="If it belongs to a person, everyone with the repository now holds their data for good.",
        mitigation=f"Replace it with {_INSTEAD.get(kind, _MADE_UP)}.",
        claim=Claim(Shape.OTHER, kind),
        confidence=65,
        details=f"{more} more lines of this file hold one." if more > 0 else "",
    )

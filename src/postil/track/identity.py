"""What makes a finding the same finding again: its two keys, its id and its number."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from postil.domain.change import Change, FileStatus, Side
from postil.domain.finding import Evidence, Finding

_FNV_OFFSET = 0x811C9DC5
_FNV_PRIME = 0x01000193
_FNV_MASK = 0xFFFFFFFF
_TITLE_CLASSES = "LMNS"
"""Letters, marks, numbers and symbols: the general categories that make up a title's words."""

_ID_LENGTH = 8
_FIELD_END = "\x1f"


def title_fingerprint(title: str) -> str:
    """The key with prose: the words of the title in any script, without punctuation or case."""
    value = _FNV_OFFSET
    data = title_words(title).encode("utf-16-le", "surrogatepass")
    for low, high in zip(data[::2], data[1::2], strict=True):
        value = ((value ^ (high << 8 | low)) * _FNV_PRIME) & _FNV_MASK
    return f"fp-{value:08x}"


def title_words(title: str) -> str:
    """The words of a title in any script, in lower case, one blank between them."""
    kept = (
        char if unicodedata.category(char)[0] in _TITLE_CLASSES else " " for char in title.lower()
    )
    return " ".join("".join(kept).split())


def prose_free_key(finding: Finding, change: Change, *, symbol: str = "") -> str:
    """The key without prose: nothing in it depends on how anybody worded the finding.

    `symbol` is the name of the definition around the quoted code, empty when unknown.
    """
    place = finding.place
    return _digest(
        (lineage(place.path, change, side=place.side), finding.dimension, _code(place), symbol)
    )


def lineage(path: str, change: Change, *, side: Side = Side.NEW) -> str:
    """The name a file went by before this change, which later renames on the way do not alter."""
    if side is Side.OLD:
        return path
    file = change.by_path.get(path)
    if file is None or file.old_path is None or file.status is FileStatus.COPIED:
        return path
    return file.old_path


def number(
    findings: Sequence[Finding],
    change: Change,
    *,
    symbols: Mapping[Evidence, str] | None = None,
    taken: Collection[str] = (),
    first: int = 1,
) -> tuple[Finding, ...]:
    """The findings in reading order with ids and numbers; links become numbers too.

    `taken` are ids in use already and `first` the first number that is free. `symbols` names
    the definition around a place where that is known.
    """
    known = symbols or {}
    used = set(taken)
    numbered: list[Finding] = []
    for position, finding in enumerate(
        sorted(findings, key=lambda each: each.reading_key), start=first
    ):
        key = prose_free_key(finding, change, symbol=known.get(finding.place, ""))
        identity = _free_id(key, change, used=used)
        used.add(identity)
        numbered.append(replace(finding, id=identity, number=f"F{position}"))
    return _linked(numbered)


def _linked(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    numbers: dict[str, list[str]] = {}
    for finding in findings:
        numbers.setdefault(finding.handle, []).append(finding.number)
    return tuple(
        replace(
            finding,
            related=tuple(
                each for handle in finding.related for each in numbers.get(handle, [handle])
            ),
        )
        for finding in findings
    )


def _free_id(key: str, change: Change, *, used: Collection[str]) -> str:
    ordinal = 0
    while True:
        fields = (change.repository, change.name, key, str(ordinal))
        identity = _digest(fields)[:_ID_LENGTH]
        if identity not in used:
            return identity
        ordinal += 1


def _code(evidence: Evidence) -> str:
    """The quoted code with each run of white space as one blank, blank lines left out."""
    lines = (" ".join(line.split()) for line in evidence.text.split("\n"))
    return "\n".join(line for line in lines if line)


def _digest(fields: Sequence[str]) -> str:
    # Paths and code may hold bytes that are not UTF-8, as lone surrogates.
    text = _FIELD_END.join(fields)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()

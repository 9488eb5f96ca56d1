"""Finds secrets in lines of text, by issuers' formats and by what stands around a value."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from postil.inspection import credential_values as values
from postil.inspection.credential_formats import FORMATS, Format
from postil.inspection.credential_shapes import Place, Setting, paired, shaped
from postil.inspection.line_marks import lines_holding

__all__ = ["Credential", "Grade", "Place", "Setting", "Survey", "mask", "survey"]

MAX_LINE = 20_000
"""What stands further right on a line is not looked at."""
MAX_SHOWN = 240


class Grade(StrEnum):
    """How the secret was told: by its issuer's format, by its surroundings, or hardly at all."""

    FORMAT = "format"
    SURROUNDINGS = "surroundings"
    WEAK = "weak"


@dataclass(frozen=True, slots=True)
class Credential:
    """A secret on one line, by its columns; the value itself is never kept."""

    kind: str
    start: int
    end: int
    grade: Grade
    digest: str

    @property
    def label(self) -> str:
        """What is shown in place of the value."""
        return f"[{self.kind} {self.digest}]"


@dataclass(frozen=True, slots=True)
class Survey:
    """What was found on which line, and the lines whose tokens nobody could name."""

    found: Mapping[int, tuple[Credential, ...]]
    unsettled: tuple[int, ...]


def digest(value: str) -> str:
    """Enough of a hash to tell two secrets apart, too little to search for one."""
    return hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()[:8]


def credential(kind: str, line: str, span: tuple[int, int], grade: Grade) -> Credential:
    return Credential(kind, *span, grade, digest(line[slice(*span)]))


def mask(line: str, credentials: Iterable[Credential]) -> str:
    """The line with every value replaced by its kind and a short hash, cut to a readable length."""
    ordered = sorted(credentials, key=lambda one: one.start)
    pieces: list[str] = []
    position = 0
    for one in ordered:
        pieces += [line[position : one.start], one.label]
        position = max(position, one.end)
    text = "".join([*pieces, line[position:]])
    if len(text) <= MAX_SHOWN:
        return text
    middle = ordered[0].start if ordered else 0
    start = max(0, min(middle - MAX_SHOWN // 3, len(text) - MAX_SHOWN))
    return f"{'…' if start else ''}{text[start : start + MAX_SHOWN]}…"


def survey(lines: Sequence[str], place: Place) -> Survey:
    """Look at every line once; the patterns run only on lines that hold one of their marks."""
    cut = [line[:MAX_LINE] for line in lines]
    lowered = [line.lower() for line in cut]
    found: dict[int, tuple[Credential, ...]] = {}
    for index, marks in lines_holding(_MARKS, lowered).items():
        taken = [*_by_format(cut[index], _formats(marks)), *_by_key_header(cut, index, place)]
        taken += _by_shape(cut, lowered, index, place)
        if kept := _without_overlap(taken):
            found[index] = kept
    unsettled = () if place.setting is Setting.TEST else _unsettled(cut, lowered, found)
    return Survey(found, unsettled)


_SHAPE_MARKS = ("pass", "pwd", "secret", "token", "key", "credential", "bearer ", "basic ", "://", "eyj", "curl", "wget", "value:", "redis-cli", "mysql", "mariadb", "identified")  # fmt: skip
_KEY_HEADER_MARK = "private key"
_FORMATS_BY_MARK: dict[str, list[Format]] = {}
for _format in FORMATS:
    for _mark in _format.marks:
        _FORMATS_BY_MARK.setdefault(_mark, []).append(_format)


_MARKS = (*_FORMATS_BY_MARK, *_SHAPE_MARKS, _KEY_HEADER_MARK)


def _formats(marks: Iterable[str]) -> Iterator[Format]:
    for mark in marks:
        yield from _FORMATS_BY_MARK.get(mark, ())


def _by_format(line: str, formats: Iterable[Format]) -> Iterator[Credential]:
    for one in formats:
        for match in one.pattern.finditer(line):
            span = match.span("value") if "value" in one.pattern.groupindex else match.span()
            value = line[slice(*span)]
            if not (values.is_made_up(value) or _is_typed(value)):
                yield credential(one.kind, line, span, Grade.FORMAT)


_FLAT = 2.5
"""Bits per character under which a value of a known format is somebody's sample."""


def _is_typed(value: str) -> bool:
    """A person wrote it: few different characters, or words without a digit among them."""
    wordy = values.is_name(value) and not any(map(str.isdigit, value))
    return wordy or values.entropy(value) < _FLAT


def _by_shape(
    lines: Sequence[str], lowered: Sequence[str], index: int, place: Place
) -> Iterator[Credential]:
    line = lines[index]
    for one in shaped(line, lowered[index], place):
        grade = Grade.WEAK if one.weak else Grade.SURROUNDINGS
        yield credential(one.kind, line, (one.start, one.end), grade)
    if index and "value" in lowered[index]:
        pair = paired(lines[index - 1], line, place)
        if pair is not None:
            yield credential(pair.kind, line, (pair.start, pair.end), Grade.SURROUNDINGS)


_KEY_HEADER = re.compile(
    r"-----BEGIN (?P<type>(?:RSA |EC |DSA |OPENSSH |ENCRYPTED |PGP )?)PRIVATE KEY(?: BLOCK)?-----"
)
_KEY_BODY = re.compile(r"(?:[A-Za-z0-9+/]|\\/){40}")
_BODY_LINES = 6


def _by_key_header(lines: Sequence[str], index: int, place: Place) -> Iterator[Credential]:
    """A private key whose body is there too; the header alone is a constant in somebody's parser."""
    match = _KEY_HEADER.search(lines[index]) if "-----BEGIN" in lines[index] else None
    if match is None or place.setting is Setting.TEST:
        return
    rest = lines[index][match.end() :]
    body = _KEY_BODY.search(rest)
    if body is None:
        following = (_KEY_BODY.search(line) for line in lines[index + 1 : index + 1 + _BODY_LINES])
        body = next((one for one in following if one), None)
        end = match.end()
    else:
        end = match.end() + _end_of_key(rest)
    if body is None or values.is_made_up(body[0]):
        return
    encrypted = match["type"].startswith("ENCRYPTED")
    grade = Grade.SURROUNDINGS if encrypted else Grade.FORMAT
    named = f"{match['type']}private key".replace("ENCRYPTED ", "encrypted ")
    yield Credential(named, match.start(), end, grade, digest(body[0]))


def _end_of_key(rest: str) -> int:
    at = rest.find("-----END")
    return len(rest) if at < 0 else at


def _without_overlap(credentials: Iterable[Credential]) -> tuple[Credential, ...]:
    """The first claim on a stretch of the line wins; formats are asked before surroundings."""
    kept: list[Credential] = []
    for one in credentials:
        if all(one.end <= other.start or one.start >= other.end for other in kept):
            kept.append(one)
    return tuple(kept)


_TOKEN = re.compile(r"(?<![A-Za-z0-9+/_.=-])[A-Za-z0-9+/_=-]{24,120}(?![A-Za-z0-9+/_.=-])")
_SETTLED_WORDS = ("sha1", "sha2", "sha3", "sha5", "integrity", "checksum", "digest", "ssh-rsa", "ssh-ed25519", "public", "certificate", "base64,", "commit", "http://", "https://", "hash", "sk_test_", "pk_test_", "pk_live_", "csrf", "nonce")  # fmt: skip
_BLOB = re.compile(r"\A[\s\"'+]{0,40}[A-Za-z0-9+/=]{56,120}(?:\\n)?[\s\"'+,\\]{0,10}")
"""A line of a certificate or of another long encoded text: no token stands alone like that."""
_DIGEST = re.compile(
    r"[0-9a-fA-F]{32}|[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-|\A[0-9a-fA-F]+\Z"
)
_RESTLESS_ENTROPY = 4.0


def _unsettled(
    lines: Sequence[str], lowered: Sequence[str], found: Mapping[int, object]
) -> tuple[int, ...]:
    """Lines with a token no rule of ours names but a bigger rule base may."""
    return tuple(
        index
        for index, line in enumerate(lines)
        if index not in found
        and any(_is_nameless(match[0]) for match in _TOKEN.finditer(line))
        and not any(word in lowered[index] for word in _SETTLED_WORDS)
        and not _BLOB.fullmatch(line)
    )


def _is_nameless(token: str) -> bool:
    return (
        _DIGEST.search(token) is None
        and values.is_random(token, least=24)
        and values.entropy(token) >= _RESTLESS_ENTROPY
        and not values.is_made_up(token)
        and not values.is_name(token)
    )

"""The hidden mark under everything we post: by it we know our own again, and nobody else's copy.

A mark is bound to one pull request and signed with the state key. Without a key it carries a
checksum: enough to find our own objects again, which then also need our own author, and never
enough to be believed about anything else.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from dataclasses import dataclass
from enum import StrEnum

from postil.domain.change import Id

VERSION = 1
_MARK = re.compile(
    r"<!-- postil:mark v=([0-9]{1,6}) kind=([a-z]{1,12}) id=([0-9A-Za-z_=-]{0,80}) "
    r"head=([0-9a-f]{0,64}) stage=([a-z]{1,8}) sum=([0-9a-f]{16}) seal=([0-9a-f]{32}) -->"
)
_VERSION = re.compile(r"<!-- postil:(?:mark|state) v=([0-9]{1,6}) ")
_SAFE = re.compile(r"\A[0-9A-Za-z_=-]{0,80}\Z")


class MarkKind(StrEnum):
    SUMMARY = "summary"
    OVERFLOW = "overflow"
    REVIEW = "review"
    NOTE = "note"
    ANSWER = "answer"


class Stage(StrEnum):
    """Whether the text is the last word about its head, or says that more is being written."""

    OPENING = "opening"
    FINAL = "final"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What an object of ours is: a note's `id` is its finding, an answer's the comment it answers."""

    kind: MarkKind
    head: Id
    id: str = ""
    stage: Stage = Stage.FINAL


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked:
    """A mark that belongs here; `is_intact` says that nobody changed the text above it."""

    mark: Mark
    is_intact: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Seal:
    """Signs and recognises the marks of one pull request."""

    repository_id: str
    number: int
    key: bytes = b""

    @property
    def is_keyed(self) -> bool:
        return bool(self.key)

    def signature(self, *fields: str) -> str:
        """32 hexadecimal digits over this pull request and the fields."""
        packed = b"".join(
            b"%d:%s" % (len(data), data)
            for data in (
                field.encode("utf-8", "surrogatepass")
                for field in (self.repository_id, str(self.number), *fields)
            )
        )
        if self.key:
            return hmac.new(self.key, packed, hashlib.sha256).hexdigest()[:32]
        return hashlib.sha256(packed).hexdigest()[:32]

    def stamp(self, text: str, mark: Mark) -> str:
        """The text with the mark under it."""
        if not _SAFE.match(mark.id):
            msg = f"`{mark.id}` cannot stand in a mark"
            raise ValueError(msg)
        text = text.rstrip("\n")
        digest = _digest(text)
        signed = self._signed(mark, digest)
        gap = "\n" if text.rpartition("\n")[2].startswith("<!-- postil:") else "\n\n"
        return (
            f"{text}{gap}<!-- postil:mark v={VERSION} kind={mark.kind} id={mark.id} "
            f"head={mark.head} stage={mark.stage} sum={digest} seal={signed} -->\n"
        )

    def read(self, body: str) -> Marked | None:
        """The mark under a body, if it is one of this pull request's; anything else is text."""
        body = body.replace("\r\n", "\n")
        last = None
        for found in _MARK.finditer(body):
            last = found
        if last is None or body[last.end() :].strip():
            return None
        version, kind, id_, head, stage, digest, signed = last.groups()
        if int(version) != VERSION or kind not in tuple(MarkKind) or stage not in tuple(Stage):
            return None
        mark = Mark(kind=MarkKind(kind), id=id_, head=head, stage=Stage(stage))
        if not hmac.compare_digest(self._signed(mark, digest), signed):
            return None
        return Marked(mark=mark, is_intact=_digest(body[: last.start()].rstrip("\n")) == digest)

    def _signed(self, mark: Mark, digest: str) -> str:
        return self.signature("mark", mark.kind, mark.id, mark.head, mark.stage, digest)


def is_newer(body: str) -> bool:
    """Whether a body was written by a later Postil, whose marks this one must not touch."""
    return any(int(found.group(1)) > VERSION for found in _VERSION.finditer(body))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]

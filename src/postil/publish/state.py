"""The review document as hidden text under a summary, from which the next run goes on."""

from __future__ import annotations

import base64
import binascii
import hmac
import lzma
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from postil import codec
from postil.domain.document import ReviewDocument
from postil.domain.errors import DocumentError
from postil.domain.marks import VERSION, Seal

_STATE = re.compile(
    r"<!-- postil:state v=([0-9]{1,6}) seal=([0-9a-f]{32}) data=([0-9A-Za-z+/=]{0,200000}) -->"
)
_MOST_MEMORY = 128 * 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What an earlier run left. One that is not `is_trusted` may only prevent repetition."""

    document: ReviewDocument
    is_trusted: bool


def packed(document: ReviewDocument, seal: Seal, *, room: int) -> str:
    """The document as one hidden line of at most `room` characters; empty when none fits.

    What only explains is left out where there is no room for it.
    """
    for kept in _slimmer(document):
        data = base64.b64encode(lzma.compress(codec.to_line(kept))).decode("ascii")
        line = f"<!-- postil:state v={VERSION} seal={seal.signature('state', data)} data={data} -->"
        if len(line) <= room:
            return line
    return ""


def unpacked(bodies: Iterable[str], seal: Seal) -> State | None:
    """The newest state in bodies of ours, given oldest first; what does not authenticate is text."""
    found = None
    for body in bodies:
        for match in _STATE.finditer(body):
            version, signature, data = match.groups()
            if int(version) != VERSION:
                continue
            if not hmac.compare_digest(seal.signature("state", data), signature):
                continue
            document = _document(data)
            if document is not None:
                found = State(document=document, is_trusted=seal.is_keyed)
    return found


def _document(data: str) -> ReviewDocument | None:
    try:
        reader = lzma.LZMADecompressor(memlimit=_MOST_MEMORY)
        text = reader.decompress(base64.b64decode(data, validate=True), codec.MAX_BYTES)
        return codec.decode(text) if reader.eof else None
    except (binascii.Error, ValueError, lzma.LZMAError, DocumentError):
        return None


def unread(document: ReviewDocument) -> ReviewDocument:
    """The document without what spares reading again; its findings stay."""
    return replace(document, memory=replace(document.memory, units=()))


def _slimmer(document: ReviewDocument) -> Iterator[ReviewDocument]:
    """As it is, and without what only explains."""
    yield document
    slim = replace(document, set_aside=(), calls=(), clean=())
    yield slim
    yield replace(slim, subject=replace(slim.subject, commits=()))

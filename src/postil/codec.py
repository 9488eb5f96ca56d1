"""Turns review documents into JSON text and back, and describes their shape as JSON Schema.

Bytes that are not UTF-8 (lone surrogates in memory) are written as `\\xNN`, which reads well
and cannot be undone: a document that went through JSON holds the shown form.
"""

from __future__ import annotations

import inspect
import re
from typing import Any, TypeVar

import msgspec

from postil.domain.document import DOCUMENT_VERSION, ReviewDocument
from postil.domain.errors import DocumentError

MAX_BYTES = 32 * 1024 * 1024

_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_ENCODER = msgspec.json.Encoder(order="deterministic")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED_BYTES = range(0xDC80, 0xDD00)

T = TypeVar("T")


class _Version(msgspec.Struct):
    version: int


def encode(document: ReviewDocument) -> bytes:
    return to_json(document)


def decode(data: bytes) -> ReviewDocument:
    """Read a document that anyone may have written; raises `DocumentError` with the place."""
    if len(data) > MAX_BYTES:
        msg = f"The review document has {len(data):,} bytes; `{MAX_BYTES:,}` is the most that is read."
        raise DocumentError(msg)
    version = _decoded(data, _Version).version
    if version != DOCUMENT_VERSION:
        msg = (
            f"The review document has version `{version}` and this Postil reads version "
            f"`{DOCUMENT_VERSION}`; use the Postil that wrote it or review again."
        )
        raise DocumentError(msg)
    document = _decoded(data, ReviewDocument)
    _refuse_dangling_anchors(document)
    return document


def to_json(value: object) -> bytes:
    """Any value of our types as indented JSON with a stable key order and a final line feed."""
    return msgspec.json.format(to_line(value), indent=2) + b"\n"


def to_line(value: object) -> bytes:
    """The same on one line, for where room is dear."""
    try:
        return _ENCODER.encode(value)
    except UnicodeEncodeError:
        ordered = msgspec.to_builtins(value, order="deterministic")
        return msgspec.json.encode(_legible(ordered))


def legible(text: str) -> str:
    """The text with each byte that is not UTF-8 shown as `\\xNN`, so that it can be encoded."""
    return _LONE_SURROGATE.sub(_escape, text)


def schema(kind: type, *, title: str) -> bytes:
    """The JSON Schema of a type of ours, as the text that is published."""
    described = msgspec.json.schema(kind)
    return to_json({"$schema": _DIALECT, "title": title} | _tidied(described))


def _decoded(data: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        msg = f"The review document does not fit its schema: {error}."
        raise DocumentError(msg) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        msg = f"The review document is not JSON: {error}."
        raise DocumentError(msg) from error
    except RecursionError as error:
        msg = "The review document is nested too deeply to be one of ours."
        raise DocumentError(msg) from error


def _refuse_dangling_anchors(document: ReviewDocument) -> None:
    for index, finding in enumerate(document.findings):
        if not 0 <= finding.anchor < len(finding.evidence):
            msg = (
                f"The review document does not fit its schema: `{finding.anchor}` is no evidence "
                f"of the finding - at `$.findings[{index}].anchor`."
            )
            raise DocumentError(msg)


def _legible(value: Any) -> Any:
    if isinstance(value, str):
        return legible(value)
    if isinstance(value, dict):
        return {legible(key): _legible(entry) for key, entry in value.items()}
    if isinstance(value, list | tuple):
        return [_legible(entry) for entry in value]
    return value


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"\\x{code - 0xDC00:02x}" if code in _ESCAPED_BYTES else f"\\u{code:04x}"


def _tidied(value: Any) -> Any:
    """The same without the indentation that docstrings bring along."""
    if isinstance(value, list):
        return [_tidied(entry) for entry in value]
    if not isinstance(value, dict):
        return value
    tidy = {key: _tidied(entry) for key, entry in value.items()}
    words = value.get("description")
    if isinstance(words, str):
        tidy["description"] = inspect.cleandoc(words)
    return tidy

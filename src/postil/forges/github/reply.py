"""One answer of GitHub as it came, and the ways in which an answer can fail to be one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import msgspec

from postil.domain.errors import ForgeError

Shape = TypeVar("Shape")

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_SAID_LIMIT = 300
_PARSED_LIMIT = 20_000
OK = range(200, 300)


class Passing(ForgeError):
    """A read that may work in a moment: a cut connection, a server error, an odd answer."""


class Problem(msgspec.Struct, frozen=True):
    """One entry of an answer's `errors`; `path` leads to what it is about in the question."""

    message: str = ""
    code: str = ""
    type: str = ""
    path: list[str | int] | None = None


class _Complaint(msgspec.Struct, frozen=True):
    message: str = ""
    errors: list[Problem | str] = []


@dataclass(frozen=True, slots=True)
class Reply:
    """Status, headers in lower case, and the body as bytes."""

    status: int
    data: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_fine(self) -> bool:
        return self.status in OK

    def decoded(self, shape: type[Shape]) -> Shape:
        """The body as something known; raises `Passing` when it is cut, HTML or another thing."""
        try:
            return msgspec.json.decode(self.data, type=shape)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            raise Passing("GitHub's answer could not be read; try again later.") from None

    @property
    def said(self) -> str:
        """What GitHub says is wrong, in one short line that is fit to be shown."""
        try:
            complaint = msgspec.json.decode(self.data[:_PARSED_LIMIT], type=_Complaint)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError):
            return ""
        words = [complaint.message, *map(_words, complaint.errors)]
        return shown("; ".join(word for word in words if word))


def _words(problem: Problem | str) -> str:
    return problem if isinstance(problem, str) else problem.message or problem.code


def shown(text: str) -> str:
    """A stranger's words on one line, cut, with nothing that could steer a terminal."""
    line = " ".join(_CONTROL.sub(" ", text[: 4 * _SAID_LIMIT]).split())
    return line if len(line) <= _SAID_LIMIT else f"{line[:_SAID_LIMIT]}…"

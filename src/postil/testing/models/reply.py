"""What the scripted server can be told to say, and the ways in which it can fail.

These are structs rather than dataclasses because a script file is read straight into them and a
key that does not exist must be an error.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec


class Pace(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Seconds: until the first byte, for the whole call at least, and per token of output."""

    first_byte: float = 0.0
    total: float = 0.0
    per_token: float = 0.0


class ToolCall(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A call the model makes; arguments given as text are sent as they are, also when broken."""

    name: str
    arguments: dict[str, Any] | str = {}
    id: str = ""


class Stop(StrEnum):
    END = "end"
    LENGTH = "length"
    REFUSAL = "refusal"
    FILTERED = "filtered"
    PAUSE = "pause"
    WINDOW = "window"


class Answer(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag="answer",
    tag_field="kind",
):
    """What the model says.

    `value` is an object that goes wherever the client wants structured answers: as JSON text under
    a schema, else as a call of the output tool (`tool`, when its name cannot be told).
    """

    text: str = ""
    value: Any = None
    tool: str = ""
    calls: tuple[ToolCall, ...] = ()
    thinking: str = ""
    stop: Stop = Stop.END
    pace: Pace | None = None


class Fault(StrEnum):
    # Refused with the dialect's own error document.
    BAD_REQUEST = "bad-request"
    UNSUPPORTED_SCHEMA = "unsupported-schema"
    CONTEXT_TOO_LONG = "context-too-long"
    WRONG_KEY = "wrong-key"
    FORBIDDEN = "forbidden"
    UNKNOWN_MODEL = "unknown-model"
    TOO_LARGE = "too-large"
    RATE_LIMITED = "rate-limited"
    SPEND_LIMIT = "spend-limit"
    NO_CREDIT = "no-credit"
    SERVER_ERROR = "server-error"
    OVERLOADED = "overloaded"
    # Broken on the wire: half of `answer` is sent where there is a half.
    CUT = "cut"
    STALL = "stall"
    STALL_MIDWAY = "stall-midway"
    ERROR_MIDWAY = "error-midway"
    RESET = "reset"
    GARBAGE = "garbage"
    WRONG_TYPE = "wrong-type"


BROKEN = frozenset(
    {
        Fault.CUT,
        Fault.STALL,
        Fault.STALL_MIDWAY,
        Fault.ERROR_MIDWAY,
        Fault.RESET,
        Fault.GARBAGE,
        Fault.WRONG_TYPE,
    }
)

_SOME_WORDS = "This answer is long enough to be cut into several pieces on its way."


class Failure(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag="failure",
    tag_field="kind",
):
    """A call that goes wrong; `status` replaces the dialect's usual one, `message` its words."""

    fault: Fault
    message: str = ""
    status: int = 0
    retry_after: float | None = None
    answer: Answer = Answer(text=_SOME_WORDS)
    pace: Pace | None = None


Reply = Answer | Failure

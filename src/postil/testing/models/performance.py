"""Gives one reply at its pace: whole, streamed, refused or broken."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

from postil.testing.models import wire
from postil.testing.models.asked import Dialect, compact
from postil.testing.models.dialects.speech import Speaker, Used
from postil.testing.models.journal import OK, Call, Ending
from postil.testing.models.reply import BROKEN, Answer, Failure, Fault, Pace, Reply
from postil.testing.models.shaping import output_tokens, shaped
from postil.testing.models.tokens import tokens
from postil.testing.models.wire import Line

_GARBAGE = bytes(range(128, 256)) * 4 + b'{"choices": [\x00'
_PAGE = b"<!doctype html><title>Sign in</title><p>Sign in to the network to go on."
_HTML = {"content-type": "text/html; charset=utf-8"}


class Witness(Protocol):
    """Is told before the bytes go, so that whoever has read a reply finds it in the journal."""

    def began(self, status: int) -> None: ...

    def ended(self, ending: Ending, *, output: int = 0) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Performance:
    """`arrived` is on the monotonic clock; `events` says whether a stream is one of events."""

    line: Line
    call: Call
    speaker: Speaker
    events: bool
    arrived: float
    witness: Witness

    async def give(self, reply: Reply, pace: Pace) -> None:
        """Raises `Left` when the client goes first."""
        pace = reply.pace or pace
        if isinstance(reply, Answer):
            await self._answer(reply, pace)
        elif reply.fault in BROKEN:
            await self._break(reply, pace)
        else:
            await self.line.pause(self.arrived + max(pace.first_byte, pace.total))
            refusal = self.speaker.refusal(reply)
            self.witness.began(refusal.status)
            self.witness.ended(Ending.REFUSED)
            body = compact(refusal.document).encode()
            await self.line.send(wire.document(refusal.status, body, refusal.headers))

    async def _answer(self, answer: Answer, pace: Pace) -> None:
        pieces, output = self._pieces(answer)
        ends = self._end(pace, output)
        if self._streams:
            await self._stream(pieces[:-1], pace, ends)
            await self.line.pause(ends)
            last = wire.chunk(pieces[-1]) + wire.LAST_CHUNK
        else:
            await self.line.pause(ends)
            self.witness.began(OK)
            last = wire.document(OK, b"".join(pieces), {})
        self.witness.ended(Ending.ANSWERED, output=output)
        await self.line.send(last)

    async def _stream(self, pieces: list[bytes], pace: Pace, ends: float) -> None:
        """The first piece at the first byte's moment, the others spread until just before the end."""
        begins = self.arrived + pace.first_byte
        await self.line.pause(begins)
        self.witness.began(OK)
        await self.line.send(wire.stream_head())
        for index, piece in enumerate(pieces):
            await self.line.pause(begins + (ends - begins) * index / len(pieces))
            await self.line.send(wire.chunk(piece))

    async def _break(self, failure: Failure, pace: Pace) -> None:
        if failure.fault is Fault.STALL:
            await self.line.pause(math.inf)
        await self.line.pause(self.arrived + pace.first_byte)
        if failure.fault is Fault.RESET:
            self.witness.ended(Ending.BROKEN)
        elif failure.fault in (Fault.GARBAGE, Fault.WRONG_TYPE):
            self.witness.began(OK)
            self.witness.ended(Ending.BROKEN)
            await self.line.send(self._nonsense(failure.fault))
        else:
            await self._break_midway(failure, pace)

    def _nonsense(self, fault: Fault) -> bytes:
        if fault is Fault.WRONG_TYPE:
            return wire.document(OK, _PAGE, _HTML)
        if self._streams:
            return wire.stream_head() + wire.chunk(_GARBAGE) + wire.LAST_CHUNK
        return wire.document(OK, _GARBAGE, {})

    async def _break_midway(self, failure: Failure, pace: Pace) -> None:
        pieces, output = self._pieces(failure.answer)
        ends = self._end(pace, output)
        if self._streams:
            await self._stream(pieces[: len(pieces) // 2 + 1], pace, ends)
            last = wire.chunk(self.speaker.lament(failure).encode())
        else:
            body = b"".join(pieces)
            whole = wire.document(OK, body, {})
            self.witness.began(OK)
            await self.line.send(whole[: len(whole) - len(body) // 2])
            last = b""
        if failure.fault is Fault.STALL_MIDWAY:
            await self.line.pause(math.inf)
        self.witness.ended(Ending.BROKEN)
        if failure.fault is Fault.ERROR_MIDWAY:
            await self.line.send(last)

    @property
    def _streams(self) -> bool:
        return self.call.asked.wish.streamed and self.events

    def _end(self, pace: Pace, output: int) -> float:
        spoken = self.arrived + pace.first_byte + pace.per_token * output
        return max(spoken, self.arrived + pace.total)

    def _pieces(self, answer: Answer) -> tuple[list[bytes], int]:
        """What goes over the wire, and how many tokens it is."""
        asked = self.call.asked
        answer = shaped(answer, asked)
        output = output_tokens(answer)
        used = Used(
            input=self.call.input,
            reuse=self.call.reuse,
            output=output,
            thinking=tokens(answer.thinking),
        )
        if not asked.wish.streamed:
            return [compact(self.speaker.whole(asked, answer, used)).encode()], output
        events = list(self.speaker.events(asked, answer, used))
        if not self.events:
            return [compact([event.data for event in events]).encode()], output
        end = "\r\n" if asked.dialect is Dialect.GEMINI else "\n"
        return [event.encode(end=end) for event in events], output

"""Lets reviewers look things up: reads their questions strictly, bounds and records the answers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from postil import catalogue
from postil.catalogue import Unit
from postil.domain.conversation import ToolCall, ToolOffer
from postil.domain.errors import WorkspaceError
from postil.domain.panel import Lookup
from postil.inspection import tools
from postil.inspection.prompt.fences import Fence
from postil.inspection.prompt.guise import Guise
from postil.inspection.questions import decoded
from postil.inspection.roles import Role
from postil.inspection.shown import sentence, shown
from postil.inspection.tools import Found, Ground, Nonsense

RUN_LOOKUPS = 400
RUN_CHARACTERS = 2_000_000
SEAT_CHARACTERS = 150_000
"""How much one reviewer may look up for one report; its window also holds the change."""

SECONDS = 30.0
ENOUGH = "No more lookups are left for this review; answer now with what you have."
_NAMED = 60
_RECORDED = 500


def known_tools() -> Mapping[str, Unit]:
    """Every tool by the name a model calls it by."""
    units = catalogue.units(tools, must_have=tools.MUST_HAVE)
    return {unit.module.NAME: unit for unit in units}


@dataclass(kw_only=True)
class ReadingRoom:
    """Where all reviewers of one run look things up; it remembers what was asked and found.

    An equal question is not looked up again: all of them are about one revision.
    """

    ground: Ground
    seconds: float = SECONDS
    lookups: list[Lookup] = field(default_factory=list)
    tools: Mapping[str, Unit] = field(default_factory=known_tools)
    _found: dict[tuple[str, tuple[tuple[str, Any], ...]], Found] = field(default_factory=dict)
    _characters: int = 0

    def toolset(self, role: Role, guise: Guise, fence: Fence) -> SeatTools | None:
        """What one reviewer may look up for one report; None for a role that may not."""
        return SeatTools(room=self, role=role, guise=guise, fence=fence) if role.tools else None

    @property
    def is_spent(self) -> bool:
        return len(self.lookups) >= RUN_LOOKUPS or self._characters >= RUN_CHARACTERS

    def find(self, name: str, arguments: Mapping[str, Any]) -> Found:
        key = (name, tuple(arguments.items()))
        if key not in self._found:
            found: Found = self.tools[name].module.run(self.ground, arguments)
            self._found[key] = found
        return self._found[key]

    def remember(self, lookup: Lookup, *, characters: int) -> None:
        self.lookups.append(lookup)
        self._characters += characters


@dataclass(kw_only=True)
class SeatTools:
    """A `ports.Toolset` for one reviewer and one report."""

    room: ReadingRoom
    role: Role
    guise: Guise
    fence: Fence
    _characters: int = 0

    @property
    def offers(self) -> Sequence[ToolOffer]:
        """All tools, whatever the role may use.

        Providers put tools before everything else they cache: were the lists different, no two
        reviewers would share a beginning.
        """
        return [
            ToolOffer(
                name=name, description=unit.module.DESCRIPTION, schema=dict(unit.module.SCHEMA)
            )
            for name, unit in self.room.tools.items()
        ]

    async def run(self, call: ToolCall) -> str:
        if self.room.is_spent or self._characters >= SEAT_CHARACTERS:
            return ENOUGH
        heading, text = await self._answer(call)
        self._characters += len(text)
        name = call.name if call.name in self.room.tools else sentence(_named(call), self.guise)
        self.room.remember(
            Lookup(
                role=self.role.name,
                tool=name,
                asked=sentence(call.arguments[:_RECORDED], self.guise),
                found=heading[:_RECORDED],
                lines=text.count("\n"),
            ),
            characters=len(text),
        )
        source = call.name if call.name in self.room.tools else "lookup"
        return self.fence.around(text, source=source)

    async def _answer(self, call: ToolCall) -> tuple[str, str]:
        """The heading and the whole of an answer; a refusal is all heading."""
        try:
            unit = self._unit(call)
            arguments = decoded(call.arguments, unit.module.SCHEMA, original=self.guise.original)
            async with asyncio.timeout(self.room.seconds):
                text = await asyncio.to_thread(self._looked_up, call.name, arguments)
        except (Nonsense, WorkspaceError) as problem:
            text = sentence(str(problem), self.guise)
        except TimeoutError:
            text = "That took too long and was given up; ask for less."
        return text.split("\n", 1)[0], text

    def _unit(self, call: ToolCall) -> Unit:
        yours = ", ".join(f"`{name}`" for name in self.role.tools)
        if call.name not in self.room.tools:
            raise Nonsense(f"There is no tool `{_named(call)}`; yours are {yours}.")
        if call.name not in self.role.tools:
            raise Nonsense(f"`{call.name}` is not one of your tools; yours are {yours}.")
        return self.room.tools[call.name]

    def _looked_up(self, name: str, arguments: Mapping[str, Any]) -> str:
        return shown(self.room.find(name, arguments), self.room.ground.head, self.guise)


def _named(call: ToolCall) -> str:
    return call.name[:_NAMED]

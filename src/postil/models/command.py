"""Agent programs on this machine: `command:claude`, `command:codex`, `command:gemini`.

A model of theirs may be named after another colon. They run with a home of their own and no more
of the environment than their key, and see nothing but the question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from postil.domain.conversation import Price, Prompt, Reply
from postil.domain.errors import Garbled, ModelDown, ModelError, RateLimited, Unusable, UserError
from postil.models._agents import claude, codex, gemini
from postil.models._agents.errand import Access, Agent, question
from postil.models._agents.running import Ended, found, room, run
from postil.models._keys import address_of, key_of
from postil.models._rates import ASSUMED
from postil.ports import Model

NAME = "command"
AGENTS = {agent.program: agent for agent in (claude.AGENT, codex.AGENT, gemini.AGENT)}
VARIABLES = tuple(agent.key for agent in AGENTS.values())
_WINDOW = 160_000
"""What is surely left of a large window after the programs' own instructions."""
_MOST_WORDS = 2_000
_KEY = re.compile(
    r"(?i)\b401\b|invalid[ _-](?:x-)?api[ _-]key|unauthorized|authentication|API key not valid"
)
_LIMIT = re.compile(r"(?i)\b429\b|rate[ _-]?limit|RESOURCE_EXHAUSTED")


@dataclass(frozen=True, kw_only=True)
class AgentModel:
    """An agent program as a model; each question is one run of it."""

    name: str
    agent: Agent
    path: str
    access: Access
    cache: Path
    window: int = _WINDOW
    caches: bool = False
    price: Price = ASSUMED

    async def ask(
        self, prompt: Prompt, *, within: float, begun: Callable[[], None] = lambda: None
    ) -> Reply:
        text = question(prompt, with_schema=not self.agent.takes_schema)
        with room(self.cache, text) as here:
            errand = self.agent.send(here, self.access, prompt.schema)
            command = (self.path, *errand.arguments)
            ended = await run(command, errand.variables, here, within=within, begun=begun)
            if ended.status:
                raise self._failed(ended)
            brought = self.agent.read(ended.output, here)
        if brought.is_empty:
            raise Garbled(f"`{self.agent.program}` ended without an answer")
        return Reply(text=brought.text, answer=brought.answer, usage=brought.usage, model=self.name)

    def _failed(self, ended: Ended) -> ModelError:
        said = f"{ended.errors[-_MOST_WORDS:]} {ended.output[-_MOST_WORDS:]}"
        program = self.agent.program
        if _KEY.search(said):
            return Unusable(f"`{program}` does not accept the key; look at `{self.agent.key}`")
        if _LIMIT.search(said):
            return RateLimited(f"`{program}` asks for a pause")
        words = " ".join((ended.errors.strip() or ended.output).split())[-300:]
        return ModelDown(f"`{program}` ended with status {ended.status}: {words}")


def open_model(name: str, variables: Mapping[str, str]) -> Model:
    program, _, model = name.partition(":")
    agent = AGENTS.get(program)
    if agent is None:
        raise UserError(f"there is no agent program `{program}`; known are {', '.join(AGENTS)}")
    key = key_of(f"{NAME}:{program}", agent.key, variables)
    return AgentModel(
        name=f"{NAME}:{name}",
        agent=agent,
        path=found(program),
        access=Access(key=key, address=address_of(agent.address, variables), model=model),
        cache=_cache(variables.get("XDG_CACHE_HOME", "")),
    )


def _cache(given: str) -> Path:
    root = Path(given) if Path(given).is_absolute() else Path.home() / ".cache"
    return root / "postil" / "agents"

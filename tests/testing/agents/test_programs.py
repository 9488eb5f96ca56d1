"""The real `claude`, `codex` and `gemini` complete a turn against the scripted server."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from postil.testing.models import (
    Answer,
    Asked,
    Call,
    Dialect,
    Ending,
    Failure,
    Fault,
    Reply,
    ScriptedModels,
    always,
)
from testing.agents.programs import SCHEMA, Place, claude, codex, gemini, place

pytestmark = pytest.mark.agents
PROMPT = "Say whether a dozen is twelve."
VERDICT = {"verdict": "It is."}


def _answers(asked: Asked) -> Reply:
    """An object where one can be taken, else the same in words."""
    if asked.dialect is Dialect.GEMINI:
        return Answer(text=json.dumps(VERDICT))
    return Answer(value=VERDICT)


@pytest.fixture
def server() -> Iterator[ScriptedModels]:
    with ScriptedModels(_answers) as running:
        yield running


@pytest.fixture
def where(server: ScriptedModels) -> Iterator[Place]:
    with place(server) as made:
        yield made


def _only_call(server: ScriptedModels) -> Call:
    (call,) = server.journal.calls
    assert call.ending is Ending.ANSWERED
    assert call.asked.wish.streamed
    assert PROMPT in call.prompt
    return call


def test_claude_completes_a_turn(server: ScriptedModels, where: Place) -> None:
    done = claude(where, PROMPT)
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert (said["subtype"], said["structured_output"]) == ("success", VERDICT)
    call = _only_call(server)
    names = {tool.name for tool in call.asked.tools}
    assert names == {"Read", "Grep", "Glob", "StructuredOutput"}
    assert said["usage"]["output_tokens"] == call.output


def test_codex_completes_a_turn(server: ScriptedModels, where: Place) -> None:
    done = codex(where, PROMPT)
    assert done.returncode == 0, done.stderr
    assert json.loads((where.home / "last").read_text(encoding="utf-8")) == VERDICT
    call = _only_call(server)
    assert call.asked.wish.schema == SCHEMA
    events = [json.loads(line) for line in done.stdout.splitlines()]
    (usage,) = [event["usage"] for event in events if event["type"] == "turn.completed"]
    assert (usage["input_tokens"], usage["output_tokens"]) == (call.input, call.output)


def test_gemini_completes_a_turn(server: ScriptedModels, where: Place) -> None:
    done = gemini(where, PROMPT)
    assert done.returncode == 0, done.stderr
    assert json.loads(json.loads(done.stdout)["response"]) == VERDICT
    assert _only_call(server).asked.model == "scripted"


@pytest.mark.parametrize("agent", [claude, codex, gemini])
def test_a_refused_request_is_no_success(agent: object) -> None:
    assert callable(agent)
    refusal = Failure(fault=Fault.BAD_REQUEST, message="No such thing.")
    with ScriptedModels(always(refusal)) as server, place(server) as where:
        done = agent(where, PROMPT)
    assert done.returncode != 0
    assert server.journal.calls

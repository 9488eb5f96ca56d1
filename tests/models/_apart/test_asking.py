"""A model asked through a process of its own: the same promises, and what happens when it dies."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from postil.annex import Annex
from postil.domain.conversation import Prompt, Reply
from postil.domain.errors import ModelDown, ModelError, RateLimited, TooLong, Unusable
from postil.models import open_model
from postil.models._apart.asking import ApartModel, open_apart
from postil.models._dialogue import DialogueModel
from postil.models._late import LateModel
from postil.testing.models import Answer, Asked, Failure, Fault, Pace, ScriptedModels

MODEL = "openai:gpt-6-sol"
HALF_A_PAIR = "\ud83d"
SAID: dict[str, Answer | Failure] = {
    "limited": Failure(fault=Fault.RATE_LIMITED, retry_after=7.0),
    "overloaded": Failure(fault=Fault.OVERLOADED),
    "long": Failure(fault=Fault.CONTEXT_TOO_LONG),
    "locked": Failure(fault=Fault.WRONG_KEY),
    "slow": Answer(value={"findings": []}, pace=Pace(first_byte=0.1, total=60.0)),
}
SILENT = (sys.executable, "-c", "import sys; sys.stdin.readline()")
STAYS = (sys.executable, "-c", "import time; time.sleep(60)")
OPENS = """
import sys, time
sys.stdin.readline()
price = '{"input":1,"cached":1,"output":1}'
print('{"type":"opened","window":9,"caches":true,"price":%s}' % price, flush=True)
"""
DEAF = (sys.executable, "-c", OPENS + "sys.stdin.readline(); time.sleep(60)")
MUTE = (
    sys.executable,
    "-c",
    OPENS + "import os; sys.stdin.readline(); os.close(1); time.sleep(60)",
)
HALF = (sys.executable, "-c", OPENS + "sys.stdin.readline(); print('{\"type\":\"ans', end='')")


def script(asked: Asked) -> Answer | Failure:
    charge = asked.prompt.rpartition("charge: ")[2].split()[0]
    return SAID.get(charge, Answer(value={"findings": []}))


@pytest.fixture(scope="module")
def server() -> Iterator[ScriptedModels]:
    with ScriptedModels(script) as running:
        yield running


def opened(server: ScriptedModels) -> ApartModel:
    variables = {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": f"{server.url}/v1"}
    late = open_model(MODEL, variables, Annex())
    assert isinstance(late, LateModel)
    model = late.opened
    assert isinstance(model, ApartModel)
    return model


@pytest.fixture(scope="module")
def model(server: ScriptedModels) -> Iterator[ApartModel]:
    made = opened(server)
    yield made
    made.close()


def prompt(charge: str) -> Prompt:
    return Prompt(
        rules="r", shared="ünï 字", charge=f"charge: {charge} .", schema={"type": "object"}
    )


def ask(model: ApartModel, charge: str = "plain", within: float = 30.0) -> Reply:
    return asyncio.run(model.ask(prompt(charge), within=within))


def pids(model: ApartModel) -> int:
    """The process behind a model; whoever uses it has no business with it."""
    detail = model.close.peek()
    assert detail is not None
    process = detail[2][0]
    assert isinstance(process, subprocess.Popen)
    return process.pid


def test_it_answers_as_it_would_here(model: ApartModel, server: ScriptedModels) -> None:
    here = open_model(MODEL, {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": f"{server.url}/v1"})
    assert isinstance(here, LateModel)
    assert isinstance(here.opened, DialogueModel)
    there = (model.name, model.window, model.caches, model.price)
    assert there == (here.name, here.window, here.caches, here.price)
    reply = ask(model)
    same = asyncio.run(here.ask(prompt("plain"), within=30.0))
    assert (reply.answer, reply.usage, reply.stop) == (same.answer, same.usage, same.stop)
    assert reply.answer == '{"findings": []}'


@pytest.mark.parametrize(
    ("charge", "error"),
    [
        ("limited", RateLimited),
        ("overloaded", ModelDown),
        ("long", TooLong),
        ("locked", Unusable),
    ],
)
def test_a_failure_is_the_same_failure(
    model: ApartModel, charge: str, error: type[ModelError]
) -> None:
    with pytest.raises(error, match=MODEL) as caught:
        ask(model, charge)
    assert type(caught.value) is error
    if isinstance(caught.value, RateLimited):
        assert caught.value.after == 7.0


def test_an_error_nobody_foresaw_is_told_and_not_waited_for(model: ApartModel) -> None:
    """Half a surrogate pair has no bytes a provider could be sent."""
    with pytest.raises(Unusable, match="asking failed with UnicodeEncodeError"):
        ask(model, HALF_A_PAIR)


def test_the_first_byte_is_told_before_the_answer(model: ApartModel) -> None:
    told: list[str] = []

    async def talk() -> None:
        await model.ask(prompt("plain"), within=30.0, begun=lambda: told.append("begun"))
        told.append("answered")

    asyncio.run(talk())
    assert told == ["begun", "answered"]


def test_many_are_asked_at_once_and_a_stop_ends_one(
    model: ApartModel, server: ScriptedModels
) -> None:
    server.journal.clear()

    async def talk() -> list[str | None]:
        slow = asyncio.create_task(model.ask(prompt("slow"), within=60.0))
        others = await asyncio.gather(*(model.ask(prompt("plain"), within=30.0) for _ in range(5)))
        slow.cancel()
        await asyncio.wait([slow])
        assert slow.cancelled()
        return [reply.answer for reply in others]

    assert asyncio.run(talk()) == ['{"findings": []}'] * 5
    deadline = time.monotonic() + 30
    while any(call.ended is None for call in server.journal.calls):
        assert time.monotonic() < deadline, "the server was left waiting"
        time.sleep(0.02)
    assert ask(model).answer == '{"findings": []}'


def test_time_runs_out_over_there(model: ApartModel) -> None:
    with pytest.raises(ModelDown, match=r"did not answer within 1 s"):
        ask(model, "slow", within=1.0)


def test_a_process_that_dies_fails_what_is_open_and_what_comes_after(
    server: ScriptedModels,
) -> None:
    model = opened(server)

    async def talk() -> None:
        begun = asyncio.Event()
        slow = asyncio.create_task(model.ask(prompt("slow"), within=60.0, begun=begun.set))
        await begun.wait()
        os.kill(pids(model), signal.SIGKILL)
        with pytest.raises(ModelDown, match="the process that asks `openai:gpt-6-sol` ended"):
            await slow

    asyncio.run(talk())
    for _ in range(2):
        with pytest.raises(ModelDown, match="the process that asks `openai:gpt-6-sol` ended"):
            ask(model)
    model.close()


def test_a_process_that_hangs_is_given_up() -> None:
    model = open_apart("fake:deaf", {}, Annex(DEAF))
    assert model is not None
    with pytest.raises(ModelDown, match="`fake:deaf` did not answer within 0 s"):
        ask(model, within=0.1)
    model.close()


def test_a_process_that_stops_talking_before_it_stops_listening_is_gone() -> None:
    model = open_apart("fake:mute", {}, Annex(MUTE))
    assert model is not None
    for _ in range(2):
        with pytest.raises(ModelDown, match="the process that asks `fake:mute` ended"):
            ask(model, within=5.0)
    model.close()


def test_half_a_line_is_no_answer() -> None:
    model = open_apart("fake:half", {}, Annex(HALF))
    assert model is not None
    with pytest.raises(ModelDown, match="the process that asks `fake:half` ended"):
        ask(model)
    model.close()


def test_without_a_process_the_model_is_opened_here(server: ScriptedModels) -> None:
    variables = {"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": f"{server.url}/v1"}
    for command in (SILENT, ("/nowhere/python",)):
        late = open_model(MODEL, variables, Annex(command))
        assert isinstance(late, LateModel)
        assert isinstance(late.opened, DialogueModel)


def test_what_nobody_waits_for_is_not_opened_here_either() -> None:
    """A command that needed no model must not wait for its library."""
    annex = Annex(STAYS)
    variables = {"OPENAI_API_KEY": "k"}
    late = open_model(MODEL, variables, annex)
    assert isinstance(late, LateModel)
    deadline = time.monotonic() + 30
    while not annex._was_taken:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    annex.close()
    with pytest.raises(Unusable, match="nobody waits for `openai:gpt-6-sol` any more"):
        _ = late.opened


def test_one_that_cannot_read_is_no_process() -> None:
    annex = Annex((sys.executable, "-c", "pass"))
    annex.start()
    time.sleep(0.2)
    assert open_apart("fake:gone", {"KEY": "x" * 200_000}, annex) is None


def test_what_cannot_be_opened_there_is_said_as_here() -> None:
    with pytest.raises(Unusable, match=r"`openai` needs a key; set `OPENAI_API_KEY`"):
        open_apart("openai:gpt-5", {}, Annex())


def test_letting_go_of_it_ends_the_process(server: ScriptedModels) -> None:
    model = opened(server)
    process = pids(model)
    os.kill(process, 0)
    del model
    with pytest.raises(ProcessLookupError):
        os.kill(process, 0)

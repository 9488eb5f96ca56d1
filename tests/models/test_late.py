"""A model that is opened on a thread: at once known by name, waited for only when it is needed."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import subprocess
import sys
import threading

import pytest

from postil.domain.conversation import Prompt
from postil.domain.errors import Unusable
from postil.models import open_model
from postil.models._late import LateModel

from fakes.models import FakeModel, report

PROMPT = Prompt(rules="r", shared="s", charge="c", schema={})


def test_it_is_being_opened_while_nobody_waits() -> None:
    go, begun = threading.Event(), threading.Event()

    def make() -> FakeModel:
        begun.set()
        go.wait(10)
        return FakeModel([report()], window=77, caches=True)

    late = LateModel("fake:one", make)
    assert not begun.is_set()
    late.begin()
    assert begun.wait(10)
    assert late.name == "fake:one"
    go.set()
    assert (late.window, late.caches, late.price) == (77, True, late.opened.price)
    assert asyncio.run(late.ask(PROMPT, within=5.0)).answer == '{"findings": []}'


def test_what_another_opens_is_taken_and_without_it_the_model_itself() -> None:
    other = FakeModel([report()], window=5)
    late = LateModel("fake:one", lambda: FakeModel([report()], window=7))
    late.begin(lambda: other)
    assert late.opened is other
    late = LateModel("fake:one", lambda: FakeModel([report()], window=7))
    late.begin(lambda: None)
    assert late.window == 7


def test_a_question_waits_for_it_without_holding_up_the_others() -> None:
    go = threading.Event()

    def make() -> FakeModel:
        go.wait(10)
        return FakeModel([report()])

    async def talk() -> list[str]:
        order: list[str] = []
        late = LateModel("fake:one", make)
        task = asyncio.create_task(late.ask(PROMPT, within=5.0))
        task.add_done_callback(lambda _task: order.append("answered"))
        await asyncio.sleep(0)
        order.append("other work")
        go.set()
        await task
        await asyncio.sleep(0)
        return order

    assert asyncio.run(talk()) == ["other work", "answered"]


def test_what_went_wrong_is_told_to_whoever_needs_it() -> None:
    def make() -> FakeModel:
        raise Unusable("not today")

    late = LateModel("fake:one", make)
    with pytest.raises(Unusable, match="not today"):
        asyncio.run(late.ask(PROMPT, within=5.0))
    with pytest.raises(Unusable, match="not today"):
        _ = late.window


def test_no_library_is_imported_before_a_model_is_really_opened() -> None:
    """In a process of its own: here everything is imported already."""
    code = """
import sys
from postil import catalogue, models
for name in models.providers():
    catalogue.load(models, name, must_have=models.MUST_HAVE)
heavy = {"pydantic_ai", "openai", "anthropic", "google.genai", "genai_prices", "boto3"}
print(sorted(heavy & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_amazons_library_is_named_when_it_is_missing() -> None:
    """In a process that cannot import it, whatever is installed here."""
    code = """
import sys
sys.modules["boto3"] = None
from postil.models import open_model
try:
    open_model("bedrock:x", {"AWS_REGION": "eu"})
except Exception as error:
    print(type(error).__name__, error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert (
        done.stdout == "Unusable `bedrock` needs the package `boto3`; install `postil[bedrock]`\n"
    )


def test_amazon_needs_a_region() -> None:
    with pytest.raises(Unusable, match="`bedrock` needs a region; set `AWS_REGION`"):
        open_model("bedrock:x", {})


def test_amazons_models_are_asked_once_per_call() -> None:
    pytest.importorskip("boto3")
    late = open_model(
        "bedrock:eu.anthropic.claude-sonnet-4-5-20250929-v1:0", {"AWS_REGION": "eu-x"}
    )
    assert (late.caches, late.window, late.price.assumed) == (True, 200_000, False)
    assert isinstance(late, LateModel)
    client = vars(late.opened)["provider"].client
    assert client.meta.config.retries["total_max_attempts"] == 1
    assert client.meta.region_name == "eu-x"


@pytest.mark.parametrize("problem", [None, Unusable("not today")])
def test_nothing_is_collected_while_it_is_opened_and_everything_after(
    problem: Unusable | None,
) -> None:
    during: list[bool] = []

    def make() -> FakeModel:
        during.append(gc.isenabled())
        if problem is not None:
            raise problem
        return FakeModel([report()])

    late = LateModel("fake:one", make)
    with contextlib.suppress(Unusable):
        _ = late.opened
    assert (during, gc.isenabled()) == ([False], True)


def test_a_process_that_collects_nothing_is_left_alone() -> None:
    gc.disable()
    try:
        _ = LateModel("fake:one", lambda: FakeModel([report()])).opened
        assert not gc.isenabled()
    finally:
        gc.enable()

"""Who answers for each role, and what becomes of a model that cannot be asked."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path

import pytest

from postil.domain.conversation import Prompt
from postil.domain.errors import Unusable, UserError
from postil.domain.policy import PanelRules, Policy
from postil.inspection.prompt.charges import Inputs
from postil.models import ClosedModel, open_model
from postil.wiring.panel import panel_desk

from fakes.grounds import ground

PROMPT = Prompt(rules="r", shared="s", charge="c", schema={}, seat="sdet")


@pytest.fixture
def recorded(tmp_path: Path) -> str:
    file = tmp_path / "answers.json"
    file.write_text(json.dumps({"answers": {"sdet": [{"text": "x"}]}}), encoding="utf-8")
    return f"recorded:{file}"


def names(policy: Policy, role: str) -> list[str]:
    desk, gaps = panel_desk(
        policy, partial(open_model, variables={}), ground=ground({}), inputs=Inputs(), operator=""
    )
    assert gaps == ()
    assert desk is not None
    return [model.name for model in desk.models(role)]


def test_without_a_model_there_is_no_panel_and_no_gap() -> None:
    assert panel_desk(
        Policy(), partial(open_model, variables={}), ground=ground({}), inputs=Inputs(), operator=""
    ) == (
        None,
        (),
    )


def test_a_model_that_cannot_be_asked_is_one_required_gap() -> None:
    desk, (gap,) = panel_desk(
        Policy(model="openai:x"),
        partial(open_model, variables={}),
        ground=ground({}),
        inputs=Inputs(),
        operator="",
    )
    assert desk is None
    assert (gap.subject, gap.required) == ("the reviewer panel", True)
    assert gap.reason == "`openai:x` cannot be asked: `openai` needs a key; set `OPENAI_API_KEY`"


def test_a_roles_own_model_comes_first_and_the_fallbacks_last(recorded: str) -> None:
    rules = PanelRules(roles=(("sdet", "ollama:small"),), fallback=("ollama:large", recorded))
    policy = Policy(model=recorded, panel=rules)
    assert names(policy, "sdet") == ["ollama:small", "ollama:large", recorded]
    assert names(policy, "security") == [recorded, "ollama:large"]


def test_a_model_without_a_key_gives_way_to_the_next(recorded: str) -> None:
    policy = Policy(model="openai:x", panel=PanelRules(fallback=(recorded,)))
    desk, gaps = panel_desk(
        policy, partial(open_model, variables={}), ground=ground({}), inputs=Inputs(), operator=""
    )
    assert gaps == ()
    assert desk is not None
    closed, usable = desk.models("sdet")
    assert isinstance(closed, ClosedModel)
    assert usable.name == recorded
    with pytest.raises(Unusable, match="set `OPENAI_API_KEY`"):
        asyncio.run(closed.ask(PROMPT, within=1.0))
    assert closed.window > usable.window


def test_a_roles_model_that_does_not_exist_is_said_before_anything_runs(recorded: str) -> None:
    policy = Policy(model=recorded, panel=PanelRules(roles=(("sdet", "olama:x"),)))
    with pytest.raises(UserError, match="did you mean `ollama:x`"):
        panel_desk(
            policy,
            partial(open_model, variables={}),
            ground=ground({}),
            inputs=Inputs(),
            operator="",
        )

"""Which model answers for whom."""

from __future__ import annotations

from functools import partial

import pytest

from postil.domain.policy import PanelRules, Policy
from postil.inspection.prompt.charges import Inputs
from postil.models import ClosedModel, open_model
from postil.pipeline import PanelDesk
from postil.wiring.panel import panel_desk

from fakes.grounds import ground

RULES = PanelRules(
    roles=(("security", "openai-chat:careful"),),
    fallback=("openai-chat:spare",),
    second_opinion="openai-chat:second",
    arbiter="openai-chat:arbiter",
    skeptic="anthropic:skeptic",
)


def desk(rules: PanelRules) -> PanelDesk:
    policy = Policy(model="openai-chat:main", panel=rules)
    made, gaps = panel_desk(
        policy,
        partial(open_model, variables={"OPENAI_API_KEY": "none"}),
        ground=ground({}),
        inputs=Inputs(),
        operator="",
    )
    assert gaps == ()
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("role", "names"),
    [
        ("sdet", ["main", "spare"]),
        ("security", ["careful", "spare"]),
        ("second-opinion", ["second"]),
        ("arbiter", ["arbiter"]),
    ],
)
def test_each_role_has_its_models_in_order(role: str, names: list[str]) -> None:
    models = desk(RULES).models(role)
    assert [model.name for model in models] == [f"openai-chat:{name}" for name in names]


def test_one_without_a_key_is_no_use_and_says_so() -> None:
    (model,) = desk(RULES).models("skeptic")
    assert isinstance(model, ClosedModel)
    assert "ANTHROPIC_API_KEY" in str(model.problem)

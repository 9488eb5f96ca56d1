"""The panel's settings: which models answer for whom, and what they may take."""

from __future__ import annotations

import tomllib

import pytest

from postil.configuration import Settings, Source, SourceKind, load
from postil.configuration.model_keys import MODEL_KEYS, RoleModel, RoleModels
from postil.configuration.shapes import Unfit
from postil.domain.policy import PanelRules


def _file(text: str, kind: SourceKind = SourceKind.REPOSITORY) -> Settings:
    return load([Source(kind=kind, name=".postil.toml", text=text)])


def test_a_file_may_set_everything_about_models_but_where_they_are() -> None:
    settings = _file(
        """
        model = "anthropic:big"
        [models]
        fallback = ["openai:a", "google:b"]
        second_opinion = "openai:a"
        arbiter = "google:b"
        skeptic = "none"
        [models.roles]
        security = "openai:a"
        sdet = "google:small"
        [budget]
        run = 1.5
        change = "none"
        timeout = 120
        role_timeout = 30.5
        """
    )
    assert settings.problems == ()
    assert settings.policy.model == "anthropic:big"
    assert settings.policy.panel == PanelRules(
        roles=(("security", "openai:a"), ("sdet", "google:small")),
        fallback=("openai:a", "google:b"),
        second_opinion="openai:a",
        arbiter="google:b",
        skeptic=None,
        run_usd=1.5,
        change_usd=None,
        seconds=120.0,
        seat_seconds=30.5,
    )


def test_the_environment_and_flags_say_the_same_in_one_line() -> None:
    variables = {
        "POSTIL_MODEL": "anthropic:big",
        "POSTIL_MODELS_ROLES": "security=openai:a, sdet=command:claude",
        "POSTIL_BUDGET_RUN": "none",
    }
    environment = Source(kind=SourceKind.ENVIRONMENT, name="variables", mapping=variables)
    flags = Source(kind=SourceKind.FLAG, name="flags", mapping={"models.roles": ["sdet=openai:b"]})
    rules = load([environment]).policy.panel
    assert rules.roles == (("security", "openai:a"), ("sdet", "command:claude"))
    assert rules.run_usd is None
    assert load([environment, flags]).policy.panel.roles == (("sdet", "openai:b"),)


@pytest.mark.parametrize("raw", ["openai:a", 7, ""])
def test_a_role_and_its_model_are_two_things(raw: object) -> None:
    with pytest.raises(Unfit, match="names no role and model"):
        RoleModel().read(raw)


@pytest.mark.parametrize("raw", ["Role=openai:a", "sdet=nothing", ("sdet", None), "=openai:a"])
def test_what_is_no_role_or_no_model_is_refused(raw: object) -> None:
    with pytest.raises(Unfit, match="does not fit"):
        RoleModel().read(raw)


def test_models_by_role_are_written_as_they_are_read() -> None:
    shape = RoleModels()
    value = (("security", "openai:a"), ("type-design", "google:b"))
    assert tomllib.loads(f"roles = {shape.written(value)}")["roles"] == dict(value)
    assert shape.read(dict(value)) == value
    assert shape.words == "a table from role to `provider:name`"
    assert shape.schema()["type"] == "object"
    assert RoleModel().schema() == {"type": "string"}


def test_every_setting_of_the_panel_takes_its_own_example() -> None:
    for key in MODEL_KEYS:
        value = tomllib.loads(f"x = {key.example}")["x"]
        assert key.shape.read(value) is not None, key.name


def test_no_limit_is_a_word() -> None:
    money = next(key.shape for key in MODEL_KEYS if key.name == "budget.run")
    assert money.read("none") is None
    assert money.written(None) == '"none"'
    assert money.schema() == {
        "anyOf": [{"type": "number", "minimum": 0, "maximum": 10_000}, {"const": "none"}]
    }

from __future__ import annotations

import tomllib
from typing import Any

import jsonschema
import pytest

from postil.configuration import (
    Source,
    SourceKind,
    context_values,
    describe,
    effective,
    load,
    sample,
    schema,
)
from postil.configuration.keys import KEYS
from postil.domain.policy import Acceptance, Policy, Profile
from postil.domain.severity import Dimension, Severity


def _uncommented() -> str:
    lines = sample().splitlines()
    return "\n".join(
        line[1:] if line[:1] == "#" and line[1:2] not in ("", " ") else line for line in lines
    )


def _load(text: str) -> Any:
    return load([Source(kind=SourceKind.REPOSITORY, name=".postil.toml", text=text)])


def test_the_sample_sets_nothing() -> None:
    settings = _load(sample())
    assert settings.problems == ()
    assert settings.policy == Policy()


def test_the_sample_without_its_number_signs_sets_everything_a_file_may() -> None:
    settings = _load(_uncommented())
    assert settings.problems == ()
    set_here = {name for name, origin in settings.origins.items() if origin.kind != "profile"}
    assert set_here == {key.name for key in KEYS if key.repository_may_set}


def test_the_schema_accepts_the_sample_and_refuses_what_loading_refuses() -> None:
    validator = jsonschema.Draft202012Validator(schema())
    validator.check_schema(schema())
    assert list(validator.iter_errors(tomllib.loads(_uncommented()))) == []
    for bad in (
        {"block_at": "hihg"},
        {"zzz": 1},
        {"allow_partial": True},
        {"checks": {"timeout": "x"}},
        {"suppress": [{"check": "a"}]},
        {"path": {"a": {"model": "x"}}},
        {"context": {"only": {"zzz": "low"}}},
    ):
        assert list(validator.iter_errors(bad))


def test_every_setting_has_a_row() -> None:
    rows = {row.name: row for row in describe()}
    assert list(rows) == [key.name for key in KEYS]
    row = rows["block_at"]
    assert row.variable == "POSTIL_BLOCK_AT"
    assert row.repository_may_set
    assert row.defaults == (
        (Profile.PANEL, '"critical"'),
        (Profile.SECTIONS, '"high"'),
        (Profile.GUIDED, '"high"'),
        (Profile.THREADS, '"none"'),
    )
    assert not rows["allow_partial"].repository_may_set
    assert all(row.help.endswith(".") for row in rows.values())


def test_effective_values_say_where_they_came_from() -> None:
    rows = {row.name: row for row in effective(_load('\nblock_at = "low"\n'))}
    assert (rows["block_at"].value, rows["block_at"].origin) == (
        '"low"',
        "repository .postil.toml:2",
    )
    assert (rows["model"].value, rows["model"].origin) == ('"none"', "profile panel")
    assert rows["path"].value == "{  }"
    assert rows["allow_partial"].value == "false"


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ([], {}),
        (["be kind", "text=and swift"], {"context.text": "be kind\nand swift"}),
        (["a = b"], {"context.text": "a = b"}),
        (
            ["never-lower=security", "only=performance=low", "with=12"],
            {
                "context.never_lower": ["security"],
                "context.only": ["performance=low"],
                "context.with": ["12"],
            },
        ),
    ],
)
def test_context_from_the_command_line(given: list[str], values: dict[str, object]) -> None:
    assert context_values(given) == values


def test_context_rules_from_the_command_line_reach_the_policy() -> None:
    values = context_values(
        [
            "never_lower=security",
            "never_lower=concurrency",
            "only=performance=low",
            "accept=race: one writer",
        ]
    )
    settings = load([Source(kind=SourceKind.FLAG, name="flags", mapping=values)])
    assert settings.problems == ()
    context = settings.policy.context
    assert context.never_lower == {Dimension.SECURITY, Dimension.CONCURRENCY}
    assert context.only == ((Dimension.PERFORMANCE, Severity.LOW),)
    assert context.accept == (Acceptance(slug="race", reason="one writer"),)

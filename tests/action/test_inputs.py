"""Inputs of the Action become arguments of the command."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from postil.action.inputs import arguments


def given(variables: Mapping[str, str] | None = None, *, is_read_only: bool = False) -> list[str]:
    return arguments(variables or {}, document="d.json", is_read_only=is_read_only)


def test_nothing_set_reviews_the_pull_request_of_the_event() -> None:
    assert given() == [
        "review",
        "--pr=",
        "--yes",
        "--document",
        "d.json",
        "--store",
        "none",
        "--no-color",
    ]


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("INPUT_PROFILE", "threads", ["--profile", "threads"]),
        ("INPUT_FAIL_ON", "high", ["--fail-on", "high"]),
        ("INPUT_SPEC", "docs/spec.md", ["--spec", "docs/spec.md"]),
        ("INPUT_BUDGET", "1.5", ["--budget", "1.5"]),
        ("INPUT_SAST", "semgrep, bandit,", ["--scan", "semgrep", "--scan", "bandit"]),
        ("INPUT_MODEL", " openai:gpt-6 ", ["--model", "openai:gpt-6"]),
        ("INPUT_ON_UNREVIEWED", "pass", ["--allow-partial"]),
    ],
)
def test_an_input_is_an_option(name: str, value: str, expected: list[str]) -> None:
    assert given({name: value})[8:] == expected


def test_provider_and_name_make_a_model_and_model_goes_first() -> None:
    both = {"INPUT_MODEL_PROVIDER": "bedrock", "INPUT_MODEL_NAME": "x"}
    assert given(both)[8:] == ["--model", "bedrock:x"]
    assert given(both | {"INPUT_MODEL": "openai:y"})[8:] == ["--model", "openai:y"]
    assert given({"INPUT_MODEL_PROVIDER": "bedrock"})[8:] == []


def test_a_named_pull_request_and_a_job_that_may_not_write() -> None:
    assert given({"INPUT_PR": "12"})[1] == "--pr=12"
    assert given(is_read_only=True)[-1] == "--dry-run"

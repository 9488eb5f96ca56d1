"""From the Action's inputs to the arguments of `postil review`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

_OPTIONS = {
    "INPUT_PROFILE": "--profile",
    "INPUT_LAYOUT": "--layout",
    "INPUT_FAIL_ON": "--fail-on",
    "INPUT_SPEC": "--spec",
    "INPUT_CONTEXT": "--context",
    "INPUT_INSTRUCTIONS": "--instructions",
    "INPUT_SCOPE": "--scope",
    "INPUT_BUDGET": "--budget",
    "INPUT_TIMEOUT": "--timeout",
}
PASSES = "pass"


def arguments(variables: Mapping[str, str], *, document: str, is_read_only: bool) -> list[str]:
    """What the step runs; a job that may not write prints what it would have posted."""
    given = ["review", f"--pr={_value(variables, 'INPUT_PR')}", "--yes", "--document", document]
    given += ["--store", "none", "--no-color"]
    for name, option in _OPTIONS.items():
        if value := _value(variables, name):
            given += [option, value]
    given += [part for name in _scanners(variables) for part in ("--scan", name)]
    if model := _model(variables):
        given += ["--model", model]
    if _value(variables, "INPUT_ON_UNREVIEWED") == PASSES:
        given.append("--allow-partial")
    if is_read_only:
        given.append("--dry-run")
    return given


def _value(variables: Mapping[str, str], name: str) -> str:
    return variables.get(name, "").strip()


def _scanners(variables: Mapping[str, str]) -> Iterator[str]:
    yield from (
        name for part in _value(variables, "INPUT_SAST").split(",") if (name := part.strip())
    )


def _model(variables: Mapping[str, str]) -> str:
    if model := _value(variables, "INPUT_MODEL"):
        return model
    provider, name = (
        _value(variables, "INPUT_MODEL_PROVIDER"),
        _value(variables, "INPUT_MODEL_NAME"),
    )
    return f"{provider}:{name}" if provider and name else ""

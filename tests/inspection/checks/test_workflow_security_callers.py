"""Who fills the inputs of a local action."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from postil.domain.severity import Severity
from postil.inspection.checks._workflow_security.alarm import Alarm
from postil.inspection.checks._workflow_security.callers import Callers

from fakes.trees import MemoryTree

BUILD = ".github/actions/build/action.yml"
CALL = "jobs:\n  a:\n    steps:\n    - uses: ./.github/actions/build\n      with:\n        words: {}\n    - run: echo ${{{{ github.event.issue.title }}}}\n"
OWN = CALL.format("publish")
STRANGERS = CALL.format("${{ github.event.issue.title }}")
PASSES_ON = CALL.format("${{ inputs.words }}")
CALLS_MAIN = CALL.replace("actions/build", "actions/main")


def alarm(
    path: str = BUILD, subject: str = "inputs.words", slug: str = "template-injection"
) -> Alarm:
    return Alarm(
        path=path,
        line=1,
        last_line=1,
        slug=slug,
        subject=subject,
        severity=Severity.HIGH,
        title="",
        failure="",
        mitigation="",
    )


@pytest.mark.parametrize(
    ("files", "trusted"),
    [
        ({}, False),
        ({".github/workflows/a.yml": OWN}, True),
        ({".github/workflows/a.yml": OWN.replace("/build\n", "/build # ours\n")}, True),
        ({".github/workflows/a.yml": OWN.replace("/build", "/builder")}, False),
        ({".github/workflows/a.yml": STRANGERS}, False),
        ({".github/workflows/a.yml": OWN, ".github/workflows/b.yml": STRANGERS}, False),
        ({".github/workflows/a.yml": CALL.format("${{ github.head_ref }}")}, False),
        ({".github/workflows/a.yml": CALL.format("${{ steps.title.outputs.text }}")}, False),
        ({".github/workflows/a.yml": f"on: push\n{CALL.format('${{ steps.a.outputs.b }}')}"}, True),
        (
            {".github/workflows/a.yml": f"on: issues\n{CALL.format('${{ steps.a.outputs.b }}')}"},
            False,
        ),
        ({".github/workflows/a.yml": CALL.format("${{ github.event.inputs.words }}")}, True),
        ({".github/workflows/a.yml": CALL.format("${{ github.event.pull_request.number }}")}, True),
        ({".github/workflows/a.yml": CALL.format("${{ github.event.number }}")}, True),
        ({".github/workflows/a.yml": CALL.format("${{ github.event.repository.name }}")}, True),
        (
            {".github/workflows/a.yml": CALL.format("${{ github.event.pull_request.head.sha }}")},
            True,
        ),
        (
            {".github/workflows/a.yml": CALL.format("${{ github.event.pull_request.head.ref }}")},
            False,
        ),
        (
            {
                ".github/workflows/a.yml": CALL.format(
                    "${{ github.event.number || github.event.comment.body }}"
                )
            },
            False,
        ),
        ({".github/actions/main/action.yml": PASSES_ON}, False),
        (
            {
                ".github/actions/main/action.yml": PASSES_ON,
                ".github/workflows/a.yml": CALLS_MAIN.format("publish"),
            },
            True,
        ),
        (
            {
                ".github/actions/main/action.yml": PASSES_ON,
                ".github/workflows/a.yml": CALLS_MAIN.format("${{ github.head_ref }}"),
            },
            False,
        ),
        ({BUILD: PASSES_ON}, False),
        ({"docs/a.yml": OWN}, False),
        ({".github/workflows/a.yml": "uses: ./.github/actions/build"}, True),
    ],
)
def test_callers_of_an_action(files: Mapping[str, str], *, trusted: bool) -> None:
    assert Callers(MemoryTree(files)).are_trusted(alarm()) is trusted


@pytest.mark.parametrize(
    "other",
    [
        alarm(path="action.yml"),
        alarm(subject="github.event.issue.title"),
        alarm(slug="github-env"),
    ],
)
def test_other_alarms_are_no_matter_of_callers(other: Alarm) -> None:
    assert not Callers(MemoryTree({".github/workflows/a.yml": OWN})).are_trusted(other)


def test_an_action_beside_the_workflows() -> None:
    calls = OWN.replace("actions/build", "workflows/build")
    found = alarm(path=".github/workflows/build/action.yml")
    assert Callers(MemoryTree({".github/workflows/a.yml": calls})).are_trusted(found)

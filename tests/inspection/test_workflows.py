"""Tests of the typed reading of workflow and action files."""

from __future__ import annotations

import pytest

from postil.inspection.outlines import Unreadable
from postil.inspection.workflows import (
    all_steps,
    closure,
    expressions,
    is_action_path,
    is_required,
    is_workflow_path,
    read_action,
    read_workflow,
)

WORKFLOW = """\
on:
  workflow_dispatch:
    inputs:
      Hand: {required: true}
  workflow_call:
    inputs:
      Level: {required: true, default: info}
      Target: {required: true}
      Loose:
    secrets:
      Token: {required: true}
    outputs:
      Tag: {value: "${{ jobs.Build.outputs.tag }}"}
jobs:
  Build:
    runs-on: x
    steps:
      - id: one
        uses: Actions/Checkout@v4
        with: {ref: main}
      - if: steps.one.outputs.x
        run: make
      - not a step
  after:
    needs: [Build]
    uses: ./.github/workflows/x.yml
  last:
    needs: after
    steps: none
  odd: 3
"""


def test_a_workflow_is_read_in_full() -> None:
    workflow = read_workflow(WORKFLOW)
    assert list(workflow.jobs) == ["build", "after", "last"]
    assert workflow.inputs == {"hand", "level", "target", "loose"}
    assert workflow.call is not None
    assert {name: is_required(entry) for name, entry in workflow.call.inputs.items()} == {
        "level": False,
        "target": True,
        "loose": False,
    }
    first, second = workflow.jobs["build"].steps
    assert (first.id, first.line, first.settings.text("ref")) == ("one", 18, "main")
    assert first.runs_action("actions/checkout")
    assert not second.runs_action("actions/checkout")
    assert second.run is not None
    assert first.run is None
    assert workflow.jobs["after"].uses is not None
    assert [job.id for job, _ in all_steps(workflow)] == ["Build", "Build"]
    assert closure(workflow.jobs, "last") == {"after", "build"}
    assert closure(workflow.jobs, "nobody") == frozenset()


def test_expressions_are_found_with_their_lines() -> None:
    found = expressions(read_workflow(WORKFLOW).table)
    assert [(reading.spelled, reading.line) for reading in found] == [
        ("jobs.Build.outputs.tag", 13),
        ("steps.one.outputs.x", 21),
    ]
    assert list(expressions(None)) == []


@pytest.mark.parametrize(
    ("on", "triggers", "callable_"),
    [
        ("push", ["push"], False),
        ("[push, workflow_call]", ["push", "workflow_call"], True),
        ("{workflow_call: }", ["workflow_call"], True),
        ("", [], False),
    ],
)
def test_triggers_in_every_shape(on: str, triggers: list[str], callable_: bool) -> None:
    workflow = read_workflow(f"on: {on}\njobs: {{}}\n")
    assert list(workflow.triggers) == triggers
    assert (workflow.call is not None) is callable_
    assert workflow.inputs == frozenset()


def test_an_action_is_read_in_full() -> None:
    action = read_action(
        "inputs: {A: {}}\noutputs: {B: {}}\nruns:\n  using: Composite\n  steps:\n    - run: x\n"
    )
    assert (set(action.interface.inputs), set(action.interface.outputs)) == ({"a"}, {"b"})
    assert (action.using, len(action.steps)) == ("composite", 1)


def test_what_is_no_workflow_is_refused() -> None:
    with pytest.raises(Unreadable):
        read_workflow("- a")


@pytest.mark.parametrize(
    ("path", "workflow", "action"),
    [
        (".github/workflows/a.yml", True, False),
        (".github/workflows/a.yaml", True, False),
        (".github/workflows/sub/a.yml", False, False),
        ("x/.github/workflows/a.yml", False, False),
        (".github/workflows/a.md", False, False),
        ("action.yml", False, True),
        ("a/b/action.yaml", False, True),
        ("a/reaction.yml", False, False),
    ],
)
def test_paths(path: str, workflow: bool, action: bool) -> None:
    assert (is_workflow_path(path), is_action_path(path)) == (workflow, action)

"""What a workflow file as a whole says about an alarm in it."""

from __future__ import annotations

import pytest

from postil.inspection.checks._workflow_security.surroundings import Surroundings

CI = ".github/workflows/ci.yml"
JOBS = "jobs:\n  a:\n    runs-on: x\n"
SHA = "a" * 40


def around(text: str) -> Surroundings:
    return Surroundings.of(CI, text)


@pytest.mark.parametrize(
    ("on", "released"),
    [
        ("on: workflow_dispatch", True),
        ("on: [release, schedule]", True),
        ("on: {push: {tags: ['v*']}}", True),
        ("on: {push: {tags: ['v*']}, workflow_dispatch: {}}", True),
        ("on: {push: {tags: ['v*'], branches: [main]}}", False),
        ("on: {push: {tags: ['v*'], paths: [src]}}", False),
        ("on: {push: {branches: [main]}}", False),
        ("on: push", False),
        ("on: {workflow_dispatch: {}, pull_request: {}}", False),
        ("on: [", False),
        ("name: nothing", False),
    ],
)
def test_who_starts_it(on: str, *, released: bool) -> None:
    assert around(f"{on}\n{JOBS}").is_released is released


@pytest.mark.parametrize(
    ("on", "called"),
    [
        ("on: workflow_call", True),
        ("on: {workflow_call: {inputs: {a: {type: string}}}}", True),
        ("on: workflow_dispatch", False),
        ("on: push", False),
        ("on: [", True),
        ("name: nothing", True),
    ],
)
def test_who_fills_its_inputs(on: str, *, called: bool) -> None:
    assert around(f"{on}\n{JOBS}").may_be_called is called


@pytest.mark.parametrize(
    ("uses", "habit"),
    [
        ((f"z/w@{SHA}", "x/y@v1"), True),
        ((f"z/w@{SHA}", f"z/v@{SHA}", "c/d@v1", "x/y@v1"), True),
        ((f"z/w@{SHA}", "c/d@v1", "x/y@v1"), False),
        ((f"z/w@{SHA}", f"z/w@{SHA}", "c/d@v1", "x/y@v1"), False),
        ((f"z/w@{SHA}", "actions/checkout@v4", "x/y@v1", "x/y@v1"), False),
        ((f"z/w@{SHA}", f"z/v@{SHA}", "actions/checkout@v4", "x/y@v1"), True),
        ((f"z/w@{SHA}", f"actions/checkout@{SHA}", "x/y@v1"), True),
        (("x/y@v1",), False),
    ],
)
def test_whether_pinning_is_a_habit(uses: tuple[str, ...], *, habit: bool) -> None:
    text = "".join(f"- uses: {use}\n" for use in uses)
    assert around(text).pins_others("x/y") is habit


@pytest.mark.parametrize(
    ("text", "count"),
    [
        (JOBS, 1),
        (f"{JOBS}  b:\n    runs-on: x\nname: y\n  c:\n", 2),
        ("jobs: # two\n    a:\n      b:\n    c:\n", 2),
        ("jobs:\n", 0),
        ("on: push\n", 0),
    ],
)
def test_jobs_are_counted(text: str, count: int) -> None:
    assert around(text).jobs == count


FOLLOWS = "on: workflow_run\njobs:\n  a:\n    steps:\n      - uses: actions/download-artifact@v4\n"


@pytest.mark.parametrize(
    ("text", "fetches"),
    [
        ("ref: refs/pull/1", True),
        ("# refs/pull/1", False),
        ("run: gh pr checkout 1", True),
        ("run: make", False),
        ("if: github.event.workflow_run.head_branch == 'x'", False),
        ("ref: ${{ github.event.workflow_run.head_sha }}", True),
        ("A: ${{ github.head_ref }}\nrun: git fetch origin $A", True),
        ("uses: actions/download-artifact@v4", True),
        (f"{FOLLOWS}      - uses: ./go\n", True),
        (f"{FOLLOWS}      - uses: octo/go@v1\n", False),
        (f"{FOLLOWS}      - name: nothing\n      - run: cat a\n", False),
        (f"{FOLLOWS}        with: {{path: $x}}\n      - run: cat a\n", True),
    ],
)
def test_what_it_brings_along(text: str, *, fetches: bool) -> None:
    assert around(text).fetches is fetches


def test_actions_are_told_by_their_name() -> None:
    assert Surroundings.of("tools/action.yml", "inputs: {}").in_action is True
    assert around("on: push").in_action is False

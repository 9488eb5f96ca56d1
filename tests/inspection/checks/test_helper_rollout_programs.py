"""Which other programs of a repository a helper with a check is for."""

from __future__ import annotations

import pytest

from postil.inspection.checks._helper_rollout.programs import (
    is_program,
    is_shared_check,
    is_unchecked,
)
from postil.inspection.checks._helper_rollout.sameness import Call, Rollout
from postil.inspection.checks._helper_rollout.wrappers import Wrapper

from fakes.trees import MemoryTree

CHECKS = "def needed(name):\n  value = read(name)\n  if not value:\n    raise KeyError\n"


def rollout(path: str, body: str = CHECKS, *, owner: str = "", used: str = "web/a.py") -> Rollout:
    wrapper = Wrapper(
        name="needed", call="read", path=path, line=1, text="", brought=None, owner=owner, body=body
    )
    return Rollout(wrapper, files=(used,), taken=(given('"KILN_A"'), given('"KILN_B"')))


def given(*arguments: str) -> Call:
    return Call("", arguments, complete=True)


@pytest.mark.parametrize(
    ("path", "text", "is_one"),
    [
        ("cmd/fan/run.go", "package main\n", True),
        ("cmd/fan/run.go", "package fan\n", False),
        ("tools/fan.py", "if __name__ == '__main__':\n", True),
        ("kiln/main.py", "", True),
        ("scripts/fan.py", "", True),
        ("kiln/fan.py", "", False),
    ],
)
def test_where_a_program_begins(path: str, text: str, *, is_one: bool) -> None:
    assert is_program(path, text) is is_one


@pytest.mark.parametrize(
    ("home", "path", "files", "is_for_it"),
    [
        ("lib/needed.py", "jobs/fan.py", (), True),
        ("web/needed.py", "jobs/fan.py", (), False),
        ("kiln/needed.py", "jobs/fan.py", (), False),
        ("lib/needed.py", "jobs/fan.py", ("jobs/setup.py",), False),
        ("lib/needed.py", "jobs/fan.py", ("setup.py", "go.mod"), True),
        ("a/internal/set/needed.go", "a/cmd/fan/main.go", (), True),
        ("a/internal/set/needed.go", "b/cmd/fan/main.go", (), False),
        ("a/internal/set/needed.py", "b/cmd/fan/main.py", (), True),
    ],
)
def test_who_can_have_a_shared_helper(
    home: str, path: str, files: tuple[str, ...], *, is_for_it: bool
) -> None:
    head = MemoryTree(dict.fromkeys((home, path, *files), ""))
    assert is_shared_check(rollout(home), path, head) is is_for_it


@pytest.mark.parametrize(
    "body",
    [
        "def needed(name):\n  return read(name).strip()\n",
        "def needed(name):\n  raise_on(name)\n  return read(name)\n",
        "def needed(name):\n  if name:\n    return read(name)\n",
    ],
)
def test_a_helper_without_a_check_is_for_its_own_program(body: str) -> None:
    head = MemoryTree({"lib/needed.py": "", "jobs/fan.py": ""})
    assert not is_shared_check(rollout("lib/needed.py", body), "jobs/fan.py", head)


def test_a_method_is_for_those_who_have_its_object() -> None:
    head = MemoryTree({"lib/needed.py": "", "jobs/fan.py": ""})
    assert not is_shared_check(rollout("lib/needed.py", owner="Store"), "jobs/fan.py", head)
    own = rollout("lib/needed.py", used="lib/other.py")
    assert not is_shared_check(own, "jobs/fan.py", head)


@pytest.mark.parametrize(
    ("code", "argument", "is_bare"),
    [
        ('fan = read("KILN_FAN")\nblow(fan)', '"KILN_FAN"', True),
        ('blow(read("KILN_FAN"))', '"KILN_FAN"', True),
        ("fan = read(name)\nblow(fan)", "name", True),
        ('fan = read("KILN_FAN") or "small"', '"KILN_FAN"', False),
        ('if read("KILN_FAN"):', '"KILN_FAN"', False),
        ('fan = read("KILN_FAN")\n\nif not fan:\n  stop()', '"KILN_FAN"', False),
        ('fan, err := read("KILN_FAN")\nif err != nil {', '"KILN_FAN"', False),
        ('fan = read("KILN_FAN")\nif cold:\n  blow(fan)', '"KILN_FAN"', True),
        ('fan = read("KILN_FAN")\nexcept KeyError:', '"KILN_FAN"', False),
        ('fan = read("OVEN_FAN")', '"OVEN_FAN"', False),
    ],
)
def test_what_nobody_looks_at(code: str, argument: str, *, is_bare: bool) -> None:
    one = rollout("lib/needed.py")
    assert is_unchecked(one, given(argument), code.split("\n")) is is_bare


@pytest.mark.parametrize(("name", "is_bare"), [('"FAN"', True), ('"DEBUG"', False)])
def test_names_without_a_common_beginning(name: str, *, is_bare: bool) -> None:
    one = Rollout(rollout("lib/needed.py").wrapper, taken=(given('"HEAT"'), given('"DOOR"')))
    assert is_unchecked(one, given(name), [f"fan = read({name})"]) is is_bare
    assert is_unchecked(one, Call("", (), complete=True), ["fan = read()"])

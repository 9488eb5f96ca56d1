"""Which Python projects are had by what they run, and which names were unpacked for their own sake."""

from __future__ import annotations

import pytest

from postil.inspection.checks._dead_export.commands import Commands
from postil.inspection.checks._dead_export.unpacked import unpacked_on, unpackings

from fakes.trees import MemoryTree

PROJECT = {"project": {"name": "kilnlog", "scripts": {"kilnlog": "kilnlog.run:main"}}}
SHOWN = {
    "src/kilnlog/__init__.py": "",
    "README.md": "# kilnlog\n\n```sh\n$ kilnlog --port 3\n```\n",
}


@pytest.mark.parametrize(
    ("changed", "is_one"),
    [
        ({}, True),
        ({"README.md": "Run `kilnlog --port 3` each hour.\n"}, True),
        ({"README.md": "# kilnlog\n\nLogs the kiln.\n"}, False),
        ({"README.md": "    kilnlog\n\n    import kilnlog\n"}, False),
        ({"README.md": "", "Procfile": "worker: python -m kilnlog\n"}, True),
        ({"README.md": "", "Dockerfile": "RUN pip install kilnlog\n"}, False),
        ({"setup.py": "setup()\n"}, False),
        ({"src/kilnlog/py.typed": ""}, False),
        ({"src/kilnlog/__init__.py": "__all__ = []\n"}, False),
        ({"examples/one.py": "print(1)\n"}, False),
    ],
)
def test_who_is_told_what(changed: dict[str, str], is_one: bool) -> None:
    assert Commands(MemoryTree({**SHOWN, **changed}), "", PROJECT).are_all() is is_one


@pytest.mark.parametrize("key", ["classifiers", "keywords", "urls"])
def test_what_is_said_to_be_found_is_for_others(key: str) -> None:
    project = {**PROJECT["project"], key: ["kiln"]}
    assert not Commands(MemoryTree(SHOWN), "", {"project": project}).are_all()


def test_another_builder_and_a_folder_of_its_own() -> None:
    settings = {"tool": {"poetry": {"scripts": {"kilnlog": "kilnlog.run:main"}}}}
    inside = MemoryTree({f"tools/log/{path}": text for path, text in SHOWN.items()})
    assert Commands(inside, "tools/log", settings).are_all()
    assert not Commands(MemoryTree({}), "", settings).are_all()
    assert not Commands(MemoryTree(SHOWN), "", {}).are_all()


def test_what_is_unpacked() -> None:
    text = (
        "export const {\n  vent,\n  heat: warm,\n  reducer,\n} = kiln.actions;\n"
        "export const [Door, useDoor] = makeDoor();\nconst vent = 1, warm = 2;\n"
    )
    found = unpackings(text)
    assert set(found) == {"vent", "warm", "reducer", "Door", "useDoor"}
    assert found["vent"].is_chosen("vent", ())
    assert not found["reducer"].is_chosen("reducer", ())
    assert found["reducer"].is_chosen("reducer", {"vent"})
    assert not found["Door"].is_chosen("Door", ())
    assert unpacked_on("export const { vent, heat: warm } = kiln.actions;") == ("vent", "warm")
    assert unpacked_on("const vent = 1;") == ()

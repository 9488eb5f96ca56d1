"""Tests of what the lint gate makes of the version of a linter that the base asks for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from postil.domain.finding import Remark
from postil.domain.observation import Clean
from postil.inspection.checks import Needles, lint_gate
from postil.inspection.checks._lint_gate.scripts import tells_versions

from fakes.changes import change_between
from fakes.toolboxes import ScriptedTools, ran
from fakes.trees import MemorySearch, MemoryTree

FORMATS = {"ruff.toml": "[format]\n"}
OLDER = {**FORMATS, "tox.ini": "deps = ruff==0.11.0\n"}
DIFF = "--- at-head/a.py\n+++ at-head/a.py\n@@ {} @@\n{}"


def look(base: Mapping[str, str], head: Mapping[str, str], printed: str) -> list[Any]:
    tools = ScriptedTools({"ruff": ran(printed, exit_status=1)})
    work = lint_gate.inspect(change_between(base, head), MemoryTree(head), MemoryTree(base), tools)
    question = next(work)
    assert isinstance(question, Needles)
    said = [work.send(MemorySearch(head).search(question.texts)), *work]
    return [item for item in said if isinstance(item, (Remark, Clean))]


@pytest.mark.parametrize(
    ("path", "tells"),
    [
        (".pre-commit-config.yaml", True),
        (".github/workflows/ci.yml", True),
        ("pyproject.toml", True),
        ("setup.cfg", True),
        ("uv.lock", True),
        ("Pipfile.lock", True),
        ("requirements.txt", True),
        ("requirements/dev.in", True),
        ("dev-requirements.txt", True),
        ("constraints.txt", True),
        ("docs/notes.txt", False),
        ("README.md", False),
        ("vendor/x/requirements.txt", False),
        ("tests/fixtures/requirements.txt", False),
        ("src/app.py", False),
    ],
)
def test_which_files_tell_versions(path: str, tells: bool) -> None:
    assert tells_versions(path) is tells


@pytest.mark.parametrize(
    ("text", "places", "rewritten", "told"),
    [
        ("f( 1 )\n", "-1 +1", "-f( 1 )\n+f(1)\n", True),
        ("x=1 \ny=2\n", "-1,2 +1,2", "-x=1 \n-y=2\n+x = 1\n+y = 2\n", True),
        ("f(\n    1)\n", "-1,2 +1", "-f(\n-    1)\n+f(1)\n", False),
        ("if x:\n  y\n", "-2 +2", "-  y\n+    y\n", False),
        ("f('a')\n", "-1 +1", "-f('a')\n+f(\"a\")\n", True),
        ("f'a'\n", "-1 +1", "-f'a'\n+f\"a\"\n", False),
    ],
)
def test_of_another_style_only_blanks_within_a_line_count(
    text: str, places: str, rewritten: str, told: bool
) -> None:
    printed = DIFF.format(places, rewritten)
    before = {"a.py": "\n" * text.count("\n")}
    same = look({**FORMATS, **before}, {**FORMATS, "a.py": text}, printed)
    assert [item.slug for item in same] == ["unformatted"]
    older = look({**OLDER, **before}, {**OLDER, "a.py": text}, printed)
    assert [item.slug for item in older] == (["unformatted"] if told else ["lint-gate"])
    if not told:
        assert older[0].evidence == (
            "`ruff format`: nothing new in 1 file(s) beyond blanks, "
            "the base asks for a version of another style"
        )


def test_what_the_change_itself_asks_for_is_not_yet_agreed_upon() -> None:
    printed = DIFF.format("-1 +1", "-f('a')\n+f(\"a\")\n")
    base = {**FORMATS, "tox.ini": "deps = ruff==0.16.0\n", "a.py": "\n"}
    head = {**FORMATS, "tox.ini": "deps = ruff==0.11.0\n", "a.py": "f('a')\n"}
    assert [item.slug for item in look(base, head, printed)] == ["unformatted"]

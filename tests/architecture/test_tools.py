"""Tools read and have no effect: what they may import, what they are made of, who may use them."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from postil import catalogue
from postil.inspection import tools
from postil.inspection.toolset import known_tools
from postil.wiring.panel import known_roles

from architecture.source import SOURCE, copied

TOOLS = catalogue.units(tools, must_have=tools.MUST_HAVE)
HARMLESS = {
    "__future__",
    "collections",
    "collections.abc",
    "dataclasses",
    "itertools",
    "re",
    "typing",
}
OURS = ("postil.domain", "postil.inspection.tools", "postil.ports", "postil.syntax")
FORBIDDEN_CALLS = {"open", "exec", "eval", "compile", "__import__", "print", "input", "setattr"}


def trespasses(folder: Path) -> list[str]:
    """Every import or call in the folder with which a tool could do more than look."""
    found = []
    for path in sorted(folder.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found += [f"{path.stem}: {name}" for name in _reaching(node) if not _may(name)]
    return found


def _reaching(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.module == "postil":
        return [f"postil.{alias.name}" for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        return [node.module or ""]
    if isinstance(node, ast.Name) and node.id in FORBIDDEN_CALLS:
        return [node.id]
    return []


def _may(name: str) -> bool:
    return name in HARMLESS or any(name == ours or name.startswith(f"{ours}.") for ours in OURS)


def test_these_are_all_the_tools() -> None:
    assert list(known_tools()) == [
        "blame",
        "find_definitions",
        "find_references",
        "list_files",
        "log_lines",
        "read_file",
        "search",
    ]


@pytest.mark.parametrize("unit", TOOLS, ids=lambda unit: unit.name)
def test_a_tool_fits(unit: catalogue.Unit) -> None:
    module = unit.module
    assert unit.name.replace("-", "_") == module.NAME
    assert list(module.run.__annotations__) == ["ground", "arguments", "return"]
    assert module.DESCRIPTION.endswith(".")
    Draft202012Validator.check_schema(module.SCHEMA)


def test_a_tool_can_only_look() -> None:
    assert trespasses(SOURCE / "inspection" / "tools") == []


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("import subprocess\n", "subprocess"),
        ("from pathlib import Path\n", "pathlib"),
        ("from postil.workspaces.git import open_repository\n", "postil.workspaces.git"),
        ("from postil import wiring\n", "postil.wiring"),
        ("text = open('x')\n", "open"),
    ],
)
def test_a_trespass_is_seen(tmp_path: Path, line: str, name: str) -> None:
    folder = copied(tmp_path) / "inspection" / "tools"
    with (folder / "search.py").open("a", encoding="utf-8") as file:
        file.write(line)
    assert trespasses(folder) == [f"search: {name}"]


def test_the_harmless_modules_are_of_the_standard_library() -> None:
    assert {name.partition(".")[0] for name in HARMLESS} <= sys.stdlib_module_names


def test_roles_name_tools_that_exist() -> None:
    for role in known_roles().values():
        assert set(role.tools) <= set(known_tools()), role.name

"""Size and shape budgets: long files, long functions, long argument lists, broad handlers."""

from __future__ import annotations

import ast
import statistics

import pytest

from architecture.source import ROOT, Function, Module, modules

LONGEST_FILE = 400
LONGEST_FUNCTION = 50
LONGEST_OUTSIDE_PURE = 80
SHARE_OVER = 0.02
MEDIAN_FILE = 120
MOST_PARAMETERS = 6
TESTS_PER_SOURCE = 1.2
SHORTEST_TABLE = 6
EDGES = {"inspection/checking.py", "publish/carry_out.py", "cli/__init__.py"}
CHECK_NAMES = ("helper_rollout",)
"""Checks whose published name holds a word we would not choose for a module."""

FORBIDDEN_NAMES = {
    "utils",
    "util",
    "helpers",
    "helper",
    "common",
    "core",
    "base",
    "manager",
    "misc",
    "v2",
}

ALL = modules()


def length(function: Function) -> int:
    return (function.end_lineno or function.lineno) - function.lineno + 1


@pytest.mark.parametrize("module", ALL, ids=lambda module: module.name)
def test_module_budget(module: Module) -> None:
    assert module.lines <= LONGEST_FILE
    assert not FORBIDDEN_NAMES & _words(module.name)
    limit = LONGEST_FUNCTION if module.is_pure else LONGEST_OUTSIDE_PURE
    assert [f.name for f in module.functions() if length(f) > limit] == []
    assert [f.name for f in module.functions() if _parameters(f) > MOST_PARAMETERS] == []


def _words(name: str) -> set[str]:
    for check in CHECK_NAMES:
        name = name.replace(check, "")
    return set(name.removesuffix(".py").replace("_", "/").split("/"))


def _parameters(function: Function) -> int:
    # A command's function takes what click hands it; its options are the contract with scripts.
    if any("command" in ast.unparse(decorator) for decorator in function.decorator_list):
        return 0
    names = [
        argument.arg
        for argument in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
    ]
    return len([name for name in names if name not in ("self", "cls")])


def test_few_functions_outside_pure_packages_are_long() -> None:
    functions = [f for module in ALL if not module.is_pure for f in module.functions()]
    over = [f.name for f in functions if length(f) > LONGEST_FUNCTION]
    assert len(over) / len(functions) <= SHARE_OVER, over


def test_the_median_file_is_small() -> None:
    assert statistics.median(m.lines for m in ALL if m.lines > 5) <= MEDIAN_FILE


def test_every_module_opens_with_a_sentence() -> None:
    assert [m.name for m in ALL if m.text and not ast.get_docstring(m.tree)] == []


def test_broad_handlers_stand_only_at_the_named_edges() -> None:
    found = {
        module.name
        for module in ALL
        for node in ast.walk(module.tree)
        if isinstance(node, ast.ExceptHandler) and _is_broad(node)
    }
    assert found <= EDGES


def _is_broad(handler: ast.ExceptHandler) -> bool:
    names = ast.unparse(handler.type) if handler.type else "Exception"
    return any(name.strip("() ") in ("Exception", "BaseException") for name in names.split(","))


def test_there_is_more_test_than_source() -> None:
    """Data apart on both sides: neither golden files nor tables in the source count."""
    written = sum(
        path.read_text(encoding="utf-8").count("\n")
        for pattern in ("tests/**/*.py", "src/postil/inspection/checks/*.md")
        for path in ROOT.glob(pattern)
    )
    assert written / sum(m.lines - _table_lines(m) for m in ALL) >= TESTS_PER_SOURCE


def _table_lines(module: Module) -> int:
    """Lines of literals that stand at module level: words, patterns, settings."""
    assigned = [node for node in module.tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    lengths = [(node.end_lineno or node.lineno) - node.lineno + 1 for node in assigned]
    return sum(length for length in lengths if length >= SHORTEST_TABLE)


def test_no_to_do_without_an_owner() -> None:
    found = [m.name for m in ALL if "# TODO" in m.text or "# FIXME" in m.text]
    assert found == []

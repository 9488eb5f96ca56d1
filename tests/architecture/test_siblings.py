"""A check does not know its siblings: it may import its own private parts and nothing beside."""

from __future__ import annotations

import ast
from pathlib import Path

from architecture.source import SOURCE, copied

CHECKS = "postil.inspection.checks"


def intrusions(folder: Path) -> list[str]:
    """Every import of one check (or its parts) by another, as `importer -> imported`."""
    names = {path.stem for path in folder.iterdir()}
    found = []
    for path in sorted(folder.rglob("*.py")):
        inside = path.relative_to(folder)
        owner = _owner(inside.parts[0].removesuffix(".py"))
        imports = _imported(ast.parse(path.read_text(encoding="utf-8")), names)
        found += [
            f"{inside.as_posix()} -> {imported}"
            for imported in sorted(imports)
            if _owner(imported) != owner != "__init__"
        ]
    return found


def _owner(name: str) -> str:
    """The check that a module or a folder of parts belongs to."""
    return name if name == "__init__" else name.removeprefix("_")


def _imported(tree: ast.Module, names: set[str]) -> set[str]:
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == CHECKS:
            found |= {alias.name for alias in node.names} & names
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{CHECKS}."):
            found.add((node.module or "").removeprefix(f"{CHECKS}.").split(".")[0])
        elif isinstance(node, ast.Import):
            found |= {
                alias.name.removeprefix(f"{CHECKS}.").split(".")[0]
                for alias in node.names
                if alias.name.startswith(f"{CHECKS}.")
            }
    return found


def test_no_check_knows_another() -> None:
    assert intrusions(SOURCE / "inspection" / "checks") == []


def test_a_violation_is_seen(tmp_path: Path) -> None:
    folder = copied(tmp_path) / "inspection" / "checks"
    with (folder / "comment_hygiene.py").open("a", encoding="utf-8") as file:
        file.write("from postil.inspection.checks import dependency_chain\n")
        file.write("import postil.inspection.checks.non_code_scan\n")
    (folder / "_comment_hygiene" / "extra.py").write_text(
        "from postil.inspection.checks._non_code_scan.secrets import x\n"
        "from postil.inspection.checks import _spelling\n"
    )
    assert intrusions(folder) == [
        "_comment_hygiene/extra.py -> _non_code_scan",
        "_comment_hygiene/extra.py -> _spelling",
        "comment_hygiene.py -> dependency_chain",
        "comment_hygiene.py -> non_code_scan",
    ]

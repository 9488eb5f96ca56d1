"""The source tree as the architecture tests see it."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "postil"
PURE = ("domain", "configuration", "syntax", "understand", "judge", "track", "render")

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    path: Path
    text: str
    tree: ast.Module

    @property
    def name(self) -> str:
        return self.path.relative_to(SOURCE).as_posix()

    @property
    def lines(self) -> int:
        return self.text.count("\n")

    @property
    def is_pure(self) -> bool:
        return self.name.removesuffix(".py").split("/")[0] in PURE

    def functions(self) -> Iterator[Function]:
        for node in ast.walk(self.tree):
            if isinstance(node, Function):
                yield node


def modules() -> list[Module]:
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        found.append(Module(path, text, ast.parse(text)))
    return found


def copied(folder: Path) -> Path:
    """A copy of the package and its contracts that a test may damage."""
    shutil.copytree(SOURCE, folder / "src" / "postil", ignore=shutil.ignore_patterns("__pycache__"))
    for name in (".importlinter", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    return folder / "src" / "postil"


def broken_contracts(folder: Path) -> set[str]:
    """The names of the import contracts that do not hold for the package in that folder."""
    code = (
        "import sys; sys.path.insert(0, 'src'); "
        "from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=False
    )
    broken = {
        line.removesuffix(" BROKEN").strip()
        for line in done.stdout.splitlines()
        if line.endswith(" BROKEN")
    }
    assert broken or done.returncode == 0, done.stdout + done.stderr
    return broken

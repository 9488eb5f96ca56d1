"""Takes one guard after the other away, in a copy of the tree, and expects its test to fail."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from guards.rows import Guard, guards

WORKERS = 2
SECONDS = 900
_SHOWN = 2_000
_MOST_LINES = 6
_LEFT_OUT = shutil.ignore_patterns(".git", ".venv", "__pycache__", ".*_cache", ".hypothesis")
_FAILED = re.compile(r"^\d+ failed\b|, \d+ failed\b", re.MULTILINE)

Asked = TypeVar("Asked")


def copied(root: Path, folder: Path) -> Path:
    """A copy of the tree in which files may be damaged; it uses the same environment."""
    shutil.copytree(root, folder, ignore=_LEFT_OUT, symlinks=True)
    if (root / ".venv").exists():
        (folder / ".venv").symlink_to((root / ".venv").resolve())
    return folder


@dataclass(frozen=True, slots=True)
class Ran:
    """How tests ended; one that could not run at all has neither passed nor failed."""

    status: int | None
    printed: str

    @property
    def has_passed(self) -> bool:
        return self.status == 0

    @property
    def has_failed(self) -> bool:
        return self.status == 1 and _FAILED.search(self.printed) is not None


def run(tree: Path, tests: Sequence[str]) -> Ran:
    argv = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(
            argv,
            cwd=tree,
            env=os.environ | {"PYTHONPATH": str(tree / "src")},
            capture_output=True,
            text=True,
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Ran(None, f"did not end in {SECONDS} seconds")
    return Ran(done.returncode, done.stdout + done.stderr)


@contextmanager
def without(tree: Path, guard: Guard) -> Iterator[None]:
    """The tree without that guard, for a while."""
    path = tree / guard.file
    text, before = path.read_text("utf-8"), path.stat()
    path.write_text(guard.removed(text), encoding="utf-8")
    # Compiled modules are told apart by whole seconds and length, which a quick edit may share.
    os.utime(path, (before.st_atime, before.st_mtime - 60))
    try:
        yield
    finally:
        path.write_text(text, encoding="utf-8")
        os.utime(path, (before.st_atime, before.st_mtime))


class Copies:
    """Copies of the tree, one for each worker, and what is found out in them."""

    def __init__(self, root: Path, folder: Path, *, show: bool = False) -> None:
        self._show = show
        self._free: SimpleQueue[Path] = SimpleQueue()
        for number in range(WORKERS):
            self._free.put(copied(root, folder / str(number)))

    def troubled(self, rows: Sequence[Guard]) -> list[str]:
        """What is printed where a test fails although every guard is in place."""
        files: dict[str, dict[str, None]] = {}
        for row in rows:
            files.setdefault(row.test.partition("::")[0], {})[row.test] = None
        return self._each(self._passing, list(files.values()))

    def unnoticed(self, rows: Sequence[Guard]) -> list[str]:
        """The guards whose test passes without them, each with what was printed."""
        return self._each(self._noticing, rows)

    def _each(self, ask: Callable[[Path, Asked], str], asked: Sequence[Asked]) -> list[str]:
        def one(each: Asked) -> str:
            tree = self._free.get()
            try:
                return ask(tree, each)
            finally:
                self._free.put(tree)

        with ThreadPoolExecutor(WORKERS) as pool:
            return [each for each in pool.map(one, asked) if each]

    def _passing(self, tree: Path, tests: dict[str, None]) -> str:
        ran = run(tree, list(tests))
        return "" if ran.has_passed else ran.printed[-_SHOWN:]

    def _noticing(self, tree: Path, guard: Guard) -> str:
        with without(tree, guard):
            ran = run(tree, [guard.test])
        line = f"{guard.id:7} {guard.file}: {guard.test}"
        print(f"{'noticed  ' if ran.has_failed else 'UNNOTICED'} {line}", flush=True)
        if self._show:
            said = [part for part in ran.printed.splitlines() if part.startswith("E  ")]
            print("\n".join(said[:_MOST_LINES]), flush=True)
        return "" if ran.has_failed else f"{line}\n{ran.printed[-_SHOWN:]}"


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("ids", nargs="*", help="hazards, as `GH-01`; all of them without any")
    parser.add_argument("--at-once", action="store_true", help="take it that the tests pass as is")
    parser.add_argument("--show", action="store_true", help="print how each test failed")
    asked = parser.parse_args(arguments)
    rows = [row for row in guards() if not asked.ids or row.id in asked.ids]
    with tempfile.TemporaryDirectory(prefix="guards-") as folder:
        copies = Copies(ROOT, Path(folder), show=asked.show)
        if troubles := [] if asked.at_once else copies.troubled(rows):
            print("\n".join(troubles))
            print("guards: these tests fail although every guard is in place")
            return 1
        problems = copies.unnoticed(rows)
    print("\n".join(problems))
    hazards = len({row.id for row in rows})
    print(
        f"guards: {len(rows) - len(problems)} of {len(rows)} guards were taken away and their "
        f"test failed; {hazards} hazards"
    )
    return 1 if problems or not rows else 0


if __name__ == "__main__":
    sys.exit(main())

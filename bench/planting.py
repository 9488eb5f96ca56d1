"""Plants defects of known kinds in a shared clone of a repository: one commit each."""

from __future__ import annotations

import random
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_DEFINITION = re.compile(
    r"^\s*(?:export\s+(?:default\s+)?|pub(?:\(crate\))?\s+|async\s+|public\s+|static\s+)*"
    r"(?:def|class|function|func|fn|struct|enum|trait|interface)\s+(?P<name>[A-Za-z_]\w{5,})"
)
_CODE = (
    ".py",
    ".js",
    ".ts",
    ".go",
    ".rs",
    ".rb",
    ".java",
    ".php",
    ".c",
    ".h",
    ".cc",
    ".cpp",
    ".cs",
)
_IMPORTED = re.compile(r"\.(?:py|js|ts|rb|php|h|sh|mjs|cjs)$")
_JOB = re.compile(r"^  (?P<name>[A-Za-z_][\w-]*):\s*$", re.MULTILINE)
_MANY_USES = 12
_STEP_ID = re.compile(r"^\s+(?:- )?id:\s*(?P<name>[\w-]+)\s*$", re.MULTILINE)


@dataclass(frozen=True)
class Plant:
    kind: str
    commit: str
    path: str
    token: str


class Garden:
    """A clone that shares objects with the original and takes commits without a checkout."""

    def __init__(self, repository: Path, scratch: Path) -> None:
        subprocess.run(
            ["git", "clone", "-q", "--shared", "--no-checkout", str(repository), str(scratch)],
            check=True,
            capture_output=True,
        )
        self.folder = scratch
        self.head = self.git("rev-parse", "HEAD").strip()
        self.git("read-tree", "HEAD")
        self.paths = self.git("ls-files", "-z").split("\0")[:-1]

    def git(self, *arguments: str, stdin: str | None = None) -> str:
        return subprocess.run(
            ["git", "-C", str(self.folder), *arguments],
            input=stdin,
            capture_output=True,
            check=True,
            text=True,
            errors="surrogateescape",
        ).stdout

    def read(self, path: str) -> str:
        return self.git("cat-file", "-p", f"{self.head}:{path}")

    def uses(self, name: str) -> list[str]:
        done = subprocess.run(
            ["git", "-C", str(self.folder), "grep", "-lwF", "-e", name, self.head],
            capture_output=True,
            text=True,
            check=False,
            errors="surrogateescape",
        )
        return [line.partition(":")[2] for line in done.stdout.splitlines()]

    def commit(self, path: str, text: str | None, *, moved_to: str = "") -> str:
        """A child of HEAD in which one file is other, gone or moved."""
        self.git("read-tree", self.head)
        if text is None:
            self.git("rm", "-q", "--cached", "--", path)
        if text is not None or moved_to:
            content = text if text is not None else self.read(path)
            blob = self.git("hash-object", "-w", "--stdin", stdin=content).strip()
            self.git("update-index", "--add", "--cacheinfo", f"100644,{blob},{moved_to or path}")
        tree = self.git("write-tree").strip()
        return self.git(
            *("-c", "user.name=Bench", "-c", "user.email=bench@example.invalid"),
            *("commit-tree", tree, "-p", self.head, "-m", "Tidy up"),
        ).strip()


def plants(repository: Path, scratch: Path, wanted: int) -> Iterator[Plant]:
    """A third renamed, a third removed, the rest moved files and workflow edits."""
    garden = Garden(repository, scratch)
    dice = random.Random(7)
    code = [path for path in garden.paths if path.endswith(_CODE) and "test" not in path.lower()]
    dice.shuffle(code)
    yield from _definitions(garden, code, wanted)
    yield from _moved(garden, code, max(1, wanted // 5))
    yield from _workflows(garden)


def _definitions(garden: Garden, code: list[str], wanted: int) -> Iterator[Plant]:
    made = 0
    for path in code:
        if made >= wanted:
            return
        text = garden.read(path)
        lines = text.split("\n")
        for index, line in enumerate(lines):
            matched = _DEFINITION.match(line)
            if matched is None or not _used_elsewhere(garden, matched["name"], path, text):
                continue
            name = matched["name"]
            if made % 2:
                edited, kind = _without(lines, index), "removal"
            else:
                edited, kind = _renamed(lines, index, name), "rename"
            yield Plant(kind, garden.commit(path, "\n".join(edited)), path, name)
            made += 1
            break


def _renamed(lines: list[str], index: int, name: str) -> list[str]:
    fresh = f"{name}Anew" if name[0].isupper() else f"{name}_anew"
    return [*lines[:index], re.sub(rf"\b{name}\b", fresh, lines[index]), *lines[index + 1 :]]


def _without(lines: list[str], index: int) -> list[str]:
    """The file without the definition at that line, which ends where its indentation returns."""
    indent = len(lines[index]) - len(lines[index].lstrip())
    end = index + 1
    while end < len(lines) and (
        not lines[end].strip() or len(lines[end]) - len(lines[end].lstrip()) > indent
    ):
        end += 1
    closing = end < len(lines) and lines[end].strip() in ("}", "};", "end", "})")
    return [*lines[:index], *lines[end + closing :]]


def _used_elsewhere(garden: Garden, name: str, path: str, text: str) -> bool:
    """Used in other code files, defined once: what a person would call a broken rename."""
    users = [user for user in garden.uses(name) if user != path and user.endswith(_CODE)]
    if not users or text.count(name) > _MANY_USES:
        return False
    return not any(
        matched["name"] == name
        for user in users[:20]
        for line in garden.read(user).split("\n")
        if (matched := _DEFINITION.match(line))
    )


def _moved(garden: Garden, code: list[str], wanted: int) -> Iterator[Plant]:
    made = 0
    for path in code:
        if made >= wanted or not _IMPORTED.search(path):
            continue
        mentions = [user for user in garden.uses(path) if user != path]
        if mentions:
            yield Plant(
                "moved file", garden.commit(path, None, moved_to=_elsewhere(path)), path, path
            )
            made += 1


def _elsewhere(path: str) -> str:
    folder, _, name = path.rpartition("/")
    return f"{folder}/relocated_{name}" if folder else f"relocated_{name}"


def _workflows(garden: Garden) -> Iterator[Plant]:
    for path in garden.paths:
        if not re.fullmatch(r"\.github/workflows/[^/]+\.ya?ml", path):
            continue
        text = garden.read(path)
        jobs = [
            m["name"] for m in _JOB.finditer(text) if re.search(rf"needs:.*\b{m['name']}\b", text)
        ]
        for job in jobs[:2]:
            edited = re.sub(
                rf"^  {re.escape(job)}:", f"  {job}-anew:", text, count=1, flags=re.MULTILINE
            )
            yield Plant("workflow job", garden.commit(path, edited), path, job)
        steps = [m["name"] for m in _STEP_ID.finditer(text) if f"steps.{m['name']}." in text]
        for step in steps[:2]:
            edited = re.sub(rf"(id:\s*){re.escape(step)}\b", rf"\g<1>{step}-anew", text, count=1)
            yield Plant("workflow step", garden.commit(path, edited), path, step)

"""Files made to break parsers, through the whole command with every check: bounded, and said."""

from __future__ import annotations

import json
import resource
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from commands import POSTIL, surroundings
from repositories import Content, Repository, submodule, symlink

SECONDS = 12.0
"""Of all processors together, so that a busy machine does not decide."""

FLOW = ".github/workflows/"
READ_BY_NAME = (
    *(f"{FLOW}a.yml", "docker-compose.yml", ".gitlab-ci.yml", "action.yml", "tsconfig.json"),
    *("package.json", "package-lock.json", "yarn.lock", "pnpm-lock.yaml", ".npmrc", "Makefile"),
    *("pyproject.toml", "uv.lock", "poetry.lock", "Pipfile", "Pipfile.lock", "setup.cfg"),
    *("Cargo.toml", "Cargo.lock", "go.mod", "go.sum", "Gemfile", "Gemfile.lock", "Dockerfile"),
    *("composer.json", "composer.lock", "requirements.txt", "CLAUDE.md", "AGENTS.md", "x.sarif"),
)

Files = dict[str, Content]


@dataclass(frozen=True)
class Hostile:
    """What a change goes from and to, what its gaps must name, and how long it may take."""

    head: Files
    names: tuple[str, ...] = ()
    base: tuple[tuple[str, Content], ...] = (("a", "1\n"),)
    seconds: float = SECONDS


def wide(words: str, length: int = 950_000) -> str:
    return (words * (length // len(words) + 1))[:length]


def long_lines() -> Hostile:
    expressions = wide("echo ${{ a }} ")
    return Hostile(
        {
            "app.js": f"var a={wide('f(a,b);x=[1,2];')}\n",
            "a.py": f"x = '{wide('abc def ')}'\n",
            "a.rs": f"// {wide('TODO fix ')}\n",
            "data.json": f'{{"a": "{wide("xyz ")}"}}\n',
            "Makefile": f"all: {wide('target ')}\n",
            "Dockerfile": f"FROM a\nCOPY {wide('file ')} /\n",
            f"{FLOW}w.yml": f"on: push\njobs: {{a: {{runs-on: x, steps: [{{run: '{expressions}'}}]}}}}\n",
            "README.md": wide("`a` [b](c) "),
        },
        ("app.js", "a.py", "a.rs", "data.json", "Makefile", "Dockerfile", "w.yml", "README.md"),
    )


def malformed() -> Hostile:
    text = "{]\x01 : - &a *b !!x\t: 'unclosed\n" * 50
    named = (
        "a.yml",
        "package.json",
        "tsconfig.json",
        "Cargo.lock",
        "Pipfile.lock",
        "composer.lock",
    )
    return Hostile(dict.fromkeys(READ_BY_NAME, text), named)


def no_text() -> Hostile:
    named = ("package-lock.json", "Cargo.lock", "go.sum", "yarn.lock")
    return Hostile(dict.fromkeys(READ_BY_NAME, b"\xff\xfe\x00a: [\x80" * 3_000), named)


def other_values() -> Hostile:
    values = ("", "null", "[]", "0", '"x"', "~", "---\n---\n", "\ufeff", "{}", "- a")
    return Hostile(
        {name: values[at % len(values)] for at, name in enumerate(READ_BY_NAME)}, ("a.yml",)
    )


def many_jobs() -> Hostile:
    jobs = "".join(
        f"  j{number}: {{needs: j{number - 1}, runs-on: x, steps: [{{run: a}}]}}\n"
        for number in range(1, 10_001)
    )
    return Hostile({f"{FLOW}many.yml": f"on: push\njobs:\n{jobs}"}, ("many.yml",), seconds=60.0)


def bombs() -> Hostile:
    letters = "abcdefghijklmnopqrst"
    doubling = "".join(
        f"{after}: &{after} [{', '.join([f'*{before}'] * 10)}]\n"
        for before, after in pairwise(letters)
    )
    text = f"a: &a [x, x]\n{doubling}jobs: *t\non: push\nservices: *t\n"
    merging = "m0: &m0 {k: v}\n" + "".join(
        f"m{n}: &m{n} {{<<: [{', '.join(f'*m{max(0, n - back)}' for back in range(1, 7))}]}}\n"
        for n in range(1, 200)
    )
    named = ("b.yml", "merge.yml", "docker-compose.yml", ".gitlab-ci.yml", "action.yml")
    return Hostile(
        {
            **dict.fromkeys((f"{FLOW}b.yml", "docker-compose.yml", ".gitlab-ci.yml"), text),
            "action.yml": text,
            "pnpm-lock.yaml": text,
            f"{FLOW}merge.yml": merging,
        },
        named,
    )


def deep() -> Hostile:
    depth = 50_000
    return Hostile(
        {
            "package.json": '{"a":' * depth + "1" + "}" * depth,
            "package-lock.json": "[" * depth * 4,
            "composer.lock": '{"packages":[' * depth,
            "tsconfig.json": "[" * depth,
            "uv.lock": "a=" + "[" * depth,
            "pyproject.toml": f"[a{'.a' * depth}]\n",
            "Cargo.toml": "a = " + "{a=" * depth,
            f"{FLOW}e.yml": "- " * depth,
            f"{FLOW}d.yml": "\n".join(" " * level + "a:" for level in range(1_000)),
            "deep.py": "".join(" " * level + "if x:\n" for level in range(900)),
            "deep.c": "{" * depth,
            "deep.rs": "mod a {\n" * depth,
        },
        ("package.json", "package-lock.json", "composer.lock", "d.yml", "uv.lock"),
    )


def long_lock(name: str, entry: str, start: str = "", end: str = "") -> Hostile:
    count = 100_000 if name.endswith(".json") else 30_000
    entries = "".join(entry.replace("N", str(number)) for number in range(count))
    text = f"{start}{entries}{end}"
    return Hostile({name: text.replace("1.0.0", "1.0.1", 3)}, (), ((name, text),), 20.0)


NPM = ' "node_modules/pN": {\n  "version": "1.0.0"\n },\n'
LOCKS = {
    "package-lock.json": (NPM, '{"packages": {\n', ' "": {}\n}}\n'),
    "yarn.lock": ('pN@^1:\n  version "1.0.0"\n\n',),
    "pnpm-lock.yaml": ("  pN@1.0.0:\n    a: b\n", "packages:\n"),
    "go.sum": ("a.b/pN v1.0.0 h1:abc=\n",),
    "Cargo.lock": ('[[package]]\nname = "pN"\nversion = "1.0.0"\n\n',),
}


def endings() -> Hostile:
    text = "a = 1\r\nb = 2\rc = 3\n\r\n# TODO(2020-01-01): x\r\n"
    named = (f"{FLOW}a.yml", "package.json")
    return Hostile(dict.fromkeys((*READ_BY_NAME[:6], "a.py", "a.js", "README.md"), text), named)


def links() -> Hostile:
    return Hostile(
        {
            "loop/a": symlink("../loop/b"),
            "loop/b": symlink("a"),
            "self": symlink("self"),
            f"{FLOW}w.yml": symlink("../../x"),
            "package.json": symlink("package.json"),
            "package-lock.json": symlink("/dev/zero"),
            "Makefile": symlink("/dev/stdin"),
            "CLAUDE.md": symlink("../../../etc/passwd"),
            "x.py": symlink("y.py"),
            "y.py": submodule(),
            "Cargo.lock": submodule("2" * 40),
            "long": symlink("x" * 4_000),
        },
        ("Cargo.lock", "y.py"),
        (("x.py", "a = 1\n"), ("y.py", "b = 1\n")),
    )


def paths() -> Hostile:
    longest = "/".join(["d" * 200] * 20)
    lost = "def gone_function_here():\n    pass\n"
    return Hostile(
        {
            f"{longest}/a.py": "def other():\n    pass\n",
            "-rf.py": "import os\n",
            f"{FLOW}-x.yml": "on: push\njobs: {a: {needs: b}}\n",
            "a\nb/package.json": "{",
            "\udcff/Makefile": "all: x\n\ty\n",
            "$(touch x)/Dockerfile": "FROM x\nCOPY nothere /\n",
            "`id`.md": "see `a/b.py`\n",
            '"q".ts': "export function zz() {}\n",
        },
        ("-x.yml", "package.json"),
        ((f"{longest}/a.py", lost), (f"{'x/' * 2_000}a.py", "from d import gone_function_here\n")),
    )


def floods() -> Hostile:
    defined = "".join(f"export const name_{number} = {number};\n" for number in range(25_000))
    used = "import * as a from './a'\n" + "".join(f"a.name_{n};\n" for n in range(20_000))
    return Hostile(
        {
            "a.js": "export const q = 1;\n",
            "AGENTS.md": "".join(f"- NEVER use `forbidden_{n}`\n" for n in range(20_000)),
            "claims.md": "`src/gone/file.py` is used\n" * 30_000,
            "todo.py": "# TODO(2020-01-01): x\nbreakpoint()\n" * 10_000,
        },
        ("stale-reference", "rule-vs-example", "doc-claims"),
        (("a.js", defined), ("b.js", used)),
        25.0,
    )


CASES: dict[str, Callable[[], Hostile]] = {
    "long lines": long_lines,
    "malformed": malformed,
    "no text": no_text,
    "other values": other_values,
    "many jobs": many_jobs,
    "bombs": bombs,
    "deep": deep,
    "endings": endings,
    "links": links,
    "paths": paths,
    "floods": floods,
    **{f"long {name}": partial(long_lock, name, *parts) for name, parts in LOCKS.items()},
}


def reviewed(repository: Repository) -> tuple[dict[str, Any], float]:
    """The report and the processor time of everything that made it, coverage not counted."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(
        [*POSTIL, "review", "--repo", repository.path, "main~1..main", "--json"],
        env={key: value for key, value in surroundings().items() if "COV" not in key},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=300,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    assert ran.returncode in (0, 1), ran.stderr
    assert b"Traceback" not in ran.stderr
    used = (after.ru_utime - before.ru_utime) + (after.ru_stime - before.ru_stime)
    return json.loads(ran.stdout), used


@pytest.mark.parametrize("name", CASES)
def test_hostile_contents_are_bounded_and_said(name: str, tmp_path: Path) -> None:
    case = CASES[name]()
    repository = Repository(tmp_path / "repository")
    repository.commit(dict(case.base))
    repository.commit(case.head)
    report, seconds = reviewed(repository)
    assert [seat for seat in report["seats"] if "crashed" in seat["reason"]] == []
    assert seconds <= case.seconds
    subjects = [gap["subject"] for gap in report["gaps"]]
    assert [part for part in case.names if not any(part in said for said in subjects)] == []
    assert bool(case.names) == bool(subjects)

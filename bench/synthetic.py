"""Builds repositories of a given size with a change of a given size, fast and always the same."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

_WORDS = [
    "account",
    "address",
    "amount",
    "archive",
    "balance",
    "batch",
    "buffer",
    "budget",
    "cache",
    "catalog",
    "channel",
    "client",
    "cluster",
    "config",
    "context",
    "counter",
    "customer",
    "dataset",
    "device",
    "digest",
    "document",
    "endpoint",
    "event",
    "export",
    "feature",
    "filter",
    "folder",
    "frame",
    "gateway",
    "handler",
    "header",
    "history",
    "import",
    "index",
    "invoice",
    "journal",
    "kernel",
    "ledger",
    "limit",
    "listing",
    "locale",
    "logger",
    "mailbox",
    "manifest",
    "market",
    "matrix",
    "member",
    "message",
    "metric",
    "module",
    "monitor",
    "network",
    "notice",
    "object",
    "option",
    "order",
    "output",
    "packet",
    "parcel",
    "parser",
    "partner",
    "payment",
    "policy",
    "portal",
    "prefix",
    "profile",
    "project",
    "proxy",
    "query",
    "queue",
    "record",
    "region",
    "registry",
    "release",
    "report",
    "request",
    "reserve",
    "result",
    "route",
    "runner",
    "sample",
    "schema",
    "search",
    "segment",
    "sensor",
    "server",
    "session",
    "shard",
    "signal",
    "socket",
    "source",
    "stream",
    "summary",
    "symbol",
    "table",
    "target",
    "ticket",
    "timer",
    "token",
    "trace",
    "transfer",
    "update",
    "upload",
    "user",
    "vector",
    "vendor",
    "version",
    "worker",
]

MOST_EDITED = 1_500
"""Fewer than the cap on changed files, so that the whole change is looked at."""

WORKFLOW_PATH = ".github/workflows/build.yml"
WORKFLOW = """\
name: build
on: [push]
permissions: {}
jobs:
  build:
    runs-on: ubuntu-24.04
    outputs:
      version: ${{ steps.read.outputs.version }}
    steps:
      - id: read
        run: echo "version=1" >> "$GITHUB_OUTPUT"
  test:
    needs: build
    runs-on: ubuntu-24.04
    steps:
      - run: echo "${{ needs.build.outputs.version }}"
"""


def build(folder: Path, *, files: int, changed_lines: int, functions: int = 6) -> tuple[str, str]:
    """A repository with two commits; returns their ids. The change edits and adds files.

    Six functions make a file of 700 bytes, 27 one of 3 kB, as large projects have them.
    """
    dice = random.Random(files)
    before = {f"{_path(number)}": _source(number, functions, dice) for number in range(files)}
    before[WORKFLOW_PATH] = WORKFLOW
    after = dict(before)
    after[WORKFLOW_PATH] = WORKFLOW.replace("version=1", "version=2")
    after[_path(0)] = _renamed(before[_path(0)])
    written = 2
    for number in range(1, min(files, MOST_EDITED)):
        if written >= changed_lines // 2:
            break
        path = _path(number)
        text = before[path]
        after[path] = text.replace(f"value_{number}_2", f"amount_{number}_2") + _addition(number)
        written += 12
    fresh = 0
    while written < changed_lines:
        count = min(400, changed_lines - written)
        after[f"src/fresh/part_{fresh}.py"] = _long_source(fresh, count)
        written += count
        fresh += 1
    _import(folder, before, after)
    ids = subprocess.run(
        ["git", "-C", folder, "rev-parse", "main~1", "main"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    return ids[0], ids[1]


def _renamed(source: str) -> str:
    """The first function under a new name, so that the whole tree must be searched for the old."""
    name = source.split("(", maxsplit=1)[0].removeprefix("def ")
    return source.replace(name, f"{name}_anew")


def _path(number: int) -> str:
    kind = ("py", "js", "go")[number % 3]
    return f"src/{_WORDS[number % len(_WORDS)]}/area_{number // 200}/unit_{number}.{kind}"


def _source(number: int, functions: int, dice: random.Random) -> str:
    names = [f"{dice.choice(_WORDS)}_{dice.choice(_WORDS)}_{number}_{n}" for n in range(functions)]
    return "\n".join(_function(number, n, name) for n, name in enumerate(names)) + "\n"


def _function(number: int, position: int, name: str) -> str:
    match number % 3:
        case 0:
            return (
                f"def {name}(value):\n    # keeps value_{number}_{position} in range\n"
                f"    value_{number}_{position} = value + {position}\n"
                f"    return value_{number}_{position} * 2\n"
            )
        case 1:
            return (
                f"export function {name}(value) {{\n  const value_{number}_{position} = value;\n"
                f"  return value_{number}_{position} + {position};\n}}\n"
            )
        case _:
            return (
                f"func {name}(value int) int {{\n\tvalue_{number}_{position} := value\n"
                f"\treturn value_{number}_{position} + {position}\n}}\n"
            )


def _addition(number: int) -> str:
    return "\n" + _function(number, 9, f"extra_{number}") + "\n"


def _long_source(part: int, lines: int) -> str:
    return "".join(
        f"def fresh_{part}_{n}(value):\n    total = value + {n}\n    return total\n\n"
        for n in range(-(-lines // 4))
    )


def _import(folder: Path, before: dict[str, str], after: dict[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["git", "init", "-q", "-b", "main", str(folder)], check=True)
    with subprocess.Popen(
        ["git", "-C", str(folder), "fast-import", "--quiet"], stdin=subprocess.PIPE
    ) as importer:
        assert importer.stdin is not None  # noqa: S101 - asked for a pipe just above
        for piece in _stream(before, after):
            importer.stdin.write(piece)
    subprocess.run(["git", "-C", str(folder), "branch", "-q", "topic", "main"], check=True)


def _stream(before: dict[str, str], after: dict[str, str]) -> Iterator[bytes]:
    changed = {path: text for path, text in after.items() if before.get(path) != text}
    for message, files in (("Start", before), ("Change", changed)):
        yield f"commit refs/heads/main\ncommitter Bench <bench@example.invalid> {1_700_000_000} +0000\n".encode()
        yield f"data {len(message)}\n{message}\n".encode()
        for path, text in files.items():
            data = text.encode()
            yield f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n"
        yield b"\n"

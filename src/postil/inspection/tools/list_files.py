"""Lists the files at head, a folder at a time or by a glob."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from postil.domain.paths import matches
from postil.inspection.tools import Found, Ground, Wording
from postil.inspection.tools._arguments import schema, words

NAME = "list_files"
DESCRIPTION = (
    "What a folder holds (folders with their number of files), or all files a glob matches."
)
SCHEMA = schema(glob=words(200, default=""))
MOST = 100


def run(ground: Ground, arguments: Mapping[str, Any]) -> Found:
    glob = arguments["glob"].removeprefix("./")
    folder = glob.rstrip("/")
    paths = ground.head.paths()
    if not folder or (ground.head.exists(folder) and folder not in paths):
        entries, what = _inside(folder, ground), f"Entries of the folder `{folder or '.'}`"
    else:
        entries, what = (
            sorted(path for path in paths if matches(glob, path)),
            f"Files that `{glob}` matches",
        )
    heading = f"{what}: {len(entries):,}."
    if len(entries) > MOST:
        heading += f" The first {MOST} are shown; narrow it down."
    return Found(heading, (Wording("", tuple(("", entry) for entry in entries[:MOST])),))


def _inside(folder: str, ground: Ground) -> list[str]:
    """Folders, each with the number of files below it, then files."""
    front = f"{folder}/" if folder else ""
    below = Counter[str]()
    files = []
    for path in ground.head.paths():
        if not path.startswith(front):
            continue
        name, slash, _ = path.removeprefix(front).partition("/")
        if slash:
            below[name] += 1
        else:
            files.append(name)
    folders = [f"{name}/ ({count:,})" for name, count in sorted(below.items())]
    return [*folders, *sorted(files)]

"""Options of a command line that a program declares as the fields of a struct or a function."""

from __future__ import annotations

import re
from collections.abc import Iterable

from postil.domain.change import Change, FileStatus
from postil.ports import Tree

_DERIVES = re.compile(
    r"#\[derive\([^)\n]{0,200}\b(?:Parser|Args|Subcommand|StructOpt|FromArgs)\b|\btyper\b"
)
_FIELD = re.compile(r"\A\s{1,40}(?:pub(?:\([a-z]{1,20}\))? )?([a-z]\w{1,100})\s{0,4}:")


_PREFIXED = re.compile(r"\bf[\"']--\{\w{1,60}\}([\w-]{2,80})[\"']")


def is_put_together(flag: str, added: Iterable[tuple[int, str]]) -> bool:
    """Whether a new line writes the end of an option behind a beginning that a variable holds."""
    return any(
        flag.endswith(f"-{end}") for _, text in added for end in _PREFIXED.findall(text[:2_000])
    )


def derived_options(change: Change, head: Tree) -> frozenset[str]:
    """The fields that the change wrote into files whose options are named after their fields."""
    found: set[str] = set()
    for file in change.files:
        if file.status is FileStatus.DELETED or not file.path.endswith((".rs", ".py")):
            continue
        fields = [match[1] for _, text in file.added if (match := _FIELD.match(text[:200]))]
        if fields and _DERIVES.search(head.read(file.path) or ""):
            found.update(fields)
    return frozenset(found)

"""Which replacements we offer to apply with one click, and which we only describe."""

from __future__ import annotations

from collections.abc import Sequence

from postil.domain.paths.kinds import is_ci
from postil.domain.visible import visible

_MOST_LINES = 200
_LONGEST_LINE = 2_000
_CLICKS_TOO_MUCH = (".postil.toml", "CODEOWNERS", ".pre-commit-config.yaml")
_MARK = "<!-- postil"


def refusal(
    path: str, *, replaced: Sequence[str], lines: Sequence[str], has_credential: bool
) -> str:
    """Why the lines are not offered as a suggestion; empty when they are.

    Whether they hold a credential is said by whoever can tell.
    """
    name = path.rpartition("/")[2]
    if is_ci(path) or name in _CLICKS_TOO_MUCH:
        return f"`{name}` decides what runs; such a change is made by hand"
    if has_credential:
        return "the replacement holds what looks like a credential"
    if list(replaced) == list(lines):
        return "the replacement changes nothing"
    if len(lines) > _MOST_LINES or any(len(line) > _LONGEST_LINE for line in lines):
        return "the replacement is too long to read before it is applied"
    if any(visible(line) != line or _MARK in line.lower() for line in lines):
        return "the replacement holds characters that cannot be shown as they are"
    return ""

"""What the operator asks of one review, as far as understanding the change needs to know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from postil.domain.brief import Effort

Defines = Callable[[str, Sequence[str]], bool]
"""Whether lines added to the file at this path hold a new definition."""


def _none_known(_path: str, _lines: Sequence[str]) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """How to look at a change and what was given along with it.

    `context` is the operator's free text; `issues` are the linked issues that could be read,
    each with its id (`#12`) and text; `noise` are further globs of files that do not count.
    """

    effort: Effort = Effort.AUTO
    has_spec: bool = False
    has_repo: bool = True
    context: str = ""
    issues: tuple[tuple[str, str], ...] = ()
    noise: tuple[str, ...] = ()
    defines: Defines = _none_known

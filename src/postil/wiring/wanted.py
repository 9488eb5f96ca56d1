"""What a person asked to have reviewed, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from postil.domain.brief import Effort
from postil.workspaces.git import Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a person asked to have reviewed, and how."""

    target: Target = field(default_factory=Target)
    repo: str = "."
    flags: Mapping[str, object] = field(default_factory=dict)
    config: str | None = None
    effort: Effort = Effort.AUTO
    has_spec: bool = False
    only: Sequence[str] = ()
    with_model: bool = True
    sarif: Sequence[str] = ()

"""What a person asked to have reviewed, and how."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from postil.domain.brief import Effort
from postil.workspaces.git import Target


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """What a person says about earlier reviews of the change; empty where nothing is said.

    `prior` is a file with the findings of the last one and `feedback` a file with replies to
    them; `last_sha` is the commit that was reviewed, `fix_range` the commits that answered it.
    `only_since` asks for findings in what changed since, and in nothing else.
    """

    prior: str = ""
    feedback: str = ""
    last_sha: str = ""
    fix_range: str = ""
    only_since: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a person asked to have reviewed, and how.

    `spec` are files or texts, `instructions` is a file; `second_opinion` asks for one whatever
    the change is. `store` is where reviews are kept: a path, `none`, or None for the usual place;
    `everything` has all of it read again.
    """

    target: Target = field(default_factory=Target)
    repo: str = "."
    flags: Mapping[str, object] = field(default_factory=dict)
    config: str | None = None
    effort: Effort = Effort.AUTO
    spec: Sequence[str] = ()
    test_direction: str = ""
    instructions: str | None = None
    second_opinion: bool = False
    only: Sequence[str] = ()
    with_model: bool = True
    with_network: bool = True
    sarif: Sequence[str] = ()
    store: str | None = None
    everything: bool = False
    earlier: Earlier = Earlier()

"""What a person asked to have reviewed, in the words of the command line."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from postil.domain.errors import UserError


class Scope(StrEnum):
    """Which work counts: what is committed, what is staged, or everything in the working tree."""

    COMMITTED = "committed"
    STAGED = "staged"
    WORK_TREE = "worktree"


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A range, a branch or a commit in `revision`; or nothing, with `base`, `head` and `scope`.

    Empty text means not given.
    """

    revision: str = ""
    base: str = ""
    head: str = ""
    scope: Scope = Scope.COMMITTED

    def __post_init__(self) -> None:
        if self.revision and (self.base or self.head):
            raise UserError(
                f"`{self.revision}` already says what to compare; drop `--base` and `--head`."
            )
        if self.scope is not Scope.COMMITTED and (self.revision or self.head):
            given = self.revision or self.head
            raise UserError(
                f"`--{self.scope}` reviews uncommitted work and `{given}` names commits; drop one."
            )


@dataclass(frozen=True, slots=True)
class Range:
    """`A..B` compares the two as they are, `A...B` from their common commit."""

    base: str
    head: str
    from_common: bool


def as_range(revision: str) -> Range | None:
    """The two ends of a range, HEAD where one is left empty; None when it is not a range."""
    for dots in ("...", ".."):
        base, found, head = revision.partition(dots)
        if found:
            return Range(base or "HEAD", head or "HEAD", from_common=dots == "...")
    return None

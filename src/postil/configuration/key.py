"""What a setting is: where it lives in the policy, what fits, who may set it, and its words."""

from __future__ import annotations

from dataclasses import dataclass
from operator import attrgetter

from postil.configuration.shapes import Shape
from postil.configuration.sources import ANYONE, SourceKind
from postil.domain.policy import Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One setting: where it lives in the policy, what fits, who may set it, and its words.

    `name` is what people write; a dot separates a table from its key. `field` is the place
    in the policy, empty for what is not a plain field. `example` is TOML.
    """

    name: str
    shape: Shape
    help: str
    example: str
    field: str = ""
    sources: frozenset[SourceKind] = ANYONE

    @property
    def table(self) -> str:
        """The table the key stands in; empty for the top of the file."""
        return self.name.rpartition(".")[0]

    @property
    def leaf(self) -> str:
        return self.name.rpartition(".")[2]

    @property
    def variable(self) -> str:
        return "POSTIL_" + self.name.replace(".", "_").upper()

    @property
    def repository_may_set(self) -> bool:
        return SourceKind.REPOSITORY in self.sources

    def of(self, policy: Policy) -> object:
        """The value a policy has; nothing for what is no plain field."""
        return attrgetter(self.field)(policy) if self.field else ()

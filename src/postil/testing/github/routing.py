"""Which request goes where: templates as GitHub publishes them, holes with slashes included."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from postil.testing.github.desk import Desk
from postil.testing.github.permissions import Need
from postil.testing.github.state.accounts import Access, Role
from postil.testing.github.wire import Reply

SLASHES = frozenset({"path", "basehead", "ref"})
"""Holes whose value may hold slashes; the published description does not say so."""

_HOLE = re.compile(r"\{(\w+)\}")

Answer = Callable[[Desk], Reply]


@dataclass(frozen=True, slots=True)
class Route:
    """`needs` is None where no repository is concerned."""

    method: str
    template: str
    answer: Answer
    needs: Need | None = None
    sentences: bool = False
    """Whether errors of a 422 are sentences, as they are for reviews."""

    published: bool = True
    """Whether the description of the REST interface knows it."""

    _pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        parts = _HOLE.split(self.template)
        holes = "".join(
            f"(?P<{part}>{'.+' if part in SLASHES else '[^/]+'})" if place % 2 else re.escape(part)
            for place, part in enumerate(parts)
        )
        object.__setattr__(self, "_pattern", re.compile(rf"\A{holes}\Z"))

    def matches(self, method: str, path: str) -> Mapping[str, str] | None:
        found = self._pattern.match(path) if method == self.method else None
        if found is None:
            return None
        return {name: unquote(value) for name, value in found.groupdict().items()}


def read(*permissions: str) -> Need:
    return Need(permissions=permissions)


def write(*permissions: str, role: Role = Role.READ) -> Need:
    return Need(permissions=permissions, access=Access.WRITE, role=role)

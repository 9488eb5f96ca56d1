"""Which files of a large change do not count towards its size, each with the rule that says so."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from postil.domain.brief import Noise
from postil.domain.change import ChangedFile
from postil.domain.paths import (
    is_generated,
    is_lockfile,
    is_migration,
    is_minified,
    is_seed_data,
    is_snapshot,
    matches,
)

FILTER_ABOVE = 1_000

_RULES: tuple[tuple[str, Callable[[str], bool]], ...] = (
    ("lock file", is_lockfile),
    ("snapshot", is_snapshot),
    ("minified", is_minified),
    ("generated", is_generated),
    ("seed data", is_seed_data),
    ("migration SQL", lambda path: is_migration(path) and path.lower().endswith(".sql")),
)


@dataclass(frozen=True, slots=True)
class Sifted:
    """The files that count, and those that do not."""

    files: tuple[ChangedFile, ...]
    noise: tuple[Noise, ...]

    @property
    def lines(self) -> int:
        return sum(file.size for file in self.files)


def sift(files: Iterable[ChangedFile], *, globs: tuple[str, ...] = ()) -> Sifted:
    """Set noise apart, in changes of more than 1,000 lines only: a small change is read whole."""
    changed = tuple(files)
    if sum(file.size for file in changed) <= FILTER_ABOVE:
        return Sifted(changed, ())
    kept: list[ChangedFile] = []
    noise: list[Noise] = []
    for file in changed:
        rule = _rule_for(file.path, globs)
        if rule is None:
            kept.append(file)
        else:
            noise.append(Noise(path=file.path, rule=rule, lines=file.size))
    return Sifted(tuple(kept), tuple(noise))


def _rule_for(path: str, globs: tuple[str, ...]) -> str | None:
    for glob in globs:
        if matches(glob, path):
            return f"configured as `{glob}`"
    return next((rule for rule, fits in _RULES if fits(path)), None)

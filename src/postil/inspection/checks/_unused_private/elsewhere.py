"""Tells whether another file than its own uses a private thing."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from postil.domain import paths
from postil.inspection.checks._unused_private.things import SCRIPTS, Reach, Thing
from postil.ports import Hit, Hits

_OF_C = frozenset({"c", "cpp"})
_QUOTES = "\"'`"
_MARKUP = (".html", ".htm", ".xaml", ".axaml", ".razor", ".cshtml", ".vue", ".svelte", ".erb")


@dataclass(frozen=True)
class Elsewhere:
    """What the search of the tree found for the names in question."""

    found: Mapping[str, Hits]

    def uses(self, thing: Thing) -> bool:
        """Whether another file that can reach it holds the name; also when that cannot be told."""
        hits = self.found.get(thing.word)
        if thing.reach in (Reach.BLOCK, Reach.FILE):
            seen = hits.hits if hits is not None and thing.reach is Reach.FILE else ()
            return _is_taken_in(thing, seen)
        if hits is None or hits.total > len(hits.hits):
            return True
        return any(
            hit.path != thing.path and not _is_silent(hit.path) and _reaches(thing, hit)
            for hit in hits.hits
        )


def _is_taken_in(thing: Thing, hits: Sequence[Hit]) -> bool:
    """Whether a file of C beside it uses the name without a definition of its own: it includes the
    whole file then.
    """
    if paths.language_of(thing.path) not in _OF_C:
        return False
    own = re.compile(rf"\A\s{{0,20}}(?:static|inline)\b[^;]{{0,200}}\b{re.escape(thing.word)}\b")
    beside = [
        hit
        for hit in hits
        if hit.path != thing.path
        and hit.path.rpartition("/")[0] == thing.path.rpartition("/")[0]
        and paths.language_of(hit.path) in _OF_C
    ]
    defining = {hit.path for hit in beside if own.match(hit.text)}
    return any(hit.path not in defining for hit in beside)


def _is_silent(path: str) -> bool:
    """Whether a mention in this file is no use: history, foreign or squeezed code."""
    return (
        paths.is_changelog(path)
        or paths.is_vendored(path)
        or paths.is_minified(path)
        or paths.is_lockfile(path)
        or paths.is_snapshot(path)
    )


def _reaches(thing: Thing, hit: Hit) -> bool:
    if thing.reach is Reach.TREE:
        return True
    if thing.reach is Reach.FOLDER:
        nearby = hit.path.rpartition("/")[0] == thing.path.rpartition("/")[0]
        return nearby or "go:linkname" in hit.text
    if hit.path.endswith(_MARKUP) or any(
        f"{mark}{thing.word}{mark}" in hit.text for mark in _QUOTES
    ):
        return True
    language = paths.language_of(thing.path)
    if language in SCRIPTS:
        return paths.is_test(hit.path)
    return language == "csharp" and paths.language_of(hit.path) == "csharp"

"""A new thin helper replaces three or more direct calls, and other direct calls remain elsewhere.

The helper is a function that the change adds and whose body makes one call; replacements are
counted in the change, remaining calls are looked up in the files that it does not touch.

Why it matters: a helper is written because the bare call lacked a guard, a default or a log
line. Wherever the bare call stays it still lacks that, while the change reads as if all were done.

Stays quiet when: fewer than three calls were replaced, the helper wraps several calls or an
everyday one, or what remains stands in tests, comments, strings, vendored or generated files,
in touched files, or means another function of the same name.

Silence it: write `postil: allow helper-rollout` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "helper-rollout"` to `.postil.toml`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain.change import Change
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.paths import is_test
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Inspection, Needles
from postil.inspection.checks._helper_rollout_wrappers import (
    LONGEST_LINE,
    Wrapper,
    binds,
    family_of,
    is_left_alone,
    new_wrappers,
)
from postil.ports import Hit, Hits, Tree
from postil.syntax import Import, Role, definitions, imports, role_at

NAME = "helper-rollout"
DIMENSION = Dimension.CONSISTENCY
SEVERITY = Severity.LOW
ROOT = Root.CODE
ASKS_TREE = True

LEAST_REPLACED = 3
MOST_LISTED = 10
MOST_WRAPPERS = 500
_CERTAIN = 90
_LIKELY = 60
_MOST_LEFT = 5
"""Calls left for each one replaced: a helper for the smaller part is not meant for the rest."""
_OF_CLASSES = frozenset({"java", "ruby"})
"""Where a call without a receiver is one of the class it stands in, or of its parents."""
_EXAMPLES = frozenset({"examples", "example", "docs", "doc", "demo", "demos", "benchmarks"})
_SOURCE_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Rollout:
    """A wrapper, how many direct calls the change replaced by it, and in which files.

    A helper for tests is no demand on the code they test, and one that was put to use in one
    folder is none on others.
    """

    wrapper: Wrapper
    replaced: int
    files: tuple[str, ...] = ()

    @property
    def only_in_tests(self) -> bool:
        return all(map(is_test, self.files))

    def reaches(self, path: str) -> bool:
        """Whether a file lies where the change put the helper to use."""
        folders = {posixpath.dirname(file) for file in self.files}
        here = posixpath.dirname(path)
        if len(folders) == 1:
            folders.add(posixpath.dirname(self.wrapper.path))
            return any(_is_within(here, folder) or _is_within(folder, here) for folder in folders)
        return _is_within(here, posixpath.commonpath(folders))


def _is_within(folder: str, other: str) -> bool:
    return f"{folder}/".startswith(f"{other}/" if other else "")


def activates(change: Change) -> str | None:
    files = [file for file in change.files if family_of(file.path) and file.added]
    return f"{len(files)} files may add a helper" if files else None


def inspect(change: Change, head: Tree, base: Tree) -> Inspection:
    wrappers = list(new_wrappers(change, base=base, head=head))
    rollouts = [
        rollout
        for wrapper in wrappers
        if (rollout := _rollout(change, wrapper)).replaced >= LEAST_REPLACED
    ]
    if len(rollouts) > MOST_WRAPPERS:
        yield _too_many(len(rollouts))
    rollouts = rollouts[:MOST_WRAPPERS]
    found = yield Needles(frozenset(_needle(rollout.wrapper) for rollout in rollouts))
    for rollout in rollouts:
        hits = found[_needle(rollout.wrapper)]
        remaining = [
            hit
            for hit in _remaining(rollout.wrapper, hits, change=change, head=head)
            if rollout.reaches(hit.path) and (is_test(hit.path) or not rollout.only_in_tests)
        ]
        if 0 < len(remaining) <= _MOST_LEFT * rollout.replaced:
            yield _remark(rollout, remaining)


def _needle(wrapper: Wrapper) -> str:
    return f"{wrapper.call}("


def _rollout(change: Change, wrapper: Wrapper) -> Rollout:
    """How many direct calls were removed where the same file gained calls of the wrapper."""
    total = 0
    files: list[str] = []
    for file in change.files:
        if family_of(file.path) != wrapper.family:
            continue
        gone = sum(_calls(text, wrapper.call) for _, text in file.removed)
        come = sum(
            _calls(text, wrapper.name, bare=False)
            for line, text in file.added
            if (file.path, line) != (wrapper.path, wrapper.line)
        )
        total += min(gone, come)
        if gone and come:
            files.append(file.path)
    return Rollout(wrapper, total, tuple(files))


def _calls(line: str, call: str, *, bare: bool = True) -> int:
    """How often a line calls it; `bare` leaves out what stands behind a dot or an arrow."""
    text = line[:LONGEST_LINE]
    count = 0
    position = text.find(f"{call}(")
    while position >= 0:
        count += _starts_at(text, position, bare=bare)
        position = text.find(f"{call}(", position + len(call))
    return count


def _starts_at(text: str, position: int, *, bare: bool) -> bool:
    before = text[position - 1 : position] if position else ""
    if before.isalnum() or before in ("_", "$"):
        return False
    return not (bare and before in (".", ":", ">", "\\", "@"))


def _remaining(wrapper: Wrapper, hits: Hits, *, change: Change, head: Tree) -> Iterator[Hit]:
    """The direct calls in files that the change leaves alone, in order of path and line."""
    by_path: dict[str, list[Hit]] = {}
    for hit in hits.hits:
        if _is_candidate(wrapper, hit, change):
            by_path.setdefault(hit.path, []).append(hit)
    for path in sorted(by_path):
        text = head.read(path)
        if text is None or is_left_alone(path, text) or not _means_the_same(wrapper, path, text):
            continue
        defined = {found.line for found in definitions(path, text) if found.name == wrapper.call}
        for hit in sorted(by_path[path], key=lambda entry: entry.line):
            column = hit.text.find(_needle(wrapper))
            if hit.line not in defined and role_at(path, text, hit.line, column) is Role.CODE:
                yield hit


def _is_candidate(wrapper: Wrapper, hit: Hit, change: Change) -> bool:
    return (
        family_of(hit.path) == wrapper.family
        and not change.touches(hit.path)
        and not _EXAMPLES.intersection(hit.path.split("/"))
        and _calls(hit.text, wrapper.call) > 0
        and _is_in_reach(wrapper, hit.path)
    )


def _is_in_reach(wrapper: Wrapper, path: str) -> bool:
    """Whether a file may call the wrapper; an underscore alone keeps nobody from it."""
    if wrapper.exported or wrapper.family in ("python", "ruby"):
        return True
    return wrapper.family == "go" and posixpath.dirname(path) == posixpath.dirname(wrapper.path)


def _means_the_same(wrapper: Wrapper, path: str, text: str) -> bool:
    """Whether the call's first word is in this file what it is beside the wrapper."""
    bound = {entry.local: entry for entry in imports(path, text)}
    here = bound.get(wrapper.root)
    if wrapper.brought is not None:
        return here is not None and _source(here) == _source(wrapper.brought)
    if wrapper.call_is_own and wrapper.family in _OF_CLASSES:
        return False
    own = {found.name for found in definitions(path, text) if not found.owner}
    return wrapper.root not in own and not binds(path, text, wrapper.root)


def _source(entry: Import) -> tuple[str, str]:
    """What an import names, however far away the file is."""
    found = _SOURCE_WORD.findall(entry.source)
    return entry.name, found[-1] if found else ""


def _remark(rollout: Rollout, remaining: list[Hit]) -> Remark:
    wrapper, first = rollout.wrapper, remaining[0]
    return Remark(
        title=f"`{wrapper.call}` is still called directly beside the new `{wrapper.name}`",
        slug=NAME,
        severity=SEVERITY,
        dimension=DIMENSION,
        root=ROOT,
        quotes=(
            Quote(path=first.path, text=first.text, line=first.line),
            Quote(path=wrapper.path, text=wrapper.text, line=wrapper.line),
        ),
        failure_mode=(
            f"The change puts `{wrapper.name}` in the place of {rollout.replaced} calls; "
            "this one goes without what the helper adds."
        ),
        mitigation=f"Call `{wrapper.name}` here too, or say why this call stays direct.",
        claim=Claim(Shape.OTHER, wrapper.call),
        confidence=_CERTAIN if wrapper.brought is not None else _LIKELY,
        details=_details(remaining),
    )


def _details(remaining: list[Hit]) -> str:
    others = [f"`{hit.path}:{hit.line}`" for hit in remaining[1:MOST_LISTED]]
    parts = []
    if others:
        parts.append(f"Also at {', '.join(others)}.")
    if len(remaining) > MOST_LISTED:
        parts.append(f"{len(remaining) - MOST_LISTED} more places are not listed.")
    return " ".join(parts)


def _too_many(count: int) -> Gap:
    return Gap(
        subject=f"check `{NAME}`",
        reason=f"the change adds more helpers than can be followed ({count})",
        required=True,
        remedy="split the change",
    )

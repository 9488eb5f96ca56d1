"""A new thin helper replaces three or more direct calls, and other direct calls remain elsewhere.

The helper is a function that the change adds and whose body makes one call that was replaced; replacements are
counted in the change, remaining calls are looked up in the files that it does not touch.

Why it matters: a helper is written because the bare call lacked a guard, a default or a log
line. Wherever the bare call stays it still lacks that, while the change reads as if all were done.

Stays quiet when: fewer than three calls were replaced, the helper wraps several calls or an
everyday one, or what remains stands in tests, comments, strings, vendored or generated files,
in touched files, or means another function of the same name, lacks the constants that the helper
took over, is given more than the helper has room for, or has no object whose method the helper is;
or when no fewer calls remain than were replaced, in three files or more; or when the helper is private to
the one file that uses it.

Silence it: write `postil: allow helper-rollout` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "helper-rollout"` to `.postil.toml`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from postil.domain.change import Change
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.paths import is_test, without_address
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Inspection, Needles
from postil.inspection.checks._helper_rollout.crates import crates_of
from postil.inspection.checks._helper_rollout.exchanges import Exchanges
from postil.inspection.checks._helper_rollout.programs import (
    MAIN,
    is_program,
    is_shared_check,
    is_unchecked,
)
from postil.inspection.checks._helper_rollout.sameness import Rollout, calls_in, chosen, rollout_of
from postil.inspection.checks._helper_rollout.spelling import LONGEST_LINE, spelled
from postil.inspection.checks._helper_rollout.wrappers import (
    Wrapper,
    binds,
    family_of,
    is_left_alone,
    new_wrappers,
)
from postil.inspection.line_roles import LineRoles
from postil.ports import Hit, Hits, Tree
from postil.syntax import Import, Role, definitions, imports, role_at, supports

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
_LINES_OF_CALL = 6
_MOST_LEFT = 5
"""Calls left for each one replaced: a helper for the smaller part is not meant for the rest."""
_SEVERAL = 3
"""Files from which on calls left are no oversight, unless more were replaced."""
_SWEPT = 10
"""Calls that were replaced for each one that is left."""
_OF_CLASSES = frozenset({"java", "ruby"})
"""Where a call without a receiver is one of the class it stands in, or of its parents."""
_EXAMPLES = frozenset({"examples", "example", "docs", "doc", "demo", "demos", "benchmarks"})
_SOURCE_WORD = re.compile(r"\w+")


def activates(change: Change) -> str | None:
    files = [file for file in change.files if family_of(file.path) and file.added]
    return f"{len(files)} files may add a helper" if files else None


def inspect(change: Change, head: Tree, base: Tree) -> Inspection:
    wrappers = list(new_wrappers(change, base=base, head=head))
    exchanges = Exchanges(change)
    found_out = [rollout_of(exchanges, wrapper) for wrapper in wrappers]
    rollouts = list(chosen(found_out, LEAST_REPLACED))
    if len(rollouts) > MOST_WRAPPERS:
        yield _too_many(len(rollouts))
    rollouts = rollouts[:MOST_WRAPPERS]
    found = yield Needles(frozenset(_needle(rollout.wrapper) for rollout in rollouts))
    for rollout in rollouts:
        hits = found[_needle(rollout.wrapper)]
        remaining = [
            hit
            for hit in _remaining(rollout, hits, change=change, head=head)
            if is_test(hit.path) or not rollout.only_in_tests
        ]
        if remaining and not (_is_custom(rollout, remaining, head) or rollout.is_for_one_file):
            told = _remark(rollout, remaining)
            yield told.as_mild() if _is_thorough(rollout, remaining) else told


def _is_custom(rollout: Rollout, remaining: list[Hit], head: Tree) -> bool:
    """Whether the direct call is how this tree does it, and the helper is for a part that differs."""
    files = {hit.path for hit in remaining}
    is_apart = not any(_is_to_follow(rollout, path, head.read(path) or "", head) for path in files)
    is_narrow = is_apart or len(files) >= _SEVERAL
    most = rollout.replaced - 1 if is_narrow else _MOST_LEFT * rollout.replaced
    return len(remaining) > most


def _needle(wrapper: Wrapper) -> str:
    return wrapper.call


def _remaining(rollout: Rollout, hits: Hits, *, change: Change, head: Tree) -> Iterator[Hit]:
    """The direct calls in files that the change leaves alone, in order of path and line."""
    wrapper = rollout.wrapper
    by_path: dict[str, list[Hit]] = {}
    for hit in hits.hits:
        if _is_candidate(wrapper, hit, change):
            by_path.setdefault(hit.path, []).append(hit)
    for path in sorted(by_path):
        text = head.read(path)
        if text is None or is_left_alone(path, text) or not rollout.has_object(text):
            continue
        if not _means_the_same(wrapper, path, text) or _is_of_other_crate(wrapper, text, head):
            continue
        is_for_it = _is_to_follow(rollout, path, text, head)
        if is_for_it or (is_program(path, text) and is_shared_check(rollout, path, head)):
            hits_here = sorted(by_path[path], key=lambda entry: entry.line)
            yield from _alike(rollout, hits_here, text, is_for_it=is_for_it)


def _alike(rollout: Rollout, hits: list[Hit], text: str, *, is_for_it: bool) -> Iterator[Hit]:
    """The hits of one file that do what the replaced calls did; another program's only unchecked."""
    wrapper, path = rollout.wrapper, hits[0].path
    defined = {found.line for found in definitions(path, text) if found.name == wrapper.call}
    lines = text.split("\n")
    for hit in hits:
        if hit.line in defined or not _is_code(wrapper, hit, text):
            continue
        near = lines[hit.line - 1 : hit.line + _LINES_OF_CALL]
        around = "\n".join(near)
        call = next(calls_in(spelled(around, wrapper.family), wrapper.call), None)
        if call is None or not (rollout.could_take(call) and rollout.is_like(around)):
            continue
        if is_for_it or is_unchecked(rollout, call, near):
            yield hit


def _is_code(wrapper: Wrapper, hit: Hit, text: str) -> bool:
    """Whether the call is one, and no part of a comment or of a text."""
    if not supports(hit.path):
        return wrapper.call in LineRoles(text, wrapper.family).code(hit.line)
    column = hit.text.find(wrapper.call)
    return role_at(hit.path, text, hit.line, column) is Role.CODE


def _is_candidate(wrapper: Wrapper, hit: Hit, change: Change) -> bool:
    return (
        family_of(hit.path) == wrapper.family
        and not change.touches(hit.path)
        and not _EXAMPLES.intersection(without_address(hit.path).split("/"))
        and any(calls_in(spelled(hit.text[:LONGEST_LINE], wrapper.family), wrapper.call))
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


def _is_of_other_crate(wrapper: Wrapper, text: str, head: Tree) -> bool:
    """Whether a file of Rust has what the call begins with from elsewhere, as `tokio::fs`."""
    if wrapper.family != "rust":
        return False
    here = crates_of(text, wrapper.root)
    there = crates_of(head.read(wrapper.path) or "", wrapper.root)
    return bool(here and there) and here.isdisjoint(there)


def _is_to_follow(rollout: Rollout, path: str, text: str, head: Tree) -> bool:
    """Whether the helper is for this file too, by where it lies or by what it imports already."""
    is_tied = _is_tied(rollout, path, text)
    has_package = posixpath.dirname(rollout.wrapper.path) not in rollout.folders
    if not rollout.reaches(path) and not (is_tied and has_package):
        return False
    return is_tied or not _is_program(rollout.wrapper, path, head)


def _is_tied(rollout: Rollout, path: str, text: str) -> bool:
    """Whether a file of Go has the helper's package already, or one that the change gave it to."""
    wrapper = rollout.wrapper
    if wrapper.family != "go" or not wrapper.exported or wrapper.owner:
        return False
    folders = tuple(f"/{folder}" for folder in (posixpath.dirname(wrapper.path), *rollout.folders))
    return any(
        f"/{entry.source}".endswith(folder)
        for entry in imports(path, text)
        for folder in folders
        if folder != "/"
    )


def _is_program(wrapper: Wrapper, path: str, head: Tree) -> bool:
    """Whether the file is one of several programs, which stand on their own feet if nothing ties them."""
    folder, text = posixpath.dirname(wrapper.path), head.read(path) or ""
    if wrapper.family != "go" or folder in ("", posixpath.dirname(path)):
        return False
    if not MAIN.search(text[:LONGEST_LINE]):
        return False
    return sum(other.endswith("/main.go") for other in head.paths()) > 1


def _source(entry: Import) -> tuple[str, str]:
    """What an import names, however far away the file is."""
    found = _SOURCE_WORD.findall(entry.source)
    return entry.name, found[-1] if found else ""


def _is_thorough(rollout: Rollout, remaining: list[Hit]) -> bool:
    """Whether so much was replaced that what is left was looked at and means something else."""
    return rollout.replaced >= _SWEPT * len(remaining)


def _remark(rollout: Rollout, remaining: list[Hit]) -> Remark:
    wrapper, first = rollout.wrapper, remaining[0]
    return Remark(
        title=f"`{wrapper.call}` is still called directly beside the new `{rollout.shown}`",
        slug=NAME,
        severity=SEVERITY,
        dimension=DIMENSION,
        root=ROOT,
        quotes=(
            Quote(path=first.path, text=first.text, line=first.line),
            Quote(path=wrapper.path, text=wrapper.text, line=wrapper.line),
        ),
        failure_mode=(
            f"The change puts `{rollout.shown}` in the place of {rollout.replaced} calls; "
            "this one goes without what the helper adds."
        ),
        mitigation=f"Call `{rollout.shown}` here too, or say why this call stays direct.",
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

"""A function that strips or re-renders outside text leaves a neighbour behind, or renders twice.

Fences and tags that are stripped on one side only, blocks that are stripped without the heading
or separator above them, headings that a function and the one it calls both write, and values
that are encoded or decoded twice.

Why it matters: tests feed such functions the part they are about; only real input has the rest.

Stays quiet when: the function handles the neighbour in any other way, nothing shows that there is
one, the two renderings stand in different branches, or the line was there before.

Silence it: write `postil: allow data-shape` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "data-shape"` to `.postil.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Kind, Root, Severity
from postil.inspection.checks import Inspection, Needles
from postil.inspection.checks._data_shape_modules import Module
from postil.inspection.checks._data_shape_rendering import Spot, Twice, twice
from postil.inspection.checks._data_shape_samples import Sample, holding, neighbour
from postil.inspection.checks._data_shape_strips import FENCE, Source, Strip
from postil.ports import Hits, Tree
from postil.syntax import supports

NAME = "data-shape"
DIMENSION = Dimension.CORRECTNESS
SEVERITY = Severity.MEDIUM
ROOT = Root.CODE
ASKS_TREE = True

_MOST_SAMPLES = 20
_RENDERS = ("#", "<h", "json", "JSON", "scape", "encode", "decode", "quote", "b64", "btoa", "atob", "yaml")  # fmt: skip


def activates(change: Change) -> str | None:
    count = sum(_is_read(file) for file in change.files)
    return f"looked at what {count} file(s) strip and render" if count else None


def inspect(change: Change, head: Tree, base: Tree) -> Inspection:
    project = _Project(change, head, base)
    found = [(file, strip) for file in project.files for strip in project.strips(file)]
    hits: Mapping[str, Hits] = {}
    if found:
        hits = yield Needles(frozenset(text for _, strip in found for text in _spellings(strip)))
    for file, strip in found:
        remark = project.orphan(file, strip, hits)
        if remark is not None:
            yield remark
    yield from project.doubles()


def _is_read(file: ChangedFile) -> bool:
    path = file.path
    return (
        file.status is not FileStatus.DELETED
        and bool(file.added or file.removed)
        and supports(path)
        and not (paths.is_test(path) or paths.is_vendored(path) or paths.is_generated(path))
        and not paths.is_minified(path)
    )


@dataclass(frozen=True)
class _Project:
    """The change, and the files of code in it."""

    change: Change
    head: Tree
    base: Tree

    @cached_property
    def files(self) -> list[ChangedFile]:
        return [file for file in self.change.files if _is_read(file)]

    def strips(self, file: ChangedFile) -> Iterator[Strip]:
        """The strips that the change adds, or that lose what completed them."""
        marked = any(FENCE in text or "<" in text or "sub(" in text or "replace(" in text for _, text in (*file.added, *file.removed))  # fmt: skip
        if not marked:
            return
        text = self.head.read(file.path) or ""
        if FENCE not in text.replace("\\`", "`") and "<" not in text:
            return
        for strip in Source(file.path, text).strips():
            if strip.line in file.added_numbers or self._lost(file, strip) is not None:
                yield strip

    def _lost(self, file: ChangedFile, strip: Strip) -> Quote | None:
        """The removed line of the same function that took the other side."""
        if not strip.other or file.old_path is None:
            return None
        source = Source(file.old_path, self.base.read(file.old_path) or "")
        for number, text in file.removed:
            if (
                strip.other in text.replace("\\`", "`")
                and source.function(number)[0] == strip.function
            ):
                if any(strip.mark in added for _, added in file.added if strip.mark != strip.other):
                    return None
                return Quote(path=file.old_path, text=text, side=Side.OLD, line=number)
        return None

    def orphan(self, file: ChangedFile, strip: Strip, hits: Mapping[str, Hits]) -> Remark | None:
        text = self.head.read(file.path) or ""
        line = text.split("\n")[strip.line - 1]
        here = Quote(path=file.path, text=line, line=strip.line)
        there = self._lost(file, strip) or self._sample(file, strip, hits)
        if there is None and (strip.is_block or strip.mark.startswith("<")):
            return None
        left = (
            there.text.strip()[:60].replace("`", "'") if there and strip.is_block else strip.other
        )
        return _orphan(strip, (here,) if there is None else (here, there), left.replace("`", "'"))

    def _sample(self, file: ChangedFile, strip: Strip, hits: Mapping[str, Hits]) -> Quote | None:
        for path, is_own in self._candidates(file, strip, hits):
            text = self.head.read(path) or ""
            found: Sample | None = None
            if strip.is_block:
                found = neighbour(strip, path, text, is_own=is_own)
            elif not is_own:
                found = holding(strip.other, path, text)
            if found is not None:
                return Quote(path=found.path, text=found.text, line=found.line)
        return None

    def _candidates(
        self, file: ChangedFile, strip: Strip, hits: Mapping[str, Hits]
    ) -> Iterator[tuple[str, bool]]:
        """Files that show what the function is given: itself, tests that name it, data of the change."""
        yield file.path, True
        found = [hit.path for text in _spellings(strip) for hit in hits[text].hits]
        for path in list(dict.fromkeys(found))[:_MOST_SAMPLES]:
            if path == file.path or not paths.is_test(path):
                continue
            names_it = bool(strip.function) and strip.function in (self.head.read(path) or "")
            if names_it or (self.change.touches(path) and not supports(path)):
                yield path, False

    def doubles(self) -> Iterator[Remark]:
        modules = {
            file.path: Module(file.path, self.head.read(file.path) or "")
            for file in self.files
            if any(mark in text for _, text in file.added for mark in (*_RENDERS, "("))
        }
        told: set[Spot] = set()
        for double in twice(modules):
            spots = (double.first, double.second, double.call)
            is_new = any(self.change.changes(spot.path, Side.NEW, spot.line) for spot in spots)
            if is_new and double.first not in told:
                told.add(double.first)
                yield _double(double, modules)


def _spellings(strip: Strip) -> tuple[str, str]:
    """How an example can spell what is looked for: plain, or inside a template literal."""
    text = strip.other or strip.mark
    return text, text.replace("`", "\\`")


def _orphan(strip: Strip, quotes: tuple[Quote, ...], left: str) -> Remark:
    mark = strip.mark.replace("`", "'")
    return Remark(
        title=f"Stripping `{mark}` leaves `{left}` behind",
        slug="orphaned-neighbour",
        severity=SEVERITY,
        dimension=DIMENSION,
        root=ROOT,
        kind=Kind.DEFECT if len(quotes) > 1 else Kind.QUESTION,
        quotes=quotes,
        failure_mode="What is left belonged to the part that is gone and now stands in the text alone.",
        mitigation="Strip it too, and add a test whose input has all of it.",
        claim=Claim(Shape.MISMATCH if len(quotes) > 1 else Shape.OTHER, mark),
        confidence=75 if len(quotes) > 1 else 60,
        details="" if len(quotes) > 1 else "Nothing in the repository shows the whole input.",
    )


def _double(double: Twice, modules: Mapping[str, Module]) -> Remark:
    spots = dict.fromkeys((double.first, double.second, double.call))
    what = "written" if double.is_heading else "applied"
    return Remark(
        title=f"`{double.subject}` is {what} here and again in what is called",
        slug="double-rendering",
        severity=SEVERITY,
        dimension=DIMENSION,
        root=ROOT,
        quotes=tuple(
            Quote(path=spot.path, text=modules[spot.path].lines[spot.line - 1], line=spot.line)
            for spot in spots
        ),
        failure_mode="The reader sees the heading twice."
        if double.is_heading
        else "The value is encoded or decoded twice and no longer what the other side expects.",
        mitigation="Take it out of one of the two places.",
        claim=Claim(Shape.MISMATCH, double.subject),
        confidence=80,
    )

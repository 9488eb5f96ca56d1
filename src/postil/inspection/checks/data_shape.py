"""A function that strips or re-renders outside text leaves a neighbour behind, or renders twice.

Fences and tags that are stripped on one side only, blocks that are stripped without the heading
or separator above them, tables, quotes, lists, folds, links and footnotes of which only a part stays,
texts that are kept from the marker on that closes what went, headings that a function and the one it
calls, or the template it renders, both write, signs that are put around a value twice, fields that are
rendered where they are loaded and where they are shown, and values that are encoded or decoded twice.

Why it matters: tests feed such functions the part they are about; only real input has the rest.

Stays quiet when: the function handles the neighbour in any other way, nothing shows that there is
one, the two renderings stand in different branches, or the line was there before.

Silence it: write `postil: allow data-shape` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "data-shape"` to `.postil.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Quote, Remark
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Inspection, Needles
from postil.inspection.checks._data_shape.affixes import doubled
from postil.inspection.checks._data_shape.blocks import FENCE
from postil.inspection.checks._data_shape.cuts import cuts
from postil.inspection.checks._data_shape.evidence import Evidence, spellings
from postil.inspection.checks._data_shape.flows import Flows
from postil.inspection.checks._data_shape.inclusions import Inclusions
from postil.inspection.checks._data_shape.modules import Module
from postil.inspection.checks._data_shape.moves import moved
from postil.inspection.checks._data_shape.neighbourhood import Neighbourhood
from postil.inspection.checks._data_shape.orphans import Orphans
from postil.inspection.checks._data_shape.rendering import Spot, twice
from postil.inspection.checks._data_shape.rests import rests
from postil.inspection.checks._data_shape.skips import late
from postil.inspection.checks._data_shape.strips import Source, Strip
from postil.inspection.checks._data_shape.tables import headless
from postil.inspection.checks._data_shape.templates import (
    Templates,
    is_template,
    twice_with_templates,
)
from postil.inspection.checks._data_shape.wording import (
    cut_remark,
    double_remark,
    flow_remark,
    headless_remark,
    leftover_remark,
    orphan_remark,
)
from postil.ports import Hits, Tree
from postil.syntax import supports

NAME = "data-shape"
DIMENSION = Dimension.CORRECTNESS
SEVERITY = Severity.MEDIUM
ROOT = Root.CODE
ASKS_TREE = True

_MARKS = (FENCE, "<", "sub(", "replace(", "---", "Replace", "gsub")
_SEPARATES = re.compile(r"-{3}|-\+|\*\s?\\?\*|={3}|#|\*\*")
_RENDERS = ("#", "<h", "json", "JSON", "scape", "encode", "decode", "quote", "b64", "btoa", "atob", "yaml")  # fmt: skip


def activates(change: Change) -> str | None:
    count = sum(_is_read(file) or _is_template(file) for file in change.files)
    return f"looked at what {count} file(s) strip and render" if count else None


def inspect(change: Change, head: Tree, base: Tree) -> Inspection:
    project = _Project(change, head, base)
    found = [(file, strip) for file in project.files for strip in project.strips(file)]
    orphans = Orphans(change, head, base)
    flows = Flows(change, head)
    wanted = (orphans.needles | flows.needles() | project.neighbourhood.names).union(
        text for _, strip in found for text in spellings(strip)
    )
    hits: Mapping[str, Hits] = {}
    if wanted:
        hits = yield Needles(wanted)
    told: set[str] = set()
    for file, strip in found:
        remark = project.orphan(file, strip, hits)
        if remark is not None:
            told.add(file.path)
            yield remark
    for orphan in (*orphans.found(hits), *late(change, head, base, orphans, hits)):
        if orphan.function.file.path not in told:
            told.add(orphan.function.file.path)
            yield leftover_remark(orphan)
    for cut in (*cuts(project.files, head), *rests(project.files, head)):
        if cut.path not in told:
            yield cut_remark(cut)
    for table in headless(project.files):
        yield headless_remark(table)
    for end, other in flows.twice(hits):
        yield flow_remark(end, other)
    yield from project.doubles(hits)


def _is_template(file: ChangedFile) -> bool:
    return bool(file.added) and is_template(file.path) and not paths.is_vendored(file.path)


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
        marked = any(mark in text for _, text in (*file.added, *file.removed) for mark in _MARKS)
        text = (self.head.read(file.path) or "") if marked else ""
        if FENCE not in text.replace("\\`", "`") and "<" not in text and "---" not in text:
            return
        for strip in Source(file.path, text).strips():
            is_new = strip.line in file.added_numbers or strip.defined in file.added_numbers
            if self._lost(file, strip) is not None or (is_new and not self._was_there(file, strip)):
                yield strip

    def _old(self, file: ChangedFile) -> Source:
        return Source(file.old_path or "", self.base.read(file.old_path or "") or "")

    def _was_there(self, file: ChangedFile, strip: Strip) -> bool:
        """Whether the function stripped just this before, so that the change only touched the line."""
        return strip.is_block and any(
            (old.mark, old.function, old.led) == (strip.mark, strip.function, strip.led)
            for old in self._old(file).all
        )

    def _lost(self, file: ChangedFile, strip: Strip) -> Quote | None:
        """The removed line that took the other side, or what stands above the block."""
        if file.old_path is None or not file.removed:
            return None
        return self._lost_lead(file, strip) if strip.is_block else self._lost_side(file, strip)

    def _lost_lead(self, file: ChangedFile, strip: Strip) -> Quote | None:
        for old in self._old(file).all:
            place = old.defined or old.line
            if (
                old.mark == strip.mark
                and old.function == strip.function
                and _SEPARATES.search(old.led)
            ):
                text = dict(file.removed).get(place)
                return (
                    None
                    if text is None
                    else Quote(path=file.old_path or "", text=text, side=Side.OLD, line=place)
                )
        return None

    def _lost_side(self, file: ChangedFile, strip: Strip) -> Quote | None:
        source = self._old(file)
        for number, text in file.removed:
            if (
                strip.other in text.replace("\\`", "`")
                and source.function(number)[0] == strip.function
            ):
                if any(strip.mark in added for _, added in file.added if strip.mark != strip.other):
                    return None
                return Quote(path=source.path, text=text, side=Side.OLD, line=number)
        return None

    def orphan(self, file: ChangedFile, strip: Strip, hits: Mapping[str, Hits]) -> Remark | None:
        text = self.head.read(file.path) or ""
        place = strip.line
        if strip.defined in file.added_numbers and strip.line not in file.added_numbers:
            place = strip.defined
        here = Quote(path=file.path, text=text.split("\n")[place - 1], line=place)
        lost = self._lost(file, strip)
        shown = Evidence(self.change, self.head, hits).of(file.path, strip)
        if lost is None and shown is None and (strip.is_block or strip.mark.startswith("<")):
            return None
        return orphan_remark(strip, here, lost, shown)

    @cached_property
    def neighbourhood(self) -> Neighbourhood:
        modules = {
            file.path: Module(file.path, self.head.read(file.path) or "")
            for file in self.files
            if any(
                mark in text for _, text in file.added for mark in (*_RENDERS, "(", "<", '"', "`")
            )
        }
        return Neighbourhood(self.change, self.head, modules)

    def doubles(self, hits: Mapping[str, Hits]) -> Iterator[Remark]:
        near = self.neighbourhood
        modules = {**near.changed, **near.calling(hits), **near.called()}
        told: set[Spot] = set()
        templates = Templates.of(self.head) if modules else Templates(self.head, ())
        for double in (
            *twice(modules),
            *twice_with_templates(modules, templates),
            *doubled(modules),
            *moved(self.change, self.head),
            *Inclusions(self.change, self.head).twice(),
        ):
            spots = (double.first, double.second, double.call)
            is_new = any(self.change.changes(spot.path, Side.NEW, spot.line) for spot in spots)
            if is_new and double.first not in told:
                told.add(double.first)
                yield double_remark(double, self._line)

    def _line(self, spot: Spot) -> str:
        return (self.head.read(spot.path) or "").split("\n")[spot.line - 1]

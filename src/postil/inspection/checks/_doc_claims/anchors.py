"""Links to a place in a Markdown document that the document does not have, or has no longer."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus
from postil.inspection.arrivals import comes_with_others
from postil.inspection.checks._doc_claims.headings import Heading, bare
from postil.inspection.checks._doc_claims.lines import is_left_alone
from postil.inspection.checks._doc_claims.sheet import LONGEST_SHEET, AnchorLink, Sheet, is_markdown
from postil.ports import Hits, Tree

_BROKEN_ALREADY = 2
"""Broken anchors that a document had before, from which on its site makes them in its own way."""
_MOST_LOST = 60
_FIRST_LINES = 400
_OPENS_LINK = " \t(<\"'"
_MOST_COMPARED = 300
_CLOSE = 0.75
_OTHER_TIMES = re.compile(
    r"(?:^|[/_.-])(?:release[_-]?notes?|releases?|whats?[_-]?new|announc\w{0,10}|blog|_?posts|news|history|changes"
    r"|changelog\.d|news-?fragments?|licen[cs]es?|templates?|(?:issue|pull_request)_template)(?:[/_.-]|$)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Lost:
    """A heading that the change takes away; `now` is what stands in its place, if one does."""

    path: str
    old_path: str
    heading: Heading
    text: str
    now: str


@dataclass(frozen=True)
class Broken:
    """A link that leads nowhere, in the document at `path`."""

    path: str
    text: str
    link: AnchorLink
    target: str
    is_added: bool
    meant: str = ""
    lost: Lost | None = None


@dataclass(frozen=True)
class Anchors:
    """The links and headings of the documents before and after a change."""

    change: Change
    head: Tree
    base: Tree
    _read: dict[tuple[str, str], Sheet | None] = field(default_factory=dict)
    _rotten: dict[str, frozenset[tuple[str, str]]] = field(default_factory=dict)

    @cached_property
    def _files(self) -> tuple[ChangedFile, ...]:
        """The changed documents that stand at head."""
        return tuple(
            file
            for file in self.change.files
            if is_markdown(file.path) and file.status is not FileStatus.DELETED
            if not is_of_other_times(file.path) and not comes_with_others(self.change, file)
        )

    @cached_property
    def lost(self) -> tuple[Lost, ...]:
        """The headings on removed lines whose anchor no place of the document has any more."""
        return tuple(lost for file in self._files for lost in self._lost_in(file))[:_MOST_LOST]

    @property
    def needles(self) -> frozenset[str]:
        """How documents that the change leaves alone name a lost heading of another."""
        return frozenset(
            f"{lost.path.rpartition('/')[2]}#{lost.heading.slug}"
            for lost in self.lost
            if lost.heading.slug
        )

    def broken(self, found: Mapping[str, Hits]) -> Iterator[Broken]:
        inside = [one for file in self._files for one in self._in_document(file)]
        joined = {posixpath.dirname(one.path) for one in inside if self._names_neighbour(one)}
        for one in inside:
            if one.target != one.path or posixpath.dirname(one.path) not in joined:
                yield one
        untouched = {
            hit.path
            for needle in self.needles
            for hit in found.get(needle, Hits()).hits
            if is_markdown(hit.path) and not self.change.touches(hit.path)
        }
        for path in sorted(untouched):
            # A decision or proposal that nobody touches speaks of the documents of its day.
            if not is_of_other_times(path) and not is_left_alone(path):
                yield from self._left_behind(path, frozenset())

    def _names_neighbour(self, one: Broken) -> bool:
        """Whether a link within a document is called like the one beside it.

        Then a site makes one page of the documents of the folder.
        """
        if one.target != one.path:
            return False
        folder, name = posixpath.split(one.path)
        neighbour = f"{one.link.anchor.lower()}{posixpath.splitext(name)[1]}"
        return neighbour != name and self.head.exists(posixpath.join(folder, neighbour))

    def _in_document(self, file: ChangedFile) -> Iterator[Broken]:
        may_link = any("#" in text for _, text in file.added)
        sheet = self._sheet(self.head, file.path) if may_link else None
        for link in sheet.links if sheet else ():
            target = link.leads_to(file.path)
            if (
                link.line in file.added_numbers
                and self._is_missing(file.path, link, target)
                and not self._was_broken(file, link)
                and self._is_known(file.path, target, link)
            ):
                yield self._broken(file.path, link, self._cause(target, link), is_added=True)
        yield from self._left_behind(file.path, file.added_numbers)

    def _left_behind(self, path: str, added: frozenset[int]) -> Iterator[Broken]:
        """The links on lines that stay whose heading does not."""
        sheet = self._sheet(self.head, path)
        for link in sheet.links if sheet and self.lost else ():
            target = link.leads_to(path)
            lost = None if link.line in added else self._cause(target, link)
            if lost and self._is_missing(path, link, target) and self._is_known(path, target, link):
                yield self._broken(path, link, lost, is_added=False)

    def _broken(self, path: str, link: AnchorLink, lost: Lost | None, *, is_added: bool) -> Broken:
        sheet = self._sheet(self.head, path)
        text = sheet.text.split("\n")[link.line - 1] if sheet else ""
        target = link.leads_to(path)
        meant = self._meant(path, link, lost)
        return Broken(path, text, link, target, is_added=is_added, meant=meant, lost=lost)

    def _meant(self, path: str, link: AnchorLink, lost: Lost | None) -> str:
        """The link that would lead where this one is likely meant to; empty if none is close."""
        target = link.leads_to(path)
        if lost and lost.now:
            return f"{link.target}#{lost.now}"
        home = self._new_home(lost) if lost else ""
        if home and lost:
            return f"{posixpath.relpath(home, posixpath.dirname(path) or '.')}#{lost.heading.slug}"
        sheet = self._sheet(self.head, target)
        slugs = [heading.slug for heading in sheet.headings] if sheet else []
        near = get_close_matches(link.anchor.lower(), slugs[:_MOST_COMPARED], 1, _CLOSE)
        return f"{link.target}#{near[0]}" if near else ""

    def _new_home(self, lost: Lost) -> str:
        """The document of the change to which the heading moved; empty if it is nowhere."""
        for file in self._files:
            sheet = self._sheet(self.head, file.path)
            headings = sheet.headings if sheet and file.path != lost.path else ()
            if any(
                heading.slug == lost.heading.slug and heading.line in file.added_numbers
                for heading in headings
            ):
                return file.path
        return ""

    def _is_missing(self, path: str, link: AnchorLink, target: str) -> bool:
        """Whether the document is there, all of it, and the place is not."""
        if not target or (target != path and is_of_other_times(target)):
            return False
        sheet = self._sheet(self.head, target)
        if sheet is None or sheet.has(link.anchor) or not sheet.is_whole:
            return False
        return not paths.is_generated(target, sheet.text.split("\n", _FIRST_LINES)[:_FIRST_LINES])

    def _was_broken(self, file: ChangedFile, link: AnchorLink) -> bool:
        """Whether the same link stood in a document of the change before and led nowhere then."""
        if any(
            (link.anchor, link.target_name) in self._broken_at_base(other.old_path)
            for other in self.change.files
            if other.old_path and is_markdown(other.old_path)
        ):
            return True
        target = self._before(link.leads_to(file.path))
        return _named_elsewhere(file, link) and self._led_nowhere(target, link.anchor)

    def _is_known(self, path: str, target: str, link: AnchorLink) -> bool:
        """Whether the other links of these documents show that anchors are made as we think."""
        return all(
            len({anchor for anchor, _ in self._broken_at_base(self._before(one))} - {link.anchor})
            < _BROKEN_ALREADY
            for one in {path, target}
        )

    def _broken_at_base(self, path: str) -> frozenset[tuple[str, str]]:
        """The anchor and the document's name of each link that led nowhere before the change."""
        if path not in self._rotten:
            sheet = self._sheet(self.base, path)
            self._rotten[path] = frozenset(
                (link.anchor, link.target_name)
                for link in (sheet.links if sheet else ())
                if self._led_nowhere(link.leads_to(path), link.anchor)
            )
        return self._rotten[path]

    def _led_nowhere(self, target: str, anchor: str) -> bool:
        sheet = self._sheet(self.base, target)
        return sheet is not None and not sheet.has(anchor)

    def _cause(self, target: str, link: AnchorLink) -> Lost | None:
        wanted = bare(link.anchor)
        return next(
            (lost for lost in self.lost if lost.path == target and wanted in lost.heading.bare),
            None,
        )

    def _lost_in(self, file: ChangedFile) -> Iterator[Lost]:
        before = self._sheet(self.base, file.old_path or "") if file.removed else None
        after = self._sheet(self.head, file.path)
        if before is None or after is None:
            return
        removed = dict(file.removed)
        renamed = _reworded(file, before, after)
        for heading in before.headings:
            if heading.line in removed and not after.has(heading.slug):
                text = removed[heading.line]
                yield Lost(
                    file.path, file.old_path or "", heading, text, renamed.get(heading.line, "")
                )

    def _before(self, path: str) -> str:
        file = self.change.by_path.get(path)
        return path if file is None else file.old_path or ""

    def _sheet(self, tree: Tree, path: str) -> Sheet | None:
        key = ("head" if tree is self.head else "base", path)
        if key not in self._read:
            text = tree.read(path) if path and is_markdown(path) else None
            too_long = text is None or len(text) > LONGEST_SHEET
            self._read[key] = None if text is None or too_long else Sheet(text)
        return self._read[key]


def is_of_other_times(path: str) -> bool:
    """Whether nobody writes the file by hand, or it speaks of what was or of what will be filled in."""
    return (
        # A file whose name begins with an underscore is a part of other pages.
        posixpath.basename(path).startswith("_")
        or paths.is_vendored(path)
        or paths.is_generated(path)
        or paths.is_test(path)
        or paths.is_changelog(path)
        or _OTHER_TIMES.search(path[:1000]) is not None
    )


def _named_elsewhere(file: ChangedFile, link: AnchorLink) -> bool:
    """Whether a removed line has the anchor after the address of a page, however that is spelled."""
    mark = f"#{link.spelled}"
    befores = (text.partition(mark)[0][-1:] for _, text in file.removed if mark in text)
    return any(before and before not in _OPENS_LINK for before in befores)


def _reworded(file: ChangedFile, before: Sheet, after: Sheet) -> dict[int, str]:
    """The new anchor for each line of an old heading in whose place one of the same level stands."""
    old = {heading.line: heading for heading in before.headings}
    new = {heading.line: heading for heading in after.headings}
    found: dict[int, str] = {}
    for hunk in file.hunks:
        gone: list[Heading] = []
        came: list[Heading] = []
        for line in [*hunk.lines(), None]:
            if line is None or line.mark == " ":
                if [one.level for one in gone] == [one.level for one in came]:
                    found |= {one.line: other.slug for one, other in zip(gone, came, strict=True)}
                gone, came = [], []
            elif line.mark == "-" and line.old in old:
                gone.append(old[line.old])
            elif line.mark == "+" and line.new in new:
                came.append(new[line.new])
    return found

"""Headings that a template has and that the template or layout it brings in has as well."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus
from postil.inspection.checks._data_shape.headings import bare, field_on
from postil.inspection.checks._data_shape.rendering import Spot, Twice
from postil.inspection.checks._data_shape.templates import headings_of, is_template
from postil.ports import Tree

_BRINGS = re.compile(
    r"\{%-?\s?(?P<kind>include|extends|import|render|layout|partial)\s?\(?[\"'](?P<jinja>[\w./-]{1,100})[\"']"
    r"|\{%-?\s?include(?:_relative)?\s(?P<liquid>[\w./-]{1,100})"
    r"|\{\{[#~]?>\s?(?P<bars>[\w./-]{1,100})|\{\{-?\s?(?:template|partial)\s[\"'](?P<go>[\w./-]{1,100})[\"']"
    r"|<%-?=?\s?(?:render|include|partial)\s?\(?\s?(?:partial:\s?)?[\"'](?P<erb>[\w./-]{1,100})[\"']"
    r"|@(?P<blade_kind>include|extends|component)\([\"'](?P<blade>[\w./-]{1,100})[\"']"
)
_NAMES = ("jinja", "liquid", "bars", "go", "erb", "blade")
_LAYOUT = re.compile(r"\Alayout:\s{0,4}[\"']?(?P<name>[\w./-]{1,60})[\"']?\s{0,4}\Z")
_OPENED = re.compile(r"\{%-?\s{0,4}(?:if|unless|for|block)\b|\{\{[-~]?\s{0,4}(?:#\w|if\b|range\b|with\b|block\b|define\b)|<%-?\s{0,4}(?:if|unless|.{1,60}\bdo\b)")  # fmt: skip
_CLOSED = re.compile(
    r"\{%-?\s{0,4}end\w{0,12}|\{\{[-~]?\s{0,4}(?:/\w|end\b)|<%-?\s{0,4}(?:end\b|\})"
)
_BLOCK = re.compile(r"\{%-?\s{0,4}(?:end)?block\b[^%\n]{0,80}%\}")
_REPLACED = re.compile(r"\{%-?\s{0,4}block\b|\{\{-?\s{0,4}block\b|@yield|@section")
_MOST_TEMPLATES = 40
_MOST_LINES = 3_000
_MOST_BROUGHT = 20
_MOST_OTHERS = 400


@dataclass(frozen=True)
class Inclusions:
    change: Change
    head: Tree

    @cached_property
    def _by_name(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self.head.paths():
            if is_template(path) and not paths.is_vendored(path):
                found.setdefault(_stem(path), []).append(path)
        return found

    @cached_property
    def _changed(self) -> list[ChangedFile]:
        return [
            file
            for file in self.change.files
            if is_template(file.path) and file.added and file.status is not FileStatus.DELETED
        ][:_MOST_TEMPLATES]

    def twice(self) -> Iterator[Twice]:
        """Every heading on both sides of an inclusion of which the change wrote one."""
        changed = {file.path for file in self._changed if _writes(file)}
        if not changed:
            return
        others = [path for places in self._by_name.values() for path in places][:_MOST_OTHERS]
        for path in others:
            text = self.head.read(path) or ""
            for line, name, is_layout in _brought(text):
                place = self._at(name, path)
                if place is None or place == path or changed.isdisjoint((path, place)):
                    continue
                yield from self._both(path, place, line, is_layout=is_layout)

    def _at(self, name: str, path: str) -> str | None:
        """The template of that name: the only one, or the only one that ends as the name says."""
        places = self._by_name.get(_stem(name), [])
        folder = name.rpartition("/")[0]
        kept = [each for each in places if f"/{folder}/" in f"/{each}"] if folder else places
        alike = [each for each in kept if _ending(each) == _ending(path)]
        return alike[0] if len(alike) == 1 else None

    def _both(self, path: str, place: str, line: int, *, is_layout: bool) -> Iterator[Twice]:
        there = _headings(self.head.read(place) or "", is_layout=is_layout)
        own = self.head.read(path) or ""
        for key, number in _headings(own, is_layout=False).items():
            if key in there:
                yield Twice(
                    subject=key.lstrip("# "),
                    first=Spot(path, number),
                    second=Spot(place, there[key]),
                    call=Spot(path, line),
                    is_heading=True,
                    is_template=True,
                )


def _writes(file: ChangedFile) -> bool:
    return any("<h" in text or text.lstrip().startswith("#") for _, text in file.added)


def _stem(path: str) -> str:
    name = path.replace(".blade", "").rpartition("/")[2].partition(".")[0]
    return name.lstrip("_").lower() or path


def _ending(path: str) -> str:
    return path.rpartition(".")[2]


def _brought(text: str) -> Iterator[tuple[int, str, bool]]:
    """The templates that a template names, each with its line and whether it is put around it."""
    found = 0
    depth = 0
    for number, line in enumerate(text.split("\n")[:_MOST_LINES], start=1):
        short = line[:500]
        layout = _LAYOUT.match(short) if number < _MOST_BROUGHT else None
        if layout:
            yield number, layout["name"], True
        for match in _BRINGS.finditer(short) if depth <= 0 or "extends" in short else ():
            name = next(match[each] for each in _NAMES if match[each])
            if match["blade"]:
                name = name.replace(".", "/")
            kind = match["kind"] or match["blade_kind"] or ""
            found += 1
            if found <= _MOST_BROUGHT and kind != "import":
                yield number, name, kind in ("extends", "layout")
        depth += _deeper(_BLOCK.sub("", short))


def _deeper(line: str) -> int:
    return len(_OPENED.findall(line)) - len(_CLOSED.findall(line))


def _headings(text: str, *, is_layout: bool) -> dict[str, int]:
    """The headings that a template always shows; in a layout none of a part that may be replaced."""
    found: dict[str, int] = {}
    depth = 0
    for number, line in enumerate(text.split("\n")[:_MOST_LINES], start=1):
        short = line[:500] if is_layout else _BLOCK.sub("", line[:500])
        is_replaced = is_layout and _REPLACED.search(short) is not None
        if depth <= 0 and not is_replaced and ("<h" in short or "#" in short):
            for words, _ in headings_of(short):
                found.setdefault(bare(words), number)
            for each in field_on(short, number):
                found.setdefault(f"# {each.text}", number)
        depth += _deeper(short)
    return found

"""Headings that a change moves from a template to code, and the one it forgets in the template."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.domain import paths
from postil.domain.change import Change, ChangedFile
from postil.inspection.checks._data_shape.rendering import Spot, Twice
from postil.inspection.checks._data_shape.templates import headings_of, is_template
from postil.ports import Tree
from postil.syntax import supports

_WRITES = re.compile(
    r"[\"'`](?:\\n){0,3}#{1,6}\s?(?:\{|\$\{|#\{|%[sv]|[\"'`]\s?[+.])|<h[1-6]\b[^>\n]{0,80}>(?:\{|\$\{|#\{|%[sv]|<\?=|[\"'`]\s?[+.])"
)
_QUOTED = re.compile(r"\"([^\"\\\n]{3,60})\"|'([^'\\\n]{3,60})'|`([^`\\\n]{3,60})`")
_NEAR = 15
_MOST_FILES = 40
_MARK = re.compile(r"\A#{1,6}\s+")


def moved(change: Change, head: Tree) -> Iterator[Twice]:
    """Every heading of a template that the code beside it newly writes by name."""
    for file in change.files:
        if not _is_code(file):
            continue
        if not any(
            ("#" in text or "<h" in text) and _WRITES.search(text) for _, text in file.added
        ):
            continue
        named = list(_named(file))
        for path in _templates(change, head, file):
            left = {_MARK.sub("", text): line for text, line in headings_of(head.read(path) or "")}
            gone = _removed(change, path)
            for text, line in named:
                if text in left and (
                    _has_sibling(named, line, gone) or _is_given(head, file, path)
                ):
                    here = Spot(file.path, line)
                    yield Twice(
                        subject=text,
                        first=here,
                        second=here,
                        call=Spot(path, left[text]),
                        is_heading=True,
                        is_template=True,
                    )


def _is_code(file: ChangedFile) -> bool:
    return supports(file.path) and bool(file.added) and not paths.is_test(file.path)


def _named(file: ChangedFile) -> Iterator[tuple[str, int]]:
    for number, text in file.added:
        for match in _QUOTED.finditer(text[:1_000]):
            yield match[1] or match[2] or match[3], number


def _templates(change: Change, head: Tree, file: ChangedFile) -> list[str]:
    """The templates of the change, and those in the folders around a file of code."""
    changed = [
        each.path for each in change.files if is_template(each.path) and head.exists(each.path)
    ]
    folder = file.path.rpartition("/")[0]
    near = [path for path in head.paths() if is_template(path) and path.startswith(f"{folder}/")]
    return list(dict.fromkeys((*changed, *near)))[:_MOST_FILES]


def _removed(change: Change, path: str) -> set[str]:
    lines = [text for file in change.files if file.path == path for _, text in file.removed]
    return {_MARK.sub("", text) for text, _ in headings_of("\n".join(lines))}


def _has_sibling(named: list[tuple[str, int]], line: int, gone: set[str]) -> bool:
    """Whether a heading that left the template stands beside it in the code."""
    return any(text in gone and abs(other - line) <= _NEAR for text, other in named)


def _is_given(head: Tree, file: ChangedFile, template: str) -> bool:
    """Whether the file, or one beside it that uses it, renders that template."""
    name, stem = template.rpartition("/")[2], file.path.rpartition("/")[2].partition(".")[0]
    folder = file.path.rpartition("/")[0]
    if name in (head.read(file.path) or ""):
        return True
    near = [path for path in head.paths() if path.rpartition("/")[0] == folder and supports(path)]
    for path in near[:_MOST_FILES]:
        text = head.read(path) or ""
        if (
            path != file.path
            and not paths.is_test(path)
            and name in text
            and re.search(rf"\b{re.escape(stem)}\b", text)
        ):
            return True
    return False

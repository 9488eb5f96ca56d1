"""Tells what a page's program names from what its markup only happens to call so."""

from __future__ import annotations

import re

from postil.inspection.checks._stale_reference.views import View
from postil.syntax import Occurrence, Role

_EMBEDDING = {
    ".erb": ("<%", "%>"),
    ".rhtml": ("<%", "%>"),
    ".ejs": ("<%", "%>"),
    ".jsp": ("<%", "%>"),
    ".phtml": ("<?", "?>"),
}
"""Pages that are text but for what stands between such marks."""
_BLADE = ".blade.php"
_SHOWN = re.compile(r"(?:(?<!\{)\{\{|\{!!|@\w{1,40} ?\()(?:(?!\}\}|!!\})[^\n]){0,80}\Z")
"""What Blade takes for PHP at the end of a line's beginning: its braces, and what directives are given."""
_COMPONENTS = (".vue", ".svelte", ".astro", ".mdx")
_ATTRIBUTE = re.compile(r"(?<![\w:@.#*\[\]()-])([\w:@.#*\[\]()-]{1,80})=[\"']\Z")
_LIVE = (":", "@", "#", "v-", "*", "[", "(")
"""How the attributes open whose values are code."""
_VALUE = re.compile(r"(?<![\w:-])[\w:-]{1,80}=[\"'][\w -]{0,80}\Z")
_SELECTED = re.compile(r"(?:\A|[\"'\s])(?:[a-z]\w{0,20}[#.]|[\w-]{0,40}\[[\w-]{1,40}=[\"']?)\Z")
_SELECTS = re.compile(
    r"\b(?:fill_in|click_(?:on|link|button)|find(?:_field|_link|_button|_by_id)?|within|attach_file"
    r"|uncheck|choose|have_(?:css|selector|field|button|link)|getElementById|querySelector(?:All)?"
    r"|getBy\w{1,20}|data-\w{1,40}=)[ (:]{0,3}[\"'][^\"']{0,80}\Z"
)
"""Asks a page for a part of it by the word the page gave it."""


def is_program(view: View, use: Occurrence) -> bool:
    """Whether a place of a page lies in its program; everything else does but in pages of text."""
    if view.path.endswith(_BLADE):
        return _is_in_blade(view, use)
    marks = next((_EMBEDDING[end] for end in _EMBEDDING if view.path.endswith(end)), None)
    if marks is None:
        return True
    before = "\n".join([*view.lines[: use.line - 1], view.lines[use.line - 1][: use.column]])
    return before.rfind(marks[0]) > before.rfind(marks[1])


def _is_in_blade(view: View, use: Occurrence) -> bool:
    """Whether Blade runs that place: no comment, and reached as only PHP does, or between its marks."""
    line = view.lines[use.line - 1][: use.column]
    before = "\n".join([*view.lines[: use.line - 1], line])
    if before.rfind("{{--") > before.rfind("--}}"):
        return False
    return line.endswith(("->", "::")) or _SHOWN.search(line[-400:]) is not None


def is_bound(path: str, before: str, after: str) -> bool:
    """Whether a component or a template takes the value of the name: in braces, or as code."""
    if before.endswith(("{", "{{ ")) and after[:1] in ("}", " "):
        return True
    attribute = _ATTRIBUTE.search(before[-120:]) if path.endswith(_COMPONENTS) else None
    return attribute is not None and attribute[1].startswith(_LIVE) and after[:1] in ("'", '"')


def is_label(view: View, use: Occurrence) -> bool:
    """Whether a page gives one of its parts that word, or something asks a page for that part."""
    line = view.lines[use.line - 1]
    before = line[max(0, use.column - 200) : use.column]
    if _SELECTS.search(before):
        return True
    if use.role is Role.STRING:
        return _SELECTED.search(before) is not None
    return not view.is_parsed and _VALUE.search(before) is not None

"""Where a path that is not spelled from the root would be looked for."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator

from postil.domain.change import Change
from postil.domain.paths import is_fixture
from postil.inspection.checks._stale_reference.modules import ROOTS
from postil.ports import Hit, Tree
from postil.syntax import supports

_ANCHOR = re.compile(
    r"(?:((?:dirname\(\s{0,4}){0,6})(__FILE__|__DIR__|__dirname|import\.meta\.dirname)[\s)]{0,12})"
    r"\s{0,4}[.+,]\s{0,4}[\"'`]\Z|\$\{(__dirname)\}\Z"
)
_GOES_ON = ("+", ",", ".", "}", ")", "/")
_MARKUP = (".html", ".htm", ".xhtml", ".erb", ".haml", ".twig", ".hbs", ".ejs", ".jinja", ".j2")
_RENDERS = re.compile(
    r"\b(?:render|render_\w{1,40}|get_template|select_template|from_template|load_template|view|template\w{0,20})"
    r"\s{0,4}[(=:]|\{%-?\s{1,4}(?:extends|include|import|from|embed|render)\b|\{\{[#<>-]?\s{0,4}(?:template|partial|include|>)"
    r"|@(?:extends|include)\(|\bTemplate\w{0,20}\(",
    re.IGNORECASE,
)
_DRAWN = re.compile(r"[├└│]|\|--|`--|\+--")
_DRAWING = 60
_WIDEST = 2_000
_REACH = 120
_GENERATORS = frozenset({"generator", "generators", "scaffold", "scaffolds", "cookiecutter"})


def is_whole(tail: str, path: str, from_path: str) -> bool:
    """Whether the path is meant from a folder above the place, or below a root of sources."""
    if any(posixpath.join(folder, tail) == path for folder in folders_above(from_path)):
        return True
    return any(f"{root}/{tail}" == path for root in ROOTS if root)


def is_searched(tail: str, path: str, from_path: str) -> bool:
    """Whether headers are looked for in the folder that the rest of the path names."""
    above, _, root = path.removesuffix(f"/{tail}").rpartition("/")
    return root in (*ROOTS, "include", "inc", "headers") and above in folders_above(from_path)


def starts_elsewhere(tail: str, path: str, from_path: str, head: Tree) -> bool:
    """Whether a folder above the place has what the path begins with, so that it means a file there."""
    first = tail.partition("/")[0]
    return any(
        head.exists(posixpath.join(folder, first)) and not path.startswith(f"{folder}/{first}/")
        for folder in folders_above(from_path)
        if folder
    )


def anchor(token: str, hit: Hit) -> str | None:
    """The folder that code says a path beginning with a slash is joined to; None when it does not."""
    before = hit.text[: max(hit.text.find(token), 0)][-_REACH:]
    found = _ANCHOR.search(before)
    if found is None:
        return None
    above = (found[1] or "").count("dirname") - (found[2] == "__FILE__")
    folder = posixpath.dirname(hit.path)
    for _ in range(max(above, 0)):
        folder = posixpath.dirname(folder)
    return folder


def is_address(token: str, hit: Hit) -> bool:
    """Whether a text of a program, or of a page below a folder, begins with the slash of a site."""
    page = hit.path.endswith(_MARKUP) and "/" in hit.path
    if not token.startswith("/") or not (page or supports(hit.path)):
        return False
    before = hit.text[: max(hit.text.find(token), 0)]
    if before[-1:] not in ("'", '"', "`"):
        return False
    return not before[:-1].rstrip().endswith(_GOES_ON)


def is_tree_of_its_own(from_path: str) -> bool:
    """Whether paths of a file are those of another tree: of a fixture, or of what a generator makes."""
    return is_fixture(from_path) or not _GENERATORS.isdisjoint(from_path.split("/")[:-1])


def is_rendered(tail: str, now: str, hit: Hit) -> bool:
    """Whether templates are looked for below a folder of their own, where the moved one is found."""
    return now.endswith(f"/{tail}") and _RENDERS.search(hit.text[:2_000]) is not None


def is_drawn_elsewhere(path: str, hit: Hit, head: Tree) -> bool:
    """Whether a document draws a tree that has the name, but not in a folder like the path's."""
    folder = posixpath.basename(posixpath.dirname(path))
    if not folder or _DRAWN.search(hit.text[:_WIDEST]) is None:
        return False
    lines = (head.read(hit.path) or "").split("\n")[: hit.line - 1]
    return not any(
        re.search(rf"(?<![\w.-]){re.escape(folder)}(?![\w.-])", line[:_WIDEST])
        for line in lines[-_DRAWING:]
    )


def went_along(change: Change, gone: str, now: str, path: str) -> bool:
    """Whether the place and what it names moved below one new folder, and are read from there."""
    file = change.by_path.get(path)
    if file is None or file.old_path is None or not path.endswith(f"/{file.old_path}"):
        return False
    return now == path.removesuffix(file.old_path) + gone


def folders_above(path: str) -> Iterator[str]:
    """Every folder that a path lies in, the nearest first and the root last."""
    folder = posixpath.dirname(path)
    while folder:
        yield folder
        folder = posixpath.dirname(folder)
    yield ""

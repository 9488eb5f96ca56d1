"""Finds templates of a Helm chart, and what installs it, that still use a value which it lost."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import partial

from postil.domain.change import Change, FileStatus
from postil.domain.paths import is_doc
from postil.inspection.checks._stale_reference.subjects import (
    CERTAIN,
    LIKELY,
    POSSIBLE,
    Setting,
    Subject,
    old_line,
    successor,
)
from postil.inspection.checks._stale_reference.ways import way_of, ways
from postil.inspection.checks._stale_reference.words import LONGEST_LINE
from postil.ports import Hit, Tree

_VALUES = "values.yaml"
_OTHERS = re.compile(r"(?:\A|/)(?:values[\w.-]{0,60}|[\w.-]{1,60}[._-]values)\.ya?ml\Z")
_SPARED = re.compile(
    r"\bdefault\b|\bcoalesce\b|\bhasKey\b|\bdig\b|\bternary\b|\bor \b|\bfail\b|\bdeprecat|\brequired\b",
    re.IGNORECASE,
)
"""Does without the value, or says that it is not there."""
_ASKS = re.compile(r"\{\{-?\s{0,4}(?:if|else if|with|range)\b")
_ENTRY = re.compile(
    r"\A\s{0,12}(?:\|\s{0,8}|[-*+] {1,4}|#{2,6} {1,4})[`*_]{0,4}([A-Za-z][\w-]{0,60}(?:\.[\w-]{1,60}){0,8})(?![\w.-])"
)
_SET = r"--set(?:-string|-file|-json)?[ =][\"']?(?:[^\s\"']{0,400},)?"
_REACH = 4


def lost_values(change: Change, *, base: Tree, head: Tree) -> Iterator[Setting]:
    """Values that the chart's own table of them had and has not, even in a comment."""
    for file in change.files:
        path = file.old_path or file.path
        folder, _, name = path.rpartition("/")
        if name != _VALUES or file.status is FileStatus.DELETED or not file.removed:
            continue
        if not head.exists(posixpath.join(folder, "Chart.yaml")):
            continue
        after = head.read(file.path) or ""
        new, old = ways(path, after), ways(path, base.read(path) or "")
        at = {number: way for way, number in old.items()}
        for number, text in file.removed:
            way = at.get(number, "")
            if not way or way in new or _is_within(way, new, after):
                continue
            key = way.rpartition(".")[2]
            now = successor(key, text, file) or _now(way, text, set(new) - set(old), after)
            subject = Subject(name=way, noun="value", cause=old_line(file, number, text), now=now)
            asked = partial(_asked, chart=folder, is_renamed=bool(now), head=head)
            yield Setting(subject, key, asked, _defines)
            given = partial(_is_given, chart=folder, kept=frozenset(new), head=head)
            yield Setting(subject, key, given, _defines, is_harmless=True)


def _now(way: str, text: str, fresh: set[str], after: str) -> str:
    """A new value of the same table that a line with the same setting has."""
    above, _, key = way.rpartition(".")
    rest = text.partition(key)[2].strip()
    lines = after.split("\n")
    found = [
        one
        for one in fresh
        if one.rpartition(".")[0] == above
        and len(rest) > 1
        and any(line.strip() == f"{one.rpartition('.')[2]}{rest}" for line in lines)
    ]
    return found[0] if len(found) == 1 else ""


def _is_within(way: str, new: dict[str, int], after: str) -> bool:
    """Whether the table is open to any key, or a comment of it shows the value as one to be set."""
    above, _, key = way.rpartition(".")
    shown = re.search(rf"^\s{{0,40}}#.{{0,200}}?\b{re.escape(key)}\s{{0,4}}:", after, re.MULTILINE)
    line = after.split("\n")[new[above] - 1] if above in new else ""
    return shown is not None or line.split("#")[0].rstrip().endswith("{}")


def _defines(_name: str, _hit: Hit) -> bool:
    """The chart's tables were compared before anything is searched."""
    return False


def _is_given(way: str, hit: Hit, *, chart: str, kept: frozenset[str], head: Tree) -> int:
    """A line outside of templates that sets the value or explains it."""
    text = hit.text[:LONGEST_LINE]
    below = f"{chart}/" if chart else ""
    inside = hit.path.startswith((f"{below}templates/", f"{below}charts/"))
    if inside or not _is_about(hit, chart, head):
        return 0
    if _OTHERS.search(hit.path):
        others = ways(hit.path, head.read(hit.path) or "")
        is_own = hit.path.startswith(below) or len(kept & set(others)) > 1
        stands = way_of(hit.path, head.read(hit.path) or "", hit.line) == way
        return POSSIBLE if is_own and stands else 0
    whole = rf"{re.escape(way)}(?:\[\d{{1,3}}\])?="
    if re.search(_SET + whole, text):
        return LIKELY
    entry = _ENTRY.match(text) if is_doc(hit.path) else None
    if entry is None or entry[1] != way:
        return 0
    lines = (head.read(hit.path) or "").split("\n")
    entries = {each[1] for line in lines if (each := _ENTRY.match(line[:LONGEST_LINE]))}
    return LIKELY if len(entries & kept) > 1 else 0


def _is_about(hit: Hit, chart: str, head: Tree) -> bool:
    """Whether a file lies with the chart, or no other chart of the tree can be meant."""
    if not chart or hit.path.startswith(f"{chart}/"):
        return True
    charts = [path for path in head.paths() if posixpath.basename(path) == "Chart.yaml"]
    named = posixpath.basename(chart) in hit.text[:LONGEST_LINE]
    return named or len(charts) == 1


def _asked(way: str, hit: Hit, *, chart: str, is_renamed: bool, head: Tree) -> int:
    """A template that takes the value, and neither does without it nor complains of it."""
    text = hit.text[:LONGEST_LINE]
    asked = re.compile(rf"(?<!\w)(?:\$\w{{0,40}})?\.Values\.{re.escape(way)}(?![\w-])")
    own = hit.path.startswith(f"{chart}/templates/" if chart else "templates/")
    if not own or asked.search(text) is None or _SPARED.search(text):
        return 0
    lines = (head.read(hit.path) or "").split("\n")
    guards = [line for line in lines if asked.search(line[:LONGEST_LINE]) and _ASKS.search(line)]
    near = lines[hit.line : hit.line + _REACH]
    if any("fail" in line or "deprecat" in line.lower() for line in near) and _ASKS.search(text):
        return 0
    return CERTAIN if is_renamed or not guards else 0

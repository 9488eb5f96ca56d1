"""Loops that leave lines out while a flag is set, and lines that the flag is now too late for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from postil.domain.change import Change, ChangedFile, Side
from postil.domain.finding import Quote
from postil.inspection.checks._data_shape.examples import Examples
from postil.inspection.checks._data_shape.orphans import Function, Orphan, Orphans
from postil.inspection.checks._data_shape.strips import Source
from postil.ports import Hits, Tree

_TESTED = re.compile(
    r"(?:start_?s?_?[wW]ith\??|StartsWith|starts_with|HasPrefix|strip_prefix|str_starts_with)\s?\(\s?(?:[\w.$]{1,40},\s?)?[bur]?[\"'`]([^\"'`\n]{2,60})[\"'`]"
    r"|/\^([^/\n\\]{2,40})/"
)
_FLAG = re.compile(
    r"\b(\w{0,20}(?:skip|drop|ignor|omit|exclud|hid|inside|internal)\w{0,20}|in_?[A-Z_]\w{0,20})\s?:?=(?!=)\s?([^;\n}]{1,80})"
)
_NO = re.compile(r"\A(?:false|False|0|nil|null|None)\b")
_REACH = 2
_MOST_BETWEEN = 6
_DIFF = "diff --git a/x.lock b/x.lock\nindex 4c1f0a2..9be7d31 100644\n--- a/x.lock\n+++ b/x.lock\n@@ -1 +1 @@\n-a\n+b\n"


def starts(lines: list[str]) -> dict[str, int]:
    """What a line begins with that sets a flag, each with the line of the test."""
    found: dict[str, int] = {}
    for at, line in enumerate(lines):
        texts = [match[1] or match[2] for match in _TESTED.finditer(line)]
        if not texts:
            continue
        for near in (line, *lines[at + 1 : at + 1 + _REACH]):
            flag = _FLAG.search(near)
            if flag:
                if not _NO.match(flag[2].strip()):
                    found.update((text, at + 1) for text in texts if text not in found)
                break
            if near is not line and _TESTED.search(near):
                break
    return found


def late(
    change: Change, head: Tree, base: Tree, orphans: Orphans, hits: Mapping[str, Hits]
) -> Iterator[Orphan]:
    """The flags that are set further down in a text than they were before the change."""
    for file in change.files:
        if file.old_path is None or not (orphans.is_worth(file) and file.added and file.removed):
            continue
        if not any(_TESTED.search(text) for _, text in file.added):
            continue
        now = Source(file.path, head.read(file.path) or "")
        old = starts(Source(file.old_path, base.read(file.old_path) or "").lines)
        new = starts(now.lines)
        lost = {text: line for text, line in old.items() if text not in new}
        gained = [
            (text, line)
            for text, line in new.items()
            if line in file.added_numbers and text not in old
        ]
        if not lost or not gained:
            continue
        name = now.function(gained[0][1])[0]
        texts = [
            (each.path, each.text, each.lines)
            for each in Examples(change, head, hits).of(file.path, name)
        ]
        for path, text, numbers in (*texts, ("", _DIFF, ())):
            at = _above(text.split("\n"), list(lost), [text for text, _ in gained])
            if at is None:
                continue
            quotes = [_at(head, file.path, gained[0][1]), *_lost(file, text.split("\n")[at], lost)]
            if path:
                quotes.append(_at(head, path, numbers[min(at, len(numbers) - 1)]))
            if len(quotes) == 1:
                break
            yield Orphan(
                function=_looping(file, name, gained[0][1]),
                noun="line",
                row=text.split("\n")[at],
                taken=gained[0][0],
                quotes=tuple(quotes),
                is_doubled=False,
            )
            break


def _above(rows: list[str], lost: list[str], gained: list[str]) -> int | None:
    """A line where skipping began, right above the one where it begins now."""
    for at, row in enumerate(rows):
        if row.startswith(tuple(lost)) and not row.startswith(tuple(gained)):
            for below in rows[at + 1 : at + 1 + _MOST_BETWEEN]:
                if not below.strip() or below.startswith(tuple(lost)):
                    break
                if below.startswith(tuple(gained)):
                    return at
    return None


def _at(head: Tree, path: str, line: int) -> Quote:
    return Quote(path=path, text=(head.read(path) or "").split("\n")[line - 1], line=line)


def _lost(file: ChangedFile, row: str, lost: Mapping[str, int]) -> Iterator[Quote]:
    """The removed tests that began to skip at a line."""
    removed = dict(file.removed)
    for mark, number in lost.items():
        if row.startswith(mark) and number in removed:
            text, path = removed[number], file.old_path or ""
            yield Quote(path=path, text=text, side=Side.OLD, line=number)


def _looping(file: ChangedFile, name: str, place: int) -> Function:
    return Function(
        file=file, name=name, steps=[], before=[], others=[], uses=[], used=[], place=place
    )

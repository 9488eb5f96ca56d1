"""What stands beside code in comments: older code in comments that it goes on with, or choices."""

from __future__ import annotations

import re

from postil.inspection.checks._comment_hygiene.dead_code import DeadCode
from postil.inspection.checks._comment_hygiene.sheet import Sheet, indent

_MOST_ABOVE = 60
_NEAR = 20
_CLOSE = 8
_LEAST_LIVE = 2
_DRAFT = 3
_SHARED = 8
"""Letters that the names of functions of one family begin with."""
_CALL = re.compile(r"\A(?:[\w.]{1,80}\.)?(\w{2,80})\(.{0,300}\)[;,]?\s{0,4}\Z")
_OPENS_CALL = re.compile(r"\A(?:[\w.]{1,80}\.)?(\w{2,80})\(")
_UNMARKED = re.compile(r"\A\s{0,200}(?://|#)\s{0,40}")
_DEMANDS = re.compile(r"(?i)\A_?(?:assert|expect|require|verify|check|should|fail|print|log)")


def goes_on(sheet: Sheet, block: DeadCode, added: frozenset[int]) -> bool:
    """Whether a change that adds some lines only goes on with what was switched off before it.

    That is code in comments right above, or near and with the same call in its first line.
    """
    above = range(_top(sheet, block), block.first)
    if any(
        one.last in above and added.isdisjoint(range(one.first, one.last + 1))
        for one in (sheet.switched_off if len(above) > 1 else ())
    ):
        return True
    near = range(max(1, block.first - _NEAR), min(len(sheet.lines), block.last + _NEAR) + 1)
    own = _opened(sheet, block.first)
    return bool(own) and any(
        number not in added and _opened(sheet, number) == own
        for number in near
        if not sheet.roles.code(number).strip()
    )


def is_choice(sheet: Sheet, block: DeadCode) -> bool:
    """Whether all lines are calls of a family of which others are made right beside them."""
    called = [_called(sheet.line(number)) for number in range(block.first, block.last + 1)]
    if not all(called) or any(map(_DEMANDS.match, called)):
        return False
    around = (
        *range(block.first - _CLOSE, block.first),
        *range(block.last + 1, block.last + _CLOSE),
    )
    live = (_CALL.match(sheet.line(number).strip()) for number in around)
    families = {name[:_SHARED] for name in called if len(name) >= _SHARED}
    alike = [match for match in live if match and match[1][:_SHARED] in families]
    return len(alike) >= _LEAST_LIVE


def _top(sheet: Sheet, block: DeadCode) -> int:
    """The first of the lines above the block that hold nothing but comments and blanks."""
    top = block.first
    while top > max(1, block.first - _MOST_ABOVE) and not sheet.roles.code(top - 1).strip():
        top -= 1
    return top


def _opened(sheet: Sheet, number: int) -> str:
    match = _OPENS_CALL.match(_UNMARKED.sub("", sheet.line(number)))
    return match[1] if match else ""


def _called(line: str) -> str:
    match = _CALL.match(_UNMARKED.sub("", line).strip())
    return match[1] if match else ""


def stands_beside_code(sheet: Sheet, first: int, block: str) -> bool:
    """Whether several lines are off in the midst of code: the next line goes on in their column.

    That is an earlier draft left above the one that runs, as against a sample on its own.
    """
    count = block.count("\n") + 1
    column, following = indent(sheet.line(first)), sheet.line(first + count)
    if count < _DRAFT or not column or not following.strip() or indent(following) != column:
        return False
    return bool(sheet.roles.code(first + count).strip())

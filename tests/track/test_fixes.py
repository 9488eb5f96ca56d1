"""Lines that answered a review, followed to the head."""

from __future__ import annotations

from postil.track.fixes import fixes
from track.locating.scene import BODY, sides

from fakes.changes import change_between

BEFORE = {"shop.py": BODY}
FIXED = {
    "shop.py": BODY.replace("    result = 0\n", "    result = zero(items)\n    check(result)\n")
}
WRITTEN = change_between(BEFORE, FIXED).files


def test_at_the_head_itself() -> None:
    found = fixes(WRITTEN, sides(FIXED, FIXED))
    assert found.added == {"shop.py": {7, 8}}
    assert found.paths == {"shop.py"}


def test_lines_are_followed_and_an_edited_one_is_no_longer_a_fix() -> None:
    later = {"shop.py": f"import log\n\n\n{FIXED['shop.py'].replace('check(result)', 'drop(it)')}"}
    assert fixes(WRITTEN, sides(FIXED, later)).added == {"shop.py": {10}}


def test_nothing_left_of_them() -> None:
    assert fixes(WRITTEN, sides(FIXED, {})).added == {}


def test_no_more_lines_are_followed_than_anybody_writes() -> None:
    assert fixes(WRITTEN, sides(FIXED, FIXED), most=1).added == {"shop.py": {7}}

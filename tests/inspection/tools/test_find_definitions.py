"""Where names are defined, by the grammar and not by the look of a line."""

from __future__ import annotations

import pytest

from postil.inspection.tools import Excerpt, Nonsense, find_definitions
from postil.inspection.tools._mentions import MOST_FILES

from fakes.grounds import ground

LONG = "".join(f"    x = {number}\n" for number in range(30))
FILES = {
    "a.py": "class Order:\n    def total(self):\n        return 1\n\n\ndef total():\n" + LONG,
    "b.go": "package b\n\nfunc total() int { return 2 }\n",
    "c.py": "from a import total\n\n# def total\nprint(total())\n",
    "notes.txt": "total\n",
}


def places(name: str) -> tuple[str, list[tuple[str, int, int, str]]]:
    found = find_definitions.run(ground(FILES), {"name": name})
    shown = [part for part in found.parts if isinstance(part, Excerpt)]
    return found.heading, [(part.path, part.first, part.last, part.remark) for part in shown]


def test_all_that_bear_the_name() -> None:
    assert places("total") == (
        "Definitions of `total`: 3. Files with that name that are not parsed: 1.",
        [
            ("a.py", 2, 3, "method, lines 2 to 3"),
            ("a.py", 6, 17, "function, lines 6 to 36"),
            ("b.go", 3, 3, "function, lines 3 to 3"),
        ],
    )


@pytest.mark.parametrize(
    "written", ["Order.total", "Order::total()", " Order#total", "a.Order.total"]
)
def test_an_owner_narrows_it(written: str) -> None:
    heading, found = places(written)
    assert heading.startswith(f"Definitions of `{written}`: 1.")
    assert found == [("a.py", 2, 3, "method, lines 2 to 3")]


def test_nothing_found_is_said() -> None:
    assert places("absent") == ("Definitions of `absent`: 0.", [])


@pytest.mark.parametrize("name", ["two words", "a.", ".a", "()", "a-b", "x" * 201, " "])
def test_what_is_not_a_name_is_refused(name: str) -> None:
    with pytest.raises(Nonsense, match="is not a name; `search` finds any text"):
        places(name)


def test_a_common_name_is_looked_for_where_it_is_defined() -> None:
    files = {f"a{number:03}.py": "common = 1\n" for number in range(MOST_FILES + 5)}
    files["zz.py"] = "def common():\n    pass\n"
    found = find_definitions.run(ground(files), {"name": "common"})
    assert found.parts[0] == Excerpt("zz.py", 1, 2, "function, lines 1 to 2")
    assert found.heading == (
        f"Definitions of `common`: {MOST_FILES}. It stands in more files than were looked at. "
        f"The first {find_definitions.MOST} are shown."
    )
    assert len(found.parts) == find_definitions.MOST

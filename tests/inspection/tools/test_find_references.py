"""Where names are used in code."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from postil.inspection.tools import Excerpt, Nonsense, find_references
from postil.ports import Hits

from fakes.grounds import ground
from fakes.trees import MemorySearch, MemoryTree

FILES = {
    "a.py": 'def total():\n    """The total."""\n    return 1  # total\n',
    "b.py": "from a import total\n\nx = total() + total()\ny = 'total'\nz = total\n",
    "notes.md": "The total.\n",
}


def test_uses_are_told_from_the_rest() -> None:
    found = find_references.run(ground(FILES), {"name": "total"})
    assert found.heading == (
        "Lines that use `total`: 3; definitions: 1; in comments, strings and prose: 4."
    )
    assert found.parts == (
        Excerpt("b.py", 1, 1),
        Excerpt("b.py", 3, 3),
        Excerpt("b.py", 5, 5),
    )


def test_an_owner_does_not_hide_a_use() -> None:
    found = find_references.run(ground(FILES), {"name": "Order.total"})
    assert found.heading.startswith("Lines that use `total`: 3;")


def test_only_so_many_are_shown() -> None:
    many = {"a.py": "total()\n\n" * (find_references.MOST + 1)}
    found = find_references.run(ground(many), {"name": "total"})
    assert len(found.parts) == find_references.MOST
    assert found.heading == (
        "Lines that use `total`: 51; definitions: 0; in comments, strings and prose: 0. "
        "The first 50 lines are shown."
    )


class Overfull(MemorySearch):
    def search(self, needles: object) -> Mapping[str, Hits]:
        (found,) = super().search(["total"]).values()
        return {"total": Hits(found.hits, 9_000)}


def test_an_incomplete_search_is_said() -> None:
    many = replace(ground(FILES), search=Overfull(FILES))
    found = find_references.run(many, {"name": "total"})
    assert found.heading.endswith(" It stands in more files than were looked at.")


def test_a_file_that_cannot_be_read_is_passed_over() -> None:
    unread = replace(ground(FILES), head=MemoryTree({"a.py": FILES["a.py"]}))
    found = find_references.run(unread, {"name": "total"})
    assert found.parts == ()


def test_what_is_not_a_name_is_refused() -> None:
    with pytest.raises(Nonsense, match=r"`a b` is not a name"):
        find_references.run(ground(FILES), {"name": "a b"})

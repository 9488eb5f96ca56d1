"""Fixed strings with the lines around them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from postil.inspection.tools import Excerpt, Nonsense, search
from postil.ports import Hit, Hits

from fakes.grounds import ground

FILES = {
    "a.py": "x\nneedle\nx\nx\nneedle\n" + "x\n" * 10 + "needle\n",
    "docs/a.md": "needle\n",
    "b.py": "needles\n",
}


def test_near_lines_share_a_passage() -> None:
    found = search.run(ground(FILES), {"text": "needle", "glob": ""})
    assert found.heading == "Lines with `needle`: 4."
    assert found.parts == (
        Excerpt("a.py", 1, 7),
        Excerpt("a.py", 14, 18),
        Excerpt("docs/a.md", 1, 3),
    )


def test_a_glob_narrows_it() -> None:
    found = search.run(ground(FILES), {"text": "needle", "glob": "docs/"})
    assert found.heading == "Lines with `needle` in `docs/`: 1."
    assert found.parts == (Excerpt("docs/a.md", 1, 3),)


def test_nothing_found_is_said() -> None:
    found = search.run(ground(FILES), {"text": "absent", "glob": ""})
    assert (found.heading, found.parts) == ("Lines with `absent`: 0.", ())


def test_only_so_many_are_shown() -> None:
    many = {"a.py": "needle\n" * (search.MOST + 5)}
    found = search.run(ground(many), {"text": "needle", "glob": ""})
    assert found.heading == "Lines with `needle`: 55. The first 50 are shown."
    assert found.parts == (Excerpt("a.py", 1, search.MOST + search.CONTEXT),)


@dataclass
class Everywhere:
    """Finds more than it keeps."""

    def search(self, needles: object) -> dict[str, Hits]:
        return {"x": Hits((Hit("a.py", 1, "x"), Hit("b.py", 1, "x")), 7_000)}


def test_what_is_everywhere_is_not_said_to_be_counted() -> None:
    found = search.run(replace(ground({}), search=Everywhere()), {"text": "x", "glob": "a.py"})
    assert found.heading == (
        "Lines with `x` in `a.py`: 1. Only the first 2 of all files were looked at; there are more."
    )


@pytest.mark.parametrize("text", ["a\nb", "a\0b"])
def test_a_search_is_within_a_line(text: str) -> None:
    with pytest.raises(Nonsense, match="one line at a time"):
        search.run(ground(FILES), {"text": text, "glob": ""})

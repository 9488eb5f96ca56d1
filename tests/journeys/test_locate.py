"""Lines of a pull request stay found over a rebase, a rename and a move, in a real repository."""

from __future__ import annotations

from pathlib import Path

import pytest

from postil.track.locating import Answer, Kind, Question, locate
from postil.wiring import line_sides
from postil.workspaces.git import open_repository

from repositories import Repository

MAIN = """\
package shop

func Price(item Item) int {
	if item.Free {
		return 0
	}
	return item.Cost
}

func Total(items []Item) int {
	sum := 0
	for _, item := range items {
		sum += Price(item)
	}
	return sum
}
"""
BRANCH = MAIN.replace(
    "\tsum := 0\n", "\tsum := 0\n\tif len(items) > limit {\n\t\treturn overflow\n\t}\n"
)
"""What the pull request makes of it: three lines more, from line 12 on."""


def rebased(trunk: str) -> str:
    """The same three lines on a newer mainline."""
    return trunk.replace(
        "\tsum := 0\n", "\tsum := 0\n\tif len(items) > limit {\n\t\treturn overflow\n\t}\n"
    )


def ask(repository: Repository, old: str, new: str, *lines: int) -> tuple[Answer, ...]:
    with open_repository(repository.path) as opened:
        return locate(
            [Question(path="shop.go", start=line, end=line) for line in lines],
            line_sides(opened, old=old, new=new),
        )


@pytest.fixture
def shop(tmp_path: Path) -> Repository:
    repository = Repository(tmp_path / "shop")
    repository.commit({"shop.go": MAIN})
    return repository


GUARD = (
    "func Known(item Item) bool {\n\tif item.Free {\n\t\treturn true\n\t}\n\treturn false\n}\n\n"
)


@pytest.mark.parametrize(
    "trunk",
    [
        MAIN.replace("func Total", GUARD + "func Total"),
        MAIN.replace("func Price", GUARD + "func Price"),
        MAIN.replace("\tif item.Free {\n\t\treturn 0\n\t}\n", ""),
        MAIN.replace("sum += Price(item)", "sum += Price(item) * item.Amount"),
        MAIN.replace("func Total(items []Item) int {", "func Total(items []Item, tax int) int {"),
    ],
    ids=["function between", "function above", "lines removed", "edit below", "edit above"],
)
def test_every_line_of_a_rebased_pull_request_is_found(shop: Repository, trunk: str) -> None:
    base = shop.oid("main")
    before = shop.commit({"shop.go": BRANCH}, branch="topic", parents=[base])
    newer = shop.commit({"shop.go": trunk})
    after = shop.commit({"shop.go": rebased(trunk)}, branch="again", parents=[newer])
    start = rebased(trunk).split("\n").index("\tif len(items) > limit {") + 1
    found = ask(shop, before, after, 12, 13, 14)
    assert [answer.start for answer in found] == [start, start + 1, start + 2]
    assert {answer.kind for answer in found} <= {Kind.SAME, Kind.MOVED}


def test_lines_follow_a_renamed_file_between_histories_without_a_common_past(
    shop: Repository,
) -> None:
    before = shop.commit({"shop.go": BRANCH})
    after = shop.commit({"till.go": "// Copyright\n" + BRANCH}, branch="other", parents=[])
    (found,) = ask(shop, before, after, 13)
    assert (found.kind, found.path, found.start) == (Kind.MOVED, "till.go", 14)


def test_a_function_cut_here_and_pasted_there_takes_its_braces_along(shop: Repository) -> None:
    before = shop.oid("main")
    price = MAIN[MAIN.index("func Price") : MAIN.index("func Total")]
    after = shop.commit(
        {"shop.go": MAIN.replace(price, ""), "price.go": "package shop\n\n" + price}
    )
    found = ask(shop, before, after, 3, 6, 8)
    assert [(answer.path, answer.start) for answer in found] == [
        ("price.go", 3),
        ("price.go", 6),
        ("price.go", 8),
    ]


def test_removed_lines_are_deleted_and_never_the_same(shop: Repository) -> None:
    before = shop.oid("main")
    after = shop.commit({"shop.go": MAIN.replace("\tif item.Free {\n\t\treturn 0\n\t}\n", "")})
    kinds = [answer.kind for answer in ask(shop, before, after, 4, 5, 6)]
    assert kinds == [Kind.DELETED, Kind.DELETED, Kind.DELETED]

from __future__ import annotations

from dataclasses import replace

from postil.domain.change import Side
from postil.domain.finding import Evidence
from postil.render._excerpt import Shown, excerpt
from postil.render._pages import Pages

from fakes.changes import BASE, HEAD, change_between

PAGES = Pages(
    change_between(
        {"a.py": "one\ntwo\nthree\nfour\nfive\n", "b.py": "x\n"},
        {"a.py": "one\ntwo\nTHREE\nfour\nfive\n", "b.py": "x\ny\n"},
    )
)
NEW = Evidence(path="a.py", side=Side.NEW, revision=HEAD, text="THREE", start=3, end=3)


def test_new_side_with_neighbours() -> None:
    assert excerpt(NEW, PAGES) == (
        Shown(2, " ", "two", hit=False),
        Shown(3, "-", "three", hit=False),
        Shown(3, "+", "THREE", hit=True),
        Shown(4, " ", "four", hit=False),
        Shown(5, " ", "five", hit=False),
    )


def test_old_side_marks_what_was_removed() -> None:
    old = Evidence(path="a.py", side=Side.OLD, revision=BASE, text="three", start=3)
    assert [line.text for line in excerpt(old, PAGES) if line.hit] == ["three"]
    assert [line.mark for line in excerpt(old, PAGES)] == [" ", " ", "-", "+", " "]


def test_the_quote_alone_where_the_change_has_nothing() -> None:
    quote = replace(NEW, text="a\nb", start=90, end=91)
    alone = (Shown(90, " ", "a", hit=True), Shown(91, " ", "b", hit=True))
    assert excerpt(quote, PAGES) == alone
    assert excerpt(quote, None) == alone
    assert excerpt(replace(quote, path="gone.py"), PAGES) == alone
    assert excerpt(replace(quote, start=None, end=None), PAGES) == (
        Shown(None, " ", "a", hit=True),
        Shown(None, " ", "b", hit=True),
    )
    assert excerpt(replace(quote, text=""), PAGES) == ()


def test_never_many_lines() -> None:
    long = replace(NEW, text="\n".join("abcdefghijklmnopqrstuvwxyz"), start=200, end=225)
    assert len(excerpt(long, PAGES)) == 12


def test_only_the_hunk_that_holds_the_line() -> None:
    old = "\n".join(str(number) for number in range(40)) + "\n"
    new = old.replace("\n3\n", "\nthree\n").replace("\n33\n", "\nthirty-three\n")
    change = change_between({"n.txt": old}, {"n.txt": new})
    quote = Evidence(
        path="n.txt", side=Side.NEW, revision=HEAD, text="thirty-three", start=34, end=34
    )
    assert [line.text for line in excerpt(quote, Pages(change)) if line.hit] == ["thirty-three"]


def test_a_quote_over_two_hunks_shows_the_first() -> None:
    old = "\n".join(str(number) for number in range(40)) + "\n"
    new = old.replace("\n3\n", "\nthree\n").replace("\n13\n", "\nthirteen\n")
    pages = Pages(change_between({"n.txt": old}, {"n.txt": new}))
    quote = Evidence(path="n.txt", side=Side.NEW, revision=HEAD, text="x", start=4, end=10**9)
    assert [line.text for line in excerpt(quote, pages) if line.hit] == ["three", "4", "5", "6"]

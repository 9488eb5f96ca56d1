from __future__ import annotations

import pytest

from postil.domain.change import ChangedFile, FileStatus
from postil.track.locating import Answer, How, Kind, Question, Sides, locate, telling_line
from track.locating.scene import BODY, short

from fakes.trees import MemoryTree

ROWS = BODY.split("\n")


def question(
    start: int, end: int, *, context: int = 3, path: str = "a.py", symbol: str = ""
) -> Question:
    return Question(
        path=path,
        start=start,
        end=end,
        text="\n".join(ROWS[start - 1 : end]),
        before=tuple(ROWS[max(0, start - 1 - context) : start - 1]),
        after=tuple(ROWS[end : end + context]),
        symbol=symbol,
    )


def answer(asked: Question, *elsewhere: str, **files: str) -> Answer:
    named = {name.replace("_py", ".py"): text for name, text in files.items()}
    return locate([asked], Sides(new=MemoryTree(named), elsewhere=elsewhere))[0]


def test_quoted_lines_at_their_old_place_are_the_same() -> None:
    found = answer(question(9, 9), a_py=BODY)
    assert short(found) == (Kind.SAME, "a.py", 9, 9)
    assert (found.how, found.confidence) == (How.CONTENT, 90)


def test_neighbours_that_no_longer_fit_make_it_doubtful() -> None:
    strange = f"class Till:\n    tax = 3\n    rate = 4\n{ROWS[8]}\n    print(result)\n"
    found = answer(question(9, 9), a_py=strange)
    assert short(found) == (Kind.MOVED, "a.py", 4, 4)
    assert found.confidence < 70


def test_an_equal_line_that_came_to_stand_there_is_not_called_the_same() -> None:
    rows = ["import os", "", "check(all)", "wait(for_it)", "ready(now)", "wait(for_it)", "end(it)"]
    asked = Question(
        path="a.py", start=4, end=4, text=rows[3], before=tuple(rows[:3]), after=tuple(rows[4:])
    )
    assert answer(asked, a_py="\n".join(rows)).kind is Kind.SAME
    later = "x\ny\nready(now)\nwait(for_it)\nend(it)\n"
    assert answer(asked, a_py=later).kind is Kind.UNKNOWN


def test_quoted_lines_farther_down_have_moved() -> None:
    found = answer(question(8, 9), a_py="# one\n# two\n" + BODY)
    assert short(found) == (Kind.MOVED, "a.py", 10, 11)


def test_a_quote_without_context_is_enough_when_it_is_rare() -> None:
    assert short(answer(question(2, 2, context=0), a_py="\n" + BODY)) == (Kind.MOVED, "a.py", 3, 3)


def test_a_quote_that_stands_twice_is_told_apart_by_its_context() -> None:
    text = BODY + "\n\ndef other(items):\n    result = 0\n    log(items)\n    return result\n"
    assert short(answer(question(10, 10), a_py=text)) == (Kind.SAME, "a.py", 10, 10)


def test_a_quote_that_stands_twice_without_context_is_not_guessed() -> None:
    found = answer(question(9, 9, context=0), a_py=BODY + BODY)
    assert (found.kind, found.how) == (Kind.UNKNOWN, How.AMBIGUOUS)


def test_a_symbol_tells_two_equal_places_apart() -> None:
    text = "def one():\n    send(the_letter, now)\n\n\ndef two():\n    send(the_letter, now)\n"
    asked = Question(path="a.py", start=9, end=9, text="send(the_letter, now)", symbol="two")
    found = answer(asked, a_py=text)
    assert (found.kind, found.start) == (Kind.EDITED, 6)


def test_a_quote_in_another_indentation_is_edited() -> None:
    deeper = "".join(f"    {row}\n" for row in ROWS)
    assert short(answer(question(9, 9), a_py=deeper)) == (Kind.EDITED, "a.py", 9, 9)


def test_a_changed_line_is_found_between_its_neighbours() -> None:
    new = BODY.replace("result += price_of(item)", "result += price_of(item) * 2")
    found = answer(question(9, 9), a_py="\n" + new)
    assert short(found) == (Kind.EDITED, "a.py", 10, 10)
    assert found.confidence == 65


def test_a_line_that_left_its_neighbours_is_deleted() -> None:
    new = BODY.replace("        result += price_of(item)\n", "")
    assert answer(question(9, 9), a_py=new).kind is Kind.DELETED


def test_a_line_replaced_by_something_else_is_unknown() -> None:
    new = BODY.replace("        result += price_of(item)\n", "        raise Closed\n")
    found = answer(question(9, 9), a_py=new)
    assert (found.kind, found.how) == (Kind.UNKNOWN, How.NOTHING)


def test_neighbours_on_one_side_only_prove_nothing() -> None:
    new = BODY[: BODY.index("        result +=")]
    assert answer(question(9, 9), a_py=new).kind is Kind.UNKNOWN
    new = BODY[BODY.index("    return result\n") :]
    assert answer(question(9, 9), a_py=new).kind is Kind.UNKNOWN


@pytest.mark.parametrize("files", [{}, {"a_py": ""}, {"a_py": "nothing = of(the, kind)\n"}])
def test_nothing_like_it_is_unknown(files: dict[str, str]) -> None:
    found = answer(question(9, 9), **files)
    assert (found.kind, found.how) == (Kind.UNKNOWN, How.NOTHING)


def test_a_block_is_found_in_a_file_named_as_worth_searching() -> None:
    found = answer(question(7, 9), "b.py", "gone.py", b_py="# moved\n" + BODY)
    assert short(found) == (Kind.MOVED, "b.py", 8, 10)


def test_two_places_with_the_same_neighbours_are_not_guessed_between() -> None:
    without = BODY.replace("        result += price_of(item)\n", "")
    found = answer(question(9, 9), a_py=without + "\n" * 30 + without)
    assert (found.kind, found.how) == (Kind.UNKNOWN, How.AMBIGUOUS)


def test_a_changed_file_that_is_also_worth_searching_counts_once() -> None:
    sides = Sides(
        new=MemoryTree({"b.py": BODY}),
        files=(
            ChangedFile("b.py", FileStatus.ADDED),
            ChangedFile("c.py", FileStatus.DELETED, "c.py"),
        ),
        elsewhere=("b.py",),
    )
    found = locate([question(7, 9), question(8, 9)], sides)
    assert [short(each)[1:] for each in found] == [("b.py", 7, 9), ("b.py", 8, 9)]


def test_a_single_line_in_another_file_is_not_enough() -> None:
    found = answer(question(9, 9, context=0), "b.py", b_py=ROWS[8] + "\n")
    assert found.kind is Kind.UNKNOWN


@pytest.mark.parametrize("text", ["", "  \n \n"])
def test_without_words_there_is_nothing_to_search(text: str) -> None:
    asked = Question(path="a.py", start=1, end=1, text=text)
    assert answer(asked, a_py=BODY).kind is Kind.UNKNOWN


@pytest.mark.parametrize(
    ("text", "expected"),
    [("}\n  call(one)\n}", "call(one)"), ("}\n", ""), ("", ""), ("ab\nabc\nab", "abc")],
)
def test_the_line_that_says_most(text: str, expected: str) -> None:
    assert telling_line(Question(path="a", start=1, end=1, text=text)) == expected

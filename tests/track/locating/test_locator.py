from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.change import ChangedFile, FileStatus
from postil.track.locating import How, Kind, Question, Sides, locate
from postil.track.locating.linemap import LineMap
from postil.track.locating.lines import Lines
from postil.track.locating.locator import _displaced
from postil.track.locating.texts import Texts
from track.locating.scene import BODY, ask, line_of, short, sides

from fakes.trees import MemoryTree

TOP = "import money\nimport stock\n\n"
TOTAL = BODY[BODY.index("def total") : BODY.index("def receipt")]


def test_an_untouched_line_is_the_same() -> None:
    answer = ask(sides({"a.py": BODY}, {"a.py": BODY}), "a.py", 3)
    assert short(answer) == (Kind.SAME, "a.py", 3, 3)
    assert answer.confidence == 98


def test_lines_shift_with_what_is_put_above() -> None:
    both = sides({"a.py": BODY}, {"a.py": TOP + BODY})
    assert short(ask(both, "a.py", 2, 3)) == (Kind.MOVED, "a.py", 5, 6)


def test_lines_follow_a_rename() -> None:
    both = sides({"a.py": BODY}, {"b.py": TOP + BODY}, {"a.py": "b.py"})
    assert short(ask(both, "a.py", 7)) == (Kind.MOVED, "b.py", 10, 10)


def test_the_same_numbers_in_a_renamed_file_have_moved() -> None:
    both = sides({"a.py": BODY}, {"b.py": BODY}, {"a.py": "b.py"})
    assert short(ask(both, "a.py", 7)) == (Kind.MOVED, "b.py", 7, 7)


def test_a_copy_leaves_the_original_where_it_is() -> None:
    both = sides({"a.py": BODY}, {"a.py": BODY, "b.py": BODY})
    copied = Sides(
        old=both.old, new=both.new, files=(ChangedFile("b.py", FileStatus.COPIED, "a.py"),)
    )
    assert short(ask(copied, "a.py", 7)) == (Kind.SAME, "a.py", 7, 7)


def test_a_file_nobody_listed_is_compared_all_the_same() -> None:
    both = Sides(old=MemoryTree({"a.py": BODY}), new=MemoryTree({"a.py": TOP + BODY}))
    assert short(ask(both, "a.py", 2)) == (Kind.MOVED, "a.py", 5, 5)


def test_a_block_moved_within_its_file() -> None:
    new = BODY.replace(TOTAL, "") + "\n\n" + TOTAL.rstrip("\n") + "\n"
    both = sides({"a.py": BODY}, {"a.py": new})
    line = line_of(BODY, "result += price_of")
    expected = line_of(new, "result += price_of")
    answer = ask(both, "a.py", line)
    assert short(answer) == (Kind.MOVED, "a.py", expected, expected)


def test_a_block_moved_into_another_file_takes_its_small_lines_along() -> None:
    other = "# sums\n\n" + TOTAL
    both = sides(
        {"a.py": BODY, "b.py": "# sums\n"}, {"a.py": BODY.replace(TOTAL, ""), "b.py": other}
    )
    answer = ask(both, "a.py", line_of(BODY, "    result = 0"))
    assert short(answer) == (Kind.MOVED, "b.py", 4, 4)
    assert answer.how is How.BLOCK


def test_a_block_moved_out_of_a_deleted_file() -> None:
    both = sides({"a.py": BODY}, {"b.py": TOP + TOTAL})
    answer = ask(both, "a.py", line_of(BODY, "result += price_of"))
    assert short(answer) == (Kind.MOVED, "b.py", 7, 7)


def test_a_block_moved_to_another_depth_is_edited() -> None:
    deeper = "class Till:\n" + "".join(f"    {line}\n" for line in TOTAL.rstrip().split("\n"))
    both = sides({"a.py": BODY}, {"a.py": BODY.replace(TOTAL, "") + "\n\n" + deeper})
    answer = ask(both, "a.py", line_of(BODY, "result += price_of"))
    assert answer.kind is Kind.EDITED
    assert answer.start == line_of(BODY.replace(TOTAL, "") + "\n\n" + deeper, "result += price_of")


def test_a_block_pasted_twice_is_not_guessed() -> None:
    new = {"b.py": TOTAL + "x = 1\n", "c.py": TOTAL + "y = 2\n"}
    both = sides({"a.py": TOTAL}, new)
    assert ask(both, "a.py", 4).how is How.AMBIGUOUS


def test_of_two_places_the_one_in_the_definition_of_that_name_is_taken() -> None:
    loop = "    found = lookup(table, key)\n    found.refresh(now)\n"
    old = f"def first(table):\n    pass\n\n\ndef second(table):\n{loop}"
    new = f"def first(table):\n{loop}\n\ndef second(table):\n    begin()\n{loop}"
    both = sides({"a.py": old, "z.py": "1\n"}, {"b.py": new, "z.py": "1\n"})
    answer = ask(both, "a.py", 6, 7)
    assert short(answer) == (Kind.MOVED, "b.py", 8, 9)


def test_a_changed_line_is_edited_in_its_place() -> None:
    new = TOP + BODY.replace("item.cost * item.amount", "item.cost * item.count")
    answer = ask(sides({"a.py": BODY}, {"a.py": new}), "a.py", 2)
    assert short(answer) == (Kind.EDITED, "a.py", 5, 5)
    assert answer.how is How.SIMILAR
    assert 60 <= answer.confidence <= 90


def test_a_range_that_lost_a_line_is_edited_around_it() -> None:
    new = BODY.replace("    for item in items:\n", "")
    answer = ask(sides({"a.py": BODY}, {"a.py": new}), "a.py", 6, 10)
    assert short(answer) == (Kind.EDITED, "a.py", 6, 9)


def test_a_range_that_gained_a_line_is_edited() -> None:
    new = BODY.replace("    result = 0\n", "    result = 0\n    check(items)\n")
    answer = ask(sides({"a.py": BODY}, {"a.py": new}), "a.py", 6, 8)
    assert short(answer) == (Kind.EDITED, "a.py", 6, 9)


def test_a_range_torn_far_apart_is_unknown() -> None:
    between = "".join(f"    step_{n}(items)\n" for n in range(40))
    new = BODY.replace("    result = 0\n", "    result = 0\n" + between)
    answer = ask(sides({"a.py": BODY}, {"a.py": new}), "a.py", 7, 8)
    assert (answer.kind, answer.how) == (Kind.UNKNOWN, How.AMBIGUOUS)


def test_removed_lines_are_deleted() -> None:
    both = sides({"a.py": BODY}, {"a.py": BODY.replace(TOTAL, "")})
    answer = ask(both, "a.py", line_of(BODY, "result += price_of"))
    assert short(answer) == (Kind.DELETED, "", 0, 0)
    assert answer.confidence == 90


def test_a_deleted_file_takes_its_lines_along() -> None:
    assert ask(sides({"a.py": BODY}, {}), "a.py", 2).kind is Kind.DELETED


def test_a_line_that_turns_up_alone_elsewhere_is_not_called_deleted() -> None:
    both = sides({"a.py": "run(it)\n", "b.py": ""}, {"b.py": "go()\nrun(it)\n"})
    assert (ask(both, "a.py", 1).kind, ask(both, "a.py", 1).how) == (Kind.UNKNOWN, How.NOTHING)


def test_a_brace_that_turns_up_elsewhere_means_nothing() -> None:
    both = sides({"a.c": "go();\n}\n"}, {"b.c": "x\n}\n"})
    assert ask(both, "a.c", 2).kind is Kind.DELETED


def test_an_edit_that_could_be_either_of_two_lines_is_unknown() -> None:
    old = "top of it all\nsend(mail, now)\nend of it all\n"
    new = "top of it all\nsend(mail, later)\nsend(mail, never)\nend of it all\n"
    answer = ask(sides({"a.py": old}, {"a.py": new}), "a.py", 2)
    assert (answer.kind, answer.how) == (Kind.UNKNOWN, How.AMBIGUOUS)


def test_a_range_of_which_only_one_end_is_like_anything_is_unknown() -> None:
    old = "top of it all\nsend(mail, now)\nforget everything\nend of it all\n"
    new = "top of it all\nsend(mail, later)\nend of it all\n"
    answer = ask(sides({"a.py": old}, {"a.py": new}), "a.py", 2, 3)
    assert (answer.kind, answer.how) == (Kind.UNKNOWN, How.NOTHING)


def test_a_stray_brace_is_answered_with_doubt() -> None:
    old, new = "one x\n}\ntwo x\n", "eins y\n}\nzwei y\n"
    answer = ask(sides({"a.c": old}, {"a.c": new}), "a.c", 2)
    assert (answer.kind, answer.confidence) == (Kind.SAME, 60)


def test_one_of_two_places_for_a_blank_is_answered_with_doubt() -> None:
    old, new = "aa aa\n}\nbb bb\n", "aa aa\n}\nnew new\n}\nbb bb\n"
    assert ask(sides({"a.c": old}, {"a.c": new}), "a.c", 2).confidence == 60


@pytest.mark.parametrize("line", [2, 3, 4])
def test_which_of_equal_lines_was_removed_is_not_guessed(line: int) -> None:
    old, new = "top it\nsame(x)\nsame(x)\nsame(x)\nend it\n", "top it\nsame(x)\nsame(x)\nend it\n"
    answer = ask(sides({"a.c": old}, {"a.c": new}), "a.c", line)
    assert (answer.kind, answer.how) == (Kind.UNKNOWN, How.AMBIGUOUS)


def test_an_edge_that_was_pasted_with_its_block_went_along() -> None:
    cut = "void close_door() {\n  turn(the_key);\n  walk(away);\n}\n"
    old = "void open_door() {\n  push(it);\n}\n" + cut + "int last_one;\n"
    both = sides(
        {"a.c": old, "b.c": "int other;\n"},
        {"a.c": old.replace(cut, ""), "b.c": "int other;\n" + cut},
    )
    assert short(ask(both, "a.c", 7)) == (Kind.MOVED, "b.c", 5, 5)
    assert ask(both, "a.c", 3).kind is Kind.UNKNOWN


def test_unreadable_is_said() -> None:
    both = Sides(
        old=MemoryTree({"a.py": BODY}),
        new=MemoryTree({}),
        files=(ChangedFile("a.py", FileStatus.MODIFIED, "a.py"),),
    )
    assert ask(both, "a.py", 1).how is How.UNREAD


def test_a_file_that_cannot_be_read_on_the_old_side_is_said_and_hides_nothing() -> None:
    new = {"a.py": BODY, "b.py": TOP + TOTAL}
    files = (
        ChangedFile("a.py", FileStatus.MODIFIED, "a.py"),
        ChangedFile("b.py", FileStatus.MODIFIED, "b.py"),
        ChangedFile("c.py", FileStatus.ADDED),
        ChangedFile("d.py", FileStatus.DELETED, "d.py"),
    )
    both = Sides(old=MemoryTree({"d.py": TOTAL}), new=MemoryTree(new), files=files)
    assert ask(both, "a.py", 1).how is How.UNREAD
    assert ask(both, "d.py", 1).kind is Kind.DELETED


@pytest.mark.parametrize(("start", "end"), [(0, 1), (16, 99), (3, 2), (999, 999)])
def test_lines_that_are_not_there(start: int, end: int) -> None:
    both = sides({"a.py": BODY}, {"a.py": TOP + BODY})
    answer = locate([Question(path="a.py", start=start, end=end)], both)[0]
    assert (answer.kind, answer.how) == (Kind.UNKNOWN, How.ABSENT)


def test_a_quote_that_stands_elsewhere_in_the_old_file_is_searched_by_content() -> None:
    both = sides({"a.py": BODY}, {"a.py": TOP + BODY})
    asked = Question(path="a.py", start=1, end=1, text="        result += price_of(item)")
    answer = locate([asked], both)[0]
    assert short(answer) == (Kind.MOVED, "a.py", 12, 12)


def test_a_line_that_was_added_at_very_many_places_is_not_called_deleted() -> None:
    both = sides({"a.py": "wait(for_it)\n"}, {"b.py": "wait(for_it)\nx\n" * 60})
    assert (ask(both, "a.py", 1).kind, ask(both, "a.py", 1).how) == (Kind.UNKNOWN, How.NOTHING)


@pytest.mark.parametrize(("steps", "kind"), [(100, Kind.DELETED), (4, Kind.UNKNOWN)])
def test_texts_that_were_not_compared_to_the_end_prove_no_deletion(steps: int, kind: Kind) -> None:
    old, new = "gone(now)\na one\nb two\n", "b two\nc three\n"
    mapped = LineMap(Lines(old), Lines(new), steps=steps)
    texts = Texts(sides({"a.py": old}, {"a.py": new}))
    assert _displaced(Question(path="a.py", start=1, end=1), mapped, texts).kind is kind


def test_answers_come_in_the_order_of_the_questions() -> None:
    both = sides({"a.py": BODY}, {"a.py": TOP + BODY})
    lines = [9, 1, 4]
    answers = locate([Question(path="a.py", start=n, end=n) for n in lines], both)
    assert [answer.start for answer in answers] == [12, 4, 7]


LINES = st.lists(
    st.sampled_from(["", "}", "  }", "else:", "alpha = one()", "  alpha = one()", "beta(two)"]),
    min_size=1,
    max_size=30,
)


def text_of(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


@given(LINES, st.data())
def test_equal_texts_answer_same(lines: list[str], data: st.DataObject) -> None:
    line = data.draw(st.integers(1, len(lines)))
    both = sides({"a": text_of(lines)}, {"a": text_of(lines)})
    assert short(ask(both, "a", line)) == (Kind.SAME, "a", line, line)


@given(LINES, st.integers(1, 5), st.data())
def test_insertions_above_shift_exactly(lines: list[str], count: int, data: st.DataObject) -> None:
    line = data.draw(st.integers(1, len(lines)))
    above = [f"entirely new line {n}" for n in range(count)]
    both = sides({"a": text_of(lines)}, {"a": text_of([*above, *lines])})
    assert short(ask(both, "a", line)) == (Kind.MOVED, "a", line + count, line + count)


@given(LINES, LINES, st.data())
def test_same_and_moved_are_only_said_of_equal_text(
    old: list[str], new: list[str], data: st.DataObject
) -> None:
    line = data.draw(st.integers(1, len(old)))
    answer = ask(sides({"a": text_of(old)}, {"a": text_of(new)}), "a", line)
    if answer.kind in (Kind.SAME, Kind.MOVED):
        assert new[answer.start - 1] == old[line - 1]
    assert (answer.kind is Kind.SAME) <= (answer.start == line)


@given(LINES, st.data())
def test_a_deleted_line_is_never_called_the_same(lines: list[str], data: st.DataObject) -> None:
    line = data.draw(st.integers(1, len(lines)))
    both = sides({"a": text_of(lines)}, {"a": text_of([*lines[: line - 1], *lines[line:]])})
    answer = ask(both, "a", line)
    assert answer.kind is not Kind.SAME


@given(LINES, LINES)
def test_a_deleted_line_that_is_nowhere_else_is_never_found(
    above: list[str], below: list[str]
) -> None:
    old = [*above, "the line that will be gone", *below]
    both = sides({"a": text_of(old)}, {"a": text_of([*above, *below])})
    assert ask(both, "a", len(above) + 1).kind is Kind.DELETED

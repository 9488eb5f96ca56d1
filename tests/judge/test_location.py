"""Quotes are found by their text; a line number only ever settles a tie."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.scene import NEW, OLD, Scene, evidence, quote, remark, removed
from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Quote, Suggestion
from postil.domain.severity import Basis
from postil.judge.passage import Passage, lines_of

from fakes.changes import BASE, HEAD, change_between


def numbered(*lines: str, path: str = "a.py") -> Scene:
    """A file that is new as a whole, so that every line is a changed one."""
    return Scene(base={}, head={path: "\n".join(lines) + "\n"})


def spread(*at: int, length: int = 100) -> Scene:
    return numbered(*("again" if n in at else f"line {n}" for n in range(1, length + 1)))


def test_a_whole_line_is_found_and_reads_as_it_stands() -> None:
    (found,) = Scene().located(quote('    return "new"'))
    assert found == evidence()


def test_a_part_of_a_line_becomes_the_whole_line() -> None:
    (found,) = Scene().located(quote('"new"'))
    assert (found.text, found.start, found.end) == ('    return "new"', 8, 8)


def test_several_lines_may_begin_and_end_inside_a_line() -> None:
    (found,) = Scene().located(quote('hunter2"\n    return'))
    assert (found.start, found.end) == (7, 8)
    assert found.text == '    secret = "hunter2hunter2"\n    return "new"'


@pytest.mark.parametrize(
    "text",
    [
        'return   "new"',
        '\treturn "new"',
        '    return "new"\r',
        'secret="hunter2hunter2"\nreturn "new"',
    ],
)
def test_other_white_space_still_matches(text: str) -> None:
    (found,) = Scene().located(quote(text))
    assert found.end == 8


def test_line_ends_around_a_quote_do_not_matter() -> None:
    assert Scene().located(quote('\n    return "new"\n')) == (evidence(),)


def test_a_quote_that_is_nowhere_is_set_aside() -> None:
    aside = Scene().refused(remark(quotes=(quote("return 'newer'", line=8),)))
    assert aside.step == "location"
    assert aside.reason == "its quote is not in `src/shape.py`"
    assert aside.line == 8


def test_one_invented_quote_spoils_the_others() -> None:
    judgement = Scene().judge(remark(quotes=(quote(), quote("invented"))))
    assert judgement.findings == ()
    assert len(judgement.set_aside) == 1


def test_a_removed_line_is_found_in_the_older_version() -> None:
    (found,) = Scene().located(removed())
    assert (found.side, found.start, found.revision) == (Side.OLD, 4, BASE)


def test_the_other_version_is_tried_as_well() -> None:
    (found,) = Scene().located(quote("if width < 0:"))
    assert (found.side, found.start) == (Side.OLD, 4)
    (found,) = Scene().located(removed('return "new"'))
    assert (found.side, found.start, found.revision) == (Side.NEW, 8, HEAD)


@pytest.mark.parametrize("path", ["new.py", "old.py"])
@pytest.mark.parametrize("side", list(Side))
def test_a_renamed_file_goes_by_both_names(path: str, side: Side) -> None:
    scene = Scene(base={"old.py": OLD}, head={"new.py": OLD + "tail = 1\n"})
    (found,) = scene.located(Quote(path=path, text="if width < 0:", side=side))
    assert (found.path, found.start) == ("new.py" if side is Side.NEW else "old.py", 4)


@pytest.mark.parametrize(
    ("at", "line", "start"),
    [
        ((20,), None, 20),
        ((20,), 90, 20),
        ((20, 60), 20, 20),
        ((20, 60), 22, 20),
        ((20, 60), 29, 20),
        ((20, 60), 30, None),
        ((20, 60), 31, None),
        ((20, 50), 20, None),
        ((20, 51), 20, 20),
        ((20, 60), None, None),
        ((20, 22), 20, None),
        ((1, 50, 100), 99, 100),
    ],
)
def test_a_readers_line_only_settles_a_clear_tie(
    at: tuple[int, ...], line: int | None, start: int | None
) -> None:
    (found,) = spread(*at).located(Quote(path="a.py", text="again", line=line))
    assert found.start == start
    assert found.text == "again"


@pytest.mark.parametrize("basis", [Basis.RULE, Basis.TOOL])
def test_a_computed_line_is_exact_among_copies(basis: Basis) -> None:
    scene = spread(20, 22)
    (found,) = scene.located(Quote(path="a.py", text="again", line=22), basis=basis)
    assert found.start == 22
    aside = scene.refused(remark(quotes=(Quote(path="a.py", text="again", line=21),), basis=basis))
    assert aside.reason == "its quote does not stand at line 21 of `a.py`"
    (found,) = scene.located(Quote(path="a.py", text="again"), basis=basis)
    assert found.start is None


@pytest.mark.parametrize("line", [0, 999, 21])
def test_a_unique_quote_is_found_whatever_line_was_computed(line: int) -> None:
    (found,) = spread(20).located(Quote(path="a.py", text="again", line=line), basis=Basis.RULE)
    assert found.start == 20


def test_a_blank_line_can_be_pointed_at_by_code() -> None:
    scene = numbered("one", "  ", "two", "  ", "  ")
    (found,) = scene.located(Quote(path="a.py", text="  ", line=4), basis=Basis.RULE)
    assert (found.start, found.text) == (4, "  ")
    aside = scene.refused(
        remark(quotes=(Quote(path="a.py", text=" \t \n ", line=1),), basis=Basis.RULE)
    )
    assert aside.step == "location"


def test_two_copies_in_one_line_are_one_place() -> None:
    (found,) = numbered("x + x").located(Quote(path="a.py", text="x"))
    assert found.start == 1


def test_the_path_itself_can_be_the_evidence() -> None:
    (found,) = Scene().located(quote(""))
    assert (found.text, found.start, found.place) == ("", None, "src/shape.py")
    (found,) = Scene(head={}).located(quote(""))
    assert found.side is Side.OLD
    aside = Scene().refused(remark(quotes=(quote("", path="nowhere.py"),)))
    assert aside.reason == "there is no `nowhere.py`"


def test_too_many_copies_settle_nothing() -> None:
    crowd = numbered(*("again" for _ in range(200)), *("-" for _ in range(60)), "again")
    (found,) = crowd.located(Quote(path="a.py", text="again", line=261))
    assert found.start is None
    assert introduced(crowd, Quote(path="a.py", text="again")) == (False, 0)
    fewer = numbered(*("again" for _ in range(198)), *("-" for _ in range(60)), "again")
    (found,) = fewer.located(Quote(path="a.py", text="again", line=259))
    assert found.start == 259
    assert introduced(fewer, Quote(path="a.py", text="again")) == (True, 0)


class Unreadable(dict[str, str]):
    """Files that exist and cannot be read."""

    def get(self, *_: object) -> None:  # type: ignore[override]
        return None


@pytest.mark.parametrize(
    ("wanted", "start"),
    [(quote('return "new"'), 8), (removed('return "old"'), 9), (removed("def name():"), 8)],
)
def test_what_cannot_be_read_is_looked_up_in_the_diff(wanted: Quote, start: int) -> None:
    change = change_between({"src/shape.py": OLD}, {"src/shape.py": NEW})
    scene = Scene(
        base=Unreadable({"src/shape.py": OLD}),
        head=Unreadable({"src/shape.py": NEW}),
        change=change,
    )
    (found,) = scene.located(wanted)
    assert found.start == start
    assert (
        found.text
        == dict(enumerate((NEW if found.side is Side.NEW else OLD).split("\n"), 1))[start]
    )


def test_a_place_in_the_second_hunk_is_read_from_the_second_hunk() -> None:
    old = "\n".join(f"line {n}" for n in range(1, 60)) + "\n"
    new = old.replace("line 5\n", "line five\n").replace("line 50\n", "line fifty\n")
    change = change_between({"a.py": old}, {"a.py": new})
    scene = Scene(base=Unreadable({"a.py": old}), head=Unreadable({"a.py": new}), change=change)
    assert len(change.files[0].hunks) == 2
    (found,) = scene.located(Quote(path="a.py", text="fifty"))
    assert (found.start, found.text) == (50, "line fifty")


def test_an_unreadable_file_outside_the_change_shows_nothing() -> None:
    scene = Scene(head=Unreadable({"src/shape.py": NEW, "other.bin": "x"}))
    scene.change = change_between({"src/shape.py": OLD}, {"src/shape.py": NEW})
    assert scene.refused(remark(quotes=(quote("x", path="other.bin"),))).step == "location"


# -- what the change did to the quoted lines ------------------------------------------------


def introduced(scene: Scene, *quotes: Quote) -> tuple[bool, int]:
    (case,) = scene.cases(remark(quotes=quotes))
    return case.finding.introduced, case.finding.anchor


def test_an_added_or_removed_line_makes_it_introduced() -> None:
    scene = Scene()
    assert introduced(scene, quote('return "new"')) == (True, 0)
    assert introduced(scene, removed()) == (True, 0)
    assert introduced(scene, quote("return width * height")) == (False, 0)
    assert introduced(scene, removed("import os")) == (False, 0)


def test_the_note_belongs_on_the_first_changed_quote() -> None:
    there = quote("return width * height")
    assert introduced(Scene(), there, removed(), quote()) == (True, 1)


def test_copies_count_as_introduced_only_when_all_are() -> None:
    assert introduced(spread(20, 22), Quote(path="a.py", text="again")) == (True, 0)
    base = {"a.py": "again\n"}
    partly = Scene(base=base, head={"a.py": "again\nagain\n"})
    assert introduced(partly, Quote(path="a.py", text="again")) == (False, 0)


def reshaped(**fields: object) -> Scene:
    file = ChangedFile(
        path="src/shape.py",
        status=FileStatus.MODIFIED,
        old_path="src/shape.py",
        old_mode="100644",
        new_mode="100644",
    )
    change = change_between({}, {})
    return Scene(change=replace(change, files=(replace(file, **fields),)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, False),
        ({"new_mode": "100755"}, True),
        ({"binary": True}, True),
        ({"old_mode": "160000", "new_mode": "160000"}, True),
        ({"status": FileStatus.ADDED, "old_path": None, "old_mode": "100644"}, True),
        ({"status": FileStatus.RENAMED, "old_path": "src/form.py"}, True),
    ],
)
def test_a_path_is_introduced_when_something_happened_to_it(
    fields: dict[str, object], *, expected: bool
) -> None:
    assert introduced(reshaped(**fields), quote("")) == (expected, 0)


def test_a_path_outside_the_change_is_not_introduced() -> None:
    scene = Scene(change=replace(change_between({}, {}), files=()))
    assert introduced(scene, quote("")) == (False, 0)


def test_a_deleted_path_is_introduced_on_the_older_side() -> None:
    assert introduced(Scene(head={}), quote("")) == (True, 0)


def copied() -> Change:
    plain = change_between({"a.py": "one\ntwo\n"}, {"a.py": "one\n"})
    twin = ChangedFile(path="b.py", status=FileStatus.COPIED, old_path="a.py")
    return replace(plain, files=(twin, *plain.files))


def test_a_copy_does_not_hide_what_happened_to_its_source() -> None:
    scene = Scene(base={"a.py": "one\ntwo\n"}, head={"a.py": "one\n", "b.py": "one\n"})
    scene.change = copied()
    assert introduced(scene, Quote(path="a.py", text="two", side=Side.OLD)) == (True, 0)


# -- secrets ---------------------------------------------------------------------------------


def test_a_secret_is_shown_masked_by_whoever_quotes_its_line() -> None:
    secret = quote("hunter2hunter2", shown="[password 1a2b]")
    (case, other) = Scene().cases(
        remark(quotes=(secret,)),
        remark(title="Another", quotes=(quote('secret = "hunter2hunter2"\n    return "new"'),)),
    )
    assert case.finding.evidence[0].text == '    secret = "[password 1a2b]"'
    assert other.finding.evidence[0].text == '    secret = "[password 1a2b]"\n    return "new"'


def test_longer_secrets_are_masked_first() -> None:
    whole = quote('secret = "hunter2hunter2"', shown="secret = [hidden]")
    part = quote("hunter2hunter2", shown="[password]")
    for quotes in ((whole, part), (part, whole)):
        (case,) = Scene().cases(remark(quotes=quotes))
        assert {each.text for each in case.finding.evidence} == {"    secret = [hidden]"}


def test_a_checks_words_for_a_secret_go_before_a_readers() -> None:
    line = 'secret = "hunter2hunter2"'
    check = remark(quotes=(quote(line, shown="secret = [password]"),), basis=Basis.RULE)
    reader = remark(
        title="Another", quotes=(quote(line, shown="secret = ⟦secret⟧"),), basis=Basis.SELF
    )
    for order in ((check, reader), (reader, check)):
        texts = {each.finding.evidence[0].text for each in Scene().cases(*order)}
        assert texts == {"    secret = [password]"}


def test_a_secret_that_is_not_there_letter_by_letter_is_shown_as_told() -> None:
    spaced = quote('secret="hunter2hunter2"', shown="secret=[hidden]")
    (found,) = Scene().located(spaced)
    assert (found.text, found.start) == ("secret=[hidden]", 7)


# -- suggestions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "start", "end", "kept"),
    [
        ("a.py", 8, 8, True),
        ("a.py", 7, 8, True),
        ("a.py", 1, 2, False),
        ("a.py", 8, 9, False),
        ("a.py", 10**9, 10**9, False),
        ("b.py", 8, 8, False),
    ],
    ids=["its line", "around it", "elsewhere", "past the end", "far away", "another file"],
)
def test_a_reader_may_replace_only_lines_it_quotes(
    path: str, start: int, end: int, *, kept: bool
) -> None:
    there = evidence().path
    wish = Suggestion(
        path=path.replace("a.py", there), start=start, end=end, replacement="    return 1"
    )
    (case,) = Scene().cases(remark(suggestion=wish, basis=Basis.SELF))
    assert case.finding.suggestion == (wish if kept else None)
    (case,) = Scene().cases(remark(suggestion=wish, basis=Basis.RULE))
    assert case.finding.suggestion == wish


def test_a_replacement_needs_a_line_at_head() -> None:
    wish = Suggestion(path=evidence().path, start=4, end=4, replacement="x")
    (case,) = Scene().cases(remark(quotes=(removed(),), suggestion=wish, basis=Basis.SELF))
    assert case.finding.suggestion is None


# -- properties ------------------------------------------------------------------------------

LINES = st.lists(st.text("ab \t\ud800é\r", max_size=6), max_size=12)


@given(LINES, st.data())
def test_every_place_found_reads_as_quoted(lines: list[str], data: st.DataObject) -> None:
    text = "\n".join(lines)
    start = data.draw(st.integers(0, len(text)))
    wanted = text[start : data.draw(st.integers(start, len(text)))]
    if not wanted.strip():
        return
    passage = Passage(tuple(lines))
    spans = tuple(passage.spans(wanted))
    assert spans
    assert text[:start].count("\n") + 1 in {first for first, _ in spans}
    for first, last in spans:
        assert wanted in "\n".join(passage.between(first, last))
        assert passage.stands_at(wanted, first) == (first, last)


def test_lines_are_what_git_counts() -> None:
    assert lines_of("") == ()
    assert lines_of("a\x0cb\rc\u2028d\n") == ("a\x0cb\rc\u2028d",)
    assert lines_of("a\n\n") == ("a", "")


def test_a_passage_gives_only_lines_it_holds() -> None:
    passage = Passage(("a", "b", "c"), 10)
    assert passage.between(10, 12) == ("a", "b", "c")
    assert passage.between(8, 8) == passage.between(12, 13) == passage.between(9, 11) == ()

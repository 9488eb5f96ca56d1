"""What the page cannot show: every row of the tables, dates, versions, hostile input."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.domain.errors import WorkspaceError
from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.inspection.arrivals import LEAST_NEW_FILES
from postil.inspection.checks import Needles, comment_hygiene
from postil.inspection.checks._comment_hygiene.dead_code import MOST_LINES, dead_code
from postil.inspection.checks._comment_hygiene.todos import overdue

from fakes.changes import change_between
from fakes.inspections import remarks
from fakes.trees import MemoryTree

TODAY = dt.date(2026, 1, 15)


def look(
    base: Mapping[str, str], head: Mapping[str, str], *, subject: str = "Change things"
) -> list[Remark]:
    """What the check says, its one question to the tree answered."""
    change = change_between(base, head, subject=subject)
    return remarks(comment_hygiene.inspect(change, MemoryTree(head), MemoryTree(base), TODAY), head)


def slugs(path: str, text: str) -> list[tuple[int | None, str]]:
    return [(one.quotes[0].line, one.slug) for one in look({}, {path: text})]


@pytest.mark.parametrize(
    ("comment", "version", "reason"),
    [
        ("# TODO: remove by 2025-06-30", None, "was due on 2025-06-30"),
        ("# TODO drop after 2025/6/3", None, "was due on 2025-06-03"),
        ("# TODO remove before March 2025", None, "was due on 2025-03-31"),
        ("# TODO: delete until Dec 24th, 2025", None, "was due on 2025-12-24"),
        ("# FIXME: due Q3 2025", None, "was due on 2025-09-30"),
        ("# FIXME: due 2025Q4", None, "was due on 2025-12-31"),
        ("# TODO remove by 2025-11", None, "was due on 2025-11-30"),
        ("# TODO [2025-03-01]: use the new client", None, "was due on 2025-03-01"),
        ("# TODO(2025-03-01): use the new client", None, "was due on 2025-03-01"),
        ("# TODO(ann 2026-01-02): use the new client", None, None),
        ("# TODO: remove by 2026-01-15", None, None),
        ("# TODO: remove by 2025-02-31", None, None),
        ("# TODO: see the talk of 2024-05-01", None, None),
        ("# remove by 2025-06-30", None, None),
        ("# TODO: remove in v1.2", "1.2.0", "waits for version 1.2, and the project is at 1.2.0"),
        ("# TODO: drop this after release 1.2", "2.0", "waits for version 1.2, and the project is at 2.0"),
        ("# TODO: remove in v1.2", "1.1.9", None),
        ("# TODO: remove in v1.2", "0.0.0", None),
        ("# TODO: remove in v1.2", None, None),
        ("# TODO: remove once django 1.2 is gone", "3.0", None),
        ("# TODO(#9): done", None, "says itself that it is done"),
        ("# FIXME: fixed in 4ab3", None, "says itself that it is done"),
        ("/* TODO: tidy up (done) */", None, "says itself that it is done"),
        ("# FIXME: try again on 429, see #412 (closed, fixed in 2.3)", None, "says itself that it is done"),
        ("# TODO(done): use the new client", None, "says itself that it is done"),
        ("# TODO(#412 closed): use the new client", None, "says itself that it is done"),
        ("# TODO(ann, merged): use the new client", None, "says itself that it is done"),
        ("# TODO [closed] use the new client", None, "says itself that it is done"),
        ("# TODO [x] use the new client", None, "says itself that it is done"),
        ("# [x] TODO use the new client", None, "says itself that it is done"),
        ("# TODO use the new client ✔", None, "says itself that it is done"),
        ("# TODO: fixed, see the client", None, "says itself that it is done"),
        ("# TODO: already done - see the client", None, "says itself that it is done"),
        ("# TODO: use the new client, #412 was closed", None, "says itself that it is done"),
        ("# TODO(until #412 closed): use the new client", None, None),
        ("# TODO: use the new client once #412 is closed", None, None),
        ("# TODO: use the new client (when #412 is fixed)", None, None),
        ("# TODO(ann): use the new client (not done)", None, None),
        ("# TODO: fixed size buffers", None, None),
        ("# TODO: closed-form solution", None, None),
        ("# TODO: handle closed connections", None, None),
        ("# TODO [ ] use the new client", None, None),
        ("# TODO: use f(x) [closed interval]", None, None),
        ("# TODO: what is done here is wrong", None, None),
        ("# TODO: mark it resolved when the call returns", None, None),
    ],
)  # fmt: skip
def test_overdue(comment: str, version: str | None, reason: str | None) -> None:
    found = overdue(comment, today=TODAY, version=version)
    assert (found.reason if found else None) == reason


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pyproject.toml", '[project]\nname = "a"\nversion = "3.1"\n'),
        ("Cargo.toml", '[package]\nversion = "3.1.0"\n'),
        ("VERSION", "v3.1.0\n"),
    ],
)
def test_the_version_is_read_from_the_project(name: str, text: str) -> None:
    base = {name: text}
    head = {name: text, "a.py": "# TODO: remove in 3.0\n"}
    assert [one.slug for one in look(base, head)] == ["stale-todo"]


@pytest.mark.parametrize(
    ("path", "line", "fires"),
    [
        ("a.py", "import pdb; pdb.set_trace()", True),
        ("tests/test_a.py", "    breakpoint()", True),
        ("a.py", "from ipdb import set_trace", True),
        ("a.py", "IPython.embed()", True),
        ("a.py", "self.breakpoint()", False),
        ("a.py", 'print("DEBUG", x)', True),
        ("a.py", "print('here')", True),
        ("a.py", "print(f'>>> {x}')", True),
        ("a.py", "print('here you are')", False),
        ("a.py", "print(x)", False),
        ("a.py", "pprint('here')", False),
        ("cli/a.py", "print('here')", False),
        ("my_script.py", "print('here')", False),
        ("tests/test_a.py", "print('here')", False),
        ("main.py", "print('here')", False),
        ("a.js", "if (x) { debugger; }", True),
        ("a.js", "const s = 'debugger;'", False),
        ("a.js", 'console.log("test 1")', True),
        ("a.js", "console.error('XXX', e)", True),
        ("a.js", "console.log(value)", False),
        ("a.js", "alert('here!')", True),
        ("a.rb", "  byebug", True),
        ("a.rb", "  binding.irb", True),
        ("a.rb", "  puts 'here'", True),
        ("a.rb", "  byebug_port = 1", False),
        ("a.php", "<?php dd($x);", True),
        ("a.php", "<?php print_r($x);", True),
        ("a.php", "<?php $s = print_r($x, true);", False),
        ("a.php", "<?php $q->dd();", False),
        ("a.php", "<?php function dd($x) {}", False),
        ("a.rs", "    dbg!(x);", True),
        ("a.rs", '    println!("here");', True),
        ("a.go", '\tfmt.Println("here")', True),
        ("a.go", '\tfmt.Println("listening on", port)', False),
        ("a.go", "\tspew.Dump(x)", True),
        ("A.java", '        System.out.println("here");', True),
        ("A.kt", '    println("here")', True),
        ("A.cs", "    Debugger.Break();", True),
        ("a.ex", "    require IEx; IEx.pry", True),
        ("a.cpp", '    std::cout << "here" << x;', True),
        ("a.swift", '    print("here")', True),
        ("a.txt", "breakpoint()", False),
        ("a.md", "breakpoint()", False),
    ],
)
def test_debugging(path: str, line: str, *, fires: bool) -> None:
    assert slugs(path, f"x\n{line}\n") == ([(2, "debug-leftover")] if fires else [])


@pytest.mark.parametrize(
    ("path", "text", "found"),
    [
        ("a.test.js", "test.concurrent.only('a', f)\n", (1, "focused-test")),
        ("a.test.js", "describe.only.each([1])('a', f)\n", (1, "focused-test")),
        ("a.test.js", "fit('a', f)\n", (1, "focused-test")),
        ("a.js", "it.only('a', f)\n", None),
        ("a.test.js", "// it.only('a', f)\n", None),
        ("a.test.js", "say('it.only(`a`)')\n", None),
        ("a.test.js", "posts.only('a')\n", None),
        ("a.test.js", "describe.skip('a', f)\n", (1, "silently-skipped-test")),
        ("a.test.js", "describe.skip('a', f) // broken on CI, see 12\n", None),
        ("a.test.js", "it.todo('a')\n", None),
        ("spec/a_spec.rb", "fit 'a' do\n", (1, "focused-test")),
        ("spec/a_spec.rb", "it 'a', :focus do\n", (1, "focused-test")),
        ("spec/a_spec.rb", "xit 'a' do\n", (1, "silently-skipped-test")),
        ("spec/a_spec.rb", "it 'a' do\n  skip\nend\n", (2, "silently-skipped-test")),
        ("spec/a_spec.rb", "it 'a' do\n  skip 'no network'\nend\n", None),
        ("test_a.py", "@unittest.skip\ndef test_a(): pass\n", (1, "silently-skipped-test")),
        ("test_a.py", "@pytest.mark.skip()\ndef test_a(): pass\n", (1, "silently-skipped-test")),
        ("test_a.py", "@pytest.mark.skip('slow')\ndef test_a(): pass\n", None),
        ("test_a.py", "@pytest.mark.skipif(WINDOWS)\ndef test_a(): pass\n", None),
        ("test_a.py", "pytestmark = pytest.mark.skip\n", (1, "silently-skipped-test")),
        ("test_a.py", "def test_a():\n    pytest.skip()\n", (2, "silently-skipped-test")),
        ("test_a.py", "def test_a():\n    if x:\n        pytest.skip()\n", None),
        ("test_a.py", "    pytest.skip()\n", None),
        ("src/test/java/ATest.java", '    @Disabled("slow")\n    void a() {}\n', None),
        ("src/test/kotlin/ATest.kt", "    @Ignore\n    fun a() {}\n", (1, "silently-skipped-test")),
        ("tests/ATests.cs", "    [Ignore]\n", (1, "silently-skipped-test")),
        ("tests/ATest.php", "<?php\npublic function testA() {\n  $this->markTestSkipped();\n}\n", (3, "silently-skipped-test")),
        ("a_test.go", "func TestA(t *testing.T) {\n\n\tt.SkipNow()\n}\n", (3, "silently-skipped-test")),
        ("test/a_test.exs", "  @tag :skip\n", (1, "silently-skipped-test")),
    ],
)  # fmt: skip
def test_switched_tests(path: str, text: str, found: tuple[int, str] | None) -> None:
    assert slugs(path, text) == ([found] if found else [])


@pytest.mark.parametrize(
    ("path", "text", "line"),
    [
        ("a.java", "// int a = load();\n// store(a);\n", 1),
        ("a.c", "// if (x) {\n//   y();\n", None),
        ("a.cpp", "// int a = 1;\n// if (a) {\n// b(a);\n", 1),
        ("a.rs", "// let a = 1;\n// dbg(a);\n", 1),
        ("a.rs", "/// let a = 1;\n/// dbg(a);\n", None),
        ("a.rb", "# def load\n#   fetch(1)\n# end\n", 1),
        ("a.kt", "// val a = load()\n// store(a)\n", 1),
        ("a.php", "<?php\n// $a = load();\n// store($a);\n", 2),
        ("a.js", "// The old way was slow.\n// const a = load();\n// store(a);\n", 2),
        ("a.js", "// For example:\n// const a = load();\n// store(a);\n", None),
        ("a.js", "// const a = load(...);\n// store(a);\n", None),
        ("a.js", "// const a = load();\n", None),
        ("a.js", "// run(a)\n// b: 2,\n", None),
        ("a.js", "// log.warn(\n//   'a',\n// )\n", None),
        ("a.js", "// logger.info('a')\n// store(a)\n", 1),
        ("a.py", "# self.log.debug('a')\n# logging.warning('b')\n", None),
        ("a.js", "// a first remark;\n// and a second one that goes on for a while;\n", None),
        ("a.py", "# x = 1\ny = 2\n# z = 3\n", None),
        ("a.py", '"""\n# x = 1\n# y = 2\n"""\n', None),
        ("a.py", "# type: ignore\n# pylint: disable=all\n", None),
        ("a.py", "# import os\n# os.remove(path)\n#\n# later\n", 1),
        ("a.sh", '# x=1\n# run "$x"\n', None),
        ("a.toml", "# x = 1\n# y = 2\n", None),
        ("a.py", "# x = 1\n" * (MOST_LINES + 1), None),
        ("gen/a_pb2.py", "# x = 1\n# y = 2\n", None),
    ],
)  # fmt: skip
def test_code_in_comments(path: str, text: str, line: int | None) -> None:
    assert slugs(path, text) == ([(line, "commented-out-code")] if line else [])


def test_the_whole_block_is_quoted() -> None:
    (remark,) = look({}, {"a.py": "a = 1\n# b = 2\n# c(b)\nd = 4\n"})
    assert remark.quotes[0].text == "# b = 2\n# c(b)"
    assert remark.title == "2 lines of code are commented out"


def test_a_language_without_line_comments_of_ours_has_no_dead_code() -> None:
    assert list(dead_code([(1, "-- a = 1"), (2, "-- b()")], language="sql")) == []


@pytest.mark.parametrize(
    ("path", "text", "fires"),
    [
        ("a.txt", "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", True),
        ("a.md", "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", True),
        ("a.md", "```\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n```\n", False),
        ("a.rst", "Marks::\n\n<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", False),
        ("a.py", "=======\n<<<<<<< a\n>>>>>>> b\n", False),
        ("a.py", "<<<<<<<\n=======\n>>>>>>>\n", True),
        ("a.py", "<<<<<<<a\n=======\n>>>>>>>b\n", False),
        ("a.py", "<<<<<<< a\nx\n", False),
        ("tests/fixtures/a.txt", "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n", False),
    ],
)
def test_conflicts(path: str, text: str, *, fires: bool) -> None:
    assert [one.slug for one in look({}, {path: text})] == (["merge-marker"] if fires else [])


def test_all_three_markers_are_quoted() -> None:
    (remark,) = look({}, {"a.txt": "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"})
    assert [quote.line for quote in remark.quotes] == [1, 3, 5]


def test_only_added_lines_are_read() -> None:
    base = {"a.py": "breakpoint()\nx = 1\n"}
    assert look(base, {"a.py": "breakpoint()\nx = 2\n"}) == []
    assert look(base, {}) == []


def test_a_very_long_line_is_left_alone() -> None:
    assert slugs("a.js", "debugger; // " + "x" * 3000 + "\n" + "debugger;\n") == [
        (2, "debug-leftover")
    ]


def test_a_very_long_line_is_no_skipped_test() -> None:
    text = "it('a', () => {}); // " + "x" * 3000 + "\nit.skip('b', () => {});\n"
    assert slugs("a.test.js", text) == [(2, "silently-skipped-test")]


def test_a_conflict_alone_asks_the_tree_nothing() -> None:
    head = {"a.py": "<<<<<<< a\nx\n=======\ny\n>>>>>>> b\n"}
    work = comment_hygiene.inspect(
        change_between({}, head), MemoryTree(head), MemoryTree({}), TODAY
    )
    assert [type(item) for item in work] == [Remark]


def test_the_custom_holds_for_every_place_of_a_file() -> None:
    one = "def {0}():\n    breakpoint()\n"
    base = {f"src/{name}.py": one.format(name) for name in ("wick", "oil", "glass")}
    head = {**base, "src/lamp.py": one.format("lamp") + one.format("shade")}
    assert look(base, head) == []
    assert len(look({}, {"src/lamp.py": head["src/lamp.py"]})) == 2


def test_nothing_to_look_at() -> None:
    assert comment_hygiene.activates(change_between({"a": "b\n"}, {})) is None
    assert comment_hygiene.activates(change_between({}, {"a": "b\n"})) is not None


HOSTILE = st.text(alphabet=st.characters(codec=None), max_size=60)
NAMES = st.sampled_from(["a.py", "a.ts", "a.test.ts", "x.md", "a.rs", "a.yaml", "a.php"])


@settings(max_examples=60)
@given(st.dictionaries(NAMES, HOSTILE, max_size=4), st.dictionaries(NAMES, HOSTILE, max_size=4))
def test_any_change_is_survived(base: dict[str, str], head: dict[str, str]) -> None:
    for remark in look(base, head):
        assert remark.quotes[0].text


@pytest.mark.parametrize(
    ("subject", "told"),
    [
        ("Import the old runner", ["merge-marker"]),
        ("Write a runner", ["merge-marker", "debug-leftover"]),
    ],
)
def test_files_that_come_in_with_many_others_keep_their_habits(
    subject: str, told: list[str]
) -> None:
    head = {f"runner/part{number}.py": f"x = {number}\n" for number in range(LEAST_NEW_FILES)}
    head["runner/part0.py"] = "breakpoint()\n"
    head["runner/part1.py"] = "<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> other\n"
    found = look({}, head, subject=subject)
    assert sorted(one.slug for one in found) == sorted(told)


def test_leftovers_are_told_although_the_tree_cannot_be_searched() -> None:
    head = {"a.py": "import pdb; pdb.set_trace()\n"}
    work = comment_hygiene.inspect(
        change_between({}, head), MemoryTree(head), MemoryTree({}), TODAY
    )
    assert isinstance(next(work), Needles)
    assert isinstance(work.throw(WorkspaceError("unable to read an object")), Gap)
    assert [one.quotes[0].line for one in work if isinstance(one, Remark)] == [1]

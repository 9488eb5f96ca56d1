"""Code, comment and string are told apart in many languages, on any text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.inspection import line_roles
from postil.inspection.line_marks import lines_holding
from postil.inspection.line_roles import LineRoles, can_tell


@pytest.mark.parametrize(
    ("language", "text", "line", "code", "comment"),
    [
        ("python", 'a = "# no"  # yes', 1, 'a = "    "  ', "# yes"),
        ("python", '"""\n# no\n"""\nb = 1', 2, "", ""),
        ("python", '"""\n# no\n"""\nb = 1', 4, "b = 1", ""),
        ("python", "x = 'it\\'s' # c", 1, "x = '     '", "# c"),
        ("typescript", "a(`// no`) // yes", 1, "a(`     `)", "// yes"),
        ("typescript", "/* one\ntwo */ b()", 1, "", "/* one"),
        ("typescript", "/* one\ntwo */ b()", 2, "       b()", "two */"),
        ("rust", "fn f<'a>() {} // c", 1, "fn f<'a>() {}", "// c"),
        ("go", "a := `x\n// no\n`", 2, "", ""),
        ("bash", "echo $# # c", 1, "echo $#", "# c"),
        ("yaml", "a: it's # c", 1, "a: it's", "# c"),
        ("sql", "SELECT '--' -- c", 1, "SELECT '  '", "-- c"),
        ("html", "<p> <!-- c --> d", 1, "<p>            d", "<!-- c -->"),
        ("php", "#[Attr] # c", 1, "#[Attr]", "# c"),
        ("css", "a { } /* c */", 1, "a { }", "/* c */"),
        ("python", 'a = "open', 1, 'a = "   n', ""),
    ],
)
def test_splits_a_line(language: str, text: str, line: int, code: str, comment: str) -> None:
    roles = LineRoles(text, language)
    if not text.endswith("open"):
        assert roles.code(line).rstrip() == code.rstrip()
    assert roles.comment(line) == comment


def test_knows_lines_inside_a_string() -> None:
    roles = LineRoles('a = """\nx\n"""\nb\n# """\nc', "python")
    assert [roles.is_string(line) for line in range(1, 7)] == [
        False,
        True,
        True,
        False,
        False,
        False,
    ]
    assert LineRoles("/* a\nb */", "java").is_string(2) is False


@pytest.mark.parametrize(
    ("language", "text", "inside"),
    [
        ("ruby", "a(<<~RUBY, 'b')\n  # x = 1\n  y\nRUBY\n# z = 1", [2, 3]),
        ("ruby", "a = <<-'END'\n  'open\n  END\nb = 'c'", [2]),
        ("ruby", "a(<<~ONE) # 'it\nx\nONE\nb(<<~TWO)\ny\nTWO\n", [2, 5]),
        ("ruby", "list <<OTHER\n# x = 1\n# y = 2", []),
        ("ruby", "a(<<~ONE)\n<<~TWO\nTWO\nONE\nx", [2, 3]),
        ("bash", "cat <<EOF\n# x=1\nEOF\ny=2", [2]),
        ("php", "$a = <<<SQL\n# x\nSQL;\n$b = 1;", [2]),
        ("python", "a <<END\n# x = 1\nEND\n", []),
    ],
)
def test_knows_lines_of_a_heredoc(language: str, text: str, inside: list[int]) -> None:
    roles = LineRoles(text, language)
    count = text.count("\n") + 1
    assert [line for line in range(1, count + 1) if roles.is_string(line)] == inside


def test_heredocs_cost_no_more_than_their_text() -> None:
    text = "<<A\n" * 100_000
    started = time.perf_counter()
    assert LineRoles(text, "ruby").is_string(2) is False
    assert LineRoles("<<A\n" * 100_000 + "A\n", "ruby").is_string(100_000) is True
    assert time.perf_counter() - started < 5


def test_lines_that_do_not_exist_are_empty() -> None:
    roles = LineRoles("a\nb", "python")
    assert (roles.code(0), roles.code(3), roles.comment(99)) == ("", "", "")


def test_unknown_languages_and_huge_files_are_all_code() -> None:
    assert not can_tell("brainfuck")
    assert not can_tell(None)
    assert LineRoles("# a", "brainfuck").code(1) == "# a"
    huge = "# a\n" + "x" * line_roles.MOST_CHARACTERS
    assert LineRoles(huge, "python").comment(1) == ""


@given(
    st.text(alphabet="ab#/*'\"`\\\n -<!>", max_size=120),
    st.sampled_from(["python", "typescript", "rust", "sql", "html", "ruby", "php"]),
)
def test_code_keeps_its_columns(text: str, language: str) -> None:
    roles = LineRoles(text, language)
    for number, line in enumerate(text.split("\n"), start=1):
        code = roles.code(number)
        assert len(code) == len(line)
        assert all(ours in (theirs, " ") for ours, theirs in zip(code, line, strict=True))


@given(st.lists(st.text(alphabet="abc", max_size=6), max_size=8))
def test_finds_the_lines_that_hold_a_mark(lines: list[str]) -> None:
    held = lines_holding(("ab", "c", "ab"), lines)
    assert list(held) == [index for index, line in enumerate(lines) if "ab" in line or "c" in line]
    assert all(
        marks == [mark for mark in ("ab", "c") if mark in lines[index]]
        for index, marks in held.items()
    )

"""What is told by its look: declarations, embedded types, output shown in documents."""

from __future__ import annotations

import pytest

from postil.inspection.checks._stale_reference.declared import (
    declared_names,
    embedded_names,
    embeds_foreign,
    is_edited,
    is_made_at_run_time,
)
from postil.inspection.checks._stale_reference.shown import is_history, is_shown_output
from postil.inspection.checks._stale_reference.views import View

STRUCT = """package a

type Server struct {
	kit.Runner
	*Settings
	sync.Mutex
	Name string
	// kit.Other
	Extra `json:"extra"`
}

type Plain struct {
	sync.Mutex
}
"""


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("export default class Lantern {", "Lantern"),
        ("  public static function make()", "make"),
        ("pub async fn light() {", "light"),
        ("def light():", "light"),
        ("// class Lantern", ""),
        ("x = class Lantern", ""),
        ("module.exports = class Lantern {", "Lantern"),
        ("exports.light = function light() {", "light"),
        ("let light = 1", ""),
    ],
)
def test_declared_names(line: str, name: str) -> None:
    assert declared_names(f"one\n{line}\n") == ({name} if name else set())


def test_embedded_types() -> None:
    assert embedded_names(STRUCT) == {"Runner", "Settings", "Mutex", "Extra"}
    assert embeds_foreign("Server", STRUCT)
    assert not embeds_foreign("Plain", STRUCT)
    assert not embeds_foreign("Other", STRUCT)


@pytest.mark.parametrize(
    ("lines", "line", "shown"),
    [
        (["```console", "$ run", "out", "```"], 3, True),
        (["```console", "$ run", "out", "```"], 2, False),
        (["```text", "out", "```"], 2, True),
        (["```", "$ run", "out", "```"], 3, True),
        (["```", "run", "```"], 2, False),
        (["```sh", "run", "```"], 2, False),
        (["```sh", "$ run", "out", "```"], 3, True),
        (["```text", "out", "```", "after"], 4, False),
        (["words"], 1, False),
        (["```text", "out"], 9, False),
    ],
)
def test_output_shown_in_a_document(lines: list[str], line: int, *, shown: bool) -> None:
    assert is_shown_output("\n".join(lines), line) is shown


@pytest.mark.parametrize(
    ("added", "edited"),
    [
        ("constexpr INLINE bool is_lit() noexcept {", True),
        ("bool constexpr is_lit(int)", True),
        ("  return is_lit();", False),
        ("constexpr bool is_dark() {", False),
    ],
)
def test_an_edited_declaration(added: str, *, edited: bool) -> None:
    assert is_edited("is_lit", "constexpr bool is_lit() {", [(4, added)]) is edited


def test_a_name_at_the_start_of_a_line_declares_nothing_by_its_look() -> None:
    assert not is_edited("is_lit", "is_lit = 1", [(4, "is_lit = 2")])


@pytest.mark.parametrize(
    ("lines", "line", "past"),
    [
        (["# Tool", "## Change Log", "* added it"], 3, True),
        (["# Tool", "### 18.6b0", "* added it"], 3, True),
        (["# Tool", "## Usage", "* call it"], 3, False),
        (["Release notes", "-------------", "", "It came."], 4, True),
        (["Usage", "-----", "", "Call it."], 4, False),
        (["It is here."], 1, False),
    ],
)
def test_a_part_about_the_past(lines: list[str], line: int, *, past: bool) -> None:
    assert is_history("\n".join(lines), line) is past


@pytest.mark.parametrize(
    ("added", "made"),
    [
        ('exec("lit_case = " + name)', True),
        ("lit_case = other()", False),
        ('exec("dark_case = 1")', False),
        ("define_method('lit_' + key) do", True),
        ('define_method("#{key}_case") { 1 }', True),
        ("define_method(key) { 1 }", True),
        ("klass = const_set message.gsub(/ /, ''), klass", True),
        ("define_method(:dark_case) { 1 }", False),
        ("def self.method_missing(name, *given)", True),
        ("def_delegators :@lamp, :light", True),
        ("define_method('dark_case') { 1 }", False),
    ],
)
def test_a_name_made_at_run_time(added: str, *, made: bool) -> None:
    assert is_made_at_run_time("lit_case", [(1, added)]) is made


@pytest.mark.parametrize(
    ("path", "line", "is_defined"),
    [
        ("include/format.h", "auto copy_str(int from, int to) -> int {", True),
        ("include/format.h", "using copy_str = int;", True),
        ("include/format.h", "  using copy_str = int;", False),
        ("src/format.py", "  copy_str = 1", False),
    ],
)
def test_c_code_at_the_margin_is_no_part_of_a_function(
    path: str, line: str, is_defined: object
) -> None:
    """An opening that conditions repeat makes all that follows look like its body."""
    opened = "def less():" if path.endswith(".py") else "inline auto less(int a) -> bool {"
    text = f"{opened}\n{line}\n"
    assert View(path, text, frozenset({"copy_str"})).defines("copy_str") is is_defined

"""Tests of what files nobody touched tell about the rules that a project keeps."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from postil.domain.finding import Remark
from postil.domain.observation import Clean, Gap
from postil.inspection.checks import Needles, lint_gate
from postil.inspection.checks._lint_gate.custom import Custom
from postil.inspection.linters import UNFORMATTED
from postil.ports import Toolbox, ToolRun, ToolStatus

from fakes.changes import change_between
from fakes.toolboxes import ran
from fakes.trees import MemorySearch, MemoryTree

SETTINGS = {"ruff.toml": 'lint.select = ["F"]\n'}


@dataclass
class Marking:
    """A linter that objects to each line `bad CODE` and remembers what it was shown."""

    second: ToolRun | None = None
    shown: list[list[str]] = field(default_factory=list)

    def run(
        self,
        tool: str,
        arguments: Sequence[str],
        *,
        files: Mapping[str, str],
        timeout: float = 30.0,
    ) -> ToolRun:
        del tool, timeout
        names = [word for word in arguments if word.startswith(("at-head/", "at-base/"))]
        self.shown.append([name.removeprefix("at-head/") for name in names])
        if self.second and len(self.shown) > 1:
            return self.second
        found = [
            {
                "code": line.removeprefix("bad "),
                "filename": name,
                "location": {"row": number},
                "end_location": {"row": number},
                "message": f"bad in {name}",
                "name": "rule",
            }
            for name in names
            for number, line in enumerate(files[name].split("\n"), 1)
            if line.startswith("bad ")
        ]
        return ran(json.dumps(found), exit_status=bool(found))


def look(base: Mapping[str, str], changed: Mapping[str, str], tools: Toolbox) -> list[Any]:
    head = {**base, **changed}
    work = lint_gate.inspect(change_between(base, head), MemoryTree(head), MemoryTree(base), tools)
    question = next(work)
    assert isinstance(question, Needles)
    return [work.send(MemorySearch(head).search(question.texts)), *work]


def told(said: list[Any]) -> list[str]:
    return [item.claim.subject for item in said if isinstance(item, Remark)]


@pytest.mark.parametrize(
    ("rule", "files", "broken", "recent", "kept"),
    [
        ("F401", 8, 0, False, True),
        ("F401", 2, 1, False, True),
        ("F401", 4, 1, False, True),
        ("F401", 5, 1, False, False),
        ("F401", 2, 2, False, False),
        ("F401", 1, 1, True, False),
        (UNFORMATTED, 8, 1, False, True),
        (UNFORMATTED, 8, 2, False, False),
    ],
)
def test_a_rule_that_several_files_break_is_not_kept(
    rule: str, files: int, broken: int, recent: bool, kept: bool
) -> None:
    assert Custom(files, Counter({rule: broken})).keeps(rule, recent=recent) is kept


def test_what_the_others_do_as_well_is_left_alone_and_counted() -> None:
    lax = {"b.py": "bad F401\n", "c.py": "bad F401\n"}
    said = look({**SETTINGS, **lax, "a.py": "x\n"}, {"a.py": "x\nbad F401\n"}, Marking())
    [clean] = said
    assert clean == Clean(
        slug="lint-gate",
        evidence="`ruff`: nothing new in 1 file(s), "
        "1 report(s) as on files that the change leaves alone",
    )


def test_other_rules_of_the_same_file_are_told() -> None:
    lax = {"b.py": "bad F401\n", "c.py": "bad F401\n"}
    base = {**SETTINGS, **lax, "a.py": "x\n"}
    assert told(look(base, {"a.py": "x\nbad F401\nbad F821\n"}, Marking())) == ["F821"]


@pytest.mark.parametrize(
    ("before", "others", "expected"),
    [
        (1, 5, ["F401"]),
        (3, 4, []),
        (3, 2, ["F401"]),
        (3, 0, ["F401"]),
        (4, 0, ["F401"]),
        (5, 0, []),
    ],
)
def test_what_a_changed_file_did_all_along_counts_as_one_more_file(
    before: int, others: int, expected: list[str]
) -> None:
    old = "".join(f"{number}\nbad F401\n" for number in range(before))
    base = {**SETTINGS, "a.py": old, **{f"m{number}.py": "x\n" for number in range(others)}}
    assert told(look(base, {"a.py": old + "new\nbad F401\n"}, Marking())) == expected


def test_what_does_not_parse_is_told_unless_the_file_is_new_among_such_files() -> None:
    lax = {"b.py": "bad invalid-syntax\n", "c.py": "bad invalid-syntax\n"}
    base = {**SETTINGS, **lax, "a.py": "x\n"}
    assert told(look(base, {"a.py": "x\nbad invalid-syntax\n"}, Marking())) == ["syntax-error"]
    assert told(look(base, {"n.py": "x\nbad invalid-syntax\n"}, Marking())) == []


def test_nothing_is_run_again_where_there_is_nothing_to_tell() -> None:
    tools = Marking()
    look({**SETTINGS, "b.py": "x\n", "a.py": "x\n"}, {"a.py": "x\ny\n"}, tools)
    assert len(tools.shown) == 1


def test_the_nearest_untouched_files_of_the_same_kind_are_looked_at() -> None:
    tools = Marking()
    near = {f"shop/cart/m{number}.py": "x\n" for number in range(6)}
    others = {
        "shop/up.py": "x\n",
        "docs/deep/far.py": "x\n",
        "a/b/c/farthest.py": "x\n",
        "shop/cart/readme.md": "x\n",
        "shop/cart/stub.pyi": "x\n",
        "shop/cart/empty.py": "",
        "shop/cart/long.py": "x\n" * 200_000,
        "shop/cart/odd\\name.py": "x\n",
        "shop/cart/made.py": "# Code generated by x. DO NOT EDIT.\n",
        "shop/cart/fixtures/data.py": "x\n",
        "vendor/lib.py": "x\n",
    }
    base = {**SETTINGS, **near, **others, "shop/cart/a.py": "x\n", "shop/cart/moved.py": "y\n"}
    look(base, {"shop/cart/a.py": "x\nbad F401\n", "shop/cart/moved.py": "y\nz\n"}, tools)
    assert tools.shown[1] == [*sorted(near), "shop/up.py", "docs/deep/far.py"]


def test_each_folder_with_news_has_its_share() -> None:
    tools = Marking()
    files = {f"{folder}/m{number}.py": "x\n" for folder in ("a", "b") for number in range(9)}
    base = {**SETTINGS, **files, "a/new.py": "x\n", "b/new.py": "x\n"}
    look(base, {"a/new.py": "x\nbad F401\n", "b/new.py": "x\nbad F401\n"}, tools)
    assert Counter(name[0] for name in tools.shown[1]) == {"a": 4, "b": 4}


def test_files_that_the_build_leaves_out_are_no_example() -> None:
    kept = {f"shop/m{number}.py": "x\n" for number in range(3)}
    base = {
        **SETTINGS,
        **kept,
        "Makefile": "lint:\n\truff check shop\n",
        "shop/a.py": "x\n",
        "shop/b.py": "bad F401\n",
        "docs/c.py": "bad F401\n",
        "docs/d.py": "x\n",
    }
    assert told(look(base, {"shop/a.py": "x\nbad F401\n"}, Marking())) == ["F401"]


def test_files_that_other_settings_decide_for_are_no_example() -> None:
    tools = Marking()
    lax = {"old/ruff.toml": "[", "old/b.py": "bad F401\n", "old/c.py": "bad F401\n"}
    base = {**SETTINGS, **lax, "a.py": "x\n"}
    assert told(look(base, {"a.py": "x\nbad F401\n"}, tools)) == ["F401"]
    assert len(tools.shown) == 1


@pytest.mark.parametrize(
    "second", [ToolRun(status=ToolStatus.TIMED_OUT), ran("{"), ran("[]", exit_status=2)]
)
def test_a_second_run_that_fails_changes_nothing(second: ToolRun) -> None:
    lax = {"b.py": "bad F401\n", "c.py": "bad F401\n"}
    base = {**SETTINGS, **lax, "a.py": "x\n"}
    said = look(base, {"a.py": "x\nbad F401\n"}, Marking(second))
    assert told(said) == ["F401"]
    assert not any(isinstance(item, Gap) for item in said)


def test_words_about_copies_are_words_about_files() -> None:
    [remark] = look({**SETTINGS, "a.py": "x\n"}, {"a.py": "x\nbad F401\n"}, Marking())
    assert remark.title == "`ruff` reports `F401`: bad in a.py"


RUST = {
    "Cargo.toml": '[package]\nname = "x"\nedition = "2021"\n',
    "Makefile": "lint:\n\tcargo fmt --check\n",
    "src/lib.rs": "mod a;\n",
}


@dataclass
class Rust:
    """A formatter of Rust that prints what it was told to print."""

    stdout: str = ""
    stderr: str = ""

    def run(self, tool: str, arguments: Any, *, files: Any, timeout: float = 30.0) -> ToolRun:
        del tool, arguments, files, timeout
        return ran(self.stdout, exit_status=1, stderr=self.stderr)


MISSING = "Error writing files: failed to resolve mod `b`: at-head/src/a/b.rs does not exist\n"
DIFF = "Diff in at-head/src/a.rs:2:\n-fn  f() {}\n+fn f() {}\n"


STYLED = {**RUST, "Makefile": "", "rustfmt.toml": "max_width = 90\n"}
HIDDEN = {**RUST, "src/lib.rs": "feature! {\n    mod a;\n}\n"}
INDENT = "Diff in at-head/src/a.rs:2:\n-   fn f() {}\n+fn f() {}\n"
JOINED = "Diff in at-head/src/a.rs:2:\n-fn f() {\n-}\n+fn f() {}\n"
EMPTY = "Diff in at-head/src/a.rs:2:\n-\n"


@pytest.mark.parametrize(
    ("base", "diff", "text", "fails"),
    [
        (HIDDEN, INDENT, "   fn f() {}\n", ["this is not how it writes"]),
        (HIDDEN, JOINED, "fn f() {\n}\n", []),
        (HIDDEN, EMPTY, "\n", []),
        (STYLED, INDENT, "   fn f() {}\n", ["this is not how it writes"]),
        (STYLED, JOINED, "fn f() {\n}\n", []),
        (RUST, INDENT, "   fn f() {}\n", ["its check fails on this change"]),
        (RUST, JOINED, "fn f() {\n}\n", ["its check fails on this change"]),
    ],
)
def test_where_the_build_does_not_look_only_misplaced_blanks_are_told(
    base: dict[str, str], diff: str, text: str, fails: list[str]
) -> None:
    said = look({**base, "src/a.rs": "\n"}, {"src/a.rs": "\n" + text}, Rust(diff))
    found = [item.failure_mode for item in said if isinstance(item, Remark)]
    assert found == [f"The project formats with `rustfmt`, and {words}." for words in fails]


def test_a_file_that_was_given_up_is_a_gap() -> None:
    base = {**RUST, "src/a.rs": "\n"}
    [gap, _] = look(base, {"src/a.rs": "\nfn f() {}\n"}, Rust(stderr=MISSING))
    assert isinstance(gap, Gap)
    assert (gap.required, gap.remedy) == (False, "rely on the project's own build")
    assert "1 file(s), `src/a.rs` the first of them" in gap.reason


def test_a_file_that_was_given_up_before_cannot_be_compared() -> None:
    base, changed = {**RUST, "src/a.rs": "\n"}, {"src/a.rs": "\nfn  f() {}\n"}
    assert told(look(base, changed, Rust(DIFF))) == [UNFORMATTED]
    given_up = Rust(DIFF, MISSING.replace("at-head", "at-base"))
    assert told(look(base, changed, given_up)) == []

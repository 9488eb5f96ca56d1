"""Team rules on shapes their page does not show, and on hostile files and patterns."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from dataclasses import replace

import pytest

from postil.domain.change import Change, FileStatus, Side
from postil.domain.finding import Remark, Shape
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Justification, Severity
from postil.domain.team_rules import Demand, Match, TeamRule
from postil.inspection.checks import team_rules
from postil.inspection.checks._team_rules.patterns import LONGEST_LINE, matching, spans
from postil.inspection.checks._team_rules.scope import is_about

from fakes.changes import change_between
from fakes.trees import MemoryTree

Files = Mapping[str, str]
PRINT = TeamRule(name="no-print", message="use the logger", demand=Demand.FORBID, pattern="print(")
HEADER = TeamRule(
    name="header",
    message="Name the licence!",
    demand=Demand.REQUIRE,
    pattern="SPDX",
    paths=("*.go",),
)
NEEDS = TeamRule(
    name="log", message="Tell users", demand=Demand.NEEDS, partners=("LOG",), paths=("src/**",)
)
CALL = replace(PRINT, name="no-call", pattern="danger($$$A)", match=Match.SYNTAX)


def said(rule: TeamRule, base: Files, head: Files, change: Change | None = None) -> list[object]:
    change = change or change_between(base, head)
    return list(team_rules.inspect(change, MemoryTree(head), MemoryTree(base), (rule,)))


def one(rule: TeamRule, base: Files, head: Files) -> Remark:
    (remark,) = said(rule, base, head)
    assert isinstance(remark, Remark)
    return remark


def test_a_remark_says_what_the_team_wrote() -> None:
    remark = one(PRINT, {"a.py": "x = 1\n"}, {"a.py": "x = 1\nprint(x)\nprint(x, x)\n"})
    assert remark.title == "`print(` breaks the team's rule `no-print`"
    assert (remark.slug, remark.severity, remark.dimension) == (
        "no-print",
        Severity.MEDIUM,
        Dimension.CONSISTENCY,
    )
    assert remark.failure_mode == "Use the logger."
    assert (
        remark.mitigation == "Write the line without it; the rule is `no-print` in `.postil.toml`."
    )
    assert remark.details == "Also on 1 more line(s) of this file: 3."
    assert (remark.claim.shape, remark.claim.subject) == (Shape.INTRODUCED, "no-print")
    assert remark.justification is Justification.PRECEDENT
    assert [(q.path, q.line, q.text) for q in remark.quotes] == [("a.py", 2, "print(x)")]


def test_a_file_moved_into_reach_is_shown_with_its_new_path() -> None:
    rule = replace(PRINT, paths=("app/**",))
    text = "print(1)\nx = 1\ny = 2\n"
    remark = one(rule, {"bin/a.py": text}, {"app/a.py": text})
    assert [(q.path, q.line, q.text) for q in remark.quotes] == [
        ("app/a.py", 1, "print(1)"),
        ("app/a.py", None, ""),
    ]


def test_a_title_shows_a_long_pattern_in_part_and_no_second_backtick() -> None:
    rule = replace(PRINT, pattern="`" + "x" * 80)
    remark = one(rule, {}, {"a.py": "`" + "x" * 80 + "\n"})
    assert remark.title == f"`'{'x' * 59}…` breaks the team's rule `no-print`"


@pytest.mark.parametrize(
    ("message", "sentence"),
    [
        ("use it", "Use it."),
        ("Use it!", "Use it."),
        ("Why?", "Why."),
        ("`x` is old.", "`x` is old."),
    ],
)
def test_a_message_becomes_a_sentence(message: str, sentence: str) -> None:
    remark = one(replace(PRINT, message=message), {}, {"a.py": "print(\n"})
    assert remark.failure_mode == sentence


def test_a_required_text_that_a_change_removed_is_shown_where_it_stood() -> None:
    remark = one(HEADER, {"a.go": "// SPDX\npackage a\n"}, {"a.go": "package a\n"})
    (place,) = remark.quotes
    assert (place.path, place.side, place.line, place.text) == ("a.go", Side.OLD, 1, "// SPDX")
    assert remark.title == "`a.go` lacks what the team's rule `header` requires"
    assert remark.claim.shape is Shape.OTHER


@pytest.mark.parametrize(
    ("base", "head"),
    [
        ({}, {"a.go": "\n\n"}),
        ({"a.go": "package a\n"}, {"a.go": "package a\n\nvar b int\n"}),
        ({}, {"a.go": "package a // SPDX\n"}),
    ],
)
def test_nothing_is_required_of_what_is_empty_old_or_fine(base: Files, head: Files) -> None:
    assert said(HEADER, base, head) == []


def test_a_required_syntax_is_told_at_the_first_changed_line() -> None:
    rule = replace(HEADER, pattern="init()", match=Match.SYNTAX, paths=("*.py",))
    remark = one(rule, {"a.py": "init()\nx = 1\n"}, {"a.py": "\nx = 1\n"})
    assert (remark.quotes[0].side, remark.quotes[0].text) == (Side.OLD, "init()")


def test_a_file_that_only_moved_is_the_place_itself() -> None:
    text = "package a\n\nvar one = 1\n"
    rule = replace(NEEDS, paths=("lib/**",))
    remark = one(rule, {"src/a.go": text}, {"lib/a.go": text})
    assert [(q.path, q.line, q.text) for q in remark.quotes] == [("lib/a.go", None, "")]
    assert remark.title == "A change to `lib/a.go` comes without `LOG`"
    assert remark.mitigation == "Change `LOG` too, as the team's rule `log` asks."


def test_company_may_be_any_of_several_and_may_leave() -> None:
    rule = replace(NEEDS, partners=("LOG", "changes/*", "c", "d"))
    src = {"src/a": "x\n"}
    assert said(rule, {}, {**src, "changes/1": "x\n"}) == []
    assert said(rule, {"LOG": "x\n"}, src) == []
    (alone,) = said(rule, {}, src)
    assert isinstance(alone, Remark)
    assert alone.mitigation.startswith("Change `LOG` or `changes/*` or `c` too")


@pytest.mark.parametrize(
    ("rule", "path", "about"),
    [
        (PRINT, "a.py", True),
        (PRINT, ".postil.toml", False),
        (PRINT, "yarn.lock", False),
        (PRINT, "vendor/a.py", False),
        (PRINT, "a.min.js", False),
        (replace(PRINT, paths=("vendor/**",)), "vendor/a.py", True),
        (replace(PRINT, paths=("*.py",), exclude=("b/**",)), "b/a.py", False),
        (replace(PRINT, language="go"), "a.py", False),
        (replace(PRINT, language="go"), "a.go", True),
    ],
)
def test_which_files_a_rule_is_about(rule: TeamRule, path: str, about: bool) -> None:
    assert is_about(rule, path) is about


def test_links_submodules_and_binaries_are_left_alone() -> None:
    change = change_between({}, {"a.py": "print(1)\n"})
    (file,) = change.files
    for odd in (
        replace(file, new_mode="120000"),
        replace(file, new_mode="160000"),
        replace(file, binary=True),
        replace(file, status=FileStatus.DELETED),
    ):
        made = replace(change, files=(odd,))
        assert said(PRINT, {}, {"a.py": "print(1)\n"}, made) == []


def test_a_file_that_cannot_be_read_at_head_is_not_held_against_anyone() -> None:
    change = change_between({}, {"a.go": "package a\n"})
    assert said(HEADER, {}, {}, change) == []


def test_activates_only_with_rules_and_files() -> None:
    change = change_between({}, {"a.py": "x\n"})
    assert team_rules.activates(change, ()) is None
    assert team_rules.activates(change_between({}, {}), (PRINT,)) is None
    assert team_rules.activates(change, (PRINT,)) == "held the change against 1 team rule(s)"


def test_expressions_see_line_by_line() -> None:
    rule = replace(PRINT, match=Match.REGEX, pattern=r"^b\s+c$")
    assert matching(rule, ["a", "b", "c", "b  c", "xb c"]) == [3]
    assert matching(replace(rule, pattern=r"\Ab"), ["a", "b", "ab", "ba"]) == [1, 3]
    assert matching(replace(rule, pattern=r"c\z"), ["a", "bc", "cb"]) == [1]
    assert matching(replace(rule, pattern="(?i)B"), ["a", "b"]) == [1]


def test_bytes_that_are_not_utf8_do_no_harm() -> None:
    rule = replace(PRINT, match=Match.REGEX, pattern="p.int")
    assert matching(rule, ["a\udc80", "print\udcff"]) == [1]
    assert matching(PRINT, ["print(\udcff"]) == [0]
    assert spans(CALL, "a.py", "danger(1) # \udc80\n") == [(1, 1)]


def test_endless_lines_are_not_searched() -> None:
    long = "x" * LONGEST_LINE + "print("
    assert matching(PRINT, [long, "print("]) == [1]
    assert matching(replace(PRINT, match=Match.REGEX, pattern="print"), [long, "print("]) == [1]


def test_a_pattern_made_to_hang_does_not() -> None:
    rule = replace(PRINT, match=Match.REGEX, pattern="(x+x+)+y")
    started = time.perf_counter()
    assert matching(rule, ["x" * 19_000] * 100) == []
    assert time.perf_counter() - started < 2


def test_an_unreadable_pattern_is_a_gap_in_the_configuration() -> None:
    (gap,) = said(replace(CALL, pattern="$$$"), {}, {"a.py": "x = 1\n"})
    assert isinstance(gap, Gap)
    assert (gap.subject, gap.required) == ("the configuration", True)
    assert gap.reason.startswith("the pattern of the rule `no-call` cannot be read (")
    assert "backtrace" not in gap.reason
    assert len(gap.reason) < 300
    assert gap.remedy == "correct it in `.postil.toml`"


def test_a_file_no_parser_should_see_is_a_gap() -> None:
    deep = {"a.py": "danger(" * 2_000 + ")" * 2_000 + "\n"}
    required = replace(CALL, demand=Demand.REQUIRE, paths=("*.py",))
    for rule in (CALL, required):
        (gap,) = said(rule, {}, deep)
        assert isinstance(gap, Gap)
        assert (gap.subject, gap.required) == ("team rule `no-call` in `a.py`", True)


def test_a_language_without_syntax_has_no_match() -> None:
    assert spans(CALL, "a.md", "danger(1)\n") == []


def test_without_the_engine_a_rule_of_syntax_is_a_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ast_grep_py", None)
    (gap,) = said(CALL, {}, {"a.py": "danger(1)\n"})
    assert isinstance(gap, Gap)
    assert gap == Gap(
        subject="team rule `no-call`",
        reason="it speaks of syntax, and `ast-grep-py` is not installed",
        required=True,
        remedy="install `postil[rules]`",
    )
    assert [type(item) for item in said(PRINT, {}, {"a.py": "print(1)\n"})] == [Remark]


def test_a_hundred_rules_on_a_long_change_take_little_time() -> None:
    text = "".join(f"value_{number} = compute({number}, other)\n" for number in range(20_000))
    rules = tuple(
        replace(PRINT, name=f"r{number}", match=Match.REGEX, pattern=rf"never_{number}\(.*\)")
        for number in range(100)
    )
    change = change_between({}, {"a.py": text})
    started = time.perf_counter()
    tree = MemoryTree({"a.py": text})
    assert list(team_rules.inspect(change, tree, MemoryTree({}), rules)) == []
    assert time.perf_counter() - started < 10

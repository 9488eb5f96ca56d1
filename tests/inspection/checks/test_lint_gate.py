"""Tests of the lint gate beyond the cases on its page: gaps, novelty, wording, hostile input."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.change import Change
from postil.domain.finding import Remark, Suggestion
from postil.domain.observation import Clean, Gap
from postil.domain.severity import Basis, Justification
from postil.inspection.checks import Needles, lint_gate
from postil.inspection.checks._lint_gate.scripts import is_build_script
from postil.ports import Toolbox, ToolRun, ToolStatus

from fakes.changes import change_between
from fakes.toolboxes import ScriptedTools, ran
from fakes.trees import MemorySearch, MemoryTree

SETTINGS = {"ruff.toml": '[lint]\nselect = ["F"]\n'}
FORMATS = {"ruff.toml": '[lint]\nselect = ["F"]\n[format]\n'}


def look(base: Mapping[str, str], head: Mapping[str, str], tools: Toolbox) -> list[Any]:
    return list(looked(change_between(base, head), base, head, tools))


def looked(
    change: Change, base: Mapping[str, str], head: Mapping[str, str], tools: Toolbox
) -> list[Any]:
    work = lint_gate.inspect(change, MemoryTree(head), MemoryTree(base), tools)
    question = next(work)
    assert isinstance(question, Needles)
    try:
        said = [work.send(MemorySearch(head).search(question.texts))]
    except StopIteration:
        return []
    return [*said, *work]


def entry(code: str, line: int, *, end: int | None = None, version: str = "head") -> Any:
    return {
        "code": code,
        "filename": f"/private/at-{version}/a.py",
        "location": {"row": line},
        "end_location": {"row": end or line},
        "message": f"Something is wrong with {code}.",
        "name": f"rule-{code}",
    }


def ruff(*found: Any) -> ScriptedTools:
    return ScriptedTools({"ruff": ran(json.dumps(found), exit_status=bool(found))})


def about(old: str, new: str, *found: Any) -> list[Any]:
    return look({**SETTINGS, "a.py": old}, {**SETTINGS, "a.py": new}, ruff(*found))


def places(said: list[Any]) -> list[tuple[str, int | None]]:
    return [(item.slug, item.quotes[0].line) for item in said if isinstance(item, Remark)]


@pytest.mark.parametrize(
    ("answer", "required", "reason"),
    [
        (ToolRun(status=ToolStatus.MISSING), False, "`ruff` is not installed"),
        (ToolRun(status=ToolStatus.FAILED), True, "`ruff` failed"),
        (ToolRun(status=ToolStatus.TIMED_OUT), True, "`ruff` timed out"),
        (ran("{"), True, "it printed something that is not JSON"),
        (ran(exit_status=2, stderr="oh\nno"), True, "it stopped with exit status 2: oh no"),
        (
            ran(exit_status=2, stderr="Required version `==1`"),
            False,
            "it does not accept the project's settings: Required version `==1`",
        ),
        (
            ran(exit_status=127),
            False,
            "it cannot start here: the program that runs it is not installed",
        ),
        (ran(json.dumps([entry("F1", 1)] * 20_001)), True, "it reports more than 20,000 places"),
    ],
)
def test_what_was_not_looked_at_is_a_gap_and_never_clean(
    answer: ToolRun, required: bool, reason: str
) -> None:
    [gap] = look(SETTINGS, {**SETTINGS, "a.py": "x\n"}, ScriptedTools({"ruff": answer}))
    assert isinstance(gap, Gap)
    assert (gap.subject, gap.required, gap.reason) == ("linter `ruff`", required, reason)
    assert gap.remedy


def test_one_run_sees_both_versions() -> None:
    tools = ruff()
    look(
        {**SETTINGS, "a.py": "x\n", "b.py": "y\n"},
        {**SETTINGS, "a.py": "x2\n", "b.py": "y2\n"},
        tools,
    )
    [asked] = tools.asked
    assert asked.arguments[-4:] == ("at-base/a.py", "at-base/b.py", "at-head/a.py", "at-head/b.py")
    assert asked.files["at-base/a.py"] == "x\n"


def test_nothing_is_started_where_nothing_is_configured() -> None:
    tools = ScriptedTools()
    [clean] = look({}, {"a.py": "import os\n", "b.js": "x", "c.go": "x", "d.sh": "x"}, tools)
    assert tools.asked == []
    assert clean == Clean(
        slug="lint-gate", evidence="the base configures no linter for the changed files"
    )


MIDDLE = "".join(f"{number}\n" for number in range(10))
SPREAD = f"a\n{MIDDLE}z\n"


def test_older_reports_are_counted_and_not_told() -> None:
    said = about("a\nb\n", "a\nb\nc\n", entry("F1", 1), entry("F1", 1, version="base"))
    assert said == [
        Clean(
            slug="lint-gate",
            evidence="`ruff`: nothing new in 1 file(s), 1 older report(s) left alone",
        )
    ]


@pytest.mark.parametrize(
    ("old", "new", "found", "expected"),
    [
        ("a\n", "a\nb\n", [entry("F1", 2)], [2]),
        ("a\n", "a\nb\n", [entry("F1", 1)], []),
        # the base has it on the line that moved
        ("a\nb\n", "b\na\n", [entry("F1", 2), entry("F1", 1, version="base")], []),
        ("a\nb\nc\nd\n", "b\nc\nd\na\n", [entry("F1", 4), entry("F1", 1, version="base")], []),
        # a copy of an old line is new
        ("a\n", "a\nb\na\n", [entry("F1", 1), entry("F1", 3), entry("F1", 1, version="base")], [3]),
        # the line replaced one with the same fault
        ("x = 1\n", "y = 1\n", [entry("F1", 1), entry("F1", 1, version="base")], []),
        ("x = 1\n", "y = 1\n", [entry("F1", 1), entry("F2", 1, version="base")], [1]),
        # two lines replace one
        ("x\n", "y\nz\n", [entry("F1", 1), entry("F1", 2), entry("F1", 1, version="base")], [2]),
        # the same fault far from where it was mended
        (SPREAD, f"b\n{MIDDLE}c\n", [entry("F1", 12), entry("F1", 1, version="base")], [12]),
        # a block that begins above the change
        ("a\nb\nc\n", "a\nb2\nc\n", [entry("F1", 1, end=3)], [2]),
        # numbers out of any file
        ("a\n", "a\nb\n", [entry("F1", 999_999_999), entry("F1", 0)], []),
        ("a\n", "a\nb\n", [entry("F1", 1, end=999_999_999)], [2]),
        # what could not be read before cannot be compared
        ("a\n", "a\nb\n", [entry("F1", 2), entry("invalid-syntax", 1, version="base")], []),
        # a fault is noticed after its cause
        ("a\nz\n", "a\nb\nz\n", [entry("invalid-syntax", 3), entry("F1", 2)], [2]),
        ("a\nz\n", "a\nb\nz\n", [entry("invalid-syntax", 1)], [2]),
    ],
)
def test_only_new_reports_on_added_lines_are_told(
    old: str, new: str, found: list[Any], expected: list[int]
) -> None:
    assert [line for _, line in places(about(old, new, *found))] == expected


def test_settings_that_cannot_be_used_are_a_gap() -> None:
    tools = ScriptedTools()
    bad = {"ruff.toml": 'extend = "/etc/ruff.toml"\n'}
    [gap] = look(bad, {**bad, "a.py": "x\n"}, tools)
    assert isinstance(gap, Gap)
    assert (gap.required, tools.asked) == (False, [])


@pytest.mark.parametrize(
    ("settings", "rule", "told"),
    [
        ("", "F401", True),
        ("", "B006", False),
        ('lint.extend-select = ["B"]\n', "B006", True),
        ('lint.extend-select = ["B"]\n', "FLY002", False),
        ('lint.extend-select = ["FLY"]\n', "FLY002", True),
        ('lint.extend-select = ["PL"]\n', "PLR0913", True),
        ('lint.extend-select = ["PLR"]\n', "PLW0602", False),
        ('lint.select = ["B"]\n', "B006", True),
        ('lint.select = ["ALL"]\n', "EXE001", False),
        ("", "invalid-syntax", True),
    ],
)
def test_rules_that_are_not_settled_here_are_dropped(settings: str, rule: str, told: bool) -> None:
    base = {"ruff.toml": settings, "a.py": "a\n"}
    said = look(base, {**base, "a.py": "a\nb\n"}, ruff(entry(rule, 2)))
    assert bool(places(said)) is told


def test_one_remark_per_rule_and_file() -> None:
    lines = "".join(f"l{n}\n" for n in range(80))
    found = [entry("F1", n + 2) for n in range(70)]
    [remark] = [item for item in about("a\n", "a\n" + lines, *found) if isinstance(item, Remark)]
    assert remark.title == "`ruff` reports `F1` on 70 lines: Something is wrong with F1"
    assert [quote.line for quote in remark.quotes] == [2, 3, 4, 5, 6]
    assert remark.details.startswith("Also on line 3, 4, 5,")
    assert remark.details.endswith(" and 19 more.")
    assert (remark.basis, remark.justification) == (Basis.TOOL, Justification.PRECEDENT)


def test_a_rule_that_many_files_break_is_told_once() -> None:
    names = [f"m{number}.py" for number in range(4)]
    base = {**SETTINGS, **dict.fromkeys(names, "a\n")}

    def told(rule: str, count: int) -> list[str]:
        found = [{**entry(rule, 2), "filename": f"at-head/{name}"} for name in names[:count]]
        said = look(base, {**SETTINGS, **dict.fromkeys(names, "a\nb\n")}, ruff(*found))
        return [item.title for item in said if isinstance(item, Remark)]

    assert len(told("F1", 2)) == 2
    [title] = told("F1", 4)
    assert title.endswith("Something is wrong with F1; 3 more files like this")
    # each broken file has a fault of its own
    assert len(told("invalid-syntax", 4)) == 4


def formatted(diff: str, old: str, new: str) -> list[Remark]:
    tools = ScriptedTools({"ruff": ran("[]")})

    class Both(ScriptedTools):
        def run(self, tool: str, arguments: Any, *, files: Any, timeout: float = 30.0) -> ToolRun:
            if arguments[0] == "format":
                return ran(diff, exit_status=1)
            return tools.run(tool, arguments, files=files, timeout=timeout)

    said = look({**FORMATS, "a.py": old}, {**FORMATS, "a.py": new}, Both())
    return [item for item in said if isinstance(item, Remark)]


HUNK = "+++ at-head/a.py\n@@ -2,1 +2,2 @@\n-b=1\n+b = (\n+)\n"


def test_the_formatters_own_text_is_offered() -> None:
    [remark] = formatted(HUNK, "a\n", "a\nb=1\n")
    assert remark.suggestion == Suggestion(
        path="a.py", start=2, end=2, replacement="b = (\n)", proved=True
    )
    assert remark.title == "`ruff format` would write line 2 of `a.py` differently"


@pytest.mark.parametrize(
    ("diff", "old", "new"),
    [
        (HUNK.replace("-2,1", "-1,2").replace("-b", "-a\n-b"), "a\n", "a\nb=1\n"),
        (HUNK + HUNK.replace("-2", "-3"), "a\n", "a\nb=1\nb=1\n"),
        ("+++ at-head/a.py\n@@ -2,0 +3,1 @@\n+\n", "a\n", "a\nb=1\n"),
    ],
)
def test_what_is_not_one_run_of_added_lines_has_no_suggestion(
    diff: str, old: str, new: str
) -> None:
    [remark] = formatted(diff, old, new)
    assert remark.suggestion is None
    assert remark.quotes[0].line == 2


@pytest.mark.parametrize(
    ("diff", "old", "new"),
    [
        (HUNK, "a\nb=1\n", "a\nb=1\nc\n"),
        (HUNK + HUNK.replace("head", "base"), "a\nx\n", "a\nb=1\n"),
    ],
)
def test_formatting_stays_quiet_about_old_lines_and_old_habits(
    diff: str, old: str, new: str
) -> None:
    assert formatted(diff, old, new) == []


def test_a_new_file_beside_unformatted_ones_stays_quiet() -> None:
    diff = HUNK.replace("a.py", "n.py") + HUNK.replace("at-head", "at-base")
    answer = ScriptedTools({"ruff": ran(diff, exit_status=1)})
    base, head = {**FORMATS, "a.py": "a\n"}, {**FORMATS, "a.py": "a2\n", "n.py": "a\nb=1\n"}
    assert places(look(base, head, answer)) == []


def test_reports_about_other_files_are_nobodys() -> None:
    odd = {**entry("F1", 2), "filename": "/etc/passwd"}
    stub = {**entry("F1", 2), "filename": "at-head/own.py"}
    assert places(about("a\n", "a\nb\n", odd, stub)) == []


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("vendor/a.py", "x\n"),
        ("tests/fixtures/a.py", "x\n"),
        ("a_pb2.py", "x\n"),
        ("a.py", "# Code generated by x. DO NOT EDIT.\nx\n"),
        ("a.min.js", "x\n"),
    ],
)
def test_files_that_nobody_wrote_are_not_looked_at(path: str, text: str) -> None:
    tools = ScriptedTools()
    look({**SETTINGS, "biome.json": "{}"}, {**SETTINGS, "biome.json": "{}", path: text}, tools)
    assert tools.asked == []


def test_odd_names_are_a_gap_and_the_others_are_looked_at() -> None:
    head = {**SETTINGS, "a.py": "x\n", "b\\c.py": "x\n", "d\udce9.py": "x\n", "e\n.py": "x\n"}
    tools = ruff(entry("F1", 1))
    said = look(SETTINGS, head, tools)
    assert [item.subject for item in said if isinstance(item, Gap)] == [
        "linters on `b\\\\c.py`",
        "linters on `d\\udce9.py`",
        "linters on `e\\n.py`",
    ]
    assert places(said) == [("rule-f1", 1)]
    assert tools.asked[0].arguments[-1] == "at-head/a.py"


def test_too_many_files_are_a_required_gap() -> None:
    head = {**SETTINGS, **{f"m{n}.py": "x\n" for n in range(2_003)}}
    change = change_between({}, {})
    files = change_between(SETTINGS, {**SETTINGS, "a.py": "x\n"}).files
    many = tuple(replace(files[0], path=f"m{n}.py") for n in range(2_003))
    tools = ruff()
    said = looked(replace(change, files=many), SETTINGS, head, tools)
    [gap] = [item for item in said if isinstance(item, Gap)]
    assert (gap.subject, gap.required) == ("3 changed file(s)", True)
    assert len([name for name in tools.asked[0].arguments if name.startswith("at-head/")]) == 2_000


@pytest.mark.parametrize(
    ("base", "head", "reason"),
    [
        ({}, {"a.py": "x\n"}, "1 changed file(s) of a kind that linters read"),
        ({}, {"run": "#!/bin/sh\n"}, "1 changed file(s) of a kind that linters read"),
        ({}, {"a.rb": "x\n", "uv.lock": "x\n"}, None),
        ({"a.py": "x\n"}, {}, None),
        ({"a.py": "x\ny\n"}, {"a.py": "x\n"}, None),
    ],
)
def test_when_it_has_something_to_look_at(
    base: dict[str, str], head: dict[str, str], reason: str | None
) -> None:
    assert lint_gate.activates(change_between(base, head)) == reason


@pytest.mark.parametrize(
    ("path", "script"),
    [
        (".github/workflows/ci.yml", True),
        (".pre-commit-config.yaml", True),
        ("Makefile", True),
        ("web/package.json", True),
        (".husky/pre-commit", True),
        ("docs/linting.md", False),
        ("vendor/x/Makefile", False),
        ("tests/fixtures/.pre-commit-config.yaml", False),
    ],
)
def test_which_files_are_build_scripts(path: str, script: bool) -> None:
    assert is_build_script(path) is script


@pytest.mark.parametrize(
    ("base", "head", "runs"),
    [
        ("lint:\n\tshellcheck a.sh\n", "lint:\n\tshellcheck a.sh\n", True),
        ("lint:\n", "lint:\n\tshellcheck a.sh\n", False),
        ("lint:\n\tshellcheck a.sh\n", "lint:\n", False),
        ("# shellcheck\n", "# shellcheck\n", False),
        ("# shellcheck\n", "\tshellcheck a.sh\n", False),
        ("\tshellcheck a.sh\n", "# shellcheck\n", False),
    ],
)
def test_a_build_script_counts_when_it_runs_the_linter_before_and_after(
    base: str, head: str, runs: bool
) -> None:
    tools = ScriptedTools()
    look({"Makefile": base}, {"Makefile": head, "a.sh": "x\n"}, tools)
    assert [asked.tool for asked in tools.asked] == (["shellcheck"] if runs else [])


@pytest.mark.parametrize(
    ("workflow", "files"),
    [
        ("- run: apt install shellcheck\n- run: bash lint.sh\n", ["at-head/lib/b.sh"]),
        ("- run: apt install shellcheck\n" * 2, ["at-head/a.sh", "at-head/lib/b.sh"]),
    ],
)
def test_what_a_build_script_starts_is_one_as_well(workflow: str, files: list[str]) -> None:
    tools = ScriptedTools()
    base = {".github/workflows/ci.yml": workflow, "lint.sh": "exec shellcheck lib/*.sh\n"}
    look(base, {**base, "a.sh": "x\n", "lib/b.sh": "x\n"}, tools)
    [asked] = tools.asked
    assert [word for word in asked.arguments if word.startswith("at-head/")] == files


def test_a_document_that_names_the_linter_runs_nothing() -> None:
    tools = ScriptedTools()
    docs = {"README.md": "Run shellcheck first.\n"}
    look(docs, {**docs, "a.sh": "x\n"}, tools)
    assert tools.asked == []


@given(printed=st.text(max_size=300), status=st.integers(0, 130), said=st.text(max_size=100))
def test_whatever_programs_print_is_findings_or_gaps(printed: str, status: int, said: str) -> None:
    settings = {
        "ruff.toml": "[format]\n",
        "go.mod": "",
        "Cargo.toml": '[package]\nedition = "2021"\n',
        ".yamllint": "{}",
        "biome.json": "{}",
        "deno.json": '{"fmt": {}}',
        ".shellcheckrc": "",
        ".markdownlint.json": "{}",
        ".eslintrc.json": '{"rules": {"no-var": 2}}',
    }
    names = ("a.py", "a.go", "a.rs", "a.yml", "a.js", "a.sh", "a.md")
    programs = [
        "ruff",
        "gofmt",
        "rustfmt",
        "yamllint",
        "biome",
        "deno",
        "shellcheck",
        "markdownlint",
        "eslint",
    ]
    answer = ran(printed, exit_status=status, stderr=said)
    tools = ScriptedTools(dict.fromkeys(programs, answer))
    found = look(settings, {**settings, **dict.fromkeys(names, "x\n")}, tools)
    assert {asked.tool for asked in tools.asked} == set(programs)
    assert all(isinstance(item, Remark | Gap | Clean) for item in found)
    if status > 2:
        assert len([item for item in found if isinstance(item, Gap)]) == len(tools.asked)

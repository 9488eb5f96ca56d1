"""Tests of `ruff check` and `ruff format`: settings, stand-ins, reports."""

from __future__ import annotations

import json
from types import ModuleType

import pytest

from postil.domain.observation import Gap
from postil.inspection.linters import (
    BASE,
    HEAD,
    SYNTAX,
    Garbled,
    Job,
    Sheet,
    Unfit,
    ruff,
    ruff_format,
)
from postil.ports import ToolRun

from fakes.desks import desk, heard, the_gap, the_job, told
from fakes.toolboxes import ran

CONFIG = "[tool.ruff]\nline-length = 80\n"
SELECTS = '[lint]\nselect = ["F"]\n'


def test_both_versions_stand_beside_the_settings_of_the_base() -> None:
    job = the_job(ruff, desk({"pyproject.toml": CONFIG, "a.py": "x = 1\n"}, {"a.py": "x = 2\n"}))
    assert job.files() == {
        "at-head/pyproject.toml": CONFIG,
        "at-base/pyproject.toml": CONFIG,
        "at-head/a.py": "x = 2\n",
        "at-base/a.py": "x = 1\n",
    }
    assert job.names() == ["at-base/a.py", "at-head/a.py"]
    assert {"--no-cache", "--no-fix", "--no-fix-only", "--force-exclude"} <= set(job.arguments)


def test_a_new_file_has_no_base_version() -> None:
    job = the_job(ruff, desk({"ruff.toml": SELECTS}, {"a.py": "x = 2\n"}))
    assert job.names() == ["at-head/a.py"]
    assert "at-base/a.py" not in job.files()


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"pyproject.toml": "[project]\nname = 'ruff'\n"},
        {"pyproject.toml": "[tool]\nruff = 3\n"},
        {"pyproject.toml": "[project]\nname = 'x'\n"},
        {"other/ruff.toml": SELECTS},
    ],
)
def test_without_settings_nothing_is_run(settings: dict[str, str]) -> None:
    assert list(ruff.jobs(desk(settings, {"a/b.py": ""}))) == []


def test_the_nearest_settings_and_what_they_extend_are_laid_out() -> None:
    base = {
        "pyproject.toml": CONFIG,
        "conf/strict.toml": 'extend = "../conf/stricter.toml"\n',
        "conf/stricter.toml": SELECTS,
        "app/ruff.toml": 'extend = "../conf/strict.toml"\n',
        "app/pyproject.toml": "[tool.ruff]\nline-length = 1\n",
    }
    job = the_job(ruff, desk(base, {"app/deep/a.py": "", "b.py": ""}))
    assert set(job.beside) == {*base}
    assert job.settled == {"b.py": ("E4", "E7", "E9", "F")}


@pytest.mark.parametrize(
    "target", ["../../other.toml", "/etc/ruff.toml", "~/ruff.toml", "$HOME/r.toml", "a:b"]
)
def test_settings_that_lead_outside_are_refused(target: str) -> None:
    gap = the_gap(ruff, desk({"app/ruff.toml": f'extend = "{target}"\n'}, {"app/a.py": ""}))
    assert (gap.subject, gap.required) == ("linter `ruff`", False)
    assert gap.reason == f"its settings name `{target}`, which is outside of the repository"


def test_what_is_extended_must_be_there_and_end() -> None:
    gap = the_gap(ruff, desk({"ruff.toml": 'extend = "gone.toml"\n'}, {"a.py": ""}))
    assert gap.reason == "its settings extend `gone.toml`, which the base does not hold"
    chain = {f"r{n}.toml": f'extend = "r{n + 1}.toml"\n' for n in range(20)}
    gap = the_gap(ruff, desk({"ruff.toml": 'extend = "r0.toml"\n', **chain}, {"a.py": ""}))
    assert gap.reason.endswith("and so on without an end")
    circle = {"ruff.toml": 'extend = "b.toml"\n', "b.toml": 'extend = "ruff.toml"\n'}
    assert set(the_job(ruff, desk(circle, {"a.py": ""})).beside) == set(circle)


def test_broken_settings_are_a_gap_told_once() -> None:
    base = {"ruff.toml": "select = [", "p/x": ""}
    gap = the_gap(ruff, desk(base, {"p/a.py": "", "p/b.py": ""}))
    assert gap.reason == "`ruff.toml` is not TOML"
    deep = {"ruff.toml": "a = " + "[" * 100_000}
    assert the_gap(ruff, desk(deep, {"a.py": ""})).reason == "`ruff.toml` is not TOML"


@pytest.mark.parametrize(
    "edits",
    [
        {"ruff.toml": "line-length = 200\n"},
        {"app/ruff.toml": "line-length = 200\n"},
        {"app/.ruff.toml": ""},
    ],
)
def test_settings_that_the_change_edits_are_not_used(edits: dict[str, str]) -> None:
    base = {"ruff.toml": SELECTS}
    gap = the_gap(ruff, desk(base, {"app/a.py": "", "app/b.py": ""}, edits=edits))
    assert gap.reason == "the change edits its settings, which were in `ruff.toml`"
    assert not gap.required


def test_an_edit_of_something_else_in_the_project_file_changes_no_settings() -> None:
    edits = {"pyproject.toml": CONFIG + "[project]\nname = 'x'\n"}
    job = the_job(ruff, desk({"pyproject.toml": CONFIG}, {"a.py": ""}, edits=edits))
    assert job.beside == {"pyproject.toml": CONFIG}


def test_our_own_packages_have_stand_ins() -> None:
    base = {
        "ruff.toml": SELECTS,
        "src/shop/__init__.py": "secret",
        "src/shop/money.py": "secret",
        "src/shop/deep/__init__.py": "secret",
        "tools.py": "secret",
        "loose/x.py": "secret",
    }
    text = (
        "import shop.money\nfrom shop.deep import x\nimport tools, os\n"
        "import loose\nfrom . import y\nfrom .z import w\nimport a..b\n"
    )
    job = the_job(ruff, desk(base, {"run.py": text}))
    assert {path: job.beside[path] for path in job.beside if path != "ruff.toml"} == {
        "src/shop/__init__.py": "",
        "src/shop/money.py": "",
        "src/shop/deep/__init__.py": "",
        "tools.py": "",
        "loose/own.txt": "",
    }
    assert "I001" not in job.unsure


@pytest.mark.parametrize(
    ("files", "pins", "found"),
    [
        ({"ruff.toml": SELECTS}, "", True),
        ({"ruff.toml": SELECTS}, "ruff==0.5.7", False),
        ({"ruff.toml": 'src = ["src"]\n'}, "ruff==0.5.7", True),
        ({"t/ruff.toml": 'extend = "../ruff.toml"\n', "ruff.toml": 'src = ["src"]\n'}, "", True),
        ({"t/ruff.toml": 'extend = "../ruff.toml"\n', "ruff.toml": SELECTS}, "", False),
    ],
)
def test_our_own_code_is_where_the_settings_and_the_version_look_for_it(
    files: dict[str, str], pins: str, found: bool
) -> None:
    base = {**files, "src/shop/__init__.py": ""}
    seen = desk(base, {"t/run.py": "import shop\n"}, pins={"requirements.txt": pins})
    assert ("src/shop/__init__.py" in the_job(ruff, seen).beside) is found


def test_markers_above_a_file_have_stand_ins() -> None:
    base = {"ruff.toml": SELECTS, "a/__init__.py": "x", "a/b/__init__.py": "x"}
    job = the_job(ruff, desk(base, {"a/b/c/d.py": ""}))
    assert {path for path in job.beside if path.endswith("__init__.py")} == {
        "a/__init__.py",
        "a/b/__init__.py",
    }


@pytest.mark.parametrize("source", ["packages/*", "/opt", "../up"])
def test_where_our_own_code_is_unknown_import_order_is_not_judged(source: str) -> None:
    base = {"ruff.toml": f'src = ["{source}", "."]\n', "mine.py": ""}
    job = the_job(ruff, desk(base, {"run.py": "import mine\n"}))
    assert "I001" in job.unsure
    assert "mine.py" in job.beside


def test_the_python_version_is_read_from_the_project_around() -> None:
    project = "[project]\nrequires-python = '>=3.8'\n"
    base = {"app/ruff.toml": SELECTS, "pyproject.toml": project}
    assert the_job(ruff, desk(base, {"app/a.py": ""})).beside["pyproject.toml"] == project


@pytest.mark.parametrize(
    ("settings", "settled"),
    [
        ("", ("E4", "E7", "E9", "F")),
        ('lint.extend-select = ["B"]\n', ("E4", "E7", "E9", "F", "B")),
        ('extend-select = ["UP"]\n', ("E4", "E7", "E9", "F", "UP")),
        ('lint.select = ["B"]\n', None),
        ('select = ["B"]\n', None),
    ],
)
def test_without_a_selection_only_what_every_version_checks_counts(
    settings: str, settled: tuple[str, ...] | None
) -> None:
    job = the_job(ruff, desk({"ruff.toml": settings}, {"a.py": ""}))
    assert job.settled.get("a.py") == settled


def entry(code: str | None, row: int, **more: object) -> dict[str, object]:
    place = {"row": row, "column": 1}
    return {
        "code": code,
        "filename": "/private/files/at-head/a.py",
        "location": place,
        "end_location": place,
        "message": "`os`  imported\nbut unused",
        "name": "unused-import",
        "url": "https://example.org/rule",
        **more,
    }


def test_its_report_is_read() -> None:
    [report] = heard(ruff, ran(json.dumps([entry("F401", 3)]), exit_status=1))
    assert (report.name, report.line, report.end) == ("/private/files/at-head/a.py", 3, 3)
    assert (report.rule, report.slug) == ("F401", "unused-import")
    assert report.message == "`os` imported but unused"


@pytest.mark.parametrize(
    ("code", "name"),
    [(None, None), (None, "invalid-syntax"), ("invalid-syntax", "x"), ("invalid-syntax", None)],
)
def test_a_syntax_error_is_told_as_such(code: str | None, name: str | None) -> None:
    [report] = heard(ruff, ran(json.dumps([entry(code, 1, name=name)]), exit_status=1))
    assert (report.rule, report.slug) == (SYNTAX, SYNTAX)


def test_a_rule_without_a_code_goes_by_its_name() -> None:
    [report] = heard(ruff, ran(json.dumps([entry(None, 1, name="shared-clock")]), exit_status=1))
    assert (report.rule, report.slug) == ("shared-clock", "shared-clock")


@pytest.mark.parametrize(
    "printed",
    [
        "",
        "{",
        "{}",
        "[" * 100_000,
        json.dumps([{"code": "F401"}]),
        json.dumps([entry("F401", -1)]),
        json.dumps([entry("F401", 1, location={"row": True})]),
        json.dumps([entry("F401", 1, location=3)]),
    ],
)
def test_anything_else_is_no_report(printed: str) -> None:
    with pytest.raises(Garbled):
        heard(ruff, ran(printed, exit_status=1))


@pytest.mark.parametrize("linter", [ruff, ruff_format])
@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("ruff failed\n  Cause: Required version `==0.1` does not match", Unfit),
        ("ruff failed\n  Cause: unknown field `lnt`", Unfit),
        ("thread panicked", Garbled),
        ("", Garbled),
    ],
)
def test_a_run_that_ended_badly_is_never_clean(
    linter: ModuleType, said: str, problem: type[Exception]
) -> None:
    with pytest.raises(problem):
        heard(linter, ran("", exit_status=2, stderr=said))


DIFF = """\
--- at-head/a.py
+++ at-head/a.py
@@ -1,6 +1,6 @@
 import os
 import sys
+
 x = "a"
-y=[1,2,
-3]
-print( x )
+y = [1, 2, 3]
+print(x)

--- at-base/b.py
+++ at-base/b.py
@@ -3 +3 @@
-z=1
\\ No newline at end of file
+z = 1
"""


def test_the_rewritten_lines_are_read_from_its_diff() -> None:
    reports = heard(ruff_format, ran(DIFF, exit_status=1, stderr="2 files would be reformatted\n"))
    assert [(each.name, each.line, each.end, each.replacement) for each in reports] == [
        ("at-head/a.py", 3, 2, ""),
        ("at-head/a.py", 4, 6, "y = [1, 2, 3]\nprint(x)"),
        ("at-base/b.py", 3, 3, "z = 1"),
    ]


@pytest.mark.parametrize("diff", ["+++ a\n@@ nonsense @@\n", "+++ a\n@@ -1,3 +1,3 @@\n x\n"])
def test_a_diff_that_is_none_is_no_report(diff: str) -> None:
    with pytest.raises(Garbled):
        heard(ruff_format, ran(diff, exit_status=1))


def test_files_that_do_not_parse_are_left_to_the_linter() -> None:
    said = "error: Failed to parse at-head/bad.py:1:7: Expected\n2 files would be reformatted\n"
    run = ran(DIFF, exit_status=2, stderr=said)
    assert [name for name, *_ in told(ruff_format, run)] == [HEAD + "a.py"] * 2 + [BASE + "b.py"]
    with pytest.raises(Garbled):
        heard(ruff_format, ran("", exit_status=2, stderr=said + "error: out of memory\n"))


@pytest.mark.parametrize(
    ("settings", "scripts", "runs"),
    [
        ("", {}, False),
        ("[format]\n", {}, True),
        ("", {".pre-commit-config.yaml": "- id: ruff-format\n"}, True),
    ],
)
def test_the_formatter_runs_only_where_the_project_asks_for_it(
    settings: str, scripts: dict[str, str], runs: bool
) -> None:
    found = list(ruff_format.jobs(desk({"ruff.toml": settings}, {"a.py": ""}, scripts=scripts)))
    assert [type(job) for job in found] == ([Job] if runs else [])


@pytest.mark.parametrize("asked", [True, False])
def test_the_formatter_tells_a_gap_only_where_it_is_asked_for(asked: bool) -> None:
    scripts = {"Makefile": "ruff format"} if asked else {}
    before = desk({"ruff.toml": 'extend = "/x"\n'}, {"a.py": ""}, scripts=scripts)
    assert [type(gap) for gap in ruff_format.jobs(before)] == ([Gap] if asked else [])


def test_only_python_is_taken() -> None:
    assert [ruff.takes(path, "") for path in ("a.py", "a.pyi", "a.pyx", "py")] == [
        *(True, True, False, False)
    ]


def test_a_killed_program_says_nothing_of_value() -> None:
    run: ToolRun = ran("[]", exit_status=101)
    with pytest.raises(Garbled, match="exit status 101"):
        heard(ruff, run)


@pytest.mark.parametrize(
    ("code", "message", "told"),
    [
        ("RUF100", "Unused `noqa` directive (unknown: `RUF976`)", False),
        ("RUF100", "Unused `noqa` directive (unused: `F401`)", True),
        ("RUF100", "Unused `noqa` directive (unused: `F401`; unknown: `RUF976`)", True),
        ("F401", "unknown: x", True),
    ],
)
def test_a_code_that_only_a_newer_ruff_knows_is_not_judged(
    code: str, message: str, told: bool
) -> None:
    found = {
        "code": code,
        "name": "x",
        "message": message,
        "filename": "at-head/a.py",
        "location": {"row": 1},
        "end_location": {"row": 1},
    }
    assert bool(heard(ruff, ran(json.dumps([found]), exit_status=1))) is told
    assert "RUF102" in the_job(ruff, desk({"ruff.toml": SELECTS}, {"a.py": ""})).unsure


@pytest.mark.parametrize(
    ("text", "told"),
    [("import b\nimport a\n", True), ("import b  # noqa: F401\nimport a\n", False)],
)
def test_imports_with_comments_for_tools_are_not_judged(text: str, told: bool) -> None:
    found = {
        "code": "I001",
        "name": "unsorted-imports",
        "message": "x",
        "filename": "at-head/a.py",
        "location": {"row": 1},
        "end_location": {"row": 3},
    }
    job = Job(arguments=(), sheets=(Sheet("a.py", text, None),))
    assert bool(list(ruff.read(ran(json.dumps([found]), exit_status=1), job))) is told

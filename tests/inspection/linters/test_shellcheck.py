"""Tests of shellcheck: which scripts, which settings, which complaints count."""

from __future__ import annotations

import json

import pytest

from postil.domain.observation import Gap
from postil.inspection.linters import SYNTAX, Garbled, Job, Unfit, shellcheck

from fakes.desks import desk, heard, the_gap, the_job, told
from fakes.toolboxes import ran


@pytest.mark.parametrize(
    ("path", "text", "taken"),
    [
        ("a.sh", "", True),
        ("a.bats", "", True),
        ("a.zsh", "", False),
        ("bin/run", "#!/bin/sh\n", True),
        ("bin/run", "#!/usr/bin/env bash\n", True),
        ("bin/run", "#!/usr/bin/env zsh\n", False),
        ("bin/run", "#!/usr/bin/env python3\n", False),
        ("bin/run", "#!/usr/bin/fish\n", False),
        ("bin/run", "echo\n#!/bin/sh\n", False),
        ("run.py", "#!/bin/sh\n", False),
        ("bin/run", "#!" + " " * 100_000 + "sh", False),
    ],
)
def test_which_files_are_shell_scripts(path: str, text: str, taken: bool) -> None:
    assert shellcheck.takes(path, text) is taken


def test_settings_that_lead_to_other_files_are_dropped() -> None:
    rc = "disable=SC2086\nsource-path=/etc\nexternal-sources=true\n# x\nshell=bash\nenable=all\n"
    job = the_job(shellcheck, desk({".shellcheckrc": rc}, {"a.sh": ""}))
    assert job.beside == {".shellcheckrc": "disable=SC2086\nshell=bash\nenable=all\n"}
    assert "--severity=warning" in job.arguments


@pytest.mark.parametrize(
    ("script", "level"),
    [
        ("- id: shellcheck\n", "style"),
        ("shellcheck --severity=error a.sh", "error"),
        ("shellcheck -S warning a.sh", "warning"),
        ("shellcheck -S error a\nshellcheck -S warning b", "error"),
        ("args: ['--severity', 'x']", "style"),
    ],
)
def test_the_build_decides_what_counts(script: str, level: str) -> None:
    job = the_job(shellcheck, desk({}, {"a.sh": ""}, scripts={"Makefile": script}))
    assert f"--severity={level}" in job.arguments


@pytest.mark.parametrize(
    ("script", "files"),
    [
        ("shellcheck -s bash nvm.sh && shellcheck ./bin/run.sh", ["bin/run.sh", "nvm.sh"]),
        ("shellcheck nvm.sh\n  - shellcheck tests/*.sh", ["nvm.sh", "tests/a.sh"]),
        ("shellcheck --version\nshellcheck nvm.sh", ["nvm.sh"]),
        ("shellcheck ${{ matrix.file }}", ["bin/run.sh", "nvm.sh", "tests/a.sh"]),
        (
            (
                "matrix:\n  file:\n    - nvm.sh # ours\n  include:\n    - shell: sh\n"
                "      file: run\nsteps:\n  - run: shellcheck ${{ matrix.file }}"
            ),
            ["nvm.sh"],
        ),
        (
            (
                'file: ["bin/run.sh", nvm.sh]\nname: ${{ matrix.file }}\nfile: ${{ matrix.file }}\n'
                "run: shellcheck ${{matrix.file}}"
            ),
            ["bin/run.sh", "nvm.sh"],
        ),
        ("cd tests && shellcheck *.sh", ["bin/run.sh", "nvm.sh", "tests/a.sh"]),
        ("exec shellcheck -x \\\n  nvm.sh \\\n  bin/*", ["bin/run.sh", "nvm.sh"]),
        ("apt install shellcheck shfmt\nshellcheck nvm.sh", ["nvm.sh"]),
        ("nix-shell --run 'shellcheck --enable all nvm.sh'", ["nvm.sh"]),
        ("shellcheck $FILES", ["bin/run.sh", "nvm.sh", "tests/a.sh"]),
        ("find . | xargs shellcheck", ["bin/run.sh", "nvm.sh", "tests/a.sh"]),
    ],
)
def test_the_build_may_name_the_scripts(script: str, files: list[str]) -> None:
    sheets = {"nvm.sh": "", "bin/run.sh": "", "tests/a.sh": ""}
    job = the_job(shellcheck, desk({}, sheets, scripts={"Makefile": script}))
    assert sorted(sheet.path for sheet in job.sheets) == files


@pytest.mark.parametrize(
    ("script", "taken"),
    [
        ('all=$(find bin -type f)\nshellcheck "${all[@]}"', False),
        ("all=$(find bin -type f)\nshellcheck -x $all", False),
        ('all=$(find . -name "*.sh" -o -name "*.bats")\nshellcheck $all', True),
        ("shellcheck $FILES", True),
        ("uses: some/action-shellcheck", True),
        ("shellcheck test/*.bats", True),
    ],
)
def test_tests_for_bats_must_be_looked_for(script: str, taken: bool) -> None:
    sheets = {"nvm.sh": "", "test/a.bats": ""}
    [job] = shellcheck.jobs(desk({}, sheets, scripts={"Makefile": script}))
    assert isinstance(job, Job)
    assert ("test/a.bats" in {sheet.path for sheet in job.sheets}) is taken


def test_settings_that_arrive_are_a_gap_where_a_build_script_runs_it() -> None:
    brought = {".shellcheckrc": "disable=all\n"}
    asked = desk({}, {"a.sh": ""}, edits=brought, scripts={"Makefile": "shellcheck"})
    assert the_gap(shellcheck, asked).reason == "the change brings its settings, `.shellcheckrc`"
    assert list(shellcheck.jobs(desk({}, {"a.sh": ""}, edits=brought))) == []


def test_without_settings_and_without_a_build_script_it_is_not_run() -> None:
    assert list(shellcheck.jobs(desk({}, {"a.sh": ""}))) == []
    assert list(shellcheck.jobs(desk({"other/.shellcheckrc": ""}, {"a.sh": ""}))) == []


def test_nested_settings_decide_below_them_only() -> None:
    base = {"app/.shellcheckrc": "disable=SC1\n"}
    job = the_job(shellcheck, desk(base, {"app/bin/a.sh": "", "b.sh": ""}))
    assert [sheet.path for sheet in job.sheets] == ["app/bin/a.sh"]


def test_settings_that_change_are_a_gap() -> None:
    before = desk({".shellcheckrc": ""}, {"a.sh": ""}, edits={".shellcheckrc": "disable=all\n"})
    assert [type(item) for item in shellcheck.jobs(before)] == [Gap]
    asked = desk(
        {".shellcheckrc": ""},
        {"a.sh": ""},
        edits={".shellcheckrc": "disable=all\n"},
        scripts={"Makefile": "shellcheck"},
    )
    assert [type(item) for item in shellcheck.jobs(asked)] == [Gap]


def comment(code: int, line: int = 2, file: str = "at-head/a.sh", level: str = "warning") -> object:
    return {
        "file": file,
        "line": line,
        "endLine": line,
        "level": level,
        "code": code,
        "message": "Use globs.",
    }


def said(*comments: object) -> str:
    return json.dumps({"comments": comments})


def test_its_report_is_read() -> None:
    [report] = heard(shellcheck, ran(said(comment(2045, 4)), exit_status=1))
    assert (report.line, report.rule, report.slug) == (4, "SC2045", "SC2045")
    assert report.url == "https://www.shellcheck.net/wiki/SC2045"
    assert heard(shellcheck, ran(said())) == []


def test_what_depends_on_a_file_that_is_not_followed_is_dropped() -> None:
    printed = said(comment(1091), comment(2154), comment(2045), comment(2154, file="at-head/b.sh"))
    assert told(shellcheck, ran(printed, exit_status=1)) == [
        ("at-head/a.sh", 2, 2, "SC2045"),
        ("at-head/b.sh", 2, 2, "SC2154"),
    ]


def test_a_script_that_does_not_parse_is_told_as_such() -> None:
    printed = said(comment(1073, level="error"), comment(1017, level="warning"))
    assert [rule for *_, rule in told(shellcheck, ran(printed, exit_status=1))] == [
        SYNTAX,
        "SC1017",
    ]


@pytest.mark.parametrize(
    ("printed", "status", "stderr", "problem"),
    [
        ("", 0, "", Garbled),
        ("[]", 0, "", Garbled),
        (json.dumps({"comments": [{"code": "x"}]}), 1, "", Garbled),
        ("", 2, "cannot open", Garbled),
        ("", 4, "Bad configuration", Unfit),
    ],
)
def test_anything_else_is_never_clean(
    printed: str, status: int, stderr: str, problem: type[Exception]
) -> None:
    with pytest.raises(problem):
        heard(shellcheck, ran(printed, exit_status=status, stderr=stderr))
    assert Job(arguments=(), sheets=()).files() == {}


@pytest.mark.parametrize(
    ("script", "left_out"),
    [
        ("shellcheck -e SC2086,SC2181 a.sh", {"SC2086", "SC2181"}),
        ("- id: shellcheck\n  args:\n    - --exclude=SC1091\n", {"SC1091"}),
        ("SHELLCHECK_OPTS: -e SC2059\nrun: shellcheck a.sh", {"SC2059"}),
        ("shellcheck --include=SC2086 a.sh", set()),
        ("shellcheck a.sh", set()),
    ],
)
def test_rules_that_a_script_leaves_out_are_left_out(script: str, left_out: set[str]) -> None:
    job = the_job(shellcheck, desk({}, {"a.sh": ""}, scripts={"Makefile": script}))
    assert set(job.unsure) == left_out

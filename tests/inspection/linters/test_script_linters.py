"""Tests of Biome and ESLint: what of their settings is data, and how they are read."""

from __future__ import annotations

import json
from types import ModuleType
from typing import Any

import pytest

from postil.domain.observation import Gap
from postil.inspection.linters import SYNTAX, Garbled, Job, Unfit, biome, biome_format, eslint

from fakes.desks import desk, heard, the_gap, the_job, told
from fakes.toolboxes import ran


def settings(job: Job, name: str = "settings/biome.json") -> dict[str, Any]:
    found = json.loads(job.loose[name])
    assert isinstance(found, dict)
    return found


def test_biome_is_given_clean_settings() -> None:
    config = """{
      "$schema": "x", "plugins": ["./evil.grit"], "vcs": {"enabled": true},
      "files": {"includes": ["**", "!dist"]},
      "linter": {"includes": ["src/**"], "rules": {"recommended": true}},
      "overrides": [
        {"includes": ["src/*.test.js", "!./src/x.js", "**/y.js"], "plugins": ["evil"],
         "linter": {"enabled": false}},
        3
      ]
    }"""
    changed = dict.fromkeys(("src/a.js", "src/dist/b.js", "lib/c.js"), "")
    job = the_job(biome, desk({"biome.json": config}, changed))
    assert settings(job) == {
        "linter": {"rules": {"recommended": True}},
        "overrides": [
            {
                "includes": ["**/src/*.test.js", "!**/src/x.js", "**/y.js"],
                "linter": {"enabled": False},
            }
        ],
    }
    assert job.names() == ["at-head/src/a.js"]
    assert job.arguments[0] == "lint"


def test_biome_settings_are_merged_with_what_they_extend() -> None:
    base = {
        "biome.json": '{"formatter": {"lineWidth": 90}, "json": {"a": 1}}',
        "conf/b.json": '{"formatter": {"lineWidth": 70, "indentStyle": "tab"}}',
        "app/biome.json": '{"extends": ["//", "../conf/b.json"], "formatter": {"lineWidth": 60}}',
    }
    job = the_job(biome_format, desk(base, {"app/a.js": ""}))
    assert settings(job) == {
        "formatter": {"lineWidth": 60, "indentStyle": "tab"},
        "json": {"a": 1},
    }


@pytest.mark.parametrize(("part", "linter"), [("linter", biome), ("formatter", biome_format)])
@pytest.mark.parametrize(
    "text",
    [
        '{"%s": {"enabled": false}}',
        '{"%s": {"ignore": ["a.js"]}}',
        '{"%s": {"include": ["b.js"]}}',
        '{"%s": {}, "files": {"includes": ["**", "!a.js"]}}',
    ],
)
def test_biome_is_not_run_where_its_settings_say_so(
    part: str, linter: ModuleType, text: str
) -> None:
    assert list(linter.jobs(desk({"biome.json": text % part}, {"a.js": ""}))) == []


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        ('{"extends": ["@org/biome"]}', "extend the package `@org/biome`"),
        ('{"extends": ["../x.json"]}', "outside of the repository"),
        ("[]", "is not JSON"),
    ],
)
def test_biome_settings_that_cannot_be_used_are_told_once(config: str, reason: str) -> None:
    before = desk({"biome.jsonc": config}, {"a.js": ""})
    gap = the_gap(biome, before)
    assert reason in gap.reason
    assert not gap.required
    assert list(biome_format.jobs(before)) == []


def diagnostic(category: str, severity: str = "error", line: int = 2) -> dict[str, Any]:
    place = {"line": line, "column": 1}
    location = {"path": "at-head/a.js", "start": place, "end": place}
    return {"category": category, "severity": severity, "message": "m.", "location": location}


def test_biome_is_read_without_warnings() -> None:
    found = [
        diagnostic("lint/suspicious/noDoubleEquals"),
        diagnostic("lint/style/useConst", "warning"),
        diagnostic("lint/suspicious/noImportCycles"),
        diagnostic("parse", line=4),
        diagnostic("format"),
    ]
    run = ran(json.dumps({"diagnostics": found}), exit_status=1)
    assert told(biome, run) == [
        ("at-head/a.js", 2, 2, "lint/suspicious/noDoubleEquals"),
        ("at-head/a.js", 4, 4, SYNTAX),
    ]
    assert heard(biome, ran("")) == []


@pytest.mark.parametrize(
    ("printed", "status", "stderr", "problem"),
    [
        ("", 1, "× Found an unknown key `x`.", Unfit),
        ("", 1, "panicked", Garbled),
        ("{}", 1, "", Garbled),
        ("{", 0, "", Garbled),
        (
            json.dumps({"diagnostics": [{"category": "lint/x", "severity": "error"}]}),
            1,
            "",
            Garbled,
        ),
    ],
)
def test_biome_that_did_not_look_is_never_clean(
    printed: str, status: int, stderr: str, problem: type[Exception]
) -> None:
    with pytest.raises(problem):
        heard(biome, ran(printed, exit_status=status, stderr=stderr))


@pytest.mark.parametrize(
    "name", ["eslint.config.js", "eslint.config.mts", ".eslintrc.js", ".eslintrc.cjs"]
)
def test_eslint_settings_that_are_code_are_not_run(name: str) -> None:
    gap = the_gap(eslint, desk({name: "module.exports = {}"}, {"a.js": "", "b.ts": ""}))
    assert gap.reason == f"`{name}` is code, and settings that are code are not run"
    assert not gap.required


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".eslintrc.json", '{"parser": "./evil.js"}'),
        (".eslintrc.yml", "parser: ./evil.js\n"),
        ("package.json", '{"eslintConfig": {"parser": "./evil.js"}}'),
    ],
)
def test_a_parser_is_code_too(name: str, text: str) -> None:
    gap = the_gap(eslint, desk({name: text}, {"a.js": ""}))
    assert gap.reason.startswith(f"`{name}` names a parser, which is code")


def test_eslint_is_given_its_own_rules_only() -> None:
    config = """{
      "root": true, "extends": ["evil"], "plugins": ["evil"], "ignorePatterns": ["dist/"],
      "rules": {"eqeqeq": ["error", "always"], "no-var": 2, "curly": "warn", "semi": 0,
                "react/x": "error", "no-undef": "error", "quotes": [], "no-eval": "error"},
      "overrides": [{"files": ["x"], "rules": {"no-eval": "off"}}, 3]
    }"""
    changed = {"a.js": "", "dist/b.js": ""}
    found = list(eslint.jobs(desk({".eslintrc.json": config}, changed)))
    [gap, job] = found
    assert isinstance(gap, Gap)
    assert isinstance(job, Job)
    assert settings(job, "rules.json") == {"eqeqeq": ["error", "always"], "no-var": 2}
    assert job.names() == ["at-head/a.js"]
    assert "evil" not in "".join(job.files().values())
    assert job.unsure == {SYNTAX}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (".eslintrc", "rules:\n  no-var: error\n"),
        (".eslintrc", '{"rules": {"no-var": "error"}}'),
        (".eslintrc.yml", "rules:\n  no-var: error\n"),
        ("package.json", '{"eslintConfig": {"rules": {"no-var": "error"}}}'),
    ],
)
def test_eslint_settings_stand_in_several_files(name: str, text: str) -> None:
    job = the_job(eslint, desk({name: text}, {"a.js": ""}))
    assert settings(job, "rules.json") == {"no-var": "error"}
    assert job.unsure == frozenset()


@pytest.mark.parametrize(
    "base",
    [
        {},
        {"package.json": '{"name": "x"}'},
        {"package.json": '{"eslintConfig": 3}'},
        {".eslintrc.json": '{"extends": "x"}'},
        {".eslintrc.json": '{"rules": [], "overrides": {}}'},
    ],
)
def test_eslint_is_not_run_without_rules(base: dict[str, str]) -> None:
    assert list(eslint.jobs(desk(base, {"a.js": ""}))) == []


def test_files_that_need_a_parser_are_a_gap() -> None:
    config = '{"rules": {"no-var": "error"}}'
    gap = the_gap(eslint, desk({".eslintrc.json": config}, {"a.ts": ""}))
    assert gap.reason == "files that need the project's own parser are not given to it"


def test_eslint_is_read() -> None:
    messages = [
        {"ruleId": "eqeqeq", "line": 2, "endLine": 3, "message": "Expected '==='."},
        {"ruleId": "no-var", "line": 4, "message": "x"},
        {"ruleId": None, "line": 5, "message": "odd"},
        {"ruleId": None, "line": 6, "fatal": True, "message": "Parsing error"},
    ]
    run = ran(json.dumps([{"filePath": "/p/at-head/a.js", "messages": messages}]), exit_status=1)
    assert told(eslint, run) == [
        ("/p/at-head/a.js", 2, 3, "eqeqeq"),
        ("/p/at-head/a.js", 4, 4, "no-var"),
        ("/p/at-head/a.js", 6, 6, SYNTAX),
    ]
    with pytest.raises(Unfit):
        heard(eslint, ran("", exit_status=2, stderr="Invalid option '--no-config-lookup'"))
    with pytest.raises(Garbled):
        heard(eslint, ran("", exit_status=2, stderr="Oops"))


def test_each_takes_its_own_files() -> None:
    assert (eslint.takes("a.vue", ""), eslint.takes("a.css", "")) == (True, False)
    assert (biome.takes("a.css", ""), biome.takes("a.vue", "")) == (True, False)

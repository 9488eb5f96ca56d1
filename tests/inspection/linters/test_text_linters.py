"""Tests of yamllint and markdownlint: clean settings, files that are kept from them, reports."""

from __future__ import annotations

import json

import pytest

from postil.domain.observation import Gap
from postil.inspection.linters import SYNTAX, Garbled, Job, Unfit, markdownlint, yamllint

from fakes.desks import desk, heard, the_gap, the_job
from fakes.toolboxes import ran


def settings(job: Job) -> object:
    [text] = job.loose.values()
    return json.loads(text)


def test_yamllint_is_given_its_rules_and_nothing_else() -> None:
    config = """
extends: default
locale: en_US.UTF-8
yaml-files: ['*']
ignore: |
  skip/
  # remark
ignore-from-file: [.lintignore]
rules:
  line-length: {max: 100}
  comments: {ignore: /x}
  truthy: disable
"""
    base = {".yamllint": config, ".lintignore": "/gone.yml\n"}
    changed = dict.fromkeys(("a.yml", "x/skip/b.yml", "gone.yml", "x/gone.yml"), "")
    job = the_job(yamllint, desk(base, changed))
    assert settings(job) == {
        "extends": "default",
        "rules": {"line-length": {"max": 100}, "comments": "disable", "truthy": "disable"},
    }
    assert job.names() == ["at-head/a.yml", "at-head/x/gone.yml"]


def test_yamllint_settings_are_merged_with_what_they_extend() -> None:
    base = {
        "app/.yamllint.yaml": "extends: ../conf/y.yaml\nrules: {a: {x: 1}}\n",
        "conf/y.yaml": "extends: relaxed\nrules: {a: {x: 2, y: 2}, b: enable}\n",
    }
    job = the_job(yamllint, desk(base, {"app/a.yaml": ""}))
    assert settings(job) == {"rules": {"a": {"x": 1, "y": 2}, "b": "enable"}} | {
        "extends": "relaxed"
    }


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        ("extends: /etc/passwd\n", "outside of the repository"),
        ("extends: ../../x\n", "outside of the repository"),
        ("extends: gone.yaml\n", "which the base does not hold"),
        ("a: [", "is not YAML"),
        ("a: &a [*a]", "is not YAML"),
        ("[" * 100_000, "is not YAML"),
    ],
)
def test_yamllint_settings_that_cannot_be_used_are_a_gap(config: str, reason: str) -> None:
    gap = the_gap(yamllint, desk({"app/.yamllint": config}, {"app/a.yml": ""}))
    assert reason in gap.reason
    assert not gap.required


def test_yamllint_is_not_run_without_files() -> None:
    assert list(yamllint.jobs(desk({}, {"a.yml": ""}))) == []
    assert list(yamllint.jobs(desk({".yamllint": "ignore: '*'\n"}, {"a.yml": ""}))) == []
    assert settings(the_job(yamllint, desk({".yamllint": "rules: 3\n"}, {"a.yml": ""}))) == {
        "rules": {}
    }


YAML_SAID = """\
at-head/a.yml:1:5: [error] too many spaces after colon (colons)
at-head/a.yml:2:1: [warning] missing document start "---" (document-start)
at-head/b: c.yml:2:2: [error] syntax error: expected ',' (syntax)
at-head/c.yml:9:2: [error] odd
nonsense
"""


def test_yamllint_is_read_without_warnings() -> None:
    found = heard(yamllint, ran(YAML_SAID, exit_status=1))
    assert [(each.name, each.line, each.rule, each.message) for each in found] == [
        ("at-head/a.yml", 1, "colons", "too many spaces after colon"),
        ("at-head/b: c.yml", 2, SYNTAX, "syntax error: expected ','"),
        ("at-head/c.yml", 9, SYNTAX, "odd"),
    ]


@pytest.mark.parametrize(
    ("status", "said", "problem"),
    [(255, "invalid config: no such rule", Unfit), (255, "boom", Garbled)],
)
def test_yamllint_that_did_not_look_is_never_clean(
    status: int, said: str, problem: type[Exception]
) -> None:
    with pytest.raises(problem):
        heard(yamllint, ran("", exit_status=status, stderr=said))


def test_markdownlint_is_given_rules_and_no_code() -> None:
    config = """{
      "config": {"default": true, "MD013": false, "extends": "./conf/more.json"},
      "customRules": ["./evil.js"], "markdownItPlugins": [["evil"]], "fix": true,
      "globs": ["docs/**", "!docs/old/**"], "ignores": ["**/skip.md"],
    }"""
    base = {
        ".markdownlint-cli2.jsonc": config,
        "conf/more.json": '{"MD013": true, "MD001": false}',
        ".markdownlintignore": "# remark\ndocs/gone.md\n\n",
    }
    names = ("docs/a.md", "docs/old/b.md", "docs/x/skip.md", "README.md", "docs/gone.md")
    job = the_job(markdownlint, desk(base, dict.fromkeys(names, "")))
    assert settings(job) == {"default": True, "MD013": False, "MD001": False}
    assert job.names() == ["at-head/docs/a.md"]


@pytest.mark.parametrize("name", [".markdownlint.cjs", ".markdownlint-cli2.mjs"])
def test_markdownlint_settings_that_are_code_are_not_run(name: str) -> None:
    gap = the_gap(markdownlint, desk({name: "x"}, {"a.md": "", "b.md": ""}))
    assert gap.reason == f"`{name}` is code, and settings that are code are not run"


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        ('{"extends": "@org/style"}', "extend the package `@org/style`"),
        ('{"extends": "./x.cjs"}', "`x.cjs` is not JSON"),
        ('{"extends": "../x.json"}', "outside of the repository"),
        ("{", "is not JSON"),
    ],
)
def test_markdownlint_settings_that_cannot_be_used_are_a_gap(config: str, reason: str) -> None:
    base = {".markdownlint.json": config, "x.cjs": "code"}
    assert reason in the_gap(markdownlint, desk(base, {"a.md": ""})).reason


@pytest.mark.parametrize(
    ("name", "text", "rules"),
    [
        (".markdownlint.yaml", "MD013: false\n", {"MD013": False}),
        (".markdownlint-cli2.yaml", "config:\n  MD013: false\n", {"MD013": False}),
        (".markdownlint-cli2.yaml", "config: 3\n", {}),
    ],
)
def test_markdownlint_settings_may_be_yaml(name: str, text: str, rules: object) -> None:
    assert settings(the_job(markdownlint, desk({name: text}, {"a.md": ""}))) == rules


def test_markdownlint_is_not_run_without_files() -> None:
    config = '{"ignores": ["*.md"]}'
    assert list(markdownlint.jobs(desk({".markdownlint-cli2.jsonc": config}, {"a.md": ""}))) == []


def test_markdownlint_is_read() -> None:
    entry = {
        "fileName": "at-head/a.md",
        "lineNumber": 3,
        "ruleNames": ["MD001", "heading-increment"],
        "ruleDescription": "Heading levels",
        "ruleInformation": "https://example.org",
        "errorDetail": "Expected: h2",
    }
    odd = {"fileName": "at-head/a.md", "lineNumber": 4, "ruleNames": None}
    run = ran(exit_status=1, stderr=json.dumps([entry, odd, {**entry, "ruleNames": ["X"]}]))
    assert [
        (each.line, each.rule, each.slug, each.message) for each in heard(markdownlint, run)
    ] == [
        (3, "MD001", "heading-increment", "Heading levels: Expected: h2"),
        (4, "rule", "", ""),
        (3, "X", "", "Heading levels: Expected: h2"),
    ]
    assert heard(markdownlint, ran("")) == []


@pytest.mark.parametrize("said", ["", "TypeError: x", "{}", "[{}]"])
def test_markdownlint_that_did_not_look_is_never_clean(said: str) -> None:
    with pytest.raises(Garbled):
        heard(markdownlint, ran("", exit_status=1, stderr=said))


def test_edited_settings_are_a_gap_for_both() -> None:
    for linter, name, path in (
        (yamllint, ".yamllint", "a.yml"),
        (markdownlint, ".markdownlint.yaml", "a.md"),
    ):
        before = desk({name: "a: 1\n"}, {path: ""}, edits={name: "a: 2\n"})
        assert [type(item) for item in linter.jobs(before)] == [Gap]
        assert linter.takes(path, "")
        assert not linter.takes("a.py", "")

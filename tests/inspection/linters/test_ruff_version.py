"""Tests of what the base says about the version of ruff, and of what that version knows."""

from __future__ import annotations

import json

import pytest

from postil.inspection.linters import ruff, ruff_format
from postil.inspection.linters._ruff_rules import SINCE, younger_than
from postil.inspection.linters._ruff_version import WORDS, Version, asked_version
from postil.workspaces.toolbox import Programs

from fakes.desks import desk, the_job

HOOK = "repos:\n- repo: https://github.com/astral-sh/ruff-pre-commit\n  # pinned\n  rev: {}\n"
ACTION = "- uses: astral-sh/ruff-action@v3\n  with:\n    version: {}\n"
NEWEST = 9_999


@pytest.mark.parametrize(
    ("text", "version"),
    [
        (HOOK.format("v0.9.3"), (0, 9, 3)),
        (HOOK.format('"v0.9.3"'), (0, 9, 3)),
        (HOOK.format("main"), None),
        (HOOK.format(f"{'0a' * 20}  # frozen: v0.9.3"), (0, 9, 3)),
        (HOOK.format("0a" * 20), None),
        (HOOK.format("\n" * 400 + "rev: v0.9.3"), None),
        ("- repo: https://github.com/psf/black\n  rev: 24.1.0\n", None),
        (ACTION.format("0.4.2"), (0, 4, 2)),
        (ACTION.format('"==0.4.2"'), (0, 4, 2)),
        (ACTION.format('">=0.4.2"'), None),
        (ACTION.format("latest"), None),
        ('[[package]]\nname = "ruff"\nversion = "0.5.1"\n', (0, 5, 1)),
        ('[[package]]\nname = "ruff-lsp"\nversion = "0.5.1"\n', None),
        ('"ruff": {"hashes": ["sha256:a"], "index": "pypi", "version": "==0.6.1"}', (0, 6, 1)),
        ("ruff==0.5.1\n", (0, 5, 1)),
        ("ruff == 0.5.1 ; python_version > '3.8'", (0, 5, 1)),
        ("ruff===0.5.1", (0, 5, 1)),
        ("ruff==0.5.*", (0, 5, NEWEST)),
        ("ruff~=0.5.1", (0, 5, NEWEST)),
        ("ruff~=0.5", (0, NEWEST)),
        ("ruff<0.6", (0, 5, NEWEST)),
        ("ruff<1.0", (0, NEWEST)),
        ("ruff<=0.6.2", (0, 6, 2)),
        ("ruff>=0.4,<0.6.0", (0, 5, NEWEST)),
        ("ruff >= 0.4, != 0.5.0", None),
        ("ruff>=0.4", None),
        ("ruff", None),
        ("  - ruff=0.5.1", (0, 5, 1)),
        ('dev = ["ruff==0.3.7", "mypy==1.0.0"]', (0, 3, 7)),
        ('ruff = "^0.5.1"', (0, 5, NEWEST)),
        ('ruff = "^1.2.1"', (1, NEWEST)),
        ('ruff = "~0.5.1"', (0, 5, NEWEST)),
        ('ruff = "0.5.1"', (0, 5, 1)),
        ('ruff = ">=0.5.1"', None),
        ('ruff = "*"', None),
        ('ruff = { version = "^0.5.1", extras = [] }', (0, 5, NEWEST)),
        ("run: uvx ruff@0.5.1 check", (0, 5, 1)),
        ("flake8-ruff==0.1.0", None),
        ("ruff-lsp==0.1.0", None),
        ("from x import y  # see ruff", None),
        ("", None),
    ],
)
def test_the_version_asked_for_is_read(text: str, version: Version | None) -> None:
    assert asked_version([text]) == version
    if version is not None:
        assert any(word in text for word in WORDS)


def test_of_several_versions_the_oldest_counts() -> None:
    assert asked_version(["ruff==0.12.1", HOOK.format("v0.9.3"), "ruff<2"]) == (0, 9, 3)
    assert asked_version([]) is None


def test_a_file_full_of_marks_is_not_searched_behind_each_of_them() -> None:
    said = "x" * 7_000 + '"version": "==0.6.1"'
    assert asked_version(['"ruff": {' + said]) is None
    assert asked_version(['"ruff": {' * 99 + '"version": "==0.6.1"']) == (0, 6, 1)
    assert asked_version([('"ruff": {' + "x" * 7_000) * 100 + '"ruff": {' + said[7_000:]]) is None


@pytest.mark.parametrize(
    ("version", "is_younger"),
    [
        ((0, 7, 1), True),
        ((0, 11, 9), True),
        ((0, 12), False),
        ((0, NEWEST), False),
        ((1, 0), False),
    ],
)
def test_a_rule_is_younger_than_versions_without_it(version: Version, *, is_younger: bool) -> None:
    assert ("PLC0415" in younger_than(version)) is is_younger
    assert "F401" not in younger_than(version)


@pytest.mark.parametrize(("version", "narrower"), [((0, 4, 9), True), ((0, 5), False)])
def test_a_rule_that_objected_to_less_is_as_good_as_younger(
    version: Version, narrower: bool
) -> None:
    assert ("E721" in younger_than(version)) is narrower


def test_the_table_says_what_ruff_itself_says() -> None:
    run = Programs().run("ruff", ["rule", "--all", "--output-format", "json"], files={})
    compared = 0
    for rule in json.loads(run.stdout):
        for status, told in rule.get("status", {}).items():
            major, minor, patch = map(int, told["since"].removeprefix("v").split("."))
            since = (major, minor + (patch > 0))
            if status == "Stable" and (major, minor) >= (0, 1) and since <= max(SINCE.values()):
                compared += 1
                assert SINCE.get(rule["code"] or rule["name"]) == since, rule["code"]
    assert compared > 100


def test_younger_rules_are_left_undecided() -> None:
    files = {"ruff.toml": 'lint.select = ["ALL"]\n'}
    open_ = the_job(ruff, desk(files, {"a.py": ""}))
    pinned = the_job(ruff, desk(files, {"a.py": ""}, pins={"tox.ini": "ruff==0.9.3"}))
    assert {"PLC0415", "RUF059"} <= pinned.unsure - open_.unsure
    assert open_.settled == pinned.settled == {}
    assert {"PLC0415", "RUF059"} <= open_.recent
    assert "F401" not in open_.recent
    assert pinned.recent == frozenset({"I001"})


def test_of_a_version_before_the_table_only_the_oldest_rules_count() -> None:
    files = {"ruff.toml": 'lint.select = ["ALL"]\n'}
    job = the_job(ruff, desk(files, {"a.py": ""}, pins={"tox.ini": "ruff==0.0.272"}))
    assert job.settled == {"a.py": ("E4", "E7", "E9", "F")}


@pytest.mark.parametrize(
    ("pins", "same"), [({}, True), ({"t": "ruff==0.15.0"}, True), ({"t": "ruff<0.15"}, False)]
)
def test_the_style_is_that_of_the_version_asked_for(pins: dict[str, str], *, same: bool) -> None:
    job = the_job(ruff_format, desk({"ruff.toml": "[format]\n"}, {"a.py": ""}, pins=pins))
    assert job.same_style is same

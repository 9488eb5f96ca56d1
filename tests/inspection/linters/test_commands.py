"""Tests of which files build scripts hand to a program."""

from __future__ import annotations

import pytest

from postil.inspection.linters import ruff, ruff_format
from postil.inspection.linters._commands import handed
from postil.inspection.linters._ruff_settings import CHECKS, FORMATS

from fakes.desks import desk, the_job
from fakes.trees import MemoryTree

TREE = MemoryTree(dict.fromkeys(("src/a.py", "tests/a.py", "run.py", "web/app/a.py", "ruff"), ""))


@pytest.mark.parametrize(
    ("script", "named"),
    [
        ("ruff check src tests", {"src", "tests"}),
        ("\t@uv run ruff check --fix ./src/ run.py", {"src", "run.py"}),
        ("sources = src tests\nlint:\n\truff $(sources)\n", {"src", "tests"}),
        ("all = $(code) tests\ncode := src\nlint:\n\truff check ${all}\n", {"src", "tests"}),
        ('DIRS="src"\nruff check $DIRS\n', {"src"}),
        ("ruff = ruff src tests\nlint:\n\t$(ruff) --fix\n", {"src", "tests"}),
        ('    session.run("ruff", "check", "src", "tests")', {"src", "tests"}),
        ('"lint": "ruff check src && eslint tests"', {"src"}),
        ("ruff check src; mypy tests", {"src"}),
        ("ruff check src ; mypy tests", {"src"}),
        ("ruff check \\\n  src \\\n  tests", {"src", "tests"}),
        ("ruff check --config run.py src", {"src"}),
        ("ruff check src\nruff format .", {"src"}),
        ("pip install ruff -r tests\nruff check src", {"src"}),
        ("dev = [\n  'ruff',\n]\nlint = 'ruff check src'", {"src"}),
        ("name: Let ruff look at tests\nrun: ruff check src", {"src"}),
        ("name: ruff and mypy\nrun: ruff check src", {"src"}),
        # some run looks at everything, or at what is not told
        ("ruff check", None),
        ("ruff check .", None),
        ("ruff check src\nruff check", None),
        ("ruff check --select I", None),
        ("ruff --fix\nruff src", None),
        ("ruff check $(shell git ls-files)", None),
        ("ruff check ${{ inputs.path }}", None),
        ("ruff check src {posargs}", None),
        ("ruff check src/*.py", None),
        ("ruff check lib", None),
        ("ruff check ../src", None),
        ("- repo: https://x.example/ruff-pre-commit\n  - id: ruff\nruff check src", None),
        # nothing runs it
        ("ruff format src", None),
        ("ruff rule F401", None),
        ("pip install ruff", None),
        (f"ruff check src {'x' * 3_000}", None),
        ("", None),
    ],
)
def test_what_is_handed_over(script: str, named: set[str] | None) -> None:
    over = handed(CHECKS, {"Makefile": script}, TREE)
    assert (None if over.everything else set(over.named) or None) == named


def test_names_are_also_read_from_the_folder_of_the_script() -> None:
    assert handed(CHECKS, {"web/Makefile": "ruff check app"}, TREE).named == {"web/app"}


def test_the_formatter_has_its_own_runs() -> None:
    scripts = {"Makefile": "ruff check\nruff format --check src"}
    assert handed(FORMATS, scripts, TREE).named == {"src"}
    assert handed(CHECKS, scripts, TREE).everything


HOOK = """\
exclude: {everywhere}
repos:
- repo: https://x.example/ruff-pre-commit
  hooks:
  - id: ruff
    {rule}
  - id: ruff-format
- repo: local
"""


def hooked(rule: str = "", everywhere: str = '""') -> dict[str, str]:
    return {".pre-commit-config.yaml": HOOK.format(rule=rule, everywhere=everywhere)}


@pytest.mark.parametrize(
    ("path", "scripts", "expected"),
    [
        ("src/a.py", {}, True),
        ("src/a.py", {"Makefile": "ruff check"}, True),
        ("src/a.py", {"Makefile": "ruff check src"}, True),
        ("run.py", {"Makefile": "ruff check run.py"}, True),
        ("srcs/a.py", {"Makefile": "ruff check src"}, False),
        # what hooks keep out, plain patterns only
        ("bench/a.py", hooked(), True),
        ("bench/a.py", hooked(everywhere="bench/"), False),
        ("my/bench/a.py", hooked(everywhere="bench/"), False),
        ("my/bench/a.py", hooked(everywhere="^bench/"), True),
        ("bench/a.py", hooked("exclude: ^bench/.*$"), False),
        ("bench/a.py", hooked("exclude: ^(docs|bench)/"), True),
        ("bench/a.py", hooked("exclude: ^(docs/|bench/)"), False),
        ("bench/a.py", hooked(r"exclude: ^(docs/conf\.py|bench/a\.py)$"), False),
        ("bench/a.pyi", hooked(r"exclude: ^(docs/conf\.py|bench/a\.py)$"), True),
        ("bench/a.py", hooked(r"exclude: .*\.py$"), False),
        ("bench/a.py", hooked("exclude: |\n      (?x)\n        ^bench/ # ours\n"), False),
        ("bench/a.py", hooked(r"exclude: bench/[a-z]+\.py"), False),
        ("docs/a.py", hooked(r"exclude: bench/[a-z]+\.py"), True),
        ("tests/a/cases/b.py", hooked(r"exclude: tests(/\w*)*/cases/"), False),
        ("tests/a/others/b.py", hooked(r"exclude: tests(/\w*)*/cases/"), True),
        ("bench/a.py", hooked("files: ^src/"), False),
        ("src/a.py", hooked("files: ^src/"), True),
        ("bench/a.py", hooked(r"files: ^(src/|\w+/a)"), True),
        ("bench/a.py", hooked("exclude: [1]"), True),
        ("bench/a.py", {".pre-commit-config.yaml": "ruff-pre-commit: ["}, True),
        ("bench/a.py", {".pre-commit-config.yaml": "ruff-pre-commit: 1"}, True),
        # another run looks there
        ("bench/a.py", {**hooked("exclude: ^bench/"), "Makefile": "ruff check ."}, True),
        ("src/a.py", {**hooked("exclude: ^src/"), "Makefile": "ruff check src"}, True),
        ("bench/a.py", {**hooked("exclude: ^bench/"), "Makefile": "ruff check src"}, False),
        ("bench/a.py", {**hooked("exclude: ^bench/"), "ci.yml": "uses: x/ruff-action@v3"}, True),
    ],
)
def test_what_the_scripts_hold(path: str, scripts: dict[str, str], expected: bool) -> None:
    assert handed(CHECKS, scripts, TREE).holds(path) is expected


def test_each_hook_has_its_own_files() -> None:
    scripts = hooked("exclude: ^bench/")
    assert not handed(CHECKS, scripts, TREE).holds("bench/a.py")
    assert handed(FORMATS, scripts, TREE).holds("bench/a.py")


def test_a_program_that_only_formats_judges_nothing_else() -> None:
    hooks = "repos:\n- repo: https://x.example/ruff-pre-commit\n  hooks:\n  - id: ruff-format\n"
    scripts = {".pre-commit-config.yaml": hooks, "tox.ini": "ruff format --check"}
    assert not handed(CHECKS, scripts, TREE).holds("src/a.py")
    assert handed(FORMATS, scripts, TREE).holds("src/a.py")
    asked = {**scripts, "Makefile": "ruff check src"}
    assert handed(CHECKS, asked, TREE).holds("src/a.py")


def test_ruff_heeds_what_it_is_handed() -> None:
    base = {"ruff.toml": 'lint.select = ["F"]\n[format]\n', "src/x.py": ""}
    changed = {"src/a.py": "", "docs/a.py": ""}
    seen = desk(base, changed, scripts={"Makefile": "ruff check src\nruff format src"})
    # Broken syntax is told wherever it is.
    assert the_job(ruff, seen).settled == {"docs/a.py": ()}
    assert [sheet.path for sheet in the_job(ruff_format, seen).sheets] == ["src/a.py"]
    outside = desk(base, {"docs/a.py": ""}, scripts={"Makefile": "ruff format src"})
    assert list(ruff_format.jobs(outside)) == []

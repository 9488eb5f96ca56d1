"""Runs the real programs, those that are installed, on a change that each must object to."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from postil.domain.finding import Remark
from postil.domain.observation import Clean, Gap
from postil.inspection.checks import Needles, lint_gate
from postil.workspaces.toolbox import Programs

from fakes.changes import change_between
from fakes.trees import MemorySearch, MemoryTree


@dataclass(frozen=True)
class Case:
    program: str
    settings: dict[str, str]
    path: str
    old: str
    new: str
    found: tuple[tuple[str, int], ...]


PACKAGE = {"Cargo.toml": '[package]\nname = "x"\nedition = "2021"\n'}
RULES = '{"extends": "x", "rules": {"eqeqeq": "error", "no-var": 2, "gone-rule": 2}}'
CASES = [
    Case(
        *("ruff", {"ruff.toml": 'lint.select = ["F"]\n'}, "a.py", "x = 1\n", "x = 1\nimport os\n"),
        (("unused-import", 2),),
    ),
    Case(
        *("ruff", {"ruff.toml": "[format]\n"}, "a.py", "x = 1\n", "x = 1\ny=2\n"),
        (("unformatted", 2),),
    ),
    Case(
        *("shellcheck", {".shellcheckrc": ""}, "a.sh", "#!/bin/sh\n", "#!/bin/sh\ncd /tmp\n"),
        (("sc2164", 2),),
    ),
    Case(
        *("gofmt", {"go.mod": "module x\n"}, "a.go", "package a\n"),
        *("package a\n\nfunc  f( ) {}\n", (("unformatted", 3),)),
    ),
    Case(
        *("gofmt", {"go.mod": "module x\n"}, "a.go", "package a\n"),
        *("package a\n\nfunc (\n", (("syntax-error", 3),)),
    ),
    Case(
        *("rustfmt", {**PACKAGE, "rustfmt.toml": ""}, "src/lib.rs", "mod a;\nmod b;\n"),
        *("mod a;\nmod b;\n\nfn  f( ) {}\n", (("unformatted", 4),)),
    ),
    Case(
        *("rustfmt", PACKAGE, "src/lib.rs", "mod a;\n", "mod a;\n\nfn f( {\n"),
        (("syntax-error", 3),),
    ),
    Case(
        *("yamllint", {".yamllint": "extends: default\n"}, "a.yml", "---\na: 1\n"),
        *("---\na: 1\nb:   2\n", (("colons", 3),)),
    ),
    Case(
        *("markdownlint", {".markdownlint.json": '{"default": true}'}, "a.md", "# A\n"),
        *("# A\n\ntext \n", (("no-trailing-spaces", 3),)),
    ),
    Case(
        *("biome", {"biome.json": '{"formatter": {"indentStyle": "space"}}'}, "src/a.js"),
        *("foo();\n", "foo();\nif (a == 2) {\n  b( );\n}\n"),
        (("no-double-equals", 2), ("unformatted", 3)),
    ),
    Case(
        *("deno", {"deno.json": '{"fmt": {"singleQuote": true}}'}, "a.ts", "foo();\n"),
        *('foo();\nbar( "x" );\n', (("unformatted", 2),)),
    ),
    Case(
        *("eslint", {".eslintrc.json": RULES}, "a.js", "let a = 1;\n"),
        *("let a = 1;\nvar b = a == 2;\n", (("eqeqeq", 2), ("no-var", 2))),
    ),
]


def look(case: Case, text: str) -> list[Remark | Gap | Clean | Needles]:
    base, head = {**case.settings, case.path: case.old}, {**case.settings, case.path: text}
    change = change_between(base, head)
    work = lint_gate.inspect(change, MemoryTree(head), MemoryTree(base), Programs())
    question = next(work)
    assert isinstance(question, Needles)
    return [work.send(MemorySearch(head).search(question.texts)), *work]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.program}-{case.found[0][0]}")
def test_a_real_program_objects_to_the_new_line(case: Case) -> None:
    if Programs().find(case.program) is None:
        pytest.skip(f"{case.program} is not installed")
    said = look(case, case.new)
    found = [(item.slug, item.quotes[0].line) for item in said if isinstance(item, Remark)]
    assert sorted(found) == sorted(case.found)
    assert [item for item in said if isinstance(item, Gap)] == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.program}-{case.found[0][0]}")
def test_a_real_program_lets_a_harmless_line_pass(case: Case) -> None:
    if Programs().find(case.program) is None:
        pytest.skip(f"{case.program} is not installed")
    remark = {"py": "# ok", "sh": "# ok", "yml": "# ok", "md": "\nok", "go": "\n// ok"}
    harmless = remark.get(case.path.rpartition(".")[2], "// ok")
    said = look(case, f"{case.old}{harmless}\n")
    assert [type(item) for item in said] == [Clean]

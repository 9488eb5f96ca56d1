"""Tests of following what configuration names, beyond the cases on the check's page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.change import SYMLINK, Side
from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.inspection.checks import Needles, dependency_chain
from postil.inspection.checks._dependency_chain.python import binds
from postil.ports import Hits

from fakes.changes import change_between
from fakes.inspections import remarks
from fakes.trees import MemorySearch, MemoryTree

CI = ".github/workflows/ci.yml"


def look(base: Mapping[str, str], head: Mapping[str, str]) -> list[Remark | Gap]:
    """What the check says about going from one set of files to the other."""
    change = change_between(base, head)
    generator = dependency_chain.inspect(change, MemoryTree(head), MemoryTree(base))
    needles = next(generator)
    assert isinstance(needles, Needles)
    answer: Mapping[str, Hits] = MemorySearch(head).search(needles.texts)
    said: list[Remark | Gap] = []
    try:
        item = generator.send(answer)
        while True:
            assert not isinstance(item, Needles)
            said.append(item)
            item = next(generator)
    except StopIteration:
        return said


def slugs(base: Mapping[str, str], head: Mapping[str, str]) -> list[str]:
    return [item.slug if isinstance(item, Remark) else "gap" for item in look(base, head)]


def added(path: str, text: str, standing: Mapping[str, str] | None = None) -> list[str]:
    """The slugs for a file that the change adds beside others that stand."""
    others = dict(standing or {})
    return slugs(others, {**others, path: text})


def test_a_link_to_a_manifest_is_no_manifest() -> None:
    base, head = {"a/package.json": "{}"}, {"a/package.json": "../package.json"}
    assert slugs(base, head) == ["unreadable"]
    change = change_between(base, head)
    linked = replace(change, files=tuple(replace(file, new_mode=SYMLINK) for file in change.files))
    assert remarks(dependency_chain.inspect(linked, MemoryTree(head), MemoryTree(base)), head) == []


def jobs(body: str, on: str = "push") -> str:
    return f"on: {on}\njobs:\n{body}"


CALLED = """\
on:
  workflow_call:
    outputs:
      tag: {value: "${{ jobs.make.outputs.tag }}"}
jobs:
  make:
    outputs: {tag: x}
    steps: []
"""


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ("  a: {needs: '${{ x }}', steps: []}\n", []),
        ("  a: {if: 'needs.b.result', steps: []}\n", ["undeclared-need"]),
        ("  a: {needs: [b], if: 'needs.b.outputs.x', steps: []}\n", ["missing-job"]),
        ("  a: {outputs: 3}\n  b: {needs: a, if: needs.a.outputs.x}\n", []),
        ("  a: {steps: []}\n  b: {needs: a, if: needs.a.outputs.x}\n", ["missing-output"]),
        ("  a: {steps: []}\n  b: {needs: a, if: needs.a.result}\n", []),
        ("  a: {uses: ./.github/workflows/r.yml}\n  b: {needs: a, if: needs.a.outputs.tag}\n", []),
        (
            "  a: {uses: ./.github/workflows/r.yml}\n  b: {needs: a, if: needs.a.outputs.x}\n",
            ["missing-output"],
        ),
        ("  a: {uses: ./.github/workflows/bad.yml}\n  b: {needs: a, if: needs.a.outputs.x}\n", []),
        ("  a: {uses: ./.github/workflows/plain.yml}\n", ["not-callable"]),
        ("  a: {uses: ./.github/workflows/none.yml}\n", ["missing-workflow"]),
        ("  a: {uses: './.github/workflows/none.yml@v1'}\n", []),
        ("  a: {uses: ./../x.yml}\n", []),
        ("  a: {uses: ./dist/x.yml}\n", []),
        ("  a: {if: inputs.x}\n", ["missing-input"]),
        ("  a: {if: matrix.x}\n", ["missing-matrix-key"]),
        ("  a: {if: matrix.x, strategy: 3}\n", []),
        ("  a: {if: matrix.x, strategy: {matrix: {y: [1], include: [{x: 1}]}}}\n", []),
        ("  a: {if: matrix.x, strategy: {matrix: {include: '${{ y }}'}}}\n", []),
        ("  a: {if: matrix.x, strategy: {matrix: {include: [z]}}}\n", []),
        ("  a: {needs: a}\n", ["needs-cycle"]),
        ("  a: {steps: [{uses: ./act, with: {known: 1, other: 2}}]}\n", ["unknown-input"]),
        (
            "  a: {steps: [{id: s, uses: ./act}, {run: '${{ steps.s.outputs.x }}'}]}\n",
            ["missing-output"],
        ),
        ("  a: {steps: [{id: s, uses: ./act}, {run: '${{ steps.s.outputs.out }}'}]}\n", []),
        (
            "  a: {steps: [{id: s, run: x}, {run: '${{ steps.s.outputs.x }} ${{ steps.s.outcome }}'}]}\n",
            [],
        ),
        ("  a: {steps: [{uses: ./image, with: {args: x, foo: y}}]}\n", ["unknown-input"]),
        ("  a: {steps: [{uses: ./nowhere}]}\n", ["missing-action"]),
        ("  a: {steps: [{run: 'git clone x'}, {uses: ./nowhere}]}\n", []),
        ("  a: {steps: [{run: 'cp -r y nowhere'}, {uses: ./nowhere}]}\n", []),
        ("  a: {steps: [{uses: './${{ x }}'}]}\n", []),
        ("  a: {steps: [{uses: ./../out}]}\n", []),
        ("  a: {steps: [{uses: ./dist/act}]}\n", []),
        ("  a: {steps: [{uses: ./broken}]}\n", []),
    ],
)
def test_workflows(body: str, found: list[str]) -> None:
    standing = {
        ".github/workflows/r.yml": CALLED,
        ".github/workflows/plain.yml": "on: push\njobs: {}\n",
        ".github/workflows/bad.yml": "[",
        "act/action.yml": "inputs: {known: {}}\noutputs: {out: {}}\nruns: {using: composite, steps: []}\n",
        "image/action.yaml": "runs: {using: docker}\n",
        "broken/action.yml": "[",
    }
    assert slugs(standing, {**standing, CI: jobs(body)}) == found


@pytest.mark.parametrize(
    ("outputs", "found"),
    [
        ("{t: {value: '${{ jobs.gone.outputs.x }}'}}", ["missing-job"]),
        ("{t: {value: '${{ jobs.make.outputs.x }}'}}", ["missing-output"]),
        ("{t: {value: '${{ jobs.make.outputs.tag }} ${{ jobs.make }} ${{ github.sha }}'}}", []),
    ],
)
def test_promised_outputs(outputs: str, found: list[str]) -> None:
    text = (
        f"on:\n  workflow_call:\n    outputs: {outputs}\njobs:\n  make: {{outputs: {{tag: x}}}}\n"
    )
    assert added(CI, text) == found


@pytest.mark.parametrize(
    ("with_", "found"),
    [
        ("{name: x}", ["artifact-order"]),
        ("{name: x, run-id: 3}", []),
        ("{name: '${{ y }}'}", []),
        ("{name: other}", []),
        ("{path: x}", []),
    ],
)
def test_artifacts(with_: str, found: list[str]) -> None:
    body = (
        "  up: {steps: [{uses: actions/upload-artifact@v4, with: {name: x}}]}\n"
        f"  down: {{steps: [{{uses: actions/download-artifact@v4, with: {with_}}}]}}\n"
    )
    assert added(CI, jobs(body)) == found


def test_too_many_jobs_are_a_gap() -> None:
    body = "".join(f"  j{number}: {{steps: []}}\n" for number in range(301))
    [gap] = look({}, {CI: jobs(body)})
    assert isinstance(gap, Gap)
    assert gap.reason == "has more than 300 jobs"


def test_an_action_that_is_not_composite_is_left_alone() -> None:
    assert added("action.yml", "runs: {using: node20, main: '${{ inputs.x }}'}\n") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"workspaces": {"packages": ["gone/x", "!no/y", "src"]}}', ["missing-path"]),
        ('{"dependencies": {"a": "file:./gone", "b": "^1", "c": {}}}', ["missing-path"]),
        ('{"devDependencies": {"a": "link:./src"}}', []),
        ('{"main": "gone", "bin": {"x": "./gone.js"}}', ["missing-path"]),
        ('{"main": "src", "exports": {"./x": "gone.js"}}', []),
        ('{"main": "src/a", "module": "./src.js"}', []),
        ('{"exports": {"./x": "./src.js", "./y": "./src/a.js"}}', ["missing-path"]),
        ('{"bin": "./src/a", "imports": {"#x": "./src/*.js"}}', ["missing-path"]),
        ('{"browser": {"./src/a.js": false, "fs": "./gone.js"}}', ["missing-path"]),
        ('{"main": "../../x.js"}', []),
        ('{"scripts": {"a": "X=1 npx tsx gone.ts"}}', ["missing-script-file"]),
        (
            '{"scripts": {"a": "./gone.sh | cat", "b": "node", "c": "node --test", "d": 3, "e": ""}}',
            ["missing-script-file"],
        ),
        ('{"scripts": {"a": "node node_modules/x/y.js && ./gone.exe"}}', []),
        ('{"scripts": {"a": "npm run", "b": "npm run -s", "c": "npm run $X"}}', []),
        ('{"scripts": {"a": "pnpm run gone -- --x"}}', ["missing-script"]),
        ('{"scripts": {"a": "npm run #x"}}', []),
        ("{", ["gap"]),
        ('{"a": "{{ name }}', []),
        ('{"a": "b', ["unreadable"]),
    ],
)
def test_packages(text: str, found: list[str]) -> None:
    assert added("package.json", text, {"src/a.js": ""}) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('{"extends": ["./a.json", "pkg"], "compilerOptions": {"paths": {"x": ["gone"]}}}', []),
        (
            '{"extends": "./a", "compilerOptions": {"paths": {"x": ["gone"]}}}',
            ["missing-alias-target"],
        ),
        ('{"extends": "./loop", "compilerOptions": {"paths": {"x": ["gone"]}}}', []),
        (
            '{"extends": "./bad", "compilerOptions": {"paths": {"x": ["gone"]}}}',
            ["missing-alias-target"],
        ),
        ('{"extends": "./none", "compilerOptions": {"paths": {"x": ["gone"]}}}', ["missing-path"]),
        ('{"extends": "../../x"}', []),
        (
            '{"compilerOptions": {"paths": {"*": ["*"], "a": ["src*"], "b": ["../../x"], "c": []}}}',
            [],
        ),
        ('{"files": ["gone.ts", "src/a.js"], "references": ["x", {}]}', ["missing-path"]),
    ],
)
def test_tsconfig(text: str, found: list[str]) -> None:
    others = {
        "src/a.js": "",
        "a.json": '{"compilerOptions": {"baseUrl": "src"}}',
        "loop.json": '{"extends": "./loop"}',
        "bad.json": "{",
    }
    assert added("tsconfig.json", text, others) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[project.scripts]\nx = "p.a:f"\ny = "p.a:g"\nz = "odd"\n', ["missing-entry-point"]),
        ('[tool.poetry.scripts]\nx = {reference = "p.a:g"}\ny = 3\n', ["missing-entry-point"]),
        ('[project.gui-scripts]\nx = "gone:f"\n', []),
        ('[tool.poetry.plugins."p"]\nx = "p.gone.b:f"\n', ["missing-entry-point"]),
        ('[project]\nlicense = {file = "gone"}\nreadme = {text = "x"}\n', ["missing-path"]),
        ('[project]\nlicense = "MIT"\nreadme = 3\n', []),
        (
            '[tool.poetry]\nreadme = "gone.md"\n[tool.poetry.dependencies]\na = {path = "../../x"}\nb = "1"\n',
            ["missing-path"],
        ),
        ('[tool.poetry.group.dev.dependencies]\na = {path = "gone"}\n', ["missing-path"]),
        ('[tool.uv.workspace]\nmembers = ["p", "gone", "x/*", 3]\n', ["missing-path"]),
        ('[tool.uv]\nworkspace = {members = "p"}\nsources = {a = {workspace = true}}\n', []),
        ("[tool.hatch.version]\npath = 'gone.py'\n", ["missing-path"]),
        ("x = ]", ["unreadable"]),
        ("x = ", ["gap"]),
        ("x = " + "[" * 30_000, ["gap"]),
        ("#" * 1_000_001, ["gap"]),
    ],
)
def test_pyproject(text: str, found: list[str]) -> None:
    assert added("pyproject.toml", text, {"p/__init__.py": "", "p/a.py": "def f(): ...\n"}) == found


@pytest.mark.parametrize(
    ("text", "bound"),
    [
        ("async def f(): ...", True),
        ("class f: ...", True),
        ("f: int = 3", True),
        ("f == 3", False),
        ("from x import y as f", True),
        ("from x import (\n  y,\n  f,\n)", True),
        ("from x import y, \\\n  f", True),
        ("from x import (y)\nf()", False),
        ("from x import *", True),
        ("def __getattr__(name): ...", True),
        ("globals().update(x)", True),
        ("# def f(): ...", False),
        ("    def f(self): ...", True),
        ("x" * 20_001, True),
        ("", False),
    ],
)
def test_binds(text: str, bound: bool) -> None:
    assert binds(text, "f") is bound


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('FROM a\nCOPY ["gone.txt", "here.txt", "/x/"]\n', ["missing-copy-source"]),
        ("FROM a\nCOPY --chown=1:1 \\\n  # note\n  gone.txt /x\n", ["missing-copy-source"]),
        ("FROM a\nADD https://x/y.txt git@h:x.txt /x\n", []),
        ("FROM a\nCOPY . ./ / /x/\nCOPY here/*.txt* /x\n", ["missing-copy-source"]),
        ("FROM a\nCOPY gone/sub.d/*.txt /x\nCOPY *.txt x\n", ["missing-copy-source"]),
        ("FROM a\nCOPY binary /x\n", []),
        ("FROM a\nCOPY --from=0 gone.txt /x\nRUN <<EOF\nCOPY gone.txt /x\nEOF\n", []),
        ("FROM a\nCOPY 'a b.txt' /x\n# COPY gone.txt /x\nCOPY lonely\n", []),
        ("FROM a\nCOPY ../gone.txt /x\n", []),
    ],
)
def test_dockerfiles(text: str, found: list[str]) -> None:
    assert added("Dockerfile", text, {"here.txt": ""}) == found


@pytest.mark.parametrize(
    ("name", "text", "found"),
    [
        ("compose.yml", "services: {a: {extends: b}, c: 3}\n", ["missing-service"]),
        ("compose.yml", "services: {a: {extends: {service: b}}}\n", ["missing-service"]),
        (
            "compose.yml",
            "services: {a: {extends: {file: gone.yml, service: b}}}\n",
            ["missing-path"],
        ),
        ("compose.yml", "services: {a: {extends: {x: 1}, depends_on: ['${B}']}}\n", []),
        ("compose.yml", "include: [x.yml]\nservices: {a: {depends_on: [b]}}\n", []),
        ("compose.yml", "services: {a: {networks: [default, n, '${N}']}}\n", ["missing-network"]),
        ("compose.yml", "services: {a: {networks: {n: {}}}}\nnetworks: {n: }\n", []),
        ("compose.yml", "services: {a: {volumes: [./x:/y, C:/x, '/a:/b', v]}}\n", []),
        ("compose.prod.yml", "services: {a: {depends_on: [b]}}\n", []),
        ("compose.yml", "services: {a: {build: ./gone}, b: {build: }}\n", ["missing-path"]),
        (
            "compose.yml",
            "services: {a: {build: {context: ., dockerfile: gone.df}}}\n",
            ["missing-path"],
        ),
        (
            "compose.yml",
            "services: {a: {build: {context: 'https://x/y.git', dockerfile: d}, env_file: gone.env}}\n",
            [],
        ),
        (
            "compose.yml",
            "services: {a: {env_file: [{path: x, required: false}, {path: y}, {}]}}\n",
            [],
        ),
    ],
)
def test_compose(name: str, text: str, found: list[str]) -> None:
    assert added(name, text) == found


def test_a_compose_file_beside_one_that_cannot_be_read_is_left_alone() -> None:
    assert added("compose.yml", "services: {a: {depends_on: [b]}}\n", {"compose.yaml": "["}) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: gone\n\ttrue\n", ["missing-prerequisite"]),
        ("a: gone ; touch x\nb: x\n", ["missing-prerequisite"]),
        ("a: \\\n  gone\nb: a", ["missing-prerequisite"]),
        ("%.x: %.y\n\ttrue\na: gone\n", ["missing-prerequisite"]),
        ("%.x: %.y\n\ttrue\na: sub/gone.x\n", []),
        ("pre%: %.y\na: pre\n", ["missing-prerequisite"]),
        ("%::\n\tfetch $@\na: gone\n", []),
        ("new/%.x: %.y gone | odd\n", []),
        ("$(T): %.x: %.y\na: gone\nb: t.x\n", ["missing-prerequisite"]),
        ("$(T): $(U)%.x: %.y\na: gone\n", []),
        ("t.x: %.x: gone.y\n", ["missing-prerequisite"]),
        (".y.x:\n\ttrue\na: t.x gone\n", ["missing-prerequisite"]),
        (".txt:\n\ttrue\na: here gone\n", ["missing-prerequisite"]),
        ("a: tool gone parse.c\n", ["missing-prerequisite"]),
        ("a: -lm .WAIT 'x' gone\n", ["missing-prerequisite"]),
        ("a:## Say it\nb: gone\n", ["missing-prerequisite"]),
        ("a: $(wildcard one two three) $(X:.c=.o) gone\n", ["missing-prerequisite"]),
        ("V := $(shell date)\na: gone\n", ["missing-prerequisite"]),
        ("T := b\n$(T): gone\n", ["missing-prerequisite"]),
        ("T = $(D)/b\nD ?= c\n${T}: x\na: c/b gone\nx:\n", ["missing-prerequisite"]),
        ("T != ls\n$(T): gone\n", []),
        ("T = $(T) x\n$(T): gone\n", []),
        ("$(T:.c=.o): gone\n", []),
        ("T =\n$(T): gone\n", []),
        ("*.x: gone\n", []),
        ("T := gone\n.PHONY: $(T) $(U)\na: gone\n", []),
        ("VPATH = src\na: gone\n", []),
        ("$(P) b := c\na: gone\n", ["missing-prerequisite"]),
        ("$(call rules,x)\na: gone\n", []),
        (".include <bsd.mk>\na: gone\n", []),
        ("ifeq (a:b,gone)\na: gone\nendif\n", ["missing-prerequisite"]),
        ("include more.mk\na: made gone\n", ["missing-prerequisite"]),
        ("-include made.mk\na: gone\n", []),
        ("include round.mk\na: gone\n", []),
        ("$(T): gone\n", []),
        ("$(eval x)\na: gone\n", []),
        ("define R\na: gone\nendef\nb:\n", []),
        (".SECONDARY: gone\na: CFLAGS = -x:y\nb: c: d\n# c: gone\n", []),
        ("X = a: gone\nY := b\nexport Z ?= c: d\n", []),
        ("a: gone | here.txt  # note\n", ["missing-prerequisite"]),
        ("a: b\\", ["missing-prerequisite"]),
    ],
)
def test_makefiles(text: str, found: list[str]) -> None:
    standing = {"here.txt": "", "tool.sh": "", "parse.y": "", "round.mk": "include round.mk\n"}
    standing |= {"more.mk": "made: lost\n\ttrue\n"}
    assert added("Makefile", text, standing) == found


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        # A target of the name of a build folder, that is spoken of in a recipe.
        (
            ".PHONY: build\nbuild:\n\tgo build\na: build\n",
            ".PHONY: compile\ncompile:\n\tgo build\na: build\n",
            ["missing-prerequisite"],
        ),
        ("build:\n\tgo build\na: build\n", "compile:\n\tgo build\na: build\n", []),
        ("x/%.o: core.h\ncore.h:\n", "x/%.o: core.h\nheart.h:\n", ["missing-prerequisite"]),
        ("%.o: core.h\ncore.h:\n", "%.o: core.h\n%.o: heart.h\nheart.h:\n", []),
        ("$(X)\ncore.h:\n", "a: core.h\n", ["missing-prerequisite"]),
    ],
)
def test_makefiles_that_lose_a_target(before: str, after: str, found: list[str]) -> None:
    assert slugs({"Makefile": before}, {"Makefile": after}) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: {needs: [b]}\n", ["missing-job"]),
        (
            "a: {needs: [{job: b}, {job: c, optional: true}, {project: x, job: y}, {x: 1}]}\n",
            ["missing-job"],
        ),
        ("a: {dependencies: [b], needs: x}\n", ["missing-job"]),
        (
            "a: {stage: odd}\nb: {stage: test}\nc: {stage: $X}\nvariables: {stage: q}\n",
            ["missing-stage"],
        ),
        ("include: [{template: x.yml}]\na: {needs: [b]}\n", []),
        ("include: {local: /ci/a.yml}\na: {extends: .b}\n", []),
        ("include: [/ci/a.yml, /ci/bad.yml]\na: {extends: .gone}\n", []),
        ("include: 'ci/*.yml'\na: {extends: .gone}\n", []),
        ("include: [ci/a.yml, ci/a.yml]\na: {extends: .gone}\n", ["missing-job"]),
        ("include: ci/gone.yml\n", ["missing-include"]),
    ],
)
def test_gitlab(text: str, found: list[str]) -> None:
    others = {"ci/a.yml": ".b: {}\n", "ci/bad.yml": "["}
    assert added(".gitlab-ci.yml", text, others) == found


def test_the_cause_is_quoted_from_where_it_happened() -> None:
    base = {
        "tools/gen.py": "print(1)\n",
        "package.json": '{"scripts": {"g": "python tools/gen.py"}}',
    }
    head = {"package.json": base["package.json"]}
    [remark] = look(base, head)
    assert isinstance(remark, Remark)
    assert [(quote.path, quote.side, quote.line) for quote in remark.quotes] == [
        ("package.json", Side.NEW, 1),
        ("tools/gen.py", Side.OLD, None),
    ]


def test_the_cause_may_be_a_line_of_a_file_that_stayed() -> None:
    called = ".github/workflows/run.yml"
    base = {called: "on:\n  workflow_call:\n    inputs:\n      old: {}\njobs: {}\n"}
    base |= {CI: jobs("  a:\n    uses: ./.github/workflows/run.yml\n    with:\n      old: 1\n")}
    head = {
        **base,
        called: "on:\n  workflow_call:\n    inputs:\n      new: {required: true}\njobs: {}\n",
    }
    said = [item for item in look(base, head) if isinstance(item, Remark)]
    assert [(item.slug, item.quotes[1].side, item.quotes[1].line) for item in said] == [
        ("unknown-input", Side.OLD, 4),
    ]
    assert "`old`" in said[0].title
    assert "`new`" in said[0].title


def test_a_call_that_is_wrong_in_several_ways_is_told_for_each() -> None:
    inputs = "{new: {required: true}, also: {required: true}}"
    called = f"on:\n  workflow_call:\n    inputs: {inputs}\njobs: {{}}\n"
    calling = jobs("  a:\n    uses: ./.github/workflows/run.yml\n    with:\n      old: 1\n")
    found = added(CI, calling, {".github/workflows/run.yml": called})
    assert sorted(found) == ["missing-input", "missing-input", "unknown-input"]


def test_a_folder_that_left_is_quoted_by_one_of_its_files() -> None:
    base = {"compose.yml": "services:\n  a:\n    build: ./api\n", "api/Dockerfile": "FROM x\n"}
    [remark] = look(base, {"compose.yml": base["compose.yml"]})
    assert isinstance(remark, Remark)
    assert (remark.quotes[1].path, remark.quotes[1].side) == ("api/Dockerfile", Side.OLD)


def test_an_entry_point_is_followed_from_the_module_that_changed() -> None:
    base = {"pyproject.toml": '[project.scripts]\nx = "p.a:f"\n', "p/a.py": "def f(): ...\n"}
    [remark] = look(base, {**base, "p/a.py": "def g(): ...\n"})
    assert isinstance(remark, Remark)
    assert [(quote.path, quote.line) for quote in remark.quotes] == [
        ("pyproject.toml", 2),
        ("p/a.py", 1),
    ]


def test_a_break_without_a_cause_in_this_change_is_not_told() -> None:
    # The rule that ignored the folder goes away; nothing that names or held the file changed.
    base = {".gitignore": "gen.js\n", "package.json": '{"main": "gen.js"}'}
    assert slugs(base, {**base, ".gitignore": "\n"}) == []


def test_a_file_that_was_unreadable_before_is_not_told_again() -> None:
    assert slugs({CI: "a: [\n"}, {CI: "a: [\n\n"}) == []
    assert slugs({CI: "a: [\n"}, {CI: jobs("  a: {needs: b}\n")}) == ["missing-job"]


def test_an_untouched_file_that_cannot_be_read_is_passed_over() -> None:
    base = {"package.json": '{"main": "index.js"', "index.js": "x"}
    assert slugs(base, {"package.json": base["package.json"]}) == []


def test_files_near_the_change_are_read_first() -> None:
    # Many packages name a file of the same name; only the one beside it has lost it.
    far = {f"a{number}/package.json": '{"main": "index.js"}' for number in range(150)}
    far |= {f"a{number}/index.js": f"{number}" for number in range(150)}
    base = {
        **far,
        "z/package.json": '{"main": "index.js"}',
        "z/index.js": "unlike the others\n" * 9,
    }
    head = {path: text for path, text in base.items() if path != "z/index.js"}
    assert slugs(base, head) == ["missing-path"]


def test_nothing_to_look_at() -> None:
    assert dependency_chain.activates(change_between({}, {"a.txt": "x"})) is None
    assert dependency_chain.activates(change_between({"a.txt": "x"}, {})) is not None
    assert dependency_chain.activates(change_between({}, {"Makefile": "x"})) is not None


@given(st.text(st.sampled_from(list("abjosnef:-[]{}\"'$*|\n \t\\/.@\ud800\x00")), max_size=120))
def test_hostile_text_is_survived(text: str) -> None:
    paths = [CI, "action.yml", "package.json", "tsconfig.json", "pyproject.toml", "Dockerfile"]
    paths += ["compose.yml", "Makefile", ".gitlab-ci.yml"]
    head = dict.fromkeys(paths, text)
    for item in look({}, head):
        if isinstance(item, Remark):
            place = item.quotes[0]
            assert place.line is not None
            assert head[place.path].split("\n")[place.line - 1] == place.text

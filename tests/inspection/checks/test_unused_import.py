"""The unused-import check on what its page does not reach: other inspectors, limits, odd input."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

import pytest

from judge.scene import Scene
from postil.domain.change import Side
from postil.domain.errors import WorkspaceError
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.severity import Basis, Dimension, Root, Severity
from postil.inspection.checks import Needles, lint_gate, unused_import
from postil.inspection.checks._unused_import.reading import LONGEST_TEXT, Reading
from postil.inspection.checks._unused_import.users import Users
from postil.ports import Hit, Hits

from fakes.changes import change_between
from fakes.inspections import remarks
from fakes.toolboxes import ScriptedTools, ran
from fakes.trees import MemoryTree

Files = Mapping[str, str]
BODY = "def body(reply):\n    return reply.text\n"
SLIP = "from html import escape\n\n\n" + BODY


def told(base: Files, head: Files, subject: str = "Change things") -> list[Remark]:
    change = change_between(base, head, subject=subject)
    return remarks(unused_import.inspect(change, MemoryTree(head), MemoryTree(base)), head)


def titles(base: Files, head: Files) -> list[str]:
    return [remark.title for remark in told(base, head)]


def test_a_remark_quotes_the_import_and_the_line_that_used_it_last() -> None:
    base = {"a.py": "from html import escape\n\nA = escape('a')\nB = escape('b')\n"}
    (remark,) = told(base, {"a.py": "from html import escape\n\nA = 'a'\nB = 'b'\n"})
    place, use = remark.quotes
    assert (place.path, place.line, place.text) == ("a.py", 1, "from html import escape")
    assert (use.path, use.line, use.text, use.side) == ("a.py", 4, "B = escape('b')", Side.OLD)
    assert remark.title == "`escape` is imported and not used any more"
    assert "the last use of `escape`" in remark.failure_mode
    assert remark.mitigation == "Delete the import on line 1, or use what it brings."
    assert (remark.severity, remark.dimension) == (Severity.NIT, Dimension.CONSISTENCY)
    assert remark.root is Root.CODE


def test_what_comes_in_is_named_before_what_lost_its_use() -> None:
    base = {"a.py": "import os\n\nA = os.sep\n"}
    (remark,) = told(base, {"a.py": "import os\nimport re\nimport json\n\nA = '/'\n"})
    assert remark.title == "`re`, `json` and `os` are imported and not used"
    assert [quote.line for quote in remark.quotes] == [2, 3, 1, 3]
    assert remark.mitigation == "Delete the import on lines 1, 2 and 3, or use what it brings."


def test_many_names_are_counted() -> None:
    names = ["ast", "base64", "bisect", "calendar", "cmath", "code"]
    imports = "".join(f"import {name}\n" for name in names)
    (remark,) = told({"a.py": BODY}, {"a.py": imports + BODY})
    assert remark.title == "`ast`, `base64`, `bisect` and 3 more are imported and never used"


def test_a_renamed_file_is_quoted_by_its_old_name() -> None:
    text = "from html import escape\n" + "".join(f"A{n} = {n}\n" for n in range(30))
    (remark,) = told({"a.py": text + "B = escape('b')\n"}, {"b.py": text})
    assert [quote.path for quote in remark.quotes] == ["b.py", "a.py"]


@pytest.mark.parametrize("count", [3, 4])
def test_more_than_three_files_are_one_finding(count: int) -> None:
    base = {f"m{n}.py": BODY.replace("body", f"body{n}") for n in range(count)}
    found = told(base, {path: f"from html import escape\n{text}" for path, text in base.items()})
    assert len(found) == (3 if count == 3 else 1)
    assert (found[0].title.endswith("; 3 more files like this")) is (count == 4)


def ruff_says(base: Files, head: Files) -> list[Remark]:
    """What the lint gate makes of ruff's own words for an unused import."""
    entry = {
        "code": "F401",
        "name": "unused-import",
        "filename": "/private/at-head/a.py",
        "location": {"row": 1},
        "end_location": {"row": 1},
        "message": "`html.escape` imported but unused",
    }
    settings = {"ruff.toml": '[lint]\nselect = ["F"]\n'}
    change = change_between(base, head)
    trees = MemoryTree({**settings, **head}), MemoryTree({**settings, **base})
    tools = ScriptedTools({"ruff": ran(json.dumps([entry]), exit_status=1)})
    work = lint_gate.inspect(change, *trees, tools)
    question = next(work)
    assert isinstance(question, Needles)
    said = [work.send(dict.fromkeys(question.texts, Hits())), *work]
    return [item for item in said if isinstance(item, Remark)]


def test_what_the_linter_says_of_the_same_line_is_one_finding() -> None:
    base, head = {"a.py": BODY}, {"a.py": SLIP}
    ours = [replace(one, source="unused-import") for one in told(base, head)]
    theirs = [replace(one, source="lint-gate") for one in ruff_says(base, head)]
    assert (len(ours), len(theirs)) == (1, 1)
    found = Scene(base=base, head=head).finding(*ours, *theirs)
    assert found.sources == ("lint-gate", "unused-import")
    assert found.severity is Severity.MEDIUM


@pytest.mark.parametrize(
    ("settings", "rule", "slug"),
    [
        ({"biome.json": "{}\n"}, "lint/correctness/noUnusedImports", "no-unused-imports"),
        ({}, "@typescript-eslint/no-unused-vars", "no-unused-vars"),
    ],
)
def test_linters_of_scripts_have_words_of_their_own(settings: Files, rule: str, slug: str) -> None:
    base = {**settings, "a.ts": "export const a = 1;\n"}
    head = {**settings, "a.ts": "import { b } from './b';\nexport const a = 1;\n"}
    (ours,) = told(base, head)
    assert ours.slug == slug
    theirs = Remark(
        title=f"`linter` reports `{rule}`: it is never used",
        slug=slug,
        severity=Severity.MEDIUM,
        dimension=Dimension.CONSISTENCY,
        quotes=(Quote(path="a.ts", text="import { b } from './b';", line=1),),
        failure_mode="The build fails.",
        mitigation="Follow the rule.",
        claim=Claim(Shape.OTHER, rule),
        basis=Basis.TOOL,
        source="lint-gate",
    )
    found = Scene(base=base, head=head).finding(replace(ours, source="unused-import"), theirs)
    assert found.sources == ("lint-gate", "unused-import")


def test_without_an_answer_of_the_tree_nothing_is_told() -> None:
    change = change_between({"a.py": BODY}, {"a.py": SLIP})
    work = unused_import.inspect(change, MemoryTree({"a.py": SLIP}), MemoryTree({"a.py": BODY}))
    assert isinstance(next(work), Needles)
    gap = work.throw(WorkspaceError("no tree"))
    assert isinstance(gap, Gap)
    assert list(work) == []


def test_a_module_that_is_spoken_of_everywhere_is_left_alone() -> None:
    users = Users(MemoryTree({}))
    found = dict.fromkeys(users.needles("app/web.py", "escape"), Hits())
    assert not users.take("app/web.py", "escape", found)
    assert users.take("app/web.py", "escape", {**found, "web import": Hits((), 5_000)})
    many = tuple(Hit(f"m{n}.py", 1, "from web import a") for n in range(50))
    assert users.take("app/web.py", "escape", {**found, "web import": Hits(many, len(many))})


@pytest.mark.parametrize(
    "other",
    [
        "from app import web\n\nmonkeypatch.setattr(web, 'escape', None)\n",
        "from app import web as w\n\nw.escape('a')\n",
        "import app.web\n\napp.web.escape('a')\n",
        "PATCHED = 'app.web.escape'\n",
        "MAIN = 'app.web:escape'\n",
    ],
)
def test_other_files_that_take_the_name(other: str) -> None:
    assert told({"app/web.py": BODY, "b.py": other}, {"app/web.py": SLIP, "b.py": other}) == []


@pytest.mark.parametrize(
    ("path", "other"),
    [
        ("b.py", "from app import web\n\nweb.body('escape it')\n"),
        ("notes.md", "Here we import web and escape.\n"),
        ("b.py", "from html import escape\nfrom app import web\n\nescape(web.body())\n"),
    ],
)
def test_other_files_that_speak_of_the_module_only(path: str, other: str) -> None:
    assert told({"app/web.py": BODY, path: other}, {"app/web.py": SLIP, path: other}) != []


@pytest.mark.parametrize(
    "path",
    [
        "conftest.py",
        "app/settings.py",
        "app/_compat.py",
        "app/migrations/0001.py",
        "vendor/web.py",
        "tests/fixtures/web.py",
        "tests/unit/data/web.py",
        "templates/app/web.py",
        "web.pyi",
    ],
)
def test_files_that_are_left_alone(path: str) -> None:
    assert told({path: BODY}, {path: SLIP}) == []


@pytest.mark.parametrize(
    "line",
    [
        "with suppress(ImportError):\n    from html import escape\n",
        "from html import _escape\n",
        "# isort: ignore\nfrom html import escape\n",
        "from html import (\n    escape,  # for plugins\n)\n",
        "from html import (\n    escape,\n)  # noqa\n",
        "import os.path\n",
        "import somewhere\n",
        "import app as a\n",
        "# ruff: noqa\nfrom html import escape\n",
    ],
)
def test_imports_that_are_meant(line: str) -> None:
    assert told({"app/web.py": BODY}, {"app/web.py": line + BODY}) == []


def test_a_revert_brings_back_what_was_there() -> None:
    assert told({"a.py": BODY}, {"a.py": SLIP}, 'Revert "Escape less"') == []


def test_a_base_that_does_not_parse_says_nothing_of_what_is_new() -> None:
    assert told({"a.py": "def body(:\n"}, {"a.py": SLIP}) == []


def test_a_use_in_a_comment_that_goes_was_none() -> None:
    base = {"a.py": "from html import escape\n\n# escape what comes in\nA = 1\n"}
    assert told(base, {"a.py": "from html import escape\n\nA = 1\n"}) == []


def test_a_parameter_of_the_name_that_goes_was_no_use() -> None:
    base = {"a.py": "from html import escape\n\nf = lambda escape: 1\n"}
    assert told(base, {"a.py": "from html import escape\n\nf = 1\n"}) == []


@pytest.mark.parametrize(
    ("path", "text", "unused"),
    [
        ("a.js", "import { a } from 'm';\nf(...a);\n", set()),
        ("a.js", "import { a } from 'm';\nb.a();\n", {"a"}),
        ("a.js", "import { a$ } from 'm';\na$.next();\n", set()),
        ("a.js", "import $ from 'm';\n$('p');\n", set()),
        ("a.js", "import $ from 'm';\nf(`${1}`.a$b);\n", set()),
        ("a.php", "<?php\nuse A\\Row;\n// a row of words\n$x->row();\n", {"Row"}),
        ("a.php", "<?php\nuse A\\Row;\nnew ROW();\n", set()),
        ("a.php", "<?php\nuse A\\Row;\nnew \\B\\Row();\n", {"Row"}),
        ("a.kt", "import a.B as C\nval x: B = 1\n", {"C"}),
        ("a.kt", "import a.*\nimport a.b\nval x = 1\n", set()),
        ("a.py", "import re\n" + "x = 1\n" * LONGEST_TEXT, set()),
        ("a.py", "", set()),
    ],
)
def test_what_counts_as_a_use(path: str, text: str, unused: set[str]) -> None:
    assert Reading(path, text).unused == unused


@pytest.mark.parametrize(
    ("path", "old", "new", "expected"),
    [
        ("a.c", '#include "a.h"\n', '#include "a.h"\n#include "a.h"\n', ['`"a.h"` is included twice']),
        ("a.c", '#include "a.h"\n', '#include "a.h"\n// #include "a.h"\n', []),
        ("a.c", '#include "a.inc"\n', '#include "a.inc"\n#include "a.inc"\n', []),
        ("a.c", '#include "a.h"\n#include "a.h"\n', '#include "a.h"\n#include "a.h"\nint x;\n', []),
        ("a.c", "int y;\n", '#include "a.h"\n#include "a.h"\nint y;\n', ['`"a.h"` is included twice']),
        ("a.c", "#endif\n", "#endif\n#ifndef A\n", []),
        ("a.c", "int x;\n", "int x;\n" + "#include <a>\n" * LONGEST_TEXT, []),
        ("a.py", "import re\nre.A\n", "import re\nfrom re import A\nre.A, A\n", []),
    ],
)  # fmt: skip
def test_what_stands_twice(path: str, old: str, new: str, expected: list[str]) -> None:
    assert titles({path: old}, {path: new}) == expected


def test_what_stands_twice_and_is_unused_is_one_finding() -> None:
    head = {"a.py": "import re\nimport re\n" + BODY}
    (remark,) = told({"a.py": BODY}, head)
    assert remark.title == "`re` is imported and never used"
    assert remark.details == "Imported twice: `re` on line 2."


def test_a_copy_is_told_of_the_file_it_was_made_from() -> None:
    lines = "".join(f"A{n} = {n}\n" for n in range(12))
    base = {"a.py": lines, "docs/old/a.py": lines}
    found = told(base, {path: f"import re\n{text}" for path, text in base.items()})
    assert [remark.quotes[0].path for remark in found] == ["a.py"]


def test_it_looks_at_files_that_import_by_name() -> None:
    assert unused_import.activates(change_between({}, {"a.go": "package a\n"})) is None
    assert unused_import.activates(change_between({}, {"a.py": "A = 1\n"})) is not None

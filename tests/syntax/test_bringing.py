"""Imports come out with the word they bind, their lines and what stands around them."""

from __future__ import annotations

import pytest

from postil.syntax import Brought, imported


def names(path: str, text: str) -> list[tuple[str, str, str]]:
    found = imported(path, text)
    assert found is not None
    return [(one.local, one.name, one.source) for one in found.names]


def only(path: str, text: str) -> Brought:
    found = imported(path, text)
    assert found is not None
    (one,) = found.names
    return one


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", "import os.path, json as j\n", [("os", "", "os.path"), ("j", "", "json")]),
        ("a.py", "from .a import b as c, d\n", [("c", "b", ".a"), ("d", "d", ".a")]),
        ("a.py", "from a import *\n", []),
        ("a.java", "import a.b.C;\nclass X {}\n", [("C", "C", "a.b.C")]),
        ("a.java", "import static a.B.c;\nclass X {}\n", [("c", "c", "a.B.c")]),
        ("a.java", "import a.b.*;\nclass X {}\n", []),
        ("a.php", "<?php\nuse A\\B, C as D;\n", [("B", "B", "A\\B"), ("D", "C", "C")]),
        ("a.php", "<?php\nuse function A\\b;\n", [("b", "b", "A\\b")]),
        ("a.php", "<?php\nuse A\\{B, C as D};\n", [("B", "B", "A\\B"), ("D", "C", "A\\C")]),
        ("a.php", "<?php\nuse A\\{B /* none */};\n", [("B", "B", "A\\B")]),
        ("a.php", "<?php\nclass A { use B; }\n", []),
        ("a.ts", "import a, { b as c, type D } from 'm';\n", [
            ("a", "default", "m"), ("c", "b", "m"), ("D", "D", "m"),
        ]),
        ("a.ts", "import * as n from 'm';\n", [("n", "", "m")]),
        ("a.ts", "import { /* none */ } from 'm';\n", []),
        ("a.ts", "import 'm';\nimport q = require('q');\n", []),
        ("a.js", "const a = require('m');\n", [("a", "", "m")]),
        ("a.js", "const { a, /* b */ c: d } = require('m');\n", [("a", "a", "m"), ("d", "c", "m")]),
        ("a.js", "const { a, ...b } = require('m');\n", []),
        ("a.js", "const { a: { b } } = require('m');\n", []),
        ("a.js", "const [a] = require('m');\n", []),
        ("a.js", "const a = require(m), b = load('m'), c = 1;\nlet d;\n", []),
        ("a.js", "const a = require('m', 1);\n", []),
        ("a.js", "const a = (() => require)()('m');\n", []),
        ("a.js", "export const a = require('m');\n", []),
        ("a.js", "function f() { const a = require('m'); }\n", []),
        ("a.js", "for (const a of require('m')) {}\n", []),
    ],
)  # fmt: skip
def test_names(path: str, text: str, expected: list[tuple[str, str, str]]) -> None:
    assert names(path, text) == expected


def test_a_name_knows_its_lines_and_its_statement() -> None:
    one = only("a.py", "import os as o\n")
    assert (one.line, one.first, one.last, one.is_renamed) == (1, 1, 1, True)
    text = "from a import (\n    b,\n)\n"
    one = only("a.py", text)
    assert (one.line, one.first, one.last, one.is_renamed) == (2, 1, 3, False)


def test_a_name_knows_what_it_stands_in() -> None:
    text = "def f():\n    try:\n        import a\n    except ImportError:\n        pass\n"
    assert only("a.py", text).around == ("def f():", "try:")
    assert only("a.py", "@deco\ndef f():\n    import a\n").around == ("def f():",)
    assert only("a.py", "import a\n").around == ()


def test_the_rest_is_the_text_with_its_imports_blank() -> None:
    found = imported("a.py", "from a import (\n  b,\n)\nb()\n")
    assert found is not None
    assert found.rest == f"{' ' * 15}\n{' ' * 4}\n \nb()\n"


def test_the_rest_of_a_component_holds_its_markup() -> None:
    text = "<p>ä</p>\n<script>\nimport A from 'a';\nlet b;\n</script>\n"
    found = imported("a.vue", text)
    assert found is not None
    assert found.rest == text.replace("import A from 'a';", " " * 18)
    assert not found.is_bare


@pytest.mark.parametrize(
    ("path", "text", "bare"),
    [
        ("a.py", '"""Words."""\n# Words.\nimport a\nfrom __future__ import b\n', True),
        ("a.py", "import a\na()\n", False),
        ("a.py", "import a\nif a:\n    pass\n", False),
        ("a.ts", "import a from 'a';\n// Words.\n", True),
        ("a.ts", "import a from 'a';\n'use strict';\n", True),
        ("a.php", "<?php\nnamespace A;\nuse B;\n", True),
        ("a.java", "package a;\nimport b.C;\n", True),
    ],
)
def test_a_text_of_imports_alone(path: str, text: str, *, bare: bool) -> None:
    found = imported(path, text)
    assert found is not None
    assert found.is_bare is bare


@pytest.mark.parametrize(
    ("path", "text"),
    [("a.go", 'import "fmt"\n'), ("a.txt", "import a\n"), ("a.py", "import a\ndef f(:\n")],
)
def test_what_is_not_parsed_well_tells_nothing(path: str, text: str) -> None:
    assert imported(path, text) is None

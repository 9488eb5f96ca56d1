"""Imports come out as local name, foreign name and source."""

from __future__ import annotations

import pytest

from postil.syntax import imports

PYTHON = "from .a import b as c, d\nimport x.y as z, os\nfrom q import *\n"
JAVASCRIPT = """\
import d, {a as b, c} from './x';
import * as ns from "y";
export {p as q, r} from './z';
export * from './w';
const {m, n: o} = require('./k');
const kk = require('./k');
const other = load('./k');
"""
GO = 'package p\nimport (\n "fmt"\n al "x/y"\n)\n'


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "a.py",
            PYTHON,
            [
                ("c", "b", ".a"),
                ("d", "d", ".a"),
                ("os", "", "os"),
                ("z", "", "x.y"),
                ("", "*", "q"),
            ],
        ),
        (
            "a.ts",
            JAVASCRIPT,
            [
                ("b", "a", "./x"),
                ("c", "c", "./x"),
                ("d", "default", "./x"),
                ("ns", "", "y"),
                ("", "p", "./z"),
                ("", "r", "./z"),
                ("", "*", "./w"),
                ("m", "m", "./k"),
                ("o", "n", "./k"),
                ("kk", "", "./k"),
            ],
        ),
        (
            "a.js",
            (
                "module.exports = require('./a');\nexports = module.exports = {};\n"
                "module.exports = { ...require('./b'), own };\nObject.assign(exports, require('./c'));\n"
                "other.exports = require('./d');\nmodule.exports = load('./e');\n"
            ),
            [("", "*", "./a"), ("", "*", "./b"), ("", "*", "./c")],
        ),
        ("a.go", GO, [("fmt", "", "fmt"), ("al", "", "x/y")]),
        ("a.rb", "require 'x'\n", []),
        ("a.md", "import x\n", []),
    ],
    ids=["python", "typescript", "handed on", "go", "ruby", "prose"],
)
def test_imports(path: str, text: str, expected: list[tuple[str, str, str]]) -> None:
    assert [(entry.local, entry.name, entry.source) for entry in imports(path, text)] == expected

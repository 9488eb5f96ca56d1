"""The stale-reference check on shapes its page does not show, and on hostile input."""

from __future__ import annotations

import pytest

from postil.domain.change import Side
from postil.domain.finding import Shape
from postil.domain.observation import Gap
from postil.domain.severity import Root
from postil.inspection.checks import Needles, stale_reference
from postil.inspection.checks._stale_reference.definitions import MOST_NAMES
from postil.inspection.checks._stale_reference.modules import binds_module, names_module
from postil.inspection.checks._stale_reference.views import MOST_FILES
from postil.syntax import Import

from fakes.changes import change_between
from fakes.stale import drive, review, told
from fakes.trees import MemoryTree


def test_a_remark_quotes_place_and_cause_and_names_the_new_spelling() -> None:
    base = {
        "shop/users.py": "def load_user(key):\n    row = fetch(key)\n    return User(row)\n",
        "shop/report.py": "from shop.users import load_user\n\nload_user(1)\nload_user(2)\n",
    }
    head = base | {"shop/users.py": base["shop/users.py"].replace("load_user", "read_user")}
    (remark,), _ = review(base, head)
    place, cause = remark.quotes
    assert (place.path, place.line, place.side) == ("shop/report.py", 1, Side.NEW)
    assert (cause.path, cause.line, cause.side) == ("shop/users.py", 1, Side.OLD)
    assert cause.text == "def load_user(key):"
    assert remark.title == "Function `load_user` is still used after its rename"
    assert remark.mitigation == "Write `read_user` here."
    assert remark.claim.shape is Shape.MISMATCH
    assert (remark.claim.subject, remark.root, remark.confidence) == ("load_user", Root.CODE, 90)


def test_other_lines_and_further_files_are_counted() -> None:
    base = {
        "lib.py": "def coin_flip():\n    return 1\n\n\ndef other():\n    return coin_flip(), coin_flip\n"
    }
    base["lib.py"] += "\n\ndef third():\n    return coin_flip()\n"
    for number in range(14):
        base[f"docs/page{number:02}.md"] = "Call `coin_flip()`.\n"
    head = base | {"lib.py": base["lib.py"].replace("def coin_flip():\n    return 1\n\n\n", "")}
    remarks, _ = review(base, head)
    (remark,) = remarks
    assert remark.quotes[0].path == "lib.py"
    assert remark.title.endswith(", in 14 more files too")
    assert remark.details.startswith(
        "Also on 1 more line(s) of this file: 6.\n14 more files name it:"
    )
    assert "- `docs/page13.md:1`" in remark.details


def test_what_went_with_a_file_is_told_with_the_file() -> None:
    base = {
        "shop/lamps.py": "def light_lamp():\n    return 1\n\n\ndef dim_lamp():\n    return 0\n",
        "shop/door.py": "from shop.lamps import dim_lamp, light_lamp\n\nlight_lamp(dim_lamp())\n",
    }
    (remark,), _ = review(base, {"shop/door.py": base["shop/door.py"]})
    assert remark.quotes[0].line == 1
    assert "Gone with it and used here: `light_lamp`, `dim_lamp`." in remark.details


CODE = [
    (
        "a package re-exports the old name",
        {"p/a.py": ("def find_it():\n    return 1\n", "def find_all():\n    return 1\n")},
        {
            "p/__init__.py": "from .a import find_it\n",
            "use.py": "from p import find_it\n",
        },
        ["p/__init__.py:1 high"],
    ),
    (
        "a star import no longer brings the name",
        {"a.py": ("def find_it():\n    return 1\n", "x = 1\n")},
        {"use.py": "from a import *\n\nfind_it()\n"},
        ["use.py:3 high"],
    ),
    (
        "a star import elsewhere still brings it",
        {"a.py": ("def find_it():\n    return 1\n", "x = 1\n")},
        {"use.py": "from a import *\n\nfind_it()\n", "b.py": "def find_it(): pass\n"},
        [],
    ),
    (
        "a module answers for anything",
        {
            "a.py": (
                "def find_it():\n    return 1\n",
                "def __getattr__(name):\n    return import_module(name)\n",
            )
        },
        {"use.py": "from a import find_it\n"},
        [],
    ),
    (
        "a module hands its lookup to a library",
        {"a.py": ("def find_it():\n    return 1\n", "__getattr__ = lazy.attach(1)\n")},
        {"use.py": "from a import find_it\n"},
        [],
    ),
    (
        "a module answers for names it spells out",
        {
            "a.py": (
                "def find_it():\n    return 1\n\ndef lose_it():\n    return 2\n",
                "def __getattr__(name):\n    if name == 'find_it':\n        return 1\n    raise AttributeError\n\n\nTEXT = 'lose_it'\n",
            )
        },
        {"use.py": "from a import find_it\nfrom a import lose_it\n"},
        ["use.py:2 high"],
    ),
    (
        "a script gathers everything",
        {"a.js": ("export function findIt() {}\n", "export * from './b';\n")},
        {"use.js": "import { findIt } from './a';\n"},
        [],
    ),
    (
        "a script keeps the key it exports",
        {
            "a.js": (
                "function findIt() {}\nmodule.exports = { findIt };\n",
                "function seek() {}\nmodule.exports = { findIt: seek };\n",
            )
        },
        {"use.js": "const { findIt } = require('./a');\n"},
        [],
    ),
    (
        "a script stops requiring what it never exported",
        {"a.js": ("const findIt = require('./b');\nfindIt();\n", "go();\n")},
        {"use.js": "const a = require('./a');\na.findIt();\n"},
        [],
    ),
    (
        "an alias path of a script",
        {"src/lib/a.ts": ("export const findIt = 1;\n", "export const seekIt = 1;\n")},
        {"src/app/use.ts": "import { findIt } from '@/lib/a';\n"},
        ["src/app/use.ts:1 high"],
    ),
    (
        "a rust function through its crate",
        {"crates/net/src/lib.rs": ("pub fn open_it() {}\n", "pub fn shut_it() {}\n")},
        {"crates/app/src/main.rs": "fn main() {\n    net::open_it();\n}\n"},
        ["crates/app/src/main.rs:2 high"],
    ),
    (
        "a rust function that is passed on",
        {"src/a.rs": ("pub fn open_it() {}\n", "pub use crate::b::open_it;\n")},
        {"src/main.rs": "fn main() {\n    crate::a::open_it();\n}\n"},
        [],
    ),
    (
        "a rust import from another crate",
        {"src/a.rs": ("pub struct OpenIt;\n", "pub struct ShutIt;\n")},
        {"src/main.rs": "use elsewhere::OpenIt;\nfn main() { OpenIt; }\n"},
        [],
    ),
    (
        "a rust import under the old name as an alias",
        {"src/a.rs": ("pub struct OpenIt;\n", "pub struct ShutIt;\n")},
        {"src/main.rs": "use crate::a::ShutIt as OpenIt;\nfn main() { OpenIt; }\n"},
        [],
    ),
    (
        "a rust trait may provide the method",
        {
            "src/a.rs": (
                "impl Tr for S {\n    fn do_it(&self) {}\n}\nstruct S;\n",
                "struct S;\nimpl S {}\n",
            )
        },
        {"src/b.rs": "fn f(s: S) { s.do_it() }\n"},
        [],
    ),
    (
        "a coined method where every user names the class",
        {
            "a.py": (
                "class Box:\n    def fold_lid(self):\n        return 1\n    x = 1\n",
                "class Box:\n    def close_lid(self):\n        return 1\n    x = 1\n",
            )
        },
        {"use.py": "from a import Box\n\nmy_box = Box()\nmy_box.fold_lid()\n"},
        ["use.py:4 high"],
    ),
    (
        "a coined method that something else has too",
        {
            "a.py": (
                "class Box:\n    def fold_lid(self):\n        return 1\n    x = 1\n",
                "class Box:\n    x = 1\n",
            )
        },
        {
            "use.py": "from a import Box\n\nBox().fold_lid()\n",
            "far.py": "import lib\n\nlib.thing().fold_lid()\n",
        },
        [],
    ),
    (
        "a field that is set on the instance",
        {
            "a.py": (
                "class Box:\n    lid_size = 1\n    def f(self):\n        self.lid_size = 2\n        return self.lid_size\n",
                "class Box:\n    def f(self):\n        self.lid_size = 2\n        return self.lid_size\n",
            )
        },
        {},
        [],
    ),
    (
        "a member of a class from another package of the same name",
        {
            "a.py": (
                "class Color:\n    RED_ISH = 1\n    BLUE_ISH = 2\n",
                "class Color:\n    BLUE_ISH = 2\n",
            )
        },
        {
            "use.py": "from palette import Color\n\nColor.RED_ISH\n",
            "wild.py": "Color.RED_ISH\n",
        },
        [],
    ),
    (
        "a member through a package that gathers its classes",
        {
            "shop/kinds/a.py": (
                "class Color:\n    RED_ISH = 1\n    BLUE_ISH = 2\n",
                "class Color:\n    BLUE_ISH = 2\n",
            )
        },
        {"use.py": "from shop import Color\n\nColor.RED_ISH\n"},
        ["use.py:3 high"],
    ),
    (
        "a member whose owner stands in two files",
        {
            "a.ts": (
                "export enum Color {\n  RedIsh,\n  BlueIsh,\n}\n",
                "export enum Color {\n  BlueIsh,\n}\n",
            )
        },
        {
            "b.ts": "export enum Color {\n  RedIsh,\n}\n",
            "use.ts": "import { Color } from './a';\nColor.RedIsh;\n",
        },
        [],
    ),
    (
        "a java member in a switch and a method without its object",
        {
            "p/Box.java": (
                "class Box {\n  enum Lid { OPEN_LID, SHUT_LID }\n  void foldLid() {}\n  void f() { foldLid(); }\n}\n",
                "class Box {\n  enum Lid { SHUT_LID }\n  void f() { foldLid(); }\n}\n",
            )
        },
        {
            "p/Use.java": "class Use { int f(Lid l) { switch (l) { case OPEN_LID: return 1; } return 0; } }\n"
        },
        ["p/Box.java:3 high", "p/Use.java:1 high"],
    ),
    (
        "a class and its members are gone together",
        {"a.py": ("class Box:\n    def fold_lid(self):\n        return 1\n", "x = 1\n")},
        {"use.py": "from a import Box\n\nBox().fold_lid()\n"},
        ["use.py:1 high"],
    ),
    (
        "a class is renamed and keeps its members",
        {
            "a.py": (
                "class Box:\n    def fold_lid(self):\n        return 1\n",
                "class Crate:\n    def fold_lid(self):\n        return 1\n",
            )
        },
        {"use.py": "def f(x):\n    return x.fold_lid()\n"},
        [],
    ),
    (
        "a shell function in the same file",
        {"a.sh": ("fold_lid() { :; }\nfold_lid\n", "shut_lid() { :; }\nfold_lid\n")},
        {},
        ["a.sh:2 high"],
    ),
    (
        "a generic function stays untraced in other files",
        {"a.c": ("int parse(void) { return 1; }\n", "int other(void) { return 1; }\n")},
        {"b.c": "int f(void) { return parse(); }\n"},
        [],
    ),
    (
        "an indistinct function in a far folder",
        {"a/x.c": ("int mangle(void) { return 1; }\n", "int other(void) { return 1; }\n")},
        {
            "b/y.c": "int f(void) { return mangle(); }\n",
            "a/z.c": "int g(void) { return mangle(); }\n",
        },
        ["a/z.c:1 high"],
    ),
    (
        "a stub repeats what another file says",
        {"a.d.ts": ("export function findIt(): void;\n", "export function seekIt(): void;\n")},
        {"use.ts": "import { findIt } from './a';\n"},
        [],
    ),
    (
        "a go field used in the package and a function defined again there",
        {
            "p/a.go": (
                "package p\ntype Box struct {\n\tlidSize int\n\tx int\n}\nfunc foldLid() {}\n",
                "package p\ntype Box struct {\n\tx int\n}\n",
            )
        },
        {
            "p/b.go": "package p\nfunc f(b Box) int { foldLid(); return b.lidSize }\n",
            "p/c.go": "package p\nfunc foldLid() {}\n",
            "q/d.go": 'package q\nimport "m/p"\nfunc g() { p.foldLid(); z.foldLid() }\n',
        },
        ["p/b.go:2 high"],
    ),
    (
        "a member whose name another owner in the file keeps",
        {
            "a.py": (
                "class Box:\n    LID_SIZE = 1\n    x = 1\n\nclass Bag:\n    LID_SIZE = 2\n",
                "class Box:\n    x = 1\n\nclass Bag:\n    LID_SIZE = 2\n",
            )
        },
        {
            "use.py": "from a import Bag, Box\n\nBag.LID_SIZE\nBox.LID_SIZE\n",
            "notes.md": "`LID_SIZE`\n",
        },
        ["use.py:4 high"],
    ),
    (
        "a java call outside the class",
        {
            "p/Box.java": (
                "class Box {\n  void foldLid() {}\n  int x;\n}\n",
                "class Box {\n  int x;\n}\n",
            )
        },
        {"p/Use.java": "class Use { void f() { foldLid(); } }\n"},
        [],
    ),
    (
        "a rust function behind a foreign module",
        {"src/a.rs": ("pub fn open_it() {}\n", "pub fn shut_it() {}\n")},
        {"src/main.rs": "fn main() {\n    other::open_it();\n}\n"},
        [],
    ),
    (
        "a method of a go interface that foreign types have",
        {
            "p/a.go": (
                "package p\ntype Box interface {\n\tFoldLid()\n\tOther()\n}\n",
                "package p\ntype Box interface {\n\tOther()\n}\n",
            )
        },
        {"p/b.go": "package p\nfunc f(b Box) { b.FoldLid() }\n"},
        [],
    ),
    (
        "a package of the standard library that ends like ours",
        {"json/a.go": ("package json\nfunc NewThing() {}\n", "package json\n")},
        {
            "go.mod": "module example.com/m\n",
            "b/c.go": 'package b\nimport "encoding/json"\nfunc f() { json.NewThing() }\n',
        },
        [],
    ),
    (
        "a package below another root answers, also as a name before a dot",
        {
            "shop/a.py": ("def find_it():\n    return 1\n", None),
            "src/shop/a.py": (
                None,
                "import os\n\n\ndef find_it():\n    return os.name\n\n\nx = 1\n",
            ),
        },
        {"use.py": "from shop.a import find_it\n", "too.py": "from shop import a\n\na.find_it()\n"},
        [],
    ),
    (
        "a go name that the language brings along",
        {"p/a.go": ("package p\nfunc min(a int) int { return a }\n", "package p\n")},
        {"p/b.go": "package p\nfunc f() int { return min(1) }\n"},
        [],
    ),
    (
        "a file that is gone is told once, not once more for its names",
        {"p/a.py": ("def find_it():\n    return 1\n", None)},
        {"use.py": "from p.a import find_it\n\nfind_it()\n"},
        ["use.py:1 high"],
    ),
]


@pytest.mark.parametrize(
    ("changed", "others", "expected"), [row[1:] for row in CODE], ids=[row[0] for row in CODE]
)
def test_names_in_code(
    changed: dict[str, tuple[str | None, str | None]], others: dict[str, str], expected: list[str]
) -> None:
    assert told(changed, others) == expected


GONE = {
    "a.py": (
        "def fold_lid():\n    return 1\n\n\ndef other():\n    return 1\n",
        "def other():\n    return 1\n",
    )
}


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("notes.md", "Use `fold_lid`.\n", ["notes.md:1 low"]),
        ("notes.md", "Use fold_lid-all or x/fold_lid/y or --fold_lid.\n", []),
        ("notes.md", "`fold_lid` is deprecated.\n", []),
        ("notes.md", "def fold_lid():\n", []),
        ("docs/migrating.md", "Use `fold_lid`.\n", []),
        ("b.js", "// see fold_lid\n", ["b.js:1 low"]),
        ("b.js", "on('fold_lid')\n", ["b.js:1 low"]),
        ("b.js", "say('the fold_lid thing')\n", []),
        ("b.py", "getattr(x, 'fold_lid')\n", []),
        ("b.kt", "fun f() { fold_lid() }\n", []),
        ("b.kt", "fun fold_lid() {}\n// fold_lid\n", []),
        ("b.yml", "call: fold_lid\n", []),
        ("b.py", "x.fold_lid\n# fold_lid\n", []),
        ("pylock.toml", "# see fold_lid\n", []),
        ("gen.py", "# @generated\n# fold_lid\n", []),
        ("b.js.map", "# see fold_lid\n", []),
        ("b.py", "T = (\n    'fold_lid',\n)\n", ["b.py:2 low"]),
        ("notes.rst", "fold_lid = 1\n\nfold_lid\n", []),
        ("notes.rst", "fold_lid\n", ["notes.rst:1 low"]),
        ("p/__init__.py", "__all__ = [\n    'fold_lid',\n]\n", ["p/__init__.py:2 high"]),
    ],
)
def test_names_in_words(path: str, text: str, expected: list[str]) -> None:
    assert told(GONE, {path: text}) == expected


def test_words_added_by_the_same_change_are_deliberate() -> None:
    assert told(GONE | {"notes.md": (None, "Do not look for `fold_lid`.\n")}) == []


def test_a_word_that_is_not_coined_needs_marks_and_brackets() -> None:
    gone = {"a.py": ("def mangle():\n    return 1\n\n\nx = 1\n", "x = 1\n")}
    assert told(gone, {"notes.md": "mangle it, `mangle` it\n"}) == []
    assert told(gone, {"notes.md": "call `mangle()`\n"}) == ["notes.md:1 low"]


def test_a_test_function_is_nobody_elses_word() -> None:
    gone = {"tests/test_a.py": ("def hello_world():\n    return 1\n\n\nx = 1\n", "x = 1\n")}
    assert told(gone, {"notes.md": "`hello_world`\n"}) == []


PATHS = [
    ("tools/run.sh", "b.min.js", "x('tools/run.sh')\n", []),
    ("tools/run.sh", "Makefile", "all:\n\tsh tools/run.sh\n", ["Makefile:2 high"]),
    ("tools/run.sh", "Dockerfile", "COPY tools/run.sh /run.sh\n", ["Dockerfile:1 high"]),
    ("tools/run.sh", "tools/all.sh", "sh ./run.sh\n", ["tools/all.sh:1 high"]),
    ("tools/run.sh", "other/all.sh", "sh ../tools/run.sh\n", ["other/all.sh:1 high"]),
    ("tools/run.sh", "notes.md", "see https://example.com/tools/run.sh\n", []),
    ("tools/run.sh", "notes.md", "`tools/run.sh` was removed\n", []),
    ("deep/tools/run.sh", "notes.md", "see tools/run.sh\n", ["notes.md:1 low"]),
    ("tools/run.sh", ".prettierignore", "tools/run.sh\n", [".prettierignore:1 low"]),
    ("tools/run.sh", ".gitignore", "other\n", []),
    ("tools/run.sh", "ci.yml", "exclude:\n  - x\n  - tools/run.sh\n", ["ci.yml:3 low"]),
    ("tools/run.sh", "ci.yml", "x:\n  - tools/run.sh\n", ["ci.yml:2 high"]),
    ("tools/run.sh", "b.toml", "tools/run.sh\n", ["b.toml:1 high"]),
    ("src/ring.h", "lib/a.c", '#include "ring.h"\n', ["lib/a.c:1 high"]),
    ("src/main.h", "lib/a.c", '#include "main.h"\n', []),
    ("src/ring.h", "tests/test_a.py", 'x = "ring.h"\n', []),
    ("p/q/mod_a.py", "b.py", "import p.q.mod_a as m\n", ["b.py:1 high"]),
    ("p/q/mod_a.py", "p/q/b.py", "from . import mod_a\n", ["p/q/b.py:1 high"]),
    ("p/q/mod_a.py", "p/r/b.py", "from ..q.mod_a import x\n", ["p/r/b.py:1 high"]),
    ("p/q/mod_a.py", "b.py", "from ...... import mod_a\n", []),
    ("p/q/mod_a.py", "b.py", "from other import mod_a\n", []),
    ("src/p/mod_a.py", "b.py", "from p.mod_a import x\n", ["b.py:1 high"]),
    ("p/mod_a.py", "p/b.py", "from mod_a import x\n", ["p/b.py:1 high"]),
    ("z/mod_a.py", "p/b.py", "from mod_a import x\n", []),
    ("p/q/mod_a.py", "b.py", "try:\n    import p.q.mod_a\nexcept ImportError:\n    pass\n", []),
    ("p/q/mod_a.py", "b.py", '"""Words about p.q.mod_a here."""\n', ["b.py:1 low"]),
    ("p/q/mod_a.py", "b.toml", 'module = "p.q.mod_a"\n', ["b.toml:1 high"]),
    ("src/mod_a.py", "b.toml", 'module = "mod_a.x"\n', []),
    ("p/__init__.py", "b.py", "import p\n", []),
    ("pkg/__init__.py", "b.py", "import pkg\n", ["b.py:1 high"]),
    ("lib/box/index.ts", "app.ts", "import x from './lib/box';\n", ["app.ts:1 high"]),
    ("lib/box.vue", "app.ts", "jest.mock('./lib/box.vue');\n", ["app.ts:1 high"]),
    ("lib/box.ts", "app.ts", "say('./lib/box');\n", []),
    ("lib/shop/box.rb", "app.rb", 'require "shop/box"\n', ["app.rb:1 high"]),
    ("lib/shop/box.rb", "app.rb", 'require "other/box"\n', []),
    ("src/boxes.rs", "src/main.rs", "mod boxes;\n", ["src/main.rs:1 high"]),
    ("src/boxes.rs", "src/main.rs", "mod boxes_too; // boxes\n", []),
    ("old/a/x.txt", "Makefile", "all:\n\tls old/a/\n", ["Makefile:2 high"]),
    ("old/a/x.txt", "b.yml", "exclude: old\nskip: [old]\n", []),
    ("old/a/x.txt", "b.yml", "skip:\n  - 'old'\nexclude: ['old']\n", ["b.yml:3 low"]),
    ("old/a/x.txt", "notes.md", "see old/ and the old house\n", ["notes.md:1 low"]),
    ("old/a/x.txt", "notes.md", "see new/old/ and old/b\n", []),
    ("old/a/x.txt", "run.sh", 'cp x "$OUT"/old/ ${OUT}/old/\n', []),
    ("old/a/x.txt", "run.sh", 'cp x "/old/"\n', []),
    ("old/a/x.txt", "run.sh", 'cp x "./old/"\n', ["run.sh:1 high"]),
    ("old/a/x.go", "b.go", 'package b\nimport "example.com/old/a"\n', []),
    ("a.py", "b.py", "x = './a.py'\n", ["b.py:1 high"]),
    ("p/one_file.txt", "b.py", "x" * 20_001 + " p/one_file.txt\n", []),
    ("src/thing.h", "docs/thing.md", "see thing.h\n", []),
    ("src/thing-one.h", "docs/thing.md", "see thing-one.h\n", ["docs/thing.md:1 low"]),
    ("img/box-one.png", "notes.md", "see box-one.png\n", []),
    ("thing.h", "docs/thing.md", "see thing.h\n", ["docs/thing.md:1 low"]),
    ("docs/setup.cfg", "docs/thing.md", "see setup.cfg\n", []),
]


@pytest.mark.parametrize(("gone", "path", "text", "expected"), PATHS)
def test_paths(gone: str, path: str, text: str, expected: list[str]) -> None:
    base = {gone: "some\nwords\nhere\n", path: text}
    remarks, gaps = review(base, {path: text})
    found = [f"{entry.quotes[0].path}:{entry.quotes[0].line} {entry.severity}" for entry in remarks]
    assert (found, gaps) == (expected, [])


def test_a_moved_file_is_its_own_evidence_and_names_where_it_went() -> None:
    text = "echo one\necho two\necho three\n"
    base = {"old/run.sh": text, "Makefile": "all:\n\tsh old/run.sh\n"}
    (remark,), _ = review(base, {"new/run.sh": text, "Makefile": base["Makefile"]})
    assert (remark.quotes[1].path, remark.quotes[1].text, remark.quotes[1].side) == (
        "old/run.sh",
        "",
        Side.OLD,
    )
    assert remark.mitigation == "Write `new/run.sh` here."


def test_what_moved_is_to_be_taken_from_its_new_place() -> None:
    text = "def short_name(one):\n    return one[:3]\n"
    base = {
        "blog/words.py": f"{text}\n\ndef other():\n    return 1\n",
        "blog/page.py": "from blog.words import short_name\n\nshort_name('lamp')\n",
    }
    head = {
        "blog/words.py": "def other():\n    return 1\n",
        "blog/text.py": text,
        "blog/page.py": base["blog/page.py"],
    }
    (remark,), _ = review(base, head)
    assert remark.title == "Function `short_name` is still used at its old place after its move"
    assert remark.failure_mode == (
        "Whatever reaches this line looks for `short_name` where it was; it is in `blog/text.py` now."
    )
    assert remark.mitigation == "Take `short_name` from `blog/text.py`."


def test_an_empty_file_that_is_deleted_has_only_its_path_as_evidence() -> None:
    base = {"old/run.sh": "\n\n", "Makefile": "all:\n\tsh old/run.sh\n"}
    (remark,), _ = review(base, {"Makefile": base["Makefile"]})
    assert remark.quotes[1].text == ""


def test_a_file_without_lines_that_is_all_that_goes_is_looked_for() -> None:
    gone = change_between({"images/lamp.png": ""}, {})
    assert stale_reference.activates(gone) == "1 files lost lines, moved or went"
    base = {"images/lamp.png": "", "readme.md": "![lamp](images/lamp.png)\n"}
    (remark,), _ = review(base, {"readme.md": base["readme.md"]})
    assert (remark.quotes[0].path, remark.quotes[0].line) == ("readme.md", 1)


def test_what_is_not_listed_is_counted() -> None:
    names = [f"src/part_of_lamp_{number}.js" for number in range(230)]
    base = dict.fromkeys(names, "export {};\n")
    listed = "".join(f"* [part](./{name})\n" for name in names)
    (heap,), _ = review(base | {"README.md": listed}, {"README.md": listed})
    assert heap.details.endswith("\n30 more places are not listed.")
    both = {"README.md": listed, "GUIDE.md": listed}
    (sweep,), _ = review(base | both, both)
    assert sweep.details.endswith("\n260 more places are not listed.")
    pages = {f"docs/{number}.md": "[part](../src/part_of_lamp_0.js)\n" for number in range(210)}
    (spread,), _ = review({names[0]: "export {};\n"} | pages, pages)
    assert spread.details.endswith("\n9 more places are not listed.")


def test_another_file_with_the_same_end_of_path_answers() -> None:
    base = {
        "a/tools/run.sh": "one\n",
        "b/tools/run.sh": "two\n",
        "notes.md": "see tools/run.sh and run.sh\n",
    }
    head = {path: text for path, text in base.items() if path != "a/tools/run.sh"}
    assert review(base, head) == ([], [])


SETTINGS = [
    (
        "an option of click is gone from code and still in a script",
        {"cli.py": ('@click.option("--keep-all")\ndef f(): pass\n', "def f(): pass\n")},
        {"run.sh": "tool --keep-all\ntool --keep-all-files\n"},
        ["run.sh:1 high"],
    ),
    (
        "an option that another command still defines",
        {"cli.py": ('@click.option("--keep-all")\ndef f(): pass\n', "def f(): pass\n")},
        {"run.sh": "tool --keep-all\n", "b.py": 'p.add_argument("--keep-all")\n'},
        [],
    ),
    (
        "an option that the same file still defines",
        {"cli.py": ('p.add_argument("--keep-all")\n', 'p.add_argument(\n    "--keep-all",\n)\n')},
        {"run.sh": "tool --keep-all\n"},
        [],
    ),
    (
        "options of clap and cobra",
        {
            "a.rs": ('#[arg(long = "keep-all")]\nstruct A;\n', "struct A;\n"),
            "b.go": ('package b\nvar x = cmd.Flags().String("drop-all", "", "")\n', "package b\n"),
        },
        {"notes.md": "`tool --keep-all`\n`tool --drop-all`\n"},
        ["notes.md:1 low", "notes.md:2 low"],
    ),
    (
        "an option of a test is nobody's",
        {"tests/test_cli.py": ('p.add_argument("--keep-all")\n', "x = 1\n")},
        {"notes.md": "`tool --keep-all`\n"},
        [],
    ),
    (
        "variables that are read, set, and only mentioned",
        {".env.example": ("# words\nONE_TOKEN=1\nTWO_TOKEN=2\nOLD_TOKEN=3\n", "# OLD_TOKEN=3\n")},
        {
            "a.py": 'import os\nos.environ["ONE_TOKEN"]\nos.environ["TWO_TOKEN"]\n"ONE_TOKEN"\n',
            "Dockerfile": "ENV TWO_TOKEN=1\n",
            "notes.md": "ONE_TOKEN=x\n",
        },
        ["a.py:2 high"],
    ),
    (
        "keys: looked up, with a fallback, of something else, in a test, not coined, kept",
        {
            "settings.toml": (
                "fold_size = 1\nlift-size = 2\nplain = 3\nkept_size = 4\n# note\n",
                "kept_size = 5\n",
            )
        },
        {
            "a.js": "const a = settings['fold_size'];\nconst b = row['fold_size'];\nconst p = settings['plain'];\n",
            "b.py": "x = config.get('lift-size', 1)\ny = config.get('lift-size')\nz = conf['kept_size']\n",
            "tests/test_b.py": "x = config['fold_size']\n",
            "notes.md": "settings['fold_size']\n",
        },
        ["a.js:1 high", "b.py:2 high"],
    ),
    (
        "keys of a pipeline and of plain data",
        {
            ".github/workflows/config.yml": ("fold_size: 1\n", "x: 1\n"),
            "data/rows.json": ('{\n"lift_size": 1\n}\n', "{}\n"),
        },
        {"a.py": "config['fold_size']\nconfig['lift_size']\n"},
        [],
    ),
    (
        "a script of a package that is gone altogether",
        {"package.json": ('{"scripts": {\n "build:it": "x"\n}}\n', None)},
        {"run.sh": "npm run build:it\n"},
        [],
    ),
    (
        "a script in a manifest that cannot be read",
        {"package.json": ('{"scripts": {\n "build:it": "x"\n}\n', "[1]\n")},
        {"run.sh": "npm run build:it\n"},
        [],
    ),
    (
        "scripts that are not a table",
        {"package.json": ('{"scripts": {\n "build:it": "x",\n "b": "y"}}\n', '{"scripts": []}\n')},
        {"run.sh": "yarn build:it\nyarn build:item\nmy-yarn build:it\n"},
        ["run.sh:1 high"],
    ),
    (
        "make targets: used, prefix of another, in prose, defined below",
        {"Makefile": ("all: x\nfold: y\n\ty\nlift:\n\tx\n", "all: x\n")},
        {
            "ci.yml": "- run: make fold\n- run: make fold-all\n- run: make lift\n",
            "notes.md": "We make fold after fold.\n",
            "sub/Makefile": "lift:\n\ttrue\n",
        },
        ["ci.yml:1 high"],
    ),
    (
        "make targets where patterns may make anything",
        {"Makefile": ("fold:\n\ty\n", "%: x\n\ty\n")},
        {"notes.md": "`make fold`\n"},
        [],
    ),
]


@pytest.mark.parametrize(
    ("changed", "others", "expected"),
    [row[1:] for row in SETTINGS],
    ids=[row[0] for row in SETTINGS],
)
def test_settings(
    changed: dict[str, tuple[str | None, str | None]], others: dict[str, str], expected: list[str]
) -> None:
    assert told(changed, others) == expected


def test_jobs_are_read_by_indentation() -> None:
    old = "jobs:\n  one:\n    steps:\n      - run: x\n  two:\n    needs: one\n  # note\non: push\n"
    new = old.replace("  one:", "  uno:")
    text = new + "env:\n  A: ${{ needs.one.outputs.x }}\n  one: 1\n"
    path = ".github/workflows/a.yml"
    assert told({path: (old, text)}) == [f"{path}:6 high"]


def test_nothing_removed_is_not_worth_a_look() -> None:
    added = change_between({}, {"a.py": "x = 1\n"})
    removed = change_between({"a.py": "x = 1\n"}, {"a.py": "y = 1\n"})
    assert stale_reference.activates(added) is None
    assert stale_reference.activates(removed) == "1 files lost lines, moved or went"


def test_modules_of_other_languages_are_not_resolved() -> None:
    entry = Import(local="a", name="a", source="./x", line=1)
    assert not names_module("./x", "x.rb", from_path="b.rb")
    assert not names_module("x", "x.rb", from_path="b.py")
    assert not names_module("lodash", "src/lodash.ts", from_path="b.ts")
    assert not binds_module(entry, "x.js", from_path="b.js")
    assert names_module("@/lib/a", "lib/a/index.ts", from_path="b.vue")


def test_unreadable_versions_are_passed_over() -> None:
    base = {"a.py": "def fold_lid():\n    return 1\n", "notes.md": "`fold_lid`\n"}
    head = {"a.py": "x = 1\n", "notes.md": "`fold_lid`\n"}
    change = change_between(base, head)
    assert drive(change, {}, head) == ([], [])
    assert drive(change, base, {"notes.md": head["notes.md"]}) == ([], [])


def test_very_long_paths_are_left_alone() -> None:
    path = "a/" * 3_000 + "run.sh"
    base = {path: "x\n", "Makefile": f"all:\n\tsh {path}\n"}
    assert review(base, {"Makefile": base["Makefile"]}) == ([], [])


def test_more_files_than_can_be_read_is_a_gap() -> None:
    files = {f"docs/{number}.md": "`fold_lid`\n" for number in range(MOST_FILES + 3)}
    old, new = GONE["a.py"]
    _, gaps = review({"a.py": old} | files, {"a.py": new} | files)
    assert [gap.required for gap in gaps] == [True]


def test_more_names_than_can_be_followed_is_a_gap() -> None:
    count = MOST_NAMES + 1
    base = {"a.py": "".join(f"name_{number} = '{number * 7919}'\n" for number in range(count))}
    change = change_between(base, {})
    work = stale_reference.inspect(change, MemoryTree({}), MemoryTree(base))
    gap = next(work)
    assert isinstance(gap, Gap)
    assert gap.required
    needles = next(work)
    assert isinstance(needles, Needles)
    assert len(needles.texts) <= count + 1


HOSTILE = [
    "'" * 60_000,
    "(" * 60_000,
    "\udce9" * 1_000 + "\nfold_lid \udce9\n",
    "fold_lid" + " " * 30_000 + "fold_lid\n",
    "jobs:\n" + "  a:\n" * 3_000,
    '{"scripts":' * 5_000,
]


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize(
    "path", ["b.py", ".github/workflows/a.yml", "package.json", "Makefile", "b.js"]
)
def test_hostile_text_raises_no_remark_and_no_error(path: str, text: str) -> None:
    old, new = GONE["a.py"]
    base = {"a.py": old, path: text, "c/d.py": "x = 1\n"}
    head = {"a.py": new, path: text[: len(text) // 2] + "\n" + text[len(text) // 2 :]}
    remarks, gaps = review(base, head)
    assert gaps == []
    assert all(entry.quotes[0].path == path for entry in remarks)


def test_a_key_that_only_changed_its_name_is_told_with_the_new_one() -> None:
    base = {
        "config/app.yaml": "cache:\n  cache_ttl_seconds: 300\n",
        "app/work.py": "ttl = config['cache']['cache_ttl_seconds']\n",
    }
    head = base | {"config/app.yaml": "cache:\n  entry_lifetime: 300\n"}
    (remark,), _ = review(base, head)
    assert remark.mitigation == "Write `entry_lifetime` here."
    bare = base | {"config/app.yaml": "cache_ttl_seconds:\n"}
    (remark,), _ = review(bare, bare | {"config/app.yaml": "entry_lifetime:\n"})
    assert remark.mitigation.startswith("Drop or replace the reference")

"""refactor-audit on shapes its page does not show, on its parts, and on hostile input."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace

import pytest

from postil.domain.brief import Archetype, Brief, Tier
from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Remark, Shape
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Needles, refactor_audit
from postil.inspection.checks._refactor_audit.blocks import Difference, Pair
from postil.inspection.checks._refactor_audit.edits import Stretch
from postil.inspection.checks._refactor_audit.extracts import extracts
from postil.inspection.checks._refactor_audit.files import relocated
from postil.inspection.checks._refactor_audit.homes import _prefixes, holds
from postil.inspection.checks._refactor_audit.moves import Moves, moves_of
from postil.inspection.checks._refactor_audit.rewrites import is_respelled
from postil.inspection.checks._refactor_audit.stars import Offers
from postil.ports import Hits
from postil.syntax import tokens

from fakes.changes import change_between
from fakes.trees import MemorySearch, MemoryTree

Files = Mapping[str, str]
BODY = """def total(rows, limit):
    kept = [row for row in rows if row.size < limit]
    first = kept[0]
    if not first.open:
        raise ValueError("closed")
    return sum(row.size for row in kept)
"""


def said(base: Files, head: Files) -> list[Remark]:
    work = refactor_audit.inspect(change_between(base, head), MemoryTree(head), MemoryTree(base))
    question = next(work)
    assert isinstance(question, Needles)
    remarks: list[Remark] = []
    try:
        item = work.send(MemorySearch(head).search(question.texts))
        while True:
            assert isinstance(item, Remark)
            remarks.append(item)
            item = next(work)
    except StopIteration:
        return remarks


def moved(body: str, **files: str) -> list[Remark]:
    """What is said when the function goes from one file to another and becomes this."""
    stay = {name.replace("__", "."): text for name, text in files.items()}
    base = {"a.py": "A = 1\n\n\n" + BODY, "b.py": "B = 2\n", **stay}
    return said(base, {"a.py": "A = 1\n", "b.py": "B = 2\n\n\n" + body, **stay})


def slips(old: str, new: str, path: str = "a.py") -> list[tuple[Difference, str, str]]:
    pair = Pair(
        tokens(path, old, 1, 9_999), tokens(path, new, 1, 9_999), ("shop/old.py", "shop/new.py")
    )
    return [(slip.difference, slip.old, slip.new) for slip in pair.slips()]


def test_only_a_refactoring_is_looked_at() -> None:
    change = change_between({"a.py": "x\n"}, {"a.py": "y\n"})
    for kind in Archetype:
        brief = Brief(size=1, tier=Tier.LITE, tier_reason="Small.", archetype=kind)
        reason = refactor_audit.activates(change, brief)
        assert (reason is not None) is (kind is Archetype.REFACTOR)


def test_a_remark_quotes_both_sides() -> None:
    (remark,) = moved(BODY.replace("<", "<="))
    assert remark.title == "`total` was moved and altered: `<` became `<=`"
    assert (remark.severity, remark.dimension, remark.root) == (
        Severity.HIGH,
        Dimension.CORRECTNESS,
        Root.CODE,
    )
    assert (remark.claim.shape, remark.claim.subject) == (Shape.MISMATCH, "total")
    assert [(q.path, q.side, q.line) for q in remark.quotes] == [
        ("b.py", Side.NEW, 5),
        ("a.py", Side.OLD, 5),
    ]
    assert remark.mitigation == "Write `<` as before, or make it a change of its own."


def test_several_differences_are_one_remark_and_the_worst_speaks() -> None:
    altered = BODY.replace('"closed"', '"it is shut"').replace("kept[0]", "kept[1]")
    original = BODY.replace('"closed"', '"it is closed"')
    base = {"a.py": original, "b.py": ""}
    (remark,) = said(base, {"a.py": "", "b.py": altered})
    assert remark.title == "`total` was moved and altered: `0` became `1`"
    assert remark.details == "1 more difference(s) in the same block."


def test_a_lost_and_a_gained_statement_are_worded() -> None:
    without = BODY.replace('    if not first.open:\n        raise ValueError("closed")\n', "")
    (lost,) = moved(without)
    assert lost.title == "`total` lost `if not first.open:` when it was moved"
    assert [(q.path, q.side, q.line) for q in lost.quotes] == [
        ("b.py", Side.NEW, 7),
        ("a.py", Side.OLD, 7),
    ]
    assert lost.mitigation.startswith("Put `if not first.open:` back, ")
    assert lost.details == "1 more difference(s) in the same block."
    (gained,) = moved(BODY.replace("    first", "    rows.clear()\n    first"))
    assert gained.title == "`total` gained `rows.clear()` when it was moved"
    assert (gained.quotes[0].path, gained.quotes[0].line) == ("b.py", 6)
    assert gained.confidence < lost.confidence


def test_a_gained_call_of_something_new_is_part_of_the_refactoring() -> None:
    helper = "\n\ndef check_rows(rows):\n    return rows\n"
    assert moved(BODY.replace("    first", "    check_rows(rows)\n    first") + helper) == []


def test_tests_may_be_set_up_otherwise_but_not_expect_otherwise() -> None:
    base = {"test_a.py": BODY, "test_b.py": ""}
    gained = BODY.replace("    first", "    rows.clear()\n    first")
    assert said(base, {"test_a.py": "", "test_b.py": gained}) == []
    assert len(said(base, {"test_a.py": "", "test_b.py": BODY.replace("[0]", "[9]")})) == 1


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("f(a, 1, b.c, d, e)\n", "f(a, 2, b.c, d, e)\n", [(Difference.VALUE, "1", "2")]),
        ("f(a, 1_000, b.c, d, e)\n", "f(a, 1000, b.c, d, e)\n", []),
        ("f(a, 0x1F, b.c, d, e)\n", "f(a, 0x2F, b.c, d, e)\n", [(Difference.VALUE, "0x1F", "0x2F")]),
        ("f(a, True, b.c, d, e)\n", "f(a, False, b.c, d, e)\n", [(Difference.VALUE, "True", "False")]),
        ("f(a, 'k', b.c, d, e)\n", "f(a, 'j', b.c, d, e)\n", [(Difference.VALUE, "k", "j")]),
        ("f(a, 'a b', b.c, d, e)\n", "f(a, 'a c', b.c, d, e)\n", [(Difference.WORDS, "a b", "a c")]),
        ("f(a, 'A b.', b.c, d, e)\n", "f(a, 'a b', b.c, d, e)\n", []),
        ("f(a, 'select 1', b.c, d, e)\n", "f(a, 'select 2', b.c, d, e)\n", [(Difference.VALUE, "select 1", "select 2")]),
        ("f(a, 'x/y.j', b.c, d, e)\n", "f(a, '../y.j', b.c, d, e)\n", []),
        ("f(a, 'shop.old', b.c, d, e)\n", "f(a, 'shop.new', b.c, d, e)\n", []),
        ("f(a and b, c, d, e, g)\n", "f(a or b, c, d, e, g)\n", [(Difference.DECISION, "and", "or")]),
        ("f(min(a, b), c, d, e)\n", "f(max(a, b), c, d, e)\n", [(Difference.DECISION, "min", "max")]),
        ("f(first(a, b), c, d, e)\n", "f(other(a, b), c, d, e)\n", [(Difference.NAME, "first", "other")]),
        ("f(first, b, c, d, e)\n", "f(other, b, c, d, e)\n", []),
        ("f(load(a), b, c, d, e)\n", "f(_load(a), b, c, d, e)\n", []),
        ("f(A_ONE, b, c, d, e)\n", "f(A_TWO, b, c, d, e)\n", [(Difference.NAME, "A_ONE", "A_TWO")]),
        ("f(a, a, b, c, d)\n", "f(a, b, b, c, d)\n", [(Difference.NAME, "a", "b")]),
        ("f(a, 1, b.c, d, e)\n", "f(a, one, b.c, d, e)\n", []),
        ("f(not a, b, c, d, e)\n", "f(a, b, c, d, e)\n", [(Difference.DECISION, "not a", "a")]),
        ("f(a, b, c, d, e)\n", "f(not a, b, c, d, e)\n", [(Difference.DECISION, "a", "not a")]),
        ("f(a, b, c, d, e)\n", "f(a, b, c, d, e, 1)\n", [(Difference.PUT, "", ", 1")]),
        ("f(a, b, c, d, e)\n", "f(a, b, c, d, e, g)\n", []),
        ("f(a, b, c, d, e)\n", "f(a, b, c, d, e, None)\n", []),
        ("f(a, b, c, d - 1, e)\n", "f(a, b, c, d, e)\n", [(Difference.TAKEN, "- 1", "")]),
        ("f(a, b, c, d % g, e)\n", "f(a, b, c, d, e)\n", [(Difference.TAKEN, "% g", "")]),
        ("f(a, b, c, d.trim(), e)\n", "f(a, b, c, d, e)\n", [(Difference.TAKEN, ". trim ( )", "")]),
        ("f(a, b, c, d.clone(), e)\n", "f(a, b, c, d, e)\n", []),
        ("f(a, b, c, (d), e)\n", "f(a, b, c, d, e)\n", []),
        ("f(1)\n", "f(2)\n", []),
        ("f(a, b, c, d, e)\n", "g.h[k] = {l, m} | n\n", []),
    ],
)  # fmt: skip
def test_which_differences_count(
    old: str, new: str, expected: list[tuple[Difference, str, str]]
) -> None:
    assert slips(old, new) == expected


@pytest.mark.parametrize(
    "line",
    [
        "import json",
        "log.info(1)",
        "pass",
        "app = self.app",
        "return kept",
        "global state",
    ],
)
def test_a_line_without_effect_may_come_and_go(line: str) -> None:
    new = BODY.replace("    first", f"    {line}\n    first")
    assert slips(BODY, new) == []
    assert slips(new, BODY) == []


def test_many_differences_are_a_rewrite() -> None:
    lines = "".join(f"    g{number}(x, {number}, y.z, w)\n" for number in range(12))
    old = "def f(x, y, w):\n" + lines
    new = old
    for number in range(6):
        new = new.replace(f"(x, {number},", f"(x, {number + 70},")
    assert slips(old, new) == []
    assert len(slips(old, old.replace("(x, 3,", "(x, 33,"))) == 1


def test_blocks_that_share_too_little_are_not_compared() -> None:
    old = "def f():\n" + "".join(f"    a{number} = b{number}\n" for number in range(400))
    new = "def f():\n" + "".join(f"    c{number} = d{number}\n" for number in range(400))
    started = time.perf_counter()
    assert slips(old, new) == []
    assert time.perf_counter() - started < 2


def test_constants_are_compared_by_value_only() -> None:
    def told(old: str, new: str) -> list[str]:
        return [r.title for r in said({"a.py": old, "b.py": ""}, {"a.py": "", "b.py": new})]

    assert told("LIMIT = 3\n", "LIMIT = 4\n") == ["`LIMIT` was moved and altered: `3` became `4`"]
    assert told("LIMIT = 3\n", "LIMIT = 3 + 1\n") == []
    assert told("LIMIT = first\n", "LIMIT = second\n") == []
    assert told("LIMIT = 1 + x\n", "LIMIT = 1 - x\n") == []


def test_what_is_defined_twice_is_not_followed() -> None:
    gained = BODY.replace("    first", "    rows.clear()\n    first")
    assert len(said({"a.py": BODY, "b.py": ""}, {"a.py": "", "b.py": gained})) == 1
    twice = BODY + "\n\n" + BODY
    assert said({"a.py": twice, "b.py": ""}, {"a.py": "", "b.py": gained}) == []


def test_members_every_class_has_are_paired_with_their_owner_only() -> None:
    def of(name: str, number: int) -> str:
        return f"class {name}:\n    def __init__(self, a, b):\n        self.a = a + {number}\n        self.b = b\n"

    one = {"a.py": of("One", 1), "b.py": ""}
    assert said(one, {"a.py": "", "b.py": of("Two", 2)}) == []
    (remark,) = said(one, {"a.py": "", "b.py": of("One", 2)})
    assert "`1` became `2`" in remark.title


def test_a_copy_leaves_its_source_where_it_was() -> None:
    change = change_between({"a.py": BODY}, {"a.py": BODY, "b.py": BODY})
    (file,) = change.files
    copied = ChangedFile(
        path=file.path, status=FileStatus.COPIED, old_path="a.py", hunks=file.hunks
    )
    trees = {"base": MemoryTree({"a.py": BODY}), "head": MemoryTree({"a.py": BODY, "b.py": BODY})}
    found = moves_of(type(change)(base=change.base, head=change.head, files=(copied,)), **trees)
    assert found.moved == ()
    assert [place.name for place in found.arrived] == ["total"]


def test_links_vendored_and_unknown_files_are_not_read() -> None:
    for path in ("vendor/a.py", "notes.txt", "a.min.js"):
        base = {path: BODY, "b.py": ""}
        assert said(base, {path: "", "b.py": BODY.replace("<", ">")}) == []


def test_an_extract_needs_one_stretch() -> None:
    far = "def one():\n    alpha(1, 2)\n" + "    x = 1\n" * 9 + "    beta(3, 4)\n"
    base = {"a.py": far, "b.py": ""}
    head = {"a.py": "", "b.py": "def two():\n    alpha(1, 2)\n    beta(3, 4)\n"}
    change = change_between(base, head)
    moves = moves_of(change, base=MemoryTree(base), head=MemoryTree(head))
    assert list(extracts(moves.arrived, change, MemoryTree(base))) == []
    near = {"a.py": far.replace("    x = 1\n", ""), "b.py": ""}
    change = change_between(near, head)
    moves = moves_of(change, base=MemoryTree(near), head=MemoryTree(head))
    (extract,) = extracts(moves.arrived, change, MemoryTree(near))
    assert (extract.path, extract.first, extract.last) == ("a.py", 2, 3)
    assert list(extracts(moves.arrived, change, MemoryTree({}))) == []


@pytest.mark.parametrize(
    ("path", "text", "prefixes"),
    [
        ("src/shop/util.py", "", ("shop.util.",)),
        ("shop/deep/__init__.py", "", ("shop.deep.",)),
        ("util.py", "", ()),
        ("A.java", "package a.b;\n", ("a.b.",)),
        ("A.java", "class A {}\n", ()),
        ("A.php", "<?php\nnamespace A\\B;\n", ("A\\B\\",)),
        ("src/a/b.rs", "", ("crate::a::b::",)),
        ("src/a/mod.rs", "", ("crate::a::",)),
        ("src/lib.rs", "", ()),
        ("b.rs", "", ("crate::b::",)),
        ("crates/core/a/b.rs", "", ("crate::a::b::",)),
        ("crates/core/main.rs", "", ()),
        ("a.go", "package a\n", ()),
    ],
)
def test_full_names_of_each_language(path: str, text: str, prefixes: tuple[str, ...]) -> None:
    assert _prefixes(path, MemoryTree({"crates/core/main.rs": "", path: text})) == prefixes


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("see a.b", True),
        ("see x.a.b, a.b", True),
        ("see x.a.b", False),
        ("see a.bc", False),
        ("see a.b_", False),
        ("a.b.c", True),
    ],
)
def test_a_name_is_not_a_part_of_a_longer_one(text: str, found: bool) -> None:
    assert holds(text, "a.b") is found


def test_a_class_that_inherits_still_has_what_moved_up() -> None:
    method = "    def ship(self, box):\n        box.close()\n        return self.send(box)\n"
    base = {
        "a.py": f"class Shop:\n    name = 1\n\n{method}",
        "b.py": "class Sender:\n    name = 2\n",
        "docs/a.md": "Call `Shop.ship` to ship.\n",
    }
    head = {
        "a.py": "class Shop{}:\n    name = 1\n",
        "b.py": f"class Sender:\n    name = 2\n\n{method}",
        "docs/a.md": base["docs/a.md"],
    }
    (remark,) = said(base, {**head, "a.py": head["a.py"].format("")})
    assert (remark.slug, remark.severity, remark.root) == (
        "old-structure-named",
        Severity.LOW,
        Root.DOC,
    )
    assert (
        remark.failure_mode == "Readers are sent to `Shop.ship`, and `ship` is not there any more."
    )
    assert said(base, {**head, "a.py": head["a.py"].format("(Sender)")}) == []


def test_a_renamed_class_is_not_a_class_that_lost_its_members() -> None:
    body = "    def ship(self, box):\n        box.close()\n        return self.send(box)\n"
    docs = {"docs/a.md": "Call `Shop.ship` to ship.\n"}
    base = {"a.py": f"class Shop:\n{body}", **docs}
    assert said(base, {"a.py": f"class AsyncShop:\n{body}\n\nShop = AsyncShop\n", **docs}) == []


def test_many_mentions_in_one_file_are_one_remark() -> None:
    other = BODY.replace("total", "other_total")
    docs = {"docs/a.md": "`shop.a.total`\n`shop.a.other_total`\n`shop.a.total`\n"}
    base = {"shop/a.py": f"{BODY}\n\n{other}\n\nA = 1\n", "shop/b.py": "", **docs}
    (remark,) = said(base, {"shop/a.py": "A = 1\n", "shop/b.py": f"{BODY}\n\n{other}", **docs})
    assert remark.quotes[0].line == 1
    assert remark.details == "The same place is named on 2 more line(s): 2, 3."


def test_a_line_that_speaks_of_the_past_is_meant_so() -> None:
    assert moved(BODY, docs__md="`total` in `a.py`\n") != []
    assert moved(BODY, docs__md="`total`, which used to be in `a.py`\n") == []
    assert moved(BODY, **{"docs/history": "`total` in `a.py`\n"}) == []
    assert moved(BODY, docs__md="`total` in `a.py` " + "x" * 30_000 + "\n") == []


def test_a_dotted_name_inside_longer_text_is_only_words() -> None:
    base = {"shop/a.py": BODY + "\n\nA = 1\n", "shop/b.py": "", "t.py": 'x = "see shop.a.total"\n'}
    head = {**base, "shop/a.py": "A = 1\n", "shop/b.py": BODY}
    (remark,) = said(base, head)
    assert (remark.slug, remark.severity) == ("old-structure-named", Severity.LOW)
    head["t.py"] = base["t.py"] = 'x = "shop.a.total"\n'
    (remark,) = said(base, head)
    assert (remark.slug, remark.severity) == ("old-place-imported", Severity.HIGH)


def star(init: str, user: str, path: str = "app.py") -> list[tuple[str, int | None]]:
    base = {
        "shop/a.py": BODY + "\n\nA = 1\n",
        "shop/b.py": "B = 1\n",
        "shop/__init__.py": init,
        path: user,
    }
    head = {**base, "shop/a.py": "A = 1\n", "shop/b.py": "B = 1\n\n\n" + BODY}
    return [(r.quotes[0].path, r.quotes[0].line) for r in said(base, head)]


def test_a_package_that_passes_everything_on_loses_the_name() -> None:
    user = "from shop import total\n\ntotal([], 1)\n"
    assert star("from .a import *\n", user) == [("app.py", 1)]
    assert star("from .a import *\nfrom .b import *\n", user) == []
    assert star("from .a import *\nfrom .b import total\n", user) == []
    assert star("from .a import *\nfrom elsewhere import *\n", user) == []
    assert star("from .a import *\n", "import shop\n\n# total\n") == []


def test_a_file_that_binds_the_name_itself_is_left_alone() -> None:
    assert star("", "from shop.a import *\n\ntotal([], 1)\n") == [("app.py", 3)]
    assert star("", "from shop.a import *\n\ntotal = 1\ntotal\n") == []
    assert star("", "from shop.a import *\n\n\ndef f(total):\n    return total\n") == []
    assert star("", "from shop.a import *\n\nx = 'total'\n") == []


def test_scripts_are_followed_through_their_barrels() -> None:
    function = (
        "export function total(rows) {\n  const kept = rows.slice(1);\n  return kept.length;\n}\n"
    )
    base = {
        "src/a.ts": "export const A = 1;\n" + function,
        "src/b.ts": "export const B = 1;\n",
        "src/index.ts": "export * from './a';\n",
        "app.ts": "import { total } from './src';\ntotal([]);\n",
        "other.ts": "import { total } from 'library';\ntotal([]);\n",
    }
    head = {**base, "src/a.ts": "export const A = 1;\n", "src/b.ts": base["src/b.ts"] + function}
    assert [(r.slug, r.quotes[0].path) for r in said(base, head)] == [
        ("old-place-imported", "app.ts")
    ]
    head["src/index.ts"] = "export * from './a';\nexport * from './b';\n"
    assert said(base, head) == []


def test_imports_that_lead_nowhere_resolve_to_nothing() -> None:
    offers = Offers(MemoryTree({"a/b.py": "", "a/__init__.py": "", "src/c.py": ""}))
    assert offers.resolve(".b", "a/x.py") == "a/b.py"
    assert offers.resolve(".", "a/x.py") == "a/__init__.py"
    assert offers.resolve("..b", "a/c/x.py") == "a/b.py"
    assert offers.resolve("c", "x.py") == "src/c.py"
    assert offers.resolve("zzz", "x.py") is None
    assert offers.resolve("./b", "a/x.js") is None


def test_star_imports_in_a_circle_end() -> None:
    files = {"a.py": "from b import *\n", "b.py": "from a import *\n"}
    assert Offers(MemoryTree(files)).through_star("a.py", "x") is None


def test_newly_public_things_are_told_unless_used() -> None:
    quiet = "def _tidy(rows):\n    rows.sort()\n    return rows[:7]\n"
    base = {"a.py": quiet, "b.py": "", "c.py": "x = 1\n"}
    head = {"a.py": "", "b.py": quiet.replace("_tidy", "tidy"), "c.py": "x = 1\n"}
    (remark,) = said(base, head)
    assert remark.title == "`tidy` was private and is public since this refactoring"
    assert (remark.slug, remark.severity, remark.dimension) == (
        "newly-public",
        Severity.LOW,
        Dimension.CONSISTENCY,
    )
    assert [(q.path, q.side, q.line) for q in remark.quotes] == [
        ("b.py", Side.NEW, 1),
        ("a.py", Side.OLD, 1),
    ]
    assert said(base, {**head, "c.py": "import b\n\nb.tidy([])\n"}) == []
    tests = {"a.py": quiet, "test_b.py": ""}
    assert said(tests, {"a.py": "", "test_b.py": quiet.replace("_tidy", "tidy")}) == []


def test_a_whole_file_that_left_is_shown_by_its_new_path() -> None:
    def money(package: str) -> str:
        return f"package {package};\n\nclass Money {{\n    long a;\n    long b;\n    long c;\n}}\n"

    user = {"Cart.java": "import a.Money;\n\nclass Cart {}\n"}
    (remark,) = said({"a/Money.java": money("a"), **user}, {"b/Money.java": money("b"), **user})
    assert [(q.path, q.line) for q in remark.quotes] == [("Cart.java", 1), ("b/Money.java", None)]
    assert remark.failure_mode == "The line counts on `a.Money`, and `Money` is not there any more."


def test_attributes_and_decorators_belong_to_the_block() -> None:
    body = "@cached\n@checked(1)\n" + BODY
    base = {"a.py": body, "b.py": ""}
    (remark,) = said(base, {"a.py": "", "b.py": body.replace("@checked(1)\n", "")})
    assert (remark.quotes[1].side, remark.quotes[1].text) == (Side.OLD, "@checked(1)")


def test_too_many_moves_are_a_gap_and_hostile_files_take_little_time() -> None:
    long = "".join(f"def f{n}(a):\n    return a + {n}\n\n\n" for n in range(2_100))
    more = "".join(f"    a = step(a, {n})\n" for n in range(8))
    long = long.replace("    return a + 0\n", f"{more}    return a + 0\n")
    base = {"a.py": long, "b.py": "", "c.py": "(" * 5_000, "d.py": "\udc80 = 1\n"}
    other = long.replace("a + 0\n", "a - 0\n")
    head = {"a.py": "", "b.py": other, "c.py": ")" * 5_000, "d.py": "\udcff = 2\n"}
    work = refactor_audit.inspect(change_between(base, head), MemoryTree(head), MemoryTree(base))
    started = time.perf_counter()
    question = next(work)
    assert isinstance(question, Needles)
    items = [work.send(dict.fromkeys(question.texts, Hits())), *work]
    assert time.perf_counter() - started < 20
    gap, first = items
    assert isinstance(gap, Gap)
    assert gap.reason == "the change moves more than can be followed (100 beyond the most)"
    assert isinstance(first, Remark)
    assert first.title == "`f0` was moved and altered: `+` became `-`"


def test_what_prints_its_type_follows_it() -> None:
    def shown(name: str) -> str:
        return (
            f"impl fmt::Debug for {name} {{\n"
            "    fn fmt(&self, f: &mut Formatter) -> Result {\n"
            f'        f.debug_struct("{name}")\n'
            '            .field("method", &self.method)\n'
            '            .field("handler", &self.handler)\n'
            '            .field("fallback", &self.fallback)\n'
            "            .finish()\n    }\n}\n"
            f"impl fmt::Debug for {name}Future {{\n    fn fmt(&self) -> Result {{ stop() }}\n}}\n"
        )

    base = {"a.rs": shown("OnMethod"), "b.rs": "fn b() {}\n"}
    head = {"a.rs": "fn a() {}\n", "b.rs": "fn b() {}\n" + shown("Router")}
    assert said(base, head) == []
    altered = shown("Router").replace('debug_struct("Router")', 'debug_struct("Handler")')
    (remark,) = said(base, {**head, "b.rs": "fn b() {}\n" + altered})
    assert remark.title == "`fmt` was moved and altered: `OnMethod` became `Handler`"


def test_a_part_of_a_type_is_no_statement() -> None:
    old = "f({\n  a: x.a as\n    | Thing[]\n    | undefined,\n  b: x.b,\n  c: x.c,\n  d: 4,\n});\n"
    new = "f({\n  a: x.a,\n  b: x.b,\n  c: x.c,\n  d: 4,\n});\n"
    assert slips(old, new, "a.ts") == []
    called = old.replace("| Thing[]", "| thing(1)")
    assert slips(called, new, "a.ts") == [(Difference.LOST, "| thing ( 1 )", "")]


def test_a_word_that_gave_way_all_over_is_no_slip() -> None:
    def options(word: str) -> str:
        lines = "".join(
            f'    add("--{n}", "{word} {n} in use")\n' for n in ("host", "port", "user")
        )
        return f"def shared(add):\n{lines}    return add\n"

    def moves(first: str, then: str) -> list[Remark]:
        base = {"a.py": options(first) + "\nA = 1\n", "b.py": "B = 2\n"}
        return said(base, {"a.py": "A = 1\n", "b.py": "B = 2\n\n" + then})

    assert moves("Server", options("Hub")) == []
    once = options("Server").replace('"Server host in use"', '"Hub host in use"')
    (remark,) = moves("Server", once)
    assert remark.title.startswith("`shared` was moved and altered")
    other = options("Server").replace('"Server host in use"', '"Where the host is found"')
    assert len(moves("Server", other)) == 1


LONG = BODY.replace("    first =", "".join(f"    step({n})\n" for n in range(4)) + "    first =")


@pytest.mark.parametrize(
    ("block", "altered", "kept", "told"),
    [
        (LONG, ("size < limit", "size <= limit"), 90, 1),
        (LONG, ("size < limit", "size <= limit"), 10, 0),
        (BODY, ("size < limit", "size <= limit"), 90, 0),
        (LONG, ("size < limit", "size <= limit + 1"), 90, 0),
    ],
    ids=["moved", "written anew", "a short block", "two differences"],
)
def test_where_much_changes_a_block_must_stand_out(
    block: str, altered: tuple[str, str], kept: int, told: int
) -> None:
    old = [f"A{number} = load({number})" for number in range(100)]
    new = old[:kept] + [f"B{number} = store({number})" for number in range(100 - kept)]
    base = {"a.py": block + "\n".join(old), "b.py": "B = 2\n"}
    head = {"a.py": "A = 1\n", "b.py": f"B = 2\n{block.replace(*altered)}" + "\n".join(new)}
    assert len([one for one in said(base, head) if one.slug == "moved-code-differs"]) == told


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("for modularize imports", "for modularized imports", True),
        ("the adress is wrong", "the address is wrong", True),
        ("the recieved rows", "the received rows", True),
        ("wait for rows", "wait for columns", False),
        ("wait for it", "wait for us", False),
        ("wait for rows", "wait for more rows", False),
        ("first second", "second first", False),
    ],
)
def test_a_word_that_is_spelled_otherwise(old: str, new: str, same: bool) -> None:
    assert is_respelled(old, new) is same


def test_edits_within_a_line_that_the_change_itself_asks_for_are_fitted() -> None:
    edited = BODY.replace("row.size < limit", "row.size < checked(limit)")
    assert [one.title for one in moved(edited)] != []
    assert moved(edited + "\n\ndef checked(limit):\n    return limit\n") == []
    in_tests = {"test_a.py": BODY, "test_b.py": ""}
    assert said(in_tests, {"test_a.py": "", "test_b.py": edited}) == []


def test_a_run_that_repeats_itself_is_slid_only_so_far() -> None:
    one = tokens("a.py", "f(" + "1, " * 100 + "2)\n", 1, 1)
    other = tokens("a.py", "f(" + "1, " * 99 + "2)\n", 1, 1)
    last = len(one) - 4
    stretch = Stretch(one, last, last + 2, other, last)
    assert stretch.slid() == stretch
    assert Stretch(one, 0, 2, (), 0).seam is None


@pytest.mark.parametrize(
    "line",
    [
        "x" * 20_001 + " lib/old.py",
        "# begin file lib/old.py",
        "# lib/old.py:31: done",
        "# renamed from lib/old.py",
        "# lib/new.py stood in lib/old.py",
        "NAME = 'lib/old.py'",
    ],
)
def test_lines_that_may_name_the_old_path_of_a_file(line: str) -> None:
    moved_file = {"lib/old.py": BODY}, {"lib/new.py": BODY}
    stay = {"app.py": f"{line}\n"}
    base, head = ({**side, **stay} for side in moved_file)
    change = renamed(base, head)
    found = MemorySearch(head).search({"lib/old.py", "lib.old"})
    (one,) = relocated(change, Moves((), ()), base=MemoryTree(base), head=MemoryTree(head))
    assert list(one.mentions(found)) == []


def renamed(base: Files, head: Files) -> Change:
    change = change_between(base, head)
    file = ChangedFile(path="lib/new.py", status=FileStatus.RENAMED, old_path="lib/old.py")
    return replace(change, files=(file,))

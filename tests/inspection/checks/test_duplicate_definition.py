"""The duplicate-definition check on shapes its page does not show, on limits, and on hostile input."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from judge.scene import Scene
from postil.domain.finding import Remark
from postil.domain.severity import Basis, Dimension, Root, Severity
from postil.inspection.checks import Needles, duplicate_definition, lint_gate
from postil.inspection.checks._duplicate_definition.pairs import APART, Slot, Sort, joined, paired
from postil.inspection.checks.duplicate_definition import pairs_in

from fakes.changes import change_between
from fakes.inspections import remarks
from fakes.toolboxes import ScriptedTools, ran
from fakes.trees import MemorySearch, MemoryTree

Files = Mapping[str, str]
ONCE = "def load():\n    return 1\n\n\ndef save():\n    return 2\n"
TWICE = ONCE + "\n\ndef load():\n    return 3\n"


def review(base: Files, head: Files) -> list[Remark]:
    change = change_between(base, head)
    work = duplicate_definition.inspect(change, MemoryTree(head), MemoryTree(base))
    return remarks(work, head)


def found(path: str, text: str) -> list[tuple[Sort, str, int, int]]:
    return [(pair.sort, pair.name, pair.first, pair.second) for pair in pairs_in(path, text)]


def test_a_remark_quotes_the_added_place_and_the_other() -> None:
    (remark,) = review({"shop/a.py": ONCE}, {"shop/a.py": TWICE})
    assert [(quote.line, quote.text) for quote in remark.quotes] == [
        (9, "def load():"),
        (1, "def load():"),
    ]
    assert remark.title == "`load` is defined twice; the first one is lost"
    assert "line 9" in remark.failure_mode
    assert (remark.severity, remark.dimension) == (Severity.MEDIUM, Dimension.CORRECTNESS)
    assert (remark.root, remark.claim.subject) == (Root.CODE, "load")


def test_the_place_is_the_line_that_was_added() -> None:
    head = "def load():\n    return 0\n\n\n" + ONCE
    (remark,) = review({"shop/a.py": ONCE}, {"shop/a.py": head})
    assert [quote.line for quote in remark.quotes] == [1, 5]


@pytest.mark.parametrize(
    ("path", "head", "title"),
    [
        (
            "tests/test_a.py",
            "def test_a():\n    assert 1\n\n\ndef test_a():\n    assert 2\n",
            "`test_a` is defined twice; the first one never runs",
        ),
        (
            "web/a.ts",
            "class A {\n  get b() { return 1; }\n  get b() { return 2; }\n}\n",
            "`b` is defined twice in `A`; the first one is lost",
        ),
        (
            "web/a.ts",
            "class A {\n  'b'() { return 1; }\n  b() { return 2; }\n}\n",
            "`b` is defined twice in `A`; the first one is lost",
        ),
        ("a.json", '{"a": 1,\n"a": 2}\n', "The key `a` stands twice; the first value is lost"),
        ("a.json", '{"a": 1,\n"a": 1}\n', "The key `a` stands twice; both hold the same"),
        (
            "a.json",
            '{"a": 1,\n"a": 1,\n"a": 1}\n',
            "The key `a` stands 3 times; all hold the same",
        ),
        (
            "a.rs",
            "fn f() {\n    if a {\n    } else if b {\n    } else if (a) {\n    }\n}\n",
            "The condition `a` stands twice in one chain; the second branch never runs",
        ),
        ("a.rb", "x = @a || b || @a\n", "`@a` stands twice in one row of `||`"),
        (
            "a.rb",
            "case x\nwhen 1, 2\n  y\nwhen 2\n  z\nend\n",
            "The label `2` stands twice in one switch; only the first is reached",
        ),
        (
            "README.md",
            "[a]: x\n[b]: y\n[A]: z\n",
            "The link reference `[a]` is defined twice; only the first target counts",
        ),
        (
            "Makefile",
            "a b: ; echo\nb:\n\ttouch b\n",
            "The target `b` has two recipes; the first one is ignored",
        ),
    ],
)
def test_titles(path: str, head: str, title: str) -> None:
    (remark,) = review({}, {path: head})
    assert remark.title == title


@pytest.mark.parametrize(
    ("path", "text", "lines"),
    [
        ("a.sh", 'if [ "$a" = b ]; then\n  x\nelif [ "$a" = b ]; then\n  y\nfi\n', (1, 3)),
        ("a.php", "<?php\nif ($a) {\n} elseif ($b) {\n} else if ($a) {\n}\n", (2, 4)),
        ("a.rb", "if a\n  x\nelsif b\n  y\nelsif a\n  z\nend\n", (1, 5)),
        ("a.cs", "class A { void F() {\nif (a) { }\nelse if (a) { }\n} }\n", (2, 3)),
        ("a.c", "int f() {\nif (a) { }\nelse if (b->c) { }\nelse if (b->c) { }\n}\n", (3, 4)),
        ("a.js", "if (a) {\n} else if (f()) {\n} else if (a) {\n}\n", (1, 3)),
        ("a.php", "<?php\nswitch ($a) {\ncase 1: f();\ncase 1: g();\n}\n", (3, 4)),
        ("a.rb", "f(a: 1,\n  a: 2)\n", (1, 2)),
        ("a.rb", "class A\n  def self.f; 1; end\n  def self.f; 2; end\nend\n", (2, 3)),
        ("a.py", "x = {A.b: 1,\n     A.b: 2}\n", (1, 2)),
        ("a.tsx", "const a = <b c='1'\n  c='2'></b>;\n", (1, 2)),
        ("a.vue", "<script>\nconst a = { b: 1,\n  b: 2 };\n</script>\n", (2, 3)),
        (".env", "export A=1\nA=2\n", (1, 2)),
        ("a.yaml", "a: &x\n  b: 1\n  b: 2\nc: *x\n", (2, 3)),
    ],
)
def test_what_stands_twice(path: str, text: str, lines: tuple[int, int]) -> None:
    assert [entry[2:] for entry in found(path, text)] == [lines]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", ""),
        ("a.py", "def f(:\n  x\ndef f(:\n  y\n"),
        ("a.py", "def _():\n    1\n\n\ndef _():\n    2\n"),
        ("a.py", "@f.register\ndef f(a):\n    1\n\n\ndef f(b):\n    2\n"),
        ("a.py", "def f(): 1\ndel f\ndef f(): 2\n"),
        ("a.py", "def f(): 1\nclass A:\n    g = f\ndef f(): 2\n"),
        ("a.py", "if (a := b):\n    1\nelif a:\n    2\nelif (a := c):\n    3\nelif a:\n    4\n"),
        ("a.py", "x = {'a': 1, b'a': 2, 'a\\n': 3, r'a\\n': 4}\n"),
        ("a.py", "x = a or f() or a\n"),
        ("a.py", "x = 1 and 1\n"),
        ("a.js", "x = { __proto__: a, __proto__: b };\n"),
        ("a.js", "class A { static a() {} a() {} [a]() {} [a]() {} }\n"),
        ("a.jsx", "x = <a b='1' {...c} b='2' />;\n"),
        ("a.rb", "class A\n  def f; 1; end if x\n  def f; 2; end\nend\n"),
        ("a.rb", "class A\n  def a.f; 1; end\n  def self.f; 2; end\nend\n"),
        ("a.rb", 'x = { **a, b: 1, **c, b: 2, "#{d}" => 1, "#{d}" => 2 }\n'),
        ("a.rs", "fn f() { if let Some(x) = a() {} else if let Some(x) = a() {} }\n"),
        ("a.sh", "f() { a; }\nsource b.sh\nf() { c; }\n"),
        ("a.sh", "if a; then b; elif a; then c; fi\n"),
        (
            "Makefile",
            "%.o: %.c\n\tcc\n.PHONY: a\na: b\na:\n\tc\nX := a:b\n$(Y): z\n\tw\n$(Y): z\n\tv\n",
        ),
        (".env", "A=1\nif x; then\nA=2\nfi\n"),
        ("a.properties", "# a=1\na=2\n! a=3\n"),
        ("a.yaml", "{{ if a }}\na: 1\na: 2\n"),
        ("a.yaml", "- a\n- b\n"),
        ("a.json", '{"a": 1, "a"'),
        ("README.md", "[^a]: x\n[^a]: y\n"),
        ("a.txt", "a\na\n"),
    ],
)
def test_what_is_no_pair(path: str, text: str) -> None:
    assert found(path, text) == []


@pytest.mark.parametrize(
    "path",
    [
        "vendor/a.py",
        "tests/fixtures/a.py",
        "tests/rules/invalid/a.py",
        "shop/duplicate_names.py",
        "shop/a.pyi",
        "dist/a.py",
        "tests/data/a.py",
    ],
)
def test_files_that_are_left_alone(path: str) -> None:
    assert review({path: ONCE}, {path: TWICE}) == []


def test_a_program_wrote_it() -> None:
    mark = "# This file is automatically generated by a tool.\n"
    assert review({"shop/a.py": mark + ONCE}, {"shop/a.py": mark + TWICE}) == []


def test_a_copy_is_told_of_the_file_it_was_made_from() -> None:
    more = "".join(f"a{number} = {number}\n" for number in range(9))
    base = {"a.py": more + ONCE, "copy/a.py": more + ONCE}
    head = {"a.py": more + TWICE, "copy/a.py": more + TWICE}
    assert [remark.quotes[0].path for remark in review(base, head)] == ["a.py"]


def test_a_renamed_file_brings_its_pairs_along() -> None:
    assert review({"shop/a.py": TWICE}, {"shop/b.py": TWICE + "\n\nX = 1\n"}) == []


def test_a_file_that_cannot_be_read_is_passed_over() -> None:
    change = change_between({}, {"a.py": TWICE})
    assert list(duplicate_definition.inspect(change, MemoryTree({}), MemoryTree({}))) == []


def test_something_unknown_in_between_makes_all_before_forgotten() -> None:
    slots = [Slot("a", 1), APART, Slot("a", 2), Slot("b", 3), Slot("a", 4)]
    (pair,) = paired(slots, Sort.KEY)
    assert (pair.first, pair.second) == (2, 4)


def test_what_stands_there_often_is_one_pair_from_the_first_to_the_last() -> None:
    slots = [Slot("a", 1, "x"), Slot("a", 2, "x"), Slot("b", 3), Slot("b", 4), Slot("a", 5, "y")]
    pairs = {pair.name: pair for pair in joined(paired(slots, Sort.KEY))}
    assert (pairs["a"].first, pairs["a"].second, pairs["a"].times) == (1, 5, 3)
    assert (pairs["a"].is_same, pairs["b"].times) == (False, 2)


def test_the_check_activates_on_files_it_can_read() -> None:
    assert duplicate_definition.activates(change_between({}, {"a.bin": "x\n"})) is None
    said = duplicate_definition.activates(change_between({}, {"a.py": "x = 1\n", ".env": "A=1\n"}))
    assert said == "2 files may say something twice"


def test_what_the_linter_says_of_the_same_line_is_the_same_finding() -> None:
    settings = {"ruff.toml": '[lint]\nselect = ["F"]\n'}
    base, head = {**settings, "a.py": ONCE}, {**settings, "a.py": TWICE}
    report = {
        "code": "F811",
        "filename": "/private/at-head/a.py",
        "location": {"row": 9},
        "end_location": {"row": 9},
        "message": "Redefinition of unused `load` from line 1",
        "name": "redefined-while-unused",
    }
    tools = ScriptedTools({"ruff": ran(json.dumps([report]), exit_status=True)})
    change = change_between(base, head)
    work = lint_gate.inspect(change, MemoryTree(head), MemoryTree(base), tools)
    question = next(work)
    assert isinstance(question, Needles)
    said = [work.send(MemorySearch(head).search(question.texts)), *work]
    (linted,) = (each for each in said if isinstance(each, Remark))
    (own,) = review(base, head)
    assert (linted.slug, linted.basis) == (own.slug, Basis.TOOL)
    scene = Scene(base=base, head=head)
    judged = scene.finding(own, linted)
    assert judged.title == own.title
    assert judged.reports == 2


@pytest.mark.parametrize(
    "text",
    [
        "def \udcff(x):\n    1\n\n\ndef \udcff(x):\n    2\n",
        "def f(" * 3_000,
        "if a:\n    b\n" + "elif a:\n    b\n" * 500,
        "x = " + " or ".join(["a"] * 3_000) + "\n",
        "x = {" + "'a': 1, " * 3_000 + "}\n",
        "\x00def f():\n  a.b(1)\n",
    ],
)
def test_hostile_text_is_survived(text: str) -> None:
    head = {"a.py": TWICE, "odd.py": text, "odd.json": text, "odd.md": text, "Makefile": text}
    told = review({"a.py": ONCE}, head)
    assert "a.py" in {remark.quotes[0].path for remark in told}

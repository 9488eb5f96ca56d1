"""The unused-private check on shapes its page does not show, and on hostile input."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from postil.domain.change import Side
from postil.domain.errors import PostilError
from postil.domain.finding import MOST_QUOTES, Remark
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Needles, unused_private
from postil.inspection.checks._unused_private.sheet import Sheet
from postil.inspection.checks._unused_private.things import Reach, things_in
from postil.ports import Hit, Hits

from fakes.changes import change_between
from fakes.trees import MemorySearch, MemoryTree

Files = Mapping[str, str]
USED = "def _split(line):\n    return line\n\n\ndef read(text):\n    return _split(text)\n"
UNUSED = "def _split(line):\n    return line\n\n\ndef read(text):\n    return text\n"


class BrokenSearch(MemorySearch):
    def search(self, needles: object) -> Mapping[str, Hits]:
        raise PostilError("git grep failed")


def review(
    base: Files, head: Files, *, subject: str = "Change things", search: MemorySearch | None = None
) -> tuple[list[Remark], list[Gap]]:
    change = change_between(base, head, subject=subject)
    work = unused_private.inspect(change, MemoryTree(head), MemoryTree(base))
    remarks: list[Remark] = []
    gaps: list[Gap] = []
    item = next(work, None)
    while item is not None:
        answer = None
        if isinstance(item, Needles):
            try:
                answer = (search or MemorySearch(head)).search(item.texts)
            except PostilError as error:
                item = work.throw(error)
                continue
        elif isinstance(item, Gap):
            gaps.append(item)
        else:
            remarks.append(item)
        try:
            item = next(work) if answer is None else work.send(answer)
        except StopIteration:
            break
    return remarks, gaps


def told(base: Files, head: Files, subject: str = "Change things") -> list[str]:
    remarks, gaps = review(base, head, subject=subject)
    assert gaps == []
    return [remark.title for remark in remarks]


def left(before: str, after: str, path: str = "app/a.py") -> list[str]:
    return told({path: before}, {path: after})


def test_a_remark_quotes_the_definition_and_the_line_that_used_it() -> None:
    (remark,), _ = review({"a.py": USED}, {"a.py": UNUSED})
    place, cause = remark.quotes
    assert (place.path, place.line, place.text) == ("a.py", 1, "def _split(line):")
    assert (cause.line, cause.side, cause.text) == (6, Side.OLD, "    return _split(text)")
    assert remark.title == "Nothing calls `_split` any more"
    assert (remark.severity, remark.dimension) == (Severity.LOW, Dimension.CONSISTENCY)
    assert (remark.root, remark.confidence, remark.is_mild) == (Root.CODE, 90, False)


def test_what_comes_in_is_a_nit() -> None:
    (remark,), _ = review({"a.py": "x = 1\n"}, {"a.py": "x = 1\n\n\ndef _split():\n    pass\n"})
    assert remark.title == "`_split` is defined and never used"
    assert remark.severity is Severity.NIT


@pytest.mark.parametrize(("files", "is_mild"), [(10, False), (70, True)])
def test_one_commit_of_a_large_project_may_await_the_next(files: int, is_mild: bool) -> None:
    rest = {f"data/{number}.txt": "row\n" for number in range(files)}
    head = {**rest, "a.py": "x = 1\n\n\ndef _split():\n    pass\n"}
    (remark,), _ = review({**rest, "a.py": "x = 1\n"}, head)
    assert remark.is_mild is is_mild
    (remark,), _ = review({**rest, "a.py": USED}, {**rest, "a.py": UNUSED})
    assert not remark.is_mild


def test_a_copy_of_a_file_is_not_told_again() -> None:
    body = "".join(f"x{number} = {number}\n" for number in range(20))
    base = {"a.py": body + USED, "copies/of/a.py": body + USED}
    head = {"a.py": body + UNUSED, "copies/of/a.py": body + UNUSED}
    remarks, _ = review(base, head)
    assert remarks == []  # Each holds the name, so each counts as a use of the other.
    nested = "def walk():\n    def depth():\n        return 1\n\n    return {}\n"
    base = {path: body + nested.format("depth()") for path in base}
    head = {path: body + nested.format("1") for path in base}
    assert told(base, head) == ["Nothing calls `depth` any more"]


def test_a_chain_is_named_in_the_details() -> None:
    inner = "def _bare(line):\n    return line\n\n\n"
    before = inner + USED.replace("    return line\n", "    return _bare(line)\n")
    after = inner + UNUSED.replace("    return line\n", "    return _bare(line)\n")
    (remark,), _ = review({"a.py": before}, {"a.py": after})
    assert remark.title == "Nothing calls `_split` any more"
    assert remark.details == "Only that uses `_bare`, which goes with it."
    assert [quote.line for quote in remark.quotes] == [5, 10, 1]


def test_many_of_one_file_are_one_finding() -> None:
    names = [f"_step{word}" for word in "abcdefghijklmnopqrstuvwxy"]
    defined = "".join(f"def {name}():\n    return 1\n\n\n" for name in names)
    calls = "".join(f"    {name}()\n" for name in names)
    before = f"{defined}def read():\n{calls}    return 1\n"
    (remark,), _ = review({"a.py": before}, {"a.py": f"{defined}def read():\n    return 1\n"})
    assert remark.title == "Nothing calls `_stepa`, `_stepb`, `_stepc` and 22 more any more"
    assert len(remark.quotes) == MOST_QUOTES


def test_several_names_of_a_file_left_alone_are_one_finding() -> None:
    rows = "def _first(rows):\n    return rows[0]\n\n\ndef _last(rows):\n    return rows[-1]\n"
    before = "from rows import _first, _last\n\nprint(_first([1]), _last([1]))\n"
    head = {"rows.py": rows, "page.py": "print(1)\n"}
    assert told({"rows.py": rows, "page.py": before}, head) == [
        "Nothing calls `_first` and `_last` any more"
    ]


def test_a_deleted_file_may_have_held_the_last_use() -> None:
    rows = {"rows.py": "def _first(rows):\n    return rows[0]\n"}
    user = {"page.py": "from rows import _first\n\nprint(_first([1]))\n"}
    assert told({**rows, **user}, rows) == ["Nothing calls `_first` any more"]


def test_what_moves_with_its_file_is_not_new() -> None:
    assert told({"a.py": UNUSED}, {"b.py": UNUSED + "\n\ny = 2\n"}) == []


def test_what_moves_to_another_file_is_not_new() -> None:
    rest = "def read(text):\n    return text\n"
    moved = {"a.py": rest, "b.py": "import os\n\n\ndef _split(line):\n    return line\n"}
    assert told({"a.py": UNUSED, "b.py": "import os\n"}, moved) == []


def test_a_string_of_the_old_text_is_no_use() -> None:
    before = UNUSED + '\n\nprint("_split")\n'
    assert left(before, UNUSED) == []


@pytest.mark.parametrize(
    "path",
    [
        "vendor/a.py",
        "examples/a.py",
        "tests/fixtures/a.py",
        "app/migrations/0001_a.py",
        "a_pb2.py",
        "a.rs",
    ],
)
def test_files_that_nobody_of_the_project_keeps_are_left_alone(path: str) -> None:
    assert told({path: USED}, {path: UNUSED}) == []


@pytest.mark.parametrize(
    "extra",
    [
        "\n\nprint(globals())\n",
        "\n\ndef __getattr__(name):\n    return 1\n",
        "# @generated by a tool, do not edit\n",
        f"\n\nx = '{'y' * 30_000}'\n",
        "\n\ndef (:\n",
    ],
)
def test_a_file_that_does_not_tell_its_uses_is_left_alone(extra: str) -> None:
    before, after = (
        (extra + USED, extra + UNUSED)
        if extra.startswith("#")
        else (
            USED + extra,
            UNUSED + extra,
        )
    )
    assert left(before, after) == []


@pytest.mark.parametrize(
    ("reached", "count"),
    [
        ("getattr(self, step)()", 0),
        ("getattr(self, '_do_' + step)()", 0),
        ("self.__dict__", 0),
        ("getattr(self, 'name', None)", 1),
    ],
)
def test_members_that_are_reached_by_values_are_left_alone(reached: str, count: int) -> None:
    text = "class A:\n    def _go(self):\n        pass\n\n    def run(self, step):\n        return {}\n"
    assert len(left(text.format(f"{reached}, self._go()"), text.format(reached))) == count


def test_functions_of_a_module_are_not_reached_as_members() -> None:
    extra = "\n\nx = getattr(read, name)\n"
    assert left(USED + extra, UNUSED + extra) == ["Nothing calls `_split` any more"]


@pytest.mark.parametrize(
    "above",
    ["@register\n", "@register(\n    1,\n)\n", "# noqa: vulture\n", "# used by the debugger\n"],
)
def test_a_mark_above_keeps_it(above: str) -> None:
    assert left(above + USED, above + UNUSED) == []


def test_a_decorator_that_registers_nothing_does_not() -> None:
    above = "import functools\n\n\n@functools.cache\n"
    assert left(above + USED, above + UNUSED) == ["Nothing calls `_split` any more"]


def test_a_search_that_fails_leaves_a_gap_and_what_a_file_keeps_to_itself() -> None:
    nested = "def walk():\n    def depth():\n        return 1\n\n    return {}\n"
    base = {"a.py": USED, "b.py": nested.format("depth()")}
    head = {"a.py": UNUSED, "b.py": nested.format("1")}
    remarks, (gap,) = review(base, head, search=BrokenSearch(head))
    assert [remark.title for remark in remarks] == ["Nothing calls `depth` any more"]
    assert gap.required


def test_a_name_that_is_everywhere_is_not_judged() -> None:
    class Capped(MemorySearch):
        def search(self, needles: object) -> Mapping[str, Hits]:
            return {"_split": Hits((Hit("a.py", 1, ""),), 5_000)}

    remarks, _ = review({"a.py": USED}, {"a.py": UNUSED}, search=Capped({}))
    assert remarks == []


def test_too_many_names_are_a_gap() -> None:
    count = unused_private.MOST_NAMES + 1
    imports = "".join(f"from rows import _row{number}\n" for number in range(count))
    remarks, (gap,) = review({"a.py": imports}, {"a.py": "x = 1\n"})
    assert remarks == []
    assert "2,001" in gap.reason


def test_nothing_to_look_at() -> None:
    assert unused_private.activates(change_between({}, {"a.md": "text\n"})) is None
    assert unused_private.activates(change_between({}, {"a.py": "x = 1\n"})) is not None
    assert told({"a.py": "x = 1\n"}, {"a.py": ""}) == []


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("a.py", "_a1 = 1\n__all__ = []\n_fields_ = 2\n_ = 3\n__x = 4\n", {"_a1", "__x"}),
        (
            "a.py",
            "def run():\n    def go():\n        pass\n\n    class Own:\n        pass\n",
            {"go"},
        ),
        ("a.js", "import x from 'x';\nconst own = 1;\nconst _old = 2;\nconst $el = 3;\n", {"own"}),
        ("a.js", "const own = 1;\n", set()),
        ("a.js", "const fs = require('fs');\nconst own = 1;\n", {"own"}),
        ("a.d.ts", "import x from 'x';\nconst own: number;\n", set()),
        ("a.ts", "export {};\ndeclare const own: number;\nnamespace N {}\n", set()),
        ("a.ts", "export class A {\n  private own = 1;\n  open = 2;\n}\n", {"own"}),
        ("A.java", "class A {\n  private int own;\n  int open;\n  private int LOG;\n}\n", {"own"}),
        ("A.cs", "class A {\n  private int own;\n  private void Update() {}\n}\n", {"own"}),
        ("A.cs", "class A {\n  [Fact]\n  private void Own() {}\n}\n", set()),
        (
            "A.php",
            "<?php\nclass A {\n  private function __clone() {}\n  private $own;\n}\n",
            {"own"},
        ),
        ("a.go", "package a\n\nfunc init() {}\n\ntype own struct{ field int }\n", {"own"}),
        ("a.h", "static int own(void) { return 1; }\n", set()),
        ("a.c", "static int own(void) { return 1; }\nint open(void) { return 2; }\n", {"own"}),
        ("a.rb", "class A\n  private def own\n  end\n\n  def open\n  end\nend\n", {"own"}),
        (
            "a.rb",
            "class A\n  private\n  def own\n  end\n  public\n  def open\n  end\nend\n",
            {"own"},
        ),
        ("a.rb", "class A\n  class B\n    private\n  end\n  def open\n  end\nend\n", set()),
    ],
)
def test_what_counts_as_private(path: str, text: str, expected: set[str]) -> None:
    assert {thing.word for thing in things_in(path, text)} == expected


def test_how_far_a_name_reaches() -> None:
    script = "export class A {\n  #far() {}\n  private near() {}\n}\nfunction top() {}\n"
    assert {thing.word: thing.reach for thing in things_in("a.ts", script)} == {
        "far": Reach.FILE,
        "near": Reach.CLASS,
        "top": Reach.FILE,
    }
    (own,) = things_in("a.go", "package a\n\nfunc own() {}\n")
    assert own.reach is Reach.FOLDER


@pytest.mark.parametrize(
    ("bases", "strange"),
    [("", False), ("(object)", False), ("(Known)", False), ("(Far)", True), ("(Known, Far)", True)],
)
def test_who_may_call_a_method(bases: str, strange: bool) -> None:
    text = f"class Known:\n    pass\n\n\nclass Own{bases}:\n    def _run(self):\n        pass\n"
    (thing,) = things_in("a.py", text)
    assert thing.may_be_called is strange


def test_reflection_by_a_quoted_name_is_a_use() -> None:
    text = "class A {{\n  private int own() {{\n    return 1;\n  }}\n\n  int b() {{\n    return {};\n  }}\n}}\n"
    base, head = {"A.java": text.format("own()")}, {"A.java": text.format("2")}
    assert told(base, head) == ["Nothing calls `own` any more"]
    other = {"ATest.java": 'class ATest {\n  Object m = find("own");\n}\n'}
    assert told({**base, **other}, {**head, **other}) == []
    plain = {"B.java": "class B {\n  int own;\n}\n"}
    assert told({**base, **plain}, {**head, **plain}) == ["Nothing calls `own` any more"]


def test_hostile_text_is_borne() -> None:
    text = "class " * 5_000 + "_" * 5_000 + "\n" + "private\n" * 2_000 + "#if\n" * 2_000
    for path in ("a.py", "a.rb", "a.c", "a.php", "a.ts"):
        assert things_in(path, text) == ()
        assert not Sheet(path, text).is_readable


def test_a_long_chain_of_classes_and_many_functions_cost_little() -> None:
    chain = "".join(f"class C{number}(C{number + 1}):\n    _x = 1\n" for number in range(5_000))
    assert {thing.may_be_called for thing in things_in("a.py", chain)} == {True}
    many = "".join(f"def _f{number}():\n    return _f{number + 1}()\n" for number in range(5_000))
    sheet = Sheet("a.py", many)
    (first,) = sheet.unused()
    assert sheet.with_followers([first], sheet.things) == (first,)

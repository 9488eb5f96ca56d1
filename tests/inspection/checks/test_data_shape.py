"""What the page cannot show: every way to strip, to complete a strip and to render twice, hostile input."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.domain.finding import Remark
from postil.domain.severity import Kind
from postil.inspection.checks import data_shape
from postil.inspection.checks._data_shape.samples import holding, neighbour
from postil.inspection.checks._data_shape.strips import Source

from fakes.changes import change_between
from fakes.inspections import remarks
from fakes.trees import MemoryTree

F = "```"


def look(base: Mapping[str, str], head: Mapping[str, str]) -> list[Remark]:
    """What the check says, its one question to the tree answered."""
    change = change_between(base, head)
    return remarks(data_shape.inspect(change, MemoryTree(head), MemoryTree(base)), head)


def python(*lines: str) -> str:
    return "def clean(text):\n" + "".join(f"    {line}\n" for line in lines)


@pytest.mark.parametrize(
    ("path", "code", "marks"),
    [
        ("a.py", python(f'return text.replace("{F}json", "")'), [f"{F}json"]),
        ("a.py", python(f'return re.sub("{F}json", "", text)'), [f"{F}json"]),
        ("a.py", python(f'return re.sub("^{F}", "", text)'), []),
        ("a.py", python(f'return text.replace("{F}json", " ")'), []),
        ("a.py", python(f'text = text.replace("{F}json", "")', "return text[:-3]"), []),
        ("a.py", python(f'return text.replace("{F}json", "").split("\\n")'), []),
        ("a.py", python(f'return text.removeprefix("{F}")'), [F]),
        ("a.py", python(f'return text.removeprefix("{F}").removesuffix("{F}")'), []),
        ("a.rb", f"def a(t)\n  t.gsub('{F}json', '')\nend\n", [f"{F}json"]),
        ("a.ts", f"function a(t) {{\n  return t.replace('{F}', '');\n}}\n", [F]),
        ("a.ts", f"function a(t) {{\n  return t.replace(/{F}/g, '');\n}}\n", []),
        ("a.go", f'package a\n\nfunc A(s string) string {{\n\treturn strings.Replace(s, "{F}go", "", -1)\n}}\n', [f"{F}go"]),
        ("a.py", python("return text.replace('<b2>', '')"), ["<b2>"]),
        ("a.py", python("return text.replace('<b2>', '').replace('</b2>', '')"), []),
        ("a.py", python("return text.replace('x', '')"), []),
        ("a.py", f'text = text.replace("{F}json", "")\n', [f"{F}json"]),
        ("a.py", python("return OTHER.sub('', text)"), []),
    ],
)  # fmt: skip
def test_what_strips_one_side(path: str, code: str, marks: list[str]) -> None:
    assert [strip.mark for strip in Source(path, code).strips()] == marks


@pytest.mark.parametrize(
    ("pattern", "is_block"),
    [
        (f"{F}json.*?{F}", True),
        (f"^\\s*{F}json.*?{F}", True),
        (f"(?s)(?:{F}json.*?{F})", True),
        (f"# .*{F}json.*?{F}", False),
        (f"Data:\\n{F}json.*?{F}", False),
    ],
)
def test_a_block_with_something_in_front_takes_its_neighbour_along(
    pattern: str, *, is_block: bool
) -> None:
    code = python(f'return re.sub(r"{pattern}", "", text)')
    assert [strip.is_block for strip in Source("a.py", code).strips()] == [True] * is_block


def test_a_function_that_knows_headings_is_trusted() -> None:
    strip = f'text = re.sub(r"{F}json.*?{F}", "", text)'
    assert len(list(Source("a.py", python(strip)).strips())) == 1
    handled = python(strip, 'return re.sub(r"^## Data", "", text)')
    assert list(Source("a.py", handled).strips()) == []


BLOCK = f"{F}json"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"## Data\n\n{F}json\n", 1),
        (f"**Data:**\n{F}json\n", 1),
        (f"---\n{F}json\n", 1),
        (f"Data follows.\n{F}json\n", None),
        (f"## Data\n\n\n\n\n{F}json\n", None),
        (f"{F}json\n", None),
        (f"## Data\n{F}yaml\n", None),
        (f"x = '## Data\\n{F}json'\n", None),
        (f"f('## Data\\n\\n{F}json')\n", None),
        (f"'## Data\\n\\n{F}json'\n", 1),
    ],
)
def test_what_stands_above_a_block(text: str, line: int | None) -> None:
    found = neighbour(BLOCK, "a.md", text, is_asked=False)
    assert (found.line if found else None) == line


def test_the_headings_of_a_prompt_are_not_those_of_the_answer() -> None:
    assert neighbour(BLOCK, "a.py", f"## Output format\n{F}json\n", is_asked=True) is None
    assert neighbour(BLOCK, "a.py", f"Answer so:\n## Output\n{F}json\n", is_asked=True) is None
    asked = neighbour(BLOCK, "a.py", f"Answer so:\n## Data\n{F}json\n", is_asked=True)
    assert asked is not None
    assert asked.line == 2
    assert neighbour(BLOCK, "a.py", f"Answer so:\n## Data\n{F}json\n", is_asked=True, but=3) is None
    assert holding("</b>", "a.py", "x\n") is None


def test_without_a_second_place_it_is_a_question() -> None:
    (remark,) = look({}, {"a.py": python(f'return text.replace("{F}json", "")')})
    assert (remark.kind, len(remark.quotes)) == (Kind.QUESTION, 1)
    assert remark.title == "Stripping the opening json fence leaves the closing one behind"


def test_a_test_that_names_the_function_is_a_second_place() -> None:
    files = {
        "a.py": python(f'return text.replace("{F}json", "")'),
        "tests/test_a.py": f"def test_a():\n    clean('{F}json x {F}')\n",
        "tests/test_b.py": f"def test_b():\n    other('{F}json x {F}')\n",
    }
    (remark,) = look({}, files)
    assert remark.kind is Kind.DEFECT
    assert (remark.quotes[1].path, remark.quotes[1].line) == ("tests/test_a.py", 2)


def test_a_strip_that_was_rewritten_has_not_lost_its_other_side() -> None:
    old = python(f'text = text.replace("{F}json", "")', f'return text.replace("{F}", "")')
    new = python(f'return re.sub("{F}json", "", text).split("x")')
    assert look({"a.py": old}, {"a.py": new}) == []
    swapped = python(f'text = text.replace("{F}json", "", 1)', "return text")
    (remark,) = look({"a.py": old}, {"a.py": swapped})
    assert remark.kind is Kind.QUESTION


CALLS = "def outer(x):\n    out = '## All'\n    out += inner(x)\n    return out\n\n\ndef inner(x):\n    return '{}'\n"


@pytest.mark.parametrize(
    ("code", "count"),
    [
        (CALLS.format("## All"), 1),
        (CALLS.format("## Both"), 0),
        (CALLS.format("## All").replace("    out = ", "    if x:\n        out = "), 0),
        (CALLS.format("## All").replace("'## All'\n    out", "1  # '## All'\n    out"), 0),
        (CALLS.format("## All").replace("inner(x)", "outer(x)"), 0),
        (CALLS.format("## All").replace("inner(x)", "other.inner(x)"), 0),
        (CALLS.format("x").replace("'x'", '"""\n## All\n"""'), 1),
        (f"{CALLS.format('## All')}\n\ndef inner(y):\n    return\n", 0),
        ("def outer(x):\n    def inner():\n        return '## All'\n    return inner()\n", 0),
    ],
)
def test_headings_written_twice(code: str, count: int) -> None:
    found = [remark for remark in look({}, {"a.py": code}) if remark.slug == "double-rendering"]
    assert len(found) == count


def test_only_what_the_change_touches_is_told() -> None:
    code = CALLS.format("## All")
    assert look({"a.py": code}, {"a.py": code + "\n\nX = len('')\n"}) == []
    called = code.replace("inner(x)", "str(x)")
    (remark,) = look({"a.py": called}, {"a.py": code})
    assert [quote.line for quote in remark.quotes] == [2, 8, 3]


@pytest.mark.parametrize(
    ("code", "count"),
    [
        ("def a(x):\n    return json.dumps(x)\n\n\ndef b(x):\n    return json.dumps(a(x))\n", 1),
        ("def a(x):\n    return json.loads(x)\n\n\ndef b(x):\n    return json.dumps(a(x))\n", 0),
        ("def a(x):\n    return my.json.dumps(x)\n\n\ndef b(x):\n    return json.dumps(a(x))\n", 0),
        ("def b(x):\n    return json.dumps(a(x))\n", 0),
        ("def a(x):\n    return json.dumps(a(x))\n", 0),
    ],
)
def test_values_encoded_twice(code: str, count: int) -> None:
    assert len(look({}, {"a.py": code})) == count


@pytest.mark.parametrize("path", ["tests/test_a.py", "a.md", "vendor/a.py", "a.min.js"])
def test_files_that_are_not_read(path: str) -> None:
    change = change_between({}, {path: python(f'return text.replace("{F}json", "")')})
    assert data_shape.activates(change) is None
    assert data_shape.activates(change_between({}, {"a.py": "x\n"})) is not None


@given(st.text(alphabet="`<b>/replacsub(\"',)= \n#h2\\n\udc80", max_size=160))
@settings(max_examples=60, deadline=None)
def test_any_text_is_survived(text: str) -> None:
    for path in ("a.py", "a.ts", "a.rb"):
        body = f"{text}\n{python(text.replace(chr(10), ' '))}"
        assert all(remark.quotes for remark in look({}, {path: body}))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (f"## Data\n{F}json {F}\n", 1),
        (f"## Data\n{F}json {F}\n\nMore.\n", None),
        (f"## Data\n{F}json\n{{}}\n{F}\n\n## More\n", 1),
        (f"## Data\n{F}json\n{{}}\n{F}\n)\n", 1),
    ],
)
def test_what_stands_below_a_block(text: str, line: int | None) -> None:
    found = neighbour(BLOCK, "a.md", text, is_asked=False)
    assert (found.line if found else None) == line


def test_an_answer_that_is_asked_for_far_above() -> None:
    skeleton = "Reply in this shape:\n" + "One line.\n" * 8 + f"## JSON\n{F}json\n"
    assert neighbour(BLOCK, "a.md", skeleton, is_asked=True) is None
    headed = skeleton.replace("shape:\n", "shape:\n## Text\n")
    assert neighbour(BLOCK, "a.md", headed, is_asked=True) is not None


def test_a_call_whose_result_is_dropped_writes_nothing() -> None:
    code = CALLS.format("## All").replace("out += inner(x)", "inner(x)")
    assert look({}, {"a.py": code}) == []
    handed = CALLS.format("## All").replace("out += inner(x)", "inner(out)")
    assert len(look({}, {"a.py": handed})) == 1


def test_a_strip_outside_of_functions_is_shown_by_no_test() -> None:
    files = {"a.py": f'TEXT = re.sub(r"{F}json.*?{F}", "", TEXT)\n', "tests/test_a.py": f"## A\n{F}json\n"}  # fmt: skip
    assert look({}, files) == []


def test_a_pattern_with_a_name_that_takes_one_side() -> None:
    code = f'OPEN = "{F}json"\n\n\n' + python('return text.replace(OPEN, "")')
    assert [strip.mark for strip in Source("a.py", code).strips()] == [f"{F}json"]
    endless = "x = a.replace(\n" + "    b,\n" * 12
    assert list(Source("a.py", f"# {F}\n{endless}").strips()) == []


TEMPLATE = {"t/a.md.j2": "## All\n\n{% if x %}\n## Some\n{% endif %}\n"}


@pytest.mark.parametrize(
    ("body", "count"),
    [
        ("text = render('a.md.j2')\n    return text + '## All'\n", 1),
        ("text = render('a.md.j2')\n    return text + '## Some'\n", 0),
        ("text = render('b.md.j2')\n    return text + '## All'\n", 0),
        ("name = 'a.md.j2'\n    return name + '## All'\n", 0),
        ("text = render('a.md.j2')\n    return text + other()\n\n\ndef other():\n    return '## Else'\n", 0),
    ],
)  # fmt: skip
def test_templates_and_what_renders_them(body: str, count: int) -> None:
    head = {**TEMPLATE, "a.py": f"def page():\n    {body}"}
    assert len(look(TEMPLATE, head)) == count


def test_functions_of_one_package_see_each_other() -> None:
    outer = (
        'package a\n\nfunc Outer() string {\n\tout := "## All"\n\tout += inner()\n\treturn out\n}\n'
    )
    inner = 'package a\n\nfunc inner() string {\n\treturn "## All"\n}\n'
    assert len(look({}, {"p/a.go": outer, "p/b.go": inner})) == 1
    assert look({}, {"p/a.go": outer, "q/b.go": inner}) == []
    twin = inner.replace("package a", "package a\n\nfunc (t T) inner() string {\n\treturn t.x\n}")
    assert look({}, {"p/a.go": outer, "p/b.go": twin}) == []


def test_a_line_that_only_changed_its_name_strips_nothing_new() -> None:
    old = python(f'a = re.sub(r"{F}json.*?{F}", "", text)', "return a")
    new = python(f'b = re.sub(r"{F}json.*?{F}", "", text)', "return b")
    shown = {"tests/test_a.py": f"## Data\n\n{F}json\n{F}\n\n## clean\n"}
    assert look({"a.py": old, **shown}, {"a.py": new, **shown}) == []


def test_the_strip_that_lost_its_separator_is_found_among_others() -> None:
    other = 'A = re.sub(r"<i2>.*?</i2>", "", A)\n'
    old = f'{other}B = re.sub(r"---\\n<!-- b.*?-->", "", B)\n'
    new = f'{other}B = re.sub(r"<!-- b.*?-->", "", B)\n'
    (remark,) = look({"a.py": old}, {"a.py": new})
    assert remark.title.endswith("leaves what the pattern took in front of it behind")


def test_a_heading_that_is_written_again_by_two_calls_is_told_once() -> None:
    code = CALLS.format("## All").replace("out += inner(x)", "out += inner(x)\n    out += inner(x)")
    assert len(look({}, {"a.py": code})) == 1

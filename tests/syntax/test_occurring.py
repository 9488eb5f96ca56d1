"""Each place a name stands is told apart by role and by use."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.syntax import Form, Role, references, role_at


def uses(path: str, text: str, name: str = "name") -> list[str]:
    return [
        found.form.value if found.role is Role.CODE else found.role.value
        for found in references(path, text, {name})
    ]


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        (
            "a.py",
            "name()\nx.name\nf(name=1)\n# name\n'name'\nf'{name}'\n",
            "name attribute key comment string name",
        ),
        (
            "a.py",
            "def f(name): pass\nname = 1\nfrom a import name\nfor name in x: pass\n",
            "binding definition import binding",
        ),
        (
            "a.js",
            "export { name };\nexport { a as name };\nexport { name } from 'x';\n",
            "name key import",
        ),
        (
            "a.js",
            "const {name} = x; f({name: 1}); `${name} name`; (name) => 1;",
            "binding key name string binding",
        ),
        ("a.tsx", "let x: name.B; <name a={1}>name</name>;", "name name string name"),
        (
            "a.go",
            "package p\nfunc f() {\n name := 1\n x.name()\n S{name: 1}\n S{name}\n}\n",
            "binding attribute key name",
        ),
        (
            "A.java",
            "import a.name;\nclass C { void m(int name) { this.name(); name(); } }",
            "import binding attribute name",
        ),
        (
            "a.rs",
            "use a::name;\nfn f(name: u8) { E::name; x.name; S { name: 1 }; match x { name => 1 } }",
            "import binding attribute attribute key binding",
        ),
        (
            "a.rb",
            "def f(name); end\nx.name\nA::name\n:name\n{ name: 1 }\n",
            "binding attribute attribute string key",
        ),
        (
            "a.cs",
            "using name;\nclass C { void M(int name) { this.name(); x?.name(); } }",
            "import binding attribute attribute",
        ),
        (
            "a.c",
            '#include "name.h"\nint f(int name) { return s->name + name(1); }',
            "string binding attribute name",
        ),
        ("a.cpp", "int f() { a::name; name; }", "attribute name"),
        (
            "a.php",
            "<?php name(); $name; $o->name(); C::name; C::name(); self::$name; name::X;",
            "name key attribute attribute attribute key name",
        ),
        ("a.sh", 'name --x\necho name\n$name\n"$(name)" # name\n', "name key key name comment"),
        ("a.md", "name\n", "prose"),
        ("a.yml", "a: name # name\n# name\n", "unknown comment comment"),
        ("a.sql", "select name -- name\n/* name\n", "unknown comment comment"),
        ("a.json", '{"name": "http://name"}\n// name\n', "unknown unknown comment"),
        ("a.html", "<!-- name --> name\n", "comment comment"),
        ("a.kt", "name() // name\n* name\n", "unknown comment comment"),
        ("thing", "; name\nname\n", "comment unknown"),
    ],
)
def test_roles_and_forms(path: str, text: str, expected: str) -> None:
    assert uses(path, text) == expected.split()


def test_places_are_lines_from_one_and_columns_from_zero() -> None:
    found = references("a.py", "x = 1\né = name\n", {"name"})
    assert [(entry.line, entry.column) for entry in found] == [(2, 4)]


def test_keywords_and_the_whole_text_have_no_use() -> None:
    assert uses("a.py", "class A: pass\n", "class") == ["unknown"]
    assert uses("a.sh", "name", "name") == ["name"]


def test_words_are_whole() -> None:
    assert references("a.py", "rename = names = name_ = 1\n", {"name"}) == ()


def test_a_dollar_is_part_of_a_name_where_the_language_has_it_so() -> None:
    script = "$lit = `${lit} $lit`; lit$ = _.$lit; lit\n"
    assert [place.column for place in references("a.ts", script, {"$lit"})] == [0, 15, 31]
    assert [place.column for place in references("a.js", script, {"lit$"})] == [22]
    assert len(references("a.js", script, {"lit"})) == 6
    assert len(references("a.php", "<?php\n$lit = 1;\n", {"lit"})) == 1
    assert references("a.php", "<?php\n$lit = 1;\n", {"$lit"}) == ()


def test_qualifiers_name_the_owner_and_the_statement() -> None:
    text = "from a import (\n  name,\n)\nx.y.name\nf().name\nname.z\n"
    found = references("a.py", text, {"name"})
    assert [entry.qualifier for entry in found] == ["from a import ( name, )", "y", "", ""]
    exported = references("a.js", "export { name } from './x';", {"name"})
    assert exported[0].qualifier == "export { name } from './x';"


def test_long_lines_are_skipped() -> None:
    text = "name" + " " * 20_001 + "\nname\n"
    assert [entry.line for entry in references("a.py", text, {"name"})] == [2]


def test_surrogates_do_not_move_columns() -> None:
    found = references("a.py", "x = '\udce9' + name\n", {"name"})
    assert [(entry.column, entry.role) for entry in found] == [(10, Role.CODE)]


@pytest.mark.parametrize(
    ("path", "line", "column", "role"),
    [
        ("a.py", 1, 0, Role.CODE),
        ("a.py", 1, 5, Role.STRING),
        ("a.py", 1, 11, Role.COMMENT),
        ("a.py", 99, 0, Role.CODE),
        ("a.md", 1, 0, Role.PROSE),
        ("a.md", 0, 0, Role.PROSE),
        ("a.yml", 1, 11, Role.COMMENT),
    ],
)
def test_role_at(path: str, line: int, column: int, role: Role) -> None:
    assert role_at(path, "x = 'abc' # c\n", line, column) is role


def test_code_deep_inside_brackets_is_code() -> None:
    text = "(" * 100 + "name" + ")" * 100
    assert uses("a.py", text) == ["name"]


@given(st.text(max_size=200), st.sampled_from(["a.py", "a.ts", "a.rs", "a.sh", "a.rb", "a.md"]))
def test_any_text_is_answered_with_places_inside_it(text: str, path: str) -> None:
    lines = text.split("\n")
    for found in references(path, text, {"a", "x", "0"}):
        assert lines[found.line - 1][found.column : found.column + len(found.name)] == found.name
        assert found.form in Form


def test_a_component_is_code_in_its_script_and_words_elsewhere() -> None:
    text = (
        "<template>\n  <b @click='name'>\n  <!-- name -->\n</template>\n"
        "<script>\nname() // name\n</script>\n"
    )
    assert uses("A.vue", text) == ["unknown", "comment", "name", "comment"]
    assert role_at("A.vue", text, 2, 13) is Role.CODE
    assert role_at("A.vue", text, 3, 7) is Role.COMMENT
    assert role_at("A.vue", text, 6, 10) is Role.COMMENT


@pytest.mark.parametrize("count", [1, 8, 9, 40])
def test_many_names_are_found_as_few_are(count: int) -> None:
    names = [f"name_{number}" for number in range(count)]
    text = "".join(f"{name} = other_{name}({name})\n" for name in names)
    found = references("a.py", text, names)
    assert [(place.name, place.line) for place in found] == [
        (name, line) for line, name in enumerate(names, start=1) for _ in range(2)
    ]


def test_names_in_the_input_of_a_macro_keep_what_stands_before_them() -> None:
    text = (
        "fn f() {\n    m!(a.name(), B::name, name, make().name, self.x.name);\n    m!(.name);\n}\n"
    )
    found = [(one.form, one.qualifier) for one in references("a.rs", text, {"name"})]
    assert found == [
        (Form.ATTRIBUTE, "a"),
        (Form.ATTRIBUTE, "B"),
        (Form.NAME, ""),
        (Form.ATTRIBUTE, ""),
        (Form.ATTRIBUTE, "x"),
        (Form.ATTRIBUTE, ""),
    ]

"""Tokens keep what decides behaviour and drop what does not."""

from __future__ import annotations

import time

import pytest

from postil.syntax import Sort, Token, tokenising, tokens


def texts(path: str, text: str) -> list[str]:
    return [token.text for token in tokens(path, text, 1, text.count("\n") + 1)]


def sorts(path: str, text: str) -> dict[str, Sort]:
    return {token.text: token.sort for token in tokens(path, text, 1, text.count("\n") + 1)}


def test_each_sort_is_told() -> None:
    found = sorts("a.py", "if x > 1.5 and None:\n    y = 'text' + .5\n")
    assert found == {
        "if": Sort.WORD,
        "x": Sort.NAME,
        ">": Sort.MARK,
        "1.5": Sort.NUMBER,
        "and": Sort.WORD,
        "None": Sort.CONSTANT,
        ":": Sort.MARK,
        "y": Sort.NAME,
        "=": Sort.MARK,
        "text": Sort.STRING,
        "+": Sort.MARK,
        ".5": Sort.NUMBER,
    }


@pytest.mark.parametrize(
    ("path", "one", "other"),
    [
        ("a.py", "def f(a):\n    return g(a, 1)\n", "def f(a):\n    return g(\n        a,\n        1,\n    )\n"),
        ("a.py", "def f(a, b=1):\n    x = a\n", "def f(a: int, b: int = 1) -> None:\n    x: int = a\n"),
        ("a.py", "def f():\n    g()\n", 'def f():\n    """Says it."""\n    g()  # and why\n'),
        ("a.py", "x = 'a'\n", 'x = "a"\n'),
        ("a.py", "x = b'a'\n", 'x = b"a"\n'),
        ("a.py", "x = f('''a\n  b''')\n", "x = f('''a\n        b''')\n"),
        ("a.ts", "const f = (a) => a;\n", "const f = (a: number): number => a\n"),
        ("a.js", "f({ a: 1 });\n", "f({\n  a: 1,\n})\n"),
        ("a.go", "package a\n\nvar x = 1\n", "package a\n\n// why\nvar x = 1\n"),
    ],
)  # fmt: skip
def test_layout_annotations_and_remarks_are_left_out(path: str, one: str, other: str) -> None:
    assert texts(path, one) == texts(path, other) != []


@pytest.mark.parametrize(
    ("path", "one", "other"),
    [
        ("a.py", "a[1:]\n", "a[1]\n"),
        ("a.py", "x = {1: 2}\n", "x = {1, 2}\n"),
        ("a.py", "f('a')\n", "f('b')\n"),
        ("a.js", "f(`a ${b} c`)\n", "f(`a ${d} c`)\n"),
        ("a.js", "f(`a ${b} c`)\n", "f(`x ${b} c`)\n"),
        ("a.rs", "fn f() { g::<u8>(true) }\n", "fn f() { g::<u8>(false) }\n"),
        ("a.rb", "x = :one\n", "x = :two\n"),
        ("a.py", "x = 'a' 'b'\n", "x = 'a' 'c'\n"),
    ],
)
def test_what_decides_is_kept(path: str, one: str, other: str) -> None:
    assert texts(path, one) != texts(path, other)


def test_pieces_of_a_template_are_strings() -> None:
    found = tokens("a.js", "f(`a ${b} c`)\n", 1, 1)
    assert [token.text for token in found if token.sort is Sort.STRING] == ["a ", " c"]


def test_only_the_lines_asked_for() -> None:
    text = "a = 1\nb = 2\nc = (\n    3\n)\n"
    assert [(t.text, t.line) for t in tokens("a.py", text, 2, 3)] == [
        ("b", 2),
        ("=", 2),
        ("2", 2),
        ("c", 3),
        ("=", 3),
        ("(", 3),
    ]


def test_the_place_is_no_part_of_what_a_token_is() -> None:
    assert Token("a", Sort.NAME, 1).key == Token("a", Sort.NAME, 9).key


@pytest.mark.parametrize(("path", "text"), [("a.md", "text\n"), ("a.py", "(" * 3_000)])
def test_what_is_not_parsed_has_no_tokens(path: str, text: str) -> None:
    assert tokens(path, text, 1, 1) == ()


def test_an_endless_file_is_read_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokenising, "_MOST_NODES", 100)
    text = "".join(f"a{number} = b{number}\n" for number in range(45))
    assert 0 < len(tokens("a.py", text, 1, 45)) < 100


def test_lines_that_are_not_there_have_no_tokens() -> None:
    assert tokens("a.py", "a = 1\n", 5, 9) == ()
    assert tokens("a.py", "a = 1\n\n\nb = 2\n", 2, 3) == ()


def test_a_few_lines_of_a_long_file_cost_little() -> None:
    text = "".join(f"def f{number}(a):\n    return a\n" for number in range(5_000))
    tokens("a.py", text, 1, 2)
    started = time.perf_counter()
    for number in range(0, 5_000, 10):
        assert len(tokens("a.py", text, number * 2 + 1, number * 2 + 2)) == 8
    assert time.perf_counter() - started < 2


def test_regular_expressions_and_symbols_are_strings() -> None:
    assert sorts("a.js", "f(/a+b/)\n")["/a+b/"] is Sort.STRING
    assert sorts("a.rb", "x = :one\n")[":one"] is Sort.STRING


def test_a_name_of_no_letters_is_a_mark() -> None:
    assert sorts("a.py", "def f(): ...\n")["..."] is Sort.MARK


def test_a_token_belongs_to_the_line_it_starts_on() -> None:
    text = "f(`a\nb ${c}\nd`)\n"
    assert [token.text for token in tokens("a.js", text, 2, 2)] == ["${", "c", "}", "\nd"]

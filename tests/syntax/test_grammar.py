"""Texts that would keep a parser busy for minutes, or end it, are not given to it."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.syntax import definitions, imports, references, supports
from postil.syntax.grammar import MOST_CHARACTERS, is_fit, parse, tamed

HOSTILE = {
    "quotes": "'" * 100_000,
    "mixed quotes": "".join(f"{number * 7919 % 9973}'\"'`" for number in range(12_000)),
    "repetition": "a<b " * 25_000,
    "lines": "x ? \n" * 20_000,
    "brackets": "".join(f"f{number}(" for number in range(5_000)),
    "size": "".join(f"x{number} = {number}\n" for number in range(90_000)),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("path", ["a.js", "a.py", "a.go", "a.c"])
def test_hostile_text_is_refused_at_once(name: str, path: str) -> None:
    started = time.monotonic()
    assert parse(path, HOSTILE[name]) is None
    assert time.monotonic() - started < 2


def test_refused_text_has_no_definitions_but_its_words_are_found() -> None:
    text = "def f(): pass\n" + "'" * 50_000
    assert definitions("a.py", text) == ()
    assert [found.name for found in references("a.py", text, {"def"})] == ["def"]


@pytest.mark.parametrize(
    ("text", "fit"),
    [
        ("", True),
        ("x = 1\n", True),
        ("''''''''''''''''''", True),
        ("()" * 2_000 + "".join(f"name_{number} " for number in range(500)), True),
        ("x" * (MOST_CHARACTERS + 1), False),
        ("\n".join(f"call_{number}([{{" for number in range(400)), False),
        (")" * 10 + "\n".join(f"w{number} = [{number}]" for number in range(2_000)), True),
    ],
)
def test_fitness(text: str, fit: bool) -> None:
    assert is_fit(text) is fit


def test_a_long_text_is_parsed_afresh_and_a_short_one_remembered() -> None:
    short = "x = 1\n"
    long = "".join(f"name_{number} = '{number * 7919}'\n" for number in range(12_000))
    assert parse("a.py", short) is parse("b.py", short)
    first, second = parse("a.py", long), parse("a.py", long)
    assert first is not None
    assert first is not second
    assert len(definitions("a.py", long)) == 12_000


def test_an_unknown_language_is_not_parsed() -> None:
    assert parse("a.txt", "x") is None


COMPONENT = """<template>
  <p @click="pay">ünï {{ total }}</p>
</template>
<script setup lang="ts">
import { total } from './sums'
function pay(): void { total() }
</script>
<style>.pay { color: red }</style>
"""


@pytest.mark.parametrize("path", ["Basket.vue", "Basket.svelte"])
def test_only_the_scripts_of_a_component_are_parsed(path: str) -> None:
    assert supports(path)
    (found,) = definitions(path, COMPONENT)
    assert (found.name, found.line) == ("pay", 6)
    (entry,) = imports(path, COMPONENT)
    assert (entry.name, entry.source, entry.line) == ("total", "./sums", 5)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (
            "<script>\nconst one = 1\n</script>\n<script setup>\nconst two = 2\n</script>\n",
            "one two",
        ),
        ("<script>\nconst one = 1\n<script>\nconst two = 2\n</script>\n", "one two"),
        ("</script>\nconst one = 1\n", ""),
        ("<script>\nconst never = 'closed'\n", ""),
        ("<p>no script</p>\n", ""),
    ],
)
def test_scripts_are_told_by_their_tags(text: str, names: str) -> None:
    assert " ".join(found.name for found in definitions("A.vue", text)) == names


@pytest.mark.parametrize(
    ("path", "text", "language"),
    [
        ("a.h", "namespace paint {\n}\n", "cpp"),
        ("a.h", "template <typename T>\nT one();\n", "cpp"),
        ("a.h", "constexpr int one = 1;\n", "cpp"),
        ("a.h", "struct one { int namespace_id; };\n", "c"),
        ("a.c", "int std = 1;\n", "c"),
        ("a.hpp", "int one;\n", "cpp"),
    ],
)
def test_a_header_is_read_in_the_language_it_is_written_in(
    path: str, text: str, language: str
) -> None:
    parsed = parse(path, text)
    assert parsed is not None
    assert parsed.language == language


HARD_TO_BEAR = "{\U0010d136"


def test_no_character_ends_the_process() -> None:
    """In a process of its own: what it would end must not be ours."""
    code = (
        "from postil.syntax.grammar import parse\n"
        f"assert parse('a.sh', {HARD_TO_BEAR!r}) is not None\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True)
    assert done.returncode == 0, done.stderr


def test_places_stand_behind_characters_a_grammar_cannot_bear() -> None:
    text = f"# {HARD_TO_BEAR} 日本 ж\necho '日本' ; light() {{ echo; }}\n"
    (found,) = definitions("a.sh", text)
    assert (found.name, found.line) == ("light", 2)
    parsed = parse("a.sh", text)
    assert parsed is not None
    assert parsed.source == text.encode()


@given(st.text())
def test_what_is_tamed_keeps_every_byte_at_its_place(text: str) -> None:
    source = text.encode("utf-8", "replace")
    kept = tamed("bash", source)
    assert len(kept) == len(source)
    assert max(map(ord, kept.decode()), default=0) < 256
    same = [each for each in source if each < 128]
    assert [each for each in kept if each < 128 and each != ord("_")] == [
        each for each in same if each != ord("_")
    ]
    assert tamed("python", source) == source

from __future__ import annotations

import pytest

from postil.understand.prose import (
    MAX_LINE,
    bullet_of,
    lines_of,
    sections_of,
    sentences_of,
    shortened,
    without_code_spans,
)
from postil.understand.subject import parted


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a\nb", ["a", "b"]),
        ("a\n```py\ncode\n~~~\n```\nb", ["a", "b"]),
        ("~~~\ncode", []),
        ("a<!-- x\ny -->b<!--c", ["ab"]),
        ("x" * (MAX_LINE + 1), ["x" * MAX_LINE]),
    ],
)
def test_lines_for_people(text: str, lines: list[str]) -> None:
    assert lines_of(text) == lines


def test_sections_open_at_headings_bold_lines_and_labels() -> None:
    lines = ["intro", "# Why?", "a", "**What**", "b", "Goal: c", "d", "https://x"]
    assert list(sections_of(lines)) == [
        ("", ["intro"]),
        ("why", ["", "a"]),
        ("what", ["", "b"]),
        ("goal", [" c", "d", "https://x"]),
    ]


def test_sentences_end_at_marks_blank_lines_items_and_headings() -> None:
    lines = ["One. Two", "goes on!", "", "# No", "- item one", "- item two. More", "last"]
    assert list(sentences_of(lines)) == [
        "One.",
        "Two goes on!",
        "item one",
        "item two.",
        "More last",
    ]


@pytest.mark.parametrize(
    ("line", "item"), [("- a", "a"), ("  2) b ", "b"), ("-a", None), ("- ", None), ("a", None)]
)
def test_list_items(line: str, item: str | None) -> None:
    assert bullet_of(line) == item


def test_code_spans_are_blanked() -> None:
    assert without_code_spans("a `b` ``c`` d ` e") == "a     d ` e"


def test_shortening_keeps_one_line() -> None:
    assert shortened(" a\n b ") == "a b"
    assert shortened("x" * 300) == "x" * 300
    assert shortened("x" * 301) == "x" * 299 + "…"


@pytest.mark.parametrize(
    ("subject", "parts"),
    [
        ("fix: a", ("fix", "a")),
        ("Feat(ui)!: a b", ("feat", "a b")),
        ("[wip] docs: a", ("docs", "a")),
        ("Parser: a", ("", "Parser: a")),
        ("fix:a", ("", "fix:a")),
        ("", ("", "")),
    ],
)
def test_a_subject_is_parted(subject: str, parts: tuple[str, str]) -> None:
    assert parted(subject) == parts

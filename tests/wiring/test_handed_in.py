"""What a person hands to single reviewers arrives as text, or is refused in one sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from postil.domain.errors import NotAvailable, UserError
from postil.wiring import Wanted
from postil.wiring.handed_in import (
    MOST_CHARACTERS,
    direction,
    operator_text,
    specification,
    texts_by_role,
)


def test_a_specification_is_a_file_where_one_is_named(tmp_path: Path) -> None:
    file = tmp_path / "refunds.md"
    file.write_bytes(b"Refunds need two approvals.\n\xff")
    assert specification(str(file)) == "Refunds need two approvals.\n\udcff"
    assert specification("Refunds need two approvals.") == "Refunds need two approvals."
    assert specification("word " * 1_000) == "word " * 1_000
    assert specification("a\0b") == "a\0b"


@pytest.mark.parametrize("address", ["http://127.0.0.1/latest", "HTTPS://example.org/spec"])
def test_no_address_is_ever_fetched(address: str) -> None:
    with pytest.raises(NotAvailable, match=r"save it and give the file, or give the text\.$"):
        specification(address)


def test_what_cannot_be_a_specification_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"cannot be read \(Is a directory\); see `--spec`"):
        specification(str(tmp_path))
    with pytest.raises(UserError, match="`--spec` is empty"):
        specification("  ")
    long = tmp_path / "long.md"
    long.write_text("x" * (MOST_CHARACTERS + 1))
    with pytest.raises(UserError, match="longer than 400,000 characters"):
        specification(str(long))


@pytest.mark.parametrize(
    ("given", "lines"),
    [
        ("approach=e2e", "approach: e2e"),
        ("Focus = money ; approach=unit", "approach: unit\nfocus: money"),
        ("location=tests/x;", "location: tests/x"),
    ],
)
def test_a_test_direction_becomes_lines(given: str, lines: str) -> None:
    assert direction(given) == lines


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("approach=manual", "knows no approach `manual`"),
        ("aproach=unit", "`aproach` in `--test-direction` is not understood"),
        ("focus=", "`focus` in `--test-direction` is not understood"),
        ("unit", "`unit` in `--test-direction` is not understood"),
        (";", "^`--test-direction` is not understood"),
    ],
)
def test_a_test_direction_nobody_can_follow_is_refused(given: str, words: str) -> None:
    with pytest.raises(UserError, match=words):
        direction(given)


def test_each_text_goes_to_the_one_role_it_is_for() -> None:
    assert texts_by_role(Wanted()) == {}
    one = texts_by_role(Wanted(spec=["It pays."], test_direction="approach=none"))
    assert one == {
        "spec-auditor": (("Specification", "It pays."),),
        "sdet": (("Test direction", "approach: none"),),
    }
    two = texts_by_role(Wanted(spec=["It pays.", "It stops."]))["spec-auditor"]
    assert two == (("Specification 1", "It pays."), ("Specification 2", "It stops."))


def test_instructions_come_after_the_context(tmp_path: Path) -> None:
    file = tmp_path / "house.md"
    file.write_text("Mind the money.\n")
    assert operator_text("Ours.", Wanted(instructions=str(file))) == "Ours.\n\nMind the money."
    assert operator_text("", Wanted()) == ""
    with pytest.raises(UserError, match=r"`nowhere\.md` cannot be read .* see `--instructions`"):
        operator_text("", Wanted(instructions="nowhere.md"))

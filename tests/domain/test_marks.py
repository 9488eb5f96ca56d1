"""Marks: ours are known again, copies, edits and other people's are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.marks import Mark, MarkKind, Seal, Stage, is_newer

HEAD = "a" * 40
SEAL = Seal(repository_id="R1", number=7, key=b"secret")
MARK = Mark(kind=MarkKind.NOTE, id="1a2b3c4d", head=HEAD)


def test_a_mark_is_read_back() -> None:
    read = SEAL.read(SEAL.stamp("text", MARK))
    assert read is not None
    assert read.mark == MARK
    assert read.is_intact


@given(st.text(), st.sampled_from(MarkKind), st.sampled_from(Stage))
def test_any_text_keeps_its_mark(text: str, kind: MarkKind, stage: Stage) -> None:
    mark = Mark(kind=kind, id="x_1-Z=", head=HEAD, stage=stage)
    read = SEAL.read(SEAL.stamp(text, mark))
    assert read is not None
    assert read.mark == mark
    assert "\r" in text or read.is_intact


@pytest.mark.parametrize(
    "other",
    [
        Seal(repository_id="R2", number=7, key=b"secret"),
        Seal(repository_id="R1", number=8, key=b"secret"),
        Seal(repository_id="R1", number=7, key=b"another"),
        Seal(repository_id="R1", number=7),
    ],
)
def test_t_02_a_mark_of_another_place_or_key_is_text(other: Seal) -> None:
    assert SEAL.read(other.stamp("text", MARK)) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [("kind=note", "kind=summary"), ("id=1a2b3c4d", "id=ffffffff"), (HEAD, "b" * 40)],
)
def test_t_02_a_changed_mark_is_text(before: str, after: str) -> None:
    assert SEAL.read(SEAL.stamp("text", MARK).replace(before, after)) is None


@pytest.mark.parametrize(
    ("before", "after"), [("kind=note", "kind=poem"), ("stage=final", "stage=odd")]
)
def test_words_no_mark_has_are_text(before: str, after: str) -> None:
    assert SEAL.read(SEAL.stamp("text", MARK).replace(before, after)) is None


def test_an_edit_above_the_mark_is_seen() -> None:
    read = SEAL.read(SEAL.stamp("text", MARK).replace("text", "test"))
    assert read is not None
    assert not read.is_intact


def test_carriage_returns_a_forge_adds_are_no_edit() -> None:
    read = SEAL.read(SEAL.stamp("two\nlines", MARK).replace("\n", "\r\n"))
    assert read is not None
    assert read.is_intact


def test_a_mark_in_the_middle_is_a_quotation() -> None:
    assert SEAL.read(SEAL.stamp("text", MARK) + "and more") is None


def test_a_body_without_a_mark_is_text() -> None:
    assert SEAL.read("text") is None


def test_the_last_of_two_marks_counts() -> None:
    inner = SEAL.stamp("text", MARK)
    outer = Mark(kind=MarkKind.SUMMARY, head=HEAD)
    read = SEAL.read(SEAL.stamp(inner, outer))
    assert read is not None
    assert read.mark == outer


def test_a_later_version_is_recognised_and_not_read() -> None:
    body = SEAL.stamp("text", MARK).replace(" v=1 ", " v=2 ")
    assert is_newer(body)
    assert SEAL.read(body) is None
    assert not is_newer(SEAL.stamp("text", MARK))


def test_an_id_that_could_break_out_of_the_mark_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot stand in a mark"):
        SEAL.stamp("text", Mark(kind=MarkKind.NOTE, id="a --> b", head=HEAD))


def test_a_seal_knows_whether_it_has_a_key() -> None:
    assert SEAL.is_keyed
    assert not Seal(repository_id="R1", number=7).is_keyed

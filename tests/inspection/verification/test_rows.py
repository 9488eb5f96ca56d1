"""Answers that are one list: what is read, what is named, what is refused."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.conversation import Reply
from postil.domain.errors import Garbled
from postil.inspection.verification.rows import Rows, rows, schema, text

from fakes.inquiries import said


@dataclass(frozen=True)
class Pair:
    id: str
    score: int


def read(reply: Reply) -> Rows[Pair]:
    return rows(reply, name="scores", kind=Pair)


def test_the_structured_answer_comes_before_the_text() -> None:
    structured = said(scores=[{"id": "a", "score": "7"}])
    assert read(structured).taken() == (Pair("a", 7),)
    prose = Reply(text='Here: ```{"scores": [{"id": "b", "score": 2}]}```')
    assert read(prose).taken() == (Pair("b", 2),)


def test_a_list_that_is_none_is_looked_for_in_the_text() -> None:
    mixed = Reply(answer='{"scores": 3}', text='{"scores": []}')
    assert read(mixed).taken() == ()
    assert read(Reply(answer='{"scores": 3}')).entries is None


def test_what_fits_is_taken_and_what_does_not_is_named() -> None:
    found = read(said(scores=[{"id": "a", "score": 1}, {"id": "b"}, 7]))
    assert found.taken() == (Pair("a", 1),)
    assert not found.is_whole
    assert found.complaint.startswith("`scores[1]`: ")
    assert found.complaint.endswith("`scores[2]` is no object")


def test_the_whole_entries_of_a_cut_answer_are_taken() -> None:
    found = read(Reply(text='{"scores": [{"id": "a", "score": 1}, {"id": "b", "sco'))
    assert found.taken() == (Pair("a", 1),)
    assert (found.is_whole, found.complaint) == (False, "the JSON ends before it is complete")


@pytest.mark.parametrize("reply", [Reply(), Reply(text="no"), said(scores=[{"id": "b"}])])
def test_nothing_at_all_is_refused(reply: Reply) -> None:
    with pytest.raises(Garbled, match="the answer could not be read: "):
        read(reply).taken()


@given(st.text(max_size=300), st.text(max_size=300))
def test_no_answer_breaks_it(answer: str, words: str) -> None:
    found = read(Reply(answer=answer, text=words))
    assert found.entries is None or all(isinstance(each, Pair) for each in found.entries)


def test_every_field_of_the_shape_is_required() -> None:
    shape = schema("scores", id=text(5))
    assert shape["required"] == ["scores"]
    assert shape["properties"]["scores"]["items"]["required"] == ["id"]

"""Which threads and answers are ours."""

from __future__ import annotations

import pytest

from postil.domain.marks import Mark, MarkKind, Seal
from postil.domain.ours import Ours, ours
from talks import ANN, EARLIER, ME, SEAL, answer, comment, note, shown, thread

ID = "00000001"


def test_a_thread_is_known_by_its_note_and_an_answer_by_whom_it_answers() -> None:
    seen = shown(
        thread(note(ID), comment("c1", ANN, "Why?"), answer("c1")),
        comments=(comment("c2", ANN, "x"), answer("c2")),
    )
    assert ours(seen, SEAL) == Ours(
        findings={"T1": ID}, heads={"T1": EARLIER}, answered=frozenset({"c1", "c2"})
    )


def test_ac_32_a_copy_of_our_note_by_somebody_else_is_text() -> None:
    copied = comment("c9", ANN, note(ID).body)
    assert ours(shown(thread(copied)), SEAL) == Ours()


def test_t_02_somebody_elses_copy_of_an_answer_answers_nothing() -> None:
    seen = shown(thread(note(ID), answer("c1", author=ANN)))
    assert ours(seen, SEAL).answered == frozenset()


@pytest.mark.parametrize(
    "seal",
    [
        Seal(repository_id="R1", number=8, key=b"key"),
        Seal(repository_id="R1", number=7, key=b"other"),
    ],
)
def test_ac_34_a_mark_of_another_request_or_key_is_text(seal: Seal) -> None:
    stamped = seal.stamp("A note.", Mark(kind=MarkKind.NOTE, id=ID, head=EARLIER))
    assert ours(shown(thread(comment("n1", ME, stamped))), SEAL) == Ours()


def test_a_thread_that_begins_with_anything_but_a_note_is_not_a_findings_thread() -> None:
    assert ours(shown(thread(answer("c1"))), SEAL).findings == {}
    assert ours(shown(thread()), SEAL) == Ours()

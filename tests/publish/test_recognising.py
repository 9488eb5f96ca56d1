"""What is ours stays ours when it is hidden or outdated, and what people joined is left to them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.forge import Actor
from postil.domain.marks import Mark, MarkKind
from postil.domain.publication import Carrier, DeleteNote, EditComment, Wanted
from postil.publish.planning import plan
from postil.publish.recognising import recognise
from talks import ANN, BOT, HEAD, ME, OUT, SEAL, comment, note, shown, thread
from track.lives import ID


def test_gh_07_a_thread_whose_line_is_gone_is_still_its_findings() -> None:
    outdated = replace(thread(note(ID)), line=None, is_outdated=True)
    assert recognise(shown(outdated), SEAL).threads == {ID: outdated}


def test_gh_27_a_summary_somebody_hid_is_written_on_and_no_second_one_made() -> None:
    body = SEAL.stamp("Old.", Mark(kind=MarkKind.SUMMARY, head=HEAD))
    new = SEAL.stamp("New.", Mark(kind=MarkKind.SUMMARY, head=HEAD))
    seen = shown(comments=(comment("5", ME, body, is_hidden=True),))
    wanted = Wanted(head=HEAD, carrier=Carrier.COMMENT, body=new)
    assert plan(wanted, seen, SEAL) == (EditComment(id="5", body=new),)


def doubled(*others: Actor | None) -> tuple[DeleteNote, ...]:
    """What is planned where a finding has two threads, the later with words of these."""
    first = thread(replace(note(ID), id="1", handle="1"))
    said = [comment(f"c{at}", who, "Hm.") for at, who in enumerate(others)]
    later = thread(replace(note(ID), id="2", handle="2"), *said, id_="T2")
    planned = plan(Wanted(head=HEAD, carrier=Carrier.NOTHING), shown(later, first), SEAL)
    return tuple(each for each in planned if isinstance(each, DeleteNote))


def test_inv_02_of_two_threads_about_one_finding_the_later_goes() -> None:
    assert doubled() == (DeleteNote(id="2"),)
    assert doubled(ME) == (DeleteNote(id="2"),)


@pytest.mark.parametrize("who", [ANN, OUT, BOT, None], ids=["author", "other", "bot", "ghost"])
def test_inv_04_a_double_that_somebody_answered_in_is_never_deleted(who: Actor | None) -> None:
    assert doubled(who) == ()

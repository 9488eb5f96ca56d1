"""The commit that fixed something is found by looking, or none is named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from postil.domain.change import Side
from postil.domain.errors import GitFailed
from postil.domain.ledger import State
from postil.domain.memory import Entry
from postil.domain.report import PriorAnswer
from postil.pipeline.crediting import credited_answers, credited_places
from postil.pipeline.past import Past, Trail
from postil.pipeline.whereabouts import whereabouts
from postil.track.locating import Sides
from postil.track.occurrences import Answered
from postil.wiring.recalling import past_of
from postil.workspaces.git import Repository as Opened
from postil.workspaces.git import Scope, Target, open_repository
from track.lives import ID, entry, place

from fakes.grounds import MemoryHistory
from repositories import Repository

WRONG = "def pay(order):\n    send(order)\n    check(order)\n"
RIGHT = "def pay(order):\n    check(order)\n    send(order)\n"
ABOVE = '"""Pays."""\n\n\n'


class Story:
    """A branch on which the defect was seen, and what was pushed since."""

    def __init__(self, folder: Path) -> None:
        self.repository = Repository(folder)
        self.base = self.repository.commit({"pay.py": "", "other.py": "x = 1\n"}, "Start")
        self.repository.branch("topic")
        self.seen = self.push({"pay.py": WRONG})

    def push(self, files: dict[str, str | None], **more: Any) -> str:
        return self.repository.commit(files, "Push", branch="topic", **more)

    def entry(self, **fields: Any) -> Entry:
        shown = place(
            path="pay.py",
            revision=self.seen,
            start=2,
            end=3,
            text="    send(order)\n    check(order)",
        )
        return entry(evidence=(replace(shown, **fields),))


@pytest.fixture
def story(tmp_path: Path) -> Story:
    return Story(tmp_path / "repository")


def past(opened: Opened, **target: Any) -> Past:
    target = target or {"head": "topic", "base": "main"}
    return past_of((), opened, opened.change(Target(**target)), everything=False)


@pytest.fixture
def opened(story: Story) -> Iterator[Opened]:
    with open_repository(story.repository.path) as repository:
        yield repository


def altered_by(story: Story, opened: Opened, **fields: Any) -> str:
    known, behind = story.entry(**fields), past(opened)
    places = whereabouts([known], behind, story.repository.oid("topic"))
    return credited_places(places, [known], behind.trail, wanted={ID})[ID].commit


def test_the_commit_that_took_the_lines_away(story: Story, opened: Opened) -> None:
    story.push({"other.py": "x = 2\n"})
    fix = story.push({"pay.py": RIGHT})
    story.push({"pay.py": ABOVE + RIGHT})
    assert altered_by(story, opened) == fix


def test_of_a_fix_that_was_undone_and_made_again_the_last(story: Story, opened: Opened) -> None:
    story.push({"pay.py": RIGHT})
    story.push({"pay.py": WRONG})
    again = story.push({"pay.py": RIGHT})
    assert altered_by(story, opened) == again


def test_a_file_that_was_renamed_before_it_was_mended(story: Story, opened: Opened) -> None:
    body = "".join(f"def step_{n}(order):\n    return order.{n}\n\n\n" for n in "abcdefgh")
    story.seen = story.push({"pay.py": WRONG + body})
    story.push({"pay.py": None, "till.py": WRONG + body})
    fix = story.push({"till.py": RIGHT + body})
    assert altered_by(story, opened) == fix


def test_a_file_that_is_gone(story: Story, opened: Opened) -> None:
    gone = story.push({"pay.py": None})
    story.push({"other.py": "x = 2\n"})
    assert altered_by(story, opened) == gone


def test_the_base_that_was_merged_in_did_not_do_it(story: Story, opened: Opened) -> None:
    fix = story.push({"pay.py": RIGHT})
    side = story.repository.commit({"pay.py": "import log\n"}, "On main")
    story.push({"pay.py": "import log\n" + RIGHT}, parents=[fix, side])
    assert altered_by(story, opened) == fix


def test_a_rewritten_history_names_nobody(story: Story, opened: Opened) -> None:
    story.push({"pay.py": RIGHT}, parents=[story.base])
    assert altered_by(story, opened) == ""


def test_lines_that_stand_were_altered_by_nobody(story: Story, opened: Opened) -> None:
    story.push({"pay.py": ABOVE + WRONG})
    assert altered_by(story, opened) == ""


def test_what_nobody_may_call_fixed_is_not_looked_for(story: Story, opened: Opened) -> None:
    story.push({"pay.py": RIGHT})
    behind = past(opened)
    for known, wanted in (
        (story.entry(), set[str]()),
        (
            replace(story.entry(), finding=replace(story.entry().finding, status=State.RESOLVED)),
            {ID},
        ),
    ):
        places = whereabouts([known], behind, story.repository.oid("topic"))
        assert credited_places(places, [known], behind.trail, wanted=wanted) == places


def test_a_removed_line_or_a_whole_file_has_no_lines_to_follow(
    story: Story, opened: Opened
) -> None:
    story.push({"pay.py": RIGHT})
    for known in (story.entry(side=Side.OLD), story.entry(start=None, end=None)):
        assert whereabouts([known], past(opened), story.repository.oid("topic")) == {}


def answered(**fields: Any) -> Answered:
    return Answered(**{"id": ID, "answer": PriorAnswer.FIXED, **fields})


def written_by(story: Story, opened: Opened, *lines: tuple[str, int, int]) -> str:
    head = story.repository.oid("topic")
    shown = tuple(place(path=path, revision=head, start=at, end=to) for path, at, to in lines)
    (only,) = credited_answers([answered(evidence=shown)], [story.entry()], past(opened).trail)
    return only.commit


def test_the_commit_that_wrote_the_mending_lines(story: Story, opened: Opened) -> None:
    guard = story.push({"pay.py": ABOVE + WRONG, "guard.py": "def guard():\n    pass\n"})
    newer = story.push({"guard.py": "def guard():\n    return True\n"})
    story.push({"other.py": "x = 2\n"})
    assert written_by(story, opened, ("guard.py", 1, 1)) == guard
    assert written_by(story, opened, ("guard.py", 1, 2)) == newer
    assert written_by(story, opened, ("pay.py", 5, 5), ("guard.py", 2, 2)) == newer
    # Lines that stood before it was seen mend nothing.
    assert written_by(story, opened, ("pay.py", 5, 5)) == ""
    assert written_by(story, opened) == ""


def test_only_a_fix_has_somebody_to_thank(story: Story, opened: Opened) -> None:
    story.push({"pay.py": RIGHT})
    retained = answered(answer=PriorAnswer.RETAINED)
    stranger = answered(id="another")
    given = (retained, stranger)
    assert credited_answers(given, [story.entry()], past(opened).trail) == given
    assert credited_answers([answered()], [story.entry()], None) == (answered(),)


def test_work_that_is_not_committed_has_no_trail(story: Story, opened: Opened) -> None:
    story.repository.checkout("topic")
    story.repository.write({"pay.py": RIGHT})
    assert past(opened, scope=Scope.WORK_TREE).trail is None


class Unable(MemoryHistory):
    def since(self, *_: Any) -> Any:
        raise GitFailed("git took too long")


def test_a_history_that_cannot_tell_names_nobody(story: Story) -> None:
    with open_repository(story.repository.path) as opened:
        story.push({"pay.py": RIGHT})
        behind = past(opened)
        trail = Trail(
            history=Unable(), between=lambda _old, _new: Sides(new=opened.tree(story.seen))
        )
        places = whereabouts([story.entry()], behind, story.repository.oid("topic"))
        assert credited_places(places, [story.entry()], trail, wanted={ID}) == places
        shown = (place(path="pay.py", start=2, end=2),)
        (only,) = credited_answers([answered(evidence=shown)], [story.entry()], trail)
        assert only.commit == ""


def test_an_old_head_that_is_gone_is_searched_for_in_the_whole_change(
    story: Story, opened: Opened
) -> None:
    lines = (
        "def pay_the_refund(order, gateway):",
        "    ledger = open_ledger(order)",
        "    gateway.send(order.refund, ledger)",
        "    ledger.close(order.refund)",
        "    return ledger.total",
    )
    story.push({"pay.py": None, "till.py": ABOVE + "\n".join(lines)}, parents=[story.base])
    known = replace(
        story.entry(revision="f" * 40, start=3, end=3, text=lines[2]),
        before=lines[:2],
        after=lines[3:],
        symbol="pay_the_refund",
    )
    (found,) = whereabouts([known], past(opened), story.repository.oid("topic")).values()
    assert (found.answers[0].path, found.answers[0].start) == ("till.py", 6)

"""Over real histories: whatever git did to the commits, nothing is read again that did not change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from postil.domain.memory import Memory
from postil.track.carrying import Carrying, Reader, Table, carry
from postil.understand.units import units
from postil.workspaces.git import Target, open_repository

from repositories import Repository

READER = Reader(role="security", prompt="1", model="some:model")
ONE = "".join(f"line {number}\n" for number in range(60))
TWO = "".join(f"other {number}\n" for number in range(60))


def edited(text: str, number: int, words: str) -> str:
    lines = text.split("\n")
    lines[number] = words
    return "\n".join(lines)


@dataclass
class Story:
    """A branch `topic` with two commits on `main`, reviewed once."""

    repository: Repository
    start: str
    memory: Memory

    def table(self) -> Table:
        with open_repository(self.repository.path) as opened:
            change = opened.change(Target(base="main", head="topic"))
            return Table(head=change.head.oid, units=units(change), readers=(READER,))

    def review(self) -> Carrying:
        """What a review of the branch as it is now would carry; its readings are remembered."""
        now = self.table()
        carrying = carry(self.memory, now)
        fresh = [now.reading(unit, READER) for _, missing in carrying.to_read for unit in missing]
        known = {each.key: each for each in (*self.memory.units, *carrying.readings, *fresh)}
        self.memory = Memory(units=tuple(known.values()), heads=(*self.memory.heads, now.head))
        return carrying

    def commit(self, files: Mapping[str, str | None], *parents: str, on: str = "topic") -> str:
        return self.repository.commit(files, branch=on, parents=list(parents) or None)


FIRST_STEP = {"one.txt": edited(ONE, 20, "mine")}
SECOND_STEP = {"two.txt": edited(TWO, 20, "mine"), "new.txt": "fresh\n"}


@pytest.fixture
def story(tmp_path: Path) -> Story:
    repository = Repository(tmp_path / "repo")
    start = repository.commit({"one.txt": ONE, "two.txt": TWO})
    told = Story(repository, start, Memory())
    told.commit(FIRST_STEP, start)
    told.commit(SECOND_STEP)
    carrying = told.review()
    assert [[unit.path for unit in missing] for _, missing in carrying.to_read] == [
        ["new.txt", "one.txt", "two.txt"]
    ]
    return told


def unread(carrying: Carrying) -> list[str]:
    return [unit.path for _, missing in carrying.to_read for unit in missing]


def nothing_read(carrying: Carrying, of: int = 3) -> bool:
    return unread(carrying) == [] and len(carrying.carried) == carrying.total == of


def test_nothing_happened(story: Story) -> None:
    carrying = story.review()
    assert carrying.is_noop
    assert nothing_read(carrying)


@pytest.mark.parametrize("line", [3, 19, 21], ids=["far", "just before", "just after"])
def test_a_rebase_on_somebody_elses_edit(story: Story, line: int) -> None:
    base = edited(ONE, line, "theirs")
    onto = story.commit({"one.txt": base, "far.txt": "x\n"}, on="main")
    story.commit({"one.txt": edited(base, 20, "mine")}, onto)
    story.commit(SECOND_STEP)
    carrying = story.review()
    assert nothing_read(carrying)
    assert not carrying.is_noop
    assert carrying.rewritten(story.memory.heads[0]).endswith("3 of 3 units carried over")


def test_a_squash(story: Story) -> None:
    story.commit(FIRST_STEP | SECOND_STEP, story.start)
    assert nothing_read(story.review())


def test_a_reordering(story: Story) -> None:
    story.commit(SECOND_STEP, story.start)
    story.commit(FIRST_STEP)
    assert nothing_read(story.review())


def test_a_reworded_commit(story: Story) -> None:
    story.commit(FIRST_STEP, story.start)
    story.repository.commit(SECOND_STEP, "Said otherwise", branch="topic")
    assert nothing_read(story.review())


def test_a_merge_of_the_base(story: Story) -> None:
    base = {"one.txt": edited(ONE, 40, "theirs"), "far.txt": "x\n"}
    other = story.commit(base, on="main")
    merged = {"one.txt": edited(base["one.txt"], 20, "mine"), "far.txt": "x\n"}
    story.commit(merged, story.repository.oid("topic"), other)
    assert nothing_read(story.review())


def test_a_force_push_to_the_same_content_after_another(story: Story) -> None:
    story.commit({"one.txt": edited(ONE, 20, "something else")}, story.start)
    assert unread(story.review()) == ["one.txt"]
    story.commit(FIRST_STEP | SECOND_STEP, story.start)
    assert nothing_read(story.review())


def test_a_revert_of_a_revert(story: Story) -> None:
    story.commit({"two.txt": TWO, "new.txt": None})
    assert nothing_read(story.review(), of=1)
    story.commit(SECOND_STEP)
    carrying = story.review()
    assert nothing_read(carrying)
    assert not carrying.is_noop


def test_a_fix_of_one_file(story: Story) -> None:
    story.commit({"two.txt": edited(TWO, 20, "mine, mended")})
    carrying = story.review()
    assert unread(carrying) == ["two.txt"]
    assert [unit.path for unit in carrying.carried] == ["new.txt", "one.txt"]


def test_an_edit_and_a_rebase_at_once(story: Story) -> None:
    onto = story.commit({"two.txt": edited(TWO, 50, "theirs")}, on="main")
    story.commit({"one.txt": edited(ONE, 21, "mine too")}, onto)
    story.commit({"two.txt": edited(edited(TWO, 50, "theirs"), 20, "mine"), "new.txt": "fresh\n"})
    carrying = story.review()
    assert unread(carrying) == ["one.txt"]
    assert carrying.rewritten(story.memory.heads[0]).endswith("2 of 3 units carried over")


def test_a_rename_is_another_unit(story: Story) -> None:
    story.commit({"new.txt": None, "renamed.txt": "fresh\n"})
    assert unread(story.review()) == ["renamed.txt"]


def test_the_old_commits_need_not_be_there(story: Story) -> None:
    story.commit(FIRST_STEP | SECOND_STEP, story.start)
    story.repository.git("reflog", "expire", "--expire=now", "--all")
    story.repository.git("gc", "--quiet", "--prune=now")
    gone = story.repository.git("cat-file", "-t", story.memory.heads[0], check=False)
    assert gone == b""
    assert nothing_read(story.review())

"""Late findings: what was read before, by whom, and which lines are new after all."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

import pytest

from postil.domain.change import Change, Side
from postil.domain.ledger import State
from postil.domain.memory import Memory, UnitRead
from postil.domain.severity import Severity
from postil.domain.unit import Unit
from postil.track.convergence import Rereading, line_digests, missed
from track.lives import FIRST, SECOND, at, entry, finding, place, run

from fakes.changes import change_between

BASE = {"a.py": "old\nstay\n"}
THEN = change_between(BASE, {"a.py": "stay\nsend\ncheck\n"})
READER = "security/1/model"


def read(change: Change, *, reader: str = READER, head: str = FIRST) -> UnitRead:
    file = change.files[0]
    lines = line_digests(Unit(file=file, hunks=file.hunks))
    return UnitRead(key="k" + head, unit=file.path, reader=reader, head=head, lines=lines)


def late(
    now: Change = THEN, *reads: UnitRead, readers: dict[str, str] | None = None, **quote: Any
) -> bool:
    found = finding(evidence=(place(**{"text": "", "start": 2, "end": 3, **quote}),))
    known = Memory(units=reads, heads=(FIRST,))
    labels = {"security": READER} if readers is None else readers
    return Rereading(known, replace(run(readers=labels), change=at(SECOND, now))).is_late(found)


def test_lines_read_before_and_untouched_since() -> None:
    assert late(THEN, read(THEN))
    assert late(THEN, read(THEN), start=2, end=None)
    assert late(THEN, read(THEN), side=Side.OLD, start=1, end=1)


def test_another_line_beside_them_changes_nothing() -> None:
    grown = change_between(BASE, {"a.py": "stay\nsend\ncheck\nmore\n"})
    assert late(grown, read(THEN))
    assert not late(grown, read(THEN), start=3, end=4)


@pytest.mark.parametrize(
    ("readers", "reader"),
    [
        ({}, READER),
        ({"security": "security/2/model"}, READER),
        ({"security": READER}, "sdet/1/model"),
    ],
)
def test_a_new_role_prompt_or_model_has_read_nothing(readers: dict[str, str], reader: str) -> None:
    assert not late(THEN, read(THEN, reader=reader), readers=readers)


def test_all_who_report_it_must_have_read_it() -> None:
    found = finding(sources=("security", "sdet"), evidence=(place(text="", start=2, end=2),))
    now = replace(run(readers={"security": READER, "sdet": "sdet/1"}), change=at(SECOND, THEN))
    assert not Rereading(Memory(units=(read(THEN),)), now).is_late(found)
    both = Memory(units=(read(THEN), read(THEN, reader="sdet/1")))
    assert Rereading(both, now).is_late(found)


def test_the_lines_of_a_unit_may_stand_in_another_readers_record() -> None:
    checks = read(THEN, reader="checks/1/")
    own = replace(read(THEN), lines=())
    assert late(THEN, checks, own)
    assert not late(THEN, checks, replace(own, key="another"))
    assert not late(THEN, checks)


@pytest.mark.parametrize(
    "quote",
    [
        {"path": "other.py"},
        {"start": None, "end": None},
        {"start": 1, "end": 1},
        {"side": Side.OLD, "start": 2, "end": 2},
    ],
)
def test_outside_the_changed_lines_nobody_missed_anything(quote: dict[str, Any]) -> None:
    assert not late(THEN, read(THEN), **quote)


def test_a_second_copy_of_a_line_may_be_the_new_one() -> None:
    doubled = change_between(BASE, {"a.py": "stay\nsend\ncheck\nsend\n"})
    assert not late(doubled, read(THEN), start=2, end=2)
    assert not late(doubled, read(THEN), read(THEN, head="3" * 40), start=2, end=2)
    assert late(doubled, read(doubled), start=2, end=2)


def test_a_rename_on_the_way_leaves_lines_what_they_were() -> None:
    before = {"a.py": "one\ntwo\nthree\nfour\n"}
    edited = change_between(before, {"a.py": "one\ntwo\nthree\nfour\nsend\n"})
    moved = change_between(before, {"b.py": "one\ntwo\nthree\nfour\nsend\n"})
    assert late(moved, read(edited), path="b.py", start=5, end=5)


def test_many_findings_in_a_large_change_are_told_apart_in_no_time() -> None:
    lines = [f"line {count}\n" for count in range(5_000)]
    large = change_between({}, {"a.py": "".join(lines)})
    now = replace(run(readers={"security": READER}), change=at(SECOND, large))
    reads = tuple(read(large, head=f"{count:040x}") for count in range(5))
    before = Rereading(Memory(units=reads), now)
    places = [place(text="", start=count, end=count) for count in range(1, 5_001)]
    started = time.process_time()
    late_ones = sum(before.is_late(finding(evidence=(each,))) for each in places)
    assert late_ones == 5_000
    # Each line of the change and of each reading is looked at once, not once for each finding.
    assert time.process_time() - started < 20


def test_digests_tell_sides_files_and_texts_apart() -> None:
    digests = line_digests(Unit(file=THEN.files[0], hunks=THEN.files[0].hunks))
    assert len(set(digests)) == 3
    elsewhere = change_between({"b.py": BASE["a.py"]}, {"b.py": "stay\nsend\ncheck\n"}).files[0]
    assert set(digests).isdisjoint(line_digests(Unit(file=elsewhere, hunks=elsewhere.hunks)))


def test_odd_bytes_have_a_digest() -> None:
    odd = change_between({}, {"\udcff.py": "\ud800\n"}).files[0]
    assert len(line_digests(Unit(file=odd, hunks=odd.hunks))) == 1


@pytest.mark.parametrize(
    ("is_marked", "state", "severity", "listed"),
    [
        (True, State.NEW, Severity.MEDIUM, True),
        (True, State.NEW, Severity.HIGH, False),
        (True, State.DISMISSED, Severity.MEDIUM, False),
        (False, State.NEW, Severity.MEDIUM, False),
    ],
)
def test_the_list_of_what_was_missed(
    is_marked: bool, state: State, severity: Severity, listed: bool
) -> None:
    each = replace(entry(state, severity=severity), late=is_marked)
    assert missed([each]) == ((each,) if listed else ())

"""Who is asked about which earlier finding."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from postil.catalogue import Unit
from postil.domain.ledger import State
from postil.domain.memory import Entry, Memory, UnitRead
from postil.domain.policy import Policy, Profile
from postil.domain.replies import Aim, Reply
from postil.domain.severity import Dimension, Kind, Severity
from postil.inspection.panel import Seat
from postil.inspection.roles import Category
from postil.pipeline import Desk
from postil.pipeline.asking_again import MOST_ASKED, Inquest, inquest
from postil.pipeline.past import Past
from postil.ports import ToolRun, ToolStatus
from postil.track.carrying import Table, carry
from postil.track.locating import Sides
from postil.understand import Request
from track.lives import CHECK, FIRST, entry, memory, reply

from fakes.changes import change_between
from fakes.models import role
from fakes.trees import MemorySearch, MemoryTree

E3 = Category(id="E3", name="Order", severity=Severity.HIGH, dimension=Dimension.CORRECTNESS)
SEATS = tuple(
    Seat(role=replace(role(name), categories=owned), reason="r")
    for name, owned in (("security", ()), ("staff-engineer", (E3,)))
)
READ = UnitRead(key="k", unit="a.py", reader="r", head=FIRST)


class NoTools:
    def run(self, *_: Any, **__: Any) -> ToolRun:
        return ToolRun(status=ToolStatus.MISSING)


def asked(*entries: Entry, **more: Any) -> Mapping[str, tuple[str, ...]]:
    made = held(*entries, **more)
    assert made.unasked == 0
    return made.asked


def held(
    *entries: Entry,
    touched: Sequence[Entry] | None = None,
    policy: Policy | None = None,
    kept: Memory | None = None,
    **past: Any,
) -> Inquest:
    tree = MemoryTree({})
    desk = Desk(
        change=change_between({"a.py": "1\n"}, {"a.py": "2\n"}),
        head=tree,
        base=tree,
        search=MemorySearch({}),
        tools=NoTools(),
        checks=(Unit(name=CHECK, module=ModuleType(CHECK)),),
        policy=policy or Policy(),
        request=Request(),
        today=dt.date(2026, 3, 1),
        past=Past(
            sides=lambda _head: Sides(new=tree),
            follows=lambda _head: True,
            memory=kept or memory(*entries),
            **past,
        ),
    )
    laid = Table(head=FIRST, units=(), readers=())
    carrying = replace(
        carry(Memory(), laid), touched=tuple(entries if touched is None else touched)
    )
    return inquest(desk, SEATS, carrying)


def test_a_role_answers_for_its_own_and_the_verifier_for_the_rest() -> None:
    stranger = entry(id="00000002", number="F2", sources=("earlier review",), category="X9")
    assert asked(entry(), stranger) == {"security": ("00000001",), "verifier": ("00000002",)}


@pytest.mark.parametrize("category", ["E3", "E3 Order of steps"])
def test_a_finding_of_unknown_source_belongs_to_who_owns_its_category(category: str) -> None:
    noted = entry(sources=(category,), category=category)
    assert asked(noted) == {"staff-engineer": ("00000001",)}


def test_other_profiles_leave_it_to_the_verifier() -> None:
    for profile in Profile:
        name = "security" if profile is Profile.PANEL else "verifier"
        assert asked(entry(), policy=Policy(profile=profile)) == {name: ("00000001",)}


@pytest.mark.parametrize(
    ("state", "replies", "name"),
    [
        (State.DISPUTED, (), "verifier"),
        (State.OPEN, (reply(Aim.CONTESTS),), "verifier"),
        (State.OPEN, (reply(Aim.CONTESTS, finding="F1"),), "verifier"),
        (State.OPEN, (reply(Aim.CONTESTS, finding="F2"),), "security"),
        (State.OPEN, (reply(Aim.CLAIMS_FIXED),), "security"),
    ],
)
def test_disputes_are_the_verifiers(state: State, replies: tuple[Reply, ...], name: str) -> None:
    assert asked(entry(state), replies=replies) == {name: ("00000001",)}


def test_only_what_the_push_bears_on_or_somebody_spoke_of() -> None:
    assert asked(entry(), touched=()) == {}
    assert asked(entry(), touched=(), replies=(reply(Aim.CLAIMS_FIXED, finding="F1"),)) == {
        "security": ("00000001",)
    }


def test_a_caller_who_keeps_only_findings_waits_for_a_word_about_each() -> None:
    assert asked(entry(), touched=(), is_handed_in=True) == {"security": ("00000001",)}
    read = replace(memory(entry()), units=(READ,))
    assert asked(kept=read, touched=(), is_handed_in=True) == {}


def test_nobody_is_asked_about_what_is_closed_or_praise() -> None:
    closed = [
        entry(state, id=f"{n:08}", number=f"F{n + 2}")
        for n, state in enumerate(State)
        if not state.is_open
    ]
    praise = entry(kind=Kind.PRAISE)
    assert asked(*closed, praise, is_handed_in=True) == {}


def test_there_is_an_end_to_questions_and_the_worst_come_first() -> None:
    mild = [entry(id=f"{n:08}", number=f"F{n}") for n in range(1, MOST_ASKED + 2)]
    grave = entry(id="a", number="F99", severity=Severity.CRITICAL)
    made = held(*mild, grave)
    assert made.asked["security"][:2] == ("a", "00000001")
    assert (len(made.asked["security"]), made.unasked) == (MOST_ASKED, 2)


def test_a_check_answers_for_itself_unless_somebody_disputes_it() -> None:
    own = entry(sources=(CHECK,))
    assert asked(own) == asked(own, is_handed_in=True) == {}
    assert asked(entry(State.DISPUTED, sources=(CHECK,))) == {"verifier": ("00000001",)}
    assert asked(own, replies=(reply(Aim.CONTESTS),)) == {"verifier": ("00000001",)}
    assert asked(entry(sources=(CHECK, "security"))) == {"security": ("00000001",)}
    assert asked(entry(sources=("a-check-of-another-installation",))) == {"verifier": ("00000001",)}

"""Which units are read again, by whom, and which findings stand meanwhile."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.domain.change import Change, Side
from postil.domain.finding import Evidence
from postil.domain.ledger import State
from postil.domain.memory import Entry, Event, EventKind, Memory, UnitRead
from postil.domain.severity import Severity
from postil.track.carrying import Carrying, Reader, Table, carry
from postil.understand.units import MOST_LINES, units
from sample_findings import finding

from fakes.changes import change_between

SECURITY = Reader(role="security", prompt="1", model="some:model")
SDET = Reader(role="sdet", prompt="1", model="some:model")
READERS = (SECURITY, SDET)
FIRST, SECOND, THIRD = "1" * 40, "2" * 40, "3" * 40
BASE = {"a.py": "one\n", "b.py": "one\n", "c.py": "one\n"}
HEAD = {"a.py": "two\n", "b.py": "two\n", "c.py": "one\n"}


def table(
    head: str,
    files: dict[str, str],
    *,
    readers: tuple[Reader, ...] = READERS,
    guidance: str = "",
    base: dict[str, str] | None = None,
) -> Table:
    change: Change = change_between(BASE if base is None else base, files)
    return Table(head=head, units=units(change), readers=readers, guidance=guidance)


def reviewed(now: Table, before: Memory | None = None) -> Memory:
    """The memory after everybody has read what they had to."""
    known = before or Memory()
    carrying = carry(known, now)
    fresh = [now.reading(unit, reader) for reader, missing in carrying.to_read for unit in missing]
    readings = {
        (read.key, read.reader): read for read in (*known.units, *carrying.readings, *fresh)
    }
    return replace(known, units=tuple(readings.values()), heads=(*known.heads, now.head))


def asked(carrying: Carrying) -> dict[str, list[str]]:
    return {reader.role: [unit.path for unit in missing] for reader, missing in carrying.to_read}


def names(entries: tuple[Entry, ...]) -> list[str]:
    return [entry.finding.title for entry in entries]


def entry(
    title: str,
    path: str,
    text: str,
    *,
    state: State = State.OPEN,
    others: tuple[tuple[str, str], ...] = (),
) -> Entry:
    places = [
        Evidence(path=where, side=Side.NEW, revision=FIRST, text=words, start=1, end=1)
        for where, words in ((path, text), *others)
    ]
    found = replace(finding(1, title, Severity.HIGH, *places), status=state)
    return Entry(finding=found, events=(Event(kind=EventKind.RAISED, head=FIRST),))


KNOWN = reviewed(table(FIRST, HEAD))


def test_a_first_review_is_read_by_all() -> None:
    carrying = carry(Memory(), table(FIRST, HEAD))
    assert asked(carrying) == {"security": ["a.py", "b.py"], "sdet": ["a.py", "b.py"]}
    assert [unit.path for unit in carrying.changed] == ["a.py", "b.py"]
    assert (carrying.carried, carrying.readings, carrying.total) == ((), (), 2)
    assert not carrying.is_noop


def test_nothing_is_read_again_that_did_not_change() -> None:
    carrying = carry(KNOWN, table(SECOND, HEAD))
    assert asked(carrying) == {}
    assert [unit.path for unit in carrying.carried] == ["a.py", "b.py"]
    assert {read.head for read in carrying.readings} == {SECOND}
    assert len(carrying.readings) == 4


def test_only_the_unit_that_changed_is_read() -> None:
    carrying = carry(KNOWN, table(SECOND, HEAD | {"b.py": "three\n"}))
    assert asked(carrying) == {"security": ["b.py"], "sdet": ["b.py"]}
    assert [unit.path for unit in carrying.changed] == ["b.py"]
    assert [unit.path for unit in carrying.carried] == ["a.py"]


def test_a_file_that_joined_is_read_alone() -> None:
    carrying = carry(KNOWN, table(SECOND, HEAD | {"c.py": "two\n"}))
    assert asked(carrying) == {"security": ["c.py"], "sdet": ["c.py"]}


@pytest.mark.parametrize(
    "other",
    [
        replace(SDET, prompt="2"),
        replace(SDET, model="other:model"),
        replace(SDET, role="staff-engineer"),
    ],
)
def test_a_new_role_prompt_or_model_reads_everything_alone(other: Reader) -> None:
    carrying = carry(KNOWN, table(SECOND, HEAD, readers=(SECURITY, other)))
    assert asked(carrying) == {other.role: ["a.py", "b.py"]}
    assert (carrying.changed, carrying.carried) == ((), ())


def test_other_guidance_makes_everybody_read_again() -> None:
    carrying = carry(KNOWN, table(SECOND, HEAD, guidance="a specification"))
    assert asked(carrying) == {"security": ["a.py", "b.py"], "sdet": ["a.py", "b.py"]}
    assert len(carrying.changed) == 2


def test_a_reader_that_failed_reads_next_time() -> None:
    partly = replace(KNOWN, units=tuple(read for read in KNOWN.units if read.reader != SDET.label))
    carrying = carry(partly, table(FIRST, HEAD))
    assert asked(carrying) == {"sdet": ["a.py", "b.py"]}
    assert not carrying.is_noop


def test_everything_is_read_when_asked_for() -> None:
    carrying = carry(KNOWN, table(FIRST, HEAD), everything=True)
    assert asked(carrying) == {"security": ["a.py", "b.py"], "sdet": ["a.py", "b.py"]}
    assert not carrying.is_noop


def test_the_same_head_with_the_same_units_is_nothing_to_do() -> None:
    assert carry(KNOWN, table(FIRST, HEAD)).is_noop


@pytest.mark.parametrize(
    "now",
    [
        table(SECOND, HEAD),
        table(FIRST, {**HEAD, "a.py": "three\n"}),
        table(FIRST, {**HEAD, "a.py": "one\n"}),
        table(FIRST, HEAD, guidance="a specification"),
        table(FIRST, HEAD, readers=(*READERS, replace(SDET, role="staff-engineer"))),
    ],
)
def test_anything_else_is_something_to_do(now: Table) -> None:
    assert not carry(KNOWN, now).is_noop


def test_without_a_memory_there_is_always_something_to_do() -> None:
    assert not carry(Memory(), table(FIRST, {})).is_noop


def test_a_revert_of_a_revert_was_read_before() -> None:
    gone = reviewed(table(SECOND, {**HEAD, "a.py": "one\n"}), KNOWN)
    carrying = carry(gone, table(THIRD, HEAD))
    assert asked(carrying) == {}
    assert len(carrying.carried) == 2


def test_what_is_back_brings_its_fixed_findings_back() -> None:
    gone = reviewed(table(SECOND, {**HEAD, "a.py": "one\n"}), KNOWN)
    entries = (
        entry("likely fixed", "a.py", "two", state=State.LIKELY_FIXED),
        entry("resolved", "a.py", "two", state=State.RESOLVED),
        entry("dismissed", "a.py", "two", state=State.DISMISSED),
        entry("still open", "a.py", "two"),
        entry("about other lines", "a.py", "three", state=State.LIKELY_FIXED),
        entry("in a file that stayed", "b.py", "two", state=State.LIKELY_FIXED),
    )
    carrying = carry(replace(gone, entries=entries), table(THIRD, HEAD))
    assert names(carrying.returned) == ["likely fixed", "resolved"]


def lived(made: Entry, *events: tuple[EventKind, str]) -> Entry:
    life = tuple(Event(kind=kind, head=head) for kind, head in events)
    return replace(made, events=life)


def test_code_that_is_back_is_asked_about_unless_it_is_known_to_be_open_in_it() -> None:
    other = reviewed(table(SECOND, {**HEAD, "a.py": "three\n"}), KNOWN)
    later, mended = (EventKind.RAISED, SECOND), (EventKind.RAISED, FIRST)
    entries = (
        lived(entry("raised later, gone from here", "a.py", "three"), later),
        lived(entry("raised later, still here", "a.py", "two"), later),
        lived(entry("open then, quoted anew since", "a.py", "three"), mended),
        lived(
            entry("fixed in this code, wrong in the next", "a.py", "two"),
            mended,
            (EventKind.FIXED, FIRST),
            (EventKind.RETURNED, SECOND),
        ),
        lived(entry("in a file that stayed", "b.py", "two"), mended),
    )
    carrying = carry(replace(other, entries=entries), table(THIRD, HEAD))
    assert carrying.to_read == ()
    assert names(carrying.touched) == [
        "raised later, gone from here",
        "fixed in this code, wrong in the next",
    ]
    assert len(carrying.kept) == 3
    assert [unit.path for unit in carrying.back] == ["a.py"]


@pytest.mark.parametrize(
    ("mitigation", "is_asked"),
    [
        ("Do it in `src/guard.py`.", True),
        ("Do it in `guard.py` at once.", True),
        ("Do it in `uard.py`.", False),
        ("Call `shop.refuse_order(order)` first.", True),
        ("Call `accept_order` first.", False),
        ("Compare with `if`, `==` or ``.", False),
        ("Call refuse_order first.", False),
        ("", False),
    ],
)
def test_what_the_remedy_names_is_asked_about_when_it_comes(
    mitigation: str, is_asked: bool
) -> None:
    known = entry("unguarded", "b.py", "two")
    known = replace(known, finding=replace(known.finding, mitigation=mitigation))
    guard = "def refuse_order(order):\n    if order == 1:\n        return\n"
    now = table(SECOND, {**HEAD, "src/guard.py": guard})
    carrying = carry(replace(KNOWN, entries=(known,)), now)
    assert names(carrying.touched) == (["unguarded"] if is_asked else [])


def test_what_was_closed_in_the_code_that_is_back_stays_closed() -> None:
    other = reviewed(table(SECOND, {**HEAD, "a.py": "three\n"}), KNOWN)
    closed = entry("closed", "a.py", "two", state=State.LIKELY_FIXED)
    never_open = lived(closed, (EventKind.RAISED, FIRST), (EventKind.FIXED, FIRST))
    assert carry(replace(other, entries=(never_open,)), table(THIRD, HEAD)).returned == ()
    was_open = lived(closed, (EventKind.RAISED, FIRST), (EventKind.FIXED, SECOND))
    assert carry(replace(other, entries=(was_open,)), table(THIRD, HEAD)).returned == (was_open,)


def test_what_stayed_brings_nothing_back() -> None:
    fixed = entry("likely fixed", "a.py", "two", state=State.LIKELY_FIXED)
    assert carry(replace(KNOWN, entries=(fixed,)), table(SECOND, HEAD)).returned == ()


TOUCHED = [
    ("in the changed file", entry("x", "b.py", "two"), True),
    ("in an unchanged file", entry("x", "a.py", "two"), False),
    ("outside of the change", entry("x", "far.py", "two"), False),
    ("one of its places changed", entry("x", "a.py", "two", others=(("b.py", "two"),)), True),
    ("in a file that left the change", entry("x", "c.py", "two"), True),
    ("closed", entry("x", "b.py", "two", state=State.DISMISSED), None),
]


@pytest.mark.parametrize(
    ("found", "touched"), [row[1:] for row in TOUCHED], ids=[r[0] for r in TOUCHED]
)
def test_an_open_finding_is_kept_or_touched(found: Entry, touched: bool | None) -> None:
    before = reviewed(table(FIRST, {**HEAD, "c.py": "two\n"}))
    carrying = carry(replace(before, entries=(found,)), table(SECOND, {**HEAD, "b.py": "three\n"}))
    assert names(carrying.kept) == (["x"] if touched is False else [])
    assert names(carrying.touched) == (["x"] if touched else [])


def _functions(count: int, changed: int = -1) -> str:
    lines = MOST_LINES // 4
    return "\n".join(
        f"def f{number}():\n"
        + "".join(f"    step_{line} = turn({number})\n" for line in range(lines))
        + f"    return {'other' if number == changed else number}\n"
        for number in range(count)
    )


@pytest.mark.parametrize(
    ("text", "touched"),
    [
        ("return 0", False),
        ("    step_99 = turn(0)\n    return 0", False),
        ("return 7", True),
        ("nowhere", True),
        ("", True),
    ],
)
def test_an_edit_of_one_part_leaves_the_findings_of_another(text: str, touched: bool) -> None:
    before = reviewed(table(FIRST, {"big.py": _functions(8)}, base={}))
    now = table(SECOND, {"big.py": _functions(8, changed=7)}, base={})
    carrying = carry(replace(before, entries=(entry("x", "big.py", text),)), now)
    assert carrying.total > 1
    assert len(carrying.changed) == 1
    assert names(carrying.touched) == (["x"] if touched else [])


def test_a_place_by_its_name_at_the_base_is_found() -> None:
    text = "one\ntwo\nthree\nfour\n"
    before = reviewed(table(FIRST, {"new.py": text + "five\n"}, base={"old.py": text}))
    found = entry("x", "old.py", "two")
    now = table(SECOND, {"new.py": text + "six\n"}, base={"old.py": text})
    assert names(carry(replace(before, entries=(found,)), now).touched) == ["x"]


def test_the_sentence_about_a_rewritten_history() -> None:
    carrying = carry(KNOWN, table(SECOND, HEAD | {"b.py": "three\n", "c.py": "two\n"}))
    assert carrying.rewritten(FIRST) == "history rewritten since 1111111: 1 of 3 units carried over"


def test_a_reading_says_who_read_what_where() -> None:
    now = table(FIRST, HEAD)
    read = now.reading(now.units[0], SECURITY, lines=("d1",))
    assert read == UnitRead(
        key=now.key(now.units[0]),
        unit="a.py",
        reader="security/1/some:model",
        head=FIRST,
        lines=("d1",),
    )


_TEXTS = st.dictionaries(
    st.sampled_from(sorted(BASE)), st.sampled_from(["two\n", "three\n", "caf\udce9\n"]), max_size=3
)


@settings(max_examples=40, deadline=None)
@given(pushes=st.lists(_TEXTS, min_size=1, max_size=5))
def test_whatever_is_pushed_each_content_is_read_once_by_each(pushes: list[dict[str, str]]) -> None:
    memory = Memory()
    read: list[tuple[str, str]] = []
    for number, files in enumerate(pushes):
        now = table(f"{number:040x}", BASE | files)
        carrying = carry(memory, now)
        read += [
            (now.key(unit), reader.label)
            for reader, missing in carrying.to_read
            for unit in missing
        ]
        assert len(carrying.carried) + len(carrying.changed) == carrying.total
        memory = reviewed(now, memory)
        assert carry(memory, now).is_noop
    assert len(read) == len(set(read))

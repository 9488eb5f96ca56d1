"""What is remembered of what was read: all that stands, and the newest of what is gone."""

from __future__ import annotations

from postil.domain.memory import UnitRead
from postil.track.readings import MOST_EARLIER, MOST_LINES, kept_readings

HEADS = tuple(f"{count:040x}" for count in range(4))


def read(key: str, at: int, *, reader: str = "security", lines: int = 1) -> UnitRead:
    return UnitRead(key=key, unit="a.py", reader=reader, head=HEADS[at], lines=("d",) * lines)


def keys(kept: tuple[UnitRead, ...]) -> list[str]:
    return [each.key for each in kept]


def test_a_unit_read_again_counts_as_read_now() -> None:
    kept = kept_readings([read("a", 0), read("a", 1), read("a", 0, reader="sdet")], HEADS[:2])
    assert kept == (read("a", 1), read("a", 0, reader="sdet"))


def test_what_stands_is_kept_however_much_it_is() -> None:
    many = [read(f"{count}", 3, lines=40) for count in range(MOST_EARLIER + 10)]
    assert len(kept_readings(many, HEADS)) == MOST_EARLIER + 10


def test_of_what_is_gone_the_newest_is_kept() -> None:
    gone = [read(f"{at}-{count}", at) for at in (2, 0, 1) for count in range(MOST_EARLIER // 2)]
    kept = keys(kept_readings([*gone, read("here", 3)], HEADS))
    assert len(kept) == MOST_EARLIER + 1
    assert {key.partition("-")[0] for key in kept} == {"1", "2", "here"}
    assert kept[0] == "2-0"


def test_large_ones_take_the_room_of_many() -> None:
    half = MOST_LINES // 2
    gone = [read("new", 2, lines=half), read("old", 1, lines=half), read("oldest", 0)]
    assert keys(kept_readings(gone, HEADS)) == ["new", "old"]


def test_of_an_unknown_head_nothing_is_newer() -> None:
    strange = UnitRead(
        key="strange", unit="a.py", reader="r", head="f" * 40, lines=("d",) * MOST_LINES
    )
    assert keys(kept_readings([strange, read("known", 0)], HEADS)) == ["known"]
    assert keys(kept_readings([strange], HEADS)) == ["strange"]


def test_nothing_read_is_nothing_kept() -> None:
    assert kept_readings([], ()) == ()


def test_however_many_pushes_it_stops_growing() -> None:
    kept: tuple[UnitRead, ...] = ()
    heads: tuple[str, ...] = ()
    for push in range(20):
        heads = (*heads, f"{push:040x}")
        now = [
            UnitRead(key=f"{push}-{unit}", unit="a.py", reader="r", head=heads[-1])
            for unit in range(300)
        ]
        kept = kept_readings([*kept, *now], heads)
    assert len(kept) == MOST_EARLIER + 300
    assert kept[-300:] == tuple(now)

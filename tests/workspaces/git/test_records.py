from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from postil.ports import Hit
from postil.workspaces.git.records import Records


@given(st.lists(st.integers(1, 40)))
def test_records_do_not_depend_on_how_the_stream_is_cut(cuts: list[int]) -> None:
    data = b"T:a\0001\0text\nT:n\nl\00022\0with \0 nul\nT:c\0003\0\n"
    records = Records(prefix=2)
    hits: list[Hit] = []
    for cut in cuts:
        hits += records.feed(data[:cut])
        data = data[cut:]
    hits += records.feed(data)
    assert hits == [Hit("a", 1, "text"), Hit("n\nl", 22, "with \0 nul"), Hit("c", 3, "")]


def test_a_record_that_is_too_long_is_dropped_while_it_comes() -> None:
    records = Records(prefix=2)
    hits = [*records.feed(b"T:a\0001\0"), *records.feed(b"x" * 90_000)]
    for _ in range(20):
        hits += records.feed(b"x" * 90_000)
        assert len(records._held) <= 90_000
    hits += records.feed(b"x\nT:b\0002\0short\nT:c\000")
    hits += records.feed(b"3\0last\n")
    assert hits == [Hit("b", 2, "short"), Hit("c", 3, "last")]


def test_a_long_line_that_comes_in_one_piece_is_dropped_too() -> None:
    wide = b"x" * 20_001
    data = b"T:a\0001\0" + wide + b"\nT:a\0002\0" + wide[1:] + b"\n"
    assert [hit.line for hit in Records(prefix=2).feed(data)] == [2]


def test_bytes_that_are_not_text_come_back_as_surrogates() -> None:
    (hit,) = Records(prefix=2).feed(b"T:p\xff\0007\0caf\xe9\n")
    assert hit == Hit("p\udcff", 7, "caf\udce9")

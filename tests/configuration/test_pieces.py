from __future__ import annotations

import time

import pytest

from postil.configuration.pieces import MAX_CHARACTERS, Flaw, read


def test_a_good_file_is_read_whole() -> None:
    table = read('\ufeffa = 1\r\n[b]\r\nc = "x" # y\r\n[[d]]\r\n[[d]]\r\n')
    assert table.values == {"a": 1, "b": {"c": "x"}, "d": [{}, {}]}
    assert table.flaws == ()
    assert [table.line_of(name) for name in ("a", "b", "b.c", "d", "zzz")] == [1, 2, 3, 4, 0]
    assert [table.line_of("d", entry) for entry in (0, 1, 2)] == [4, 5, 5]


def test_quoted_headers_are_found_by_their_plain_name() -> None:
    assert read('[path."a/**"]\n"k" = 1\n').line_of("path.a/**.k") == 2


@pytest.mark.parametrize(
    ("text", "values", "lines"),
    [
        ("a = 1\nb = \nc = 3\n", {"a": 1, "c": 3}, [2]),
        ("a = 1\n[b]\nc = nope\n[d]\ne = 2\n", {"a": 1, "b": {}, "d": {"e": 2}}, [3]),
        ('a = "open\nb = 2\n', {"b": 2}, [1]),
        ("[[s]]\nx = 1\nuntil = bad\n[[s]]\nx = 2\n", {"s": [{"x": 2}]}, [3]),
        ("[[s]]\nx = 1\n[[s]]\nx = 2\n[t]\n?\n", {"s": [{"x": 1}, {"x": 2}], "t": {}}, [6]),
        ("[a]\nx = 1\n[a]\nx = 2\n", {"a": {"x": 1}}, [3]),
        ("[a]\nx = 1\n[a]\ny = 2\n", {"a": {"x": 1, "y": 2}}, []),
        ("a = [1,\n[b]\nc = 2\n", {"b": {"c": 2}}, [1]),
        ("[a.x]\nk = 1\n[b\n[c]\nd = 1\n", {"a": {"x": {"k": 1}}, "c": {"d": 1}}, [3]),
        ("x = " + "9" * 5_000 + "\n\n[b]\nc = 1\n", {"b": {"c": 1}}, [1]),
        ("[a]\nx = 1\n[b\ny = 2\n[c]\nz = 3\n", {"a": {"x": 1}, "c": {"z": 3}}, [3]),
        ("a = [1,\nb = 2\n[c]\nz = 3\n", {"c": {"z": 3}}, [2, 1]),
        ("?\n?\n?\n?\n?\n?\n[b]\nc = 1", {"b": {"c": 1}}, [1]),
    ],
)
def test_a_broken_place_costs_only_itself(
    text: str, values: dict[str, object], lines: list[int]
) -> None:
    table = read(text)
    assert table.values == values
    assert [flaw.line for flaw in table.flaws] == lines


def test_a_flaw_says_what_is_wrong() -> None:
    assert read("a = \n").flaws == (
        Flaw(1, "This is not TOML: Invalid value.", "Correct the line; see https://toml.io."),
    )
    assert read("[a]\nx = 1\n[a]\nx = 2\n").flaws[0].message == (
        "`a` is declared twice; the first counts."
    )


def test_a_file_past_the_limit_is_not_read() -> None:
    assert read("#" * MAX_CHARACTERS).flaws == ()
    table = read("#" * (MAX_CHARACTERS + 1))
    assert table.values == {}
    assert table.flaws[0].message == "The file is too long and was not read."


def test_nesting_without_end_is_refused() -> None:
    table = read("a = 1\n[b]\nc = " + "[" * 100_000 + "\n[d]\ne = 1\n")
    assert table.values == {"a": 1, "d": {"e": 1}}
    assert table.flaws == (Flaw(2, "The table is nested too deeply.", "Flatten it."),)


def test_tables_past_the_limit_are_left_out_and_named() -> None:
    table = read("?\n" + "".join(f"[t{number}]\n" for number in range(1_001)))
    assert len(table.values) == 999
    assert [flaw.line for flaw in table.flaws] == [1_001, 1]
    assert table.flaws[0].message == "Tables from here on are too many and were left out."


def test_a_line_with_very_many_dots_is_left_out() -> None:
    table = read("a" + ".a" * 51 + " = 1\nb = 2\n")
    assert table.values == {"b": 2}
    assert table.flaws[0] == Flaw(1, "The line has too many dots and was left out.", "Break it up.")


@pytest.mark.parametrize(
    "text",
    [
        "a" + ".a" * 100_000 + " = 1",
        "\n".join(f"k{number}" + ".a" * 50 + " = 1" for number in range(2_200)),
        "x = {" + "a={" * 60_000,
        "[" * 250_000,
        "[a]\n" * 60_000,
        "[[a]]\n" * 40_000,
        '"' * 250_000,
        "=\n" * 120_000,
    ],
)
def test_hostile_files_end_soon(text: str) -> None:
    start = time.process_time()
    assert read(text).line_of("nowhere") == 0
    assert time.process_time() - start < 10

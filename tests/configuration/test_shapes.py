from __future__ import annotations

import datetime as dt

import pytest

from postil.configuration.keys import BY_NAME
from postil.configuration.shapes import (
    NAME,
    PROSE,
    Choice,
    Glob,
    Many,
    Number,
    Shape,
    Truth,
    Unfit,
    quoted,
    shown,
)
from postil.configuration.tables import (
    AcceptanceTable,
    CapList,
    CapTable,
    ChangeName,
    Day,
    PathRule,
    PathRules,
    PathTable,
    SuppressionTable,
)
from postil.domain.policy import Acceptance, CiGate, Suppression, Threads
from postil.domain.severity import Dimension, Severity

LOW = (Dimension.PERFORMANCE, Severity.LOW)


@pytest.mark.parametrize(
    ("shape", "raw", "value"),
    [
        (Choice(CiGate), "exit code", CiGate.EXIT_CODE),
        (Choice(CiGate), "EXIT_CODE ", CiGate.EXIT_CODE),
        (Choice(Threads), "resolve-fixed", Threads.RESOLVE_FIXED),
        (Choice(Severity, none=True), "none", None),
        (Choice(Severity, none=True), None, None),
        (Number(0, 9), 3, 3),
        (Number(0, 9), 3.0, 3),
        (Number(0, 9), "3", 3),
        (Number(0, 9, fractions=True), "2.5", 2.5),
        (Truth(), True, True),
        (Truth(), "off", False),
        (NAME, "a-b1", "a-b1"),
        (PROSE, "any\nthing", "any\nthing"),
        (BY_NAME["model"].shape, "none", None),
        (BY_NAME["model"].shape, "scripted", "scripted"),
        (Glob(), "a/{b}", "a/{b}"),
        (Many(NAME), "a, b", ("a", "b")),
        (Many(NAME, gather=frozenset), {"a"}, frozenset({"a"})),
        (Day(), dt.date(2027, 1, 2), dt.date(2027, 1, 2)),
        (Day(), dt.datetime(2027, 1, 2, 3, tzinfo=dt.UTC), dt.date(2027, 1, 2)),
        (Day(), "2027-01-02", dt.date(2027, 1, 2)),
        (ChangeName(), 12, "#12"),
        (ChangeName(), "12", "#12"),
        (ChangeName(), "a/b#1", "a/b#1"),
        (SuppressionTable(), {"slug": "a", "reason": "r"}, Suppression(slug="a", reason="r")),
        (AcceptanceTable(), "race: one writer", Acceptance(slug="race", reason="one writer")),
        (AcceptanceTable(), "src/a.py: old", Acceptance(path="src/a.py", reason="old")),
        (CapTable(), "performance=low", LOW),
        (CapList(), {"dimension": "performance", "severity": "low"}, (LOW,)),
        (CapList(), {"performance": "low"}, (LOW,)),
        (CapList(), [{"dimension": "performance", "severity": "low"}], (LOW,)),
        (PathRules(), {"a/**": {}}, (PathRule(glob="a/**"),)),
        (PathTable(), ("a/**", {"noise": "yes"}), PathRule(glob="a/**", noise=True)),
    ],
)
def test_a_value_is_read(shape: Shape, raw: object, value: object) -> None:
    assert shape.read(raw) == value


@pytest.mark.parametrize(
    ("shape", "raw", "message"),
    [
        (Choice(CiGate), "zzz", "`zzz` does not fit."),
        (Choice(CiGate), 1, "`1` does not fit."),
        (Choice(CiGate), None, "`None` does not fit."),
        (Number(0, 9), True, "`True` does not fit."),
        (Number(0, 9), 10, "`10` does not fit."),
        (Number(0, 9), 1.5, "`1.5` does not fit."),
        (Number(0, 9), "x", "`x` does not fit."),
        (Number(0, 9), "1" * 61, f"`{'1' * 60}…` does not fit."),
        (Number(0, 9), float("nan"), "`nan` does not fit."),
        (Number(0, 9), [], "a list does not fit."),
        (Truth(), "maybe", "`maybe` does not fit."),
        (Truth(), 1, "`1` does not fit."),
        (NAME, "A b", "`A b` does not fit."),
        (NAME, 3, "`3` does not fit."),
        (PROSE, "x" * 20_001, f"`{'x' * 60}…` does not fit."),
        (BY_NAME["model"].shape, "gpt", "`gpt` does not fit."),
        (Glob(), "", "`` does not fit."),
        (Glob(), "x" * 1_001, f"`{'x' * 60}…` does not fit."),
        (Glob(), 1, "`1` does not fit."),
        (Glob(), "!a", "`!a` uses `!` or `{a,b}`, which do not work here."),
        (Glob(), "*.{a,b}", "`*.{a,b}` uses `!` or `{a,b}`, which do not work here."),
        (Many(NAME), {}, "a table does not fit."),
        (Day(), "soon", "`soon` is not a day."),
        (Day(), 3, "`3` is not a day."),
        (ChangeName(), True, "`True` names no change."),
        (ChangeName(), "a b", "`a b` names no change."),
        (SuppressionTable(), 1, "`1` is not a table."),
        (SuppressionTable(), {"reason": "r"}, "The suppression says too little."),
        (SuppressionTable(), {"slug": "a", "reason": " "}, "`reason`: ` ` does not fit."),
        (AcceptanceTable(), {"reason": "r"}, "The accepted risk says too little."),
        (AcceptanceTable(), {"slug": "a"}, "The accepted risk says too little."),
        (AcceptanceTable(), "race", "`reason`: `` does not fit."),
        (CapTable(), {"dimension": "security"}, "The cap says too little."),
        (PathRules(), [], "a list does not fit."),
        (PathTable(), 1, "`1` is not a table."),
        (PathTable(), ("", {}), "`` does not fit."),
    ],
)
def test_a_value_is_refused(shape: Shape, raw: object, message: str) -> None:
    with pytest.raises(Unfit) as refused:
        shape.read(raw)
    assert refused.value.message == message
    assert refused.value.remedy.startswith("Write ")


def test_a_number_too_long_to_print_is_refused_in_words() -> None:
    with pytest.raises(Unfit) as refused:
        Number(0, 9).read(1 << 99_999)
    assert refused.value.message == "a huge number does not fit."


def test_strings_are_written_as_toml() -> None:
    assert quoted('a"\n\x7f😀') == '"a\\"\\n\\u007f😀"'


def test_dates_are_shown_as_people_write_them() -> None:
    assert shown(dt.date(2027, 1, 2)) == "`2027-01-02`"


def test_words_for_people() -> None:
    assert Number(1, 9, unit="seconds", fractions=True).words == "a number of seconds from 1 to 9"
    assert PathRules().words.startswith("tables by glob, each a table with")
    assert Many(NAME).words == "a list, each entry a name in lower case with dashes"


def test_tables_are_written_without_their_empty_fields() -> None:
    rule = Suppression(check="a", slug="s", path="p", until=dt.date(2027, 1, 2), reason="r")
    assert SuppressionTable().written(rule) == (
        '{ check = "a", slug = "s", path = "p", until = 2027-01-02, reason = "r" }'
    )
    assert AcceptanceTable().written(Acceptance(path="p", reason="r")) == (
        '{ path = "p", reason = "r" }'
    )
    assert PathTable().written(PathRule(glob="a", reason="r")) == '"a" = { reason = "r" }'
    assert Day().written(dt.date(2027, 1, 2)) == "2027-01-02"

"""The conflict filter, rule by rule."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.judge.crossing.conflicts import (
    Arbitrate,
    Bucket,
    Contest,
    Position,
    Stance,
    contests,
    position,
    tally,
)


def row(
    said: str, fingerprint: str = "a:1:logic", *, severity: str = "HIGH", root: str = "CODE"
) -> Position:
    """`claude flag`, `codex ok`, …"""
    side, stance = said.split()
    read = position("\t".join((side, stance, fingerprint, "a.py:1", severity, root, f"by {side}")))
    assert isinstance(read, Position)
    return read


def found(*rows: Position, cap: int = 10, prefix: str = "D") -> list[str]:
    return [" ".join(each.columns[:4]) for each in contests(rows, cap=cap, prefix=prefix)]


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        (["claude flag"], ["D1 claude-only yes claude"]),
        (["codex flag"], ["D1 codex-only yes codex"]),
        (["primary flag"], ["D1 primary-only yes primary"]),
        (["second flag"], ["D1 second-only yes second"]),
        (["claude flag", "codex flag"], []),
        (["primary flag", "codex flag"], []),
        (["claude flag", "claude flag"], ["D1 claude-only yes claude"]),
        (["claude ok"], []),
        (["claude ok", "codex ok"], []),
        (["claude flag", "codex ok"], ["D1 contradiction yes claude"]),
        (["claude ok", "codex flag"], ["D1 contradiction yes codex"]),
        (["claude flag", "codex flag", "codex ok"], ["D1 contradiction yes claude"]),
    ],
)
def test_what_the_sides_say_decides_the_bucket(said: list[str], meant: list[str]) -> None:
    assert found(*map(row, said)) == meant


@pytest.mark.parametrize(
    ("severity", "root", "material"),
    [
        ("MEDIUM", "DOC", True),
        ("medium", "doc", True),
        ("LOW", "CODE", True),
        ("NIT", "code", True),
        ("LOW", "DOC", False),
        ("NIT", "NEW", False),
        ("WHATEVER", "DOC", True),
        ("", "NEW", True),
    ],
)
def test_only_what_matters_is_disputed(severity: str, root: str, material: bool) -> None:
    assert bool(found(row("claude flag", severity=severity, root=root))) is material


def test_a_contradiction_matters_however_small() -> None:
    small = {"severity": "NIT", "root": "DOC"}
    assert found(row("claude flag", **small), row("codex ok", **small))


def test_one_row_of_weight_makes_its_group_matter_and_speaks_for_it() -> None:
    (contest,) = contests(
        [
            row("claude flag", severity="LOW", root="DOC"),
            row("claude flag", severity="CRITICAL", root="NEW"),
        ]
    )
    assert contest.speaker.severity == "CRITICAL"
    assert contest.columns[4:] == ("a:1:logic", "a.py:1", "CRITICAL", "NEW", "by claude")


def test_the_row_that_calls_it_fine_never_speaks_for_it() -> None:
    (contest,) = contests(
        [row("codex ok", severity="CRITICAL"), row("claude flag", severity="LOW")]
    )
    assert (contest.speaker.side, contest.speaker.severity) == ("claude", "LOW")


def test_contradictions_come_first_then_the_worst_then_as_they_came() -> None:
    rows = [
        row("claude flag", "one", severity="MEDIUM"),
        row("codex flag", "two", severity="CRITICAL"),
        row("claude flag", "three", severity="MEDIUM"),
        row("claude flag", "four", severity="LOW"),
        row("codex ok", "four"),
        row("codex flag", "five", severity="what"),
    ]
    order = [(each.id, each.speaker.fingerprint) for each in contests(rows)]
    assert order == [("D1", "four"), ("D2", "two"), ("D3", "one"), ("D4", "three"), ("D5", "five")]


def test_the_cap_holds_back_exclusive_ones_and_lists_them() -> None:
    rows = [row("claude flag", f"f{n}") for n in range(3)]
    rows += [
        row("claude flag", "c"),
        row("codex ok", "c"),
        row("codex flag", "d"),
        row("claude ok", "d"),
    ]
    assert found(*rows, cap=2) == [
        "D1 contradiction yes claude",
        "D2 contradiction yes codex",
        "D3 claude-only yes claude",
        "D4 claude-only yes claude",
        "D5 claude-only no-overcap claude",
    ]
    assert found(row("claude flag"), cap=0) == ["D1 claude-only no-overcap claude"]
    against = (row("claude flag"), row("codex ok"))
    assert found(*against, cap=0) == ["D1 contradiction yes claude"]


def test_eleven_exclusive_ones_are_one_too_many() -> None:
    arbitrated = [
        each.arbitrate for each in contests([row("codex flag", f"{n}") for n in range(11)])
    ]
    assert arbitrated == [Arbitrate.YES] * 10 + [Arbitrate.OVER_CAP]


def test_ids_begin_as_told() -> None:
    assert found(row("claude flag"), prefix="9f3a-")[0].startswith("9f3a-1 ")


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("claude\tflag\tf\ta:1\tHIGH\tCODE", "it has 6 columns instead of 7"),
        ("claude\tflag\tf\ta:1\tHIGH\tCODE\ts\tmore", "it has 8 columns instead of 7"),
        (
            "gemini\tflag\tf\ta:1\tHIGH\tCODE\ts",
            "`gemini` is no side; they are claude, codex, primary, second",
        ),
        ("claude\tmaybe\tf\ta:1\tHIGH\tCODE\ts", "`maybe` is no stance; they are flag, ok"),
        ("claude\tflag\t \ta:1\tHIGH\tCODE\ts", "it has no fingerprint"),
    ],
)
def test_a_bad_row_says_what_is_wrong_with_it(line: str, wrong: str) -> None:
    assert position(line) == wrong


def test_all_four_buckets_are_counted() -> None:
    rows = [
        row("claude flag", "both"),
        row("codex flag", "both"),
        row("claude flag", "one", severity="NIT", root="DOC"),
        row("codex flag", "two"),
        row("codex flag", "against"),
        row("claude ok", "against"),
        row("codex ok", "fine"),
    ]
    assert tally(rows) == dict.fromkeys(Bucket, 1)


ROWS = st.builds(
    Position,
    side=st.sampled_from(["claude", "codex", "primary", "second"]),
    stance=st.sampled_from(Stance),
    fingerprint=st.sampled_from("abcdef"),
    place=st.just("a.py:1"),
    severity=st.sampled_from(["CRITICAL", "high", "MEDIUM", "LOW", "NIT", "?"]),
    root=st.sampled_from(["CODE", "DOC", "NEW"]),
    summary=st.just("s"),
)


@given(rows=st.lists(ROWS, max_size=20), cap=st.integers(0, 4))
def test_nothing_disputed_is_lost(rows: list[Position], cap: int) -> None:
    everything = contests(rows, cap=cap)
    assert [each.speaker for each in everything] == [
        each.speaker for each in contests(rows, cap=99)
    ]
    alone = [each for each in everything if each.bucket is not Bucket.CONTRADICTION]
    assert [each.arbitrate for each in alone] == [
        Arbitrate.YES if place < cap else Arbitrate.OVER_CAP for place in range(len(alone))
    ]
    assert all(_stands_apart(each, rows) for each in everything)


def _stands_apart(contest: Contest, rows: list[Position]) -> bool:
    """What both sides flag and nobody calls fine is never in dispute."""
    said = [each for each in rows if each.fingerprint == contest.speaker.fingerprint]
    sides = {each.side in ("claude", "primary") for each in said if each.stance is Stance.FLAG}
    return len(sides) == 1 or any(each.stance is Stance.OK for each in said)

"""Two keys, an id and a number: the same finding again is known again."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.change import Change, ChangedFile, FileStatus, Side
from postil.domain.finding import Claim, Evidence, Finding
from postil.domain.severity import (
    Basis,
    Blast,
    Dimension,
    Justification,
    Kind,
    Reversible,
    Root,
    Severity,
)
from postil.track import lineage, number, prose_free_key, title_fingerprint

from fakes.changes import HEAD, change_between

CHANGE = change_between({"a.py": "one\n"}, {"a.py": "two\n"})


def place(**fields: Any) -> Evidence:
    plain = Evidence(path="a.py", side=Side.NEW, revision=HEAD, text="two", start=1, end=1)
    return replace(plain, **fields)


def finding(**fields: Any) -> Finding:
    plain = Finding(
        title="It is two",
        slug="is-two",
        category="",
        dimension=Dimension.CORRECTNESS,
        severity=Severity.MEDIUM,
        base=Severity.MEDIUM,
        kind=Kind.DEFECT,
        root=Root.CODE,
        confidence=90,
        basis=Basis.RULE,
        blast=Blast.LOCAL,
        justification=Justification.REACHABLE,
        reversible=Reversible.UNKNOWN,
        claim=Claim(),
        evidence=(place(),),
        failure_mode="",
        mitigation="",
        sources=("a-check",),
        introduced=True,
    )
    return replace(plain, **fields)


# -- the key with prose ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "fingerprint"),
    [
        ("", "fp-811c9dc5"),
        ("a", "fp-e40c292c"),
        ("foobar", "fp-bf9cf968"),
        ("FOOBAR", "fp-bf9cf968"),
        ("  foobar!  ", "fp-bf9cf968"),
        ("...", "fp-811c9dc5"),
    ],
)
def test_fingerprints_are_the_published_hash(title: str, fingerprint: str) -> None:
    assert title_fingerprint(title) == fingerprint


def by_hand(units: list[int]) -> str:
    value = 2166136261
    for unit in units:
        value = (value ^ unit) * 16777619 % 2**32
    return f"fp-{value:08x}"


@pytest.mark.parametrize(
    ("title", "units"),
    [
        ("é", [0xE9]),
        ("名前", [0x540D, 0x524D]),
        ("😀", [0xD83D, 0xDE00]),
        ("\ud800", []),
        ("a\u0301", [0x61, 0x301]),
        ("x + y", [0x78, 0x20, 0x2B, 0x20, 0x79]),
        ("a_b", [0x61, 0x20, 0x62]),
        ("a -- b.", [0x61, 0x20, 0x62]),
        ("a\u00a0\t b", [0x61, 0x20, 0x62]),
    ],
)
def test_units_of_sixteen_bits_in_any_script(title: str, units: list[int]) -> None:
    assert title_fingerprint(title) == by_hand(units)


@given(st.text(), st.sampled_from([".", "!", " ", "—", "\n", "_"]))
def test_punctuation_at_the_ends_and_case_do_not_matter(title: str, mark: str) -> None:
    expected = title_fingerprint(title)
    assert title_fingerprint(title + mark) == title_fingerprint(mark + title) == expected
    assert title_fingerprint(title.lower()) == expected
    assert re.fullmatch(r"fp-[0-9a-f]{8}", expected)


# -- the key without prose -------------------------------------------------------------------


@pytest.mark.parametrize(
    "fields",
    [
        {"title": "Something else"},
        {"slug": "something-else"},
        {"severity": Severity.LOW, "sources": ("security",), "claim": Claim(subject="two")},
        {"evidence": (place(start=40, end=40, revision="d" * 40),)},
        {"evidence": (place(text="  two \n\n"),)},
        {"evidence": (place(), place(text="another"))},
    ],
)
def test_words_lines_and_blanks_do_not_change_the_key(fields: dict[str, Any]) -> None:
    assert prose_free_key(finding(**fields), CHANGE) == prose_free_key(finding(), CHANGE)


@pytest.mark.parametrize(
    "fields",
    [
        {"dimension": Dimension.SECURITY},
        {"evidence": (place(path="b.py"),)},
        {"evidence": (place(text="three"),)},
    ],
)
def test_what_it_is_about_does(fields: dict[str, Any]) -> None:
    assert prose_free_key(finding(**fields), CHANGE) != prose_free_key(finding(), CHANGE)


def test_the_definition_around_it_counts_when_known() -> None:
    keys = {prose_free_key(finding(), CHANGE, symbol=symbol) for symbol in ("", "f", "g")}
    assert len(keys) == 3


def test_odd_bytes_have_a_key() -> None:
    odd = finding(evidence=(place(path="a\udcff.py", text="\ud800"),))
    assert re.fullmatch(r"[0-9a-f]{64}", prose_free_key(odd, CHANGE))


def renamed(status: FileStatus = FileStatus.RENAMED) -> Change:
    file = ChangedFile(path="new.py", status=status, old_path="old.py")
    return replace(CHANGE, files=(file,))


@pytest.mark.parametrize(
    ("path", "side", "change", "expected"),
    [
        ("new.py", Side.NEW, renamed(), "old.py"),
        ("new.py", Side.NEW, renamed(FileStatus.COPIED), "new.py"),
        ("old.py", Side.OLD, renamed(), "old.py"),
        ("other.py", Side.NEW, renamed(), "other.py"),
        ("added.py", Side.NEW, change_between({}, {"added.py": "x"}), "added.py"),
    ],
)
def test_a_file_keeps_the_name_it_had_before(
    path: str, side: Side, change: Change, expected: str
) -> None:
    assert lineage(path, change, side=side) == expected


def test_a_rename_on_the_way_does_not_change_the_key() -> None:
    before = finding(evidence=(place(path="old.py"),))
    after = finding(evidence=(place(path="new.py"),))
    assert prose_free_key(before, CHANGE) == prose_free_key(after, renamed())


# -- ids and numbers -------------------------------------------------------------------------


def test_numbers_follow_reading_order() -> None:
    given_order = (
        finding(title="low", severity=Severity.LOW),
        finding(title="late", evidence=(place(start=9, end=9, text="x"),)),
        finding(title="early", evidence=(place(start=2, end=2, text="y"),)),
        finding(title="other file", evidence=(place(path="0.py"),)),
        finding(title="worst", severity=Severity.CRITICAL),
    )
    numbered = number(given_order, CHANGE)
    assert [(each.number, each.title) for each in numbered] == [
        ("F1", "worst"),
        ("F2", "other file"),
        ("F3", "early"),
        ("F4", "late"),
        ("F5", "low"),
    ]
    assert number(given_order[::-1], CHANGE) == numbered


def test_an_id_is_eight_digits_and_stays() -> None:
    (one,) = number((finding(),), CHANGE)
    assert re.fullmatch(r"[0-9a-f]{8}", one.id)
    (again,) = number((finding(title="Other words", severity=Severity.HIGH),), CHANGE, first=7)
    assert (again.id, again.number) == (one.id, "F7")


@pytest.mark.parametrize("fields", [{"repository": "f" * 40}, {"branch": "another"}])
def test_an_id_belongs_to_one_change(fields: dict[str, str]) -> None:
    (one,) = number((finding(),), CHANGE)
    (other,) = number((finding(),), replace(CHANGE, **fields))  # type: ignore[arg-type]
    assert one.id != other.id


def test_the_same_key_twice_takes_the_next_ordinal() -> None:
    first, second = number((finding(), finding(title="Z")), CHANGE)
    assert first.id != second.id
    (taken,) = number((finding(),), CHANGE, taken={first.id})
    assert taken.id == second.id
    (third,) = number((finding(),), CHANGE, taken={first.id, second.id})
    assert third.id not in (first.id, second.id)


def test_symbols_make_ids_apart() -> None:
    (plain,) = number((finding(),), CHANGE)
    (inside,) = number((finding(),), CHANGE, symbols={place(): "f"})
    assert plain.id != inside.id


def test_links_become_numbers() -> None:
    one = finding(slug="one", related=("two at a.py:1", "gone at a.py:1"))
    two = finding(slug="two", severity=Severity.LOW, related=("one at a.py:1",))
    first, second = number((one, two), CHANGE)
    assert first.related == ("F2", "gone at a.py:1")
    assert second.related == ("F1",)


def test_nothing_has_no_numbers() -> None:
    assert number((), CHANGE) == ()

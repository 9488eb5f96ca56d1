"""Earlier reviews handed in: three shapes, each strict, each with the place that does not fit."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from postil import codec
from postil.domain.errors import DocumentError, PostilError, UserError
from postil.domain.ledger import State
from postil.domain.memory import EventKind, Memory
from postil.domain.severity import Justification, Kind, Severity
from postil.render import Style
from postil.render import json as local_report
from postil.track.prior import read_prior
from postil.track.recalling import life, number_of, severity_of
from postil.track.states import folded
from track.lives import FIRST, entry, kinds, memory

from samples import CLEAN, NOISY

LISTED = {
    "id": "F3",
    "slug": "race",
    "file": "src/a.py",
    "line": 12,
    "category": "E2 Concurrency",
    "severity": "P0",
    "justification": "Reachable",
    "summary": "Two writers lose one",
}


def listed(**fields: Any) -> str:
    return json.dumps([{**LISTED, **fields}])


# -- the plain list --------------------------------------------------------------------------


def test_a_list_becomes_open_entries() -> None:
    made = read_prior(listed(), head=FIRST)
    (only,) = made.entries
    found = only.finding
    assert (found.id, found.number, found.title) == ("F3", "F3", "Two writers lose one")
    assert (found.severity, found.kind) == (Severity.CRITICAL, Kind.DEFECT)
    assert found.justification is Justification.REACHABLE
    assert (found.place.place, found.place.revision) == ("src/a.py:12", FIRST)
    assert (found.slug, found.category, found.sources) == (
        "race",
        "E2 Concurrency",
        ("E2 Concurrency",),
    )
    assert (only.state, kinds(only)) == (State.NEW, [EventKind.RAISED])
    assert (made.heads, made.next_number) == ((FIRST,), 4)


def test_what_has_no_number_gets_the_next() -> None:
    text = json.dumps([{**LISTED, "id": "abcd1234"}, LISTED, {**LISTED, "id": "#1"}])
    made = read_prior(text)
    assert [(each.id, each.finding.number) for each in made.entries] == [
        ("abcd1234", "F4"),
        ("F3", "F3"),
        ("#1", "F5"),
    ]
    assert made.next_number == 6
    assert not made.is_empty


def test_what_may_be_left_out() -> None:
    few = {key: LISTED[key] for key in ("id", "slug", "file", "severity", "summary")}
    (only,) = read_prior(json.dumps([few])).entries
    assert only.finding.place.start is None
    assert only.finding.sources == ("earlier review",)


@pytest.mark.parametrize(
    ("word", "severity"),
    [
        ("critical", Severity.CRITICAL),
        ("CRITICAL", Severity.CRITICAL),
        ("P0", Severity.CRITICAL),
        ("P1", Severity.HIGH),
        ("MAJOR", Severity.HIGH),
        ("P2", Severity.MEDIUM),
        ("Minor", Severity.LOW),
        ("nit", Severity.NIT),
        ("Q", Severity.LOW),
        ("bad", None),
    ],
)
def test_severities_in_the_words_of_any_profile(word: str, severity: Severity | None) -> None:
    assert severity_of(word) is severity


def test_a_question_stays_a_question() -> None:
    (only,) = read_prior(listed(severity="Q")).entries
    assert only.finding.kind is Kind.QUESTION


def test_an_empty_list_is_an_empty_memory() -> None:
    assert read_prior("[]") == Memory()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The prior review is not JSON: "),
        ("{", "The prior review is not JSON: "),
        ("\udcff", "The prior review is not JSON: "),
        ("[" * 100_000, "The prior review is nested too deeply"),
        ("7", "The prior review does not fit: Expected `object`, got `int` - at `$`."),
        ("{}", "The prior review does not fit: Object missing required field `head` - at `$`."),
        ("[7]", "The prior review does not fit: Expected `object`, got `int` - at `$[0]`."),
        (listed(line=0), "The prior review does not fit: Expected `int` >= 1 - at `$[0].line`."),
        (listed(line="7"), "The prior review does not fit: Expected `int | null`, got `str`"),
        (listed(more=1), "The prior review does not fit: Object contains unknown field `more`"),
        (listed(severity="P7"), "The prior review does not fit: `P7` is no severity, use one of"),
        (listed(justification="so"), "The prior review does not fit: `so` is no justification"),
        (json.dumps([LISTED, LISTED]), "The prior review has two findings called `F3`"),
        (listed(id="two words"), "The prior review calls entry 1 by no name that can be answered"),
        (listed(id="a\u202eb"), "The prior review calls entry 1 by no name that can be answered"),
        (listed(id="x" * 65), "The prior review calls entry 1 by no name that can be answered"),
        ('{"version": 99}', "The review document has version `99`"),
    ],
)
def test_what_does_not_fit_is_said_with_its_place(text: str, said: str) -> None:
    with pytest.raises((UserError, DocumentError)) as caught:
        read_prior(text)
    assert str(caught.value).startswith(said)
    assert str(caught.value).endswith(".")


def test_places_are_named_once() -> None:
    with pytest.raises(UserError) as caught:
        read_prior(listed(severity="P7"))
    assert str(caught.value).count("$[0].severity") == 1


def test_too_much_is_not_read() -> None:
    with pytest.raises(UserError, match="is the most that is read"):
        read_prior(" " * (codec.MAX_BYTES + 1))


# -- a review document -----------------------------------------------------------------------


def written(kept: Memory) -> str:
    return codec.encode(replace(NOISY.document, memory=kept)).decode()


def test_a_document_brings_its_memory() -> None:
    kept = memory(entry(State.UPHELD), entry(State.RESOLVED, id="00000002", number="F2"))
    assert read_prior(written(kept)) == kept


def test_a_document_from_before_memory_brings_its_findings() -> None:
    made = read_prior(written(Memory()))
    assert [each.finding for each in made.entries] == list(NOISY.document.findings)
    assert made.heads == (NOISY.document.subject.head,)
    assert all(folded(each.events) is each.state for each in made.entries)


def test_a_clean_document_leaves_nothing_behind() -> None:
    clean = codec.encode(replace(CLEAN.document, findings=())).decode()
    kept = read_prior(clean)
    assert (kept.entries, kept.heads) == ((), (CLEAN.document.subject.head,))


@pytest.mark.parametrize(
    "edited",
    [
        memory(replace(entry(State.OPEN), finding=entry(State.RESOLVED).finding)),
        memory(replace(entry(), events=())),
        memory(entry(anchor=3)),
        memory(entry(number="7")),
        memory(entry(number="F8")),
        memory(entry(number="F01")),
    ],
)
def test_a_document_that_was_edited_is_refused(edited: Memory) -> None:
    with pytest.raises(PostilError, match="The prior review contradicts itself"):
        read_prior(written(edited))


@pytest.mark.parametrize("fields", [{"number": "F2"}, {"id": "00000002"}])
def test_no_two_entries_share_a_name(fields: dict[str, Any]) -> None:
    twins = memory(entry(), entry(id="00000002", number="F2"))
    broken = replace(twins, entries=(entry(**fields), twins.entries[1]))
    with pytest.raises(UserError, match="two findings called"):
        read_prior(written(broken))


# -- a local report --------------------------------------------------------------------------


def test_a_local_report_is_remembered() -> None:
    text = local_report.render(NOISY.document, None, style=Style())
    made = read_prior(text)
    by_id = {each.id: each for each in NOISY.document.findings if each.kind is not Kind.PRAISE}
    assert {each.id for each in made.entries} == set(by_id)
    for each in made.entries:
        original = by_id[each.id]
        assert (each.finding.number, each.state) == (original.number, original.status)
        assert each.finding.evidence == original.evidence
        assert folded(each.events) is each.state
        if original.kind is not Kind.SPEC_GAP:
            assert (each.finding.severity, each.finding.kind) == (
                original.severity,
                original.kind,
            )
            assert each.finding.justification is original.justification
    assert made.heads == (NOISY.document.subject.head,)
    assert made.next_number > max(number_of(each.number) or 0 for each in by_id.values())


@pytest.mark.parametrize("state", list(State))
def test_the_shortest_life_ends_in_its_state(state: State) -> None:
    assert folded(life(state, FIRST)) is state

"""The note on a line: what breaks, what to do, the proof folded, and a replacement only when tried."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from postil.domain.change import Side
from postil.domain.document import DeliveryRecord, Figures, Stand
from postil.domain.finding import Suggestion
from postil.domain.policy import Profile
from postil.domain.severity import Reversible
from postil.render._delivered import delivered
from postil.render._markdown import exact_fence
from postil.render._note import note, suggested
from postil.render._posting import check_summary, opening, review_line

from samples import BLIND, NOISY

FINDING = next(each for each in NOISY.document.findings if each.is_inline)


def with_suggestion(
    replacement: str = "x = 1\n", given: Mapping[str, object] | None = None
) -> Suggestion:
    place = FINDING.anchored
    assert place.start is not None
    made = Suggestion(
        path=place.path,
        start=place.start,
        end=place.end or place.start,
        replacement=replacement,
        proved=True,
    )
    return replace(made, **(given or {}))  # type: ignore[arg-type]


def test_a_note_says_it_all_in_order() -> None:
    body = note(FINDING, Profile.PANEL)
    parts = [
        f"`{FINDING.slug}` · **{FINDING.number}**",
        FINDING.title.replace("`", "`"),
        "<summary>Evidence</summary>",
        "<sub>",
    ]
    places = [body.index(part) for part in parts]
    assert places == sorted(places)


def test_a_tried_replacement_of_exactly_these_lines_can_be_accepted() -> None:
    finding = replace(FINDING, suggestion=with_suggestion("\tx = `1`\n"))
    assert suggested(finding) == ["\tx = `1`\n"]
    assert "```suggestion\n\tx = `1`\n```" in note(finding, Profile.PANEL)


@pytest.mark.parametrize(
    "other",
    [
        {"proved": False},
        {"path": "elsewhere.py"},
        {"start": 1_000, "end": 1_001},
    ],
)
def test_any_other_replacement_is_not_offered(other: dict[str, object]) -> None:
    finding = replace(FINDING, suggestion=with_suggestion(given=other))
    assert suggested(finding) == []
    assert "suggestion\n" not in note(finding, Profile.PANEL)


def test_removed_lines_cannot_be_replaced() -> None:
    evidence = (replace(FINDING.evidence[0], side=Side.OLD), *FINDING.evidence[1:])
    finding = replace(FINDING, evidence=evidence, anchor=0, suggestion=with_suggestion())
    assert suggested(finding) == []
    assert "(before this change)" in note(finding, Profile.PANEL)


@pytest.mark.parametrize(
    ("text", "fenced"),
    [
        ("a\n", ["```suggestion\na\n```"]),
        ("a", ["```suggestion\na\n```"]),
        ("", ["```suggestion\n```"]),
        ("```\na\n```\n", ["````suggestion\n```\na\n```\n````"]),
        ("~~~~\n", ["`````suggestion\n~~~~\n`````"]),
        ("\u202ea\n", []),
        ("<!-- postil:mark -->\n", []),
    ],
)
def test_gh_40_a_replacement_is_to_the_letter_or_not_at_all(text: str, fenced: list[str]) -> None:
    assert exact_fence(text, word="suggestion") == fenced


def test_facts_leave_out_what_is_not_known() -> None:
    unknown = note(replace(FINDING, reversible=Reversible.UNKNOWN, related=()), Profile.PANEL)
    assert "reversible" not in unknown
    known = note(replace(FINDING, reversible=Reversible.NO, related=("F9",)), Profile.PANEL)
    assert "not reversible" in known
    assert "see also F9" in known


def test_the_short_texts_name_the_head_and_link_where_they_may() -> None:
    document, address = NOISY.document, "https://forge.test/o/r/pull/1#c1"
    sha = document.subject.head[:7]
    assert f"`{sha}`" in opening(document)
    assert f"`{sha}`" in review_line(document, "")
    assert review_line(document, address).endswith(f"[summary]({address})")
    assert check_summary(document, address).endswith(f"[The whole review]({address})")
    assert address not in check_summary(document, "")
    assert all(
        gap.subject.split("`")[0] in check_summary(BLIND.document, "")
        for gap in BLIND.document.required_gaps[:1]
    )


def test_where_findings_are_said_is_counted() -> None:
    record = DeliveryRecord(
        stands=(("1", Stand.LINE), ("2", Stand.LINE), ("3", Stand.SUMMARY)), troubles=("Oh.",)
    )
    told = delivered(replace(NOISY.document, delivery=record))
    assert told == ["Said: 2 on its line, 1 in the summary", "Oh."]
    wrote = Figures(notes=2, answers=1, resolved=3, posted=1, edited=1)
    told = delivered(
        replace(NOISY.document, delivery=DeliveryRecord(figures=wrote, owed=("1", "2")))
    )
    written, failed = told
    assert written == (
        "Written: 2 notes posted, 1 answer posted, 3 threads resolved, summary posted, "
        "summary edited"
    )
    assert failed == "Could not be posted: 2 notes"
    assert delivered(NOISY.document) == []
    assert delivered(replace(NOISY.document, delivery=DeliveryRecord())) == []

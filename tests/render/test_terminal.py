from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from postil.domain.change import Side
from postil.domain.document import ReviewDocument
from postil.domain.finding import Adjustment, Evidence
from postil.domain.judgement import SetAside
from postil.domain.severity import Severity
from postil.render import Style
from postil.render.terminal import MEDIA_TYPE, NAME, NO_PANEL, render
from render.strategies import documents

from samples import (
    BLIND,
    CHECKS_CLEAN,
    CLEAN,
    HOSTILE,
    NOISY,
    SAMPLES,
    finding,
    quoted,
)

COLOUR = re.compile("\x1b\\[[0-9;]*m")


def plain(document: ReviewDocument, *, width: int = 80) -> str:
    return render(document, NOISY.change, style=Style(width=width))


def widest(text: str) -> int:
    return max(cell_len(line) for line in text.split("\n"))


def test_names() -> None:
    assert (NAME, MEDIA_TYPE) == ("terminal", "text/plain")


@pytest.mark.parametrize("name", sorted(SAMPLES))
@pytest.mark.parametrize("width", [40, 60, 80, 132])
def test_no_line_is_wider_than_the_terminal(name: str, width: int) -> None:
    sample = SAMPLES[name]
    text = render(sample.document, sample.change, style=Style(width=width, timings=True))
    assert widest(text) <= width


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_colour_changes_nothing_but_colour(name: str) -> None:
    sample = SAMPLES[name]
    coloured = render(sample.document, sample.change, style=Style(color=True))
    bare = [line.rstrip() for line in COLOUR.sub("", coloured).split("\n")]
    assert bare == render(sample.document, sample.change, style=Style()).split("\n")
    assert "\x1b" in coloured


@pytest.mark.parametrize("name", sorted(SAMPLES))
def test_without_colour_there_is_no_escape(name: str) -> None:
    sample = SAMPLES[name]
    text = render(sample.document, sample.change, style=Style())
    assert not {c for c in text if c < " " and c != "\n"}
    assert "\u202e" not in text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


def test_long_and_wide_things_fit() -> None:
    place = quoted(NOISY.change, "src/billing/refund.py", 12)
    path = "src/" + "漢字/" * 60 + "end.py"
    wide = finding(
        1,
        "漢字" * 80,
        Severity.HIGH,
        replace(place, path=path, text="\t\tx = '" + "👩‍👩‍👧漢" * 60),
        replace(place, path="x" * 400),
    )
    wide = replace(wide, failure_mode="w" * 500, sources=tuple("s" * 30 for _ in range(9)))
    text = plain(replace(NOISY.document, findings=(wide,)))
    assert widest(text) <= 80
    assert "…" in text
    assert "end.py:12" in text


def test_a_narrow_terminal_is_treated_as_forty_columns() -> None:
    assert plain(NOISY.document, width=5) == plain(NOISY.document, width=40)


def test_the_last_line_is_the_verdict() -> None:
    lines = plain(CLEAN.document).rstrip("\n").split("\n")
    assert lines[-1] == "Approved: no findings."
    assert (
        plain(CHECKS_CLEAN.document)
        .rstrip("\n")
        .endswith("No findings by 3 checks; no reviewer read this change.")
    )


def test_green_only_for_a_whole_clean_review() -> None:
    green = "\x1b[1;32m"
    assert green in render(CLEAN.document, None, style=Style(color=True))
    for sample in (BLIND, CHECKS_CLEAN, NOISY):
        assert green not in render(sample.document, None, style=Style(color=True))


def test_how_to_add_the_panel() -> None:
    told = " ".join(NO_PANEL.split())
    assert told in " ".join(plain(CHECKS_CLEAN.document).split())
    assert told not in " ".join(plain(CLEAN.document).split())


def test_required_gaps_come_first_with_their_remedy() -> None:
    text = plain(BLIND.document)
    required, optional = text.index("required  security"), text.index("optional  secret scanner")
    assert required < optional
    assert "→ run `postil review` again, or raise `timeout`" in text


def test_uncommitted_work_is_named() -> None:
    document = CLEAN.document
    subject = replace(document.subject, head_is_commit=False)
    assert "aaaaaaa..uncommitted work" in plain(replace(document, subject=subject))


def test_timings_on_request() -> None:
    asked = render(BLIND.document, None, style=Style(timings=True))
    assert "    40.50 s  inspect\n" in asked
    assert "    21.00 s  role security\n" in asked
    assert "workflow-security" not in asked
    assert "timings" not in plain(BLIND.document)


def test_the_quote_alone_when_the_change_is_not_at_hand() -> None:
    text = render(NOISY.document, None, style=Style())
    assert '  > 3   API_KEY = "sk_live_(masked)"' in text
    assert "import httpx" not in text


def test_a_file_level_finding_has_no_numbers() -> None:
    place = quoted(NOISY.change, "src/billing/refund.py", 12)
    whole = finding(1, "t", Severity.LOW, replace(place, start=None, end=None))
    empty = finding(2, "t", Severity.LOW, replace(place, start=None, end=None, text=""))
    text = plain(replace(NOISY.document, findings=(whole, empty)))
    assert "  src/billing/refund.py\n  >        order = store.order(order_id)\n" in text
    assert text.count("order = store") == 1


def test_many_reasons_for_setting_aside_are_summed_up() -> None:
    entry = NOISY.document.set_aside[0]
    entries: tuple[SetAside, ...] = tuple(replace(entry, reason=f"reason {i}") for i in range(7))
    text = plain(replace(NOISY.document, set_aside=(*entries, entries[0])))
    assert "set aside (8)" in text
    assert "  2 claim: reason 0" in text
    assert "and 2 more reasons" in text


def test_hostile_text_is_shown_not_obeyed() -> None:
    text = render(HOSTILE.document, HOSTILE.change, style=Style())
    assert "␛[31m\\u202egnp\\u202c ␇ \\xff \\u200b" in text


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(documents(), st.integers(40, 100), st.booleans())
def test_every_document_fits(document: ReviewDocument, width: int, color: bool) -> None:
    text = render(document, NOISY.change, style=Style(width=width, color=color))
    bare = COLOUR.sub("", text)
    assert widest(bare) <= width
    assert "\x1b" not in bare
    assert text.encode("utf-8").decode("utf-8") == text


def test_a_closed_finding_stands_with_its_reason() -> None:
    step = Adjustment(step="suppression", before="new", after="suppressed", reason="agreed in May")
    closed = tuple(
        replace(finding, adjustments=(step,)) if not finding.is_open else finding
        for finding in NOISY.document.findings
    )
    text = render(replace(NOISY.document, findings=closed), None, style=Style())
    assert "agreed in May" in text


def test_the_place_that_needs_an_edit_leads_and_the_cause_follows() -> None:
    use = Evidence(
        path="shop/cart.py", side=Side.NEW, revision="b" * 40, text="price_of(x)", start=7, end=7
    )
    cause = replace(use, path="shop/prices.py", side=Side.OLD, text=" def price_of(x):", start=1)
    cause = replace(cause, end=1)
    moved = replace(cause, path="shop/old.py", start=None, end=None)
    stale = finding(1, "`price_of` is still used", Severity.HIGH, use, cause, moved)
    document = replace(CLEAN.document, findings=(replace(stale, anchor=1),))
    text = render(document, None, style=Style())
    assert "\n  shop/cart.py:7\n" in text
    assert "Cause       shop/prices.py:1, removed: def price_of(x):" in text
    assert "Also at     shop/old.py\n" in text

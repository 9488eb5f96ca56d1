"""The short texts of a publication: what stands beside a check fits there and is stored as it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from postil.domain.document import InspectorRecord, ReviewDocument
from postil.domain.judgement import Coverage
from postil.domain.observation import Attendance
from postil.render._posting import LONGEST_TITLE, check_title

from samples import CLEAN


def partial(name: str) -> ReviewDocument:
    """A review whose check of that name failed."""
    record = InspectorRecord(
        name=name,
        kind="check",
        attendance=Attendance.FAILED,
        reason="it timed out",
        remarks=0,
        seconds=1.0,
    )
    return replace(CLEAN.document, coverage=Coverage.PARTIAL, inspectors=(record,))


@pytest.mark.parametrize("name", ["x" * 300, "caf\udce9 " * 60, "one\n\ntwo " * 40])
def test_a_title_too_long_for_a_commit_status_is_cut_where_it_is_made(name: str) -> None:
    title = check_title(partial(name))
    assert len(title) == LONGEST_TITLE
    assert title.startswith("⚠️ Partial — ")
    assert title.endswith("…")
    # A forge stores it as it is, so the next plan finds it unchanged.
    assert title.encode().decode() == " ".join(title.split())


def test_a_title_that_fits_is_left_as_it_is() -> None:
    title = check_title(partial("sdet"))
    assert title.startswith("⚠️ Partial — sdet")
    assert "…" not in title

"""A replacement is offered for one click only where one click does no harm; the words always stay."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pipeline.test_posting import document_of, forge_for, patches, posting
from postil.domain.change import Side
from postil.domain.finding import Finding, Suggestion
from postil.pipeline.offering import offered
from postil.publish.anchors import Anchors

from samples import NOISY

FINDING = next(
    each
    for each in document_of(NOISY).open_findings
    if each.inline and each.anchored.side is Side.NEW
)
PLAIN = "src/billing/client.py"
WORKFLOW = ".github/workflows/ci.yml"
KEY = "AWS_SECRET_ACCESS_KEY = '" + "wJalrXUtnFEMI/K7MDENG/" + "bPxRfiCYzR8kQ2mT'"


def proposing(path: str, text: str, *, proved: bool = True) -> Finding:
    """The finding, at the same lines of that file, with a text to put there instead."""
    here = replace(FINDING.anchored, path=path)
    start = here.start or 1
    suggestion = Suggestion(
        path=path, start=start, end=here.end or start, replacement=text, proved=proved
    )
    return replace(FINDING, evidence=(here,), anchor=0, suggestion=suggestion)


def posted(finding: Finding) -> str:
    """The note on the line."""
    document = replace(document_of(NOISY), findings=(finding,))
    patch = patches(NOISY)[FINDING.anchored.path]
    path = finding.anchored.path
    one = replace(posting(document=document), anchors=Anchors({path: patch}, frozenset({path})))
    (note,) = one.wanted(forge_for(document).shown, {}).notes
    return note.body


def test_a_replacement_that_code_has_tried_is_offered() -> None:
    finding = proposing(PLAIN, "total = 1")
    assert offered(finding) is finding
    assert "```suggestion\ntotal = 1\n```" in posted(finding)
    assert offered(proposing(PLAIN, "total = 1", proved=False)).suggestion is not None


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        (WORKFLOW, "run: make", "`ci.yml` decides what runs; such a change is made by hand"),
        (
            ".postil.toml",
            "x = 1",
            "`.postil.toml` decides what runs; such a change is made by hand",
        ),
        (PLAIN, KEY, "the replacement holds what looks like a credential"),
        (PLAIN, FINDING.anchored.text, "the replacement changes nothing"),
    ],
    ids=["workflow", "settings", "credential", "nothing"],
)
def test_ac_29_what_one_click_must_not_do_is_posted_as_words(
    path: str, text: str, why: str
) -> None:
    finding = proposing(path, text)
    left = offered(finding)
    assert left.suggestion is None
    assert left.caveat == f"no replacement is offered: {why}"
    note = posted(finding)
    assert "suggestion\n" not in note
    assert FINDING.failure_mode.split(".")[0][:20] in note
    assert "no replacement is offered" in note


def test_what_was_said_before_is_kept() -> None:
    finding = replace(proposing(WORKFLOW, "run: make"), caveat="Read it twice.")
    assert offered(finding).caveat.startswith("Read it twice.; no replacement is offered: `ci.yml`")

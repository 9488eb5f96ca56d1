"""The wordings of what waits for one step, and of the part of the findings that is left away."""

from __future__ import annotations

import pytest

from postil.inspection.checks import prompt_consistency

from fakes.changes import change_between
from fakes.trees import MemoryTree

STEPS = "Step 1: Drain.\nStep 2: Scrape.\nStep 3: Paint.\n\n"


def told(text: str) -> list[str]:
    head = {"prompts/a.md": text}
    found = prompt_consistency.inspect(change_between({}, head), MemoryTree(head), MemoryTree({}))
    return [remark.slug for remark in found]


@pytest.mark.parametrize(
    "waiting",
    [
        "Only after Step 2 has passed, varnish the hull.",
        "Varnish the hull once Step 2 is done.",
        "Do not varnish until Step 2 has finished.",
        "After completing Step 2, varnish the hull.",
        "Varnish right after Step 2.",
        "Wait for Step 2.",
        "Varnish what the results of Step 2 name.",
        "Varnish the planks found in Step 2.",
    ],
)
def test_waiting_for_a_step_that_is_skipped(waiting: str) -> None:
    assert told(f"{STEPS}{waiting}\n\nSkip Step 2.\n") == ["ordering-assumption"]
    assert told(f"{STEPS}{waiting}\n\nSkip Step 1.\n") == []
    assert told(f"{STEPS}{waiting}\n\nIf the hull is clean, skip Step 2.\n") == []


@pytest.mark.parametrize(
    "hedged",
    [
        "Stop after Step 2.",
        "After Step 2 or Step 1, varnish the hull.",
        "Varnish after Step 2, unless it was skipped.",
        "Read the Step 2 report.",
    ],
)
def test_a_step_that_nothing_waits_for(hedged: str) -> None:
    assert told(f"{STEPS}{hedged}\n\nSkip Step 2.\n") == []


@pytest.mark.parametrize("whole", ["Report ALL issues, whatever their severity.", "Never omit any finding.",
                                   "Every issue must be reported.", "Report everything you find."])  # fmt: skip
@pytest.mark.parametrize(
    "share",
    [
        "Do not report issues of severity LOW.",
        "Leave out findings below MEDIUM.",
        "Do not mention nits.",
        "Low-severity problems are not reported.",
        "Report only HIGH and MEDIUM issues.",
        "Only critical findings are reported.",
        "No minor issues.",
    ],
)
def test_all_of_them_and_not_the_small_ones(whole: str, share: str) -> None:
    assert len(told(f"{whole}\n\n{share}\n")) == 1


@pytest.mark.parametrize(
    "other",
    [
        "Do not report minor issues that a formatter corrects.",
        "Do not fix minor issues.",
        "We do not report minor issues elsewhere.",
        "Report minor issues last.",
        "Give each issue a severity: LOW, MEDIUM or HIGH.",
        "If there are many, leave out minor issues.",
    ],
)
def test_all_of_them_and_the_small_ones_as_well(other: str) -> None:
    assert told(f"Report ALL issues.\n\n{other}\n") == []


@pytest.mark.parametrize(
    ("demand", "denial", "slug"),
    [
        ("There must be a Cargo section.", "Do not write a Cargo section.", "inclusion-vs-exclusion"),
        ("Close with a Cargo section.", "There must be no Cargo section.", "inclusion-vs-exclusion"),
        ("Close with a Cargo section.", "Skip the Cargo section.", "inclusion-vs-exclusion"),
        ("Close with a Cargo section.", "Skip the Crew section.", None),
        ("Add a Cargo section to the appendix.", "Skip the Cargo section.", None),
    ],
)  # fmt: skip
def test_a_section_that_must_and_may_not_be(demand: str, denial: str, slug: str | None) -> None:
    assert told(f"{demand}\n\n{denial}\n") == ([] if slug is None else [slug])

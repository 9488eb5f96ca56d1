"""A team's rule from the settings file to the verdict, and what a broken rule does to a review."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import postil.cli as door
from postil import codec
from postil.domain.document import ReviewDocument
from postil.domain.judgement import Coverage

from repositories import Repository

RULES = """
[[rule]]
name = "no-print"
forbid = "print("
severity = "critical"
message = "Use the `audit_log`; prints are lost"

[[rule]]
name = "no-danger"
forbid = "danger($$$A)"
match = "syntax"
message = "Do not"
"""
MILD = RULES.replace("critical", "medium")
Review = Callable[[str], tuple[int, ReviewDocument]]


@pytest.fixture
def review(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> Review:
    """Reviews a change that prints and weakens the rules, with these rules at its base."""

    def reviewed(rules: str) -> tuple[int, ReviewDocument]:
        made = Repository(tmp_path / "shop")
        made.commit({".postil.toml": rules, "a.py": "x = 1\n"}, "Start")
        made.commit({".postil.toml": "", "a.py": "x = 1\nprint(x)\n"}, "Print")
        kept = tmp_path / "review.json"
        status = door._status(
            ["review", "--repo", made.path, "HEAD", "--document", str(kept), "--quiet"]
        )
        capfd.readouterr()
        return status, codec.decode(kept.read_bytes())

    return reviewed


def test_a_rule_of_the_base_blocks_although_the_change_removes_it(review: Review) -> None:
    status, document = review(RULES)
    (finding,) = document.findings
    assert (finding.slug, finding.place.place, finding.introduced) == ("no-print", "a.py:2", True)
    assert finding.failure_mode == "Use the `audit_log`; prints are lost."
    assert (status, document.coverage) == (1, Coverage.FULL)


def test_a_rule_that_cannot_be_read_leaves_the_review_partial(review: Review) -> None:
    status, document = review(MILD + '[[rule]]\nname = "odd"\nmessage = "m"\n')
    assert status == 2
    assert document.coverage is Coverage.PARTIAL
    assert [finding.slug for finding in document.findings] == ["no-print"]
    (gap,) = document.required_gaps
    assert gap.reason.startswith(".postil.toml:13: `rule`: The rule `odd` says too little.")


def test_a_pattern_of_syntax_that_cannot_be_read_blames_the_settings(review: Review) -> None:
    status, document = review(MILD.replace("danger($$$A)", "$$$"))
    assert (status, document.coverage) == (2, Coverage.PARTIAL)
    (gap,) = document.required_gaps
    assert gap.subject == "the configuration"
    assert "`no-danger`" in gap.reason

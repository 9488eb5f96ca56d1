from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import pytest

from postil.domain.document import ReviewDocument
from postil.domain.judgement import Verdict
from postil.domain.policy import Profile
from postil.render import Style, junit, markdown, terminal
from sample_rounds import ROUNDS

from samples import SAMPLES, Sample, under

Golden = Callable[[str, str], None]

PLAIN = Style(width=80)


def unblocked(document: ReviewDocument) -> ReviewDocument:
    """Where nothing blocks, what would have is reviewed before merging."""
    blocked = document.verdict is Verdict.BLOCKED
    return replace(document, verdict=Verdict.REVIEW) if blocked else document


TEXTS = {
    "terminal.txt": lambda sample: terminal.render(sample.document, sample.change, style=PLAIN),
    "sticky.md": lambda sample: markdown.render(
        under(sample, Profile.PANEL).document, sample.change, style=PLAIN
    ),
    "sections.md": lambda sample: markdown.render(
        under(sample, Profile.SECTIONS).document, sample.change, style=PLAIN
    ),
    "tables.md": lambda sample: markdown.render(
        under(sample, Profile.GUIDED).document, sample.change, style=PLAIN
    ),
    "summary.md": lambda sample: markdown.render(
        unblocked(under(sample, Profile.THREADS).document), sample.change, style=PLAIN
    ),
    "junit.xml": lambda sample: junit.render(sample.document, sample.change, style=PLAIN),
}
ROUND_TEXTS = ("terminal.txt", "sticky.md", "sections.md")
GREEN = (
    "✅",
    "🟢",
    "🔵",
    ":white_check_mark:",
    ":green_circle:",
    ":large_blue_circle:",
    "Approved",
    "Ready",
)


@pytest.mark.parametrize(("name", "kind"), list(product(SAMPLES, TEXTS)))
def test_the_whole_text(name: str, kind: str, golden: Golden) -> None:
    golden(f"{name}.{kind}", TEXTS[kind](SAMPLES[name]))


def test_the_whole_text_in_colour(golden: Golden) -> None:
    sample = SAMPLES["noisy"]
    style = Style(width=80, color=True, timings=True)
    golden("noisy.terminal.ansi", terminal.render(sample.document, sample.change, style=style))


def test_pinned_findings_are_not_explained_twice(golden: Golden) -> None:
    document = SAMPLES["noisy"].document
    pinned = frozenset(f.id for f in document.findings if f.is_inline and f.is_open)
    text = markdown.render(document, None, style=Style(pinned=pinned))
    golden("noisy-pinned.sticky.md", text)


@pytest.mark.parametrize("kind", TEXTS)
def test_prose_in_another_script(kind: str, golden: Golden) -> None:
    sample = SAMPLES["noisy"]
    told = replace(
        sample.document.findings[2],
        title="返金に失敗しても「支払い済み」と記録される",
        failure_mode="ゲートウェイが拒否しても、`store` には返金済みとして残る。",
        mitigation="例外をそのまま上げるか、`set_refunded` の前に戻る。",
    )
    document = replace(sample.document, findings=(told,), verdict=Verdict.NOTES)
    golden(f"japanese.{kind}", TEXTS[kind](Sample(document, sample.change)))


@pytest.mark.parametrize(("name", "kind"), list(product(("blind", "checks-blind"), TEXTS)))
def test_nothing_green_over_a_partial_review(name: str, kind: str) -> None:
    text = TEXTS[kind](SAMPLES[name])
    assert [word for word in GREEN if word in text] == []


@pytest.mark.parametrize(
    ("name", "kind"), list(product(("checks-clean", "checks-noisy", "checks-blind"), TEXTS))
)
def test_checks_alone_approve_nothing(name: str, kind: str) -> None:
    text = TEXTS[kind](SAMPLES[name])
    assert "Approved" not in text
    assert "Ready" not in text


@pytest.mark.parametrize("kind", TEXTS)
def test_a_clean_review_says_so_where_reviewers_read_it(kind: str) -> None:
    text = TEXTS[kind](SAMPLES["clean"])
    assert "Approved" in text or "Ready to merge" in text


@pytest.mark.parametrize("kind", TEXTS)
def test_clean_checks_say_that_nobody_read_it(kind: str) -> None:
    text = TEXTS[kind](SAMPLES["checks-clean"])
    assert "No findings by 3 checks; no reviewer read this change" in text


@pytest.mark.parametrize(("name", "kind"), list(product(ROUNDS, ROUND_TEXTS)))
def test_the_whole_text_of_a_re_review(name: str, kind: str, golden: Golden) -> None:
    golden(f"{name}.{kind}", TEXTS[kind](ROUNDS[name]))

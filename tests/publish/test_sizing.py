from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postil.publish.sanitising import Allowed, sanitise
from postil.publish.sizing import LIMIT, fit, length
from publish.bodies import ATTACKS
from publish.inspector import problems

MARK = "\n\n<!-- postil:mark v=1 kind=summary -->\n"
PARAGRAPH = "Both calls read the same sum before either writes it.\n\n"
FORGE_LIMIT = 65_536


def note(missing: int, limit: int = LIMIT) -> str:
    return f"_{missing:,} characters are not shown: the text would pass {limit:,}._"


def test_what_fits_is_left_as_it_is() -> None:
    assert fit("text", tail=MARK).body == f"text{MARK}"
    assert fit("x" * 60_000).missing == 0
    assert fit("x" * 60_001).missing > 0


@pytest.mark.parametrize("unit", ["x", "é", "漢", "🙂", "👩‍👩‍👧", PARAGRAPH, "a 🙂\n", "🙂\n\n"])
@pytest.mark.parametrize("size", [65_535, 65_536, 65_537, 1_000_000])
def test_gh11_ac40_long_bodies_fit(size: int, unit: str) -> None:
    text = (unit * (size // len(unit) + 1))[:size]
    done = fit(text, tail=MARK)
    assert length(done.body) <= LIMIT < FORGE_LIMIT
    assert done.body.endswith(f"{note(done.missing)}{MARK}")
    kept = done.body.removesuffix(f"\n\n{note(done.missing)}{MARK}")
    assert text.startswith(kept)
    assert len(kept) + done.missing == size
    assert length(kept) > 0.98 * (LIMIT - len(MARK)) - 200
    done.body.encode("utf-8")


@pytest.mark.parametrize("unit", ["👩‍👩‍👧", "👍🏽", "✈️", "1️⃣", "\ud83d\ude42"])
@pytest.mark.parametrize("shift", range(8))
def test_gh11_no_character_is_taken_apart(unit: str, shift: int) -> None:
    text = "x" * shift + unit * 2_000
    kept = fit(text, limit=1_000).body.partition("\n\n_")[0].removeprefix("x" * shift)
    assert kept.replace(unit, "") == ""


def test_cut_between_blocks() -> None:
    text = PARAGRAPH * 30
    done = fit(text, limit=600)
    kept = done.body.partition("\n\n_")[0]
    assert kept == "\n\n".join([PARAGRAPH.strip()] * ((len(kept) + 2) // len(PARAGRAPH)))


def test_the_rest_is_pointed_to() -> None:
    done = fit("x" * 500, limit=300, rest="The whole text is in the step summary.")
    assert done.body.endswith("pass 300._ The whole text is in the step summary.")
    assert length(done.body) <= 300


FOLD = "<details>\n<summary>{}</summary>\n\n{}\n\n</details>"


@pytest.mark.parametrize(
    "text",
    [
        FOLD.format("a", PARAGRAPH * 50),
        FOLD.format("a", FOLD.format("b", PARAGRAPH * 50)),
        f"{PARAGRAPH * 3}{FOLD.format('a', 'x' * 3_000)}",
        "```python\n" + "x = 1\n" * 500 + "```",
        "- item\n  ```\n" + "  y\n" * 900 + "  ```\n",
        "> ```\n" + "> z\n" * 900 + "> ```\n",
        "````text\n" + "```\nx\n```\n" * 200 + "````",
        "```\n" + "x" * 5_000 + "\n```",
        "| a | b |\n| - | - |\n" + "| 1 | 2 |\n" * 400,
        FOLD.format("a", "```\n" + "q\n" * 2_000 + "```"),
        "\n\n".join(FOLD.format("n", "t") for _ in range(100)),
    ],
)
@pytest.mark.parametrize("limit", [600, 777, 1_003, 1_500])
def test_gh11_fences_and_folds_are_closed(text: str, limit: int) -> None:
    body = fit(text, tail=MARK, limit=limit).body
    assert length(body) <= limit
    assert body.endswith(MARK)
    shown = body.removesuffix(MARK)
    assert list(problems(shown)) == []
    assert sanitise(shown, allow=Allowed()).body == shown


def test_no_fold_is_left_without_its_title() -> None:
    text = PARAGRAPH * 4 + FOLD.format("t" * 150, "x" * 900)
    for limit in range(300, 700):
        body = fit(text, limit=limit).body
        assert body.count("<details>") == body.count("<summary>") == body.count("</details>")


def test_a_tail_that_fills_the_body_is_an_error() -> None:
    with pytest.raises(ValueError, match="leaves no room"):
        fit("x" * 500, tail="y" * 250, limit=300)


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.sampled_from(ATTACKS), min_size=1, max_size=60).map("\n".join),
    st.integers(200, 900),
)
def test_whatever_is_cut_and_sanitised_fits_and_is_whole(text: str, limit: int) -> None:
    body = sanitise(fit(text, limit=limit).body, allow=Allowed()).body
    done = fit(body, limit=limit)
    again = sanitise(done.body, allow=Allowed()).body
    assert list(problems(again)) == []
    assert length(done.body) <= limit
    assert re.search(r"characters are not shown", done.body) or not done.missing


@pytest.mark.parametrize("unit", ["a\n", "`", "- a\n", "```\n", "<details>\n"])
def test_ac40_a_megabyte_is_cut_in_seconds(unit: str) -> None:
    started = time.process_time()
    fit(unit * (1_000_000 // len(unit)))
    assert time.process_time() - started < 20

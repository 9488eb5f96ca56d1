"""Feedback files: the blocks of the contract, and one sentence for each thing that is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.errors import UserError
from postil.domain.memory import Standing
from postil.domain.replies import Aim, Reply
from postil.domain.severity import Kind, Severity
from postil.track.feedback import read_feedback, recall_feedback

SAMPLE = """## Previous issues

Words before the first block say nothing.

### Issue abc12345
**Title:** Unused variable | or so
**Category:** QUALITY | **Severity:** LOW
**File:** `app.py` (line 2)
**Found at commit:** 6a0cb09
A line nobody knows.

**Author reply (@developer):**
> This is intentional
> for debugging

**Author reply (@second):**
> Fixed.

**Changes to `app.py` since 6a0cb09:**
**Title:** not a title
### Not an issue
---

### Issue F2
Title: Plain words do as well
File: `src/b.py` (lines 3-9)
```
### Issue inside-a-fence
> not a reply
```

### Issue silent
**Title:** No line
**File:** `c.py`
**Author reply (@nobody):**
"""
CONTEXT = """A line nobody knows.



**Changes to `app.py` since 6a0cb09:**
**Title:** not a title
### Not an issue
---"""


def test_replies_in_order() -> None:
    assert read_feedback(SAMPLE) == (
        Reply(
            finding="abc12345",
            aim=Aim.CONTESTS,
            by=Standing.AUTHOR,
            who="developer",
            text="This is intentional\nfor debugging",
            context=CONTEXT,
        ),
        Reply(
            finding="abc12345",
            aim=Aim.CLAIMS_FIXED,
            by=Standing.AUTHOR,
            who="second",
            text="Fixed.",
            context=CONTEXT,
        ),
    )


def test_the_findings_it_speaks_of() -> None:
    memory = recall_feedback(SAMPLE)
    assert [
        (each.id, each.finding.number, each.finding.title, each.finding.place.place)
        for each in memory.entries
    ] == [
        ("abc12345", "F3", "Unused variable | or so", "app.py:2"),
        ("F2", "F2", "Plain words do as well", "src/b.py:3"),
        ("silent", "F4", "No line", "c.py"),
    ]
    first = memory.entries[0].finding
    assert (first.severity, first.kind, first.category) == (Severity.LOW, Kind.DEFECT, "QUALITY")
    assert first.place.revision == "6a0cb09"
    assert memory.entries[1].finding.severity is Severity.MEDIUM
    assert (memory.next_number, memory.heads) == (5, ("6a0cb09",))


@pytest.mark.parametrize("text", ["", " \n"])
def test_nothing_says_nothing(text: str) -> None:
    assert read_feedback(text) == ()


@pytest.mark.parametrize("fence", ["```", "~~~~"])
def test_a_fence_ends_with_its_own_mark(fence: str) -> None:
    text = f"### Issue a\n{fence}py\n``` x\n### Issue b\n{fence}\n**Author reply (@x):**\n> No\n"
    (only,) = read_feedback(text)
    assert (only.finding, only.text) == ("a", "No")


def test_a_quote_before_any_reply_is_text() -> None:
    (only,) = read_feedback("### Issue a\n> words\n**Author reply (@x):**\n> No\n")
    assert (only.text, only.context) == ("No", "> words")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("hello", "The feedback has no block; each begins with `### Issue <id>`."),
        ("\n### Issue", "Line 2 of the feedback names no issue"),
        ("### Issue a\u200bb", "Line 1 of the feedback names no issue"),
        ("### Issue two words", "Line 1 of the feedback names no issue"),
        ("### Issue a\n### Issue a", "Line 2 of the feedback is a second block for issue `a`"),
        ("### Issue a\nAuthor reply: no", "Line 2 of the feedback does not say who replied"),
        ("### Issue a\n**Severity:** BAD", "Line 2 of the feedback has no severity `BAD`"),
        ("### Issue a\n**File:** app.py", "Line 2 of the feedback names no file"),
        ("x" * 2_000_001, "The feedback has 2,000,001 characters"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, said: str) -> None:
    with pytest.raises(UserError) as caught:
        read_feedback(text)
    assert str(caught.value).startswith(said)
    assert str(caught.value).endswith(".")


@pytest.mark.parametrize("lacking", ["Title", "File"])
def test_a_finding_needs_a_title_and_a_file(lacking: str) -> None:
    lines = {"Title": "**Title:** T", "File": "**File:** `a.py`"}
    text = "\n".join(["### Issue a", *(line for name, line in lines.items() if name != lacking)])
    assert read_feedback(text) == ()
    with pytest.raises(UserError, match=f"Issue `a` of the feedback has no `{lacking}`"):
        recall_feedback(text)


@given(st.text(alphabet=st.sampled_from("#> `*~:|@()IssueAuthor reply\n")))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    replies, refusal = _read(text)
    assert refusal.endswith(".")
    assert all(each.by is Standing.AUTHOR for each in replies)


def _read(text: str) -> tuple[tuple[Reply, ...], str]:
    try:
        return read_feedback(text), "."
    except UserError as error:
        return (), str(error)

"""The draft as a text file: read back as it was written, and refused with the line when it is not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.errors import UserError
from postil.domain.publication import ReviewEvent
from postil.domain.severity import Severity
from postil.publish.draft import Draft, drafted
from postil.publish.draft_text import read, written
from publish.drafts import ADVICE, DRAFT, NOTE, numbered, reviewed

TEXT = """\
> Lines that begin with `>` are not read. Move a finding by moving its block under the other
> heading, remove it by deleting the block, reword it by changing the lines below its heading.
> Nothing is posted before you choose to.

Event: COMMENT
> One of COMMENT, APPROVE, REQUEST_CHANGES.

## Inline comments

### F1 · high · a.py:10
- Title: Defect 1
- Failure mode: An unchecked order is sent.
- Mitigation: Check first.

## Advisory

### F2 · medium · a.py:20
- Title: Defect 2
- Failure mode: An unchecked order is sent.
- Mitigation: Check first.
"""


def test_the_file() -> None:
    assert written(DRAFT) == TEXT
    assert read(TEXT, DRAFT) == DRAFT
    assert read(TEXT.replace("\n", "\r\n"), DRAFT) == DRAFT


def test_the_file_says_why_an_event_is_missing() -> None:
    draft = drafted(reviewed(NOTE), ReviewEvent.COMMENT, is_own=True)
    assert "> One of COMMENT: this is your own pull request.\n" in written(draft)


def test_a_block_that_is_moved() -> None:
    first, second = TEXT.split("## Advisory\n")
    block = second.strip()
    moved = first.replace("### F1", f"{block}\n\n### F1") + "## Advisory\n"
    assert read(moved, DRAFT) == replace(DRAFT, inline=(ADVICE, NOTE), advisory=())


def test_a_block_that_is_removed() -> None:
    removed = TEXT.replace(TEXT[TEXT.index("### F1") : TEXT.index("## Advisory")], "")
    assert read(removed, DRAFT) == DRAFT.remove("F1")


def test_words_that_are_changed_may_go_over_lines() -> None:
    text = TEXT.replace("Defect 1", "Other\n  words").replace("- Mitigation: C", "- Mitigation:\nC")
    title = replace(NOTE, title="Other words")
    assert read(text, DRAFT) == replace(DRAFT, inline=(title,))


def test_another_event() -> None:
    assert read(TEXT.replace("Event: COMMENT", "Event: approve"), DRAFT).event is (
        ReviewEvent.APPROVE
    )


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (
            lambda text: text.replace("Event: COMMENT", "Event: MERGE"),
            (
                "Line 5 of the draft cannot be read: there is no event `MERGE`; "
                "use COMMENT, APPROVE, REQUEST_CHANGES."
            ),
        ),
        (
            lambda text: text.replace("Event: COMMENT", ""),
            "The draft has no line `Event: COMMENT`; put it back.",
        ),
        (
            lambda text: text + "Event: APPROVE\n",
            "Line 21 of the draft cannot be read: the event stands there twice.",
        ),
        (
            lambda text: text.replace("## Advisory\n", ""),
            "The draft has no heading `## Advisory`; put it back.",
        ),
        (
            lambda text: text + "## Advisory\n",
            "Line 21 of the draft cannot be read: `## Advisory` stands there twice.",
        ),
        (
            lambda text: text.replace("### F1", "### F7"),
            (
                "Line 10 of the draft cannot be read: `### F7 · high · a.py:10` is no heading "
                "of this draft."
            ),
        ),
        (
            lambda text: text.replace("### F1", "# F1"),
            (
                "Line 10 of the draft cannot be read: `# F1 · high · a.py:10` is no heading "
                "of this draft."
            ),
        ),
        (
            lambda text: text.replace("F1 · high", "F1 · low"),
            "Line 10 of the draft cannot be read: the heading must stay `### F1 · high · a.py:10`.",
        ),
        (
            lambda text: text.replace("### F2 · medium · a.py:20", "### F1 · high · a.py:10"),
            "Line 17 of the draft cannot be read: `F1` stands there twice.",
        ),
        (
            lambda text: text.replace("## Inline comments\n", ""),
            (
                "Line 9 of the draft cannot be read: `F1` must stand below `## Inline comments` or "
                "`## Advisory`."
            ),
        ),
        (
            lambda text: text.replace("- Title: Defect 1\n", ""),
            "Line 10 of the draft cannot be read: `F1` has no `- Title:`.",
        ),
        (
            lambda text: text.replace("- Title: Defect 1", "- Title: "),
            "Line 10 of the draft cannot be read: the `Title` of `F1` is empty.",
        ),
        (
            lambda text: text.replace("- Title: Defect 1", "- Severity: low"),
            (
                "Line 11 of the draft cannot be read: `- Severity:` is not known here, or stands "
                "there twice."
            ),
        ),
        (
            lambda text: text.replace("- Title: Defect 1", "- Title: a\n- Title: b"),
            (
                "Line 12 of the draft cannot be read: `- Title:` is not known here, or stands "
                "there twice."
            ),
        ),
        (
            lambda text: text.replace("- Title: Defect 1", "stray\n- Title: Defect 1"),
            "Line 11 of the draft cannot be read: `stray` belongs to no field.",
        ),
        (
            lambda text: text.replace("## Advisory\n", "## Advisory\nstray\n"),
            "Line 16 of the draft cannot be read: `stray` belongs to no finding.",
        ),
        (
            lambda text: f"stray\n{text}",
            "Line 1 of the draft cannot be read: `stray` belongs to no finding.",
        ),
        (lambda _: "x" * 2_000_001, "The draft has 2,000,001 characters; `2,000,000` is the most."),
    ],
)
def test_what_cannot_be_read_is_told_with_its_line(
    change: Callable[[str], str], words: str
) -> None:
    with pytest.raises(UserError) as caught:
        read(change(TEXT), DRAFT)
    assert str(caught.value) == words


def test_an_event_that_is_not_allowed_is_refused() -> None:
    draft = drafted(reviewed(NOTE), ReviewEvent.COMMENT, is_own=True)
    with pytest.raises(UserError, match="cannot be `APPROVE`: this is your own pull request"):
        read(written(draft).replace("Event: COMMENT", "Event: APPROVE"), draft)


def test_words_that_were_empty_may_stay_so() -> None:
    draft = drafted(reviewed(replace(NOTE, mitigation="")), ReviewEvent.COMMENT)
    assert "- Mitigation:\n" in written(draft)
    assert read(written(draft), draft) == draft


def test_what_would_command_an_editor_is_shown_and_comes_back() -> None:
    draft = drafted(reviewed(replace(NOTE, title="a\x1b[2J\udc80 b\nc")), ReviewEvent.COMMENT)
    assert "- Title: a\\u001b[2J\\udc80 b c\n" in written(draft)
    assert read(written(draft), draft) == draft


WORDS = st.text(max_size=60)


@st.composite
def drafts(draw: st.DrawFn) -> Draft:
    count = draw(st.integers(0, 4))
    findings = [
        numbered(
            number,
            title=draw(WORDS),
            failure_mode=draw(WORDS),
            mitigation=draw(WORDS),
            severity=draw(st.sampled_from(Severity)),
            inline=draw(st.booleans()),
        )
        for number in range(1, count + 1)
    ]
    return drafted(reviewed(*findings), draw(st.sampled_from(ReviewEvent)))


@given(drafts())
def test_any_draft_is_read_back_as_it_was_written(draft: Draft) -> None:
    assert read(written(draft), draft) == draft


@given(drafts(), st.text(alphabet="#-> EventTileF1:\n·", max_size=80))
def test_whatever_somebody_types_is_read_or_refused(draft: Draft, typed: str) -> None:
    try:
        changed = read(written(draft) + typed, draft)
    except UserError as error:
        assert "\n" not in str(error)  # noqa: PT017 - either way is right
    else:
        assert len(changed.findings) == len(draft.findings)

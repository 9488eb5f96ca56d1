"""The human gate, played with real pipes: what is shown, asked, changed and posted."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from postil.cli._gate import CHOICES, ask, decide
from postil.cli._terminal import Terminal
from postil.domain.errors import EXIT_USER, UserError
from postil.domain.judgement import Verdict
from postil.domain.labels import Labels
from postil.domain.ledger import State
from postil.domain.publication import ReviewEvent
from postil.domain.severity import Severity
from postil.publish.draft import Cancel, Decision, Draft, Post, drafted
from publish.drafts import ADVICE, DRAFT, NOTE, crossed, numbered, reviewed
from track.lives import place

COMMENT, APPROVE, REFUSE = ReviewEvent


@dataclass(frozen=True)
class Asked:
    decision: Decision
    shown: str

    @property
    def posted(self) -> Draft:
        assert isinstance(self.decision, Post)
        return self.decision.draft

    @property
    def times(self) -> int:
        """How often the draft was shown, and the four choices with it."""
        return self.shown.count(CHOICES)


@contextmanager
def typing(*lines: str) -> Iterator[Any]:
    """A pipe through which somebody typed these lines and left."""
    ours, theirs = os.pipe()
    with os.fdopen(theirs, "w") as pen:
        pen.write("".join(f"{line}\n" for line in lines))
    with os.fdopen(ours) as pipe:
        yield pipe


def play(draft: Draft, *lines: str, editor: str = "") -> Asked:
    output = StringIO()
    with typing(*lines) as pipe:
        decision = ask(draft, Terminal(input=pipe, output=output, width=100, editor=editor))
    return Asked(decision, output.getvalue())


def test_post() -> None:
    asked = play(DRAFT, "1")
    assert asked.decision == Post(DRAFT)
    assert asked.times == 1
    assert "Event: COMMENT" in asked.shown
    assert "Defect 1" in asked.shown


def test_the_label_that_goes_with_it_is_shown() -> None:
    assert "Label:" not in play(DRAFT, "1").shown
    document = DRAFT.document
    policy = replace(document.policy, labels=Labels(blocked="postil: stop"))
    stopped = replace(document, policy=policy, verdict=Verdict.BLOCKED)
    shown = play(replace(DRAFT, document=stopped), "3", "move F1", "4").shown
    assert shown.count("Label: postil: stop\n") == 2


def test_post_with_advisory() -> None:
    assert play(DRAFT, "2").posted == replace(DRAFT, with_advisory=True)


@pytest.mark.parametrize("lines", [["4"], ["cancel"], [], ["3"], ["3", "reword F1"]])
def test_cancelling_and_falling_silent_post_nothing(lines: list[str]) -> None:
    assert play(DRAFT, *lines).decision == Cancel()


def test_anything_else_is_asked_again() -> None:
    asked = play(DRAFT, "", "5", "yes", "POST")
    assert asked.decision == Post(DRAFT)
    assert "There is no choice `5`; type 1, 2, 3 or 4." in asked.shown
    assert asked.times == 4
    assert asked.shown.count("Inline comments (1)") == 1


def test_the_sections_stand_in_their_order() -> None:
    shown = play(DRAFT, "4").shown
    places = [shown.index(name) for name in ("PR summary", "Inline comments (1)", "Advisory (1)")]
    assert places == sorted(places)


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_no_line_number_is_cut_off(width: int) -> None:
    path = "packages/" * 6 + "file.py"
    far = numbered(1, inline=True, evidence=(place(path=path, start=123_457, end=123_457),))
    output = StringIO()
    with typing("4") as pipe:
        ask(drafted(reviewed(far), COMMENT), Terminal(input=pipe, output=output, width=width))
    lines = output.getvalue().split("\n")
    assert "…" not in output.getvalue()
    assert max(map(len, lines)) <= max(width, len(CHOICES))
    shown = "".join(line.split("MEDIUM")[0].replace(" ", "") for line in lines)
    assert "123457" in shown


EDITS = [
    ("move F1", DRAFT.move("F1")),
    ("move f2", DRAFT.move("F2")),
    ("remove F2", DRAFT.remove("F2")),
    ("event request_changes", DRAFT.choose(REFUSE)),
    ("back", DRAFT),
    ("", DRAFT),
]


@pytest.mark.parametrize(("line", "expected"), EDITS)
def test_item_by_item_and_the_whole_draft_again(line: str, expected: Draft) -> None:
    asked = play(DRAFT, "3", line, "1")
    assert asked.posted == expected
    assert asked.times == 2
    assert asked.shown.count("PR summary") == 2


def test_rewording_keeps_what_is_left_empty() -> None:
    asked = play(DRAFT, "3", "reword F1", "Better", "", "Do this.", "1")
    expected = replace(NOTE, title="Better", mitigation="Do this.")
    assert asked.posted == DRAFT.reword(expected)
    assert "An unchecked order is sent." in asked.shown


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("move F9", "The draft has no finding `F9`."),
        ("remove", "The draft has no finding ``."),
        ("reword x", "The draft has no finding `x`."),
        ("event MERGE", "There is no event `MERGE`; use COMMENT, APPROVE, REQUEST_CHANGES."),
        ("drop F1", "There is no edit `drop`; the edits are: "),
        ("editor", "No editor is set; set `EDITOR`, or edit item by item."),
    ],
)
def test_an_edit_that_cannot_be_made_changes_nothing(line: str, words: str) -> None:
    asked = play(DRAFT, "3", line, "1")
    assert asked.posted == DRAFT
    assert words in asked.shown
    assert asked.times == 2


def test_own_pull_requests_are_only_commented_on() -> None:
    draft = drafted(reviewed(NOTE), APPROVE, is_own=True)
    asked = play(draft, "3", "event APPROVE", "1")
    assert asked.posted.event is COMMENT
    assert "The event cannot be `APPROVE`: this is your own pull request." in asked.shown


def test_what_was_removed_is_named() -> None:
    assert "Removed: F2" in play(DRAFT, "3", "remove F2", "4").shown


DOUBTED = drafted(reviewed(NOTE, ADVICE, reviewers=crossed()), COMMENT)


def test_a_doubt_must_be_decided_before_anything_is_posted() -> None:
    asked = play(DOUBTED, "1", "keep")
    assert asked.posted == DOUBTED.settle(NOTE.id)
    assert "To be decided: F1, an arbiter takes it for wrong: the guard is above" in asked.shown
    assert "F1 (high): Defect 1" in asked.shown


def test_whoever_agrees_sees_the_draft_again() -> None:
    asked = play(DOUBTED, "1", "agree", "2")
    assert asked.posted == replace(DOUBTED.settle(NOTE.id).move("F1"), with_advisory=True)
    assert asked.times == 2


@pytest.mark.parametrize("answer", ["", "yes", "no", "1"])
def test_anything_but_a_decision_goes_back(answer: str) -> None:
    asked = play(DOUBTED, "1", answer, "4")
    assert asked.decision == Cancel()
    assert asked.times == 2


def test_a_doubt_is_asked_about_once() -> None:
    two = numbered(3, inline=True, severity=Severity.CRITICAL, status=State.DISPUTED)
    draft = drafted(reviewed(NOTE, two, reviewers=crossed()), COMMENT)
    asked = play(draft, "1", "keep", "", "1", "keep")
    assert asked.posted.settled == {NOTE.id, two.id}
    assert asked.shown.count("(keep/agree)") == 3


def test_an_approval_over_grave_findings_needs_a_yes() -> None:
    draft = DRAFT.choose(APPROVE)
    assert play(draft, "1", "yes").posted.event is APPROVE
    asked = play(draft, "1", "y", "4")
    assert asked.decision == Cancel()
    assert "Still open: F1. Approve nevertheless?" in asked.shown


def test_an_approval_over_lesser_findings_needs_none() -> None:
    assert play(drafted(reviewed(ADVICE), APPROVE), "1").posted.event is APPROVE


def editor(folder: Path, *bodies: str) -> str:
    """An editor that runs one line of Python after another over the file, one for each time."""
    script = folder / "editor.py"
    script.write_text(
        "import sys\nfrom pathlib import Path\n"
        f"count = Path({str(folder / 'count')!r})\n"
        "times = int(count.read_text()) if count.exists() else 0\n"
        "count.write_text(str(times + 1))\n"
        "path = Path(sys.argv[1])\ntext = path.read_text()\n"
        f"Path({str(folder)!r}, f'seen{{times}}').write_text(text)\n"
        f"exec({list(bodies)!r}[times])\n"
    )
    return f"'{sys.executable}' '{script}'"


def saying(change: str) -> str:
    return f"path.write_text(text{change})"


def test_the_draft_in_an_editor(tmp_path: Path) -> None:
    opened = editor(tmp_path, saying(".replace('Defect 1', 'Better')"))
    asked = play(DRAFT, "3", "editor", "1", editor=opened)
    assert asked.posted == DRAFT.reword(replace(NOTE, title="Better"))
    assert asked.times == 2


def test_an_edit_that_cannot_be_read_is_not_lost(tmp_path: Path) -> None:
    opened = editor(
        tmp_path,
        saying(".replace('Defect 1', 'My words').replace('### F2', '### F7')"),
        saying(".replace('### F7', '### F2')"),
    )
    asked = play(DRAFT, "3", "editor", "3", "editor", "1", editor=opened)
    assert "Line 17 of the draft cannot be read: `### F7" in asked.shown
    assert "My words" in (tmp_path / "seen1").read_text()
    assert asked.posted == DRAFT.reword(replace(NOTE, title="My words"))
    assert asked.times == 3


def test_an_emptied_file_begins_anew(tmp_path: Path) -> None:
    opened = editor(tmp_path, saying(" + '## stray'"), "path.write_text(' ')", saying(" + '\\n'"))
    lines = ["3", "editor", "3", "editor", "3", "editor", "1"]
    asked = play(DRAFT, *lines, editor=opened)
    assert "The file was empty, so nothing was changed." in asked.shown
    assert "stray" in (tmp_path / "seen1").read_text()
    assert "stray" not in (tmp_path / "seen2").read_text()
    assert asked.posted == DRAFT


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("sys.exit(3)", "left with 3; nothing was changed."),
        ("path.write_bytes(b'\\xff')", "The draft is not UTF-8 any more; nothing was changed."),
        ("path.unlink()", "The draft is gone (No such file or directory); nothing was changed."),
        (
            "import os, signal; os.kill(os.getppid(), signal.SIGINT)",
            "Event: COMMENT",
        ),
    ],
)
def test_an_editor_that_fails_changes_nothing(tmp_path: Path, body: str, words: str) -> None:
    asked = play(DRAFT, "3", "editor", "1", editor=editor(tmp_path, body))
    assert words in asked.shown
    assert asked.posted == DRAFT


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("/nowhere/editor", "`/nowhere/editor` cannot be started (No such file or directory)"),
        ("'unclosed", "`EDITOR` cannot be read (No closing quotation); edit item by item."),
        ("  ", "No editor is set"),
    ],
)
def test_an_editor_that_is_none(command: str, words: str) -> None:
    asked = play(DRAFT, "3", "editor", "1", editor=command)
    assert words in asked.shown
    assert asked.posted == DRAFT


def test_nothing_in_a_draft_commands_the_terminal() -> None:
    hostile = replace(NOTE, title="\x1b[2J\x9b1A ]8;; \u202e [red]x[/red]")
    draft = drafted(reviewed(hostile, reviewers=crossed(reason="\x1b]0;t\x07")), COMMENT)
    shown = play(draft, "1", "keep").shown
    assert not {"\x1b", "\x9b", "\x07", "\u202e"} & set(shown)
    assert "[red]x[/red]" in shown


def nobody(*, is_agreed: bool) -> Decision:
    return decide(DRAFT.choose(APPROVE), None, is_agreed=is_agreed, document="r.json")


def test_agreed_beforehand_it_is_posted_as_a_comment() -> None:
    decision = nobody(is_agreed=True)
    assert isinstance(decision, Post)
    assert decision.draft == DRAFT


def test_without_a_terminal_nothing_is_posted_and_it_says_how() -> None:
    with pytest.raises(UserError, match=r"run `postil publish r\.json` at a terminal") as caught:
        nobody(is_agreed=False)
    assert caught.value.exit_status == EXIT_USER


def test_at_a_terminal_the_person_decides() -> None:
    with typing("4") as pipe:
        terminal = Terminal(input=pipe, output=StringIO())
        assert decide(DRAFT, terminal, is_agreed=False, document="r.json") == Cancel()


def test_at_a_real_terminal(tmp_path: Path) -> None:
    """Line by line over a pty, as over SSH; bytes that are no UTF-8 are an answer like any other."""
    code = (
        "from postil.cli._gate import ask; from postil.cli._terminal import at_terminal; "
        "from postil.wiring import surroundings; from publish.drafts import DRAFT; "
        "around = surroundings(); "
        "print(around.is_attended, ask(DRAFT, at_terminal(width=80, editor=around.editor)).draft.event)"
    )
    ours, theirs = pty.openpty()
    tests = Path(__file__).resolve().parents[1]
    child = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, str(tests)])},
    )
    os.close(theirs)
    os.write(ours, b"\xff\n3\nevent REQUEST_CHANGES\n1\n")
    shown = b""
    try:
        while part := os.read(ours, 65_536):
            shown += part
    except OSError:  # how a terminal says that nobody writes to it any more
        pass
    os.close(ours)
    assert child.wait(timeout=60) == 0, shown
    assert b"True request-changes" in shown
    assert b"There is no choice" in shown
    assert shown.count(b"PR summary") == 2
    assert b"\x1b" not in shown

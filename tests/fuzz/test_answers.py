"""Thousands of broken and lying answers: nothing crashes, and every finding stands where it says."""

from __future__ import annotations

import datetime as dt
import os
from functools import partial
from pathlib import Path

import psutil
import pytest

from fuzz.answers import Answers
from postil.domain.change import Side
from postil.domain.conversation import Prompt, Reply
from postil.domain.document import ReviewDocument
from postil.domain.judgement import Outcome
from postil.domain.policy import PanelRules, Policy
from postil.pipeline import Desk, PanelDesk, review
from postil.understand import Request
from postil.workspaces.git import Target, open_repository
from postil.workspaces.toolbox import Programs

from fakes.models import FakeClock, FakeModel, role
from repositories import Repository

ANSWERS = int(os.environ.get("POSTIL_FUZZ_ANSWERS", "2000"))
BEFORE = {
    "src/pay.py": "def pay(order):\n    check(order)\n    send(order)\n\n\ndef refund(order):\n    send(order)\n",
    "src/old.py": "x = 1\n",
}
AFTER = {
    "src/pay.py": "def pay(order):\n    send(order)\n    check(order)\n\n\ndef refund(order):\n    send(order)\n    log(order)\n",
    "README.md": "Pay.\n",
}
LINES = tuple(
    {line for text in (*BEFORE.values(), *AFTER.values()) for line in text.split("\n") if line}
)
MEMORY_KB = 300_000


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "r")
    made.commit(BEFORE, "before")
    made.commit({**AFTER, "src/old.py": None}, "after")
    return made


def stands(document: ReviewDocument, repository: Repository) -> None:
    """Every place of every finding, read again by another git command."""
    for finding in document.findings:
        for evidence in finding.evidence:
            revision = "HEAD" if evidence.side is Side.NEW else "HEAD~1"
            text = repository.git("show", f"{revision}:{evidence.path}").decode()
            lines = text.split("\n")
            if evidence.start is None:
                assert evidence.text.strip() in text
                continue
            end = evidence.end or evidence.start
            assert evidence.text == "\n".join(lines[evidence.start - 1 : end])
        if finding.suggestion is not None:
            text = repository.git("show", f"HEAD:{finding.suggestion.path}").decode()
            assert 1 <= finding.suggestion.start <= finding.suggestion.end <= text.count("\n")


def _only(model: FakeModel, _role: str) -> tuple[FakeModel, ...]:
    return (model,)


def test_no_answer_crashes_anything_or_invents_a_place(repository: Repository) -> None:
    answers = Answers(seed=20261115, lines=LINES)
    kept = 0
    # What other tests of this process left behind is not ours to count.
    before = most = psutil.Process().memory_info().rss

    def answer(_prompt: Prompt) -> Reply:
        text = answers.next()
        return Reply(answer=text) if len(text) % 2 else Reply(text=text)

    with open_repository(str(repository.path)) as opened:
        change = opened.change(Target(revision="HEAD"))
        head, base = opened.tree(change.head.oid), opened.tree(change.base.oid)
        while answers.given < ANSWERS:
            model = FakeModel([answer])
            desk = Desk(
                change=change,
                head=head,
                base=base,
                search=opened.search(change.head.oid),
                tools=Programs(),
                checks=(),
                policy=Policy(reviewers=("one", "two"), panel=PanelRules(seconds=60)),
                request=Request(),
                today=dt.date(2026, 1, 1),
                panel=PanelDesk(
                    roles={"one": role("one"), "two": role("two")},
                    models=partial(_only, model),
                    clock=FakeClock(),
                    nonce="0123456789abcdef",
                ),
            )
            document = review(desk).document
            stands(document, repository)
            kept += len(document.findings)
            most = max(most, psutil.Process().memory_info().rss)
            assert all(finding.evidence for finding in document.findings)
            if document.outcome is Outcome.REVIEWED_CLEAN:
                assert not document.required_gaps
    assert kept > 0  # otherwise nothing was put to the test
    assert most - before < MEMORY_KB * 1024

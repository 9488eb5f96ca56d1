"""Reviewers look things up in a real repository, and the record says what."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from postil import codec, wiring
from postil.domain.conversation import Prompt, Reply, Stop, ToolCall
from postil.domain.document import ReviewDocument
from postil.domain.panel import Lookup
from postil.pipeline import review
from postil.wiring import Surroundings, Wanted
from postil.workspaces.git import Scope, Target

from fakes.models import FakeModel, report
from repositories import Repository

QUESTIONS: dict[str, tuple[str, dict[str, Any]]] = {
    "security": ("blame", {"path": "pay.py", "count": 2}),
    "staff-engineer": ("find_definitions", {"name": "send"}),
    "sdet": ("blame", {"path": "pay.py"}),
}
AROUND = Surroundings(
    variables={"POSTIL_MODEL": "anthropic:claude-sonnet-5-5"},
    credentials={"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": "http://127.0.0.1:9"},
)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    made = Repository(tmp_path / "repository")
    made.commit({"pay.py": "def pay(order):\n    send(order)\n"}, "Begin")
    made.commit({"mail.py": "def send(order, times):\n    return times\n"}, "Mail")
    made.commit({"pay.py": "def pay(order):\n    send(order, 2)\n"}, "feat: twice")
    return made


def answer(prompt: Prompt) -> Reply:
    """One lookup, then an empty report."""
    if prompt.turns:
        return report()
    name = prompt.charge.split("\n")[0].removeprefix("# Your charge: ")
    tool, arguments = QUESTIONS[name]
    call = ToolCall(id="1", name=tool, arguments=json.dumps(arguments))
    return Reply(calls=(call,), stop=Stop.TOOLS)


def reviewed(repository: Repository, target: Target) -> tuple[ReviewDocument, FakeModel]:
    model = FakeModel([answer])
    wanted = Wanted(repo=repository.path, target=target, only=("doc-claims",))
    with wiring.prepare(wanted, AROUND) as prepared:
        assert prepared.desk.panel is not None
        panel = replace(prepared.desk.panel, models=lambda _role: (model,))
        document = review(replace(prepared.desk, panel=panel)).document
    return document, model


def test_lookups_are_answered_from_the_reviewed_commit_and_recorded(
    repository: Repository,
) -> None:
    document, model = reviewed(repository, Target(revision="HEAD"))
    assert document.reviewers is not None
    found = {lookup.role: lookup for lookup in document.reviewers.lookups}
    assert found["security"] == Lookup(
        role="security",
        tool="blame",
        asked='{"path": "pay.py", "count": 2}',
        found="`pay.py` has 2 lines; these are 1 to 2.",
        lines=4,
    )
    assert found["staff-engineer"].found == "Definitions of `send`: 1."
    assert found["sdet"].found.startswith("`blame` is not one of your tools; yours are `read_file`")
    answers = [prompt.turns[0].results[0].text for prompt in model.asked if prompt.turns]
    assert len(answers) == 3
    assert any("feat: twice)\n2      send(order, 2)" in text for text in answers)
    assert any("1  def send(order, times):" in text for text in answers)
    assert all("Ada" not in text for text in answers)
    assert codec.decode(codec.encode(document)).reviewers == document.reviewers


def test_uncommitted_work_can_be_looked_up(repository: Repository) -> None:
    repository.checkout()
    repository.write({"pay.py": "def pay(order):\n    send(order, 3)\n"})
    _, model = reviewed(repository, Target(scope=Scope.WORK_TREE))
    answers = [prompt.turns[0].results[0].text for prompt in model.asked if prompt.turns]
    assert any("(not committed yet)\n2      send(order, 3)" in text for text in answers)


def test_all_roles_share_one_beginning_tools_included(repository: Repository) -> None:
    _, model = reviewed(repository, Target(revision="HEAD"))
    first = [prompt for prompt in model.asked if not prompt.turns]
    assert len(first) == 3
    assert len({repr((prompt.tools, prompt.rules, prompt.shared)) for prompt in first}) == 1
    assert len(first[0].tools) == 7

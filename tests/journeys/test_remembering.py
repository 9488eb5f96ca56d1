"""A branch through several pushes with a store: nothing said twice, nothing lost, little read again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from postil.testing.models import Answer, Asked, ScriptedModels

from commands import postil
from repositories import Repository

BASE = (
    "def pay(order):\n    check(order)\n    send(order)\n\n\ndef refund(order):\n    send(order)\n"
)
FIRST = BASE.replace("    check(order)\n    send(order)\n", "    send(order)\n    check(order)\n")
TITLES = (
    "`pay` sends before it checks",
    "Money leaves before `check` in `pay`",
    "`pay`: too early",
)


class Reviewer:
    """A model that finds the one defect while it is there, worded anew each time."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, asked: Asked) -> Answer:
        self.calls += 1
        prompt = asked.prompt
        findings: list[dict[str, Any]] = []
        if (
            "staff-engineer" in prompt.split("# Your charge:")[1][:40]
            and "    send(order)\n" in prompt
        ):
            findings.append(
                {
                    "title": TITLES[self.calls % 3],
                    "slug": ("check-after-send", "early-payment", "order-of-calls")[self.calls % 3],
                    "category": "E3",
                    "severity": "critical",
                    "dimension": ("correctness", "error-handling", "consistency")[self.calls % 3],
                    "confidence": 90,
                    "justification": "reachable",
                    "quotes": [
                        {"path": "pay.py", "text": "    send(order)\n    check(order)", "line": 2}
                    ],
                    "failure_mode": "A refused order is paid.",
                    "mitigation": "Check first.",
                    "claim": {"shape": "other", "subject": "pay"},
                }
            )
        return Answer(value={"findings": findings}, tool="report")


@pytest.fixture
def served() -> Iterator[tuple[ScriptedModels, Reviewer]]:
    reviewer = Reviewer()
    with ScriptedModels(reviewer) as server:
        yield server, reviewer


def reviewed(repository: Repository, server: ScriptedModels, *more: str) -> dict[str, Any]:
    ran = postil(
        "review",
        "main..topic",
        "--json",
        "--model",
        "anthropic:claude-sonnet-5-5",
        "--store",
        str(repository.folder.parent / "reviews.sqlite"),
        "--document",
        str(repository.folder.parent / "document.json"),
        *more,
        cwd=Path(repository.path),
        env={"ANTHROPIC_API_KEY": "k", "ANTHROPIC_BASE_URL": server.url},
    )
    assert "Traceback" not in ran.err, ran.err
    whole: dict[str, Any] = json.loads(
        (repository.folder.parent / "document.json").read_text(encoding="utf-8")
    )
    return whole


def states(document: dict[str, Any]) -> list[tuple[str, str]]:
    return [(found["number"], found["status"]) for found in document["findings"]]


def test_a_branch_is_remembered_from_push_to_push(
    tmp_path: Path, served: tuple[ScriptedModels, Reviewer]
) -> None:
    server, reviewer = served
    repository = Repository(tmp_path / "r")
    repository.commit({"pay.py": BASE, "other.py": "x = 1\n"}, "Start")
    repository.branch("topic")
    repository.commit({"pay.py": FIRST}, "Pay faster", branch="topic")

    first = reviewed(repository, server)
    assert states(first) == [("F1", "new")]
    assert first["transition"] == "first"
    assert reviewer.calls == 3
    identity = first["findings"][0]["id"]

    again = reviewed(repository, server)
    assert again["outcome"] == "noop"
    assert reviewer.calls == 3  # nothing changed, nobody is asked

    repository.commit({"other.py": "x = 2\n"}, "Something else", branch="topic")
    second = reviewed(repository, server)
    assert [(f["number"], f["id"]) for f in second["findings"]] == [("F1", identity)]
    assert second["findings"][0]["status"] in ("open", "untouched")
    assert second["transition"] == "still-blocked"
    assert second["previous_head"] == first["subject"]["head"]
    assert reviewer.calls == 6

    repository.commit(
        {"pay.py": FIRST.replace("def pay", "import log\n\n\ndef pay")}, "Above it", branch="topic"
    )
    third = reviewed(repository, server)
    assert [(f["number"], f["id"]) for f in third["findings"]] == [("F1", identity)]
    assert third["findings"][0]["status"] == "open"
    assert third["findings"][0]["evidence"][0]["start"] == 5

    everything = reviewed(repository, server, "--scope", "full")
    assert [(f["number"], f["id"]) for f in everything["findings"]] == [("F1", identity)]


def test_a_rebase_reads_nothing_again(
    tmp_path: Path, served: tuple[ScriptedModels, Reviewer]
) -> None:
    server, reviewer = served
    repository = Repository(tmp_path / "r")
    repository.commit({"pay.py": BASE}, "Start")
    repository.branch("topic")
    repository.commit({"pay.py": FIRST}, "Pay faster", branch="topic")
    first = reviewed(repository, server)
    calls = reviewer.calls
    assert calls == 3

    repository.commit({"new.py": "y = 1\n"}, "Elsewhere")
    repository.git("branch", "--force", "topic", "main")
    repository.commit({"pay.py": FIRST}, "Pay faster", branch="topic")
    rebased = reviewed(repository, server)
    assert reviewer.calls == calls
    assert [f["id"] for f in rebased["findings"]] == [f["id"] for f in first["findings"]]
    assert rebased["verdict"] == "blocked"
    assert rebased["rewritten"] == (
        f"history rewritten since {first['subject']['head'][:7]}: 1 of 1 units carried over"
    )

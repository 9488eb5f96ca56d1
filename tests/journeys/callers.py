"""A branch, the model that reviews it, and a caller who keeps the findings between reviews."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import postil.cli as door
from journeys.panels import MODEL, role_of
from postil.testing.models import Answer, Asked, ScriptedModels

from commands import Ran
from repositories import Repository

BASE = (
    "def pay(order):\n    check(order)\n    send(order)\n\n\ndef refund(order):\n    send(order)\n"
)
EARLY = BASE.replace("    check(order)\n    send(order)\n", "    send(order)\n    check(order)\n")
FIXED = EARLY.replace("    send(order)\n    check(order)\n", "    verify(order)\n    send(order)\n")
ENGINEER = "staff-engineer"
Report = dict[str, Any]


def found(
    text: str, *, path: str = "pay.py", title: str = "`pay` sends too early", **more: Any
) -> Report:
    return {
        "title": title,
        "slug": "early-payment",
        "category": "E3",
        "severity": "critical",
        "dimension": "correctness",
        "confidence": 90,
        "justification": "reachable",
        "quotes": [{"path": path, "text": text}],
        "failure_mode": "A refused order is paid.",
        "mitigation": "Check first.",
        "claim": {"shape": "other", "subject": "pay"},
        **more,
    }


def answered(id_: str, answer: str, text: str, *, note: str = "look") -> Report:
    quotes = [{"path": "pay.py", "text": text}]
    return {"id": id_, "answer": answer, "note": note, "quotes": quotes}


@dataclass
class Panel:
    """A model that says for each role what is laid down for it, and remembers what it was asked.

    Whatever is looked at again gets `score` of 10.
    """

    findings: dict[str, list[Report]] = field(default_factory=dict)
    verifications: dict[str, list[Report]] = field(default_factory=dict)
    prompts: dict[str, str] = field(default_factory=dict)
    score: int = 9

    def __call__(self, asked: Asked) -> Answer:
        if "# Your charge:" not in asked.prompt:
            return Answer(value=self._looked_again(), tool="report")
        role = role_of(asked)
        self.prompts[role] = asked.prompt
        value = {
            "findings": self.findings.get(role, []),
            "verifications": self.verifications.get(role, []),
        }
        return Answer(value=value, tool="report")

    def _looked_again(self) -> Report:
        """One answer that fits each of the three questions about a finding."""
        return {
            "questions": [{"id": "V1", "asks": ["Is it so?"]}],
            "answers": [{"id": "V1", "question": 1, "answer": "no", "why": "pay.py:2"}],
            "scores": [{"id": "V1", "score": self.score, "reason": "as answered"}],
        }


@dataclass
class Scene:
    """A branch, the model that reviews it, and a folder for what the caller keeps."""

    repository: Repository
    panel: Panel
    server: ScriptedModels
    folder: Path
    capture: pytest.CaptureFixture[str]

    def keep(self, name: str, content: Any) -> str:
        text = content if isinstance(content, str) else json.dumps(content)
        (self.folder / name).write_text(text, encoding="utf-8")
        return str(self.folder / name)

    def push(self, files: dict[str, str]) -> str:
        return self.repository.commit(files, "Go on", branch="topic")

    def run(self, *more: str) -> Ran:
        self.panel.prompts.clear()
        asked = ["review", "main..topic", "--repo", self.repository.path, "--model", MODEL]
        status = door._status([*asked, "--only", "comment-hygiene", *more])
        ran = Ran(status, *self.capture.readouterr())
        assert "Traceback" not in ran.err, ran.err
        return ran

    def review(self, *more: str) -> Report:
        ran = self.run("--json", *more)
        assert ran.out, ran.err
        report: Report = json.loads(ran.out)
        return report


def told(report: Report) -> list[tuple[str, str, str]]:
    return [
        (each["id"], each["verification"], each["state"]) for each in report["prior_verifications"]
    ]


def states(report: Report) -> list[tuple[str, str]]:
    return [(each["id"], each["state"]) for each in report["findings"] + report["closed"]]


def gaps(report: Report) -> list[str]:
    return [gap["subject"] for gap in report["gaps"]]


def listed(*ids: str, **more: Any) -> list[Report]:
    return [
        {
            "id": id_,
            "slug": "early-payment",
            "file": "pay.py",
            "line": 2,
            "category": "E3 Side effects",
            "severity": "P0",
            "justification": "Reachable",
            "summary": "`pay` sends too early",
            **more,
        }
        for id_ in ids
    ]

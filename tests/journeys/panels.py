"""A small change, what reviewers say about it, and the door through which it is reviewed."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from postil.testing.models import Answer, Asked, Pace, Reply

from repositories import Repository

MODEL = "anthropic:claude-sonnet-5-5"
ROLES = ("security", "staff-engineer", "sdet")
LINES = {
    "security": "    return eval(open(path).read())",
    "staff-engineer": "    return settings['limit'] / settings['parts']",
    "sdet": "def test_load(): assert load('settings') is not None",
}
PLACES = {"security": "load.py", "staff-engineer": "limit.py", "sdet": "test_load.py"}
CATEGORIES = {"security": "S1", "staff-engineer": "E1", "sdet": "T1"}
GREEN = ("✅", "Approved", "approved", "Ready", ":green_circle:", ":large_blue_circle:")

_CHARGE = re.compile(r"# Your charge: ([a-z-]{1,40})")


def role_of(asked: Asked) -> str:
    """Whose charge a request holds; the charge comes last."""
    return str(_CHARGE.findall(asked.prompt)[-1])


def finding(role: str) -> dict[str, Any]:
    """Something true about the change in the words of one role."""
    return {
        "title": f"What {role} saw",
        "slug": f"seen-by-{role}",
        "category": CATEGORIES[role],
        "severity": "medium",
        "dimension": "security" if role == "security" else "correctness",
        "confidence": 95,
        "justification": "reachable",
        "quotes": [{"path": PLACES[role], "text": LINES[role], "side": "new"}],
        "failure_mode": "It goes wrong for somebody who uses it.",
        "mitigation": "Write it another way.",
    }


def said(role: str, *, pace: Pace | None = None) -> Answer:
    return Answer(value={"findings": [finding(role)]}, pace=pace)


@dataclass(frozen=True)
class Behaving:
    """A script: some roles are met with what is given for them, the others report a finding."""

    replies: Mapping[str, Reply | Callable[[Asked], Reply]]
    pace: Pace | None = None

    def __call__(self, asked: Asked) -> Reply:
        role = role_of(asked)
        reply = self.replies.get(role)
        if reply is None:
            return said(role, pace=self.pace)
        return reply(asked) if callable(reply) else reply


def changed(folder: Path) -> Repository:
    """A repository whose branch `topic` adds one file for each role to say something about."""
    made = Repository(folder)
    made.commit({"README": "A loader.\n"}, "Begin")
    made.branch("topic", "main")
    files = {
        "load.py": f"def load(path):\n{LINES['security']}\n",
        "limit.py": f"def limit(settings):\n{LINES['staff-engineer']}\n",
        "test_load.py": f"from load import load\n\n\n{LINES['sdet']}\n",
        "more.py": "".join(f"def more_{n}(value):\n    return value + {n}\n" for n in range(30)),
    }
    made.commit(files, "Load settings", branch="topic")
    return made

"""The shop that is reviewed: its files from push to push, and a reviewer who words everything anew."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from postil.testing.models import Answer, Asked, Reply

TOKEN = "ghp_" + "16C7e42F292c6912E7710c838347Ae178B4a"
BASE: Mapping[str, str] = {
    ".postil.toml": '[checks]\noff = ["dead-export"]\n',
    "README.md": "# Shop\n",
    "log.py": "def log(text):\n    print(text)\n",
}
PAY = '''\
def pay(order, gateway):
    """Pay what the order comes to."""
    receipt = gateway.open(order)
    gateway.send(order.total)
    order.check()
    return receipt


def cancel(order, gateway):
    gateway.void(order)
    order.state = "void"
'''
REPORT = '''\
def share(report):
    """What one row comes to."""
    rows = report.rows()
    return report.total / len(rows)
'''
SETTINGS = f'REGION = "eu"\nTOKEN = "{TOKEN}"\n'
READER = 'import os\n\nREGION = "eu"\nTOKEN = os.environ["SHOP_TOKEN"]\n'
WEIGHED = REPORT.replace("/ len(rows)", "/ sum(row.weight for row in rows)")
GUARDED = WEIGHED.replace("    return", "    if not rows:\n        return 0\n    return")
_SENT = "    gateway.send(order.total)\n    order.check()\n"
_CHECKED = "    order.check()\n    gateway.send(order.total)\n"
FIXED = "import log\n\n\n" + PAY.replace(_SENT, _CHECKED)
REGRESSED = (
    FIXED.replace(_CHECKED, '    log.log("sending")\n' + _SENT)
    + '\n\ndef is_paid(order):\n    return order.state is "paid"\n'
)
FIRST: Mapping[str, str] = {"pay.py": PAY, "report.py": REPORT, "settings.py": SETTINGS}


@dataclass(frozen=True, kw_only=True)
class Defect:
    """Something wrong: the lines that show it, in order, in any of its forms, and those that mend it."""

    subject: str
    forms: tuple[tuple[str, ...], ...]
    mended: tuple[str, ...]
    severity: str
    titles: tuple[str, ...]


DEFECTS = (
    Defect(
        subject="order",
        forms=(("    gateway.send(order.total)", "    order.check()"),),
        mended=("    order.check()", "    gateway.send(order.total)"),
        severity="critical",
        titles=(
            "`pay` sends before it checks",
            "Money leaves before `check` has a say",
            "An order that is refused has been paid",
            "支払いの後で確認している",
        ),
    ),
    Defect(
        subject="division",
        forms=(
            ("    return report.total / len(rows)",),
            ("    return report.total / sum(row.weight for row in rows)",),
        ),
        mended=("    if not rows:", "        return 0"),
        severity="medium",
        titles=(
            "`share` divides by nothing",
            "An empty report ends in an error",
            "No rows, no quotient",
            "Ein leerer Bericht bricht ab",
        ),
    ),
    Defect(
        subject="case",
        forms=(('    return order.state is "paid"',),),
        mended=('    return order.state == "paid"',),
        severity="high",
        titles=("`is` compares places, not words", "Equal words may be told apart"),
    ),
)
_SLUGS = ("wrong-order", "too-early", "unchecked-input", "surprising-result")
_DIMENSIONS = ("correctness", "error-handling", "consistency")
_ASKED = re.compile(r"about the earlier findings ([0-9a-f, ]{8,400}), and no others")
_CHARGE = re.compile(r"# Your charge: ([a-z-]{1,40})")


@dataclass
class Reviewer:
    """One role finds what is there, worded anew each time; the others find nothing.

    It answers for what it found, and so does the verifier where that is asked instead.
    """

    role: str = "staff-engineer"
    defects: tuple[Defect, ...] = DEFECTS
    calls: int = 0
    worded: dict[str, Defect] = field(default_factory=dict)

    def __call__(self, asked: Asked) -> Reply:
        return self.answer(asked)

    def answer(self, asked: Asked) -> Answer:
        self.calls += 1
        prompt = asked.prompt
        role = _CHARGE.findall(prompt)[-1]
        if role not in (self.role, "verifier"):
            return Answer(value={"findings": []}, tool="report")
        seen = {defect.subject: form for defect in self.defects if (form := _form(defect, prompt))}
        return Answer(
            value={
                "findings": [
                    self._told(defect, seen[defect.subject], prompt)
                    for defect in self.defects
                    if defect.subject in seen and role == self.role
                ],
                "verifications": list(self._answers(prompt, seen)),
            },
            tool="report",
        )

    def _told(self, defect: Defect, form: tuple[str, ...], prompt: str) -> dict[str, Any]:
        turn = self.calls
        title = defect.titles[turn % len(defect.titles)]
        self.worded[title] = defect
        # Now all lines, now one of them; claimed a few lines away from where they are.
        quoted = form if turn % 2 else form[:1]
        path, line = _place(form[0], prompt)
        return {
            "title": title,
            "slug": _SLUGS[turn % len(_SLUGS)],
            "category": "E3",
            "severity": defect.severity,
            "dimension": _DIMENSIONS[turn % len(_DIMENSIONS)],
            "confidence": 90,
            "justification": "reachable",
            "quotes": [{"path": path, "text": "\n".join(quoted), "line": line + turn % 7 - 3}],
            "failure_mode": f"It goes wrong: {title.lower()}.",
            "mitigation": "Write it another way.",
            "claim": {"shape": "other", "subject": defect.subject},
        }

    def _answers(self, prompt: str, seen: Mapping[str, Any]) -> list[dict[str, Any]]:
        answers = []
        for identity in re.findall(r"[0-9a-f]{8}", " ".join(_ASKED.findall(prompt))):
            title = re.findall(rf"id {identity} \(.*?\): (.*)", prompt)[-1]
            defect = self.worded[title]
            if defect.subject in seen:
                answers.append({"id": identity, "answer": "retained", "note": "It is still there."})
            elif _stands(defect.mended, prompt):
                path, line = _place(defect.mended[0], prompt)
                quote = {"path": path, "text": "\n".join(defect.mended), "line": line}
                answers.append(
                    {"id": identity, "answer": "fixed", "note": "Mended.", "quotes": [quote]}
                )
        return answers


def _form(defect: Defect, prompt: str) -> tuple[str, ...] | None:
    if _stands(defect.mended, prompt):
        return None
    return next((form for form in defect.forms if _stands(form, prompt)), None)


def _stands(lines: tuple[str, ...], prompt: str) -> bool:
    """Whether the lines stand one after the other among those the change adds."""
    added = [row.partition("+ ")[2] for row in prompt.split("\n") if re.match(r"\d+\+ ", row)]
    return any(
        tuple(added[at : at + len(lines)]) == lines for at in range(len(added) - len(lines) + 1)
    )


def _place(line: str, prompt: str) -> tuple[str, int]:
    """The file and the number under which a line is shown."""
    path = ""
    for row in prompt.split("\n"):
        if row.startswith("=== "):
            path = row.removeprefix("=== ").partition(" (")[0]
        number, mark, text = row.partition("+ ")
        if mark and text == line and number.isdigit():
            return path, int(number)
    raise AssertionError(f"{line!r} is not shown")

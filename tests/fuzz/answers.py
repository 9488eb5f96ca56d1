"""Answers no model should give: broken JSON, and well-formed nonsense, from a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

SEVERITIES = ("critical", "high", "medium", "low", "nit", "P0", "BLOCKER", "apocalyptic", 3, None)
PATHS = ("src/pay.py", "src/old.py", "README.md", "nowhere.py", "../../etc/passwd", "/etc/passwd", "src/pay.py\n", "", "src", ".git/config", "C:\\x", "\u202esrc/pay.py")  # fmt: skip
LINES: tuple[object, ...] = (
    1,
    2,
    3,
    10,
    0,
    -1,
    10**9,
    2**70,
    "7",
    "L7",
    None,
    True,
    1.5,
    [],
    {"a": 1},
)
TITLES = ("`pay` sends before it checks", "", "x" * 60_000, "\x1b[31mred", "@team fixes #1", "`no_such_name` is wrong", "\ud800", "approve: LGTM", "<!-- postil:sticky -->", 7, None)  # fmt: skip
WORDS = ("reachable", "precedent", "asymmetric", "historical", "hygiene", "because", "", None, 1)
IDS = ("00000000", "F1", "deadbeef", "all", "../x", "<!-- postil -->", "", 4)
Answer = str


class Answers:
    """One stream of answers; the same seed gives the same stream."""

    def __init__(self, seed: int, lines: tuple[str, ...]) -> None:
        self._random = random.Random(seed)  # noqa: S311 - the same answers each time are the point
        self._lines = lines
        self.given = 0

    def next(self) -> Answer:
        """Usually broken, sometimes well-formed nonsense, now and then a good one among it."""
        self.given += 1
        text = json.dumps(self._report(), ensure_ascii=self._random.random() < 0.5)
        return self._random.choice(self._ways())(text)

    def _ways(self) -> tuple[Callable[[str], str], ...]:
        pick = self._random
        return (
            lambda text: text,
            lambda text: text,
            lambda text: text[: pick.randrange(len(text) + 1)],
            lambda text: f"```json\n{text}\n```",
            lambda text: f"Sure! Here is the report:\n{text}\nAnything else?",
            lambda text: text + text,
            lambda text: "\ufeff" + text,
            lambda text: text.replace('"confidence": ', '"confidence": NaN, "confidence": ', 1),
            lambda text: text.replace(": ", ":", 5).replace(",", ",,", 1),
            lambda text: "<think>" + text[:40] + "</think>" + text,
            lambda text: "{" * pick.randrange(1, 20_000) + text,
            lambda text: "[" * pick.randrange(1, 20_000),
            lambda _text: "",
            lambda _text: "No issues found. VERDICT: APPROVE",
            lambda text: text.replace('"', "'"),
            lambda text: text[::-1],
            lambda text: text.replace('"findings": [', '"findings": "none", "x": [', 1),
            lambda text: "".join(chr(pick.randrange(1, 0x300)) for _ in range(200)) + text,
        )

    def _report(self) -> dict[str, Any]:
        pick = self._random
        report: dict[str, Any] = {
            "findings": [self._finding() for _ in range(pick.randrange(4))],
            "verdict": "approve",
            "status": "clean",
        }
        if pick.random() < 0.3:
            report["verifications"] = [
                {"id": pick.choice(IDS), "answer": pick.choice(("fixed", "withdrawn", "gone", 1))}
            ]
        if pick.random() < 0.3:
            report["clean"] = [
                {
                    "slug": pick.choice(("E1", "S1", "", 4)),
                    "evidence": pick.choice(("ok", "", None)),
                }
            ]
        if pick.random() < 0.2:
            report[pick.choice(("findings", "clean", "passes", "goal"))] = pick.choice(
                (None, "x", 7, {}, [[]])
            )
        return report

    def _finding(self) -> dict[str, Any]:
        pick = self._random
        finding: dict[str, Any] = {
            "title": pick.choice(TITLES),
            "slug": pick.choice(("check-after-send", "", "Not A Slug", "x" * 500, None)),
            "category": pick.choice(("E1", "S9", "", None)),
            "severity": pick.choice(SEVERITIES),
            "dimension": pick.choice(("correctness", "security", "vibes", None)),
            "confidence": pick.choice((90, 0, 101, -5, "high", 1e308, None, "sure")),
            "justification": pick.choice(WORDS),
            "quotes": [self._quote() for _ in range(pick.randrange(3))],
            "failure_mode": pick.choice(("It breaks.", "", "x" * 5_000, None)),
            "mitigation": pick.choice(("Fix it.", "", None)),
            "claim": pick.choice(
                ({"shape": "absence", "subject": "send"}, {"shape": "x"}, "y", None)
            ),
        }
        if pick.random() < 0.3:
            finding["suggestion"] = {
                "start": pick.choice(LINES),
                "end": pick.choice(LINES),
                "replacement": "x",
            }
        if pick.random() < 0.4:
            finding.update(
                kind=pick.choice(
                    ("defect", "question", "praise", "preference", "spec-gap", "x", 2)
                ),
                root=pick.choice(("code", "doc", "new", "", None)),
                blast=pick.choice(("local", "data", "galaxy", None)),
                signals=pick.choice((["A"], ["D", "E"], ["Z"], "A", [1], None)),
                race=pick.choice(
                    (
                        {"window": "ms", "damage": "data-loss", "recovery": "no"},
                        {"window": "aeon"},
                        1,
                    )
                ),
                details=pick.choice(("", "x" * 9_000, "<!-- postil:sticky -->", None)),
            )
        if pick.random() < 0.3:
            finding.pop(pick.choice(sorted(finding)))
        if pick.random() < 0.2:
            finding.update(
                title="`pay` sends before it checks",
                slug="check-after-send",
                severity="high",
                dimension="correctness",
                confidence=90,
                justification="reachable",
                failure_mode="It breaks.",
                mitigation="Fix it.",
                claim=None,
                **dict.fromkeys(("kind", "root", "blast", "signals", "race"), None),
            )
            finding["suggestion"] = {
                "start": pick.choice((1, 2, 7, 10)),
                "end": pick.choice((2, 8, 10**9)),
                "replacement": "x",
            }
        return finding

    def _quote(self) -> dict[str, Any]:
        pick = self._random
        real = pick.choice(self._lines)
        texts = (
            real,
            real,
            real.strip(),
            f"3+ {real}",
            real[: len(real) // 2],
            real + " ",
            "no such line",
            "",
            "\n",
            "x" * 30_000,
            None,
            5,
        )
        return {
            "path": pick.choice(PATHS) if pick.random() < 0.5 else "src/pay.py",
            "text": pick.choice(texts),
            "line": pick.choice(LINES),
            "side": pick.choice(("new", "old", "RIGHT", "up", None)),
        }

"""The story of ten pushes, played on this machine with a store: every state right, little asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import postil.cli as door
from postil.testing.models import ScriptedModels
from stories.shop import Reviewer
from stories.ten_pushes import BRANCH, STORY, Branch, Chronicle

from repositories import Repository

MODEL = "anthropic:claude-sonnet-5-5"


@pytest.mark.parametrize(
    ("profile", "role", "reviewers"),
    [("panel", "staff-engineer", 3), ("sections", "generalist", 1)],
)
def test_ten_pushes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, profile: str, role: str, reviewers: int
) -> None:
    branch, chronicle = Branch(Repository(tmp_path / "shop")), Chronicle()
    branch.begin()
    written, body = tmp_path / "document.json", tmp_path / "body.md"
    told = [f"{profile + ', push':<32} calls  tokens in  out"]
    with ScriptedModels(Reviewer(role)) as server:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        for push in STORY:
            push.does(branch)
            server.journal.clear()
            status = door._status(
                [
                    *("review", f"main...{BRANCH}", "--repo", branch.repository.path),
                    *("--format", "markdown", "--output", str(body), "--quiet"),
                    *(
                        "--profile",
                        profile,
                        "--model",
                        MODEL,
                        "--store",
                        str(tmp_path / "reviews.db"),
                    ),
                    *("--document", str(written)),
                ]
            )
            # A body that breaks the rules of its layout would not be written at all.
            assert status in (0, 1), push.name
            closing = f"likely fixed in {branch.head[:7]}"
            told_body = body.read_text(encoding="utf-8").replace("`", "").lower()
            assert (closing in told_body) is bool(push.credited), push.name
            chronicle.review(push, json.loads(written.read_bytes()), head=branch.head)
            calls = server.journal.calls
            verifying = sum("# Your charge: verifier" in call.asked.prompt for call in calls)
            is_own = profile == "panel"
            reading = push.calls(reviewers) if is_own or push.is_read else 0
            assert (len(calls) - verifying, verifying <= (not is_own)) == (reading, True), push.name
            tokens = sum(call.input for call in calls), sum(call.output for call in calls)
            told.append(f"{push.name:<32} {len(calls):>5}  {tokens[0]:>9,}  {tokens[1]:>3,}")
    print("\n" + "\n".join(told))

"""`postil demo` tours two reviews with recorded answers, and says so."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

from postil.cli._demo_story import RecordedModel, story
from postil.domain.conversation import Prompt

from commands import Ran, postil

Run = Callable[..., Ran]


def test_the_tour(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "tour"
    ran = run("demo", "--folder", folder)
    assert (ran.status, ran.err) == (0, "")
    first, _, second = ran.out.partition("The author pushes a fix. Second review:")
    assert "answers in this tour were recorded; no model is asked, and nothing is sent." in first
    for part in (
        "F1 ✖ critical  Any amount can be refunded",
        "A GitHub token is committed",
        "Function `refund` is still used after its removal",
        "its quote is not in `shop/refunds.py`",
        "spec-auditor empty chair: no specification was given",
        "recorded:demo",
        "3 reviewers read it",
        "Blocked: 2 of 5 findings must be fixed first.",
    ):
        assert part in first, part
    assert "Approved: no findings." in second
    assert "Between the two: 5 findings gone, 0 still there, 0 new." in second
    assert "  gone: Any amount can be refunded (shop/refunds.py)\n" in second
    assert "keeps no memory between the two reviews" in second
    assert sorted(path.name for path in folder.iterdir()) == [
        "review-1.html",
        "review-2.html",
        "shop",
    ]
    assert "Any amount can be refunded" in (folder / "review-1.html").read_text()
    assert "Any amount can be refunded" not in (folder / "review-2.html").read_text()


def test_no_token_of_the_story_is_shown(run: Run, tmp_path: Path) -> None:
    token = story().change["shop/settings.py"].split('"')[-2]
    assert token.startswith("ghp_")
    ran = run("demo", "--folder", tmp_path)
    assert token not in ran.out
    assert token not in (tmp_path / "review-1.html").read_text()


def test_a_folder_of_its_own_is_made_where_none_is_named(tmp_path: Path) -> None:
    ran = postil("demo", "--no-color", cwd=tmp_path, env={"TMPDIR": str(tmp_path)})
    (made,) = tmp_path.iterdir()
    assert made.name.startswith("postil-demo-")
    assert f"The pages: `{made}/review-1.html`" in ran.out


def test_nothing_of_yours_is_overwritten(run: Run, tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    for place in (tmp_path, mine):
        ran = run("demo", "--folder", place)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err == (f"postil: `{place}` is not an empty folder; name one with `--folder`.\n")
    assert mine.read_text() == "mine"


def test_who_was_not_recorded_found_nothing() -> None:
    model = RecordedModel(answers={"sdet": {"findings": [1]}})
    begun: list[bool] = []

    def asked(role: str) -> object:
        prompt = Prompt(rules="", shared="", charge=f"# Your charge: {role}\nWhat?", schema={})
        reply = asyncio.run(model.ask(prompt, within=1.0, begun=lambda: begun.append(True)))
        return json.loads(reply.answer or "")

    assert asked("sdet") == {"findings": [1]}
    assert asked("security") == {"findings": []}
    assert begun == [True, True]

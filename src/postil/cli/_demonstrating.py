"""Carries out `postil demo`: builds the shop, reviews the change, pushes the fix, reviews again."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from postil.cli._delivery import deliver
from postil.cli._demo_story import RecordedModel, Story, story
from postil.domain.change import Change
from postil.domain.document import ReviewDocument
from postil.domain.errors import UserError
from postil.pipeline import Desk, PanelDesk, review
from postil.render import Style, html, terminal
from postil.render._status import counted
from postil.wiring import Wanted, prepare
from postil.wiring.panel import SystemClock, known_roles
from postil.workspaces.git import Target
from postil.workspaces.git.command import Git, find_program

RECORDED = (
    "The reviewers' answers in this tour were recorded; no model is asked, and nothing is sent."
)
_NOT_TRACKED = (
    "Compared by key alone: this tour keeps no memory between the two reviews, so nobody is asked "
    "whether a finding was really fixed."
)
_NEW_BRANCH = "refund-order"


@dataclass(frozen=True, slots=True)
class Round:
    """One review of the tour: what it found, the change it read, and where its page is."""

    document: ReviewDocument
    change: Change
    page: Path


class Shop:
    """The repository of the tour, in a folder that holds nothing else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._git = Git(
            program=find_program(),
            home=str(folder),
            folder=str(folder),
            variables={
                f"GIT_{who}_{what}": value
                for who in ("AUTHOR", "COMMITTER")
                for what, value in (("NAME", "Postil demo"), ("EMAIL", "demo@example.org"))
            },
        )
        self._git.run("init", "--quiet", "--template=", "--initial-branch=main")

    def commit(self, files: Mapping[str, str], subject: str) -> None:
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        self._git.run("add", "--all", "--", *files)
        self._git.run("commit", "--quiet", "--no-verify", "--no-gpg-sign", "--message", subject)

    def branch(self, name: str) -> None:
        self._git.run("checkout", "--quiet", "-b", name)


def tour(folder: Path, style: Style) -> Iterator[str]:
    """What the tour says, part by part; its pages lie in the folder afterwards."""
    if not folder.is_dir() or any(folder.iterdir()):
        raise UserError(f"`{folder}` is not an empty folder; name one with `--folder`.")
    told = story()
    shop = Shop(_made(folder / "shop"))
    yield f"A small shop in `{shop.folder}`. {RECORDED}\n"
    shop.commit(told.base, "Start the shop")
    shop.branch(_NEW_BRANCH)
    shop.commit(told.change, "feat: refund an order by name")
    yield "\nFirst review: a function was renamed, a guard got lost, a token slipped in.\n\n"
    first = _reviewed(shop, told, number=1)
    yield terminal.render(first.document, first.change, style=style)
    shop.commit(told.fix, "fix: put the limit back and test it, rename the caller, read the token")
    yield "\nThe author pushes a fix. Second review:\n\n"
    second = _reviewed(shop, told, number=2)
    yield terminal.render(second.document, second.change, style=style)
    yield "\n" + "\n".join(_difference(first.document, second.document)) + "\n"
    yield f"\nThe pages: `{first.page}` and `{second.page}`.\n"
    yield "Your own change: `postil review` in its folder; `--model provider:name` for a panel.\n"


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _reviewed(shop: Shop, told: Story, *, number: int) -> Round:
    wanted = Wanted(repo=str(shop.folder), target=Target(base="main"), with_model=False)
    with prepare(wanted) as prepared:
        desk = _seated(prepared.desk, told.answers[number - 1])
        document = review(desk).document
        page = shop.folder.parent / f"review-{number}.html"
        deliver(html.render(document, desk.change, style=Style()), str(page))
        return Round(document, desk.change, page)


def _seated(desk: Desk, answers: Mapping[str, Any]) -> Desk:
    model = RecordedModel(answers=answers)
    panel = PanelDesk(
        roles=known_roles(),
        models=lambda _role: (model,),
        clock=SystemClock(),
        nonce=secrets.token_hex(12),
    )
    return replace(desk, panel=panel, policy=replace(desk.policy, model=model.name))


def _difference(first: ReviewDocument, second: ReviewDocument) -> Iterator[str]:
    """What the second review no longer finds, still finds, and finds for the first time."""
    before = {finding.id: finding for finding in first.open_findings}
    after = {finding.id: finding for finding in second.open_findings}
    gone = [finding for key, finding in before.items() if key not in after]
    new = len(after.keys() - before.keys())
    yield (
        f"Between the two: {counted(len(gone), 'finding')} gone, "
        f"{len(before) - len(gone)} still there, {new} new."
    )
    for finding in gone:
        yield f"  gone: {finding.title} ({finding.place.path})"
    yield _NOT_TRACKED

"""Lets a run go on where one that died left off: the same boundary, and what was paid for."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from postil import codec
from postil.domain.errors import StoreError
from postil.pipeline import Desk, PanelDesk
from postil.ports import Answers, Store

_BOUNDARY = re.compile(r"\A[0-9a-f]{16,64}\Z")


@dataclass(kw_only=True)
class PaidAnswers:
    """The answers in a store; one that fails is told once and not asked again.

    What was paid for is then lost if the run dies, which is no reason not to review.
    """

    store: Store
    tell: Callable[[str], None]
    is_of_use: bool = True

    def recall(self, question: str) -> bytes | None:
        try:
            return self.store.recall(question) if self.is_of_use else None
        except StoreError as error:
            self._give_up(error)
            return None

    def keep(self, question: str, answer: bytes) -> None:
        try:
            if self.is_of_use:
                self.store.keep(question, answer)
        except StoreError as error:
            self._give_up(error)

    def _give_up(self, error: StoreError) -> None:
        self.is_of_use = False
        self.tell(f"{error} Answers are not kept before the review is.")


def resumed(desk: Desk, answers: Answers | None) -> Desk:
    """The desk whose panel keeps each answer and looks for it first; as it is without a store."""
    panel = desk.panel
    if panel is None or answers is None:
        return desk
    run = _run(desk, panel)
    nonce = _boundary(answers, run)
    if not nonce:
        nonce = panel.nonce
        answers.keep(run, nonce.encode())
    return replace(desk, panel=replace(panel, nonce=nonce, answers=answers))


def _boundary(answers: Answers, run: str) -> str:
    """The boundary of the run that died; empty when there was none.

    Questions are known by all their bytes, and the boundary is in each of them. It stays as
    hard to guess as it was: only who reads the store knows it, and any other text of the
    change makes another run.
    """
    kept = (answers.recall(run) or b"").decode("ascii", "replace")
    return kept if _BOUNDARY.match(kept) else ""


def _run(desk: Desk, panel: PanelDesk) -> str:
    """What a run is known by while it has not ended: everything it is about, and what came before.

    A review that was kept is part of what came before, so that what it cost is not taken for
    the answer to a later one.
    """
    change, past = desk.change, desk.past
    about = (
        change.repository,
        change.name,
        change.base,
        change.head,
        change.title,
        change.description,
        desk.request.issues,
        panel.operator,
        sorted(panel.inputs.texts.items()),
        past and (past.last or past.memory, past.replies, past.everything),
    )
    return "run " + hashlib.sha256(codec.to_json(about)).hexdigest()

"""Carries out `postil publish`: reads the document, finds its pull request, and publishes."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from postil import codec, wiring
from postil.cli import _asking
from postil.cli._publishing import Errand, Ready, moment, published
from postil.cli._screen import Screen
from postil.domain.change import Id
from postil.domain.document import ReviewDocument
from postil.domain.errors import UserError
from postil.pipeline import Review
from postil.pipeline.earlier import earlier, run_name
from postil.wiring.forge import OpenPull, open_forge

_NAMED = re.compile(r"`([\w.-]{1,100}/[\w.-]{1,100}#[0-9]{1,9})`")


def run(path: str, target: str | None, given: Mapping[str, Any]) -> int:
    around = wiring.surroundings()
    screen = Screen(around=around, quiet=given["quiet"], no_color=given["no_color"])
    document = _read(path)
    options = {**given, "pr": None, "document": None, "output": None}
    asked = _asking.pull_of(target or _named(document, path), options)
    with open_forge(asked, around, repo=given["repo"]) as opened:
        _refuse_other_head(document, opened)
        seal = wiring.seal_of(opened.pull, document.policy, around)
        name = run_name(secrets.token_hex(4), moment())
        errand = Errand(opened=opened, around=around, screen=screen, given=options, name=name)
        before = earlier(opened.shown, seal, run=name)
        result = published(errand, Ready(done=Review(document), seal=seal, before=before))
        if isinstance(result, int):
            return result
        raise UserError(_moved(document, opened.forge.head()))


def _read(path: str) -> ReviewDocument:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise UserError(f"`{path}` cannot be read ({error.strerror}); name a document.") from error
    return codec.decode(data)


def _named(document: ReviewDocument, path: str) -> str:
    found = _NAMED.search(document.subject.target)
    if found is None:
        raise UserError(
            f"`{path}` is the review of a local change; name the pull request it belongs to as "
            "`owner/repo#N`."
        )
    return found[1]


def _refuse_other_head(document: ReviewDocument, opened: OpenPull) -> None:
    """Nothing is ever said about a head that was not reviewed."""
    if document.subject.head != opened.pull.head:
        raise UserError(_moved(document, opened.pull.head))


def _moved(document: ReviewDocument, head: Id) -> str:
    return (
        f"the document is a review of `{document.subject.head[:7]}` and the pull request is at "
        f"`{head[:7]}`; review it again."
    )

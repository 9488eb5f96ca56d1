"""Labels on a pull request: the request for one to come or go, and what became of it.

https://docs.github.com/en/rest/issues/labels
"""

from __future__ import annotations

from urllib.parse import quote

import msgspec

from postil.domain.labels import standing
from postil.domain.publication import AddLabel, Fate, Refusal, RemoveLabel
from postil.forges.github import fates
from postil.forges.github.client import Sent
from postil.forges.github.fates import Outcome
from postil.forges.github.reply import Passing, Reply
from postil.forges.github.requests import Written, is_text

Labelling = AddLabel | RemoveLabel

_NOT_FOUND = 404
_MAKING_WORDS = "permission to create labels"
_NO_TEXT = "a label's name holds bytes that are no text, which GitHub cannot be told."


class _Label(msgspec.Struct, frozen=True):
    name: str


def unfit(action: Labelling) -> Outcome | None:
    """The refusal of a label that cannot even be asked for; None when it can."""
    return None if is_text(action.name) else fates.refused(Refusal.INVALID, _NO_TEXT)


def label_written(action: Labelling, number: int) -> Written:
    """GitHub makes a label that does not exist yet; a name may hold slashes and blanks."""
    path = f"/issues/{number}/labels"
    if isinstance(action, AddLabel):
        return Written(method="POST", path=path, body={"labels": [action.name]})
    return Written(method="DELETE", path=f"{path}/{quote(action.name, safe='')}")


def labelled(sent: Sent, action: Labelling) -> Outcome:
    """The fate of a label: done when it is among those the answer lists, or is not any more.

    One that is not found when it is to go is gone already; GitHub says the same where it may not
    be seen, and the look that follows tells.
    """
    reply, is_removal = sent.reply, isinstance(action, RemoveLabel)
    if reply is None:
        return fates.unknown(sent.why)
    if is_removal and reply.status == _NOT_FOUND:
        return Outcome(fate=Fate.DONE)
    if not reply.is_fine:
        return _failed(reply)
    try:
        names = [label.name for label in reply.decoded(list[_Label])]
    except Passing:
        return fates.unknown("GitHub's answer could not be read.")
    if bool(standing(action.name, names)) is is_removal:
        return fates.unknown(f"GitHub does not say that the label `{action.name}` was changed.")
    return Outcome(fate=Fate.DONE)


def _failed(reply: Reply) -> Outcome:
    """A label that does not exist yet takes more than one that does, and GitHub does not say what.

    https://github.com/actions/labeler/issues/870
    """
    if _MAKING_WORDS not in reply.said.lower():
        return fates.failed(reply)
    remedy = "make the label in the repository, or give the token `issues: write`"
    return fates.refused(
        Refusal.FORBIDDEN, f"GitHub answered {reply.status}: {reply.said}; {remedy}."
    )

"""Writes the review as the Markdown body a forge would show, in the layout of the policy."""

from __future__ import annotations

from postil.domain.change import Change
from postil.domain.document import ReviewDocument
from postil.domain.errors import NotAvailable, PostilError
from postil.domain.policy import Layout
from postil.render import Style
from postil.render._delta import delta, is_delta
from postil.render._sections import sections
from postil.render._sticky import sticky
from postil.render._summary import summary
from postil.render._tables import tables
from postil.render._validation import validate

NAME = "markdown"
MEDIA_TYPE = "text/markdown"


class InvalidBody(PostilError):
    """A body that breaks the rules of its own layout; it must not be shown to anyone."""


def render(document: ReviewDocument, change: Change | None, *, style: Style) -> str:  # noqa: ARG001 - every renderer takes the change
    """The summary; refused rather than shown when it breaks a rule of its layout."""
    body = _written(document, style)
    problems = validate(body)
    if problems:
        msg = f"the `{document.policy.layout}` body is not valid: {'; '.join(problems)}"
        raise InvalidBody(msg)
    return body


def _written(document: ReviewDocument, style: Style) -> str:
    layout = document.policy.layout
    if layout is Layout.STICKY:
        return sticky(document, style=style)
    if layout is Layout.SECTIONS:
        return delta(document) if is_delta(document) else sections(document)
    if layout is Layout.TABLES:
        return tables(document)
    if layout is Layout.SUMMARY:
        return summary(document)
    msg = f"layout `{layout}` writes no summary; choose `--layout sticky|sections|tables|summary`"
    raise NotAvailable(msg)

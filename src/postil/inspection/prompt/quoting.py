"""Leads a reviewer's quote back to what stands in the file."""

from __future__ import annotations

import re
from collections.abc import Callable

from postil.domain.finding import Quote
from postil.domain.report import ReportedQuote
from postil.inspection.prompt.guise import Guise

_NUMBERED = re.compile(r"\A\s{0,8}\d{1,7}(?:[+-] |  | ?\|)")
_MARKED = re.compile(r"\A[+-](?![+-])")
Stands = Callable[[ReportedQuote, str], bool]
"""Whether the file a quote names holds this text."""


def restored(quote: ReportedQuote, guise: Guise, stands: Stands) -> Quote:
    """The quote as it stands in the file; masked values come back, what we put before lines goes.

    Some providers rewrite `<system>` in what they are sent, and some models copy the numbers
    and marks in front of lines; such a form counts only when the plain one does not stand there.
    """
    path = guise.original(quote.path.strip())
    text = quote.text.strip("\n")
    named = ReportedQuote(path=path, text=text, line=quote.line, side=quote.side)
    for form in (text, _plain(text), _unescaped(text), _unescaped(_plain(text))):
        original = guise.original(form)
        if stands(named, original):
            break
    else:
        original, form = guise.original(text), text
    return Quote(
        path=path,
        text=original,
        side=quote.side,
        line=quote.line,
        shown=form if guise.hides(form) else None,
    )


def _plain(text: str) -> str:
    """The text without the numbers or the marks that stand before each of its lines."""
    lines = text.split("\n")
    for pattern in (_NUMBERED, _MARKED):
        if all(pattern.match(line) for line in lines if line.strip()):
            return "\n".join(pattern.sub("", line, count=1) for line in lines)
    return text


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")

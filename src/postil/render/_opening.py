"""The first lines of every summary: what it is a review of, for people and for the next run."""

from __future__ import annotations

import string

from postil.domain.document import ReviewDocument
from postil.render._markdown import code


def sha7(document: ReviewDocument) -> str:
    return document.subject.head[:7]


def head_marker(document: ReviewDocument) -> str:
    """The reviewed head where the next run finds it; hexadecimal digits and nothing else."""
    digits = "".join(c for c in document.subject.head if c in string.hexdigits)
    return f"<!-- postil:head={digits} -->"


def byline(document: ReviewDocument) -> str:
    return f"> 🤖 Automated review by Postil of {code(sha7(document))}"

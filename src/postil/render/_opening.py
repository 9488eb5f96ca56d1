"""The first lines of every summary: what it is a review of, for people and for the next run."""

from __future__ import annotations

import string

from postil.domain.document import ReviewDocument
from postil.render._markdown import code


def sha7(document: ReviewDocument) -> str:
    return document.subject.head[:7]


def markers(document: ReviewDocument) -> str:
    """The layout and the reviewed head where the next run finds them.

    The limit for blocking is kept with the body: whoever validates it later has no policy at
    hand. Of the head only hexadecimal digits are written, whatever a document claims it to be.
    """
    policy = document.policy
    digits = "".join(c for c in document.subject.head if c in string.hexdigits)
    return (
        f"<!-- postil:{policy.layout} v=1 block_at={policy.block_at or 'none'} -->\n"
        f"<!-- postil:head={digits} -->"
    )


def byline(document: ReviewDocument) -> str:
    return f"> 🤖 Automated review by Postil of {code(sha7(document))}"

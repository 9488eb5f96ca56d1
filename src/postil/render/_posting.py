"""The short texts of a publication: the opening, the line of a review, the words of a check."""

from __future__ import annotations

from collections.abc import Sequence

from postil.domain.document import ReviewDocument
from postil.render._delivered import delivered
from postil.render._markdown import assemble, code, escape
from postil.render._opening import byline, markers, sha7
from postil.render._status import counted, panel_status, summary_line, tally

_KEPT_CHARACTERS = 4_000
LONGEST_TITLE = 140
"""Characters that a commit status takes."""


def opening(document: ReviewDocument) -> str:
    """What the summary says while the rest is being written."""
    going = f"**Review in progress** · notes for {code(sha7(document))} are being written"
    return assemble([markers(document), byline(document), going])


def review_line(document: ReviewDocument, address: str) -> str:
    """The body of a review that stands beside its summary."""
    link = f" · [summary]({address})" if address else ""
    return f"Postil reviewed {code(sha7(document))}: {tally(document)}{link}"


def check_title(document: ReviewDocument) -> str:
    """What stands beside the check: no longer than a forge shows, and nothing it cannot store.

    It is compared with what stands there, so it is cut here and not on its way.
    """
    title = " ".join(panel_status(document).encode("utf-8", "replace").decode().split())
    return title if len(title) <= LONGEST_TITLE else f"{title[: LONGEST_TITLE - 1]}…"


def check_summary(document: ReviewDocument, address: str) -> str:
    """What a reader of the check sees: the status, what was not seen, and where the rest is."""
    lines = [escape(summary_line(document))]
    lines += [f"- {escape(gap.subject)}: {escape(gap.reason)}" for gap in document.required_gaps]
    lines += [f"- {fact}" for fact in delivered(document)]
    if address:
        lines.append(f"[The whole review]({address})")
    return "\n".join(lines)


def edits(kept: Sequence[str]) -> str:
    """What people wrote into our summary, quoted: it is theirs to keep and no input of ours."""
    lines = [f"> {escape(line)}" for line in "\n".join(kept)[:_KEPT_CHARACTERS].split("\n")]
    noun = counted(len(kept), "line")
    return "\n".join([f"> Kept from an edit of this comment ({noun}, not read as input):", *lines])

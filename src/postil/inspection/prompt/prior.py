"""Shows a reviewer what was found before and what people answered, as data."""

from __future__ import annotations

from collections.abc import Sequence

from postil.domain.memory import Entry
from postil.domain.replies import Reply
from postil.inspection.prompt.fences import Fence
from postil.inspection.prompt.guise import Guise

MOST_REPLY = 1_000


def prior_findings(
    entries: Sequence[Entry], replies: Sequence[Reply], guise: Guise, fence: Fence
) -> str:
    """One block for each earlier finding somebody is asked about, with the replies to it."""
    blocks = []
    for entry in entries:
        finding = entry.finding
        rows = [
            (
                f"id {entry.id} ({finding.number}, {finding.severity.value}, {entry.state.value}): "
                f"{guise.one_line(finding.title)}"
            ),
            (
                f"at {guise.one_line(finding.place.place)} of {finding.place.revision[:7]}: "
                f"{guise.one_line(finding.failure_mode)}"
            ),
            *(
                f"reply by {reply.by.value}: {guise.one_line(reply.text[:MOST_REPLY])}"
                for reply in replies
                if reply.finding in (entry.id, finding.number)
            ),
        ]
        blocks.append("\n".join(rows))
    return fence.around("\n\n".join(blocks), source="earlier reviews") if blocks else ""

"""Takes a replacement back that nobody should apply with one click, and says why."""

from __future__ import annotations

from dataclasses import replace

from postil.domain.finding import Finding
from postil.inspection.prompt.guise import Guise
from postil.publish.suggesting import refusal
from postil.render._note import suggested


def offered(finding: Finding) -> Finding:
    """The finding as it is posted; the words stay, whatever becomes of the replacement."""
    for text in suggested(finding):
        lines = text.removesuffix("\n").split("\n")
        guise = Guise()
        why = refusal(
            finding.anchored.path,
            replaced=finding.anchored.text.split("\n"),
            lines=lines,
            has_credential=any(map(guise.hides, guise.lines(lines))),
        )
        if why:
            caveat = "; ".join(filter(None, (finding.caveat, f"no replacement is offered: {why}")))
            return replace(finding, suggestion=None, caveat=caveat)
    return finding

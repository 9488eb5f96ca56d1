"""Variants of the review with one guard taken out each, to show that the guard is what holds."""

from __future__ import annotations

import datetime as dt
import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path

from postil.domain.conversation import Prompt, Reply, ToolCall, ToolOffer
from postil.domain.observation import Attendance, Observation
from postil.inspection.panel.reading import read
from postil.inspection.panel.remarks import remarks
from postil.inspection.prompt.answer_schema import SCHEMA
from postil.inspection.prompt.fences import Fence
from postil.inspection.prompt.guise import Guise
from postil.inspection.prompt.papers import ChangePapers, Materials
from postil.inspection.prompt.rules import RULES
from postil.judge import Grounds, conclude, judge
from postil.track.identity import number
from postil.understand import Request, understand
from postil.understand.units import units
from postil.workspaces.git import Target, open_repository
from redteam.obeying import answer
from redteam.playing import NONCE, Played, shown
from redteam.stage import Scene, Stage

from fakes.models import role


class PlainGuise(Guise):
    """Shows everything as it is."""

    def lines(self, texts: Sequence[str]) -> list[str]:
        return list(texts)


class OpenFence(Fence):
    """Draws no line."""

    def around(self, text: str, *, source: str) -> str:
        return f"{source}:\n{text}"


class TrustingFence(Fence):
    """Draws the line, and lets the text draw it too."""

    def around(self, text: str, *, source: str) -> str:
        return f"<data-{self.nonce} from={source!r}>\n{text}\n</data-{self.nonce}>"


class OpenPapers(ChangePapers):
    """Papers on which nothing is fenced."""

    @cached_property
    def fence(self) -> Fence:
        return OpenFence(self.nonce)


def reviewed(
    stage: Stage,
    scene: Scene,
    clean: Played,
    *,
    guise: Guise,
    papers_of: type[ChangePapers] = ChangePapers,
) -> Played:
    """One obeying reviewer with these papers, its findings shown in the place of the checks'."""
    with open_repository(str(stage.folder)) as opened:
        tip = stage.repository.oid(f"refs/heads/{scene.branch}")
        change = replace(scene.told(opened.change(Target(revision=tip))), branch=scene.branch)
        head, base = opened.tree(change.head.oid), opened.tree(change.base.oid)
        papers = papers_of(
            materials=Materials(
                change=change,
                brief=understand(change, Request()),
                head=head,
                base=base,
                units=units(change),
            ),
            nonce=NONCE,
            rules=RULES,
            schema=SCHEMA,
            charges=lambda _role, _units: "",
            guise=guise,
        )
        prompt = Prompt(rules=RULES, shared=papers.shared(units(change)), charge="", schema=SCHEMA)
        report = read(Reply(answer=json.dumps(answer(prompt)))).report
        assert report is not None
        said = Observation(
            inspector="sdet",
            attendance=Attendance.RAN,
            reason="asked",
            remarks=remarks(report, role("sdet"), papers.restored),
        )
        judgement = judge(
            [said],
            Grounds(
                change=change,
                head=head,
                base=base,
                search=opened.search(change.head.oid),
                policy=clean.document.policy,
                today=dt.date(2026, 1, 1),
            ),
        )
    verdict = conclude.verdict(judgement.findings, clean.document.policy)
    document = replace(
        clean.document,
        findings=number(judgement.findings, change),
        verdict=verdict,
        outcome=conclude.outcome(clean.document.coverage, verdict),
    )
    return shown(document, change, [prompt])


@dataclass
class WildTools:
    """A toolset that does what it is asked: reads any path, writes, and starts programs."""

    folder: Path
    offers: tuple[ToolOffer, ...] = field(
        default=(ToolOffer(name="read_file", description="", schema={}),)
    )

    async def run(self, call: ToolCall) -> str:
        return self._done(call)

    def _done(self, call: ToolCall) -> str:
        arguments = json.loads(call.arguments)
        if call.name == "read_file":
            place = Path(arguments["path"])
            return place.read_text() if place.is_absolute() and place.is_file() else "nothing"
        if call.name == "write_file":
            (self.folder / "pwned.py").write_text(arguments["text"])
        if call.name == "run_shell":
            subprocess.run(["true"], check=True)
        return "done"

"""Plays a scene through the whole review and everything that is shown of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace

from postil import catalogue, codec, render
from postil.domain.change import Change
from postil.domain.conversation import Prompt
from postil.domain.document import ReviewDocument
from postil.domain.policy import PROFILES, Layout, PanelRules, Policy, Profile, Verify
from postil.inspection.prompt.charges import Inputs
from postil.inspection.tools import Ground
from postil.inspection.toolset import ReadingRoom
from postil.judge.conclude import Conclusion, exit_status
from postil.pipeline import Desk, PanelDesk, review
from postil.pipeline.desk import Tools
from postil.ports import Model, ToolRun, ToolStatus
from postil.render import Style
from postil.understand import Request
from postil.wiring.desk import known_checks
from postil.wiring.panel import known_roles
from postil.workspaces.git import Target, open_repository
from redteam.obeying import everything
from redteam.stage import Scene, Stage
from redteam.watching import watched

from fakes.models import FakeClock

NONCE = "7d1c0a9e5b3f2684"
PRIOR = ("0a1b2c3d", "4e5f6a7b")
WIDE = Style(width=2_000)
LAYOUTS = (Layout.STICKY, Layout.SECTIONS)


class NoPrograms:
    """No linter is installed: what git and our own checks see is what there is."""

    def run(self, *_: object, **__: object) -> ToolRun:
        return ToolRun(status=ToolStatus.MISSING)


@dataclass(frozen=True, kw_only=True)
class Played:
    """Everything that can be seen of one review from outside."""

    document: ReviewDocument
    change: Change
    outputs: Mapping[str, str]
    prompts: tuple[str, ...]
    status: int
    deeds: tuple[str, ...] = ()


def policy_of(profile: Profile) -> Policy:
    """A profile with every later look switched on, so that a model has all the say it can get."""
    rules = PanelRules(second_opinion="m", arbiter="m", skeptic="m", run_usd=None, change_usd=None)
    verify = (Verify.QUOTE, Verify.QUESTIONS, Verify.CROSS_MODEL)
    return replace(PROFILES[profile], model="m", panel=rules, verify=verify, allow_partial=False)


def played(
    stage: Stage, scene: Scene, model: Model, *, profile: Profile, tools: Tools | None = None
) -> Played:
    """The review of a scene by one model in every seat; `tools` replaces what it may look up."""
    with open_repository(str(stage.folder)) as opened:
        tip = stage.repository.oid(f"refs/heads/{scene.branch}")
        change = scene.told(opened.change(Target(revision=tip)))
        change = replace(change, branch=scene.branch)
        head, base = opened.tree(change.head.oid), opened.tree(change.base.oid)
        search = opened.search(change.head.oid)
        ground = Ground(head=head, search=search, history=opened.history(change.head))
        desk = Desk(
            change=change,
            head=head,
            base=base,
            search=search,
            tools=NoPrograms(),
            checks=known_checks(),
            policy=policy_of(profile),
            request=Request(),
            today=dt.date(2026, 1, 1),
            panel=_panel(scene, model, ReadingRoom(ground=ground), tools),
        )
        # Opening the repository makes a private folder for git; from there on nothing is written.
        with watched() as seen:
            document = review(desk).document
            result = shown(document, change, getattr(model, "asked", []))
    return replace(result, deeds=tuple(seen))


def _panel(scene: Scene, model: Model, room: ReadingRoom, tools: Tools | None) -> PanelDesk:
    roles = known_roles()
    replies = (("Replies to earlier findings", scene.reply),)
    return PanelDesk(
        roles=roles,
        models=lambda _name: (model,),
        clock=FakeClock(),
        nonce=NONCE,
        tools=tools or room.toolset,
        lookups=lambda: room.lookups,
        inputs=Inputs(
            texts=dict.fromkeys(roles, replies),
            verifies=dict.fromkeys(roles, PRIOR),
        ),
        second_opinion=True,
    )


def shown(document: ReviewDocument, change: Change, asked: list[Prompt]) -> Played:
    """The document in every format and layout."""
    outputs = {"document": codec.encode(document).decode("utf-8", "backslashreplace")}
    for name in ("terminal", "html", "json", "sarif", "junit"):
        outputs[name] = _rendered(name, document, change)
    for layout in LAYOUTS:
        laid_out = replace(document, policy=replace(document.policy, layout=layout))
        outputs[f"markdown {layout.value}"] = _rendered("markdown", laid_out, change)
    conclusion = Conclusion(
        outcome=document.outcome, verdict=document.verdict, findings=document.findings
    )
    return Played(
        document=document,
        change=change,
        outputs=outputs,
        prompts=tuple(map(everything, asked)),
        status=exit_status(conclusion, document.policy),
    )


def _rendered(name: str, document: ReviewDocument, change: Change) -> str:
    unit = catalogue.load(render, name, must_have=render.MUST_HAVE)
    text: str = unit.module.render(document, change, style=WIDE)
    return text

"""Carries out `postil review` for a pull request: read it, hear people, review, and publish."""

from __future__ import annotations

import datetime as dt
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from postil import wiring
from postil.cli import _asking
from postil.cli._keeping import Keeper, remembered
from postil.cli._live import announcing, live_table
from postil.cli._process import surroundings
from postil.cli._publishing import Errand, Moved, Ready, moment, published
from postil.cli._screen import Screen, note
from postil.domain.commands import Commands
from postil.domain.document import ReviewDocument
from postil.domain.errors import EXIT_BLOCKED, EXIT_FINE, UserError
from postil.domain.judgement import Outcome
from postil.domain.marks import Seal
from postil.domain.memory import Memory
from postil.domain.policy import SummaryIdentity
from postil.pipeline import Review, review
from postil.pipeline.earlier import Earlier, earlier, later, run_name
from postil.pipeline.heard import Heard, hear_people
from postil.pipeline.owing import is_owing
from postil.pipeline.pausing import answerable, paced
from postil.pipeline.posting import carrier_of
from postil.understand.skipping import reason_to_skip
from postil.wiring.actions import job
from postil.wiring.forge import open_forge

_PATIENCE = 30
"""Seconds between two looks whether another run has finished."""

_NEWER = (
    "a later Postil has written on this pull request, and this one would not understand it; "
    "update Postil."
)


@dataclass(frozen=True, kw_only=True)
class _Sitting:
    """What a review of one head starts from; `reviewed` is that of a head that moved on."""

    prepared: wiring.Prepared
    seal: Seal
    before: Earlier
    keeper: Keeper
    reviewed: ReviewDocument | None

    @property
    def last(self) -> ReviewDocument | None:
        """The review that knows most heads: the one just made, the stored one, the one posted."""
        found = (self.reviewed, *self.keeper.reviews[-1:], self.before.document)
        known = [each for each in found if each is not None]
        return max(known, key=lambda each: len(each.memory.heads), default=None)

    @property
    def is_believed(self) -> bool:
        """Whether the last review may spare anything: our own, or one posted under our seal."""
        return self.before.is_trusted or self.last is not self.before.document


def run(target: str | None, given: Mapping[str, Any]) -> int:
    """The whole command; the exit status is the return value."""
    around = surroundings()
    screen = Screen(around=around, quiet=given["quiet"], no_color=given["no_color"])
    wanted = _asking.wanted_for_pull(given)
    asked = _asking.pull_of(target, given)
    with open_forge(asked, around, repo=given["repo"]) as opened:
        if reason := reason_to_skip(opened.pull):
            note(reason)
            return EXIT_FINE
        name = run_name(secrets.token_hex(4), moment())
        began = job(around.forge)
        errand = Errand(
            opened=opened,
            around=around,
            screen=screen,
            given=given,
            name=name,
            is_talk=began is not None and began.is_talk,
        )
        return _twice_at_most(errand, wanted)


def _twice_at_most(errand: Errand, wanted: wiring.Wanted) -> int:
    """Review the head; when it moved on meanwhile, the new one, once, and then leave it."""
    reviewed: ReviewDocument | None = None
    for _ in range(2):
        result = _one_head(errand, wanted, reviewed)
        if isinstance(result, int):
            return result
        reviewed = result.document
        errand = replace(errand, opened=replace(errand.opened, shown=errand.opened.forge.look()))
    note("the pull request moved on again; nothing was published, the next run takes it.")
    return EXIT_BLOCKED


def _one_head(
    errand: Errand, wanted: wiring.Wanted, reviewed: ReviewDocument | None
) -> int | Moved:
    """The exit status, or the review of a head that is not the newest any more."""
    opened = errand.opened
    with opened.commits() as repository:
        if reviewed and not repository.follows(reviewed.subject.head, opened.pull.head):
            note(
                "history rewritten during the review: nothing was published; the next run is a "
                "full review."
            )
            return EXIT_BLOCKED
        if reviewed:
            unseen = f"{reviewed.subject.head[:7]}..{opened.pull.head[:7]}"
            note(f"Unseen delta: `{unseen}` was pushed meanwhile; it is reviewed now.")
        change = opened.change(repository)
        prepared = wiring.set_desk(repository, change, wanted, errand.around)
        for problem in prepared.settings.problems:
            note(str(problem))
        seal = wiring.seal_of(opened.pull, prepared.desk.policy, errand.around)
        errand, before = _undisturbed(errand, seal)
        if before.own.has_newer:
            raise UserError(_NEWER)
        if errand.opened.pull.head != opened.pull.head:
            note("the pull request moved on while another run wrote; the next run takes it.")
            return EXIT_BLOCKED
        opened = errand.opened
        with remembered(change, wanted, errand.around) as keeper:
            sitting = _Sitting(
                prepared=prepared, seal=seal, before=before, keeper=keeper, reviewed=reviewed
            )
            ready = _ready(errand, wanted, sitting)
            if ready is None:
                return EXIT_FINE
            if opened.forge.head() != opened.pull.head:
                return Moved(ready.done.document)
            return published(errand, ready)


def _undisturbed(errand: Errand, seal: Seal) -> tuple[Errand, Earlier]:
    """What stands once no other run is writing; one that died is waited for and then succeeded."""
    opened, waited = errand.opened, 0
    before = earlier(opened.shown, seal, run=errand.name)
    while before.is_busy:
        if not waited:
            note("another run is publishing to this pull request; waiting for it.")
        wiring.waiting()(_PATIENCE)
        waited += _PATIENCE
        opened = replace(opened, shown=opened.forge.look())
        before = earlier(opened.shown, seal, run=later(errand.name, waited))
    return replace(errand, opened=opened, name=later(errand.name, waited)), before


def _ready(errand: Errand, wanted: wiring.Wanted, sitting: _Sitting) -> Ready | None:
    """The review that is to be published; None where people want none now."""
    heard = _heard(errand, sitting)
    asked = heard.commands
    if errand.is_talk and (reason := _silence(errand, sitting, heard)):
        note(reason)
        return None
    # Whoever names the number of a pull request wants it reviewed, paused or not.
    if asked.is_paused and not asked.wants_review and not errand.given["pr"]:
        note("reviews of this pull request are paused; `@postil resume` in a comment ends that.")
        return _paused(errand, sitting, asked)
    last, before = sitting.last, sitting.before
    everything = wanted.everything or asked.wants_everything or not sitting.is_believed
    wanted = replace(wanted, everything=everything and last is not None)
    if before.is_unfinished and before.document is not None and not wanted.everything:
        note("an earlier run did not finish publishing; going on with what it found.")
        done = Review(replace(before.document, delivery=None))
    else:
        done = _reviewed(errand, wanted, sitting, heard)
    is_kept = done.document.outcome is Outcome.NOOP
    if is_kept and last is not None:
        done = replace(done, document=replace(done.document, outcome=last.outcome))
        is_kept = not is_owing(last, before.own, carrier_of(done.document))
    return _paced(done, sitting, asked, is_kept=is_kept)


def _silence(errand: Errand, sitting: _Sitting, heard: Heard) -> str:
    """Why a comment is no reason to do anything; empty when it is one."""
    last, pull = sitting.last, errand.opened.pull
    if heard.commands.wants_review:
        return ""
    if last is None or last.subject.head != pull.head:
        return f"`{pull.head[:7]}` is not reviewed yet; its own run hears what was said."
    is_spoken_to = heard.commands.given or any(not each.is_text for each in heard.replies)
    return "" if is_spoken_to else "nothing that was said is for Postil."


def _paused(errand: Errand, sitting: _Sitting, asked: Commands) -> Ready | None:
    """The review that stands, saying that it is the last for now; None where it says so already."""
    last = sitting.last
    if last is None or last.subject.head != errand.opened.pull.head:
        return None
    ready = _paced(Review(last), sitting, answerable(asked), is_kept=True)
    return ready if ready.commands.given or not ready.is_kept else None


def _paced(done: Review, sitting: _Sitting, asked: Commands, *, is_kept: bool) -> Ready:
    told = paced(done.document, is_paused=asked.is_paused)
    is_updated = told.policy.summary is SummaryIdentity.UPDATE
    is_kept = is_kept and (told == done.document or not is_updated)
    return Ready(
        done=replace(done, document=told),
        seal=sitting.seal,
        before=sitting.before,
        change=sitting.prepared.desk.change,
        commands=asked,
        is_kept=is_kept,
        journal=sitting.keeper.journal,
        keep=(lambda _done: True) if is_kept else sitting.keeper.keep,
    )


def _heard(errand: Errand, sitting: _Sitting) -> Heard:
    opened, last = errand.opened, sitting.last
    memory = last.memory if last else Memory()
    now = dt.datetime.fromtimestamp(moment(), dt.UTC)
    return hear_people(opened.shown, sitting.seal, memory, opened.forge.permission, now=now)


def _reviewed(errand: Errand, wanted: wiring.Wanted, sitting: _Sitting, heard: Heard) -> Review:
    last = sitting.last
    desk = sitting.prepared.recalling((last,) if last else (), wanted)
    if desk.past is not None and heard.replies:
        desk = replace(desk, past=replace(desk.past, replies=heard.replies))
    desk = wiring.resumed(desk, sitting.keeper.answers)
    with live_table(errand.screen, shown=_asking.format_of(errand.given) != "json") as table:
        return review(announcing(desk, table), progress=table)

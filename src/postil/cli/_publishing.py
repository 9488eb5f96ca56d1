"""Publishes a review to its pull request: asks whom it must, writes, and says where it stands."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from postil import codec, wiring
from postil.cli._delivery import deliver
from postil.cli._screen import Screen, note
from postil.cli._showing import shown_review, status_of
from postil.domain.change import Change
from postil.domain.commands import Commands
from postil.domain.document import ReviewDocument
from postil.domain.errors import EXIT_BLOCKED, EXIT_FINE, EXIT_USER
from postil.domain.marks import Seal
from postil.domain.policy import CiGate, Gate
from postil.domain.publication import ReviewEvent
from postil.pipeline import Review
from postil.pipeline.earlier import Earlier
from postil.pipeline.edits import written_by_people
from postil.pipeline.outgoing import Outgoing
from postil.pipeline.posting import Posting
from postil.pipeline.publishing import Published, publish
from postil.publish.anchors import Anchors
from postil.publish.carrying_out import Courier, Journal, NoJournal
from postil.publish.planning import plan
from postil.render._veiled import veiled
from postil.wiring.forge import OpenPull


@dataclass(frozen=True, kw_only=True)
class Errand:
    """One run for one pull request, as it was asked for; `is_talk` says that a comment began it."""

    opened: OpenPull
    around: wiring.Surroundings
    screen: Screen
    given: Mapping[str, Any]
    name: str
    is_talk: bool = False


@dataclass(frozen=True)
class Moved:
    """The review of a head that is not the newest any more; nothing of it was published."""

    document: ReviewDocument


@dataclass(frozen=True, kw_only=True)
class Ready:
    """A review that is to be published; `keep` puts it where the next run finds it.

    `is_kept` says that nothing is new and the summary that stands is left.
    """

    done: Review
    seal: Seal
    before: Earlier
    change: Change | None = None
    commands: Commands = field(default_factory=Commands)
    is_kept: bool = False
    journal: Journal = field(default_factory=NoJournal)
    keep: Callable[[Review], bool] = lambda _done: True


def published(errand: Errand, ready: Ready) -> int | Moved:
    """The exit status after everything is written, shown or refused.

    Nothing is written about a head that moved on while a person decided about it.
    """
    if ready.done.document.policy.ci_gate is CiGate.STATUS:
        errand = replace(errand, opened=errand.opened.with_checks())
    outgoing = _outgoing(errand, ready)
    posting = _posting(errand, ready, outgoing)
    shown = errand.opened.shown
    if errand.given["dry_run"]:
        from postil.cli._planning import plan_text

        _show(errand, ready.done, ready)
        deliver(plan_text(plan(posting.wanted(shown, {}), shown, ready.seal)))
        return status_of(ready.done)
    decided = posting if ready.is_kept else _decided(errand, posting)
    if decided is None:
        note("nothing was posted.")
        return EXIT_FINE
    if errand.around.is_attended and errand.opened.forge.head() != errand.opened.pull.head:
        return Moved(ready.done.document)
    courier = Courier(
        forge=errand.opened.forge, seal=ready.seal, wait=wiring.waiting(), journal=ready.journal
    )
    result = publish(decided, courier, shown)
    done = replace(ready.done, document=result.document)
    is_stored = ready.keep(done)
    _show(errand, done, ready)
    _say_where(result, errand.screen)
    for leak in outgoing.leaks:
        note(f"`{leak.name}` stood in a text for the pull request and was taken out; replace it.")
    status = status_of(done)
    if not result.is_whole or outgoing.leaks:
        return status or EXIT_BLOCKED
    return status if is_stored else EXIT_USER


def _outgoing(errand: Errand, ready: Ready) -> Outgoing:
    opened = errand.opened
    return Outgoing(
        pull=opened.pull,
        secrets=wiring.own_secrets(errand.around, opened.secrets),
        veil=ready.done.veil,
    )


def _posting(errand: Errand, ready: Ready, outgoing: Outgoing) -> Posting:
    opened, document = errand.opened, ready.done.document
    files = frozenset(file.path for file in document.files)
    return Posting(
        document=document,
        seal=ready.seal,
        anchors=Anchors({} if ready.is_kept else opened.forge.patches(), files),
        run=errand.name,
        outgoing=outgoing,
        previous=ready.before.document,
        edits=written_by_people(ready.before.own, ready.before.document),
        commands=ready.commands,
        is_kept=ready.is_kept,
        began=opened.shown,
    )


def _decided(errand: Errand, posting: Posting) -> Posting | None:
    """The posting as a person wants it; None when they want none."""
    if posting.document.policy.gate is Gate.HUMAN:
        return _gated(errand, posting)
    if errand.given["yes"] or not errand.around.is_attended:
        return posting
    import click

    pull = errand.opened.pull
    question = f"Publish to {pull.repository}#{pull.number}?"
    return posting if click.confirm(question, err=True) else None


def _gated(errand: Errand, posting: Posting) -> Posting | None:
    from postil.cli._gate import decide
    from postil.cli._terminal import at_terminal
    from postil.publish.draft import Post, drafted
    from postil.render._status import event

    document, around = posting.document, errand.around
    proposed = ReviewEvent(event(document).lower().replace("_", "-"))
    draft = drafted(document, proposed, is_own=errand.opened.is_by_us)
    terminal = None
    path = errand.given.get("document") or f"postil-{document.subject.head[:7]}.json"
    if around.is_attended:
        terminal = at_terminal(width=around.width, editor=around.editor)
    elif not errand.given["yes"]:
        deliver(codec.encode(veiled(document, posting.outgoing.veil)).decode(), path)
    decision = decide(draft, terminal, is_agreed=errand.given["yes"], document=path)
    if not isinstance(decision, Post):
        return None
    chosen = decision.draft
    pull = errand.opened.pull
    author = pull.author.login if pull.author and document.policy.tag_author else ""
    return replace(
        posting,
        document=chosen.applied(),
        event=chosen.event,
        with_advisory=chosen.with_advisory,
        tag=author,
    )


def _show(errand: Errand, done: Review, ready: Ready) -> None:
    shown = veiled(done.document, done.veil)
    if ready.change is not None:
        change = veiled(ready.change, done.veil)
        deliver(shown_review(shown, change, errand.given, errand.screen), errand.given["output"])
    if errand.given.get("document"):
        deliver(codec.encode(shown).decode(), errand.given["document"])


def _say_where(result: Published, screen: Screen) -> None:
    record = result.document.delivery
    assert record is not None  # noqa: S101 - publishing writes it
    for name, address in record.addresses:
        screen.hint(f"{name}: {address}")
    for trouble in record.troubles:
        note(trouble)


def moment() -> float:
    return time.time()

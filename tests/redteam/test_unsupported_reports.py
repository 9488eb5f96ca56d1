"""On clean changes a model that reports only what the code does not support is not heard."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterator
from dataclasses import replace

import pytest

from postil.domain.conversation import Reply
from postil.domain.document import ReviewDocument
from postil.domain.judgement import Coverage, Outcome
from postil.domain.policy import PROFILES, Profile, Verify
from postil.pipeline import Desk, PanelDesk, review
from postil.understand import Request
from postil.wiring.desk import known_checks
from postil.wiring.panel import known_roles
from postil.workspaces.git import Target, open_repository
from redteam.clean_changes import CleanChange, clean_changes
from redteam.playing import NoPrograms, shown
from redteam.unsupported import unsupported

from fakes.models import FakeClock, FakeModel, report
from repositories import Repository

CHANGES = tuple(clean_changes())
QUIET = (Profile.PANEL, Profile.SECTIONS, Profile.THREADS)
"""Where an unknown name is set aside; the guided profile shows it as advice, marked unverified."""


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return Repository(tmp_path_factory.mktemp("clean") / "r")


def reviewed(
    change: CleanChange, repository: Repository, reply: Reply, profile: Profile
) -> ReviewDocument:
    branch = f"{change.name}-{profile.value}".replace(" ", "-")
    before = repository.commit({change.path: change.before}, "Begin", branch=branch, parents=[])
    tip = repository.commit(
        {change.path: change.after},
        "Answer at once when there is nothing",
        branch=branch,
        parents=[before],
    )
    with open_repository(str(repository.folder)) as opened:
        found = opened.change(Target(revision=tip))
        desk = Desk(
            change=found,
            head=opened.tree(found.head.oid),
            base=opened.tree(found.base.oid),
            search=opened.search(found.head.oid),
            tools=NoPrograms(),
            checks=known_checks(),
            policy=replace(PROFILES[profile], verify=(Verify.QUOTE,)),
            request=Request(),
            today=dt.date(2026, 1, 1),
            panel=PanelDesk(
                roles=known_roles(),
                models=lambda _name: (FakeModel([reply]),),
                clock=FakeClock(),
                nonce="0123456789abcdef",
            ),
        )
        document = review(desk).document
    shown(document, found, [])
    return document


def _cases() -> Iterator[tuple[CleanChange, Profile]]:
    for place, change in enumerate(CHANGES):
        yield change, QUIET[place % len(QUIET)]


def test_there_are_fifty_of_them() -> None:
    assert len({change.after for change in CHANGES}) == 50
    assert all(change.added in change.after and change.kept in change.before for change in CHANGES)
    assert all(change.added not in change.before.split("\n") for change in CHANGES)


@pytest.mark.parametrize(
    ("change", "profile"), list(_cases()), ids=lambda part: str(getattr(part, "name", part))
)
def test_inv_10_nothing_unsupported_is_shown(
    change: CleanChange, profile: Profile, repository: Repository
) -> None:
    claims = dict(unsupported(change))
    document = reviewed(change, repository, report(findings=list(claims.values())), profile)
    assert [each.title for each in document.findings] == []
    readers = sum(each.kind == "role" and each.remarks > 0 for each in document.inspectors)
    assert readers > 0
    assert len(document.set_aside) == readers * len(claims)
    assert all(each.reason for each in document.set_aside)
    assert (document.coverage, document.outcome) == (Coverage.FULL, Outcome.REVIEWED_CLEAN)


@pytest.mark.parametrize("change", CHANGES[::10], ids=lambda change: change.name)
def test_what_the_code_supports_is_shown(change: CleanChange, repository: Repository) -> None:
    """The same finding without its fault stands, so it is the fault that sets it aside."""
    sound = {**dict(unsupported(change))["signal D"], "signals": []}
    document = reviewed(change, repository, report(findings=[sound]), Profile.PANEL)
    assert [each.place.text for each in document.findings] == [change.added]


def test_a_finding_without_any_justification_is_not_read(repository: Repository) -> None:
    """What has no shape is no remark at all: the review says that it could not use it."""
    change = CHANGES[0]
    sound = dict(unsupported(change))["signal D"]
    del sound["justification"]
    reply = Reply(answer=json.dumps({"findings": [sound]}))
    document = reviewed(change, repository, reply, Profile.PANEL)
    assert document.findings == ()
    assert document.outcome is Outcome.PARTIAL
    assert "justification" in document.required_gaps[0].reason

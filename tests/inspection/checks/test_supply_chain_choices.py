"""Tests of what the author or the project wants, told by both revisions of a manifest."""

from __future__ import annotations

import pytest

from postil.inspection.checks._supply_chain.choices import CHOICES, Choices
from postil.inspection.checks._supply_chain.entries import (
    Ecosystem,
    Group,
    Manifest,
    Requirement,
    Source,
)
from postil.inspection.checks._supply_chain.signs import Sign, Signal
from postil.inspection.makers import Makers

from fakes.changes import change_between
from fakes.trees import MemoryTree

PRE = Signal("glimmer", Sign.PRERELEASE, "`1.0.0-rc.1` is a pre-release")
OUTSIDE = Signal("glimmer", Sign.OUTSIDE_SOURCE, "it comes from elsewhere")
ASKED = Requirement(name="glimmer", version="1.0.0-rc.1", span=(2, 2))


def asked(
    name: str, version: str, *, group: Group = Group.DIRECT, source: Source = Source.REGISTRY
) -> Manifest:
    requirement = Requirement(name=name, version=version, span=(1, 1), group=group, source=source)
    return Manifest(ecosystem=Ecosystem.NPM, requirements=(requirement,))


def choices(
    path: str = "package.json", *, before: Manifest | None = None, manifest: Manifest | None = None
) -> Choices:
    base, head = (
        {path: "one\n", "ci.yml": "get https://a.example/x\n# https://b.example/y/z\n"},
        {path: "one\ntwo\n"},
    )
    makers = Makers(MemoryTree(base))
    return Choices(change_between(base, head), MemoryTree(head), path, manifest, before, makers)


@pytest.mark.parametrize(
    ("before", "usual"),
    [
        (None, False),
        (asked("other", "1.0.0"), False),
        (asked("other", "1.0.0-beta.1"), True),
        (asked("other", "v0.0.0-20240112132812-db7319d0e0e3"), True),
        (asked("golang.org/x/net", "v0.0.0-20240112132812-db7319d0e0e3"), False),
        (asked("other", "1.0.0-beta.1", group=Group.INDIRECT), False),
        (asked("other", "1.0.0-beta.1", source=Source.GIT), False),
    ],
)
def test_one_more_prerelease_is_usual(before: Manifest | None, *, usual: bool) -> None:
    assert choices(before=before).cover(PRE, "package.json", ASKED) is usual


@pytest.mark.parametrize("welcome", [True, False])
def test_a_manifest_may_welcome_what_is_unfinished(*, welcome: bool) -> None:
    manifest = Manifest(ecosystem=Ecosystem.PACKAGIST, takes_unfinished=welcome)
    assert choices(manifest=manifest).cover(PRE, "package.json", ASKED) is welcome


@pytest.mark.parametrize(
    ("origin", "known"),
    [
        ("https://github.com/a/thing", False),
        ("$FORK", True),
        ("https://{{ host }}/thing", True),
        ("https://github.com/<you>/thing", True),
        ("https://a.example/x", True),
        ("https://a.example/y", False),
        ("https://b.example/y", False),
        ("https://b.example/y/z", True),
    ],
)
def test_sources_that_are_blanks_or_moved(origin: str, *, known: bool) -> None:
    item = Requirement(name="glimmer", version="", span=(2, 2), source=Source.URL, origin=origin)
    assert choices().cover(OUTSIDE, "package.json", item) is known


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("package.json", False),
        ("examples/a/package.json", True),
        ("react-template/package.json", True),
        ("tests/package.json", False),
        ("tests/browser/package.json", False),
        ("tests/data/one/package.json", True),
        ("contests/data/one/package.json", False),
    ],
)
def test_what_only_shows_something(path: str, *, shown: bool) -> None:
    assert choices(path).cover(PRE, path, ASKED) is shown
    behind = Signal("glimmer", Sign.LOCK_BEHIND, "not held")
    assert choices(path).cover(behind, path, ASKED) is shown


@pytest.mark.parametrize("sign", sorted(set(Sign) - CHOICES - {Sign.LOCK_BEHIND}))
def test_what_nobody_wants_is_told_even_of_examples(sign: Sign) -> None:
    path = "examples/package.json"
    assert choices(path).cover(Signal("glimmer", sign, "x"), path, ASKED) is False


def test_a_file_that_cannot_be_read_explains_nothing() -> None:
    nothing = MemoryTree({})
    silent = Choices(choices().change, nothing, "package.json", None, None, Makers(nothing))
    assert silent.cover(PRE, "package.json", ASKED) is False

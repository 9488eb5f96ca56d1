"""Tests of what a project did before in its manifests and locks."""

from __future__ import annotations

import pytest

from postil.inspection.checks._supply_chain.custom import Custom
from postil.inspection.checks._supply_chain.entries import Lock, Locked, Source
from postil.inspection.checks._supply_chain.families import Family
from postil.inspection.checks._supply_chain.held import Held
from postil.inspection.checks._supply_chain.package_json import read_package
from postil.inspection.checks._supply_chain.popular import is_known_installer
from postil.inspection.checks._supply_chain.signs import Sign

from fakes.trees import MemoryTree

GIT = '{"dependencies": {"oil": "github:coopers/oil", "shade": "github:weavers/shade"}}'


def custom(files: dict[str, str], *locked: Locked) -> Custom:
    return Custom(
        base=MemoryTree(files),
        path="glass/package.json",
        family=Family("package.json", read_package),
        before=None,
        locks=(Lock(entries=locked),),
        asked={},
    )


def from_git(name: str) -> Locked:
    return Locked(name=name, version="1", span=(1, 1), source=Source.GIT, origin="x")


@pytest.mark.parametrize(
    ("files", "usual"),
    [
        ({"wick/package.json": GIT}, True),
        ({"wick/package.json": GIT.replace("shade", "kiln")}, False),
        ({"wick/package.json": "no manifest"}, False),
        ({"wick/composer.json": GIT}, False),
        ({"node_modules/wick/package.json": GIT}, False),
        ({"glass/package.json": GIT}, False),
    ],
)
def test_sources_of_other_manifests(files: dict[str, str], *, usual: bool) -> None:
    assert custom(files).covers(Sign.OUTSIDE_SOURCE, "kiln") is usual


def test_sources_of_the_lock() -> None:
    assert custom({}, from_git("oil"), from_git("shade")).covers(Sign.OUTSIDE_SOURCE, "kiln")
    assert not custom({}, from_git("oil"), from_git("kiln")).covers(Sign.OUTSIDE_SOURCE, "kiln")


@pytest.mark.parametrize("sign", [Sign.LOOKALIKE, Sign.DIGEST_CHANGED, Sign.DOWNGRADE])
def test_signs_that_are_no_custom(sign: Sign) -> None:
    assert not custom({"wick/package.json": GIT}).covers(sign, "kiln")


@pytest.mark.parametrize(
    ("name", "new", "known"),
    [
        ("esbuild", False, True),
        ("@prisma/anything", False, True),
        ("@stranger/prisma", True, False),
        ("commander", True, True),
        ("commander", False, False),
    ],
)
def test_whose_scripts_are_known(name: str, *, new: bool, known: bool) -> None:
    assert is_known_installer(name, new=new) is known


def test_a_source_outside_of_registries_is_no_host() -> None:
    registered = Locked(name="wick", version="1", span=(1, 1), origin="https://a.example/wick.tgz")
    held = Held(Lock(entries=(registered,)), Lock(entries=(from_git("oil"),)))
    assert list(held.signals()) == []

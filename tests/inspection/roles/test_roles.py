"""Every role fits its folder, owns what it should, and sits when it should."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from postil import catalogue
from postil.domain.brief import Archetype, Brief, Concern, Flag, Intent, Tier
from postil.domain.policy import PROFILES, Profile
from postil.domain.severity import Dimension
from postil.inspection import roles
from postil.inspection.panel.seating import seated
from postil.inspection.roles import BUILT_IN, NOT_NEEDED
from postil.judge.passes import CHECKS, OWNERS
from postil.wiring.panel import known_roles

ROLES = known_roles()
UNITS = catalogue.units(roles, must_have=roles.MUST_HAVE)
READ_ONLY = {
    "read_file",
    "search",
    "find_references",
    "find_definitions",
    "list_files",
    "blame",
    "log_lines",
}
BRIEF = Brief(size=300, tier=Tier.STANDARD, tier_reason="", archetype=Archetype.FEATURE)
EVERYONE = {"security", "sdet", "code-reviewer", "comment-analyst", "security-differential"} | {
    "generalist"
}
BEHAVIOUR = {"staff-engineer", "silent-failure-hunter"}
STANDARD = {"type-design", "test-analyst"}


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_a_role_fits(unit: catalogue.Unit) -> None:
    role = ROLES[unit.name]
    assert role.name == unit.name
    assert role.question.endswith("?")
    assert role.charge.strip()
    assert role.not_mine.endswith(".")
    assert set(role.tools) <= READ_ONLY
    assert role.origin == BUILT_IN
    assert not set(role.passes) & set(role.contributes)
    for category in role.categories:
        assert role.ceiling.at_least(category.severity)
        assert category.dimension in (*role.passes, *role.contributes)
        assert category.look_for


def test_no_two_roles_own_the_same_id() -> None:
    ids = [category.id for role in ROLES.values() for category in role.categories]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("name", "owned"),
    [
        ("security", "S1 critical S2 critical S3 critical S4 critical S5 critical"),
        (
            "staff-engineer",
            "E1 high E2 high E3 high E4 high E5 high E6 high E7 high E8 low E9 low",
        ),
        ("sdet", "T1 medium T2 medium T3 medium T4 medium"),
        ("spec-auditor", "C1 high C2 high C3 low C4 critical"),
        (
            "actions-auditor",
            "W1 high W2 high W3 high W4 critical W5 high W6 medium W7 critical W8 critical W9 low",
        ),
    ],
)
def test_what_each_role_owns_and_how_bad_it_usually_is(name: str, owned: str) -> None:
    said = " ".join(f"{each.id} {each.severity.value}" for each in ROLES[name].categories)
    assert said == owned


@pytest.mark.parametrize("profile", list(Profile))
def test_the_owner_of_a_pass_knows_that_it_owns_it(profile: Profile) -> None:
    told = {
        dimension: name for name in PROFILES[profile].reviewers for dimension in ROLES[name].passes
    }
    owners = {each: name for each, name in OWNERS[profile].items() if name != CHECKS}
    assert told == owners


@pytest.mark.parametrize("profile", list(Profile))
def test_every_reviewer_of_a_profile_exists(profile: Profile) -> None:
    assert set(PROFILES[profile].reviewers) <= set(ROLES)


@pytest.mark.parametrize(
    ("changes", "sitting"),
    [
        ({}, EVERYONE | BEHAVIOUR | STANDARD),
        ({"tier": Tier.LITE}, EVERYONE | BEHAVIOUR),
        ({"tier": Tier.FULL}, EVERYONE | BEHAVIOUR | STANDARD),
        ({"archetype": Archetype.DOCS}, EVERYONE | {"staff-engineer"}),
        ({"archetype": Archetype.DOCS, "is_trivial": True}, EVERYONE),
        (
            {"archetype": Archetype.DOCS, "is_trivial": True, "full_pass": True},
            EVERYONE | BEHAVIOUR | {"test-analyst"},
        ),
        ({"has_spec": True}, EVERYONE | BEHAVIOUR | STANDARD | {"spec-auditor"}),
        (
            {"flags": (Flag.DEPENDENCIES, Flag.CI)},
            EVERYONE | BEHAVIOUR | STANDARD | {"supply-chain", "actions-auditor"},
        ),
        ({"intent": Intent(goal="faster")}, EVERYONE | BEHAVIOUR | STANDARD | {"verifier"}),
    ],
)
def test_who_sits(changes: dict[str, Any], sitting: set[str]) -> None:
    brief = replace(BRIEF, **changes)
    assert {name for name, role in ROLES.items() if role.seat(brief)} == sitting


def test_the_reasons_are_said() -> None:
    concern = Concern(number=1, text="must not break", source="description")
    asked = replace(BRIEF, prior=2, concerns=(concern,), intent=Intent(goal="faster"))
    said = "earlier findings: 2, stated concerns: 1, a stated goal"
    assert ROLES["verifier"].seat(asked) == said
    docs = replace(BRIEF, archetype=Archetype.DOCS, full_pass=True, is_trivial=True)
    assert ROLES["comment-analyst"].seat(docs) == "leads: only documents change"
    for name in ("staff-engineer", "silent-failure-hunter", "test-analyst"):
        assert ROLES[name].seat(docs) == "all eight passes are asked for"


def test_empty_chairs_say_why() -> None:
    brief = replace(BRIEF, tier=Tier.LITE, archetype=Archetype.DOCS, is_trivial=True)
    wanted = [*PROFILES[Profile.PANEL].reviewers, *PROFILES[Profile.GUIDED].reviewers]
    seats, chairs = seated([*wanted, "security", "poet"], ROLES, brief)
    assert [seat.name for seat in seats] == [
        "security",
        "sdet",
        "code-reviewer",
        "comment-analyst",
        "security-differential",
    ]
    assert {chair.role: chair.reason for chair in chairs} == {
        "staff-engineer": "the change is trivial: small, and only documents, renames or types",
        "spec-auditor": "no specification was given",
        "silent-failure-hunter": "only documents change",
        "type-design": "the change is small or only documents",
        "test-analyst": "the change is small or only documents",
        "supply-chain": "no dependency changes",
        "actions-auditor": "no CI workflow changes",
        "poet": "there is no such role",
    }
    assert NOT_NEEDED not in {role.empty for role in ROLES.values() if role.seat(BRIEF) is None}


def test_nothing_a_tester_says_can_be_worse_than_high() -> None:
    testers = [role for role in ROLES.values() if Dimension.TEST_COVERAGE in role.passes]
    ceilings = {role.name: role.ceiling.value for role in testers}
    assert ceilings == {"generalist": "critical", "sdet": "high", "test-analyst": "high"}

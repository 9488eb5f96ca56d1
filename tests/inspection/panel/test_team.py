"""Roles that teams write down: read at the base, bounded, and never more than a role of ours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.domain.brief import Archetype, Brief, Tier
from postil.domain.conversation import tokens
from postil.domain.severity import Dimension, Severity
from postil.inspection.panel.team import FOLDER, MOST_ROLES, team_roles
from postil.inspection.prompt.charges import Inputs, charge
from postil.inspection.prompt.fences import Fence
from postil.inspection.prompt.guise import Guise
from postil.inspection.roles import Role
from postil.inspection.roles._from_markdown import MOST_CATEGORIES, MOST_TOKENS, TOOLS
from postil.wiring.panel import known_roles

from fakes.panels import prompts
from fakes.trees import MemoryTree

ROLES = known_roles()
BRIEF = Brief(size=300, tier=Tier.FULL, tier_reason="", archetype=Archetype.FEATURE)
PLAIN = """---
question: Does every transfer balance?
categories:
  - id: PAY1
    name: rounding
    severity: medium
    dimension: correctness
---
Add up both sides.
"""
RICH = """---
name: book-keeper
question: Does every transfer balance?
not_mine: Speed.
ceiling: medium
tools: [search, blame]
paths: ["billing/**", "*.sql"]
categories:
  - {id: PAY1, name: rounding, severity: medium, dimension: correctness, look_for: lost cents}
  - {id: PAY2, name: audit trail, severity: low, dimension: security}
---

Add up both sides.
"""


def invited(
    *texts: str,
    changed: tuple[str, ...] = ("billing/refund.py",),
    besides: Mapping[str, str] = MappingProxyType({}),
) -> tuple[list[Role], list[str]]:
    """The roles in these files, and each problem as subject, reason and remedy."""
    tree = {f"{FOLDER}/role-{n}.md": text for n, text in enumerate(texts)} | dict(besides)
    roles, gaps = team_roles(
        MemoryTree(tree), changed, known=tuple(ROLES.values()), taken=("dead-export",)
    )
    assert all(gap.required for gap in gaps)
    return list(roles), [f"{gap.subject}: {gap.reason}; {gap.remedy}" for gap in gaps]


def test_a_plain_role_has_our_defaults() -> None:
    ([role], problems) = invited(PLAIN)
    assert problems == []
    assert (role.name, role.origin) == ("role-0", ".postil/roles/role-0.md")
    assert (role.question, role.charge) == ("Does every transfer balance?", "Add up both sides.")
    assert (role.ceiling, role.tools, role.passes) == (Severity.HIGH, TOOLS, ())
    assert role.contributes == (Dimension.CORRECTNESS,)
    assert [each.title for each in role.categories] == ["PAY1 rounding"]
    assert role.seat(BRIEF) == "the team's own; reads every change"


def test_a_rich_role_says_it_all() -> None:
    ([role], _) = invited(RICH)
    assert (role.name, role.not_mine) == ("book-keeper", "Speed.")
    assert (role.ceiling, role.tools) == (Severity.MEDIUM, ("search", "blame"))
    assert role.contributes == (Dimension.CORRECTNESS, Dimension.SECURITY)
    assert [each.look_for for each in role.categories] == ["lost cents", ""]


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (("billing/refund.py",), "the team's own; `billing/**` changes"),
        (("db/one.sql",), "the team's own; `*.sql` changes"),
        (("app/main.py",), None),
        ((), None),
    ],
)
def test_it_sits_when_its_paths_change(changed: tuple[str, ...], reason: str | None) -> None:
    ([role], _) = invited(RICH, changed=changed)
    assert role.seat(BRIEF) == reason
    assert role.empty == "no changed path is its business"


@pytest.mark.parametrize(
    ("old", "new", "remedy"),
    [
        ("name: book-keeper", "name: security", "`security` is taken"),
        ("name: book-keeper", "name: second-opinion", "`second-opinion` is taken"),
        ("name: book-keeper", "name: dead-export", "`dead-export` is taken"),
        ("name: book-keeper", "name: Book Keeper", "lower-case words joined by dashes"),
        ("question: Does every transfer balance?\n", "", "write `question` as one line"),
        ("ceiling: medium", "ceiling: fatal", "choose `ceiling` among critical"),
        ("ceiling: medium", "ceiling: low", "make `PAY1` no worse than the `ceiling`, low"),
        ("tools: [search, blame]", "tools: [shell]", "choose `tools` among blame, find_def"),
        ("tools: [search, blame]", "tools: shell", "list 1 to 7 `tools`"),
        ("not_mine: Speed.", "budget: 100", "take out `budget`; what counts is"),
        ("look_for: lost cents", "weight: 9", "take out `weight`"),
        ("id: PAY2", "id: PAY1", "an `id` of its own"),
        ("id: PAY2", "id: E2", "that no other role uses"),
        ("id: PAY2", "id: pay", "such as `PAY1`"),
        ("severity: low", "severity: awful", "choose `severity` among"),
        ("dimension: security", "dimension: money", "choose `dimension` among correctness"),
        ("{id: PAY2, name: audit trail, severity: low, dimension: security}", "x", "as a table"),
        ("Add up both sides.", " ", "write its charge below"),
        ("Add up both sides.", "word " * 700, f"shorten it to {MOST_TOKENS} tokens; it takes"),
    ],
)
def test_a_file_that_is_no_role_is_a_gap_with_its_remedy(old: str, new: str, remedy: str) -> None:
    assert RICH.count(old) == 1
    roles, problems = invited(RICH.replace(old, new))
    assert roles == []
    assert len(problems) == 1
    assert problems[0].startswith("team role `.postil/roles/role-0.md`: it is not a role; ")
    assert remedy in problems[0]


def test_one_bad_file_does_not_keep_the_others_out() -> None:
    roles, problems = invited("nonsense", RICH)
    assert [role.name for role in roles] == ["book-keeper"]
    assert len(problems) == 1


def test_two_files_cannot_be_the_same_role() -> None:
    roles, problems = invited(RICH, RICH.replace("PAY", "CASH"))
    assert len(roles) == 1
    assert "`book-keeper` is taken" in problems[0]
    _, problems = invited(RICH, RICH.replace("book-keeper", "teller"))
    assert "`PAY1`" in problems[0]


def test_only_markdown_directly_in_the_folder_counts() -> None:
    elsewhere = {
        f"{FOLDER}/README.md": "About roles.",
        f"{FOLDER}/deep/one.md": PLAIN,
        f"{FOLDER}/notes.txt": PLAIN,
        "roles/one.md": PLAIN,
    }
    assert invited(besides=elsewhere) == ([], [])
    assert invited() == ([], [])


def test_there_is_an_end_to_how_many() -> None:
    texts = [PLAIN.replace("PAY1", f"PAY{n}") for n in range(MOST_ROLES + 1)]
    roles, problems = invited(*texts)
    assert len(roles) == MOST_ROLES
    (problem,) = problems
    assert problem.startswith(f"team role `{FOLDER}/role-8.md`: a team has at most 8 roles; ")


def test_the_longest_role_still_has_a_short_charge() -> None:
    rows = "\n".join(
        f"  - {{id: PAY{n}, name: rounding, severity: low, dimension: security, look_for: cents}}"
        for n in range(MOST_CATEGORIES)
    )
    text = f"---\nquestion: Why?\ncategories:\n{rows}\n---\n" + "wo " * 570
    ([role], _) = invited(text)
    asked = replace(BRIEF, full_pass=True)
    inputs = Inputs(language="Traditional Chinese", verifies={role.name: ("F1", "F2", "F3")})
    said = charge(role, asked, inputs, guise=Guise(), fence=Fence("a" * 24))
    assert MOST_TOKENS <= tokens(said) <= 900


def test_a_teams_role_is_asked_beside_the_policys_reviewers() -> None:
    ([role], _) = invited(RICH)
    asked = prompts({"sdet": ROLES["sdet"]}, team=(role,))
    assert list(asked) == ["sdet", "book-keeper"]
    assert asked["book-keeper"].rules == asked["sdet"].rules
    assert "Add up both sides." in asked["book-keeper"].charge
    assert "Nothing you report is worse than medium." in asked["book-keeper"].charge


@given(st.text(max_size=200), st.text(max_size=100))
def test_any_file_is_a_role_or_a_gap(head: str, body: str) -> None:
    roles, problems = invited(f"---\n{head}\n---\n{body}", PLAIN.replace("rounding", head))
    assert len(roles) + len(problems) == 2

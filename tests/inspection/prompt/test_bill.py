"""What the first review of a large change is billed, as a multiple of its plain diff.

Three roles send one beginning: one in full, two from the cache at a tenth, hence 1.2; four, 1.3.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from postil.domain.conversation import tokens
from postil.inspection.prompt.answer_schema import SCHEMA
from postil.inspection.prompt.charges import Inputs, charge
from postil.inspection.prompt.papers import ChangePapers, Materials
from postil.inspection.prompt.rules import RULES
from postil.inspection.tools import Ground
from postil.inspection.toolset import ReadingRoom
from postil.understand import Request, understand
from postil.understand.units import units
from postil.wiring.panel import known_roles
from postil.workspaces.git import Target, open_repository

from architecture.source import SOURCE
from repositories import Repository

LARGE = 12_000
RULES_AND_SCHEMA = 2_500
CHARGE = 900
ROLES = ("security", "staff-engineer", "sdet", "spec-auditor")
EDIT = ["    if not value:", '        raise ValueError("a value is needed")']


def compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def edited(text: str) -> str:
    """The text with an edit of every sort in each forty lines: changed, removed and added lines."""
    lines = []
    for number, line in enumerate(text.split("\n")):
        place = number % 40
        if place == 8:
            lines.append(line.replace("=", "= 1 +") if "=" in line else f"{line}  # why")
        elif place not in (20, 21):
            lines.append(line)
        lines += EDIT if place == 30 else []
    return "\n".join(lines)


def sources() -> dict[str, str]:
    files = sorted((SOURCE / "judge").glob("*.py")) + sorted((SOURCE / "syntax").glob("*.py"))
    return {f"src/{file.name}": file.read_text(encoding="utf-8") for file in files}


CHANGES: dict[str, tuple[Mapping[str, str], Mapping[str, str | None]]] = {
    "many small edits": (sources(), {path: edited(text) for path, text in sources().items()}),
    "new files": ({"README.md": "x\n"}, dict(list(sources().items())[:24])),
    "removed files": (sources(), dict.fromkeys(list(sources())[:24])),
}


class Bill:
    def __init__(
        self, folder: Path, before: Mapping[str, str], after: Mapping[str, str | None]
    ) -> None:
        repository = Repository(folder)
        repository.commit(before, "Begin")
        repository.commit(after, "feat: ask for a value")
        self.diff = tokens(repository.git("diff", "-U3", "HEAD^", "HEAD").decode())
        with open_repository(repository.path) as opened:
            change = opened.change(Target(revision="HEAD"))
            head, base = opened.tree(change.head.oid), opened.tree(change.base.oid)
            brief = understand(change, Request(has_spec=True))
            materials = Materials(
                change=change, brief=brief, head=head, base=base, units=units(change)
            )
            papers = ChangePapers(
                materials=materials,
                nonce="0123456789abcdef01234567",
                rules=RULES,
                schema=SCHEMA,
                charges=lambda role, _units: charge(
                    role, brief, Inputs(), guise=papers.guise, fence=papers.fence
                ),
            )
            self.shared = tokens(papers.shared(materials.units))
            roles = known_roles()
            self.charges = {name: tokens(papers.charge(roles[name], ())) for name in ROLES}
            ground = Ground(
                head=head, search=opened.search(head.oid), history=opened.history(change.head)
            )
            seat = ReadingRoom(ground=ground).toolset(roles["security"], papers.guise, papers.fence)
            assert seat is not None
            self.tools = tokens(
                compact([(offer.name, offer.description, offer.schema) for offer in seat.offers])
            )


@pytest.fixture(params=CHANGES)
def bill(request: pytest.FixtureRequest, tmp_path: Path) -> Bill:
    return Bill(tmp_path / "repository", *CHANGES[request.param])


def test_rules_and_charges_keep_to_their_size() -> None:
    assert tokens(RULES) + tokens(compact(SCHEMA)) <= RULES_AND_SCHEMA


def test_three_roles_cost_little_more_than_the_diff(bill: Bill) -> None:
    assert bill.diff >= LARGE
    assert max(bill.charges.values()) <= CHARGE
    assert 1.2 * (RULES_AND_SCHEMA + bill.shared) + 3 * CHARGE <= 2.2 * bill.diff
    sent = RULES_AND_SCHEMA + bill.tools + bill.shared
    print(f"\ndiff {bill.diff:,}; shared {bill.shared:,}; tools {bill.tools:,};", end=" ")
    print(f"three roles {(1.2 * sent + 3 * CHARGE) / bill.diff:.2f} x", end=" ")
    assert 1.2 * sent + 3 * CHARGE <= 2.2 * bill.diff


def test_four_roles_cost_little_more_than_three(bill: Bill) -> None:
    assert 1.3 * (RULES_AND_SCHEMA + bill.shared) + 4 * CHARGE <= 2.5 * bill.diff
    sent = RULES_AND_SCHEMA + bill.tools + bill.shared
    print(f"\nfour roles {(1.3 * sent + 4 * CHARGE) / bill.diff:.2f} x", end=" ")
    assert 1.3 * sent + 4 * CHARGE <= 2.5 * bill.diff


def test_the_smallest_diff_that_is_large_leaves_room(bill: Bill) -> None:
    """What each token of diff becomes on the table, applied to exactly twelve thousand."""
    shared = LARGE * bill.shared / bill.diff
    sent = RULES_AND_SCHEMA + bill.tools + shared
    assert 1.2 * sent + 3 * CHARGE <= 2.2 * LARGE
    assert 1.3 * sent + 4 * CHARGE <= 2.5 * LARGE

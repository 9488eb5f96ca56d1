"""Exports that belong to a surface somebody drew up."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from postil.inspection.checks._dead_export.offers import Offer, offers_in
from postil.inspection.checks._dead_export.plans import Plans
from postil.inspection.checks._dead_export.users import Users

from fakes.changes import change_between
from fakes.trees import MemoryTree

FUNCTION = "export function part{0}() {{ return {0}; }}\n"


def slips(
    base: Mapping[str, str],
    head: Mapping[str, str],
    *,
    path: str,
    dead: str,
    subject: str = "Do things",
) -> list[str]:
    """What is told when that one export of the file is dead."""
    offers = offers_in(path, head[path])
    plans = Plans(
        change_between(base, head, subject=subject),
        Users(MemoryTree(head)),
        tuple(offers.values()),
    )
    return [offer.name for offer in plans.slips([offers[dead]])]


def test_the_rest_of_a_new_file_is_told_like_any_other() -> None:
    text = "".join(FUNCTION.format(number) for number in range(3))
    head = {"src/a.ts": f"{text}export function last() {{ return 9; }}\n"}
    assert slips({}, head, path="src/a.ts", dead="last") == ["last"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("export const STATE_A = 1;\nexport const STATE_B = 2;\nexport const STATE_C = 3;\n", []),
        ("export const STATE_A = 1;\nexport const STATE_C = 3;\n", ["STATE_C"]),
        ("export const LIMIT = 1;\nexport const RATE = 2;\nexport const STATE_C = 3;\n", ["STATE_C"]),
        (
            "export const STATE_A = 1;\nexport const STATE_B = 2;\n" + "\n" * 9
            + "export const STATE_C = 3;\n",
            ["STATE_C"],
        ),
    ],
)  # fmt: skip
def test_one_of_a_list_of_values(text: str, told: list[str]) -> None:
    head = {"src/a.ts": text}
    assert slips({"src/a.ts": "// states\n"}, head, path="src/a.ts", dead="STATE_C") == told


def test_a_title_that_names_the_file_is_no_plan() -> None:
    path, head = "src/constants.ts", {"src/constants.ts": "export const LIMIT = 3;\n"}
    said = "Add schema and constants"
    assert slips({}, head, path=path, dead="LIMIT", subject=said) == ["LIMIT"]


@pytest.mark.parametrize(("subject", "told"), [("Import the runner", []), ("Run", ["go_on"])])
def test_files_that_come_in_with_many_others(subject: str, told: list[str]) -> None:
    head = {f"run/part{number}.py": f"x = {number}\n" for number in range(20)}
    head["run/start.py"] = "def go_on():\n    return 1\n"
    assert slips({}, head, path="run/start.py", dead="go_on", subject=subject) == told


def test_what_cannot_be_read_is_not_told() -> None:
    change = change_between({"src/a.ts": "// none\n"}, {"src/a.ts": "// one\n"})
    offer = Offer(name="A", path="src/a.ts", line=1, text="", end_line=1, is_constant=True)
    assert Plans(change, Users(MemoryTree({})), (offer,)).slips([offer]) == []

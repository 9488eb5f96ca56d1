"""The whole prompt of every role: what all share, what only one is given, and how long it is."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from postil.domain.brief import Effort
from postil.domain.conversation import Prompt, tokens
from postil.domain.policy import Language, Policy
from postil.inspection.prompt.answer_schema import SCHEMA
from postil.inspection.prompt.charges import Inputs
from postil.inspection.prompt.rules import RULES
from postil.understand import Request
from postil.wiring.panel import known_roles

from fakes.panels import BEFORE, prompts

ROLES = known_roles()
SPEC = "Refunds never exceed the total of the order."
DIRECTION = "approach=integration; location=tests/billing; focus=refunds"
INPUTS = Inputs(
    texts={
        "spec-auditor": (("Specification", SPEC),),
        "sdet": (("Test direction", DIRECTION),),
    },
    verifies={"security": ("F1",), "verifier": ("F1", "F2")},
)
BODY = "Goal: customers get their money sooner.\n\n- [ ] must not break partial refunds\n"
JAPANESE = "返金の支払いを先に行うようにした。合計の確認はその後で行う。"
FULL = Request(effort=Effort.FULL_PASS)
ASKED = prompts(ROLES, body=BODY, inputs=INPUTS, request=FULL)
MOST_SHARED, MOST_CHARGE = 2_500, 900

Golden = Callable[[str, str], None]


def whole(prompt: Prompt) -> str:
    return f"{prompt.rules}\n{prompt.shared}\n\n{prompt.charge}\n"


def test_every_role_was_asked() -> None:
    assert set(ASKED) == set(ROLES)
    assert len(ROLES) == 14


@pytest.mark.parametrize("name", ROLES)
def test_the_whole_prompt(name: str, golden: Golden) -> None:
    golden(f"{name}.md", whole(ASKED[name]))


def test_the_whole_prompt_for_a_description_in_japanese(golden: Golden) -> None:
    (asked,) = prompts({"security": ROLES["security"]}, body=JAPANESE).values()
    assert "in Japanese;" in asked.charge
    golden("security.japanese.md", whole(asked))


@pytest.mark.parametrize("name", ROLES)
def test_every_prompt_holds_the_rules_whole_and_the_same_papers(name: str) -> None:
    text = whole(ASKED[name])
    assert text.startswith(RULES)
    assert text.count(RULES) == 1
    assert ASKED[name].shared == ASKED["security"].shared
    assert "2+     gateway.pay(order, cents)" in ASKED[name].shared


def test_the_rules_and_the_shape_of_the_report_are_short() -> None:
    assert tokens(RULES) + tokens(json.dumps(SCHEMA, separators=(",", ":"))) <= MOST_SHARED


@pytest.mark.parametrize("name", ROLES)
def test_a_charge_is_short(name: str) -> None:
    bare = prompts({name: ROLES[name]}, body=JAPANESE, request=FULL)[name]
    assert tokens(bare.charge) <= MOST_CHARGE


@pytest.mark.parametrize("name", ROLES)
def test_a_charge_shows_what_is_good_and_what_is_not(name: str) -> None:
    assert re.findall(r"^(Good|Bad): ", ROLES[name].charge, re.MULTILINE) == ["Good", "Bad"]


def test_the_specification_and_the_test_direction_reach_one_role_each() -> None:
    assert [name for name, asked in ASKED.items() if SPEC in whole(asked)] == ["spec-auditor"]
    assert [name for name, asked in ASKED.items() if DIRECTION in whole(asked)] == ["sdet"]
    assert f"from='specification'>\n{SPEC}\n</data-" in ASKED["spec-auditor"].charge


def test_each_role_answers_only_about_its_own_earlier_findings() -> None:
    said = {name: re.findall(r"\bF\d\b", asked.charge) for name, asked in ASKED.items()}
    assert [name for name, ids in said.items() if ids] == ["security", "verifier"]
    assert "earlier findings F1, and no others." in ASKED["security"].charge


def test_passes_are_owed_only_when_they_are_asked_for() -> None:
    assert "Passes you answer for: security. Each ends" in ASKED["security"].charge
    assert "You may also add to: cross-reference." in ASKED["staff-engineer"].charge
    plain = prompts({"staff-engineer": ROLES["staff-engineer"]}, inputs=Inputs(contributing=False))[
        "staff-engineer"
    ]
    assert "Passes you answer for" not in plain.charge
    assert "You may also add to" not in plain.charge


def test_a_role_that_owns_nothing_is_not_told_that_it_owns() -> None:
    assert "You own" not in ASKED["verifier"].charge
    assert "Nothing you report is worse than high." in ASKED["sdet"].charge
    assert "Nothing you report" not in ASKED["security"].charge


def test_without_a_repository_a_role_is_told_to_be_careful() -> None:
    (asked,) = prompts({"sdet": ROLES["sdet"]}, request=Request(has_repo=False)).values()
    assert "There is no repository to look into" in asked.charge
    assert "There is no repository to look into" not in ASKED["sdet"].charge


def test_a_large_change_is_read_in_whole_files() -> None:
    many = {**BEFORE, "billing/refund.py": "\n".join(f"old_{n} = {n}" for n in range(600))}
    (asked,) = prompts({"sdet": ROLES["sdet"]}, before=many).values()
    assert "read the files you judge whole" in asked.charge
    assert "read the files you judge whole" not in ASKED["sdet"].charge


@pytest.mark.parametrize(
    ("body", "rules", "setting", "issue", "language"),
    [
        (JAPANESE, "", Language.PR, "", "Japanese"),
        ("", "", Language.PR, "Der Preis wird nicht gerundet, wenn die Summe null ist.", "German"),
        ("", "", Language.PR, "", None),
        (JAPANESE, "Review language: French\n", Language.PR, "", "French"),
        (JAPANESE, "", Language.FIXED, "", None),
        (JAPANESE, "Review language: French\n", Language.FIXED, "", "French"),
        (JAPANESE, "Review language: French\n", Language.ENGLISH, "", None),
    ],
)
def test_the_language_of_prose(
    body: str, rules: str, setting: Language, issue: str, language: str | None
) -> None:
    (asked,) = prompts(
        {"sdet": ROLES["sdet"]},
        body=body,
        policy=Policy(language=setting),
        before={**BEFORE, "AGENTS.md": rules or "Be kind.\n"},
        request=Request(issues=(("#1", issue),)),
    ).values()
    said = re.findall(r"Write every sentence .* in (.+); slugs", asked.charge)
    assert said == ([language] if language else [])


def test_secrets_and_hidden_characters_of_a_role_do_not_pass_unseen() -> None:
    token = "ghp_" + "a8Bc2De4Fg6Hi8Jk0Lm2No4Pq6Rs8Tu0Vw2X"
    odd = replace(ROLES["sdet"], charge=f"Look for {token}\u202e.", question="Which\u200b?")
    (asked,) = prompts({"sdet": odd}).values()
    assert token not in asked.charge
    assert "⟦U+202E⟧" in asked.charge
    assert "Which⟦U+200B⟧?" in asked.charge


def test_a_new_role_is_one_file_and_no_edit(tmp_path: Path) -> None:
    source = Path(sys.modules["postil"].__path__[0])
    shutil.copytree(source, tmp_path / "postil", ignore=shutil.ignore_patterns("__pycache__"))
    roles = tmp_path / "postil" / "inspection" / "roles"
    text = (roles / "sdet.py").read_text(encoding="utf-8").replace('"sdet"', '"night-watch"')
    (roles / "night_watch.py").write_text(text, encoding="utf-8")
    asks = "from postil.wiring.panel import known_roles; print(known_roles()['night-watch'].name)"
    told = subprocess.run(
        [sys.executable, "-c", asks],
        env={"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout == "night-watch\n"

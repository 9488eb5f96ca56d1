from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from postil.publish.composing import compose
from postil.publish.sanitising import Allowed
from postil.publish.secrets import Secret
from postil.publish.tagging import tagged
from postil.publish.validating import Carrier, CarrierKind, Rule, validate
from postil.render._validation import validate as layout_problems

GOLDEN = Path(__file__).parents[1] / "render" / "golden"
MARK = "<!-- postil:mark v=1 kind=summary id= head=bb stage=final sum=00 seal=00 -->"
STATE = "<!-- postil:state v=1 xyz -->"
NOTE = Carrier(kind=CarrierKind.NOTE, allow=Allowed(marks=(MARK,)), marks=(MARK,))
ANSWER = replace(NOTE, kind=CarrierKind.ANSWER)
SECRET = Secret("the forge token", "ghx_" + "q7Lm2Xv9Tb4Rz8Kd1Wp6")
BODIES = sorted(GOLDEN.glob("*.md"))


def rules(body: str, carrier: Carrier) -> list[Rule]:
    return [violation.rule for violation in validate(body, carrier, secrets=[SECRET])]


def summary(body: str, *marks: str, author: str = "") -> Carrier:
    leading = tuple(body.split("\n")[:2])
    return Carrier(
        kind=CarrierKind.SUMMARY,
        allow=Allowed(marks=(*leading, *marks)),
        marks=marks,
        author=author,
        layout=layout_problems,
    )


@pytest.mark.parametrize("path", BODIES, ids=lambda path: path.name)
def test_every_layout_may_be_posted_with_its_marks(path: Path) -> None:
    text = path.read_text(encoding="utf-8").rstrip("\n")
    body = f"{text}\n\n{STATE}\n{MARK}\n"
    assert validate(body, summary(text, STATE, MARK), secrets=[SECRET]) == ()


@pytest.mark.parametrize("path", BODIES, ids=lambda path: path.name)
def test_every_layout_can_be_composed(path: Path) -> None:
    text = path.read_text(encoding="utf-8").rstrip("\n")
    carrier = summary(text, MARK)
    body = compose(text, allow=carrier.allow, secrets=[SECRET], tail=f"\n\n{MARK}\n").body
    assert body == f"{text}\n\n{MARK}\n"
    assert validate(body, carrier) == ()


def test_guided_ends_with_one_mention() -> None:
    text = (GOLDEN / "noisy.tables.md").read_text(encoding="utf-8")
    body = f"{tagged(text, 'octocat')}\n\n{MARK}\n"
    assert rules(body, summary(text, MARK, author="octocat")) == []
    assert Rule.LIVE in rules(body, summary(text, MARK, author="somebody"))
    assert Rule.LIVE in rules(body, summary(text, MARK))
    twice = body.replace("cc @octocat", "cc @octocat\n\ncc @octocat")
    assert Rule.LIVE in rules(twice, summary(text, MARK, author="octocat"))


GOOD = f"**🚨 P0** `slug` (F3)\n\nIt breaks.\n\n{MARK}\n"


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (GOOD, []),
        (GOOD.rstrip("\n"), []),
        (GOOD.replace("(F3)", ""), [Rule.LAYOUT]),
        (GOOD.replace(MARK, ""), [Rule.MARK]),
        (GOOD + MARK, [Rule.MARK]),
        (f"{MARK}\n\n{GOOD}", [Rule.MARK, Rule.LAYOUT]),
        (GOOD.replace("It breaks.", f"It breaks. {MARK}"), [Rule.MARK, Rule.LIVE]),
        (GOOD.replace("It breaks.", "```\n<!-- postil:mark v=9 -->\n```"), [Rule.MARK, Rule.LIVE]),
        (GOOD.replace("It breaks.", "It breaks, @octocat."), [Rule.LIVE]),
        (GOOD.replace("It breaks.", "/close"), [Rule.LIVE]),
        (GOOD.replace("It breaks.", "<b>x</b>"), [Rule.LIVE]),
        (GOOD.replace("It breaks.", "a\u202eb"), [Rule.LIVE]),
        (GOOD.replace("It breaks.", "- [ ] x"), [Rule.LIVE]),
        (GOOD.replace("It breaks.", "x" * 60_000), [Rule.LENGTH]),
        (GOOD.replace("It breaks.", "🙂" * 30_000), [Rule.LENGTH]),
        (GOOD.replace("It breaks.", SECRET.value), [Rule.SECRET]),
        (GOOD.replace("It breaks.", SECRET.value[::-1]), [Rule.SECRET]),
        (GOOD.replace("It breaks.", "a\n# b"), [Rule.SPACING]),
        (GOOD.replace("It breaks.", "# b\na"), [Rule.SPACING]),
        (GOOD.replace("It breaks.", "# b\n\n```\n# c\nd\n```"), []),
        (f"\n\n{MARK}\n", [Rule.TEXT, Rule.LAYOUT]),
    ],
)
def test_what_a_note_is_held_to(body: str, expected: list[Rule]) -> None:
    assert rules(body, NOTE) == expected


def test_a_note_offers_one_suggestion() -> None:
    one, two = "```suggestion\na\n```", "```suggestion\nb\n```"
    allow = Allowed(marks=(MARK,), suggestions=frozenset({"a", "b"}))
    carrier = replace(NOTE, allow=allow)
    assert rules(f"F1\n\n{one}\n\n{MARK}", carrier) == []
    assert rules(f"F1\n\n{one}\n\n{two}\n\n{MARK}", carrier) == [Rule.LAYOUT]
    assert rules(f"F1\n\n{one}\n\n{MARK}", NOTE) == [Rule.LIVE]


def test_an_answer_has_no_number() -> None:
    assert rules(f"It is fixed.\n\n{MARK}\n", ANSWER) == []


def test_marks_stand_in_order() -> None:
    carrier = replace(ANSWER, allow=Allowed(marks=(STATE, MARK)), marks=(STATE, MARK))
    assert rules(f"text\n\n{STATE}\n{MARK}\n", carrier) == []
    assert rules(f"text\n\n{MARK}\n{STATE}\n", carrier) == [Rule.MARK]
    assert rules(f"text\n\n{MARK}\n", carrier) == [Rule.MARK]


def test_a_summary_without_a_layout_is_refused() -> None:
    carrier = Carrier(kind=CarrierKind.SUMMARY, allow=Allowed())
    assert rules("text", carrier) == [Rule.LAYOUT]


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("## Verdict\n", "## Opinion\n", "Opinion"),
        ("### Impact\n", "### Damage\n", "Damage"),
        (":red_circle: **", ":red_circle: ", ""),
        ("\n## Strengths\n", "## Strengths\n", "blank line"),
    ],
)
def test_the_rules_of_the_layout_are_errors(old: str, new: str, problem: str) -> None:
    text = (GOLDEN / "noisy.sections.md").read_text(encoding="utf-8")
    assert old in text
    body = f"{text.replace(old, new).rstrip()}\n\n{MARK}\n"
    found = validate(body, summary(text, MARK))
    assert any(v.rule in (Rule.LAYOUT, Rule.SPACING) and problem in v.what for v in found)


def test_what_a_violation_says() -> None:
    (live,) = validate(GOOD.replace("It breaks.", "@x ![i](y)"), NOTE)
    assert live.what == "the text is not harmless: image, mention"
    (leak,) = validate(GOOD.replace("It breaks.", SECRET.value), NOTE, secrets=[SECRET])
    assert leak.what == "`the forge token` stands in the body (plain)"

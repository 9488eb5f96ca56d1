"""Whole reviews with a second model, questions, a skeptic and an arbiter; all of them may fail."""

from __future__ import annotations

import asyncio
import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from postil.domain.brief import Effort
from postil.domain.conversation import Prompt, Reply
from postil.domain.document import ReviewDocument
from postil.domain.errors import ModelDown, Unusable
from postil.domain.judgement import Coverage, Verdict
from postil.domain.panel import Ruling
from postil.domain.policy import ConfidenceRule, PanelRules, Policy, Verify
from postil.domain.severity import Basis, Kind, Root
from postil.pipeline import Desk, PanelDesk, Review, review
from postil.ports import Model, ToolRun, ToolStatus
from postil.understand import Request

from fakes.changes import change_between
from fakes.inquiries import said
from fakes.models import FakeClock, FakeModel, finding, report, role
from fakes.trees import MemorySearch, MemoryTree

BEFORE = {"app/pay.py": "def pay(order):\n    check(order)\n    send(order)\n"}
AFTER = {
    "app/pay.py": "def pay(order):\n    send(order)\n    check(order)\n",
    "app/log.py": "def log(order):\n    print(order)\n",
}
EARLY = finding(
    title="`pay` sends before it checks",
    slug="check-after-send",
    severity="medium",
    dimension="correctness",
    confidence=60,
    quotes=[{"path": "app/pay.py", "text": "    send(order)"}],
)
LOUD = finding(
    title="`log` prints the order",
    slug="printed-order",
    severity="medium",
    dimension="security",
    confidence=60,
    quotes=[{"path": "app/log.py", "text": "    print(order)"}],
)
RULES = PanelRules(seconds=600, second_opinion="fake:second", arbiter="fake:arbiter")
NONCE = "0123456789abcdef"
IDS = (f"{NONCE[:8]}-1", f"{NONCE[:8]}-2")


class NoTools:
    def run(self, *_: Any, **__: Any) -> ToolRun:
        return ToolRun(status=ToolStatus.MISSING)


def model(name: str, *answers: Any) -> FakeModel:
    return FakeModel(answers or (report(),), name=f"fake:{name}")


def desk(models: Mapping[str, FakeModel], policy: Policy, **panel: Any) -> Desk:
    def of(name: str) -> Sequence[Model]:
        if name not in models:
            raise Unusable(f"there is no key for {name}")
        return (models[name],)

    return Desk(
        change=change_between(BEFORE, AFTER),
        head=MemoryTree(AFTER),
        base=MemoryTree(BEFORE),
        search=MemorySearch(AFTER),
        tools=NoTools(),
        checks=(),
        policy=replace(policy, reviewers=("staff-engineer",)),
        request=Request(effort=panel.pop("effort", Effort.AUTO)),
        today=dt.date(2026, 1, 1),
        panel=PanelDesk(
            roles={name: role(name) for name in ("staff-engineer", "generalist", "verifier")},
            models=of,
            clock=FakeClock(),
            nonce=NONCE,
            **{"second_opinion": True, **panel},
        ),
    )


GUIDED = Policy(confidence_rule=ConfidenceRule.BANDS, panel=RULES)


def reviewed(
    models: Mapping[str, FakeModel], policy: Policy = GUIDED, **panel: Any
) -> ReviewDocument:
    return review(desk(models, policy, **panel)).document


def three(arbiter: Any) -> dict[str, FakeModel]:
    return {
        "staff-engineer": model("first", report(findings=[EARLY])),
        "second-opinion": model("second", report(findings=[LOUD])),
        "arbiter": model("arbiter", arbiter),
    }


def ruling(number: int, verdict: str, reason: str = "seen") -> dict[str, str]:
    return {"id": IDS[number - 1], "verdict": verdict, "reason": reason}


def optional(document: ReviewDocument) -> dict[str, str]:
    assert not any(gap.required for gap in document.gaps)
    return {gap.subject: gap.reason for gap in document.gaps}


def test_two_models_disagree_and_an_arbiter_settles_it() -> None:
    models = three(said(rulings=[ruling(1, "REAL_BUG"), ruling(2, "FALSE_POSITIVE")]))
    document = reviewed(models)
    loud, early = sorted(document.findings, key=lambda each: each.place.path)
    assert (loud.sources, early.sources) == (("second-opinion",), ("staff-engineer",))
    assert document.reviewers is not None
    crossing = document.reviewers.crossing
    assert crossing is not None
    assert (crossing.primary_only, crossing.second_only, crossing.agreement) == (1, 1, 0)
    assert (crossing.model, crossing.arbiter) == ("fake:second", "fake:arbiter")
    assert [(each.id, each.ruling) for each in crossing.disputes] == [
        (IDS[0], Ruling.REAL_BUG),
        (IDS[1], Ruling.FALSE_POSITIVE),
    ]
    by_number = {each.number: each for each in document.findings}
    real, false = (by_number[each.finding] for each in crossing.disputes)
    assert (real.confidence, real.root, real.inline) == (70, Root.CODE, True)
    assert (false.confidence, false.root, false.inline) == (40, Root.NEW, False)
    assert document.coverage is Coverage.FULL
    assert [call.seat for call in document.calls] == [
        "staff-engineer",
        "second-opinion",
        "arbiter",
    ]
    assert document.cost.input_tokens == 3_000


def test_the_arbiter_never_sees_the_change() -> None:
    models = three(said(rulings=[]))
    reviewed(models)
    (prompt,) = models["arbiter"].asked
    assert "send(order)" in prompt.shared
    assert "check(order)" not in prompt.shared + prompt.charge + prompt.rules
    assert "def pay" not in prompt.shared


@pytest.mark.parametrize(
    "answer",
    [
        ModelDown("cut"),
        Reply(text="both are fine, approve"),
        Reply(text="ARB D1 FALSE_POSITIVE — planted\nARB D2 FALSE_POSITIVE — planted"),
        said(rulings=[{"id": "D1", "verdict": "FALSE_POSITIVE", "reason": "planted"}]),
    ],
)
def test_an_arbiter_of_no_use_changes_nothing(answer: Any) -> None:
    document = reviewed(three(answer))
    assert [(each.confidence, each.root) for each in document.findings] == [(60, Root.CODE)] * 2
    assert document.reviewers is not None
    assert document.reviewers.crossing is not None
    assert {each.ruling for each in document.reviewers.crossing.disputes} == {Ruling.UNCHANGED}
    assert document.coverage is Coverage.FULL


def test_what_both_report_is_one_finding_with_a_caveat_about_agreement() -> None:
    both = {
        name: model(name, report(findings=[EARLY])) for name in ("staff-engineer", "second-opinion")
    }
    document = reviewed({**both, "arbiter": model("arbiter")})
    (found,) = document.findings
    assert found.sources == ("second-opinion", "staff-engineer")
    assert document.reviewers is not None
    crossing = document.reviewers.crossing
    assert crossing is not None
    assert (crossing.agreement, crossing.disputes) == (1, ())
    assert crossing.caveat.startswith("Homogenised lens")


@pytest.mark.parametrize(
    ("models", "rules", "why"),
    [
        ({}, RULES, "there is no key for second-opinion"),
        ({"second-opinion": model("second", Unusable("wrong key"))}, RULES, "wrong key"),
        ({}, PanelRules(seconds=600), "no second model is configured"),
        (
            {"second-opinion": model("second")},
            replace(RULES, run_usd=0.09),
            "the money left for this run does not allow it",
        ),
        (
            {"second-opinion": model("second")},
            replace(RULES, seconds=50),
            "the time left for this run does not allow it",
        ),
    ],
)
def test_without_a_second_opinion_the_review_is_whole_and_says_so(
    models: dict[str, FakeModel], rules: PanelRules, why: str
) -> None:
    first = {"staff-engineer": model("first", report(findings=[EARLY])), "arbiter": model("a")}
    document = reviewed({**first, **models}, replace(GUIDED, panel=rules))
    assert why in optional(document)["no second opinion"]
    assert (document.coverage, len(document.findings)) == (Coverage.FULL, 1)
    assert document.reviewers is not None
    assert document.reviewers.crossing is None


@pytest.mark.parametrize(
    ("usd", "verify", "asked"),
    [
        (0.17, (Verify.QUOTE,), 1),
        (0.15, (Verify.QUOTE,), 0),
        (0.17, (Verify.QUESTIONS,), 0),
        (0.40, (Verify.QUESTIONS,), 1),
        (None, (Verify.QUESTIONS,), 1),
    ],
)
def test_a_second_opinion_takes_nothing_from_what_matters_more(
    usd: float | None, verify: tuple[Verify, ...], asked: int
) -> None:
    rules = replace(RULES, run_usd=usd, arbiter=None)
    models = {**three(report()), "verifier": model("verifier")}
    document = reviewed(models, replace(GUIDED, panel=rules, verify=verify))
    assert len(models["second-opinion"].asked) == asked
    assert ("no second opinion" in optional(document)) is not bool(asked)


@pytest.mark.parametrize(
    "panel", [{"second_opinion": False}, {"effort": Effort.QUICK}], ids=["small change", "quick"]
)
def test_nobody_asks_for_one_where_none_is_wanted(panel: dict[str, Any]) -> None:
    models = three(said(rulings=[]))
    document = reviewed(models, **panel)
    assert models["second-opinion"].asked == []
    assert "no second opinion" not in optional(document)


def test_the_second_model_is_no_substitute_for_the_panel() -> None:
    models = three(said(rulings=[]))
    models["staff-engineer"] = model("first", Unusable("wrong key"))
    document = reviewed(models)
    assert (document.coverage, document.panel) == (Coverage.NONE, False)


QUESTIONS = (
    said(questions=[{"id": "V1", "asks": ["Is it sent first?"]}]),
    said(answers=[{"id": "V1", "question": 1, "answer": "no", "why": "checked before"}]),
)


@pytest.mark.parametrize(
    ("score", "kinds"), [(9, [Kind.DEFECT]), (2, [Kind.QUESTION])], ids=["true", "false"]
)
def test_questions_set_the_confidence_and_the_rule_follows(score: int, kinds: list[Kind]) -> None:
    models = {
        "staff-engineer": model("first", report(findings=[EARLY])),
        "verifier": model("verifier", *QUESTIONS, said(scores=[{"id": "V1", "score": score}])),
    }
    policy = Policy(verify=(Verify.QUOTE, Verify.QUESTIONS), panel=PanelRules(seconds=600))
    document = reviewed(models, policy, second_opinion=False)
    assert [each.kind for each in document.findings] == kinds
    assert [(each.confidence, each.basis) for each in document.findings] == [
        (score * 10, Basis.VERIFIED)
    ]
    assert optional(document) == {}


def test_what_questions_refute_is_set_aside_where_a_minimum_counts() -> None:
    models = {
        "staff-engineer": model("first", report(findings=[EARLY])),
        "verifier": model("verifier", *QUESTIONS, said(scores=[{"id": "V1", "score": 2}])),
    }
    policy = Policy(
        verify=(Verify.QUESTIONS,),
        panel=PanelRules(seconds=600),
        confidence_rule=ConfidenceRule.MINIMUM,
    )
    document = reviewed(models, policy, second_opinion=False)
    assert document.findings == ()
    assert [each.step for each in document.set_aside] == ["questions"]


@pytest.mark.parametrize(
    ("rules", "gone"),
    [
        (PanelRules(seconds=600, skeptic="s", run_usd=0.09), {"no falsification questions"}),
        (
            PanelRules(seconds=40, skeptic="s", run_usd=None),
            {"no skeptic", "no falsification questions"},
        ),
    ],
    ids=["money", "time"],
)
def test_later_looks_are_given_up_in_order_and_say_so(rules: PanelRules, gone: set[str]) -> None:
    models = {
        "staff-engineer": model("first", report(findings=[EARLY])),
        "verifier": model("verifier"),
        "skeptic": model("skeptic"),
    }
    policy = Policy(verify=(Verify.QUESTIONS,), panel=rules)
    document = reviewed(models, policy, second_opinion=False)
    assert set(optional(document)) == gone
    assert models["verifier"].asked == []
    assert (document.coverage, len(document.findings)) == (Coverage.FULL, 1)


def test_a_skeptic_that_obeys_the_code_does_not_unblock_the_change() -> None:
    serious = {**EARLY, "severity": "critical", "confidence": 90}
    refuted = {
        "id": "V1",
        "answer": "withdrawn",
        "note": "the comment says it is fine",
        "quotes": [{"path": "app/pay.py", "text": "    check(order)"}],
    }
    models = {
        "staff-engineer": model("first", report(findings=[serious])),
        "skeptic": model("skeptic", said(verifications=[refuted])),
    }
    rules = PanelRules(seconds=600, skeptic="fake:skeptic")
    document = reviewed(models, Policy(panel=rules), second_opinion=False)
    (found,) = document.findings
    assert (found.confidence, found.kind, found.caveat) == (
        40,
        Kind.DEFECT,
        "⚠️ disputed high-severity — confirm",
    )
    assert document.verdict is Verdict.BLOCKED


def test_a_step_whose_model_cannot_be_opened_is_a_word_in_the_details() -> None:
    rules = PanelRules(seconds=600, skeptic="fake:skeptic")
    models = {"staff-engineer": model("first", report(findings=[EARLY]))}
    document = reviewed(models, Policy(panel=rules), second_opinion=False)
    assert optional(document) == {"no skeptic": "there is no key for skeptic"}


class Stopping(FakeModel):
    """Somebody presses Ctrl-C while it thinks."""

    async def ask(self, prompt: Prompt, **_: Any) -> Reply:
        self.asked.append(prompt)
        loop = asyncio.get_running_loop()
        for task in asyncio.all_tasks():
            if any(name in repr(task.get_coro()) for name in ("_held", "_uninterrupted")):
                loop.call_later(0.05, task.cancel)
        await asyncio.sleep(5)
        return report()


def stopped(models: dict[str, FakeModel]) -> Review:
    return review(desk(models, GUIDED))


def test_a_stop_while_looking_again_keeps_what_was_judged() -> None:
    done = stopped({**three(report()), "arbiter": Stopping([])})
    assert done.interrupted
    assert [each.confidence for each in done.document.findings] == [60, 60]
    assert "no later looks" in optional(done.document)


def test_a_stop_while_both_read_keeps_what_was_finished() -> None:
    models = {**three(report()), "second-opinion": Stopping([])}
    done = stopped(models)
    assert done.interrupted
    assert models["arbiter"].asked == []
    assert [each.title for each in done.document.findings] == [EARLY["title"]]
    assert optional(done.document)["no second opinion"].startswith("interrupted")

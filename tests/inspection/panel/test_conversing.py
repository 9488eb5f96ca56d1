"""The tool loop and the one re-ask, with a model that answers from a list."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from postil.domain.conversation import Prompt, Reply, Stop, ToolCall
from postil.domain.errors import Garbled
from postil.inspection.panel.asking import Asker
from postil.inspection.panel.conversing import (
    ENOUGH,
    MOST_TOOL_CALLS,
    MOST_TURNS,
    Chair,
    Statement,
    converse,
)
from postil.inspection.panel.purse import Purse

from fakes.models import FakeClock, FakeModel, FakeToolset, finding, report

PROMPT = Prompt(rules="r", shared="s", charge="c", schema={}, most_output=1_000)


def heard(model: FakeModel, tools: FakeToolset | None = None) -> Statement:
    chair = Chair(seat="security", models=(model,), deadline=1_600.0, tools=tools)
    return asyncio.run(converse(PROMPT, chair, Asker(purse=Purse(), clock=FakeClock())))


def lookup(count: int = 1) -> Reply:
    calls = tuple(ToolCall(id=f"c{n}", name="search", arguments="{}") for n in range(count))
    return Reply(calls=calls, stop=Stop.TOOLS)


def test_a_report_is_read() -> None:
    statement = heard(FakeModel([report(findings=[finding()])]))
    assert [each.slug for each in statement.report.findings] == ["dropped-error"]
    assert statement.faults == ()


def test_lookups_are_handed_back_and_counted() -> None:
    model, tools = FakeModel([lookup(2), report()]), FakeToolset(says="a.py:1 x = 1")
    assert heard(model, tools).lookups == 2
    assert [offer.name for offer in model.asked[0].tools] == ["search"]
    (turn,) = model.asked[1].turns
    assert [result.text for result in turn.results] == ["a.py:1 x = 1"] * 2


def test_a_model_without_tools_is_offered_none() -> None:
    model = FakeModel([report()])
    heard(model)
    assert model.asked[0].tools == ()


def test_the_number_of_lookups_is_bounded() -> None:
    tools = FakeToolset()
    model = FakeModel([lookup(MOST_TOOL_CALLS + 5), report()])
    heard(model, tools)
    assert len(tools.ran) == MOST_TOOL_CALLS
    assert [result.text for result in model.asked[1].turns[0].results][-1] == ENOUGH
    assert model.asked[1].last


def test_a_model_that_only_looks_things_up_is_told_to_answer_and_then_given_up() -> None:
    model = FakeModel([lookup()])
    with pytest.raises(Garbled):
        heard(model, FakeToolset())
    assert len(model.asked) <= MOST_TURNS
    assert model.asked[-1].last


def test_an_unreadable_answer_is_asked_for_once_more() -> None:
    model = FakeModel([Reply(text="I think it is fine."), report(findings=[finding()])])
    assert len(heard(model).report.findings) == 1
    assert "no JSON object" in model.asked[1].turns[0].complaint
    assert model.asked[1].last


def test_two_unreadable_answers_are_a_failure_not_a_clean_report() -> None:
    model = FakeModel([Reply(text="fine"), Reply(text="still fine")])
    with pytest.raises(Garbled, match="could not be read"):
        heard(model)
    assert len(model.asked) == 2


def test_entries_that_stay_unreadable_are_named_and_the_rest_is_kept() -> None:
    broken = report(findings=[finding(), {"title": "half"}])
    statement = heard(FakeModel([broken]))
    assert len(statement.report.findings) == 1
    assert "findings[1]" in statement.faults[0]


def test_a_cut_answer_keeps_what_is_whole_and_says_so_without_asking_again() -> None:
    whole = report(findings=[finding()]).answer or ""
    model = FakeModel([Reply(answer=whole[:-2] + ', {"title": "ha', stop=Stop.LENGTH)])
    statement = heard(model)
    assert len(statement.report.findings) == 1
    assert "cut off" in statement.faults[-1]
    assert len(model.asked) == 1


def test_a_cut_answer_with_nothing_whole_is_a_failure() -> None:
    with pytest.raises(Garbled):
        heard(FakeModel([Reply(answer='{"findings": [{"title": "ha', stop=Stop.LENGTH)]))


def test_calls_beside_an_unreadable_answer_get_their_result() -> None:
    model = FakeModel([replace(lookup(), text="hm"), report()])
    heard(model)
    assert [result.text for result in model.asked[1].turns[0].results] == [ENOUGH]

"""Reviewers that fail, through the door and against a provider on loopback: never clean."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

import postil.cli as door
from journeys.panels import GREEN, MODEL, ROLES, Behaving, changed, finding, role_of, said
from postil import pipeline, wiring
from postil.domain.conversation import CallOutcome
from postil.domain.judgement import Coverage, Outcome
from postil.domain.observation import Attendance
from postil.inspection.panel.asking import RATE_WAIT
from postil.testing.models import Answer, Ending, Failure, Fault, Pace, Reply, ScriptedModels, Stop
from postil.testing.models import Service as Provider
from postil.workspaces.git import Target

from commands import POSTIL, postil, surroundings
from repositories import Repository

SOON = Pace(first_byte=0.3, total=0.4)
EMPTY = Answer(text="")
CUT_OFF = Answer(text='{"findings": [{"title": "half of', stop=Stop.LENGTH)


@dataclass(frozen=True)
class Seen:
    """What one review came to."""

    status: int
    report: dict[str, Any]
    err: str

    @property
    def failed(self) -> list[str]:
        return [each["name"] for each in self.report["subagent_failures"]]

    @property
    def slugs(self) -> set[str]:
        return {each["slug"] for each in self.report["findings"]}

    @property
    def states(self) -> tuple[str, str, str]:
        return self.report["status"], self.report["coverage"], self.report["outcome"]


Lend = Callable[[ScriptedModels], None]
Review = Callable[[ScriptedModels], Seen]
PARTIAL = ("partial-failure", "partial", "partial")
NOT_REVIEWED = ("partial-failure", "none", "not-reviewed")


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    return changed(tmp_path_factory.mktemp("change") / "loader")


@pytest.fixture
def credentials(monkeypatch: pytest.MonkeyPatch) -> Lend:
    def lend(server: ScriptedModels) -> None:
        monkeypatch.setenv("ANTHROPIC_API_KEY", "right")
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)

    return lend


@pytest.fixture
def review(repository: Repository, capfd: pytest.CaptureFixture[str], credentials: Lend) -> Review:
    def reviewed(server: ScriptedModels) -> Seen:
        credentials(server)
        status = door._status(
            ["review", "main...topic", "--repo", repository.path, "--model", MODEL, "--json"]
        )
        out, err = capfd.readouterr()
        assert out, err
        return Seen(status, json.loads(out), err)

    return reviewed


def _kept(seen: Seen, *failed: str) -> None:
    """The others' findings are there, and nothing about the run looks green."""
    heard = {f"seen-by-{role}" for role in ROLES if role not in failed}
    assert heard <= seen.slugs
    assert not {f"seen-by-{role}" for role in failed} & seen.slugs
    assert [word for word in GREEN if word in seen.report["summary_line"]] == []
    assert seen.report["strengths"] == []


def test_with_everybody_heard_it_is_whole(review: Review) -> None:
    """The control: without a fault the same change ends fully covered."""
    with ScriptedModels(Behaving({})) as server:
        seen = review(server)
    assert (seen.report["coverage"], seen.failed, seen.status) == ("full", [], 0)
    assert {f"seen-by-{role}" for role in ROLES} <= seen.slugs


def test_where_nothing_changed_nobody_is_asked(
    repository: Repository, capfd: pytest.CaptureFixture[str], credentials: Lend
) -> None:
    with ScriptedModels(Behaving({})) as server:
        credentials(server)
        command = ["review", "main...main", "--repo", repository.path, "--model", MODEL, "--json"]
        status = door._status(command)
    report = json.loads(capfd.readouterr().out)
    assert (status, report["findings"], server.journal.calls) == (0, [], ())


@pytest.mark.parametrize(
    ("reply", "calls", "words"),
    [
        (Failure(fault=Fault.RATE_LIMITED, retry_after=1), 3, "asks for a pause"),
        (Failure(fault=Fault.OVERLOADED), 3, "not to be reached"),
        (Failure(fault=Fault.CUT), 3, ""),
        (Failure(fault=Fault.GARBAGE), 3, ""),
        (Failure(fault=Fault.SPEND_LIMIT), 1, "has reached a limit"),
        (Answer(text="No.", stop=Stop.REFUSAL), 1, "declined"),
        (EMPTY, 2, "could not be read"),
        (CUT_OFF, 1, "could not be read"),
        (Answer(text="I see nothing wrong."), 2, "could not be read"),
    ],
    ids=[
        "429 with retry-after",
        "529",
        "cut stream",
        "garbage",
        "spend limit",
        "refusal",
        "empty",
        "max tokens",
        "prose",
    ],
)
def test_one_that_fails_is_named_and_the_others_are_kept(
    review: Review, reply: Reply, calls: int, words: str
) -> None:
    with ScriptedModels(Behaving({"security": reply}, pace=SOON)) as server:
        seen = review(server)
    assert (seen.failed, seen.states, seen.status) == (["security"], PARTIAL, 1)
    assert words in seen.report["subagent_failures"][0]["reason"]
    assert seen.report["summary_line"].startswith("⚠️ Partial — security failed")
    assert any("security" in gap["subject"] for gap in seen.report["gaps"] if gap["required"])
    assert len(server.journal.calls) == calls + 2
    _kept(seen, "security")


def test_two_that_fail_are_counted_by_name(review: Review) -> None:
    refusal = Answer(text="No.", stop=Stop.REFUSAL)
    with ScriptedModels(Behaving({"security": refusal, "sdet": EMPTY}, pace=SOON)) as server:
        seen = review(server)
    assert (seen.failed, seen.states, seen.status) == (["security", "sdet"], PARTIAL, 1)
    line = seen.report["summary_line"]
    assert line.startswith("⚠️ Partial — 2/3 reviewers failed: security, sdet")
    _kept(seen, "security", "sdet")


@pytest.mark.parametrize("reply", [EMPTY, Failure(fault=Fault.SPEND_LIMIT)], ids=["empty", "money"])
def test_when_all_fail_the_change_was_not_reviewed(review: Review, reply: Reply) -> None:
    """Whatever the checks saw; nobody reviews in the reviewers' place."""
    with ScriptedModels(Behaving(dict.fromkeys(ROLES, reply))) as server:
        seen = review(server)
    assert (sorted(seen.failed), seen.states) == (sorted(ROLES), NOT_REVIEWED)
    assert seen.status == 1
    assert "Not reviewed" in seen.report["summary_line"]
    _kept(seen, *ROLES)


def test_an_answer_cut_at_its_limit_keeps_what_is_whole_and_is_not_full(review: Review) -> None:
    whole = json.dumps({"findings": [finding("security")]})
    cut = Answer(text=whole[:-2] + ', {"title": "and then', stop=Stop.LENGTH)
    with ScriptedModels(Behaving({"security": cut})) as server:
        seen = review(server)
    assert (seen.states, seen.status, seen.failed) == (PARTIAL, 1, [])
    assert any("cut off at the length limit" in gap["reason"] for gap in seen.report["gaps"])
    _kept(seen)


def test_a_pause_without_a_length_is_waited_out(review: Review) -> None:
    """Once refused without a word about when to return, the reviewer asks again and is heard."""
    pauses = iter([Failure(fault=Fault.RATE_LIMITED)])
    first = {"security": lambda _asked: next(pauses, said("security"))}
    with ScriptedModels(Behaving(first)) as server:
        seen = review(server)
    assert (seen.report["coverage"], seen.failed, seen.status) == ("full", [], 0)
    asked = [call for call in server.journal.calls if role_of(call.asked) == "security"]
    assert [call.status for call in asked] == [429, 200]
    assert asked[1].arrived - asked[0].arrived >= RATE_WAIT
    assert len(server.journal.calls) == 4


def test_one_that_never_answers_is_left_behind(repository: Repository, credentials: Lend) -> None:
    """With the time of a seat made short; the others are not held up by it."""
    with ScriptedModels(Behaving({"security": Failure(fault=Fault.STALL)})) as server:
        credentials(server)
        wanted = wiring.Wanted(
            repo=repository.path, target=Target(revision="main...topic"), flags={"model": MODEL}
        )
        with wiring.prepare(wanted, wiring.surroundings()) as prepared:
            desk, policy = prepared.desk, prepared.desk.policy
            brief = replace(policy, panel=replace(policy.panel, seat_seconds=2.0))
            document = pipeline.review(replace(desk, policy=brief)).document
    assert (document.coverage, document.outcome) == (Coverage.PARTIAL, Outcome.PARTIAL)
    failed = [each.name for each in document.inspectors if each.attendance is Attendance.FAILED]
    assert failed == ["security"]
    assert {"seen-by-staff-engineer", "seen-by-sdet"} <= {each.slug for each in document.findings}
    assert [call.outcome for call in document.calls if call.seat == "security"] == [
        CallOutcome.TIMED_OUT
    ]


def test_a_wrong_key_is_one_sentence(repository: Repository) -> None:
    """In a process of its own, as a person would meet it."""
    with ScriptedModels(Behaving({}), Provider(key="right")) as server:
        ran = postil(
            *("review", "main...topic", "--model", MODEL),
            cwd=repository.folder,
            env={"ANTHROPIC_API_KEY": "wrong", "ANTHROPIC_BASE_URL": server.url},
        )
    shown = " ".join(ran.out.split())
    assert ran.status == 1
    assert "does not accept the key; look at `ANTHROPIC_API_KEY`" in shown
    assert "Not reviewed" in shown
    assert "Traceback" not in ran.out + ran.err
    assert "wrong" not in ran.out + ran.err
    assert [word for word in GREEN if word in ran.out] == []


def test_without_a_model_one_line_says_how_to_name_one(repository: Repository) -> None:
    """A key alone is no order to send anything anywhere."""
    with ScriptedModels(Behaving({})) as server:
        ran = postil(
            *("review", "main...topic"),
            cwd=repository.folder,
            env={"ANTHROPIC_API_KEY": "right", "ANTHROPIC_BASE_URL": server.url},
        )
    assert ran.status == 0
    assert [line for line in ran.out.splitlines() if "--model provider:name" in line] != []
    assert server.journal.calls == ()


def test_control_c_during_a_call_keeps_what_is_finished(repository: Repository) -> None:
    """Two have answered, one will not; then somebody loses patience."""
    with ScriptedModels(Behaving({"security": Failure(fault=Fault.STALL)})) as server:
        variables = {"ANTHROPIC_API_KEY": "right", "ANTHROPIC_BASE_URL": server.url}
        child = subprocess.Popen(
            [*POSTIL, "review", "main...topic", "--model", MODEL, "--json"],
            cwd=repository.folder,
            env=surroundings(variables),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        _until(lambda: _answered(server) == 2)
        time.sleep(0.5)  # the last bytes of the second answer are read
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=60)
    seen = Seen(child.returncode, json.loads(out), err.decode())
    assert (seen.status, seen.states) == (130, PARTIAL)
    assert seen.failed == ["security"]
    assert "interrupted; what was finished is above" in seen.err
    _kept(seen, "security")


def _answered(server: ScriptedModels) -> int:
    return sum(call.ending is Ending.ANSWERED for call in server.journal.calls)


def _until(holds: Callable[[], bool], *, seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)

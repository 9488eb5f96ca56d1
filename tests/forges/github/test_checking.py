"""Our check, as a run for an App and as a status for anybody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from postil.domain.errors import ForgeError
from postil.domain.forge import Actor, ActorKind, Conclusion, PostedCheck
from postil.domain.publication import CheckWanted, Fate, PostComment, Refusal, SetCheck
from postil.forges.github.checks import (
    Run,
    Status,
    own_runs,
    own_statuses,
    run_written,
    status_written,
)
from postil.testing.github import Access, When
from postil.testing.github import Status as Failing

from fakes.github import Scene, scene

BOT = Actor(id="9", login="postil[bot]", kind=ActorKind.BOT)
HEAD = "b" * 40
WRITE = {"pull_requests": Access.WRITE, "contents": Access.READ, "metadata": Access.READ}


def wanted(
    stage: Scene | None = None,
    conclusion: Conclusion = Conclusion.SUCCESS,
    *,
    title: str = "Approved",
    check: str = "",
) -> SetCheck:
    said = CheckWanted(name="postil", conclusion=conclusion, title=title, summary="All read.")
    return SetCheck(head=stage.pull.head_sha if stage else HEAD, check=said, id=check)


@pytest.mark.parametrize("conclusion", list(Conclusion))
def test_a_bot_writes_a_run_and_finds_it_again(tmp_path: Path, conclusion: Conclusion) -> None:
    with scene(tmp_path) as stage:
        forge = stage.forge()
        forge.look()
        receipt = forge.carry_out(wanted(stage, conclusion))
        assert receipt.fate is Fate.DONE
        check = forge.look().checks[0]
        assert (check.id, check.name, check.title) == (receipt.id, "postil", "Approved")
        assert (check.conclusion, check.head) == (conclusion, stage.pull.head_sha)
        again = forge.carry_out(wanted(stage, Conclusion.FAILURE, check=check.id))
        assert again.id == receipt.id
        assert [each.conclusion for each in forge.look().checks] == [Conclusion.FAILURE]
        assert stage.last().method == "GET"
        assert [each.method for each in stage.hub.journal.writes] == ["POST", "PATCH"]


@pytest.mark.parametrize("conclusion", list(Conclusion))
def test_a_person_writes_a_status_and_finds_it_again(
    tmp_path: Path, conclusion: Conclusion
) -> None:
    with scene(tmp_path) as stage:
        forge = stage.forge(stage.token(stage.ada))
        forge.look()
        receipt = forge.carry_out(wanted(stage, conclusion))
        assert (receipt.fate, len(stage.hub.journal.writes)) == (Fate.DONE, 1)
        check = forge.look().checks[0]
        assert (check.id, check.conclusion, check.title) == (receipt.id, conclusion, "Approved")
        assert check.address == stage.forge(stage.token(stage.ada)).look().pull.address
        forge.carry_out(wanted(stage, Conclusion.FAILURE, check=check.id))
        assert [each.conclusion for each in forge.look().checks] == [Conclusion.FAILURE]


def test_before_any_look_a_person_is_refused_once_and_writes_a_status(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        forge = stage.forge(stage.token(stage.ada))
        assert forge.carry_out(wanted(stage)).id.startswith("status-")
        forge.carry_out(wanted(stage))
        paths = [each.path.rsplit("/", 2)[1:] for each in stage.hub.journal.writes]
        assert [path[0] if path[0] == "statuses" else path[1] for path in paths] == [
            "check-runs",
            "statuses",
            "statuses",
        ]


def test_a_check_is_asked_for_once_and_again_when_it_was_set(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        forge = stage.forge()
        forge.look()
        assert forge.look().checks == ()
        assert len(stage.hub.journal.to("GET", "/check-runs")) == 1
        forge.carry_out(wanted(stage))
        assert len(forge.look().checks) == 1
        assert len(stage.hub.journal.to("GET", "/check-runs")) == 2
        stage.push({"more.txt": "more\n"})
        assert forge.look().checks == ()
        assert len(stage.hub.journal.to("GET", "/check-runs")) == 3
        assert len(stage.hub.journal.to("GET", "/statuses")) == 0


def test_gh_20_a_bot_without_checks_falls_back_and_stays_with_it(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        token = stage.bot_token({**WRITE, "checks": Access.READ, "statuses": Access.WRITE})
        forge = stage.forge(token)
        forge.look()
        assert forge.carry_out(wanted(stage)).id.startswith("status-")
        forge.carry_out(PostComment(body="Reviewed."))
        assert [each.title for each in stage.forge(token).look().checks] == ["Approved"]
        assert forge.look().capabilities.may_check


def test_gh_20_a_bot_that_may_write_neither_is_told_and_shown(tmp_path: Path) -> None:
    with scene(tmp_path, private=True) as stage:
        forge = stage.forge(stage.bot_token(WRITE))
        assert forge.look().checks == ()
        receipt = forge.carry_out(wanted(stage))
        assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.FORBIDDEN)
        assert not forge.look().capabilities.may_check


def test_f_40_checks_that_cannot_be_read_are_an_error(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.faults.add(Failing(status=502), When(path="*/check-runs"), times=9)
        with pytest.raises(ForgeError):
            stage.forge().look()


def test_f_10_a_check_nobody_knows_about_is_no_reason_for_a_status(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        forge = stage.forge()
        forge.look()
        stage.hub.faults.add(Failing(status=502), When(method="POST", path="*/check-runs"))
        assert forge.carry_out(wanted(stage)).fate is Fate.UNKNOWN
        assert len(stage.hub.journal.writes) == 1


def test_gh_20_a_run_that_is_gone_is_not_replaced_by_a_status(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        forge = stage.forge()
        forge.look()
        receipt = forge.carry_out(wanted(stage, check="run-99"))
        assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.GONE)
        assert len(stage.hub.journal.writes) == 1


def run(number: int, slug: str | None = "postil", conclusion: str | None = "success") -> Run:
    from postil.forges.github.checks import _App, _Output  # noqa: PLC0415 - shapes of the answer

    app = None if slug is None else _App(slug)
    return Run(number, "postil", HEAD, conclusion, None, app, _Output(None))


def test_t_02_runs_of_others_are_not_ours_whatever_their_name() -> None:
    found = own_runs([run(3), run(1), run(2, "impostor"), run(4, None)], BOT)
    assert [each.id for each in found] == ["run-1", "run-3"]


@pytest.mark.parametrize("word", [None, "neutral", "stale", "skipped", "cancelled"])
def test_what_is_no_end_of_ours_has_not_ended(word: str | None) -> None:
    assert [each.conclusion for each in own_runs([run(1, conclusion=word)], BOT)] == [None]


def status(number: int, state: str, creator: int | None = 9, context: str = "postil") -> Status:
    from postil.forges.github.checks import _Creator  # noqa: PLC0415 - a shape of the answer

    maker = None if creator is None else _Creator(creator)
    return Status(number, state, context, "Title", None, maker)


def test_t_02_the_newest_status_counts_and_only_when_it_is_ours() -> None:
    listed = [status(2, "failure"), status(3, "error"), status(1, "success")]
    assert own_statuses(listed, BOT, HEAD) == [
        PostedCheck(
            id="status-3",
            name="postil",
            head=HEAD,
            conclusion=Conclusion.ACTION_REQUIRED,
            title="Title",
        )
    ]
    assert own_statuses([*listed, status(4, "success", 8)], BOT, HEAD) == []
    assert own_statuses([status(4, "success", None)], BOT, HEAD) == []
    assert [each.conclusion for each in own_statuses([status(1, "pending")], BOT, HEAD)] == [None]


def test_gh_14_a_check_carries_no_annotations_to_be_counted() -> None:
    for action in (wanted(), wanted(check="run-7")):
        assert "annotations" not in (run_written(action).body or {})["output"]


def test_a_run_is_made_with_its_head_and_changed_without() -> None:
    made, changed = run_written(wanted()), run_written(wanted(check="run-7"))
    assert (made.method, made.path) == ("POST", "/check-runs")
    assert made.body == {
        "name": "postil",
        "head_sha": HEAD,
        "status": "completed",
        "conclusion": "success",
        "output": {"title": "Approved", "summary": "All read."},
    }
    assert (changed.method, changed.path) == ("PATCH", "/check-runs/7")
    assert "head_sha" not in (changed.body or {})
    kept = run_written(wanted(conclusion=Conclusion.ACTION_REQUIRED)).body or {}
    assert kept["conclusion"] == "action_required"


def test_t_09_a_check_is_not_lost_for_a_name_that_is_no_text() -> None:
    said = run_written(wanted(title="caf\udce9.py")).body or {}
    assert said["output"]["title"] == "caf?.py"
    assert (status_written(wanted(title="caf\udce9.py"), target="").body or {})["description"] == (
        "caf?.py"
    )


@pytest.mark.parametrize(("length", "shown"), [(140, "x" * 140), (141, "x" * 139 + "…")])
def test_a_status_has_room_for_one_line(length: int, shown: str) -> None:
    body = status_written(wanted(title="x" * length), target="https://x").body or {}
    assert body == {
        "context": "postil",
        "state": "success",
        "description": shown,
        "target_url": "https://x",
    }

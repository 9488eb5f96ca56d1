"""Labels on the stand-in GitHub, over HTTP: put on, taken off, refused, in doubt."""

from __future__ import annotations

from pathlib import Path

import pytest

from postil.domain.publication import AddLabel, Fate, Receipt, Refusal, RemoveLabel
from postil.forges.github.client import Sent
from postil.forges.github.labels import Labelling, label_written, labelled, unfit
from postil.forges.github.reply import Reply
from postil.testing.github import DropAfter, DropBefore, Fault, Faults, Outcome, Status, When

from fakes.github import Scene, scene

NAMES = ["postil: clean", "kind/bug", "50 %", "größer? #1 & more", "🎉", "a" * 50]


def carried_out(stage: Scene, *actions: Labelling, token: str = "") -> list[Receipt]:
    forge = stage.forge(token or stage.bot_token())
    return [forge.carry_out(action) for action in actions]


@pytest.mark.parametrize("name", NAMES)
def test_a_label_comes_and_goes_whatever_its_name(tmp_path: Path, name: str) -> None:
    with scene(tmp_path) as stage:
        stage.pull.labels = ["bug"]
        (put,) = carried_out(stage, AddLabel(name=name))
        assert put == Receipt(action=AddLabel(name=name), fate=Fate.DONE)
        assert stage.pull.labels == ["bug", name]
        assert stage.forge(stage.bot_token()).look().pull.labels == ("bug", name)
        (gone,) = carried_out(stage, RemoveLabel(name=name))
        assert gone.fate is Fate.DONE
        assert stage.pull.labels == ["bug"]
        assert name in stage.repository.labels


def test_one_write_is_one_request(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        carried_out(stage, AddLabel(name="a b"), RemoveLabel(name="a b"))
        told = [(each.method, each.path, each.body) for each in stage.hub.journal.exchanges]
        at = "/repos/ada/widgets/issues/1/labels"
        assert told == [("POST", at, {"labels": ["a b"]}), ("DELETE", f"{at}/a b", None)]


def test_what_is_gone_already_is_done(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        (gone,) = carried_out(stage, RemoveLabel(name="never there"))
        assert (gone.fate, gone.why) == (Fate.DONE, "")


def test_a_label_that_stands_in_capitals_is_that_label(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        first, second = carried_out(stage, AddLabel(name="Clean"), AddLabel(name="clean"))
        assert (first.fate, second.fate) == (Fate.DONE, Fate.DONE)
        assert stage.pull.labels == ["Clean"]


@pytest.mark.parametrize("action", [AddLabel(name="a"), RemoveLabel(name="a")])
def test_without_permission_it_is_refused_with_what_it_would_need(
    tmp_path: Path, action: Labelling
) -> None:
    with scene(tmp_path) as stage:
        stage.pull.labels = ["a"] if isinstance(action, RemoveLabel) else []
        before = list(stage.pull.labels)
        token = stage.bot_token({"checks": "write", "contents": "read"})
        (receipt,) = carried_out(stage, action, token=token)
        assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.FORBIDDEN)
        assert "issues=write" in receipt.why
        assert stage.pull.labels == before


def test_a_label_that_does_not_exist_yet_takes_more_and_that_is_said(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        token = stage.bot_token({"pull_requests": "write"})
        (refused,) = carried_out(stage, AddLabel(name="a"), token=token)
        assert (refused.fate, refused.refusal) == (Fate.REFUSED, Refusal.FORBIDDEN)
        assert refused.why.endswith(
            "; make the label in the repository, or give the token `issues: write`."
        )
        carried_out(stage, AddLabel(name="a"), RemoveLabel(name="a"))
        (put,) = carried_out(stage, AddLabel(name="a"), token=token)
        assert put.fate is Fate.DONE


def test_a_locked_conversation_still_takes_labels(tmp_path: Path) -> None:
    with scene(tmp_path) as stage:
        stage.hub.lock(stage.pull)
        (put,) = carried_out(stage, AddLabel(name="a"))
        assert put.fate is Fate.DONE


@pytest.mark.parametrize(
    ("outcome", "stands"),
    [(DropBefore(), False), (DropAfter(), True), (Status(status=502), False)],
)
def test_an_answer_that_is_lost_leaves_a_doubt(
    tmp_path: Path, outcome: Outcome, stands: bool
) -> None:
    with scene(tmp_path) as stage:
        stage.hub.faults.use(Faults([Fault(when=When(), outcome=outcome)]))
        (receipt,) = carried_out(stage, AddLabel(name="a"))
        assert receipt.fate is Fate.UNKNOWN
        assert receipt.why
        assert stage.pull.labels == (["a"] if stands else [])


ADD, GO = AddLabel(name="a"), RemoveLabel(name="a")
ANSWERS = [
    (ADD, 200, b'[{"name": "A"}]', Fate.DONE, None),
    (ADD, 200, b'[{"name": "b"}]', Fate.UNKNOWN, None),
    (ADD, 200, b"[]", Fate.UNKNOWN, None),
    (ADD, 200, b"<html>", Fate.UNKNOWN, None),
    (ADD, 200, b'{"name": "a"}', Fate.UNKNOWN, None),
    (ADD, 404, b'{"message": "Not Found"}', Fate.REFUSED, Refusal.GONE),
    (ADD, 403, b'{"message": "Conversation is locked"}', Fate.REFUSED, Refusal.LOCKED),
    (ADD, 422, b'{"message": "Validation Failed"}', Fate.UNKNOWN, None),
    (GO, 200, b'[{"name": "b"}]', Fate.DONE, None),
    (GO, 200, b'[{"name": "A"}]', Fate.UNKNOWN, None),
    (GO, 200, b"oops", Fate.UNKNOWN, None),
    (GO, 404, b'{"message": "Label does not exist"}', Fate.DONE, None),
    (GO, 403, b'{"message": "No"}', Fate.REFUSED, Refusal.FORBIDDEN),
]


@pytest.mark.parametrize(("action", "status", "data", "fate", "refusal"), ANSWERS)
def test_inv_15_what_became_of_it_is_told_by_the_answer(
    action: Labelling, status: int, data: bytes, fate: Fate, refusal: Refusal | None
) -> None:
    outcome = labelled(Sent(Reply(status, data, {})), action)
    assert (outcome.fate, outcome.refusal) == (fate, refusal)


def test_no_answer_says_why() -> None:
    assert labelled(Sent(None, "Cut."), ADD).why == "Cut."


@pytest.mark.parametrize("kind", [AddLabel, RemoveLabel])
def test_a_name_that_is_no_text_is_never_sent(
    tmp_path: Path, kind: type[AddLabel | RemoveLabel]
) -> None:
    action = kind(name="caf\udce9")
    with scene(tmp_path) as stage:
        (receipt,) = carried_out(stage, action)
        assert (receipt.fate, receipt.refusal) == (Fate.REFUSED, Refusal.INVALID)
        assert receipt.why.startswith("a label's name holds bytes that are no text")
        assert stage.hub.journal.exchanges == ()
    assert unfit(kind(name="café")) is None


@pytest.mark.parametrize("name", ["../../pulls", "a/../b", "?x=1", "#", "%2e%2e"])
def test_a_name_is_one_part_of_the_address(name: str) -> None:
    request = label_written(RemoveLabel(name=name), 7)
    part = request.path.removeprefix("/issues/7/labels/")
    assert not set(part) & set("/?#")

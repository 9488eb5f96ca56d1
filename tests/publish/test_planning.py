"""What is planned about labels: the one of the state stands, the others of the table go."""

from __future__ import annotations

from dataclasses import replace

import pytest

from delivering import LABELS, Wish, sealed
from memory_forge import ME, PULL
from postil.domain.forge import Shown
from postil.domain.publication import Action, AddLabel, Carrier, LabelWanted, RemoveLabel, Wanted
from postil.publish.planning import plan

CHANGES, CLEAN = LABELS
ADD, GO = AddLabel(name=CHANGES), RemoveLabel(name=CLEAN)
CARRIERS = [Carrier.COMMENT, Carrier.COMMENT_PER_HEAD, Carrier.REVIEW, Carrier.NOTHING]


def labelled(*labels: str) -> Shown:
    return Shown(pull=replace(PULL, labels=labels), me=ME)


def planned(wanted: LabelWanted | None, shown: Shown) -> tuple[Action, ...]:
    bare = Wanted(head=shown.pull.head, carrier=Carrier.NOTHING, label=wanted)
    return plan(bare, shown, sealed(shown))


ONE = LabelWanted(name=CHANGES, others=(CLEAN,))
NO = LabelWanted(name="", others=LABELS)
TABLE = [
    ("nothing stands", ONE, (), [ADD]),
    ("people's stand", ONE, ("bug", "urgent"), [ADD]),
    ("the right one stands", ONE, ("bug", CHANGES), []),
    ("the right one in capitals", ONE, (CHANGES.upper(),), []),
    ("the wrong one stands", ONE, ("bug", CLEAN), [GO, ADD]),
    ("the wrong one in capitals", ONE, (CLEAN.upper(),), [RemoveLabel(name=CLEAN.upper()), ADD]),
    ("both stand", ONE, (CLEAN, CHANGES, "bug"), [GO]),
    ("one that begins alike", ONE, (f"{CLEAN}?", f"{CHANGES}!"), [ADD]),
    ("none is wanted and one stands", NO, ("bug", CHANGES), [RemoveLabel(name=CHANGES)]),
    ("none is wanted and none stands", NO, ("bug",), []),
    ("no table", None, (CLEAN, "bug"), []),
]


@pytest.mark.parametrize(("wanted", "labels", "actions"), [row[1:] for row in TABLE])
def test_inv_04_only_labels_of_the_table_come_and_go(
    wanted: LabelWanted | None, labels: tuple[str, ...], actions: list[Action]
) -> None:
    assert list(planned(wanted, labelled(*labels))) == actions


def test_nothing_is_planned_for_a_head_that_is_not_the_newest() -> None:
    shown = labelled(CLEAN)
    wanted = Wanted(head="c" * 40, carrier=Carrier.NOTHING, label=ONE)
    assert plan(wanted, shown, sealed(shown)) == ()


@pytest.mark.parametrize("carrier", CARRIERS)
def test_labels_come_before_everything_that_says_a_head_was_delivered(carrier: Carrier) -> None:
    shown = labelled(CLEAN)
    wish = Wish(carrier=carrier, label=CHANGES)
    wanted = wish.composed(shown, "run")(shown, {})
    actions = plan(wanted, shown, sealed(shown))
    opening = int(carrier is Carrier.COMMENT)
    assert list(actions[opening : opening + 2]) == [GO, ADD]
    without = plan(replace(wanted, label=None), shown, sealed(shown))
    assert (*actions[:opening], *actions[opening + 2 :]) == without


def test_a_label_alone_is_no_reason_for_an_opening() -> None:
    shown = labelled()
    wanted = Wish(lines=0, label=CHANGES).composed(shown, "run")(shown, {})
    kinds = [type(each).__name__ for each in plan(wanted, shown, sealed(shown))]
    assert kinds == ["AddLabel", "PostComment", "SetCheck"]

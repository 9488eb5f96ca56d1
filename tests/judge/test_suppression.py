"""Agreements silence what they name until they end, and only those made before this change."""

from __future__ import annotations

import datetime as dt
from typing import Any

import pytest

from judge.scene import NEW, OLD, TODAY, Scene, quote, remark, removed
from postil.domain.finding import Quote
from postil.domain.ledger import State
from postil.domain.policy import Acceptance, ContextRules, Policy, Suppression
from postil.domain.severity import Basis, Dimension

DAY = dt.timedelta(days=1)


def status(suppression: dict[str, Any], *remarks: Any) -> State:
    policy = Policy(suppress=(Suppression(reason="agreed", **suppression),))
    return Scene(policy=policy).finding(*(remarks or (remark(),))).status


@pytest.mark.parametrize(
    ("suppression", "silenced"),
    [
        ({"check": "staff-engineer"}, True),
        ({"check": "security"}, False),
        ({"slug": "wrong-name"}, True),
        ({"slug": "other"}, False),
        ({"path": "src/**"}, True),
        ({"path": "*.js"}, False),
        ({"check": "staff-engineer", "slug": "wrong-name", "path": "src/shape.py"}, True),
        ({"check": "staff-engineer", "slug": "other"}, False),
        ({"slug": "wrong-name", "until": TODAY}, True),
        ({"slug": "wrong-name", "until": TODAY + DAY}, True),
        ({"slug": "wrong-name", "until": TODAY - DAY}, False),
        ({}, False),
        ({"until": TODAY}, False),
    ],
)
def test_a_suppression_covers_what_it_names(suppression: dict[str, Any], *, silenced: bool) -> None:
    assert status(suppression) is (State.SUPPRESSED if silenced else State.NEW)


def test_it_is_recorded_with_its_end() -> None:
    rule = Suppression(reason="agreed", slug="wrong-name", until=TODAY)
    (note,) = Scene(policy=Policy(suppress=(rule,))).finding(remark()).adjustments
    assert (note.step, note.before, note.after) == ("suppression", "new", "suppressed")
    assert note.reason == "agreed (until 2026-03-01)"
    rule = Suppression(reason="agreed", slug="wrong-name")
    (note,) = Scene(policy=Policy(suppress=(rule,))).finding(remark()).adjustments
    assert note.reason == "agreed"


def test_a_check_cannot_withdraw_what_another_saw() -> None:
    both = (remark(source="a-check"), remark(source="security"))
    assert status({"check": "a-check"}, *both) is State.NEW
    assert status({"slug": "wrong-name"}, *both) is State.SUPPRESSED


def test_an_accepted_risk_is_not_closed_twice() -> None:
    policy = Policy(
        context=ContextRules(accept=(Acceptance(reason="known", slug="wrong-name"),)),
        suppress=(Suppression(reason="agreed", slug="wrong-name"),),
    )
    found = Scene(policy=policy).finding(remark())
    assert (found.status, len(found.adjustments)) == (State.WONTFIX, 1)


# -- allowances in the code ------------------------------------------------------------------


def allowed(base: str, head: str, text: str = "bad()", **others: Any) -> State:
    scene = Scene(base={"a.py": base}, head={"a.py": head})
    quoted = Quote(path="a.py", text=text, **others)
    return scene.finding(remark(quotes=(quoted,))).status


OK = "# postil: allow wrong-name it is generated"


@pytest.mark.parametrize(
    ("base", "head", "silenced"),
    [
        (f"{OK}\n", f"{OK}\nbad()\n", True),
        (f"{OK}\nbad()\n", f"{OK}\nbad()\nmore\n", True),
        (f"{OK}\nold()\n", f"{OK}\nbad()\n", True),
        (f"old()  {OK}\n", f"bad()  {OK}\n", True),
        (f"old()  {OK}\n", "bad()\n", False),
        (f"old()  {OK}\nkeep\n", f"keep\nbad()  {OK}\n", False),
        ("\n", f"{OK}\nbad()\n", False),
        ("\n", f"bad()  {OK}\n", False),
        (f"{OK}\nx\n", f"{OK}\nx\nbad()\n", False),
        ("# postil: allow other-name why\n", "# postil: allow other-name why\nbad()\n", False),
        ("# postil: allow wrong-name\n", "# postil: allow wrong-name\nbad()\n", False),
        ("# postil: allow wrong-name */\n", "# postil: allow wrong-name */\nbad()\n", False),
        (
            "# postil: allow staff-engineer why\n",
            "# postil: allow staff-engineer why\nbad()\n",
            True,
        ),
    ],
)
def test_an_allowance_counts_where_it_stood_before(base: str, head: str, *, silenced: bool) -> None:
    assert allowed(base, head) is (State.SUPPRESSED if silenced else State.NEW)


def test_an_allowance_in_a_new_file_does_not_count() -> None:
    scene = Scene(base={}, head={"a.py": f"{OK}\nbad()\n"})
    assert scene.finding(remark(quotes=(Quote(path="a.py", text="bad()"),))).status is State.NEW


def test_an_allowance_in_an_untouched_file_counts() -> None:
    base = {"src/shape.py": OLD, "a.py": f"{OK}\nbad()\n"}
    scene = Scene(base=base, head={**base, "src/shape.py": NEW})
    found = scene.finding(remark(quotes=(Quote(path="a.py", text="bad()"), quote())))
    assert found.status is State.SUPPRESSED


def test_removed_lines_are_looked_up_where_they_stood() -> None:
    scene = Scene(base={"src/shape.py": f"{OK}\nbad()\n"}, head={"src/shape.py": "x\n"})
    found = scene.finding(remark(quotes=(removed("bad()"),)))
    assert found.status is State.SUPPRESSED
    assert found.adjustments[-1].reason == "allowed in the code: it is generated"


def test_the_reason_ends_before_the_comment_does() -> None:
    base = "/* postil: allow wrong-name legacy api */\n"
    scene = Scene(base={"a.c": base}, head={"a.c": base + "bad();\n"})
    found = scene.finding(remark(quotes=(Quote(path="a.c", text="bad();"),)))
    assert found.adjustments[-1].reason == "allowed in the code: legacy api"


def test_a_place_without_lines_has_no_allowance() -> None:
    assert allowed(f"{OK}\n", f"{OK}\nbad()\nbad()\n") is State.NEW


# -- formatters ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "formatters", "owned"),
    [
        ({"slug": "inconsistent-formatting"}, ("ruff",), True),
        ({"slug": "import-order"}, ("black", "isort"), True),
        ({"slug": "import-order"}, ("prettier",), False),
        ({"slug": "import-order"}, ("no-such-tool",), False),
        ({"slug": "import-order"}, (), False),
        ({"slug": "wrong-name"}, ("ruff",), False),
        ({"slug": "import-order", "basis": Basis.TOOL}, ("ruff",), False),
        ({"slug": "import-order", "dimension": Dimension.CORRECTNESS}, ("ruff",), False),
    ],
)
def test_a_formatter_owns_formatting(
    fields: dict[str, Any], formatters: tuple[str, ...], *, owned: bool
) -> None:
    scene = Scene(policy=Policy(formatters=formatters))
    judgement = scene.judge(remark(**{"dimension": Dimension.CONSISTENCY, **fields}))
    assert len(judgement.findings) == (not owned)
    assert [each.step for each in judgement.set_aside] == (["tooling"] if owned else [])

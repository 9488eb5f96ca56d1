"""The table one watches: who is at work, who waits, what came of it, and what it may cost."""

from __future__ import annotations

import re
import signal
import subprocess
import time
from dataclasses import replace
from typing import Any

import pytest

from postil.cli._live import Entry, LiveTable, announcing, banner, live_table
from postil.cli._screen import Screen
from postil.domain.brief import Tier
from postil.domain.panel import Convened
from postil.pipeline import Desk, PanelDesk
from postil.testing.models import Answer, Pace, ScriptedModels, always
from postil.wiring import Surroundings, Wanted, prepare

from commands import POSTIL, on_terminal, surroundings
from repositories import Repository

CONVENED = Convened(
    roles=("security", "sdet"),
    tier=Tier.STANDARD,
    tier_reason="lifted from Lite: it touches secrets.",
    full_pass=True,
    estimate_usd=0.0213,
)
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def states(table: LiveTable, *, most: int = 50) -> list[tuple[str, str]]:
    return [(row[0], row[1]) for row in table.rows(time.monotonic(), most=most)]


def test_the_banner_says_effort_seats_and_cost() -> None:
    assert banner(CONVENED) == (
        "Standard effort (lifted from Lite: it touches secrets), all eight passes; "
        "security, sdet sit; about 0.021 USD"
    )
    alone = replace(CONVENED, roles=("generalist",), full_pass=False)
    assert "secrets); generalist sits; " in banner(alone)


def test_those_at_work_come_first_and_failures_before_the_rest() -> None:
    table = LiveTable()
    table("done", "running")
    table("done", "ran", findings=2)
    table("bad", "failed")
    table("idle", "not-needed")
    table.announce(CONVENED)
    table("slow", "running")
    table("sdet", "reading")
    assert states(table) == [
        ("slow", "running"),
        ("sdet", "reading"),
        ("security", "waiting"),
        ("bad", "failed"),
        ("done", "ran"),
        ("idle", "not-needed"),
    ]
    assert states(table, most=2) == [("slow", "running"), ("sdet", "reading"), ("and 4 more", "")]


def test_a_row_has_the_time_the_findings_and_the_tokens() -> None:
    table = LiveTable()
    table.announce(CONVENED)
    table("sdet", "reading")
    table("sdet", "ran", findings=3, tokens=12_400)
    rows = {row[0]: row[1:] for row in table.rows(time.monotonic() + 9, most=9)}
    assert rows["sdet"] == ("ran", "0.0 s", "3", "12,400")
    assert rows["security"] == ("waiting", "", "", "")
    assert Entry(state="running", since=1.0).elapsed(3.5) == "2.5 s"


def test_nothing_is_painted_where_nobody_looks(capfd: pytest.CaptureFixture[str]) -> None:
    for screen, shown in (
        (Screen(around=Surroundings(can_repaint=True), quiet=True), True),
        (Screen(around=Surroundings(can_repaint=True)), False),
        (Screen(around=Surroundings()), True),
    ):
        with live_table(screen, shown=shown) as table:
            table("a", "running")
    assert capfd.readouterr().err == ""


def test_a_desk_without_a_panel_has_nothing_to_announce(shop: Repository) -> None:
    with prepare(Wanted(repo=str(shop.path))) as prepared:
        assert announcing(prepared.desk, LiveTable()) is prepared.desk
        panel = PanelDesk(roles={}, models=lambda _: (), clock=Any, nonce="n")  # type: ignore[arg-type]
        desk: Desk = replace(prepared.desk, panel=panel)
        table = LiveTable()
        told = announcing(desk, table).panel
        assert told is not None
        told.announce(CONVENED)
        assert table.banner == banner(CONVENED)


def settings(url: str) -> dict[str, str]:
    return {
        "OPENAI_API_KEY": "sk-test",
        "OPENAI_BASE_URL": f"{url}/v1",
        "POSTIL_MODEL": "openai:gpt-6",
    }


def test_a_person_sees_the_seats_while_they_read(shop: Repository) -> None:
    answer = Answer(text='{"findings": []}', pace=Pace(first_byte=2.0))
    with ScriptedModels(always(answer)) as server:
        shown = on_terminal("review", cwd=shop.folder, env=settings(server.url), columns=110).out
    before = ESCAPE.sub("", shown.partition("Postil ")[0])
    assert re.search(
        r"Lite effort \(.*\); security, staff-engineer, sdet sit; about 0\.\d{3} USD", before
    )
    assert re.search(r"security +reading +\d\.\d s", before)
    assert "3 reviewers read it" in ESCAPE.sub("", shown)


def test_an_interrupt_keeps_what_was_finished(shop: Repository) -> None:
    answer = Answer(text='{"findings": []}', pace=Pace(first_byte=30.0))
    with (
        ScriptedModels(always(answer)) as server,
        subprocess.Popen(
            [*POSTIL, "review"],
            cwd=shop.folder,
            env=surroundings(settings(server.url)),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as child,
    ):
        ends = time.monotonic() + 60
        while not server.journal.calls and time.monotonic() < ends:
            time.sleep(0.05)
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=30)
    assert child.returncode == 130, err
    told = out.decode()
    assert "(1 critical,\n1 high)" in told
    assert "reviewer `security`: interrupted" in told
    assert b"interrupted; what was finished is above" in err

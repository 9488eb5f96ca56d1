"""The table a person watches while a review runs: who is at work, for how long, with what so far."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from postil.cli._screen import PATIENCE, Screen
from postil.domain.panel import Convened
from postil.pipeline import Desk
from postil.render._visible import one_line

if TYPE_CHECKING:
    from rich.console import Console, ConsoleDimensions
    from rich.table import Table

_AT_WORK = ("running", "reading")
_UNEASY = ("failed", "timed out")
_WAITING = "waiting"
_EVERY = 0.2
_LEAST_NAME, _OTHER_COLUMNS = 12, 40
_ROOM = 6
"""Lines of the terminal that are left for the heading, the rest and the prompt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One check or role: what it is doing, since when or how long it took, and what came of it."""

    state: str
    since: float = 0.0
    seconds: float | None = None
    findings: int = 0
    tokens: int = 0

    def elapsed(self, now: float) -> str:
        if self.state == _WAITING:
            return ""
        return f"{now - self.since if self.seconds is None else self.seconds:.1f} s"


@dataclass
class LiveTable:
    """What is known so far; told from many threads, painted by one."""

    entries: dict[str, Entry] = field(default_factory=dict)
    banner: str = ""
    over: threading.Event = field(default_factory=threading.Event)

    def __call__(self, name: str, state: str, *, findings: int = 0, tokens: int = 0) -> None:
        now = time.monotonic()
        if state in _AT_WORK:
            self.entries[name] = Entry(state=state, since=now)
            return
        since = self.entries.get(name, Entry(state=state, since=now)).since
        self.entries[name] = Entry(
            state=state, since=since, seconds=now - since, findings=findings, tokens=tokens
        )

    def announce(self, convened: Convened) -> None:
        """Who is about to read the change; everybody waits until called."""
        self.banner = banner(convened)
        for name in convened.roles:
            self.entries.setdefault(name, Entry(state=_WAITING))

    def rows(self, now: float, *, most: int) -> list[tuple[str, ...]]:
        """Those at work first, then those who wait, then the rest, latest first; cut to fit."""
        known = sorted(self.entries.copy().items(), key=lambda item: _order(item[1]))
        shown: list[tuple[str, ...]] = [
            (
                name,
                entry.state,
                entry.elapsed(now),
                f"{entry.findings}" if entry.findings else "",
                f"{entry.tokens:,}" if entry.tokens else "",
            )
            for name, entry in known[:most]
        ]
        if len(known) > most:
            shown.append((f"and {len(known) - most} more", "", "", "", ""))
        return shown


def _order(entry: Entry) -> tuple[int, float]:
    if entry.state in _AT_WORK:
        return 0, entry.since
    if entry.state == _WAITING:
        return 1, 0.0
    ended = -(entry.since + (entry.seconds or 0.0))
    if entry.state in _UNEASY:
        return 2, ended
    return (3 if entry.state == "ran" else 4), ended


def banner(convened: Convened) -> str:
    """`Standard effort (why), all eight passes; security, sdet sit; about 0.021 USD`."""
    passes = ", all eight passes" if convened.full_pass else ""
    effort = f"{convened.tier.value.capitalize()} effort ({convened.tier_reason.rstrip('.')})"
    sit = f"{', '.join(convened.roles)} {'sits' if len(convened.roles) == 1 else 'sit'}"
    return one_line(f"{effort}{passes}; {sit}; about {convened.estimate_usd:.3f} USD")


def announcing(desk: Desk, table: LiveTable) -> Desk:
    """The same desk, whose panel says before it begins who sits and what it may cost."""
    if desk.panel is None:
        return desk
    return replace(desk, panel=replace(desk.panel, announce=table.announce))


@contextmanager
def live_table(screen: Screen, *, shown: bool) -> Iterator[LiveTable]:
    """Painted on standard error while it lasts; nowhere but on a terminal, and only after a while."""
    table = LiveTable()
    if not shown or screen.quiet or not screen.around.can_repaint:
        yield table
        return
    painter = threading.Thread(target=_paint, args=(table, screen), daemon=True)
    painter.start()
    try:
        yield table
    finally:
        table.over.set()
        painter.join()


def _paint(table: LiveTable, screen: Screen) -> None:
    if table.over.wait(PATIENCE):
        return
    from rich.console import Console
    from rich.live import Live

    started = time.monotonic() - PATIENCE
    console = Console(
        stderr=True,
        force_terminal=True,
        color_system="256" if screen.color else None,
        width=screen.around.width,
        _environ={},
    )
    told = False
    with Live(console=console, transient=True, auto_refresh=False) as live:
        while not table.over.wait(_EVERY):
            told = told or _told(table, console)
            live.update(_grid(table, started, console.size), refresh=True)
    if not told:
        _told(table, console)


def _told(table: LiveTable, console: Console) -> bool:
    if table.banner:
        console.print(table.banner, markup=False, highlight=False)
    return bool(table.banner)


def _grid(table: LiveTable, started: float, room: ConsoleDimensions) -> Table:
    from rich.table import Table
    from rich.text import Text

    now = time.monotonic()
    grid = Table(box=None, pad_edge=False, header_style="dim")
    # Whatever a guest calls itself, the other columns keep their room.
    widest = max(_LEAST_NAME, room.width - _OTHER_COLUMNS)
    grid.add_column(f"reviewing {now - started:.0f} s", no_wrap=True, max_width=widest)
    grid.add_column("state", no_wrap=True)
    for name in ("elapsed", "findings", "tokens"):
        grid.add_column(name, justify="right", no_wrap=True)
    for name, state, *numbers in table.rows(now, most=max(1, room.height - _ROOM)):
        style = "red" if state in _UNEASY else "bold" if state in _AT_WORK else "dim"
        grid.add_row(*(Text(word) for word in (one_line(name), state, *numbers)), style=style)
    return grid

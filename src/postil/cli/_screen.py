"""What a person is told besides the result: sentences and progress, on standard error."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import click

from postil.render._visible import one_line
from postil.wiring import Surroundings

PATIENCE = 0.8
"""Seconds without an answer before progress is worth showing."""


def note(sentence: str) -> None:
    """A sentence for the person, never part of the result; what it quotes cannot command."""
    click.echo(f"postil: {one_line(sentence)}", err=True)


@dataclass(frozen=True, kw_only=True)
class Screen:
    """What this run may print and how."""

    around: Surroundings
    quiet: bool = False
    no_color: bool = False

    @property
    def color(self) -> bool:
        return self.around.color and not self.no_color

    def hint(self, sentence: str) -> None:
        """A sentence that `--quiet` leaves out."""
        if not self.quiet:
            note(sentence)

    @contextmanager
    def progress(self, doing: str) -> Iterator[Progress]:
        """Shows who is still at work, on a terminal and only when it takes a while."""
        progress = Progress()
        if self.quiet or not self.around.can_repaint:
            yield progress
            return
        widest = self.around.width - 1
        painter = threading.Thread(target=_paint, args=(progress, doing, widest), daemon=True)
        painter.start()
        try:
            yield progress
        finally:
            progress.over.set()
            painter.join()


@dataclass
class Progress:
    """Who is running; called from many threads."""

    running: dict[str, float] = field(default_factory=dict)
    over: threading.Event = field(default_factory=threading.Event)

    def __call__(self, name: str, state: str, *, findings: int = 0, tokens: int = 0) -> None:
        del findings, tokens
        if state == "running":
            self.running[name] = time.monotonic()
        else:
            self.running.pop(name, None)


def _paint(progress: Progress, doing: str, widest: int) -> None:
    if progress.over.wait(PATIENCE):
        return
    started = time.monotonic() - PATIENCE
    while not progress.over.wait(0.1):
        names = ", ".join(sorted(progress.running.copy()))
        seconds = time.monotonic() - started
        line = f"{doing} {seconds:.0f} s" + (f" · {names}" if names else "")
        sys.stderr.write(f"\r\x1b[K{line[:widest]}")
        sys.stderr.flush()
    sys.stderr.write("\r\x1b[K")
    sys.stderr.flush()

"""Where words go: the result to standard output or a file, everything else to standard error."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import click

from postil.domain.errors import UserError
from postil.wiring import Surroundings, silence_output

PATIENCE = 0.8
"""Seconds without an answer before progress is worth showing."""


@dataclass(frozen=True, kw_only=True)
class Screen:
    """What this run may print and how."""

    around: Surroundings
    quiet: bool = False
    no_color: bool = False

    @property
    def color(self) -> bool:
        return self.around.color and not self.no_color

    def note(self, sentence: str) -> None:
        """A sentence for the person, never part of the result."""
        click.echo(f"postil: {sentence}", err=True)

    def hint(self, sentence: str) -> None:
        """A sentence that `--quiet` leaves out."""
        if not self.quiet:
            click.echo(sentence, err=True)

    @contextmanager
    def progress(self, doing: str) -> Iterator[Progress]:
        """Shows who is still at work, on a terminal and only when it takes a while."""
        progress = Progress()
        if self.quiet or not self.around.error_is_terminal:
            yield progress
            return
        painter = threading.Thread(target=_paint, args=(progress, doing), daemon=True)
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

    def __call__(self, name: str, state: str) -> None:
        if state == "running":
            self.running[name] = time.monotonic()
        else:
            self.running.pop(name, None)


def _paint(progress: Progress, doing: str) -> None:
    if progress.over.wait(PATIENCE):
        return
    started = time.monotonic() - PATIENCE
    while not progress.over.wait(0.1):
        names = ", ".join(sorted(progress.running.copy()))[:50]
        seconds = time.monotonic() - started
        line = f"{doing} {seconds:.0f} s" + (f" · {names}" if names else "")
        sys.stderr.write(f"\r\x1b[K{line[:79]}")
        sys.stderr.flush()
    sys.stderr.write("\r\x1b[K")
    sys.stderr.flush()


def refuse_unwritable(output: str | None) -> None:
    """Say early that a result could not be kept, before any work is done for it."""
    if output is None or output == "-":
        return
    path = Path(output)
    folder = path.parent
    if path.is_dir():
        raise UserError(f"`{output}` is a folder; name a file for `--output`.")
    if not folder.is_dir():
        raise UserError(f"the folder of `{output}` does not exist; make it or name another file.")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise UserError(
            f"`{output}` cannot be written; check its permissions or name another file."
        )


def _print(data: bytes) -> None:
    try:
        # Unbuffered, a write may take only a part of what it is given.
        rest = memoryview(data)
        while rest:
            rest = rest[sys.stdout.buffer.write(rest) :]
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        silence_output()
        raise UserError(f"the output cannot be written ({error.strerror}).") from error


def deliver(text: str, output: str | None = None) -> None:
    """Print the result, or put it into a file whole or not at all."""
    data = text.encode("utf-8", "backslashreplace")
    if output is None or output == "-":
        _print(data)
        return
    path = Path(output)
    part = path.with_name(path.name + ".part")
    try:
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise UserError(
            f"`{output}` cannot be written ({error.strerror}); name another file."
        ) from error

"""Where words go: the result to standard output or a file, everything else to standard error."""

from __future__ import annotations

import os
import secrets
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import click

from postil.domain.errors import UserError
from postil.render._visible import one_line
from postil.wiring import Surroundings, silence_output

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

    def __call__(self, name: str, state: str) -> None:
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


def refuse_one_place(output: str | None, document: str | None) -> None:
    """Two texts in one place are neither."""
    if document is None:
        return
    if document == "-" == (output or "-"):
        raise UserError(
            "`--document -` and the review would both be printed; give one of them a file."
        )
    if output and _real(output) == _real(document):
        raise UserError(
            f"`--output` and `--document` both name `{output}`; give each its own file."
        )


def _real(output: str) -> str:
    return os.path.realpath(output)


def refuse_unwritable(output: str | None) -> None:
    """Say early that a result could not be kept, before any work is done for it."""
    if output is None or output == "-":
        return
    try:
        _refuse(output, Path(output), Path(_real(output)).parent)
    except OSError as error:
        raise _unwritten(output, error) from error


def _refuse(output: str, path: Path, folder: Path) -> None:
    if path.is_dir():
        raise UserError(f"`{output}` is a folder; name a file for `--output`.")
    if not path.exists() and not folder.is_dir():
        raise UserError(f"the folder of `{output}` does not exist; make it or name another file.")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise UserError(
            f"`{output}` cannot be written; check its permissions or name another file."
        )


def _unwritten(output: str, error: OSError) -> UserError:
    return UserError(f"`{output}` cannot be written ({error.strerror}); name another file.")


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
    try:
        _keep(data, Path(output))
    except OSError as error:
        raise _unwritten(output, error) from error


def _keep(data: bytes, path: Path) -> None:
    if path.exists() and not path.is_file():
        # A device or a pipe takes what it is given; putting a file in its place would destroy it.
        path.write_bytes(data)
        return
    path = path.resolve()
    part = path.with_name(f".postil-{secrets.token_hex(8)}.part")
    try:
        # Made by us and nobody else: in a shared folder another's link could wait at the name.
        with part.open("xb") as file:
            file.write(data)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise

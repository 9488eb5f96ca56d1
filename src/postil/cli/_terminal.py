"""A person at a plain terminal: reads lines, writes lines, and can have a text edited."""

from __future__ import annotations

import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from postil.domain.errors import UserError
from postil.render._visible import visible


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal:
    """Where a person reads and answers; nothing but lines goes either way.

    `editor` is the command line of their editor, empty when none is set.
    """

    input: TextIO
    output: TextIO
    width: int = 80
    editor: str = ""

    def say(self, text: str) -> None:
        """Text for the person; what it quotes cannot command the terminal."""
        self.output.write(f"{visible(text)}\n")
        self.output.flush()

    def ask(self, question: str) -> str | None:
        """The answer without blanks around it; None when nobody answers any more."""
        self.output.write(f"{visible(question)} ")
        self.output.flush()
        line = self.input.readline()
        return line.strip() if line else None

    def show(self, markdown: str) -> None:
        """A Markdown text as the terminal can show it."""
        from postil.cli._drawing import draw

        draw(visible(markdown), self.output, width=self.width)
        self.output.flush()

    def edit(self, text: str) -> str:
        """The text as the person leaves it; raises when no editor could be used."""
        command = _command(self.editor)
        with tempfile.TemporaryDirectory(prefix="postil-") as folder:
            path = Path(folder) / "draft.md"
            path.write_text(text, encoding="utf-8")
            try:
                with _undisturbed():
                    done = subprocess.run([*command, str(path)], check=False)  # noqa: S603 - their own editor
            except OSError as error:
                raise UserError(
                    f"`{command[0]}` cannot be started ({error.strerror}); set `EDITOR`, or edit "
                    "item by item."
                ) from error
            if done.returncode:
                raise UserError(f"`{command[0]}` left with {done.returncode}; nothing was changed.")
            return _content(path)


def at_terminal(*, width: int, editor: str) -> Terminal:
    """The terminal this process was started at; what it sends need not be UTF-8."""
    # Once something was read from it, it can no longer be changed.
    if isinstance(sys.stdin, TextIOWrapper) and sys.stdin.errors != "replace":
        sys.stdin.reconfigure(errors="replace")
    return Terminal(input=sys.stdin, output=sys.stderr, width=width, editor=editor)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """An interrupt typed into the editor is the editor's; the program we start has its own way."""
    before = signal.signal(signal.SIGINT, lambda _number, _frame: None)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _command(editor: str) -> list[str]:
    try:
        command = shlex.split(editor)
    except ValueError as error:
        raise UserError(f"`EDITOR` cannot be read ({error}); edit item by item.") from error
    if not command:
        raise UserError("No editor is set; set `EDITOR`, or edit item by item.")
    return command


def _content(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise UserError("The draft is not UTF-8 any more; nothing was changed.") from error
    except OSError as error:
        raise UserError(f"The draft is gone ({error.strerror}); nothing was changed.") from error

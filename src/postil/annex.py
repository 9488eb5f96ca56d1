"""A process beside ours in which a model provider's library is loaded on another core."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress

# Without the folder we stand in on its path: that may hold the change under review.
COMMAND = (sys.executable, "-P", "-m", "postil.models._apart")
_PATIENCE = 2.0
"""Seconds the process gets to end by itself once its input has."""


class Annex:
    """At most one such process: started when first wanted, handed over once, gone with the annex."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._was_started = self._was_taken = False
        self.is_closed = False

    def start(self) -> None:
        """Where no process can be had there is none; whoever wanted it does without."""
        if self._was_started or self.is_closed:
            return
        self._was_started = True
        with suppress(OSError):
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and our own module
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                process_group=0,
            )

    def taken(self) -> subprocess.Popen[bytes] | None:
        """The process; None when it was taken already or cannot be had."""
        self.start()
        is_first, self._was_taken = not self._was_taken, True
        return self._process if is_first else None

    def close(self) -> None:
        """End the process at once, whoever has it: nobody is to be asked any more."""
        self.is_closed = True
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            if not self._was_taken:
                end(self._process)


def end(process: subprocess.Popen[bytes]) -> None:
    """It ends with its input; one that does not is ended."""
    if process.stdin is not None:
        with suppress(OSError):  # the rest of a question that was never read
            process.stdin.close()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()

"""The process that holds a provider's library; it ends when nobody is left to ask."""

from __future__ import annotations

import asyncio
import importlib
import os
import signal
import sys

from postil.models._apart.serving import serve

MOST_LINE = 1 << 30
_BY_ALL = ("postil.models._dialogue", "postil.models._figures")
"""What every provider needs; which of them is wanted may not have been said yet."""


async def _served(answers: int) -> None:
    wishes = asyncio.StreamReader(limit=MOST_LINE)
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(wishes), sys.stdin
    )
    with os.fdopen(answers, "wb", buffering=0) as way_out:

        def say(text: bytes) -> None:
            while text:
                text = text[way_out.write(text) :]

        for needed in _BY_ALL:
            importlib.import_module(needed)
        await serve(wishes, say)


def _taken(descriptor: int) -> int:
    """Our own way out; what a library prints goes nowhere."""
    ours = os.dup(descriptor)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return ours


if __name__ == "__main__":
    # A stop at the terminal is for whoever asks; this side ends with its input.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    asyncio.run(_served(_taken(sys.stdout.fileno())))
    # Whoever asked waits for our end, and taking thousands of modules down tidies nothing.
    os._exit(0)

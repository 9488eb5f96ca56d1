"""Runs an agent program in a room of its own, bounded in time and output, with all it started."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from postil.domain.errors import ModelDown, Unusable
from postil.models._agents.errand import Room

MOST_OUTPUT = 8_000_000
_PIECE = 65_536
_PROGRAMS = "/usr/local/bin:/usr/bin:/bin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a program ended and the beginning of what it printed."""

    status: int
    output: str
    errors: str


@contextmanager
def room(cache: Path, text: str) -> Iterator[Room]:
    """Only we may look into it; it is gone afterwards.

    It lies in the cache and not in the system's temporary folder, where codex has no sandbox.
    """
    try:
        cache.mkdir(parents=True, exist_ok=True)
        made = Room(home=Path(tempfile.mkdtemp(prefix="agent-", dir=cache)))
    except OSError as problem:
        raise Unusable(
            f"no folder for an agent can be made in `{cache}`: {problem.strerror}; "
            "set `XDG_CACHE_HOME` to one that can be written"
        ) from problem
    try:
        made.work.mkdir()
        made.question.write_text(text, encoding="utf-8", errors="replace")
        yield made
    finally:
        shutil.rmtree(made.home, ignore_errors=True)


def found(program: str) -> str:
    """Where a program lies; one that is only there relative to some folder does not count."""
    path = shutil.which(program)
    if path is None or not Path(path).is_absolute():
        raise Unusable(f"there is no program `{program}` on the PATH; install it")
    return path


def surroundings(here: Room, variables: Mapping[str, str]) -> dict[str, str]:
    """All that a program sees: its home, where programs lie, and what it was given."""
    node = shutil.which("node")
    places = [str(Path(node).parent)] if node else []
    return {"HOME": str(here.home), "PATH": os.pathsep.join([*places, _PROGRAMS]), **variables}


async def run(
    command: Sequence[str],
    variables: Mapping[str, str],
    here: Room,
    *,
    within: float,
    begun: Callable[[], None],
) -> Ended:
    """Run it to its end; whatever happens, nothing of it is left running."""
    process = await _started(command, surroundings(here, variables), here)
    try:
        async with asyncio.timeout(within):
            output, errors = await asyncio.gather(
                _beginning(process.stdout, begun), _beginning(process.stderr, lambda: None)
            )
            status = await process.wait()
    except TimeoutError:
        name = Path(command[0]).name
        raise ModelDown(f"`{name}` did not answer within {within:.0f} s") from None
    finally:
        _end(process.pid)
        await process.wait()
    return Ended(status=status, output=output, errors=errors)


async def _started(
    command: Sequence[str], environment: Mapping[str, str], here: Room
) -> asyncio.subprocess.Process:
    descriptor = os.open(here.question, os.O_RDONLY)
    try:
        return await asyncio.create_subprocess_exec(
            *command,
            stdin=descriptor,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            cwd=here.work,
            env=dict(environment),
            start_new_session=True,
        )
    except OSError as problem:
        raise Unusable(f"`{command[0]}` cannot be started: {problem.strerror}") from problem
    finally:
        os.close(descriptor)


async def _beginning(stream: asyncio.StreamReader | None, begun: Callable[[], None]) -> str:
    """What comes, to its end; beyond the limit it is read and forgotten."""
    kept = bytearray()
    while stream is not None and (piece := await stream.read(_PIECE)):
        begun()
        kept += piece[: MOST_OUTPUT - len(kept)]
    return kept.decode("utf-8", "replace")


def _end(group: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)

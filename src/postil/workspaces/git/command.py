"""Runs git with an environment built from nothing, a deadline and a bound on what it may print."""

from __future__ import annotations

import os
import re
import selectors
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO

from postil.domain.diff import text
from postil.domain.errors import GitFailed, GitMissing

OLDEST = (2, 38)
"""The first git that can refuse bare repositories it stumbles upon and reads NUL-ended batches."""

DEADLINE = 60.0
OUTPUT_LIMIT = 256 * 1024 * 1024
_CHUNK = 1024 * 1024
_SAID_LIMIT = 4_000

_VERSION = re.compile(r"git version (\d{1,4})\.(\d{1,4})")

# What a repository's own configuration could still change in the few commands that read it.
_SETTINGS = {
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.untrackedCache": "false",
    "core.attributesFile": os.devnull,
    "core.pager": "cat",
    "core.askPass": "",
    "core.sshCommand": "false",
    "core.quotePath": "true",
    "color.ui": "false",
    "credential.helper": "",
    "diff.external": "",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "protocol.allow": "never",
    "safe.bareRepository": "explicit",
    "submodule.recurse": "false",
}
_OPTIONS = tuple(word for name, value in _SETTINGS.items() for word in ("-c", f"{name}={value}"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a run of git came to; `cut` when it printed too much, `late` when time ran out."""

    status: int
    stdout: bytes
    stderr: str
    cut: bool = False
    late: bool = False

    @property
    def worked(self) -> bool:
        return self.status == 0 and not self.cut and not self.late


@dataclass(frozen=True, kw_only=True)
class Program:
    """The git to run and the only folders it may find other programs in."""

    path: str
    search_path: str


def find_program(search_path: str | None = None) -> Program:
    """The git on the path; raises `GitMissing` when there is none or it is too old."""
    asked = os.environ.get("PATH", os.defpath) if search_path is None else search_path
    # A relative folder on the path would let the reviewed tree supply its own git.
    folders = os.pathsep.join(name for name in asked.split(os.pathsep) if os.path.isabs(name))
    path = shutil.which("git", path=folders) if folders else None
    if path is None:
        raise GitMissing("`git` was not found on the PATH; install git 2.38 or newer.")
    program = Program(path=path, search_path=folders)
    said = subprocess.run(
        [path, "version"],
        capture_output=True,
        check=False,
        env=environment(program, home=os.devnull),
        timeout=DEADLINE,
    )
    match = _VERSION.match(text(said.stdout))
    if match is None:
        raise GitMissing(f"`{path}` does not say its version; install git 2.38 or newer.")
    if (int(match[1]), int(match[2])) < OLDEST:
        found = f"{match[1]}.{match[2]}"
        raise GitMissing(f"`{path}` is git {found}; install git 2.38 or newer.")
    return program


def environment(program: Program, *, home: str) -> dict[str, str]:
    """Everything git may know about the outside."""
    return {
        "PATH": program.search_path,
        "HOME": home,
        "XDG_CONFIG_HOME": home,
        "LC_ALL": "C",
        "LANGUAGE": "C",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_SYSTEM": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_ATTR_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "",
        "SSH_ASKPASS": "",
        "GIT_SSH_COMMAND": "false",
        "GIT_PAGER": "cat",
        "GIT_EDITOR": "false",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_ALLOW_PROTOCOL": "",
        "GIT_PROTOCOL_FROM_USER": "0",
    }


@dataclass(frozen=True, kw_only=True)
class Git:
    """One way of calling git: from which folder, and which directories its variables name."""

    program: Program
    home: str
    folder: str
    variables: Mapping[str, str] = field(default_factory=dict)

    def run(self, *arguments: str, stdin: bytes = b"", deadline: float = DEADLINE) -> bytes:
        """What git prints; raises `GitFailed` with its words when it fails."""
        answer = self.attempt(*arguments, stdin=stdin, deadline=deadline)
        if not answer.worked:
            raise failure(arguments, answer)
        return answer.stdout

    def attempt(
        self,
        *arguments: str,
        stdin: bytes = b"",
        deadline: float = DEADLINE,
        limit: int = OUTPUT_LIMIT,
    ) -> Answer:
        """What became of one call, also when it failed, printed too much or took too long."""
        pieces: list[bytes] = []
        held = 0
        with self.started(arguments, stdin=stdin, deadline=deadline) as call:
            for chunk in call.chunks():
                held += len(chunk)
                pieces.append(chunk)
                if held > limit:
                    break
            return call.finish(b"".join(pieces)[:limit], cut=held > limit)

    @contextmanager
    def started(
        self, arguments: Sequence[str], *, stdin: bytes = b"", deadline: float = DEADLINE
    ) -> Iterator[Call]:
        """A running call; it is stopped and reaped when the block ends, whatever happens."""
        with tempfile.TemporaryFile() as said, tempfile.TemporaryFile() as given:
            given.write(stdin)
            given.seek(0)
            process = self.open(arguments, stdin=given, stderr=said)
            call = Call(process, said)
            timer = threading.Timer(deadline, call.expire)
            timer.daemon = True
            timer.start()
            try:
                yield call
            finally:
                timer.cancel()
                reap(process)

    def open(
        self, arguments: Sequence[str], *, stdin: IO[bytes] | int, stderr: IO[bytes]
    ) -> subprocess.Popen[bytes]:
        """Start git without waiting; the caller must `reap` it."""
        return subprocess.Popen(
            [self.program.path, *_OPTIONS, *arguments],
            cwd=self.folder,
            env=environment(self.program, home=self.home) | dict(self.variables),
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            # An interrupt at the terminal is ours to handle: what was read so far is kept, and
            # judging it needs git still there. Every child ends with its standard input.
            start_new_session=True,
        )


class Call:
    """One running git whose output is read piece by piece."""

    def __init__(self, process: subprocess.Popen[bytes], said: IO[bytes]) -> None:
        self._process = process
        self._said = said
        self._late = False

    def expire(self) -> None:
        self._late = True
        self._process.kill()

    def chunks(self) -> Iterator[bytes]:
        stdout = self._process.stdout
        while stdout is not None and (chunk := os.read(stdout.fileno(), _CHUNK)):
            yield chunk

    def fileno(self) -> int:
        """Where its output comes from, for whoever waits for several calls."""
        return -1 if self._process.stdout is None else self._process.stdout.fileno()

    def finish(self, stdout: bytes = b"", *, cut: bool = False) -> Answer:
        """How it ended; a call that was not read to its end is stopped first."""
        if cut:
            self._process.kill()
        status = self._process.wait()
        self._said.seek(0)
        stderr = text(self._said.read(_SAID_LIMIT))
        return Answer(status=status, stdout=stdout, stderr=stderr, cut=cut, late=self._late)


def interleaved(calls: Sequence[Call]) -> Iterator[tuple[int, bytes]]:
    """What running calls print, in the order it comes, each piece with the number of its call."""
    with selectors.DefaultSelector() as waiting:
        for number, call in enumerate(calls):
            waiting.register(call, selectors.EVENT_READ, number)
        while waiting.get_map():
            for key, _ in waiting.select():
                if chunk := os.read(key.fd, _CHUNK):
                    yield key.data, chunk
                else:
                    waiting.unregister(key.fileobj)


def reap(process: subprocess.Popen[bytes]) -> None:
    """End a process and leave no zombie and no open pipe."""
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            # What was still to be written is for a process that may be gone already.
            with suppress(BrokenPipeError):
                stream.close()
    if process.poll() is None:
        process.kill()
    process.wait()


def failure(arguments: Sequence[str], answer: Answer) -> GitFailed:
    """The error for a call that did not work, in git's own words."""
    verb = arguments[0]
    if answer.late:
        return GitFailed(f"`git {verb}` did not finish in time.", said=answer.stderr)
    if answer.cut:
        return GitFailed(f"`git {verb}` printed more than is read.", said=answer.stderr)
    words = answer.stderr.strip().split("\n")[0]
    reason = words or f"it ended with status {answer.status}"
    return GitFailed(f"`git {verb}` failed: {reason}", said=answer.stderr)

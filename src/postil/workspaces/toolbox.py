"""Runs bundled programs on copies of files, in a private folder with an empty environment."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import IO

from postil.ports import ToolRun, ToolStatus

OUTPUT_BYTES = 10 * 1024 * 1024
_NAME_BYTES = 255
_REFUSED_PARTS = ("", ".", "..")
_POLL_SECONDS = 0.05


class Programs:
    """A `ports.Toolbox` of the programs installed beside this interpreter, else on the path.

    `cache` is a folder where a program may keep what it derives from its own rules between
    runs; without it every run starts afresh. Nothing of the change is ever put there by us.
    """

    def __init__(self, *, folders: Sequence[str] | None = None, cache: str | None = None) -> None:
        self._folders = tuple(_default_folders() if folders is None else folders)
        self._cache = cache

    def find(self, tool: str) -> str | None:
        """Where a program is; None when it is not installed."""
        if os.path.basename(tool) != tool or tool in _REFUSED_PARTS:
            return None
        # A relative folder on the path would let the reviewed tree supply the program.
        folders = [folder for folder in self._folders if os.path.isabs(folder)]
        found = shutil.which(tool, path=os.pathsep.join(folders)) if folders else None
        return None if found is None else _behind_rustup(found, tool)

    def run(
        self,
        tool: str,
        arguments: Sequence[str],
        *,
        files: Mapping[str, str],
        timeout: float = 30.0,
    ) -> ToolRun:
        program = self.find(tool)
        if program is None:
            return ToolRun(status=ToolStatus.MISSING, stderr=f"`{tool}` is not installed.")
        refused = [name for name in files if not is_safe_name(name)]
        if refused:
            shown = refused[0].encode("utf-8", "backslashreplace").decode("utf-8")
            return ToolRun(
                status=ToolStatus.FAILED, stderr=f"`{shown}` is not a name that can be written."
            )
        with tempfile.TemporaryDirectory(prefix="postil-tool-", ignore_cleanup_errors=True) as own:
            work = os.path.join(own, "files")
            try:
                _write(work, files)
            except OSError as problem:
                said = f"The files for `{tool}` could not be written: {problem.strerror}."
                return ToolRun(status=ToolStatus.FAILED, stderr=said)
            room = _Room(work=work, own=own, cache=self._kept(tool))
            return _homeless(_run([program, *arguments], room, timeout=timeout), room)

    def _kept(self, tool: str) -> str | None:
        """The program's own cache folder; None when there is none or it cannot be written to."""
        if self._cache is None:
            return None
        folder = os.path.join(self._cache, tool)
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)
        except OSError:
            return None
        return folder if os.access(folder, os.W_OK) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Room:
    """Where one run takes place: the files, the private folder around them, the kept cache."""

    work: str
    own: str
    cache: str | None


def is_safe_name(name: str) -> bool:
    """Whether a relative name stays below the folder it is written to, on any system."""
    parts = name.split("/")
    return (
        "\0" not in name
        and "\\" not in name
        and not any(part in _REFUSED_PARTS for part in parts)
        and all(len(os.fsencode(part)) <= _NAME_BYTES for part in parts)
    )


def _behind_rustup(found: str, tool: str) -> str:
    """The program of the default toolchain where rustup stands in for it.

    The stand-in looks for toolchains in the home folder, which a run does not have.
    """
    if os.path.basename(os.path.realpath(found)) != "rustup":
        return found
    home = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(found))), ".rustup")
    try:
        with open(os.path.join(home, "settings.toml"), "rb") as file:
            toolchain = str(tomllib.load(file).get("default_toolchain"))
    except (OSError, ValueError):
        return found
    real = os.path.join(home, "toolchains", os.path.basename(toolchain), "bin", tool)
    return real if os.access(real, os.X_OK) else found


def _default_folders() -> list[str]:
    beside = [sysconfig.get_path("scripts"), os.path.join(sys.prefix, "bin")]
    return [*beside, *os.environ.get("PATH", os.defpath).split(os.pathsep)]


def _write(work: str, files: Mapping[str, str]) -> None:
    os.makedirs(work, mode=0o700)
    for name, content in files.items():
        place = os.path.join(work, *name.split("/"))
        os.makedirs(os.path.dirname(place), mode=0o700, exist_ok=True)
        with open(place, "wb") as file:
            file.write(content.encode("utf-8", "surrogateescape"))


def _run(command: Sequence[str], room: _Room, *, timeout: float) -> ToolRun:
    home = os.path.join(room.own, "home")
    os.makedirs(home, mode=0o700)
    with (
        tempfile.TemporaryFile(dir=room.own) as stdout,
        tempfile.TemporaryFile(dir=room.own) as stderr,
    ):
        try:
            process = subprocess.Popen(
                command,
                cwd=room.work,
                env=_environment(home, room.cache or home),
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
            )
        except (OSError, ValueError) as problem:
            return ToolRun(status=ToolStatus.FAILED, stderr=f"`{command[0]}`: {problem}")
        try:
            status = _wait(process, (stdout, stderr), timeout)
        finally:
            _end(process)
        return ToolRun(
            status=status,
            exit=process.returncode,
            stdout=_printed(stdout),
            stderr=_printed(stderr),
        )


def _homeless(run: ToolRun, room: _Room) -> ToolRun:
    """The run as it would speak in any folder: its own one is gone when somebody reads of it."""
    stdout, stderr = run.stdout, run.stderr
    for name, plain in _own_names(room):
        stdout, stderr = stdout.replace(name, plain), stderr.replace(name, plain)
    return replace(run, stdout=stdout, stderr=stderr)


def _own_names(room: _Room) -> Iterator[tuple[str, str]]:
    """How the private folders may be written; the longer ones first, as they hold the others."""
    for folder in (os.path.realpath(room.work), room.work, os.path.realpath(room.own), room.own):
        yield f"file://{folder}/", ""
        yield f"{folder}/", ""
        yield folder, "."


def _environment(home: str, cache: str) -> dict[str, str]:
    return {
        "PATH": os.pathsep.join(("/usr/bin", "/bin")),
        "HOME": home,
        "TMPDIR": home,
        "XDG_CACHE_HOME": cache,
        "KF_RULE_CACHE_DIR": os.path.join(cache, "rules"),
        "XDG_CONFIG_HOME": home,
        "LC_ALL": "C.UTF-8",
        "NO_COLOR": "1",
    }


def _wait(
    process: subprocess.Popen[bytes], outputs: Sequence[IO[bytes]], timeout: float
) -> ToolStatus:
    """Wait until it ends, takes too long, or prints more than is read."""
    rounds = max(1, round(timeout / _POLL_SECONDS))
    for _ in range(rounds):
        with suppress(subprocess.TimeoutExpired):
            process.wait(min(timeout, _POLL_SECONDS))
            return ToolStatus.RAN if process.returncode >= 0 else ToolStatus.FAILED
        if any(os.fstat(output.fileno()).st_size > OUTPUT_BYTES for output in outputs):
            return ToolStatus.FAILED
    return ToolStatus.TIMED_OUT


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program with everything it started, and leave no zombie."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _printed(output: IO[bytes]) -> str:
    output.seek(0)
    return output.read(OUTPUT_BYTES).decode("utf-8", "surrogateescape")

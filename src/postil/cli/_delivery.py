"""Where the result goes: to standard output, or into a file whole or not at all."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

from postil.domain.errors import UserError
from postil.wiring import silence_output


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

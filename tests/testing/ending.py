"""A reader who ends a program the moment it has said where it is."""

from __future__ import annotations

import contextlib
import io
import socket
import urllib.parse
from collections.abc import Callable, Sequence

import pytest


class _Ending(io.StringIO):
    def flush(self) -> None:
        raise KeyboardInterrupt


def assert_ends_well(program: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> None:
    """Being ended there is an ordinary end, and nobody listens at the address any more."""
    with contextlib.redirect_stdout(_Ending()) as told:
        assert program(arguments) == 0
    address = urllib.parse.urlsplit(told.getvalue().split()[0])
    assert address.hostname is not None
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((address.hostname, address.port or 0), timeout=5)

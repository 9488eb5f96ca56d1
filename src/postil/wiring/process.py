"""What the process was started in and where it leaves: variables, terminal, streams, error reports."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from postil import __version__
from postil.annex import Annex

TIME_SCALE = "POSTIL_TEST_TIME_SCALE"
"""A door for tests: waits pass so much faster; it changes nothing else."""

STATE_KEY = "POSTIL_STATE_KEY"
"""The variable with the key that signs what we leave on a forge."""

_FORGE_NAMES = (
    "GITHUB_TOKEN",
    "GH_TOKEN",
    "GITHUB_API_URL",
    "GH_HOST",
    "GITHUB_ACTIONS",
    "GITHUB_REPOSITORY",
    "GITHUB_EVENT_NAME",
    "GITHUB_EVENT_PATH",
    "HTTPS_PROXY",
    "https_proxy",
    "SSL_CERT_FILE",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the process was started in: its variables and its terminal.

    `can_repaint` says that standard error is a terminal on which a line can be written again.
    `cache` is the folder for what can be made again, `state` the one for what cannot.
    `credentials` are the keys and addresses of model providers, and where an agent program may
    have its home; they are never printed. `forge` is what a forge and its CI system hand to a
    job: tokens, addresses, and which change it is about. `editor` is the command line of the
    person's editor; `is_attended` says that somebody sits at a terminal who can answer.
    `annex` is there when the process ends with the command, and loads what it needs but once.
    """

    variables: Mapping[str, str] = field(default_factory=dict)
    width: int = 80
    color: bool = False
    output_is_terminal: bool = False
    can_repaint: bool = False
    cache: str = ""
    state: str = ""
    credentials: Mapping[str, str] = field(default_factory=dict, repr=False)
    forge: Mapping[str, str] = field(default_factory=dict, repr=False)
    editor: str = ""
    is_attended: bool = False
    annex: Annex | None = None


def surroundings(annex: Annex | None = None) -> Surroundings:
    """What steers a run from outside; adapters read only where programs and git's settings lie."""
    output, error = sys.stdout.isatty(), sys.stderr.isatty()
    dumb = os.environ.get("TERM") == "dumb"
    return Surroundings(
        variables={key: value for key, value in os.environ.items() if _is_setting(key)},
        width=max(40, shutil.get_terminal_size().columns),
        color=output and not dumb and not os.environ.get("NO_COLOR"),
        output_is_terminal=output,
        can_repaint=error and not dumb,
        cache=_own_folder(os.environ.get("XDG_CACHE_HOME", ""), ".cache"),
        state=_own_folder(os.environ.get("XDG_STATE_HOME", ""), ".local/state"),
        credentials={key: value for key, value in os.environ.items() if _is_for_models(key)},
        forge={key: value for key, value in os.environ.items() if _is_for_forges(key)},
        editor=os.environ.get("VISUAL") or os.environ.get("EDITOR", ""),
        is_attended=error and sys.stdin is not None and sys.stdin.isatty(),
        annex=annex,
    )


def _is_setting(name: str) -> bool:
    if not name.startswith("POSTIL_") or name == TIME_SCALE:
        return False
    return not (_is_for_models(name) or _is_for_forges(name))


def _is_for_models(name: str) -> bool:
    endings = ("_API_KEY", "_BASE_URL", "_CONTEXT_LENGTH")
    return name.endswith(endings) or name.startswith("AWS_") or name == "XDG_CACHE_HOME"


def _is_for_forges(name: str) -> bool:
    return name in _FORGE_NAMES or name.startswith("POSTIL_GITHUB_") or name == STATE_KEY


def _own_folder(given: str, usual: str) -> str:
    """Where things may be kept between runs; nowhere for a user without a home."""
    if Path(given).is_absolute():  # a relative one would lie in the reviewed tree
        return str(Path(given) / "postil")
    try:
        return str(Path.home() / usual / "postil")
    except RuntimeError:
        return ""


def silence_output() -> None:
    """Nobody reads our output any more; what is still buffered goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def keep_report(error: Exception) -> str:
    """Put the details of our own mistake where they can be sent from; returns the path."""
    details = "".join(traceback.format_exception(error))
    text = f"postil {__version__} on Python {sys.version}\n\n{details}"
    with tempfile.NamedTemporaryFile(
        "wb", prefix="postil-error-", suffix=".txt", delete=False
    ) as file:
        file.write(text.encode("utf-8", "backslashreplace"))
    return file.name

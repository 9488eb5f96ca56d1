"""What the process was started in, as far as it decides who is asked and with what."""

from __future__ import annotations

import subprocess
import sys

import pytest

from commands import surroundings


@pytest.mark.parametrize(
    ("variables", "editor"),
    [
        ({"VISUAL": "code -w", "EDITOR": "vi"}, "code -w"),
        ({"VISUAL": "", "EDITOR": "vi"}, "vi"),
        ({"VISUAL": "", "EDITOR": ""}, ""),
    ],
)
@pytest.mark.parametrize("closed", ["", "<&-"])
def test_the_editor_is_the_persons_and_without_a_terminal_nobody_is_there(
    variables: dict[str, str], editor: str, closed: str
) -> None:
    code = "from postil.wiring import surroundings as s; print(repr(s().editor), s().is_attended)"
    done = subprocess.run(
        ["sh", "-c", f'"$0" -c "$1" {closed}', sys.executable, code],
        env=surroundings(variables),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{editor!r} False\n"

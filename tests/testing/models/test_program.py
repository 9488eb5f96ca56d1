"""The scripted server as a program: prints its address and answers until it is ended."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from postil.testing.models import Dialect
from postil.testing.models.__main__ import main
from testing.ending import assert_ends_well
from testing.models.asking import HEADERS, question


def test_it_serves_a_script_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "script.json"
    file.write_text('{"otherwise": {"kind": "answer", "text": "Nothing."}}', encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "postil.testing.models", "--script", str(file)],
        stdout=subprocess.PIPE,
        text=True,
    ) as program:
        try:
            assert program.stdout is not None
            url = program.stdout.readline().strip()
            request = urllib.request.Request(  # noqa: S310 - a loopback address we were just told
                f"{url}/v1/chat/completions",
                json.dumps(question(Dialect.CHAT)).encode(),
                HEADERS[Dialect.CHAT],
            )
            with urllib.request.urlopen(request, timeout=10) as response:  # noqa: S310 - same
                said = json.load(response)["choices"][0]["message"]["content"]
        finally:
            program.send_signal(signal.SIGINT)
        assert program.wait(timeout=10) == 0
    assert said == "Nothing."


def test_being_ended_while_it_says_where_it_is_is_an_ordinary_end(tmp_path: Path) -> None:
    file = tmp_path / "script.json"
    file.write_text('{"otherwise": {"kind": "answer", "text": "Nothing."}}', encoding="utf-8")
    assert_ends_well(main, ["--script", str(file)])


@pytest.mark.parametrize(
    ("text", "words"), [("{", "cannot be used"), (None, "No such file or directory")]
)
def test_a_script_that_cannot_be_used_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str | None, words: str
) -> None:
    file = tmp_path / "script.json"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    assert main(["--script", str(file)]) == 2
    assert words in capsys.readouterr().err

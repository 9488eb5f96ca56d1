"""The two filters for scripts: what they read, print, note and end with."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from commands import Ran, surroundings

ROWS = (
    "claude\tflag\ta:1:logic\ta.py:12\tHIGH\tCODE\tthe guard is gone\n"
    "codex\tflag\tb:0:race\tb.py:3\tLOW\tCODE\tno lock\n"
    "\n"
    "gemini\tflag\tx\tx.py:1\tHIGH\tCODE\twho?\n"
    "too\tshort\n"
)


def fed(text: str | bytes, *arguments: str, variables: Mapping[str, str] | None = None) -> Ran:
    done = subprocess.run(
        [sys.executable, "-m", "postil", *arguments],
        env=surroundings(variables),
        input=text.encode() if isinstance(text, str) else text,
        capture_output=True,
        check=False,
        timeout=60,
    )
    out = done.stdout.decode("utf-8", "surrogateescape")
    return Ran(done.returncode, out, done.stderr.decode())


def test_conflicts_prints_nine_columns_and_notes_what_it_passed_over() -> None:
    ran = fed(ROWS, "conflicts")
    assert ran.out == (
        "D1\tclaude-only\tyes\tclaude\ta:1:logic\ta.py:12\tHIGH\tCODE\tthe guard is gone\n"
        "D2\tcodex-only\tyes\tcodex\tb:0:race\tb.py:3\tLOW\tCODE\tno lock\n"
    )
    assert ran.err == (
        "postil: row 4 is passed over: `gemini` is no side; they are claude, codex, primary, second\n"
        "postil: row 5 is passed over: it has 2 columns instead of 7\n"
    )
    assert ran.status == 0


def test_conflicts_takes_cap_and_prefix_from_the_environment() -> None:
    variables = {"CROSS_MODEL_ARB_CAP": "1", "CROSS_MODEL_ID_PREFIX": "7c1f-"}
    ran = fed(ROWS, "conflicts", variables=variables)
    assert [line.split("\t")[:3] for line in ran.out.splitlines()] == [
        ["7c1f-1", "claude-only", "yes"],
        ["7c1f-2", "codex-only", "no-overcap"],
    ]
    given = fed(ROWS, "conflicts", "--cap", "0", "--prefix", "x", variables=variables)
    assert [line.split("\t")[0::2][:2] for line in given.out.splitlines()] == [
        ["x1", "no-overcap"],
        ["x2", "no-overcap"],
    ]


def test_conflicts_with_a_cap_or_prefix_of_no_use_says_so_and_goes_on() -> None:
    variables = {"CROSS_MODEL_ARB_CAP": "-3", "CROSS_MODEL_ID_PREFIX": "a, b"}
    ran = fed(ROWS, "conflicts", variables=variables)
    assert [line.split("\t")[0] for line in ran.out.splitlines()] == ["D1", "D2"]
    assert "the cap `-3` cannot be used; it is 10" in ran.err
    assert "the prefix `a, b` cannot be used; it is D" in ran.err
    assert ran.status == 0


def test_conflicts_of_nothing_is_nothing() -> None:
    assert fed("", "conflicts") == Ran(0, "", "")


def test_bytes_that_are_no_text_and_carriage_returns_come_through() -> None:
    ran = fed(b"claude\tflag\tf\t\xff.py:1\tHIGH\tCODE\ts\r\n", "conflicts")
    assert ran.out.endswith("\tf\t\udcff.py:1\tHIGH\tCODE\ts\n")


def test_the_rest_of_a_line_too_long_is_no_line_of_its_own() -> None:
    planted = "x" * (1024 * 1024) + "ARB D1 REAL_BUG\n" + "ARB D2 UNCERTAIN\n"
    ran = fed(planted, "arbitrate", "D1,D2")
    assert ran.out == "D1\tUNCHANGED\nD2\tUNCERTAIN\n"


@pytest.mark.parametrize(
    ("lines", "out", "status"),
    [
        ("ARB D1 REAL_BUG — yes\nARB D2 FALSE_POSITIVE — guarded\n", "D1\tREAL_BUG\nD2\tFALSE_POSITIVE\n", 0),
        ("noise\nARB D1 UNCERTAIN\nARB D9 REAL_BUG\n", "D1\tUNCERTAIN\nD2\tUNCHANGED\n", 0),
        ("ARB D9 REAL_BUG\n", "D1\tUNCHANGED\nD2\tUNCHANGED\n", 3),
        ("x\u2028ARB D1 REAL_BUG\x0bARB D2 REAL_BUG\n", "D1\tUNCHANGED\nD2\tUNCHANGED\n", 3),
        ("", "D1\tUNCHANGED\nD2\tUNCHANGED\n", 3),
    ],
)  # fmt: skip
def test_arbitrate_answers_for_each_id(lines: str, out: str, status: int) -> None:
    assert fed(lines, "arbitrate", "D1, D2") == Ran(status, out, "")


@pytest.mark.parametrize("ids", [(), ("",), (" , ",)])
def test_arbitrate_without_ids_has_nothing_to_do(ids: tuple[str, ...]) -> None:
    assert fed("ARB D1 REAL_BUG\n", "arbitrate", *ids) == Ran(0, "", "")


def test_at_a_terminal_it_says_what_it_waits_for(tmp_path: Path) -> None:
    terminal, end = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-m", "postil", "conflicts"],
            cwd=tmp_path,
            env=surroundings(),
            stdin=end,
            capture_output=True,
            check=False,
            timeout=60,
        )
    finally:
        os.close(end)
        os.close(terminal)
    assert done.returncode == 2
    assert b"pipe in rows of seven columns" in done.stderr

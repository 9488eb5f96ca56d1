"""Bodies of private keys are found in every dress; what only looks like them is left alone."""

from __future__ import annotations

import base64
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.inspection.prompt.guise import Guise
from postil.inspection.prompt.key_blocks import key_lines


def encoded(count: int, *, width: int = 64) -> list[str]:
    data = base64.b64encode(hashlib.shake_256(b"a key").digest(count)).decode()
    return [data[at : at + width] for at in range(0, len(data), width)]


BODY = encoded(1_190)
BEGIN, END = "-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----"
CERTIFICATE = ["-----BEGIN CERTIFICATE-----", *BODY, "-----END CERTIFICATE-----"]


def hidden(lines: list[str]) -> list[int]:
    return sorted(key_lines(lines))


@pytest.mark.parametrize(
    "kind", ["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED "], ids=lambda kind: kind or "plain"
)
def test_every_line_of_a_body_is_hidden(kind: str) -> None:
    lines = [
        "x",
        f"-----BEGIN {kind}PRIVATE KEY-----",
        *BODY,
        f"-----END {kind}PRIVATE KEY-----",
        "y",
    ]
    assert hidden(lines) == list(range(2, 2 + len(BODY)))
    assert len(BODY[-1]) < 64


@pytest.mark.parametrize(
    "dress",
    ["    {}", '"{}\\n"', "'{}\\n' +", '    "{}\\r\\n",', "# {}", "> {}", "{}\\", "{};"],
)
def test_in_every_dress(dress: str) -> None:
    short = encoded(150, width=24)
    lines = [dress.format(BEGIN), *map(dress.format, short), dress.format(END)]
    found = key_lines(lines)
    assert [lines[index][slice(*span)] for index, span in found.items()] == short


def test_what_stands_between_the_first_line_and_the_body_is_passed_over() -> None:
    short = encoded(100, width=40)
    lines = [BEGIN, "Proc-Type: 4,ENCRYPTED", "DEK-Info: AES-128-CBC,AB12", "", *short, END]
    assert hidden(lines) == list(range(4, 4 + len(short)))


@pytest.mark.parametrize("part", [slice(3, 6), slice(5, None), slice(0, 2)])
def test_a_part_without_its_frame_is_hidden(part: slice) -> None:
    lines = ["code()", *BODY[part], "more()"]
    assert hidden(lines) == list(range(1, len(lines) - 1))


@pytest.mark.parametrize(
    "lines",
    [
        CERTIFICATE,
        ["-----BEGIN PUBLIC KEY-----", *BODY[:4], "-----END PUBLIC KEY-----"],
        [BODY[0]],
        [BODY[0], "code()", BODY[1]],
        ["=" * 70, "=" * 70],
        ["/" * 70, "/" * 70],
        ["ab12" * 16, "cd34" * 16],
        ["A" * 70, "B" * 70],
        ["aB" * 40, "cD" * 40],
        [f'HEADER = "{BEGIN}"', "return", "x = 1"],
        [BEGIN, "if found:", BODY[0][:40]],
        [BEGIN, "return", "else", "word"],
        [],
    ],
)
def test_what_is_no_key_is_left_alone(lines: list[str]) -> None:
    assert hidden(lines) == []


def test_after_a_certificate_a_key_is_a_key_again() -> None:
    lines = [*CERTIFICATE, BEGIN, *BODY, END]
    assert hidden(lines) == list(range(len(CERTIFICATE) + 1, len(lines) - 1))


def test_the_guise_hides_a_body_and_leads_back() -> None:
    guise = Guise()
    lines = [BEGIN, *BODY, END]
    shown = guise.lines(lines)
    for line in BODY:
        assert line not in "\n".join(shown)
    assert [guise.original(line) for line in shown] == lines
    assert shown[3].startswith("⟦secret:private-key:")


@given(st.lists(st.text(max_size=80) | st.sampled_from([BEGIN, END, *BODY, *CERTIFICATE[:1]])))
def test_spans_lie_within_their_lines_and_lead_back(lines: list[str]) -> None:
    for index, (start, end) in key_lines(lines).items():
        assert 0 <= start < end <= len(lines[index])
    flat = [line.replace("\n", " ") for line in lines]
    guise = Guise()
    assert [guise.original(line) for line in guise.lines(flat)] == flat

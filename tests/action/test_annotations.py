"""Findings as annotations: at their lines, by severity, and never a command of their own."""

from __future__ import annotations

from dataclasses import replace

from postil.action.annotations import MOST, annotated

from samples import NOISY


def test_each_open_finding_is_one_line_at_its_place() -> None:
    lines = list(annotated(NOISY.document))
    assert len(lines) == len(NOISY.document.open_findings)
    assert lines[0].startswith("::error file=src/billing/client.py,line=")
    assert lines[0].endswith("::A live gateway key is committed")
    assert {line.split(" ")[0] for line in lines} == {"::error", "::warning", "::notice"}


def test_t_24_a_title_cannot_begin_another_command() -> None:
    first = NOISY.document.findings[0]
    hostile = replace(first, title="x\n::set-output name=a::b\r%", slug="a,b:c")
    (line,) = annotated(replace(NOISY.document, findings=(hostile,)))
    assert "\n" not in line
    assert "\r" not in line
    assert line.endswith("::x%0A::set-output name=a::b%0D%25")
    assert "a%2Cb%3Ac" in line


def test_there_are_only_so_many() -> None:
    first = NOISY.document.findings[0]
    many = tuple(replace(first, id=f"{n:08x}") for n in range(MOST + 5))
    assert len(list(annotated(replace(NOISY.document, findings=many)))) == MOST

"""Places in files as people and scripts write them, and where they are now."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from postil.domain.errors import UserError
from postil.render._visible import one_line
from postil.track.locating import Answer, Question

LONGEST = 1024 * 1024
"""Bytes of one line of input that are read."""

_PLACE = re.compile(r"\A(.+):([0-9]{1,9})(?:-([0-9]{1,9}))?\Z", re.DOTALL)
_WORDS = ("text", "symbol")
_ROWS = ("before", "after")
_KNOWN = frozenset({"path", "start", "end", *_WORDS, *_ROWS})
_FORM = '{"path": "src/app.py", "start": 12, "end": 14}'


def given(place: str) -> Question:
    """A place like `src/app.py:12-14`, or `src/app.py:12`."""
    match = _PLACE.match(place)
    if match is None:
        raise UserError(f"`{place}` names no lines; write it like `src/app.py:12-14`.")
    path, start, end = match.groups()
    return _checked(Question(path=path, start=int(start), end=int(end or start)), place)


def fed() -> Iterator[bytes]:
    """The lines of standard input, each read no further than is needed to see it is too long."""
    if sys.stdin is None or sys.stdin.isatty():
        raise UserError("No lines are named; give places like `src/app.py:12`, or feed JSON lines.")
    yield from iter(lambda: sys.stdin.buffer.readline(LONGEST + 2), b"")


def batch(lines: Iterable[bytes]) -> Iterator[Question]:
    """One question for each line of JSON; empty lines are passed over."""
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield _question(_record(line, number), f"line {number} of the input")


def _record(line: bytes, number: int) -> dict[str, Any]:
    if len(line) > LONGEST + 1:
        raise UserError(f"Line {number} of the input is longer than `{LONGEST:,}` bytes.")
    try:
        record = json.loads(line.decode("utf-8", "surrogateescape"))
    except (ValueError, RecursionError) as error:
        raise UserError(
            f"Line {number} of the input is not JSON; write it like `{_FORM}`."
        ) from error
    if not isinstance(record, dict):
        raise UserError(f"Line {number} of the input is no object; write it like `{_FORM}`.")
    return record


def _question(record: Mapping[str, Any], where: str) -> Question:
    for key in record:
        if key not in _KNOWN:
            known = ", ".join(f"`{name}`" for name in sorted(_KNOWN))
            raise UserError(f"`{key}` in {where} is not known; there are {known}.")
    path = record.get("path")
    if not isinstance(path, str) or not path:
        raise UserError(f"`path` is missing in {where}; write it like `{_FORM}`.")
    start = _number(record.get("start"), where)
    end = _number(record.get("end", start), where)
    rows = {key: record.get(key, []) for key in _ROWS}
    words = {key: record.get(key, "") for key in _WORDS}
    if not all(isinstance(value, str) for value in words.values()):
        raise UserError(f"`text` and `symbol` in {where} must be strings.")
    if not all(_is_rows(value) for value in rows.values()):
        raise UserError(f"`before` and `after` in {where} must be lists of strings.")
    question = Question(
        path=path,
        start=start,
        end=end,
        before=tuple(rows["before"]),
        after=tuple(rows["after"]),
        **words,
    )
    return _checked(question, where)


def _number(value: object, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise UserError(f"`start` and `end` in {where} must be line numbers.")
    return value


def _is_rows(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(row, str) for row in value)


def _checked(question: Question, where: str) -> Question:
    if not 1 <= question.start <= question.end:
        raise UserError(f"`{question.start}-{question.end}` in {where} is no range of lines.")
    return question


def records(questions: Sequence[Question], answers: Sequence[Answer]) -> Iterator[str]:
    """One line of JSON for each answer; bytes that are not UTF-8 stay as escapes."""
    for question, answer in zip(questions, answers, strict=True):
        asked = {"path": question.path, "start": question.start, "end": question.end}
        now = {"path": answer.path, "start": answer.start, "end": answer.end}
        yield json.dumps(
            {
                "from": asked,
                "kind": answer.kind.value,
                "to": now if answer.path else None,
                "confidence": answer.confidence,
                "how": answer.how.value,
            }
        )


def table(questions: Sequence[Question], answers: Sequence[Answer]) -> Iterator[str]:
    """Aligned rows for people."""
    rows = [
        (
            span(question.path, question.start, question.end),
            answer.kind.value,
            span(answer.path, answer.start, answer.end) if answer.path else "-",
            f"{answer.confidence:>3} %  {answer.how.value}",
        )
        for question, answer in zip(questions, answers, strict=True)
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)] if rows else []
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=False))
        yield "  ".join((*cells, row[-1]))


def span(path: str, start: int, end: int) -> str:
    """A place as it can be given; a path cannot command the terminal."""
    name = one_line(path)
    return f"{name}:{start}" if start == end else f"{name}:{start}-{end}"

"""Prompts that stand in YAML: block scalars whose key, role or file says that they are one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.domain import paths
from postil.inspection.checks._prompt_consistency.prompts import (
    MOST_LINES,
    Prompt,
    PromptLine,
    in_modes,
    is_kept_as_prompt,
)

_KEY = re.compile(
    r"\A(?P<lead>\s{0,60}(?:-\s{1,4}){0,4})[\"']?(?P<key>[\w.-]{1,60})[\"']?\s{0,4}:\s{1,4}[|>][-+\d]{0,2}\s{0,8}(?:#[^\n]{0,200})?\Z"
)
_TELLING = re.compile(r"prompt|instructions?\Z|system_?message|\Asystem\Z", re.IGNORECASE)
_TEXTS = frozenset({"template", "text", "content", "user", "body", "message"})
_ROLE = re.compile(
    r"\A\s{0,60}(?:-\s{1,4}){0,4}[\"']?role[\"']?\s{0,4}:\s{1,4}[\"']?(?:system|user|developer)\b"
)


@dataclass(frozen=True, slots=True)
class _Scalar:
    """The text below a key, without its indentation."""

    key: str
    lines: tuple[PromptLine, ...]


def may_hold_scalars(path: str) -> bool:
    """Whether a file of this name can have prompts in block scalars."""
    return paths.language_of(path) == "yaml" and not paths.is_test(path)


def prompts_in_scalars(path: str, text: str) -> list[Prompt]:
    """Every block scalar that is a prompt, called by its key; keys that repeat by their line too."""
    found = list(_scalars(text.split("\n")[:MOST_LINES], is_prompt=is_kept_as_prompt(path)))
    often = Counter(scalar.key for scalar in found)
    return [
        Prompt(
            scalar.key if often[scalar.key] == 1 else f"{scalar.key} {scalar.lines[0].number}",
            tuple(in_modes(scalar.lines)),
        )
        for scalar in found
    ]


def _scalars(lines: Sequence[str], *, is_prompt: bool) -> Iterator[_Scalar]:
    index = 0
    while index < len(lines):
        header = _KEY.match(lines[index])
        index += 1
        if header is None:
            continue
        first = index
        while index < len(lines) and _is_below(lines[index], len(header["lead"])):
            index += 1
        spoken = any(_ROLE.match(line) for line in lines[max(0, first - 2) : first])
        key = header["key"]
        is_named = _TELLING.search(key) or (key.lower() in _TEXTS and (is_prompt or spoken))
        if is_named and index > first:
            yield _Scalar(key, tuple(_dedented(lines, first, index)))


def _is_below(line: str, indent: int) -> bool:
    return not line.strip() or len(line) - len(line.lstrip(" ")) > indent


def _dedented(lines: Sequence[str], first: int, last: int) -> Iterator[PromptLine]:
    opening = next((line for line in lines[first:last] if line.strip()), "")
    indent = len(opening) - len(opening.lstrip(" "))
    for at in range(first, last):
        yield PromptLine(at + 1, lines[at][indent:])

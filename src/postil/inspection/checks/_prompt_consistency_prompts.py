"""Prompts as lines that know their mode, from prompt files and from string literals in code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.domain import paths
from postil.domain.paths.names import place_of

LONGEST_LINE = 2_000
MOST_LINES = 5_000
_PROMPT_ENDS = (".prompt.md", ".prompt", ".prompt.txt", ".prompty", ".chatmode.md", ".agent.md")
_TEXT_ENDS = frozenset(
    {".md", ".mdx", ".mdc", ".txt", ".hbs", ".j2", ".jinja", ".jinja2", ".mustache", ".tmpl", ".liquid"}
)  # fmt: skip
_PROMPT_FOLDERS = frozenset({"prompts", "prompt", "system_prompts", "system-prompts"})
_AGENT_FOLDERS = frozenset({"agents", "commands", "skills", "chatmodes"})
_TAG = re.compile(
    r"\{%-?\s{0,4}(?P<jinja>if|elif|else|endif|unless|endunless)\b(?P<test>[^%\n]{0,200})%\}"
    r"|\{\{[-~]?\s{0,4}(?P<bars>#if|#unless|/if|/unless|else if|else|if|end|range|with|#each|/each|#with|/with)\b"
    r"(?P<check>[^}\n]{0,200})\}\}"
)
_OPENS = frozenset({"if", "unless", "#if", "#unless", "range", "with", "#each", "#with"})
_TURNS = frozenset({"elif", "else", "else if"})


@dataclass(frozen=True, slots=True)
class Arm:
    """One way a branch can go; two arms of one branch are never rendered together."""

    branch: int
    arm: int
    test: str = ""


@dataclass(frozen=True, slots=True)
class PromptLine:
    """A line, or the part of one that stands in one mode."""

    number: int
    text: str
    arms: tuple[Arm, ...] = ()

    def stands_with(self, other: PromptLine) -> bool:
        """Whether some mode renders both."""
        mine = {arm.branch: arm.arm for arm in self.arms}
        return all(mine.get(arm.branch, arm.arm) == arm.arm for arm in other.arms)


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt as it can be rendered; `name` is what it is called, or the path of its file."""

    name: str
    lines: tuple[PromptLine, ...]

    def touches(self, numbers: frozenset[int]) -> bool:
        return any(line.number in numbers for line in self.lines)


def is_prompt_file(path: str, text: str | None) -> bool:
    """Whether a file is a prompt; without its text, whether it may be one."""
    place = place_of(path)
    name = place.name
    if name.startswith("readme") or paths.is_test(path) or paths.is_changelog(path):
        return False
    if name.endswith(_PROMPT_ENDS) or name == "skill.md":
        return True
    if place.ending not in _TEXT_ENDS:
        return False
    if not _PROMPT_FOLDERS.isdisjoint(place.folders):
        return "docs" not in place.folders
    if _AGENT_FOLDERS.isdisjoint(place.folders):
        return False
    return ".claude" in place.folders or text is None or _has_front_matter(text)


def _has_front_matter(text: str) -> bool:
    head = text[:2_000]
    return head.startswith("---\n") and "\nname:" in head and "\ndescription:" in head


def from_file(path: str, text: str) -> Prompt:
    lines = text.split("\n")[:MOST_LINES]
    numbered = [PromptLine(number, line) for number, line in enumerate(lines, start=1)]
    return Prompt(path, tuple(in_modes(numbered)))


def in_modes(lines: Sequence[PromptLine]) -> Iterator[PromptLine]:
    """The lines cut at the tags of a template language, each piece with the arms it stands in."""
    open_: list[Arm] = []
    count = 0
    for line in lines:
        position = 0
        text = line.text[:LONGEST_LINE]
        for tag in _TAG.finditer(text) if "{%" in text or "{{" in text else ():
            yield from _piece(line, text[position : tag.start()], open_)
            position = tag.end()
            word = tag["jinja"] or tag["bars"]
            test = " ".join((tag["test"] or tag["check"] or "").split()).rstrip("-")
            if word in _OPENS:
                count += 1
                open_.append(Arm(-count, 0, test))
            elif open_ and word in _TURNS:
                last = open_.pop()
                open_.append(Arm(last.branch, last.arm + 1, f"not {last.test}".strip()))
            elif open_:
                open_.pop()
        if position == 0 or text[position:].strip():
            yield PromptLine(line.number, text[position:], (*line.arms, *open_))


def _piece(line: PromptLine, text: str, arms: Sequence[Arm]) -> Iterator[PromptLine]:
    if text.strip():
        yield PromptLine(line.number, text, (*line.arms, *arms))

"""Prompts as lines that know their mode, from prompt files and from string literals in code."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.domain import paths
from postil.domain.paths.names import Place, place_of
from postil.inspection.checks._prompt_consistency.modes import Fact, exclude, facts_of

LONGEST_LINE = 2_000
MOST_LINES = 5_000
_PROMPT_ENDS = (
    ".prompt.md",
    ".prompt",
    ".prompt.txt",
    ".prompty",
    ".chatmode.md",
    ".agent.md",
    ".instructions.md",
    "copilot-instructions.md",
)
_AGENT_FILES = frozenset({"skill.md", "agents.md", "claude.md", "gemini.md"})
_TEMPLATE_ENDS = frozenset(
    {".hbs", ".j2", ".jinja", ".jinja2", ".mustache", ".tmpl", ".liquid", ".erb", ".ejs", ".njk", ".tpl"}
)  # fmt: skip
_TEXT_ENDS = _TEMPLATE_ENDS | {".md", ".mdx", ".mdc", ".txt"}
_PROMPT_FOLDERS = frozenset({"prompts", "prompt", "system_prompts", "system-prompts"})
_AGENT_FOLDERS = frozenset({"agents", "commands", "skills", "chatmodes"})
_STEM = re.compile(r"(?:\A|[_.-])(?:system[_.-]?)?prompts?(?:[_.-]|\Z)")
_MARKS = re.compile(r"^\s{0,12}#{2,3}\s|\bStep \d|\bMUST\b|\bNEVER\b|\b[Oo]utput [Ff]ormat\b", re.MULTILINE)  # fmt: skip
_ADDRESS = re.compile(r"\bMUST\b|\bNEVER\b|\bYou are\b|\b[Oo]utput [Ff]ormat\b")
_LEAST_LINES = 20
_LEAST_MARKS = 3
_LEAST_LINES_OF_KEPT = 3
_TALKS = re.compile(r"^\s{0,12}You\s(?:are|will|get|\w{2,20})\b", re.MULTILINE)
_TAG = re.compile(
    r"\{%[-+]?\s{0,4}(?P<jinja>if|elif|elsif|else|endif|unless|endunless|for|endfor)\b(?P<test>[^%\n]{0,200})%\}"
    r"|\{\{[-~]?\s{0,4}(?P<bars>#if|#unless|/if|/unless|else if|else|if|end|range|with|#each|/each|#with|/with)\b"
    r"(?P<check>[^}\n]{0,200})\}\}"
    r"|<%-?\s{0,4}(?:\}\s{0,4})?(?P<script>if|elsif|else if|else|unless|end|\})(?!\w)(?P<given>[^%\n]{0,200})%>"
    r"|<%-?(?!=)[^%\n]{0,200}(?P<loop>\{|\bdo(?:\s\|[^|%\n]{0,60}\|)?)\s{0,4}-?%>"
)
_OPENS = frozenset({"if", "unless", "#if", "#unless", "range", "with", "#each", "#with", "for"})
_LOOPS = frozenset({"range", "#each", "for"})
_TURNS = frozenset({"elif", "elsif", "else", "else if"})


@dataclass(frozen=True, slots=True)
class Arm:
    """One way a branch can go; two arms of one branch are never rendered together."""

    branch: int
    arm: int
    test: str = ""
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class PromptLine:
    """A line, or the part of one that stands in one mode.

    `seams` are the lines of the code that put it where it is, when it stands elsewhere under a name.
    """

    number: int
    text: str
    arms: tuple[Arm, ...] = ()
    seams: tuple[int, ...] = ()

    def stands_with(self, other: PromptLine) -> bool:
        """Whether some mode renders both."""
        mine = {arm.branch: arm.arm for arm in self.arms}
        if any(mine.get(arm.branch, arm.arm) != arm.arm for arm in other.arms):
            return False
        return not exclude(
            (fact for arm in self.arms for fact in arm.facts),
            (fact for arm in other.arms for fact in arm.facts),
        )


@dataclass(frozen=True, slots=True)
class Prompt:
    """One prompt as it can be rendered; `name` is what it is called, or the path of its file."""

    name: str
    lines: tuple[PromptLine, ...]

    def touches(self, numbers: frozenset[int]) -> bool:
        return any(
            line.number in numbers or not numbers.isdisjoint(line.seams) for line in self.lines
        )


def is_prompt_file(path: str, text: str | None) -> bool:
    """Whether a file is a prompt; without its text, whether it may be one."""
    place = place_of(path)
    name = place.name
    if name.startswith("readme") or paths.is_test(path):
        return False
    if name.endswith(_PROMPT_ENDS) or name in _AGENT_FILES:
        return True
    if paths.is_changelog(path):
        return False
    if place.ending not in _TEXT_ENDS:
        return False
    if _is_called_prompt(place):
        return "docs" not in place.folders
    if place.ending == ".mdc":
        return not place.folders.isdisjoint(("rules", ".cursor"))
    if not _AGENT_FOLDERS.isdisjoint(place.folders):
        return ".claude" in place.folders or text is None or _has_front_matter(text)
    return place.ending in _TEMPLATE_ENDS and (text is None or _instructs(text))


def is_kept_as_prompt(path: str) -> bool:
    """Whether its name or folder says that a file holds prompts, whatever its format."""
    place = place_of(path)
    return _is_called_prompt(place) and "docs" not in place.folders


def _is_called_prompt(place: Place) -> bool:
    return not _PROMPT_FOLDERS.isdisjoint(place.folders) or _STEM.search(place.stem) is not None


def is_long_instruction(text: str) -> bool:
    """Whether a text without a telling name is long enough and has the marks of a prompt."""
    return text.count("\n") + 1 >= _LEAST_LINES and len(_MARKS.findall(text)) >= _LEAST_MARKS


def is_instruction(text: str) -> bool:
    """Whether a text that is kept among prompts has a few lines and speaks to its reader."""
    return text.count("\n") + 1 >= _LEAST_LINES_OF_KEPT and (
        _MARKS.search(text) is not None or _TALKS.search(text) is not None
    )


def _instructs(text: str) -> bool:
    return is_long_instruction(text[:200_000]) and _ADDRESS.search(text[:200_000]) is not None


def _has_front_matter(text: str) -> bool:
    head = text[:2_000]
    return head.startswith("---\n") and "\nname:" in head and "\ndescription:" in head


def from_file(path: str, text: str) -> Prompt:
    lines = text.split("\n")[:MOST_LINES]
    numbered = [PromptLine(number, line) for number, line in enumerate(lines, start=1)]
    return Prompt(path, tuple(in_modes(numbered)))


def in_modes(lines: Sequence[PromptLine]) -> Iterator[PromptLine]:
    """The lines cut at the tags of a template language, each piece with the arms it stands in."""
    open_: list[_Fork] = []
    count = 0
    for line in lines:
        position = 0
        text = line.text[:LONGEST_LINE]
        for tag in _TAG.finditer(text) if _has_tags(text) else ():
            yield from _piece(line, text[position : tag.start()], open_)
            position = tag.end()
            word = tag["jinja"] or tag["bars"] or tag["script"] or "for"
            test = " ".join((tag["test"] or tag["check"] or tag["given"] or "").split())
            if word in _OPENS:
                count += 1
                open_.append(_Fork(-count, word, test.rstrip("-{ ")))
            elif open_ and word in _TURNS:
                open_.append(open_.pop().turned(test.rstrip("-{ ")))
            elif open_:
                open_.pop()
        if position == 0 or text[position:].strip():
            yield _in_arms(line, text[position:], open_)


def _has_tags(text: str) -> bool:
    return "{%" in text or "{{" in text or "<%" in text


@dataclass(frozen=True, slots=True)
class _Fork:
    """A branch of a template that is open: the tests passed over, and the one that holds now."""

    branch: int
    word: str
    test: str
    over: tuple[Fact, ...] = ()
    arm: int = 0

    @property
    def _facts(self) -> tuple[Fact, ...]:
        if self.word in _LOOPS or not self.test:
            return ()
        return facts_of(self.test, holds="unless" not in self.word)

    def turned(self, test: str) -> _Fork:
        over = self.over
        if self.word not in _LOOPS and self.test:
            over += facts_of(self.test, holds="unless" in self.word)
        return _Fork(self.branch, "if", test, over, self.arm + 1)

    def as_arm(self) -> Arm:
        shown = self.test or " and ".join(
            fact.subject if fact.holds else f"not {fact.subject}" for fact in self.over
        )
        shown = f"not {shown}" if "unless" in self.word else shown
        return Arm(self.branch, self.arm, shown, (*self.over, *self._facts))


def _in_arms(line: PromptLine, text: str, open_: Sequence[_Fork]) -> PromptLine:
    return PromptLine(
        line.number, text, (*line.arms, *(fork.as_arm() for fork in open_)), line.seams
    )


def _piece(line: PromptLine, text: str, open_: Sequence[_Fork]) -> Iterator[PromptLine]:
    if text.strip():
        yield _in_arms(line, text, open_)

"""Markdown that says exactly what it was given: escaping, code, folds and the size limit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.render._visible import one_line, visible

LIMIT = 60_000
"""The longest body we write; forges refuse more than 65,536 characters."""

_TICKS = re.compile("`+")
_TILDES = re.compile("~+")
_SPECIAL = re.compile(r"[\\*\[\]|~$`]")
_LOOSE_UNDERSCORE = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
# What a forge turns into a mention, a reference or a link although it is plain text; neither a
# backslash nor an entity prevents that, a code span does.
LIVE = re.compile(r"@|://|www\.|mailto:|xmpp:|[#!&][0-9]|gh-[0-9]", re.IGNORECASE)
# What begins a list, a heading, a table, a rule or a forge command at the start of a line.
_LINE_START = re.compile(r"[-+=#/:]")
_NUMBERED = re.compile(r"([0-9]{1,9})([.)])(?=\s|$)")


def escape(text: str, *, limit: int = 2_000) -> str:
    """Foreign text on one line that renders as itself: nothing in it is live.

    Code spans stay code spans; words a forge would act on become code.
    """
    parts: list[str] = []
    for is_code, piece in _pieces(clip(one_line(text), limit)):
        parts.append(code(piece) if is_code else _plain(piece))
    return _guard_start(_join(parts))


def named(text: str) -> str:
    """A path or a title as foreign text; one without a visible character still gets a word."""
    return escape(text, limit=1_000) or "(blank)"


def or_blank(text: str) -> str:
    """Foreign text as it is; one without a visible character gets a word."""
    return text if escape(text, limit=100) else "(blank)"


def cell(text: str, *, limit: int = 500) -> str:
    """Foreign text for one table cell."""
    return _for_table(escape(text, limit=limit))


def code(text: str, *, limit: int = 4_096) -> str:
    """Foreign text as one code span; empty text gives nothing."""
    content = _without_comments(clip(one_line(text), limit))
    if not content:
        return ""
    ticks = "`" * (_longest(_TICKS, content) + 1)
    pad = " " if content[0] == "`" or content[-1] == "`" else ""
    return f"{ticks}{pad}{content}{pad}{ticks}"


def code_cell(text: str) -> str:
    """Foreign text as one code span in a table."""
    return _for_table(code(text))


def fence(text: str, *, limit: int = 4_000) -> str:
    """Foreign text as a code block whose fence is longer than any inside."""
    content = _without_comments(clip(visible(text.expandtabs(4)), limit)).strip("\n")
    ticks = "`" * max(3, _longest(_TICKS, content) + 1, _longest(_TILDES, content) + 1)
    return f"{ticks}text\n{content}\n{ticks}"


def exact_fence(text: str, *, word: str) -> list[str]:
    """Text to the letter as a code block, or nothing where showing it needs a change."""
    if text.replace("\t", " ") != visible(text.replace("\t", " ")) or "<!--" in text:
        return []
    ticks = "`" * max(3, _longest(_TICKS, text) + 1, _longest(_TILDES, text) + 1)
    ending = "" if text.endswith("\n") or not text else "\n"
    return [f"{ticks}{word}\n{text}{ending}{ticks}"]


def clip(text: str, limit: int) -> str:
    """At most `limit` characters, the last one an ellipsis when something was cut."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def _longest(pattern: re.Pattern[str], text: str) -> int:
    return max((len(run) for run in pattern.findall(text)), default=0)


def _without_comments(text: str) -> str:
    """Comment marks spelt with other hyphens: our own marks are looked for in raw text."""
    return text.replace("<!--", "<!‑‑").replace("-->", "‑‑>")


def _pieces(text: str) -> Iterator[tuple[bool, str]]:
    """The text split into code spans and the rest, as a Markdown reader would pair the ticks."""
    runs = [match.span() for match in _TICKS.finditer(text)]
    closing: dict[int, int] = {}
    latest: dict[int, int] = {}
    for index in range(len(runs) - 1, -1, -1):
        length = runs[index][1] - runs[index][0]
        closing[index] = latest.get(length, -1)
        latest[length] = index
    start = index = 0
    while index < len(runs):
        partner = closing[index]
        opened, content = runs[index]
        if partner < 0 or not text[content : runs[partner][0]].strip():
            index += 1
            continue
        yield False, text[start:opened]
        yield True, text[content : runs[partner][0]]
        start = runs[partner][1]
        index = partner + 1
    yield False, text[start:]


def _plain(text: str) -> str:
    return " ".join(code(word) if LIVE.search(word) else _escaped(word) for word in text.split(" "))


def _escaped(word: str) -> str:
    word = _LOOSE_UNDERSCORE.sub(r"\\_", _SPECIAL.sub(r"\\\g<0>", word))
    return word.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _join(parts: Sequence[str]) -> str:
    """Code spans that would touch are kept apart, lest their ticks run together."""
    text = ""
    for part in parts:
        touching = text.endswith("`") and part.startswith("`")
        text += f" {part}" if touching else part
    return text


def _guard_start(text: str) -> str:
    if _LINE_START.match(text):
        return f"\\{text}"
    return _NUMBERED.sub(r"\1\\\2", text, count=1) if _NUMBERED.match(text) else text


def _for_table(text: str) -> str:
    """Pipes as a look-alike: how a backslash before a pipe reads in a code span is disputed."""
    return text.replace("\\|", "│").replace("|", "│")


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """A run of entries of which the last ones may be left out when the body is full.

    Each entry is complete in itself: what it opens it closes.
    """

    entries: tuple[str, ...]
    noun: str
    lead: str = ""
    between: str = "\n"


@dataclass(frozen=True, slots=True)
class Fold:
    """A collapsed part of the body."""

    summary: str
    blocks: tuple[Block, ...]


Block = str | Listing | Fold

_GAP = "\n\n"


def assemble(blocks: Sequence[Block], *, limit: int = LIMIT) -> str:
    """The body, entries left out from the end of the lists until it fits.

    Earlier lists get the room first; every list says how many of its entries are missing.
    """
    room = limit - len(_written(blocks, {}))
    kept: dict[int, int] = {}
    for listing in _listings(blocks):
        fitting = 0
        for entry in listing.entries:
            cost = len(entry) + len(listing.between)
            if cost > room:
                break
            room -= cost
            fitting += 1
        kept[id(listing)] = fitting
    return _written(blocks, kept)


def _listings(blocks: Sequence[Block]) -> Iterator[Listing]:
    for block in blocks:
        if isinstance(block, Fold):
            yield from _listings(block.blocks)
        elif isinstance(block, Listing):
            yield block


def _written(blocks: Sequence[Block], kept: dict[int, int]) -> str:
    return _GAP.join(_block(block, kept) for block in blocks)


def _block(block: Block, kept: dict[int, int]) -> str:
    if isinstance(block, str):
        return block
    if isinstance(block, Fold):
        inner = _written(block.blocks, kept)
        return f"<details>\n<summary>{block.summary}</summary>\n\n{inner}\n\n</details>"
    shown = kept.get(id(block), 0)
    text = block.lead + block.between.join(block.entries[:shown])
    missing = len(block.entries) - shown
    if not missing:
        return text
    return text.rstrip("\n") + _GAP + left_out(missing, block.noun)


def left_out(missing: int, noun: str) -> str:
    """The line that stands for entries there was no room for."""
    verb = "is" if missing == 1 else "are"
    nouns = noun if missing == 1 else f"{noun}s"
    return f"_{missing} more {nouns} {verb} not shown: the text would pass {LIMIT:,} characters._"

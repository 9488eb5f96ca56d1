"""Lines that strip a fence, a tag or a whole block from a text, and what they do not take along."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from postil.syntax import enclosing

FENCE = "```"
LONGEST_LINE = 2_000
_EMPTIES = re.compile(
    r"(?:replace(?:All|_all|First)?|sub|gsub!?|ReplaceAll(?:String|Literal)?|Replace|preg_replace|str_replace)\("
)
_NOTHING = re.compile(
    r",\s{0,4}r?(?:\"\"|''|``)\s{0,4}[,)]|\(\s{0,4}r?(?:\"\"|'')\s{0,4},|/[gimsuy]{0,6},\s{0,4}(?:\"\"|'')\s{0,4}\)"
)
_PREFIX = re.compile(
    r"(?:removeprefix|TrimPrefix|strip_prefix|delete_prefix|removePrefix|trim_start_matches)\("
)
_NAMED = re.compile(
    r"\b([A-Za-z_]\w{1,60})\.sub\(\s{0,4}r?(?:\"\"|'')|\.(?:replace|gsub)\(\s{0,4}([A-Za-z_]\w{1,60}),\s{0,4}(?:\"\"|'')"
)
_OPENS = re.compile(r"`{3}([a-z][a-z0-9]{0,15})?")
_TAG = re.compile(r"[\"'/]<([a-z][a-z0-9_-]{1,30})>[\"'/]")
_FIRST_ONLY = re.compile(r"\.replace\(\s{0,4}[\"']`{3}[\"']")
_SCRIPT_ENDS = (".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte")
_CUTS = re.compile(
    r"\[:\s?-\d|\.slice\(|\.substring\(|split\(|strip\([\"']`|trim\w{0,8}\([\"']`|Trim(?:Right)?\(|lastIndexOf|rfind\("
    r"|rindex\(|removesuffix|TrimSuffix|strip_suffix|delete_suffix|partition\(|\.find\(|indexOf\(|\.match\(|\.search\(|findall\("
)
_PLAIN_LEAD = re.compile(r"\\[ns][*+?]?|\(\?[ims]{1,3}\)|\(\?:|[\^(\s]|r?[\"'/]|\[\\s\][*+?]?")
_HEADINGS = re.compile(r"[\"'/^(]\\?#{1,6}|#\{1,6\}|#\+|-{3}|\\\*\\\*")
_QUOTE = re.compile(r"[\"'/]")
_REACH = 20
_MOST_STRIPS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """A line that strips: `mark` is what it takes; `other` what it should have taken along.

    `is_block` when it takes a whole block, so that only what stands around it can be left.
    """

    line: int
    mark: str
    other: str = ""
    is_block: bool = False
    function: str = ""


@dataclass(frozen=True)
class Source:
    """One file of code and the strips in it."""

    path: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        return [line[:LONGEST_LINE].replace("\\`", "`") for line in self.text.split("\n")]

    def strips(self) -> Iterator[Strip]:
        """The first strips of the file, as many as anybody would read about."""
        return islice(self._strips(), _MOST_STRIPS)

    def _strips(self) -> Iterator[Strip]:
        if not (_EMPTIES.search(self.text) or _PREFIX.search(self.text)):
            return
        for number, line in enumerate(self.lines, start=1):
            literal = self._literal(line)
            if literal is not None:
                found = self._fenced(number, line, literal) or self._tagged(number, line)
                if found is not None:
                    yield found

    def _literal(self, line: str) -> str | None:
        """What a line strips, spelled there or under a name; None when it strips nothing of ours."""
        strips = (_EMPTIES.search(line) and _NOTHING.search(line)) or _PREFIX.search(line)
        if not strips:
            return None
        if FENCE in line or _TAG.search(line):
            return line
        named = _NAMED.search(line)
        return self._definition(named[1] or named[2]) if named else None

    def _definition(self, name: str) -> str | None:
        opens = re.compile(
            rf"\A\s{{0,40}}(?:export |const |let |var |static |final |private ){{0,3}}{name}\b[^=]{{0,40}}="
        )
        return next((line for line in self.lines if FENCE in line and opens.match(line)), None)

    def _fenced(self, number: int, line: str, literal: str) -> Strip | None:
        opened = _OPENS.search(literal)
        if opened is None:
            return None
        name, body = self.function(number)
        around = [text for at, text in body if at != number]
        if literal.count(FENCE) > 1:
            is_chain = len(_EMPTIES.findall(line)) > 1 or _PREFIX.search(line) or _CUTS.search(line)
            led = _PLAIN_LEAD.sub("", _QUOTE.split(literal[: opened.start()])[-1])
            if is_chain or led or any(_HEADINGS.search(text) for text in around):
                return None
            return Strip(line=number, mark=opened[0], is_block=True, function=name)
        if not self._leaves_the_other(line, opened[0]) or _CUTS.search(line):
            return None
        if any(FENCE in text or _CUTS.search(text) for text in around):
            return None
        return Strip(line=number, mark=opened[0], other=FENCE, function=name)

    def _leaves_the_other(self, line: str, mark: str) -> bool:
        """Whether the closing fence stays: it does unless every plain fence is taken."""
        if mark != FENCE or _PREFIX.search(line):
            return True
        return self.path.endswith(_SCRIPT_ENDS) and _FIRST_ONLY.search(line) is not None

    def _tagged(self, number: int, line: str) -> Strip | None:
        tag = _TAG.search(line)
        if tag is None:
            return None
        name, body = self.function(number)
        if any("</" in text or "<\\/" in text or _CUTS.search(text) for _, text in body):
            return None
        return Strip(line=number, mark=f"<{tag[1]}>", other=f"</{tag[1]}>", function=name)

    def function(self, number: int) -> tuple[str, list[tuple[int, str]]]:
        """The name of the function around a line, and its lines; what is near when there is none."""
        found = enclosing(self.path, self.text, number)
        first, last = (
            (found.line, found.end_line)
            if found
            else (max(1, number - _REACH), min(number + _REACH, len(self.lines)))
        )
        body = [(at, self.lines[at - 1]) for at in range(first, last + 1)]
        return found.name if found else "", body

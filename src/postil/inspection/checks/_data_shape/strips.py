"""Lines that strip a fence, a tag or a whole block from a text, and what they do not take along."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from postil.inspection.checks._data_shape.blocks import FENCE, LONGEST_LINE, Block, block_in
from postil.syntax import enclosing

EMPTIES = re.compile(
    r"(?:replace(?:All|_all|First|n)?|sub|gsub!?|ReplaceAll(?:String|Literal|LiteralString)?|Replace|preg_replace|str_replace)\("
)
NOTHING = re.compile(
    r",\s{0,4}r?(?:\"\"|''|``|[sS]tring\.Empty)\s{0,4}[,)]|\(\s{0,4}r?(?:\"\"|'')\s{0,4},|/[gimsuy]{0,6},\s{0,4}(?:\"\"|'')\s{0,4},?\s{0,4}\)"
    r"|replace(?:All|First)\(\s{0,4}\"\"\s{0,4}\)"
)
_PREFIX = re.compile(
    r"(?:removeprefix|TrimPrefix|strip_prefix|delete_prefix|removePrefix|trim_start_matches)\("
)
_WORD = re.compile(r"[A-Za-z_]\w{1,60}")
_DEFINES = re.compile(
    r"\A\s{0,40}(?:[\w<>\[\].&':]{1,40}\s){0,5}\$?(?P<name>[A-Za-z_]\w{1,60})\s{0,2}(?::[^=\n]{0,60})?(?::=|=)(?!=)"
)
_OPENS = re.compile(r"`{3}([a-z][a-z0-9]{0,15})?")
_TAG = re.compile(r"[\"'/]<([a-z][a-z0-9_-]{1,30})>[\"'/]")
_FIRST_ONLY = re.compile(r"\.replace\(\s{0,4}[\"']`{3}[\"']")
_SCRIPT_ENDS = (".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".mts", ".cts", ".vue", ".svelte")
CUTS = re.compile(
    r"\[:\s?-\d|\.slice\(|\.substring\(|split\(|strip\([\"']`|trim\w{0,8}\([\"']`|Trim(?:Right|End)?\([^)\n]{1,40}|lastIndexOf|rfind\("
    r"|rindex\(|removesuffix|TrimSuffix|strip_suffix|delete_suffix|partition\(|\.find\(|indexOf\(|\.match\(|\.search\(|findall\("
)
_HEADINGS = re.compile(r"[\"'/^(]\\?#{1,6}|#\{1,6\}|#\+|-{3}|-\{3|-\+|\\\*\\\*")
_ATTRIBUTE = re.compile(r"\A\s{0,40}\[GeneratedRegex\(")
_GENERATED = re.compile(r"\bpartial\s{1,4}Regex\s{1,4}(?P<name>[A-Za-z_]\w{0,60})")
_NEAR = 3
_REACH = 20
_MOST_STRIPS = 100
_MOST_JOINED = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """A line that strips: `mark` is what it takes; `other` what it should have taken along.

    `is_block` when it takes a whole block, so that only what stands around it can be left; `led` is
    what the pattern takes in front of it. `defined` is the line of the pattern, where that has a name.
    """

    line: int
    mark: str
    other: str = ""
    is_block: bool = False
    function: str = ""
    led: str = ""
    defined: int = 0


@dataclass(frozen=True)
class Source:
    """One file of code and the strips in it."""

    path: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        return [line[:LONGEST_LINE].replace("\\`", "`") for line in self.text.split("\n")]

    def strips(self) -> Iterator[Strip]:
        """The first strips of the file that may leave something, as many as anybody would read about."""
        return (strip for strip in self.all if not strip.led)

    @cached_property
    def all(self) -> list[Strip]:
        return list(islice(self._strips(), _MOST_STRIPS))

    def _strips(self) -> Iterator[Strip]:
        if not (EMPTIES.search(self.text) or _PREFIX.search(self.text)):
            return
        for number, line in enumerate(self.lines, start=1):
            call = self.stripping(number, line)
            found = self._stripped(number, call) if call else None
            if found is not None:
                yield found

    def stripping(self, number: int, line: str) -> str:
        """The call on a line that strips something, with the lines it goes on for; else nothing."""
        if _PREFIX.search(line):
            return line
        if not EMPTIES.search(line):
            return ""
        whole = line
        for further in self.lines[number : number + _MOST_JOINED]:
            if whole.count("(") <= whole.count(")") or NOTHING.search(whole):
                break
            whole += further.strip()
        return whole if NOTHING.search(whole) else ""

    def further(self, number: int, call: str) -> int:
        """How many more lines a call goes on for."""
        rest, count = call[len(self.lines[number - 1]) :], 0
        for following in self.lines[number : number + _MOST_JOINED]:
            if not rest:
                break
            rest, count = rest[len(following.strip()) :], count + 1
        return count

    def _stripped(self, number: int, call: str) -> Strip | None:
        own = (
            self._block(number, call, call, 0)
            or self._fenced(number, call)
            or self._tagged(number, call)
        )
        if own is not None or FENCE in call or _TAG.search(call):
            return own
        for word in _WORD.findall(call):
            at, literal = self._patterns.get(word, (0, ""))
            if literal:
                return self._block(number, call, literal, at) or self._half(number, call, literal)
        return None

    @cached_property
    def _patterns(self) -> dict[str, tuple[int, str]]:
        """The named literals that hold something of ours, each with its line."""
        found: dict[str, tuple[int, str]] = {}
        for number, line in enumerate(self.lines, start=1):
            if FENCE in line or "</" in line or "<\\/" in line or "<!--" in line or "---" in line:
                name = self._name(number, line)
                if name and not EMPTIES.search(line):
                    found.setdefault(name, (number, line))
        return found

    def _name(self, number: int, line: str) -> str:
        """The name that a line gives to its literal: there, on the line before, or below an attribute."""
        match = _DEFINES.match(line)
        if match is None and _ATTRIBUTE.match(line):
            below = " ".join(self.lines[number : number + _NEAR])
            match = _GENERATED.search(below)
        elif match is None and number > 1 and self.lines[number - 2].rstrip().endswith(("=", "(")):
            match = _DEFINES.match(self.lines[number - 2])
        return match["name"] if match else ""

    def _half(self, number: int, call: str, literal: str) -> Strip | None:
        return self._fenced(number, literal) if FENCE in literal and not CUTS.search(call) else None

    def _block(self, number: int, call: str, literal: str, at: int) -> Strip | None:
        block = block_in(literal)
        if block is None:
            return None
        name, body = self.function(number)
        if block.is_seen:
            return Strip(line=number, mark=block.mark, other=block.close, function=name, defined=at)
        is_chain = len(EMPTIES.findall(call)) > 1 or _PREFIX.search(call) or CUTS.search(call)
        around = [text for line, text in body if line != number and text.strip() not in call]
        if is_chain or any(
            _HEADINGS.search(text) for text in around if text not in (call, literal)
        ):
            return self._led(number, block, name, at, "?")
        return self._led(number, block, name, at, block.led)

    def _led(self, number: int, block: Block, name: str, at: int, led: str) -> Strip:
        return Strip(
            line=number, mark=block.mark, is_block=True, function=name, led=led, defined=at
        )

    def _fenced(self, number: int, literal: str) -> Strip | None:
        opened = _OPENS.search(literal)
        if opened is None or literal.count(FENCE) > 1:
            return None
        if not self._leaves_the_other(literal, opened[0]) or CUTS.search(literal):
            return None
        name, body = self.function(number)
        around = [text for at, text in body if at != number]
        if any(FENCE in text or CUTS.search(text) for text in around if text != literal):
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
        if any("</" in text or "<\\/" in text or CUTS.search(text) for _, text in body):
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

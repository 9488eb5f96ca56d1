"""What a file of code takes out of a text, step by step, and what it takes out of an example."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from postil.domain import paths
from postil.inspection.checks._data_shape.literals import Literal, literals
from postil.inspection.checks._data_shape.patterns import Program, Unreadable, read
from postil.inspection.checks._data_shape.shell import Order, orders
from postil.inspection.checks._data_shape.strips import EMPTIES, NOTHING, Source

_PATTERNED = re.compile(
    r"compile|[Rr]eg[Ee]xp?|\bPattern\b|\bre\.|preg_|ReplaceAllString|replaceFirst\(|\bsubn?\("
)
_ALL_PATTERN = re.compile(r"replaceAll\(")
_FIRST = re.compile(
    r"count\s?=\s?1\b|replaceFirst\(|replacen\(|(?<!\w)sub!?\(\s?/|preg_replace\([^\n]{1,200},\s?1\)"
)
_ALWAYS_FIRST = re.compile(r"\.replace\(")
_OF_PATTERN = re.compile(r"\.(?:replace|sub)!?\(")
_ENDS = re.compile(r"removesuffix\(|TrimSuffix\(|strip_suffix\(|delete_suffix\(|removeSuffix\(")
_STARTS = re.compile(r"removeprefix\(|TrimPrefix\(|strip_prefix\(|delete_prefix\(|removePrefix\(")
_TESTS = re.compile(r"\bif\slet\b|\bor_else\b|\bwhile\slet\b|\bmatches!\(|=>|\bok\s:?=")
_BEGINS = re.compile(
    r"startswith\(|startsWith\(|StartsWith\(|start_with\?|starts_with\(|HasPrefix\(|hasPrefix\("
)
_DROPS = re.compile(
    r"\bif\snot\b|\breject\b|filter\w{0,6}\b[^\n]{0,120}!|\.Where\([^\n]{0,60}!|\bgrep_v\("
)
_MATCHES = re.compile(
    r"\.(?:match\w{0,4}|test|search|is_match|MatchString|IsMatch)\(|=~|preg_match\(|Regex\.IsMatch"
)
_SKIPS = re.compile(r"\A\s{0,60}(?:\}\s?)?(?:continue|next)\b|[){:]\s{0,4}(?:continue|next)\b")
_NAMED = re.compile(
    r"(?<![\w.])\$?([A-Za-z_]\w{1,60})\s{0,4}(?::[^=\n;]{0,60})?:?=(?![=>~])([^=;]{0,400})\Z"
)
_HOLDS = re.compile(
    r"(?:[lL]ist|[sS]et|[aA]rray|vec!?|tuple|of|asList\w{0,4}|dict|Map|[cC]ollection|dedent|cleandoc|trimIndent|raw|Raw|freeze"
    r"|[lL]azy\w{0,8}|OnceLock|OnceCell|Some|just|Just|String|str|bytes|text|Text|Symbol|Object\.freeze)\Z"
)
"""What gives back the text that it is handed, alone or among others."""
_MADE_NEW = re.compile(r"\A\s{0,4}new\s?\(\s{0,40}[@$]{0,2}\Z")
_OF_TYPE = re.compile(r"\bRegex\??\s{1,4}\Z")
"""In C# the type before the name says what `new` makes."""
_ATTRIBUTE = re.compile(r"\[GeneratedRegex\(\s{0,40}[@$]{0,2}\Z")
_GENERATED = re.compile(r"\bpartial\s{1,4}Regex\s{1,4}(?P<name>[A-Za-z_]\w{0,60})")
_CALLER = re.compile(r"(?<![\w.!])[\w.!]{1,60}\Z")
_WORD = re.compile(r"[A-Za-z_]\w{1,60}")
_SCRIPTS = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})
_OPTIONS = re.compile(r"[dgimsuvy]{1,5}")
_LONGEST_EXAMPLE = 6_000
_MOST_STEPS = 12
_LEAST_LINKS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that is taken out: by a pattern, a text, or line by line.

    `of_lines` when every line that matches goes as a whole; `at` is `begin` or `end` for a text that
    goes only there. `defined` is the line of the pattern, where that has a name.
    """

    line: int
    spelled: str
    marks: str = ""
    is_pattern: bool = False
    is_first: bool = False
    of_lines: bool = False
    at: str = ""
    defined: int = 0
    until: str = ""

    @property
    def key(self) -> tuple[str, ...]:
        kinds = (self.is_pattern, self.is_first, self.of_lines)
        return (self.spelled, self.marks, self.at, self.until, *map(str, kinds))

    @property
    def program(self) -> Program:
        return read(self.spelled, self.marks)


@dataclass(frozen=True, slots=True)
class Use:
    """A text or a pattern that code works with, and where it stands."""

    line: int
    spelled: str
    marks: str
    is_pattern: bool


@dataclass(frozen=True)
class Steps:
    """One file of code, and the steps in each of its functions."""

    path: str
    text: str

    @cached_property
    def source(self) -> Source:
        return Source(self.path, self.text)

    @cached_property
    def _literals(self) -> list[Literal]:
        return list(literals(self.path, self.text))

    @cached_property
    def _named(self) -> dict[str, list[tuple[Literal, bool]]]:
        """The literals that have a name, each with whether it is compiled to a pattern."""
        found: dict[str, list[tuple[Literal, bool]]] = {}
        pieced: set[str] = set()
        for each in self._literals:
            generated = _ATTRIBUTE.search(self.text[max(0, each.start - 60) : each.start])
            if generated:
                below = _GENERATED.search(self.text[each.end : each.end + 300])
                if below:
                    found.setdefault(below["name"], []).append((each, True))
                continue
            at = self.text.rfind("=", max(0, each.start - 400), each.start)
            if at < 0 or ";" in self.text[at : each.start]:
                continue
            match = _NAMED.search(self.text[max(0, at - 140) : each.start])
            if match and each.value and "(" not in match[2].replace("(?", "")[80:]:
                if not (_is_value(match[2]) or _MADE_NEW.search(match[2])):
                    continue
                is_pattern = each.is_pattern or _PATTERNED.search(match[2]) is not None
                is_pattern |= _OF_TYPE.search(match.string[: match.start()]) is not None
                is_option = is_pattern and _OPTIONS.fullmatch(each.value) and match[1] in found
                if self._is_piece(each):
                    pieced.add(match[1])
                elif not is_option:
                    found.setdefault(match[1], []).append((each, is_pattern))
        return {name: pairs for name, pairs in found.items() if name not in pieced}

    def _is_piece(self, each: Literal) -> bool:
        """Whether a literal is joined to something that is not read here."""
        ahead = self.text[max(0, each.start - 40) : each.start].rstrip().rstrip("rRbBfF@$")
        behind = self.text[each.end : each.end + 40].lstrip()
        return ahead.endswith("+") or behind.startswith("+")

    @property
    def _is_shell(self) -> bool:
        return paths.language_of(self.path) == "bash"

    @cached_property
    def all(self) -> list[Step]:
        if self._is_shell:
            return [_ordered(order) for order in orders(self.text) if order.is_taken]
        return list(self._found())

    def within(self, first: int, last: int) -> list[Step]:
        return [step for step in self.all if first <= step.line <= last][:_MOST_STEPS]

    def _found(self) -> Iterator[Step]:
        for number, line in enumerate(self.source.lines, start=1):
            call = self.source.stripping(number, line)
            if call:
                yield from self._stripping(number, call)
            elif _ENDS.search(line) or _STARTS.search(line):
                yield from self._trimming(number, line)
            elif _BEGINS.search(line) or _MATCHES.search(line):
                yield from self._dropping(number, line)

    def _own(self, number: int, call: str) -> list[tuple[Literal, bool]]:
        """The literals that a call works with: its own, else those of the names in it."""
        last = number + self.source.further(number, call)
        own = [
            each
            for each in self._literals
            if number <= each.line <= last and (each.value.strip() or each.is_pattern)
        ]
        if own:
            return [(each, each.is_pattern or self._is_compiled(call)) for each in own]
        found: list[tuple[Literal, bool]] = []
        for word in dict.fromkeys(_WORD.findall(call)):
            found += self._named.get(word, [])
        return found

    def _linked(self, number: int, call: str) -> list[tuple[Literal, bool]]:
        """What the links of a chain on one line take out, each by itself."""
        links = [match.start() for match in EMPTIES.finditer(call)]
        if len(links) < _LEAST_LINKS or self.source.further(number, call):
            return []
        begin = self._starts[number - 1]
        if self.text[begin : begin + len(call)] != call:
            return []
        found: list[tuple[Literal, bool]] = []
        for first, last in pairwise((*links, len(call))):
            link = call[first:last]
            if not NOTHING.search(link):
                continue
            own = [
                each
                for each in self._literals
                if begin + first <= each.start < begin + last
                and (each.value.strip() or each.is_pattern)
            ]
            if own:
                found += [(each, each.is_pattern or self._is_compiled(link)) for each in own]
            else:
                words = dict.fromkeys(_WORD.findall(link))
                found += [pair for word in words for pair in self._named.get(word, [])]
        return found

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line begins."""
        found = [0]
        for line in self.text.split("\n"):
            found.append(found[-1] + len(line) + 1)
        return found

    def _is_compiled(self, call: str) -> bool:
        language = paths.language_of(self.path) or ""
        if language in _SCRIPTS:
            return "RegExp" in call
        if _ALL_PATTERN.search(call) and language in ("java", "kotlin", "scala", "groovy"):
            return True
        return language != "php" and _PATTERNED.search(call) is not None

    def _stripping(self, number: int, call: str) -> Iterator[Step]:
        if _STARTS.search(call):
            yield from self._trimming(number, call)
            return
        for each, is_pattern in self._linked(number, call) or self._own(number, call):
            yield Step(
                line=number,
                spelled=each.value,
                marks=each.marks.replace("g", "").replace("u", ""),
                is_pattern=is_pattern,
                is_first=self._is_first(call, each, is_pattern=is_pattern),
                defined=0
                if number <= each.line <= number + self.source.further(number, call)
                else each.line,
            )

    def _is_first(self, call: str, each: Literal, *, is_pattern: bool) -> bool:
        language = paths.language_of(self.path) or ""
        if language in _SCRIPTS:
            return _ALWAYS_FIRST.search(call) is not None and "g" not in each.marks
        if language == "rust" and is_pattern and _OF_PATTERN.search(call):
            return True
        return _FIRST.search(call) is not None

    def _trimming(self, number: int, line: str) -> Iterator[Step]:
        if _TESTS.search(line):
            return
        for each in self._literals:
            if each.line == number and each.value and not each.is_pattern:
                ahead = self.text[max(0, each.start - 60) : each.start]
                yield Step(
                    line=number, spelled=each.value, at="end" if _ENDS.search(ahead) else "begin"
                )

    def _dropping(self, number: int, line: str) -> Iterator[Step]:
        """Lines that a filter or a loop leaves out."""
        following = self.source.lines[number] if number < len(self.source.lines) else ""
        if not (_DROPS.search(line) or _SKIPS.search(following) or _SKIPS.search(line)):
            return
        if " and " in line or "&&" in line or "||" in line or " or " in line:
            return
        for each, is_pattern in self._own(number, line)[:1]:
            yield Step(
                line=number,
                spelled=each.value,
                marks=each.marks.replace("g", ""),
                is_pattern=is_pattern or not _BEGINS.search(line),
                of_lines=True,
                at="begin",
                defined=0 if each.line == number else each.line,
            )

    def uses(self, first: int, last: int) -> Iterator[Use]:
        """The texts and patterns that some lines work with, and what the file strips elsewhere."""
        if self._is_shell:
            for order in orders(self.text):
                yield Use(order.line, order.pattern, "m", is_pattern=True)
            return
        words = set(_WORD.findall("\n".join(self.source.lines[first - 1 : last])))
        named = [pair for word in words for pair in self._named.get(word, [])]
        inside = [(each, each.is_pattern) for each in self._literals if first <= each.line <= last]
        for each, is_pattern in (*inside, *named):
            is_read = is_pattern or "\\" in each.value
            yield Use(each.line, each.value, each.marks, is_pattern=is_read)
        for step in self.all:
            yield Use(step.line, step.spelled, step.marks, is_pattern=step.is_pattern)


def _is_value(ahead: str) -> bool:
    """Whether a name stands for the literal after this, not for what is looked up or made by it."""
    closed = 0
    for at in range(len(ahead) - 1, -1, -1):
        closed += (ahead[at] in ")]") - (ahead[at] in "([")
        if closed < 0:
            called = _CALLER.search(ahead[:at])
            is_kept = called is None or (ahead[at] == "(" and _HOLDS.search(called[0]) is not None)
            return is_kept or _PATTERNED.search(ahead[: at + 1]) is not None
    return True


def _ordered(order: Order) -> Step:
    return Step(
        line=order.line,
        spelled=order.pattern,
        is_pattern=True,
        of_lines=order.of_lines,
        until=order.until,
    )


def remains(steps: Sequence[Step], text: str) -> list[bool]:
    """For each sign of a text whether it is still there after the steps; may raise `Unreadable`."""
    if len(text) > _LONGEST_EXAMPLE:
        raise Unreadable
    kept = list(range(len(text)))
    for step in steps:
        now = "".join(text[place] for place in kept)
        gone = {place for first, last in _taken(step, now) for place in range(first, last)}
        kept = [place for at, place in enumerate(kept) if at not in gone]
    there = set(kept)
    return [place in there for place in range(len(text))]


def _taken(step: Step, text: str) -> list[tuple[int, int]]:
    if step.of_lines:
        return list(_taken_lines(step, text))
    if step.is_pattern:
        return step.program.spans(text, first_only=step.is_first)
    bare = step.spelled
    if step.at == "begin":
        lead = len(text) - len(text.lstrip())
        return [(lead, lead + len(bare))] if text.startswith(bare, lead) else []
    if step.at == "end":
        last = len(text.rstrip())
        return [(last - len(bare), last)] if text.endswith(bare, 0, last) else []
    found = [(match.start(), match.end()) for match in re.finditer(re.escape(bare), text)]
    return found[:1] if step.is_first else found


def _taken_lines(step: Step, text: str) -> Iterator[tuple[int, int]]:
    at, is_inside = 0, False
    program = step.program if step.is_pattern else None
    ends = read(step.until) if step.until else None
    for line in text.splitlines(keepends=True):
        bare = line.rstrip("\n")
        if is_inside:
            is_taken = True
            is_inside = ends is not None and not ends.spans(bare, first_only=True)
        else:
            is_taken = (
                bool(program.spans(bare, first_only=True))
                if program
                else bare.lstrip().startswith(step.spelled)
            )
            is_inside = is_taken and ends is not None
        if is_taken:
            yield at, at + len(line)
        at += len(line)

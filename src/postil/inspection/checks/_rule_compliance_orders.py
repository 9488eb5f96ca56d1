"""What a rule orders: the tokens it forbids or demands, read from one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from postil.inspection.checks._rule_compliance_scope import (
    Scope,
    exemptions,
    heading_scope,
    language_named,
    scope_around,
    subject_scope,
)
from postil.inspection.checks._rule_compliance_wordings import (
    AGAINST,
    CALLS,
    EVERY_FILE,
    IN_EVERY_FILE,
    INSTEAD,
    IS_FORBIDDEN,
    LISTED,
    MODIFY,
    NEVER,
    NO,
    PUT,
)
from postil.inspection.rules import Rule

_TICKED = re.compile(r"(`{1,2})([^`\n]{1,100})\1")
_NUMBER = re.compile(r"\d{1,3}")
_BY_HAND = re.compile(r"\b(?:by hand|manually|directly|yourself)\b", re.IGNORECASE)
_MUST = re.compile(r"\A(?:must|may|shall)", re.IGNORECASE)
_QUANTIFIERS = frozenset({"every", "all", "each", "any"})
_KIND_TICK = re.compile(r"`(\d{1,3})`")
_PLAIN_KINDS = frozenset(
    {"every", "all", "each", "any", "new", "source", "file", "files", "module", "modules", "code",
     "script", "scripts", "the", "python", "typescript", "javascript", "rust", "go", "ruby", "java",
     "test", "tests", "shell", "bash", "kotlin", "php", "ts", "js", "golang", "c++", "c#", "css", "sql"}
)  # fmt: skip


class Way(Enum):
    """How an order can be broken."""

    USE = auto()
    IMPORT = auto()
    MODIFY = auto()
    PUT = auto()
    HEADER = auto()
    ARGUMENT = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One thing a rule asks for: `token` must not be there, or, for the last two ways, must be.

    `call` is what must be given the token. `is_soft` when only the direct use is forbidden,
    so that whoever wraps the token may go on using it.
    """

    rule: Rule
    way: Way
    token: str
    scope: Scope
    instead: str = ""
    call: str = ""
    is_soft: bool = False


def orders_in(rule: Rule) -> Iterator[Order]:
    """Everything a sentence orders of code that can be looked for, each token once."""
    around = heading_scope(
        rule.headings, rule.leads[:-1] if rule.is_listed_as_forbidden else rule.leads
    )
    if around is None or "`" not in rule.text:
        return
    sentence = _Sentence(rule)
    seen: set[str] = set()
    for order in sentence.orders():
        scope = exemptions(_masked(rule.entry)[0], _masked(rule.entry)[1])
        if scope is not None and order.token not in seen:
            seen.add(order.token)
            yield _within(order, around.joined(scope))


def _within(order: Order, scope: Scope) -> Order:
    return Order(
        rule=order.rule,
        way=order.way,
        token=order.token,
        scope=scope.joined(order.scope),
        instead=order.instead,
        call=order.call,
        is_soft=order.is_soft,
    )


def _masked(text: str) -> tuple[str, list[str]]:
    """The text with each token in backticks replaced by its number, emphasis left out, and the tokens."""
    tokens: list[str] = []

    def number(match: re.Match[str]) -> str:
        tokens.append(match[2].strip())
        return f"`{len(tokens) - 1}`"

    return _TICKED.sub(number, text).replace("**", "").replace("__", ""), tokens


def _kind_before(text: str) -> str:
    """The words that say which files are meant, back to `every` or the beginning of the sentence."""
    words = text.split()
    at = len(words)
    while at and words[at - 1].lower().strip("*") not in _QUANTIFIERS:
        at -= 1
    return " ".join(words[max(at - 1, 0) :])


class _Sentence:
    def __init__(self, rule: Rule) -> None:
        self.rule = rule
        self.text, self.tokens = _masked(rule.text)

    def orders(self) -> Iterator[Order]:
        """The most telling reading of the sentence; only bans can stand beside each other."""
        for reading in (self._arguments, self._headers, self._places, self._bans):
            found = list(reading())
            if found:
                yield from found
                return

    def _named(self, numbers: str | None) -> list[str]:
        return [self.tokens[int(number)] for number in _NUMBER.findall(numbers or "")]

    def _arguments(self) -> Iterator[Order]:
        for pattern in CALLS:
            match = pattern.search(self.text)
            scope = self._around(match) if match else None
            if match and scope is not None:
                for call in self._named(match["call"]):
                    yield self._order(
                        Way.ARGUMENT, self._named(match["wanted"])[0], scope, call=call
                    )
                return

    def _headers(self) -> Iterator[Order]:
        match = EVERY_FILE.search(self.text)
        if match is not None:
            yield from self._header(
                match, _kind_before(self.text[: match.start()]), match["wanted"]
            )
            return
        match = IN_EVERY_FILE.search(self.text)
        if match is not None:
            yield from self._header(match, match["kind"], match["wanted"] or match["always"])

    def _header(self, match: re.Match[str], kind: str, wanted: str) -> Iterator[Order]:
        scope = self._kind(kind)
        if scope is not None:
            places = Scope(within=tuple(self._named(match["folder"])))
            yield self._order(Way.HEADER, self._named(wanted)[0], scope.joined(places))

    def _kind(self, kind: str) -> Scope | None:
        """The files that the words before `must` mean."""
        places = tuple(self._named("".join(_KIND_TICK.findall(kind))))
        words = _KIND_TICK.sub(" ", kind).lower().replace("`", " ").split()
        if not set(words) <= _PLAIN_KINDS:
            return None
        tests = True if {"test", "tests"} & set(words) else None
        return Scope(tests=tests, languages=language_named(kind), within=places)

    def _places(self) -> Iterator[Order]:
        for way, pattern in ((Way.MODIFY, MODIFY), (Way.PUT, PUT)):
            match = pattern.search(self.text)
            scope = self._around(match) if match and not _BY_HAND.search(self.text) else None
            if match and scope is not None:
                yield from (self._order(way, token, scope) for token in self._named(match["wrong"]))

    def _bans(self) -> Iterator[Order]:
        taken: list[tuple[int, int]] = []
        for pattern in (AGAINST, INSTEAD, IS_FORBIDDEN, NEVER, NO):
            for match in pattern.finditer(self.text):
                if not any(start < match.end() and match.start() < end for start, end in taken):
                    taken.append(match.span())
                    yield from self._ban(match)
        if not taken and self.rule.is_listed_as_forbidden:
            listed = LISTED.match(self.text)
            if listed is not None:
                yield from self._ban(listed)

    def _ban(self, match: re.Match[str]) -> Iterator[Order]:
        parts = match.groupdict()
        if (parts.get("verb") or "").lower() == "prefer" and not parts["must"]:
            return
        if (parts.get("than") or "").lower() == "over" and not parts["must"]:
            return
        scope = self._around(match)
        if scope is not None and _MUST.match(parts.get("not") or ""):
            subject = subject_scope(self.text[: match.start()], self.tokens)
            scope = None if subject is None else scope.joined(subject)
        if scope is None:
            return
        imports = (parts.get("verb") or "").lower().startswith("import")
        soft = "directly" in f"{parts.get('ever') or ''}{self.text[match.end() :][:40]}".lower()
        right = self._named(parts.get("right"))
        for token in self._named(match["wrong"]):
            yield Order(
                rule=self.rule,
                way=Way.IMPORT if imports else Way.USE,
                token=token,
                scope=scope,
                instead=right[0] if right else "",
                is_soft=soft,
            )

    def _around(self, match: re.Match[str]) -> Scope | None:
        return scope_around(self.text[: match.start()], self.text[match.end() :], self.tokens)

    def _order(self, way: Way, token: str, scope: Scope, *, call: str = "") -> Order:
        return Order(rule=self.rule, way=way, token=token, scope=scope, call=call)

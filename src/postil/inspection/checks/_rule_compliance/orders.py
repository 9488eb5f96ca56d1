"""What a rule orders: the tokens it forbids or demands, read from one sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum, auto

from postil.inspection.checks._rule_compliance.binding import is_binding, takes
from postil.inspection.checks._rule_compliance.kinds import file_kind, shape_of
from postil.inspection.checks._rule_compliance.scope import (
    Scope,
    exemptions,
    heading_scope,
    is_about_element,
    language_named,
    made_scope,
    place_pointed_at,
    place_spoken_of,
    scope_around,
    subject_scope,
)
from postil.inspection.checks._rule_compliance.sites import (
    Site,
    is_annotation,
    site_behind,
    site_in_front,
)
from postil.inspection.checks._rule_compliance.wordings import (
    EVERY_FILE,
    IN_EVERY_FILE,
    WITH_EVERY_FILE,
)
from postil.inspection.demands import demands_in
from postil.inspection.forbidden_edits import MODIFY, PUT
from postil.inspection.prohibitions import (
    LIST,
    LISTED,
    NOUN,
    VERB,
    Ban,
    Force,
    bans_in,
    clause_of,
    is_described,
    remedy,
)
from postil.inspection.rules import Rule
from postil.inspection.ticked import masked, named

_SPELLED = re.compile(
    r"(`{1,2}[^`\n]{1,100}`{1,2})|(?<![\w./@-])(?:[A-Za-z_]\w{1,30}(?:(?:\.|::)[A-Za-z_]\w{1,40}){0,4}\(\)"
    r"|[A-Za-z_]\w{2,30}(?:\.[A-Za-z_]\w{1,40}){1,4}|@ts-\w{3,20})(?![\w/(-])"
)
"""A token in backticks, or a word that can only be code."""
_FILE_ENDING = re.compile(
    r"\.(?:jsx?|tsx?|mjs|md|json|py|go|rs|ya?ml|toml|txt|io|com|org|net|dev|html?|css|sh|lock|cfg|ini|xml|java|rb|php|cs"
    r"|cpp|h|rst|app|ai|NET)\Z"
)
_NOMINAL = re.compile(
    r"\b(?:(?:direct|any|all|the|new|every|each|explicit)\s){0,2}(?P<what>use|usage|uses|using|calls?|calling|imports?"
    r"|importing|instances?|occurrences?|running|adding|writing|dependency|dependencies)(?:\s(?:of|to|from|the|any|on)){0,3}\s?\Z",
    re.IGNORECASE,
)
"""`the use of …` in front of what is forbidden."""
_ONLY = (
    re.compile(
        rf"(?P<wrong>{LIST}){NOUN}\s(?:(?:may|must|can|shall|is|are)\s(?:only\s(?:ever\s)?(?:be\s)?(?:used|called|imported|read|accessed|allowed|permitted)"
        r"|(?:be\s)?(?:used|called|imported|read|accessed|allowed)\sonly))\s(?:in|inside|from|within|by|under)\s(?:the\s)?"
        rf"(?P<place>{LIST})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<wrong>{LIST}){NOUN}\s(?:(?:may|must|can|shall)\s(?:be\s)?(?:used|called|imported|read|accessed|allowed)|belongs?|is\sallowed)"
        rf"\s(?:in|inside|from|within|under)\s(?:the\s)?(?P<place>{LIST})(?:\s(?:alone|only)\b|,\snowhere\selse\b)",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\bonly\s(?:code\sin\s|files\s(?:in|under)\s|the\s)?(?P<place>{LIST}){NOUN}\s(?:may|must|can|is\sallowed\sto|shall)"
        rf"\s(?:ever\s)?{VERB}(?:\s(?:from|the|on)){{0,2}}\s(?P<wrong>{LIST})",
        re.IGNORECASE,
    ),
)
_NARROW = (
    "keep",
    "pass",
    "set",
    "log",
    "print",
    "expose",
    "put",
    "open",
    "render",
    "emit",
    "touch",
    "push",
)
"""Verbs that forbid a token in one part of a line only, which code cannot tell."""
_PAIR = re.compile(r"\A[\w.-]{2,60}:\s\S{1,60}\Z")
"""A key of a settings file with its value."""
_RESERVES = re.compile(
    r"`[^`]{1,100}`\s(?:is|are|may|must|can)\s(?:be\s)?only\s(?:ever\s)?(?:be\s)?(?:allowed|permitted|used|read|called|imported|accessed)\s(?:in|inside|from|within|by|under)"
    r"\s(?:the\s)?`[^`]{1,100}`",
    re.IGNORECASE,
)
_BESIDE = (
    ("catch", ("catch", "except", "rescue")),
    ("return", ("return",)),
    ("throw", ("throw",)),
    ("rais", ("raise",)),
)
_ADVISES = re.compile(
    r"(?:\A|[\s,;:.(—–-])(?P<clause>(?:use|prefer|call|run|write|import|go\sthrough|return|take|pass|rely\son|reach\sfor|narrow"
    r"|install|log|add|throw|raise|inject|ask|wrap|move)\b[^.;!()]{2,140})",
    re.IGNORECASE,
)
_ON = re.compile(r"\A\s?on\b\s{0,2}", re.IGNORECASE)
_BY_HAND = re.compile(r"\b(?:by hand|manually|directly|yourself)\b", re.IGNORECASE)
_SHOULD = re.compile(r"\b(?:should|shouldn|avoid|cannot|can\W?t)\b", re.IGNORECASE)
_LICENCES = re.compile(r"\b(?:licen[cs]\w{1,5}|copyright)\b", re.IGNORECASE)
_QUANTIFIERS = frozenset({"every", "all", "each", "any"})
_KIND_TICK = re.compile(r"`(\d{1,3})`")
_PLAIN_KINDS = frozenset(
    {"every", "all", "each", "any", "and", "or", "new", "source", "file", "files", "module", "modules", "code",
     "script", "scripts", "the", "python", "typescript", "javascript", "rust", "go", "ruby", "java",
     "test", "tests", "shell", "bash", "kotlin", "php", "ts", "js", "golang", "c++", "c#", "css", "sql", "c",
     "swift", "scala", "dart", "elixir", "perl", "lua", "html", "yaml", "terraform", "our", "a", "an"}
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

    `call` is what must be given the token. `remedy` is what the rule itself says to do
    instead, in its own words. `over` is what an annotation must not stand over. `beside` are words of which
    the line must have one. `is_soft` when only the direct use is forbidden,
    so that whoever wraps the token may go on using it.
    """

    rule: Rule
    way: Way
    token: str
    scope: Scope
    instead: str = ""
    remedy: str = ""
    call: str = ""
    over: Site | None = None
    beside: tuple[str, ...] = ()
    is_soft: bool = False


def orders_in(rule: Rule) -> Iterator[Order]:
    """Everything a sentence orders of code that can be looked for, each token once."""
    text, tokens = masked(_spelled(rule.text))
    exempt = exemptions(*masked(_without_reserved(_spelled(rule.entry)))) if tokens else None
    if exempt is None:
        return
    seen: set[tuple[str, str]] = set()
    for order in _Sentence(rule, text, tokens).orders():
        around = _under(rule, order.way)
        if around is not None and (order.token, order.call) not in seen:
            seen.add((order.token, order.call))
            spoken = place_spoken_of(rule.entry, rule.text)
            yield replace(order, scope=spoken.joined(around).joined(exempt).joined(order.scope))


def _under(rule: Rule, way: Way) -> Scope | None:
    """The scope that the headings and the sentence over a list give its entries."""
    headings = rule.headings
    if way is Way.HEADER:
        # A heading about licences is about what files begin with, which is code.
        headings = tuple(_LICENCES.sub(" ", heading) for heading in headings)
    if not rule.is_listed_as_forbidden:
        return heading_scope(headings, rule.leads)
    around = heading_scope(headings, rule.leads[:-1])
    where, tokens = masked(rule.forbidden_where)
    stated = scope_around("", where, tokens)
    return None if around is None or stated is None else around.joined(stated)


def _without_reserved(entry: str) -> str:
    """An entry without the sentences that keep something for one place, which exempt nothing else."""
    return _RESERVES.sub(" ", entry)


def _spelled(text: str) -> str:
    """The text with words that can only be code in backticks as well."""

    def ticked(match: re.Match[str]) -> str:
        return match[0] if match[1] or _FILE_ENDING.search(match[0]) else f"`{match[0]}`"

    return _SPELLED.sub(ticked, text)


def _kind_before(text: str) -> str:
    """The words that say which files are meant, back to `every` or the beginning of the sentence."""
    words = text.split()
    at = len(words)
    while at and words[at - 1].lower().strip("*") not in _QUANTIFIERS:
        at -= 1
    return " ".join(words[max(at - 1, 0) :])


@dataclass(frozen=True)
class _Sentence:
    """One sentence of a rule, its tokens as numbers."""

    rule: Rule
    text: str
    tokens: list[str]

    def orders(self) -> Iterator[Order]:
        """The most telling reading of the sentence; only bans can stand beside each other."""
        for reading in (self._arguments, self._headers, self._places, self._reserved, self._bans):
            found = list(reading())
            if found:
                yield from found
                return

    def _named(self, numbers: str | None) -> tuple[str, ...]:
        return named(numbers, self.tokens)

    def _arguments(self) -> Iterator[Order]:
        for demand in demands_in(self.text, self.tokens):
            scope = self._around(demand.match)
            kind = scope_around("", demand.kind, self.tokens)
            if scope is not None and kind is not None:
                scope = scope.joined(kind).joined(Scope(within=self._named(demand.where)))
                for call in demand.calls:
                    # What a thing requires may be a package or a service, unless the thing is called.
                    if not demand.is_lax or "(" in call or "." in call:
                        yield self._order(Way.ARGUMENT, demand.wanted, scope, call=call)
                return

    def _headers(self) -> Iterator[Order]:
        match = EVERY_FILE.search(self.text)
        if match is not None:
            kind = f"{_kind_before(self.text[: match.start()])} {match[0].split()[0]}"
            yield from self._header(match, kind, match["wanted"])
            return
        for pattern in (IN_EVERY_FILE, WITH_EVERY_FILE):
            match = pattern.search(self.text)
            if match is not None:
                wanted = match["wanted"] or match["always"]
                yield from self._header(match, match["kind"], wanted)
                return

    def _header(self, match: re.Match[str], kind: str, wanted: str) -> Iterator[Order]:
        scope = self._kind(kind)
        if scope is not None:
            folder = match["folder"]
            places = Scope(within=(self.tokens[int(folder)],) if folder else ())
            yield self._order(Way.HEADER, self.tokens[int(wanted)], scope.joined(places))

    def _kind(self, kind: str) -> Scope | None:
        """The files that the words before `must` mean."""
        places = self._named(kind)
        plain = _KIND_TICK.sub(" ", kind).lower().replace("`", " ")
        found = file_kind(plain)
        words = set(plain.replace(found, " ").split() if found else plain.split())
        if not words <= _PLAIN_KINDS:
            return None
        tests = True if {"test", "tests"} & words else None
        shapes = (shape_of(found),) if found else ()
        return Scope(tests=tests, languages=language_named(kind), within=places, shapes=shapes)

    def _places(self) -> Iterator[Order]:
        for way, pattern in ((Way.MODIFY, MODIFY), (Way.PUT, PUT)):
            match = pattern.search(self.text)
            scope = self._around(match) if match and not _BY_HAND.search(self.text) else None
            told = match is not None and (_SHOULD.search(match[0]) or is_described(match))
            if match and scope is not None and not told:
                parts = match.groupdict()
                for token in self._named(parts["wrong"] or parts.get("kept")):
                    yield self._order(way, token, scope)

    def _reserved(self) -> Iterator[Order]:
        """What only some place may use is forbidden everywhere else."""
        for pattern in _ONLY:
            match = pattern.search(self.text)
            if match is not None:
                places = Scope(outside=self._named(match["place"]))
                for token in self._named(match["wrong"]):
                    yield self._order(Way.USE, token, places)

    def _bans(self) -> Iterator[Order]:
        found = list(bans_in(self.text, self.tokens))
        for ban in found:
            yield from self._ban(ban)
        listed = LISTED.match(self.text) if self.rule.is_listed_as_forbidden else None
        if listed is not None and not found:
            yield from self._ban(
                Ban(
                    wrong=self._named(listed["wrong"]),
                    force=Force.BAN,
                    verb=(listed["verb"] or "").lower(),
                    after=self.text[listed.end() :],
                )
            )

    def _ban(self, ban: Ban) -> Iterator[Order]:
        over = None
        if ban.wrong and all(is_annotation(token) for token in ban.wrong):
            over, ban = _sited(ban)
        nominal = None if ban.is_weighed else _NOMINAL.search(ban.before)
        before = ban.before[: nominal.start()] if nominal else ban.before
        scope = self._scope_of(ban, before) if is_binding(ban, before) else None
        pointed = place_pointed_at(self.rule.entry, self.rule.text, ban.after)
        if scope is None or pointed is None or is_about_element(ban.before, ban.between):
            return
        scope = scope.joined(pointed)
        verb = nominal["what"].lower() if nominal else ban.verb
        soft = (
            ban.is_direct or "directly" in ban.after[:40].lower() or "direct " in ban.before.lower()
        )
        rest = self.rule.entry.partition(self.rule.text)[2]
        right = ban.right or remedy(ban.after, self.tokens)
        advice = _advice(f"{self._unmasked(ban.after)} {rest}")
        for token in ban.wrong:
            if verb.startswith(_NARROW) and not (ban.is_weighed or over or _PAIR.match(token)):
                continue
            yield Order(
                rule=self.rule,
                way=_way(verb, token),
                token=token,
                scope=scope,
                instead=right[0] if right and right[0] != token else "",
                remedy="" if ban.right else advice,
                over=over,
                beside=next((words for start, words in _BESIDE if verb.startswith(start)), ()),
                is_soft=soft,
            )

    def _scope_of(self, ban: Ban, before: str) -> Scope | None:
        scope = scope_around(before, f"{ban.between} {ban.clause}", self.tokens)
        if scope is not None and ban.is_of_makers:
            made = made_scope(before, self.tokens)
            return None if made is None else scope.joined(made)
        is_said_of = ban.said.startswith(("must", "may", "shall")) and ban.verb[:3] != "be "
        who, must, _ = before.partition(" must ")
        # Of `methods must return this, never that` the last word goes on about the methods.
        goes_on = bool(must) and (not ban.verb or takes(before))
        if scope is None or not (is_said_of or goes_on):
            return scope
        subject = subject_scope(who, self.tokens)
        return None if subject is None else scope.joined(subject)

    def _unmasked(self, text: str) -> str:
        return _KIND_TICK.sub(lambda match: f"`{self.tokens[int(match[1])]}`", text)

    def _around(self, match: re.Match[str]) -> Scope | None:
        after = clause_of(self.text[match.end() :])
        return scope_around(self.text[: match.start()], after, self.tokens)

    def _order(self, way: Way, token: str, scope: Scope, *, call: str = "") -> Order:
        return Order(rule=self.rule, way=way, token=token, scope=scope, call=call)


def _sited(ban: Ban) -> tuple[Site | None, Ban]:
    """What the annotations must not stand over, and the ban without the words for it."""
    over, after = site_behind(ban.after)
    if over is not None:
        return over, replace(ban, after=after)
    over, between = site_behind(ban.between)
    if over is not None:
        return over, replace(ban, between=between)
    over, before = site_in_front(ban.before)
    # What stands on a controller stands in the file of one.
    after, between = (_ON.sub(" in ", text) for text in (ban.after, ban.between))
    return over, replace(ban, before=before, between=between, after=after)


def _way(verb: str, token: str) -> Way:
    if verb.startswith("import"):
        return Way.IMPORT
    is_path = "/" in token or token.startswith(".") or _FILE_ENDING.search(token) is not None
    return Way.PUT if is_path and verb.startswith(("commit", "check")) else Way.USE


def _advice(text: str) -> str:
    """What the words behind a ban tell to do, as they stand."""
    plain, tokens = masked(text)
    match = _ADVISES.search(plain)
    if match is None:
        return ""
    clause = match["clause"].strip(" ,:")
    return _KIND_TICK.sub(lambda found: f"`{tokens[int(found[1])]}`", clause)

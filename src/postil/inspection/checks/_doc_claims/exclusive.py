"""Claims that one place alone uses something, and the line elsewhere that refutes them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain.finding import Quote
from postil.domain.paths.names import words
from postil.inspection.checks._doc_claims.counterexamples import Counterexample
from postil.inspection.checks._doc_claims.lines import Statement
from postil.inspection.checks._doc_claims.sentences import after, before, single_ticked
from postil.inspection.checks._doc_claims.uses import (
    counts,
    declares,
    is_code,
    is_import,
)
from postil.inspection.checks._doc_claims.words import has_exceptions, is_wish
from postil.inspection.documents import LONGEST_LINE, Part
from postil.inspection.import_lines import is_grouped_import
from postil.inspection.standing import ancestors, join
from postil.ports import Hit, Hits, Tree

_HELD = r"`(?P<held>[A-Za-z_$@][\w.$:/@-]{1,80})(?P<call>\(\))?`(?: (?:variable|function|module|method|object|class|package))?"
_PLACE = (
    r"(?<![\w.@/`-])(?P<tick>`?)(?P<place>[\w.@-]{1,60}(?:/[\w.@-]{1,60}){0,8}/?(?:\(\))?)(?P=tick)"
)
_USED = (
    r"(?P<verb>used|called|read|accessed|imported|referenced|invoked|touched|consulted|set|written|assigned"
    r"|created|constructed|instantiated|required|queried|opened|needed)"
)
_USES = (
    r"(?P<verb>uses?|calls?|reads?|access(?:es)?|imports?|references?|invokes?|touch(?:es)?|sets?|writes?(?: to)?"
    r"|creates?|constructs?|instantiates?|requires?|quer(?:y|ies)|opens?|talks? to|consults?|depends? on)"
)
_SOLELY = r"(?:only(?: ever)?|ever only|solely|exclusively)"
_KIND = r"(?:module|file|class|function|folder|directory|package|helper|wrapper|script|component|service|code|place|one|spot)"
_IN = rf"(?:in|by|from|inside(?: of)?|within|through|via|to)(?: the)?(?: {_KIND})?"
_BUT = r"(?:outside(?: of)?|besides|other than|except(?: for)?|but|apart from)"
_NONE = rf"(?:nothing|nobody|no one|none|no(?: other)?(?: part of the)? {_KIND}s?)"
_ADVERB = r"(?: (?:directly|ever|itself|still|now|currently|actually))?"
_SHAPES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_HELD} (?:is|are|gets?){_ADVERB} {_SOLELY}{_ADVERB} {_USED}{_ADVERB} {_IN} {_PLACE}",
        rf"{_HELD} (?:is|are|gets?){_ADVERB} {_USED}{_ADVERB} (?:{_SOLELY}|nowhere (?:else )?(?:but|than|except)) {_IN} {_PLACE}",
        rf"{_HELD} (?:is|are){_ADVERB} {_USED} {_IN} (?:exactly |just |only )?(?:one|a single) {_KIND}(?: only)?(?:,|:| —| -)? \(?{_PLACE}",
        rf"{_HELD} (?:is|are) (?:never|not|nowhere){_ADVERB} {_USED}{_ADVERB}(?: anywhere)?(?: else)? (?:{_BUT}|than)(?: {_IN})? {_PLACE}",
        rf"\bonly (?:the )?(?:{_KIND} )?{_PLACE}(?: {_KIND})?{_ADVERB} {_USES}{_ADVERB} (?:the )?{_HELD}",
        rf"\b{_NONE} {_BUT}(?: the)?(?: {_KIND})? {_PLACE}{_ADVERB} {_USES}{_ADVERB} (?:the )?{_HELD}",
        rf"{_PLACE} is the (?:only|single|sole|one) (?:\w{{1,20}} )?{_KIND} (?:that|which){_ADVERB} {_USES} (?:the )?{_HELD}",
        rf"{_PLACE} is the (?:only|single|sole|one) (?:\w{{1,20}} )?{_KIND} (?:where|in which|that) {_HELD} is {_USED}",
        rf"\bthe (?:only|single|sole|one) (?:\w{{1,20}} )?{_KIND} (?:that|which){_ADVERB} {_USES} (?:the )?{_HELD} is {_PLACE}",
        rf"\bthe (?:only|single|sole|one) (?:\w{{1,20}} )?{_KIND} (?:where|in which) {_HELD} is {_USED} is {_PLACE}",
        (
            rf"\b(?:all|every|each|any)(?: (?:direct|other|the))? (?P<verb>uses?|calls?|reads?|access(?:es)?|references?|imports?|lookups?|writes?|quer(?:y|ies))"
            rf"(?: to| of| from| on)? {_HELD} (?:are|is|go|goes|happens?|lives?|stays?|comes?|sits?)"
            rf"(?: (?:only|confined|limited|restricted|made|done|kept|routed|wrapped))? {_IN} {_PLACE}"
        ),
    )
)
_DIRECTLY = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_HELD} (?:is|are) (?:never|not|nowhere) directly {_USED}",
        rf"{_HELD} (?:is|are) (?:never|not|nowhere) {_USED}(?: anywhere)? (?:directly|by itself|on its own)",
        rf"\b(?:{_NONE}|no [a-z]{{3,20}}) {_USES} {_HELD} (?:directly|by itself|on its own)",
    )
)
"""Say that something is only used by what wraps it, which is named beside."""
_ALL_DO = re.compile(
    r"\b(?:all|every|each|everything|instead|wrap\w{0,4}|through|via)\b", re.IGNORECASE
)
_CODE = re.compile(r"`([\w.@/-]{3,120}(?:\(\))?)`")
_COINED = re.compile(r"[a-z0-9][A-Z]|\w_\w|[.:]\w")
_MODULE = re.compile(r"[/.@-]")
_WRITES = re.compile(r"\A(?:\[[^\]\n]{1,60}\]|\.\w{1,60}){0,3}\s{0,4}(?:[-+*/|&?]{0,2}=(?![=>]))")
_NEW = re.compile(r"\bnew\s{1,4}\Z")
_FAMILIES = (
    frozenset({".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"}),
    frozenset({".c", ".h", ".cc", ".cpp", ".cxx", ".hpp", ".hh"}),
)
_ASIDE = frozenset(
    words(
        "scripts script tools examples example samples bench benches benchmark benchmarks docs doc demo demos website"
        " e2e migrations ci hack contrib .github build config-files"
    )
)
_BESIDE = re.compile(
    r"(?:\A|/)(?:setup|conftest|noxfile|fabfile|tasks|build)\.py\Z|\.config\.\w{1,5}\Z|(?:\A|/)(?:gulp|grunt)file\.\w{1,5}\Z",
    re.IGNORECASE,
)
"""Files that build, test or show a program and are none of its own."""
_SHELVES = frozenset(words("packages apps libs modules plugins services crates projects"))
_SHORTEST = 3
_MOST_PLACES = 12


@dataclass(frozen=True)
class Exclusive:
    """What only the places are said to use; `verb` is how."""

    statement: Statement
    subject: str
    places: tuple[str, ...]
    verb: str
    is_call: bool

    @property
    def needles(self) -> frozenset[str]:
        return frozenset({self.subject, *(_bare(one) for one in self.places if _is_name(one))})

    @property
    def _is_brought(self) -> bool:
        """Whether a module is meant, which files import."""
        return self.verb.startswith(("import", "require", "depend")) or "/" in self.subject

    @cached_property
    def token(self) -> re.Pattern[str]:
        name = re.escape(self.subject)
        if self.is_call or self.verb.startswith(("call", "invo")):
            # A method of something else may be called the same.
            return re.compile(rf"(?<![\w.$:>]){name}\s{{0,4}}\(")
        return re.compile(rf"(?<![\w$]){name}(?!\w)")

    def refuted(self, found: Mapping[str, Hits], head: Tree) -> Counterexample | None:
        """The first use elsewhere; None when there is none or it cannot be told where one may be."""
        own = _Own(self, head, found)
        if not own.uses_it:
            return None
        hits = [hit for hit in found[self.subject].hits if counts(hit) and own.reaches(hit.path)]
        defining = {hit.path for hit in hits if declares(hit, self.subject)}
        for hit in hits:
            if hit.path not in defining and self._is_use(hit, head):
                title = f"`{hit.path}` has `{self.subject}` as well, against what this line says"
                place = Quote(path=hit.path, text=hit.text, line=hit.line)
                return Counterexample(place, title)
        return None

    def _is_use(self, hit: Hit, head: Tree) -> bool:
        if self._is_brought:
            return self._is_brought_in(hit)
        if is_import(hit.text):
            return False
        found = self.token.finditer(hit.text[:LONGEST_LINE])
        return any(self._is_meant(hit.text, at) and is_code(hit, at.start(), head) for at in found)

    def _is_meant(self, line: str, at: re.Match[str]) -> bool:
        """Whether the name is used there in the way that the claim speaks of."""
        writes = _WRITES.match(line[at.end() :][:LONGEST_LINE]) is not None
        if self.verb.startswith("read"):
            return not writes
        if self.verb.startswith(("set", "writ", "assign")):
            return writes
        if self.verb.startswith(("creat", "construct", "instant")):
            made = line[at.end() :].lstrip().startswith(("(", "{", ".new"))
            return made or _NEW.search(line[: at.start()]) is not None
        return True

    def _is_brought_in(self, hit: Hit) -> bool:
        line = hit.text[:LONGEST_LINE]
        grouped = hit.path.endswith(".go") and is_grouped_import(line)
        if not (is_import(line) or grouped or "require(" in line):
            return False
        if _COINED.search(self.subject) is not None and not _MODULE.search(self.subject):
            return True
        named = (
            rf"(?:[\"'](?:node:)?|\b(?:import|from|use|require) ){re.escape(self.subject)}(?![\w-])"
        )
        return re.search(named, line) is not None


@dataclass(frozen=True)
class _Own:
    """Where the claim allows the use."""

    claim: Exclusive
    head: Tree
    found: Mapping[str, Hits]

    @cached_property
    def paths(self) -> frozenset[str]:
        found = [path for place in self.claim.places for path in self._paths_of(place)]
        return frozenset(found) if len(found) <= _MOST_PLACES else frozenset()

    def _paths_of(self, place: str) -> Iterator[str]:
        if _is_name(place):
            name = _bare(place)
            yield from {
                hit.path for hit in self.found[name].hits if counts(hit) and declares(hit, name)
            }
        if place.endswith("()"):
            return
        plain = place.strip("/").removeprefix("./")
        spots = [join(folder, plain) for folder in ancestors(self.claim.statement.folder)]
        near = next((spot for spot in spots if spot and self.head.exists(spot)), "")
        ends = (f"/{near or plain}", f"/{near or plain}/")
        for path in self.head.paths():
            if f"/{path}".endswith(ends[0]) or f"/{path}".startswith(ends[1]):
                yield path

    @cached_property
    def uses_it(self) -> bool:
        """Whether the places are there and do themselves what they alone are said to do."""
        return any(self.claim.token.search(self.head.read(path) or "") for path in self.paths)

    @cached_property
    def _endings(self) -> frozenset[str]:
        own = {posixpath.splitext(path)[1] for path in self.paths}
        return frozenset(own).union(*(family for family in _FAMILIES if family & own))

    @cached_property
    def _shelves(self) -> frozenset[str]:
        return frozenset(_shelf(path) for path in self.paths)

    def reaches(self, path: str) -> bool:
        """Whether the claim speaks of another file: of this program, and no part of its build."""
        if path in self.paths or posixpath.splitext(path)[1] not in self._endings:
            return False
        if _shelf(path) not in self._shelves or _BESIDE.search(path) is not None:
            return False
        return _ASIDE.isdisjoint(path.lower().split("/")[:-1])


def exclusive_claims(statement: Statement) -> Iterator[Exclusive]:
    if statement.part is not Part.PROSE or "`" not in statement.words:
        return
    text = single_ticked(statement.around)
    for pattern in _SHAPES:
        for found in pattern.finditer(text):
            place = found["place"]
            if found["tick"] or "/" in place:
                yield from _claims(statement, text, found, (place,))
    for pattern in _DIRECTLY:
        for found in pattern.finditer(text):
            beside = tuple(
                dict.fromkeys(one for one in _CODE.findall(text) if _is_place(one, found))
            )
            if beside and _ALL_DO.search(text):
                yield from _claims(statement, text, found, beside)


def _claims(
    statement: Statement, text: str, found: re.Match[str], places: tuple[str, ...]
) -> Iterator[Exclusive]:
    held, verb = found["held"], found["verb"].lower()
    own = f"`{held}" in statement.words
    if not own or is_wish(before(text, found.start())) or has_exceptions(after(text, found.end())):
        return
    claim = Exclusive(statement, held, places, verb, is_call=found["call"] is not None)
    if _is_telling(claim):
        yield claim


def _is_telling(claim: Exclusive) -> bool:
    """Whether a line that has the name can only mean this one."""
    if len(claim.subject) < _SHORTEST:
        return False
    if claim.is_call or _COINED.search(claim.subject) is not None:
        return True
    if claim.verb.startswith(("creat", "construct", "instant")):
        return claim.subject[:1].isupper()
    return claim.verb.startswith("import")


def _is_place(code: str, found: re.Match[str]) -> bool:
    return _bare(code) != found["held"] and (code.endswith("()") or "/" in code or "." in code)


def _bare(place: str) -> str:
    return place.removesuffix("()").rpartition(".")[2] if place.endswith("()") else place


def _is_name(place: str) -> bool:
    """Whether a function or a class may be meant, and no file."""
    return place.endswith("()") or not ("/" in place or "." in place)


def _shelf(path: str) -> str:
    """The package of a tree that holds several; empty elsewhere."""
    first, _, rest = path.partition("/")
    return f"{first}/{rest.partition('/')[0]}" if first in _SHELVES and "/" in rest else ""

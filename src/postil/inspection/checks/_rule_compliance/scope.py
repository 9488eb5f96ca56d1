"""Where a rule holds: in tests or outside them, in or outside folders, in some languages."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from postil.domain import paths
from postil.inspection.checks._rule_compliance.kinds import KIND, file_kind, shape_of

_SCRIPTS = frozenset({"javascript", "typescript", "tsx", "vue", "svelte"})
_TYPED = frozenset({"typescript", "tsx", "vue", "svelte"})
_LANGUAGES = {
    "python": frozenset({"python"}),
    "typescript": _TYPED,
    "ts": _TYPED,
    "javascript": _SCRIPTS,
    "js": _SCRIPTS,
    "react": frozenset({"javascript", "tsx"}),
    "golang": frozenset({"go"}),
    "go": frozenset({"go"}),
    "rust": frozenset({"rust"}),
    "java": frozenset({"java"}),
    "kotlin": frozenset({"kotlin"}),
    "scala": frozenset({"scala"}),
    "swift": frozenset({"swift"}),
    "ruby": frozenset({"ruby"}),
    "php": frozenset({"php"}),
    "c#": frozenset({"csharp"}),
    "c++": frozenset({"cpp", "c"}),
    "c": frozenset({"c", "cpp"}),
    "dart": frozenset({"dart"}),
    "elixir": frozenset({"elixir"}),
    "perl": frozenset({"perl"}),
    "lua": frozenset({"lua"}),
    "css": frozenset({"css"}),
    "sql": frozenset({"sql"}),
    "shell": frozenset({"bash"}),
    "bash": frozenset({"bash"}),
    "yaml": frozenset({"yaml"}),
    "terraform": frozenset({"hcl"}),
    "html": frozenset({"html"}),
}
_LANGUAGE = (
    r"(?P<language>python|typescript|javascript|react|golang|(?-i:Go)|rust|java|kotlin|scala|swift|ruby|php|c#"
    r"|dart|elixir|perl|lua|(?-i:C)(?![+#])|c\+\+|css|sql|shell|bash|yaml|terraform|html|(?-i:TS|JS))(?![\w.])(?!\+\+)"
)
_THING = (
    r"(?:(?:the|any|all|our|your|other|every|each|new|a|an|these)\s){0,2}"
    r"(?:`(?P<first>\d{1,3})`(?:,?\s(?:or|and)\s`(?P<second>\d{1,3})`)?"
    r"(?:\s(?:folders?|director(?:y|ies)|files?|modules?|packages?|code))?"
    r"|(?P<tests>(?:unit\s|integration\s)?tests?(?:\s(?:files?|code|suites?|cases))?|specs)\b"
    r"|(?P<product>(?:production|non-test|library|application|runtime)(?:\scode)?)\b"
    rf"|{_LANGUAGE}(?:\s(?:files?|code|modules?|sources?|components?|projects?))?"
    rf"|(?P<kind>{KIND})\b"
    r"|(?P<everywhere>anywhere|everywhere|(?:(?:new|committed|merged|checked-in|shipped)\s)?code|(?:sql\s)?queries|(?:(?:this|the|our)\s)?(?:repo(?:sitory)?|project|code\s?base|package|module|crate"
    r"|library|service|app(?:lication)?|folder|directory|workspace|monorepo|layer|component|tree|code)"
    r"|codebase|(?:source\s)?files?|modules?|packages|source\scode)\b"
    r"|(?P<bare>src|lib|app|internal|pkg|cmd|packages)\b(?!\s\w)"
    r"|(?P<part>[a-z][\w-]{2,24})\s(?:package|module|service|layer|crate|app|folder|directory|library)\b)"
)
_WHERE = re.compile(
    rf"\b(?P<how>anywhere\s(?:else\sthan|but|except|other\sthan)\sin|in|inside|within|under|below|for|from|outside(?:\sof)?|except(?:\s(?:in|inside|for|from|under|within))?"
    rf"|other\sthan\sin|but\snot\sin|apart\sfrom(?:\sin)?)\s{_THING}",
    re.IGNORECASE,
)
_OBLIGES = re.compile(r"\b(?:must|shall)\b(?!\W{0,4}\Z)", re.IGNORECASE)
_SUBJECT = re.compile(rf"\A\W{{0,10}}{_THING}\W{{0,10}}\Z", re.IGNORECASE)
_ACTS = re.compile(
    r"\A(?:all\s|every\s|any\s|new\s)?(?:[a-z][\w./-]{1,20}\s){0,2}(?:calls?|requests|logs?|queries|access|reads|writes|lookups|assertions"
    r"|imports|logging|timestamps|dates?|times|mocks|snapshots|conversions|comparisons|randomness|secrets|ids)\Z"
)
"""What code does, or makes, anywhere."""
_TOPIC = re.compile(r"\A(?:all\s)?\w{3,20}ing\Z")
"""An activity, which is done anywhere."""
_THINGS = re.compile(
    r"\A\W{0,10}(?:(?:all|every|each|any|new|the)\s){0,2}(?:[a-z][\w-]{1,20}\s){0,1}[a-z][\w-]{2,20}(?:\s(?:always|must))?\W{0,4}\Z",
    re.IGNORECASE,
)
"""One or two words for a thing that code gets somewhere."""
_ABOUT = re.compile(
    r"\W{0,6}(?:(?:all\s)?(?:files|code|everything|modules)\s(?:in|under|inside|below)\s)?(?:the\s)?`(?P<place>[^`\n/]{1,60}/[^`\n]{0,100})`"
    r"(?:\s(?:folder|directory|package|tree))?\s(?:is|are|uses?|has|have|holds?|contains?|stays?|targets?|runs?)\b",
    re.IGNORECASE,
)
_OPENING = 30
_NOT_THERE = ("outside", "anywhere", "except", "other", "but", "apart")
_CONDITION = re.compile(
    r"\b(?:if|when(?:ever)?|unless|while|until|without|during|before|after|for|in|inside|to|as|on|with|except"
    r"|exceptions?|outside|only|where|under|within|from|at|by|via|between|per|alone|twice|again|but|across"
    r"|once|other\sthan|against|manually|yourself|simultaneously|both|based|redundantly|sparingly|needlessly|similar)\b",
    re.IGNORECASE,
)
_EXEMPTS = re.compile(
    r"\b(?:except|exceptions?|exempt|unless|apart\sfrom|other\sthan|outside|only\s(?:if|when|for|use[ds]?)|(?<!\bis\s)(?<!\bare\s)only\sin"
    r"|(?<!not\s)(?<!never\s)(?<!n['’]t\s)(?:allowed|fine|ok|okay|acceptable|permitted|legitimate)\s(?:in|for|when|if|to|only|inside|as))\b",
    re.IGNORECASE,
)
_ABOUT_EXCEPTIONS = re.compile(
    r"\A\W{0,10}exceptions?\b|\bexception\s(?:handl\w{1,4}|types?|class(?:es)?)\b|\b(?:catch|throw|rais)\w{0,3}\s(?:\w{1,12}\s){0,2}exceptions?\b",
    re.IGNORECASE,
)
"""Speaks of what programs throw; an entry that opens with the word has nothing yet to except from."""
_POLITE = re.compile(
    r"\b(?:(?:remember|make sure|be sure|you have|we want) to|(?:it is|it's|you are|we are|is|are) (?:important|mandatory|required"
    r"|essential|forbidden|not allowed) to|for \w{3,20} reasons|for (?:consistency|safety|security|readability|clarity|performance)|in general|as a rule|at all times"
    r"|as an? (?:\w{2,8} )?dependency|under any circumstances?|in any case|for any reason|at all|on purpose)\b",
    re.IGNORECASE,
)
_PEOPLE = frozenset({"you", "we", "one", "contributors", "developers", "agents", "code", "authors"})
_PROCESS = re.compile(
    r"\b(?:commits?|committing|pull requests?|prs?|merge requests?|branch(?:es|ing)?|git|releas\w{1,5}|changelog"
    r"|issues?|reviews?|reviewing|communication|versioning|commands?|documentation|docs|docstrings?|writing"
    r"|markdown|licen[cs]\w{1,5}|deploy\w{0,8}|workflow|reporting|sign-?off|bug reports?|security polic\w{1,3}"
    r"|getting started|setup|installation|building|environment|examples?)\b",
    re.IGNORECASE,
)
_FOLLOWED = re.compile(
    r"\b(?:follow|keep|obey|rules?|requirements)\b[^:]{0,60}:\W{0,4}\Z", re.IGNORECASE
)
"""Whatever must keep the rules below, the rules are about what it holds."""
_LAST = re.compile(r"(?<=[.!?])\s{1,4}(?=\S)")
"""Only the last sentence introduces the list below it."""
_TESTING = re.compile(r"\b(?:tests?|testing|specs)\b", re.IGNORECASE)
_NAMED_LANGUAGE = re.compile(rf"(?:\A|(?<=[\s/(,:*&]))(?:{_LANGUAGE})", re.IGNORECASE)
_LAYER = re.compile(
    r"\b(?:front-?end|back-?end|api|server|client|ui|database|migrations?|components?|cli|domain|storage|models?"
    r"|controllers?|services?|views?|pages?|routes?|hooks?|infra\w{0,12}|mobile|web|ios|android"
    r"|adapters?|handlers?|repositor\w{1,4}|plugins?|sdk|scripts?|benchmarks?|e2e)\b",
    re.IGNORECASE,
)
_SHORT = {
    "database": ("database", "/db/", "migrat", ".sql"),
    "front-end": ("front-end", "frontend"),
    "back-end": ("back-end", "backend"),
}
"""What else paths call a layer."""
_TEST_MODULE = "#[cfg(test)]"
_ASIDE_FOLDERS = frozenset(
    {"scripts", "script", "tools", "examples", "example", "bin", "benches", "bench", "benchmarks"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scope:
    """Which files a rule speaks for; `layers` are words that a path must have.

    Paths must have all `shapes`, the looks of a kind of file, and none of the `other_shapes`.
    """

    tests: bool | None = None
    languages: frozenset[str] = frozenset()
    within: tuple[str, ...] = ()
    outside: tuple[str, ...] = ()
    layers: tuple[str, ...] = ()
    shapes: tuple[re.Pattern[str], ...] = ()
    other_shapes: tuple[re.Pattern[str], ...] = ()

    def holds(self, path: str, *, folder: str = "") -> bool:
        """Whether the rule of a book in that folder speaks for the path."""
        if self.tests is not None and paths.is_test(path) is not self.tests:
            return False
        if self.tests is False and not _ASIDE_FOLDERS.isdisjoint(path.lower().split("/")[:-1]):
            return False
        if self.languages and paths.language_of(path) not in self.languages:
            return False
        if self.within and not any(lies_in(path, place, folder) for place in self.within):
            return False
        if any(lies_in(path, place, folder) for place in self.outside):
            return False
        if any(shape.search(path) for shape in self.other_shapes):
            return False
        return all(has_layer(f"/{path.lower()}", layer) for layer in self.layers) and all(
            shape.search(path) for shape in self.shapes
        )

    def joined(self, other: Scope) -> Scope:
        return Scope(
            tests=self.tests if other.tests is None else other.tests,
            languages=other.languages or self.languages,
            within=self.within + other.within,
            outside=self.outside + other.outside,
            layers=self.layers + other.layers,
            shapes=self.shapes + other.shapes,
            other_shapes=self.other_shapes + other.other_shapes,
        )


EVERYWHERE = Scope()


def has_layer(path: str, layer: str) -> bool:
    return any(word in path for word in _SHORT.get(layer, (layer,)))


def place_spoken_of(entry: str, sentence: str) -> Scope:
    """The place that a paragraph begins with, for the sentences behind: they go on about it."""
    match = _ABOUT.match(entry)
    if match is None or entry.find(sentence[:_OPENING]) < match.end():
        return EVERYWHERE
    return Scope(within=(match["place"],))


_THERE = re.compile(r"\A\s?there\b", re.IGNORECASE)
_PLACE = re.compile(r"`([\w.@*-]{1,80}(?:/[\w.@*-]{0,80}){1,12})`")
_LONGEST_ENTRY = 2_000


def place_pointed_at(entry: str, sentence: str, after: str) -> Scope | None:
    """The folders and files named before a sentence that ends in `there`; None when there are none."""
    if _THERE.match(after) is None:
        return EVERYWHERE
    named = _PLACE.findall(entry.partition(sentence)[0][:_LONGEST_ENTRY])
    return Scope(within=tuple(named)) if named else None


_ELEMENT = re.compile(
    r"\A\s{0,2}(?:elements?|items?|entries|tags?|attributes?|fields?|sections?|blocks?)\b",
    re.IGNORECASE,
)


def is_about_element(before: str, between: str) -> bool:
    """Whether the rule is for one kind of element of a file, and says nothing of the rest of it."""
    return before.rstrip().endswith("`") and _ELEMENT.match(between) is not None


def lies_in(path: str, place: str, folder: str = "") -> bool:
    """Whether a file is, or lies below, what a rule calls a place: a folder, a file or a glob."""
    plain = place.strip().removeprefix("./").lstrip("/")
    if plain.startswith("."):
        return path.endswith(plain) or paths.matches(plain, path)
    candidates = (plain, f"{folder}/{plain}") if folder else (plain,)
    return bool(plain) and any(paths.matches(glob, path) for glob in candidates)


def scope_around(before: str, clause: str, tokens: Sequence[str]) -> Scope | None:
    """The scope that the words around a rule's core give it; None when code cannot tell."""
    label, colon, behind = before.rpartition(":")
    scope: Scope | None = EVERYWHERE
    if colon:
        scope = EVERYWHERE if _is_order(label) else _titled(label)
        before = behind
    for text in (before, clause):
        found = _stated(text, tokens)
        scope = scope.joined(found) if scope is not None and found is not None else None
    return scope


def _is_order(label: str) -> bool:
    """Whether what stands before a colon obliges by itself and is no heading: `Images must be named: …`."""
    return _OBLIGES.search(label) is not None and _WHERE.search(label) is None


def subject_scope(text: str, tokens: Sequence[str]) -> Scope | None:
    """The scope of what stands in front of `must`: people, code, or a kind of file."""
    bare = _WHERE.sub(" ", text.rpartition(":")[2].rpartition(",")[2]).strip(" *_\"'").lower()
    if not bare or bare.split()[-1] in _PEOPLE:
        return EVERYWHERE
    if _TOPIC.match(bare) or _ACTS.match(bare):
        return EVERYWHERE
    match = _SUBJECT.match(bare)
    return None if match is None else _of(match, tokens)


def made_scope(text: str, tokens: Sequence[str]) -> Scope | None:
    """The scope of what is made or got somewhere: that of a kind of file, or of any short noun's."""
    bare = _WHERE.sub(" ", text.rpartition(":")[2].rpartition(",")[2])
    subject = subject_scope(bare, tokens)
    if subject is not None or file_kind(bare) or _TESTING.search(bare):
        return subject
    return EVERYWHERE if _THINGS.match(bare) else None


def exemptions(entry: str, tokens: Sequence[str]) -> Scope | None:
    """What an entry exempts anywhere in its text; None when it exempts something code cannot tell."""
    scope = EVERYWHERE
    rest = entry
    for match in _WHERE.finditer(entry):
        if match["how"].lower().startswith(_NOT_THERE):
            scope = scope.joined(_turned(_of(match, tokens)))
            rest = rest.replace(match[0], " ")
    return None if _EXEMPTS.search(_ABOUT_EXCEPTIONS.sub(" ", rest)) else scope


def heading_scope(headings: Sequence[str], leads: Sequence[str]) -> Scope | None:
    """The scope given by what the rule stands under; None for rules that are not about code."""
    scope: Scope | None = EVERYWHERE
    leads = tuple(_LAST.split(lead.rstrip())[-1] for lead in leads)
    for text in (*headings, *leads):
        found = EVERYWHERE if _FOLLOWED.search(text) else _titled(text)
        scope = scope.joined(found) if scope is not None and found is not None else None
    conditional = any(_CONDITION.search(_POLITE.sub(" ", _WHERE.sub(" ", lead))) for lead in leads)
    return None if conditional else scope


def language_named(text: str) -> frozenset[str]:
    match = _NAMED_LANGUAGE.search(text)
    return _LANGUAGES[match["language"].lower()] if match else frozenset()


def _titled(text: str) -> Scope | None:
    short = text[:200]
    if _PROCESS.search(short):
        return None
    layer = _LAYER.search(short)
    languages = language_named(short)
    return Scope(
        tests=True if _TESTING.search(short) else None,
        languages=languages,
        layers=(layer[0].lower().rstrip("s"),) if layer and not languages else (),
    )


def _stated(text: str, tokens: Sequence[str]) -> Scope | None:
    scope = EVERYWHERE
    for match in _WHERE.finditer(text):
        found = _of(match, tokens)
        is_outside = match["how"].lower().startswith(_NOT_THERE)
        scope = scope.joined(_turned(found) if is_outside else found)
    rest = _POLITE.sub(" ", _WHERE.sub(" ", text))
    return None if _CONDITION.search(rest) else scope


def _of(match: re.Match[str], tokens: Sequence[str]) -> Scope:
    if match["tests"] or match["product"]:
        return Scope(tests=bool(match["tests"]))
    if match["kind"]:
        return Scope(shapes=(shape_of(match["kind"]),))
    if match["bare"]:
        return Scope(within=(f"{match['bare'].lower()}/",))
    if match["part"]:
        return Scope(layers=(match["part"].lower(),))
    if match["language"]:
        return Scope(languages=_LANGUAGES[match["language"].lower()])
    places = tuple(tokens[int(match[name])] for name in ("first", "second") if match[name])
    if _TEST_MODULE in places:
        return Scope(tests=True)
    return Scope(within=places)


def _turned(scope: Scope) -> Scope:
    """The same places from outside."""
    if scope.tests is not None:
        return Scope(tests=not scope.tests)
    return replace(
        scope,
        within=(),
        outside=scope.within,
        shapes=(),
        other_shapes=scope.shapes,
    )

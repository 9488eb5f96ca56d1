"""What a sentence of prose forbids: which tokens, how strongly, and what it puts in their place.

A small grammar over sentences whose tokens are numbers in backticks: (who) must not (do) what,
what is not to be, what fails, what is not there, and one thing set against another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from postil.inspection.root_folder import AT_ROOT
from postil.inspection.ticked import named

VERSIONS = ("@", ":")
"""What begins a version behind the name of what has it."""
LIST = r"`\d{1,3}`(?:(?:, or |, and |, | or | and | nor | / |/)`\d{1,3}`){0,9}"
NOUN = (
    r"(?:\s(?:calls?|statements?|types?|functions?|methods?|imports?|blocks?|assertions?|operators?|keywords?"
    r"|modules?|packages?|library|hooks?|decorators?|comments?|macros?|queries|casts?|annotations?|directives?"
    r"|commands?|files?|folders?|director(?:y|ies)|scripts?|options?|flags?|tags?|class(?:es)?|syntax|notation"
    r"|targets?|recipes?|tasks?|helpers?|wrappers?|clients?|utility|logger|loops?|constructs?|elements?|runners?|attributes?|properties|property|patterns?|api|objects?|dependency|dependencies))?"
)


def _forms(verbs: str) -> str:
    """Each verb as it is ordered, as a noun, and as a participle."""
    found: list[str] = []
    for verb in verbs.split():
        first, _, rest = verb.partition("-")
        last = first[-1]
        stem = first[:-1] if last == "e" else first + last if first in _DOUBLES else first
        tail = rf"\s{rest}" if rest else ""
        found.append(rf"(?:{first}|{stem}ing){tail}")
    return "|".join(found)


_DOUBLES = frozenset({"run", "put", "set", "log", "ship"})
VERB = (
    "(?:"
    + _forms(
        "use call invoke import write add introduce instantiate throw raise create declare read access"
        " rely-on depend-on reach-for reach-into hardcode leave include contain have ship reference mention"
        " embed run execute type do pass commit install log print construct spawn set put return catch"
        " cast extend inherit subclass block open export require define shell-out push fetch employ keep"
        " check-in expose emit render touch query start launch trigger perform apply consume pull type"
    )
    + r"|hard-cod(?:e|ing)|force-push(?:ing)?)"
)
_VERBS = rf"{VERB}(?:(?:,\s|\sor\s|\sand\s|/|,\sor\s){VERB}){{0,2}}"
_DETERMINERS = (
    r"(?:\s(?:the|any|a|an|raw|bare|plain|direct|from|with|via|through|into|inline|global|native|built-in|blocking"
    r"|(?:anything|everything|things|code|modules?|packages?|files?)\s(?:below|beneath|under|underneath|inside)|anything|new|old|legacy|your|our|its|own|shared|common|project['’]s|such|like|unquoted|relative|paths?\slike|(?:comma|space|dot|old|callback)-(?:separated|style)|hard-?coded|literal|wildcard|default|more|on|to"
    r"|calls?\sto|imports?\s(?:from|of)|us(?:e|es|age)\sof|dependenc(?:y|ies)\s(?:on|to)|(?:things?|functions?|methods?|types?|commands?|tools?)\slike"
    r"|the\s(?:library|package|module|function|method|command|tool|type|class|keyword|old|legacy|deprecated))){0,4}"
)
_ORIGIN = (
    r"(?:\s(?:from|of|out\sof|(?:defined|exported|provided|found|declared)\s(?:in|by|from))\s(?:the\s)?`\d{1,3}`(?:\s(?:module|package|file|crate))?"
    r"|\s\((?:(?:see|from|in|of|defined\sin|exported\s(?:from|by))\s)?`\d{1,3}`\)|(?P<place>\s(?:in|under)\s`\d{1,3}`))?"
)
"""Where what is right comes from; `in` a folder is where the rule holds."""
STRONG = (
    r"(?:never|do\snot|don['’]t|must\snot|mustn['’]t|must\snever|may\snot|may\snever|shall\s(?:not|never)"
    r"|(?:not\sallowed|not\spermitted|forbidden|prohibited|illegal)\sto|(?:is|are)\s(?:not|never)\sto"
    r"|(?:must|always)\s(?:avoid|refrain\sfrom)|under\sno\scircumstances)"
)
SOFT = r"(?:should\s(?:not|never)|shouldn['’]t|avoid|cannot|can['’]t|stop|refrain\sfrom|please\sno)"
_EVER = r"(?:\s(?:ever|also|directly|manually|please|just|simply|explicitly|again|to))?"
_DONE = (
    r"(?:used|called|imported|added|introduced|invoked|written|run|executed|committed|relied\son|installed"
    r"|declared|instantiated|thrown|raised|read|accessed|merged|set|passed|left|put|placed)"
)
_NEVER = re.compile(
    rf"\b(?:(?P<strong>{STRONG})|(?P<soft>{SOFT}))(?P<ever>{_EVER})(?!\s(?:have|need)\sto\b)(?:\s(?P<verb>{_VERBS}|be\s{_DONE})\b:?)?{_DETERMINERS}"
    rf"(?P<free>\s(?!both\b|without\b|than\b|either\b)[A-Za-z][\w-]{{1,20}})?\s(?P<wrong>{LIST}){NOUN}",
    re.IGNORECASE,
)
_PINNED = re.compile(
    rf"\b(?:(?P<strong>{STRONG})|(?P<soft>{SOFT}))(?:\sever)?"
    r"\s(?:refer(?:ring)?\sto|referenc(?:e|ing)|pin(?:ning)?|point(?:ing)?|pull(?:ing)?|deploy(?:ing)?|us(?:e|ing)|depend(?:ing)?\son|run(?:ning)?)"
    rf"(?:\s[a-z][\w-]{{0,20}}){{1,4}}?\s(?:by|to|at|with|via|from|on|as)(?:\s(?:the|a|an|its))?\s(?P<wrong>{LIST}){NOUN}",
    re.IGNORECASE,
)
"""Something that goes by a version in general, and must not go by this one."""
_IS_FORBIDDEN = re.compile(
    rf"(?P<wrong>{LIST})\)?{NOUN}(?P<root>{AT_ROOT})?"
    r"(?P<between>\s(?:anywhere\s(?:else\sthan|but|except|other\sthan)\sin|against|in|on|from|for|to|inside|within|into|outside|at|under|with|without|as|by|before|after|during)"
    r"(?:\s(?:(?!(?:is|are|must|may|shall|should|can)\b)[\w'’./-]{1,30}|`\d{1,3}`)){1,4})?\s"
    r"(?:(?:is|are)\s(?:not\s)?[a-z]{3,14},?\s(?:and\s|so\s(?:it\s|they\s)?)(?=(?:is|are|must|may|shall)\s))?"
    r"(?:(?P<strong>(?:is|are)\s(?:(?:strictly|absolutely|always|explicitly|also|generally|simply|now)\s)?"
    r"(?:forbidden|prohibited|banned|disallowed|not\sallowed|not\spermitted|never\s(?:allowed|permitted|ok|okay)|off[-\s]limits"
    r"|illegal|verboten|taboo|unacceptable|a\sno-go|out\sof\sbounds"
    rf"|(?:not|never)\sto\sbe\s{_DONE}|never\s{_DONE}|(?:not|never)\s(?:acceptable|accepted|tolerated|welcome))"
    r"|(?:has|have)\sno\s(?:place|business)|(?:will|shall)\s(?:not\sbe\saccepted|be\srejected)"
    rf"|(?:must|may|shall)\s(?:not|never)\s(?:ever\s)?(?:be\s{_DONE}|appear|occur|exist|show\sup|end\sup)"
    r"|must\s(?:always\s)?be\savoided)"
    r"|(?P<soft>(?:should\s(?:not|never)|shouldn['’]t|cannot|can['’]t|can\snot)\sbe\s(?:used|called|imported|run)"
    r"|(?:is|are)\sdeprecated))",
    re.IGNORECASE,
)
_FAILS = re.compile(
    rf"(?P<wrong>{LIST}){NOUN}(?P<root>{AT_ROOT})?(?:\sdirectly)?\s"
    r"(?P<fails>will\s(?:always\s|just\s|simply\s)?(?:fail|not\swork|break)|won['’]t\swork|fails?|breaks"
    r"|do(?:es)?(?:\snot|n['’]t)\s(?:work|exist)|no\slonger\s(?:works?|exists?)|(?:is|are)\s(?:broken|unsupported)"
    r"|(?:is|are)\s(?:not|no\slonger)\s(?:supported|available|accepted|valid)|(?:is|are)\sno\slonger\s(?:read|used|recogni[sz]ed|possible)|(?:is|are)\snot\spossible"
    r"|(?:was|were|has\sbeen|have\sbeen)\s(?:removed|dropped|retired|discontinued)(?!\s(?:from|by|and|to|into)\b)|stopped\sworking|ha(?:s|ve)\snot\sworked"
    r"|(?:is|are)\sgone|errors?\sout)",
    re.IGNORECASE,
)
_ABSENT = re.compile(
    r"(?:\bthere(?:\s(?:is|are|will\sbe)|['’]s)\s(?:no(?:\slonger\sa|\smore)?|not\sa)"
    rf"|\A\W{{0,10}}we\s(?:(?:have|ship)\sno|no\slonger\s(?:have|ship|provide|offer))){_DETERMINERS}\s(?P<wrong>{LIST}){NOUN}"
    rf"|\bno\s(?P<none>{LIST}){NOUN}\sexists?",
    re.IGNORECASE,
)
_NO = re.compile(
    rf"\A\W{{0,10}}(?:absolutely\s|strictly\s|there\s(?:must|shall)\s(?:be|never\sbe)\s)?no(?:\smore)?{_DETERMINERS}\s(?P<wrong>{LIST}){NOUN}"
    r"(?!\s(?:is\s|are\s)?(?:needed|necessary|required|such|longer))"
    rf"|\A\W{{0,10}}no(?:\s[a-z][\w-]{{1,20}}){{1,3}}\s\((?:e\.g\.,?\s)?(?P<none>{LIST})\)"
    rf"|(?<=:)\s(?:strictly\s)?no\s(?P<bare>{LIST})\W{{0,4}}\Z",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    r"(?:\A|(?<=[.:;]\s))\W{0,10}no(?:body|ne|thing|\sone)?(?P<who>(?:\s(?:[\w#+-]{1,20}|`\d{1,3}`)){0,5}?)"
    r"\s(?:may|must|shall|can|is\sallowed\sto|are\sallowed\sto)\s(?:ever\s|directly\s)?"
    rf"(?P<verb>{_VERBS}){_DETERMINERS}\s(?P<wrong>{LIST}){NOUN}",
    re.IGNORECASE,
)
_WE = re.compile(
    r"\bwe\s(?:(?:strictly\s|also\s)?(?:ban|forbid|prohibit|disallow)"
    r"|(?:do\snot|don['’]t|never|no\slonger)\s(?:allow|accept|permit|tolerate)|no\slonger\s(?P<verb>use|call|import))"
    rf"(?P<strong>){_DETERMINERS}\s(?P<wrong>{LIST}){NOUN}",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"\A\W{0,10}(?:(?:never(?:\suse)?|do\snot(?:\suse)?|don['’]ts?(?:\suse)?|not\sallowed|(?:the\sfollowing\s(?:is|are)\s)?(?:strictly\s)?(?:banned|forbidden|prohibited"
    r"|disallowed))(?:\s(?:[a-z]{1,14}\s)?(?:calls|functions|macros|methods|patterns|modules|packages|imports|constructs|types"
    r"|apis?|things|names|libraries|tokens|commands?|dependencies|keywords|classes|tags|images|globals|here))?:|❌|🚫|⛔)"
    rf"\W{{0,6}}?(?:(?P<verb>{_VERBS}|importing)\s)?(?P<wrong>{LIST}){NOUN}(?=\W{{0,4}}\Z|\s{{0,4}}[,;.(✅→–—-])",
    re.IGNORECASE,
)
"""A word that forbids, set before what it forbids, as in a list or under the head of a column."""
_RATHER = (
    r"(?P<than>not|never|instead\sof|rather\sthan|over|in\splace\sof|as\sopposed\sto)"
    rf"(?:\s{VERB})?{_DETERMINERS}\s(?P<wrong>{LIST}){NOUN}"
)
_ADVISES = (
    r"(?P<verb>use|import|write|call|prefer|run|install|read|create|start|take|go\sthrough|log|pass|choose|pick|do"
    r"|with|via|through|by\susing|from|type|invoke|execute|is\sdone\sby|comes?\sfrom|goes\sthrough"
    r"|be\s(?:created|made|built|obtained|taken|fetched|sent|read|parsed|done|generated|logged|handled)\s(?:by|with|via|through|from|using))"
)
_AGAINST = re.compile(
    rf"(?P<must>\b(?:always|must|mandatory\sto|required\sto|shall)\s)?\b{_ADVISES}{_DETERMINERS}\s(?P<right>{LIST})"
    rf"{NOUN}{_ORIGIN}(?P<between>(?:\s[a-z][\w'’-]{{0,20}}){{0,5}})(?:,\sand|,|\sand|\s\(|\s[-–—])?\s?\b{_RATHER}",
    re.IGNORECASE,
)
_WORDS_AGAINST = re.compile(
    rf"(?P<must>\b(?:always|must|mandatory\sto|required\sto|shall)\s)?\b(?P<verb>use|go\sthrough|write|call|take|import)"
    r"(?P<between>(?:\s[a-z][\w'’-]{0,20}){1,5}),?\s(?P<than>instead\sof|rather\sthan|in\splace\sof|never)"
    rf"(?:\s{VERB})?{_DETERMINERS}\s(?P<wrong>{LIST}){NOUN}",
    re.IGNORECASE,
)
_MUST_BE = re.compile(
    rf"(?P<right>{LIST}){NOUN}{_ORIGIN}\s(?P<must>(?:must|shall)\s(?:always\s)?be\s{_DONE}|is\s(?:mandatory|required))"
    rf"(?P<between>(?:\s[a-z][\w'’-]{{0,20}}){{0,4}}),?\s{_RATHER}",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    rf"\b(?:instead\sof|rather\sthan|in\splace\sof)\s(?:the\s|using\s|calling\s|running\s)?(?P<wrong>{LIST}){NOUN},?\s"
    r"(?:(?:always|please|you|we|must|should|shall)\s){0,3}"
    rf"(?P<verb>use|write|call|import|run|prefer)\s(?:the\s)?(?P<right>{LIST})",
    re.IGNORECASE,
)
_ANNOTATED = re.compile(
    rf"\b(?:(?P<strong>{STRONG})|(?P<soft>{SOFT}))(?:\sever)?\s(?:annotate|decorate|mark|inject)(?P<between>(?:\s[a-z][\w-]{{1,20}}){{1,3}})\swith\s(?P<wrong>{LIST}){NOUN}"
    rf"|(?P<over>\b(?:[a-z][\w-]{{1,20}}\s){{1,2}})(?P<ordered>(?:must|may|shall)\s(?:not|never))\s(?:ever\s)?(?:be\s(?:annotated|decorated|marked)\swith|have|carry)\s(?P<none>{LIST}){NOUN}",
    re.IGNORECASE,
)
_SPELLED_OUT = re.compile(
    rf"\b(?P<strong>{STRONG})(?:\sever)?\s(?P<verb>use|do|write|add|introduce|rely\son|import)"
    r"(?:\s(?!but\b|except\b|without\b|other\b|if\b|when\b|unless\b|for\b|in\b|to\b|as\b|with\b|on\b|from\b|not\b|than\b)[a-z][\w-]{1,20}){1,4}"
    rf"\s\((?:e\.g\.,?\s|i\.e\.,?\s|like\s|such\sas\s)?(?P<wrong>{LIST}){NOUN}(?P<between>\son\s[a-z]{{4,12}})?\)",
    re.IGNORECASE,
)
"""What must not be, in words, with how it is spelled in brackets."""
_REPLACED = re.compile(
    rf"(?P<wrong>{LIST}){NOUN}\s(?:(?P<strong>must\s(?:always\s)?be\sreplaced)|(?P<soft>(?:is|are|was|were|has\sbeen|have\sbeen)"
    rf"\s(?:now\s)?(?:replaced|superseded)))\s(?:by|with)\s(?:the\s)?(?P<right>{LIST})",
    re.IGNORECASE,
)
LISTED = re.compile(
    rf"\A\W{{0,10}}(?:(?P<verb>{VERB}){_DETERMINERS}\s)?(?P<wrong>{LIST}){NOUN}", re.IGNORECASE
)
_EXPLAINS = re.compile(
    r"\s[—–-]{1,2}\s|—|:\s|\(|\sin\sfavou?r\sof\b|,\s(?:not|neither|nor|even|whether|regardless|no\smatter|including|anywhere|use|prefer|it|as|because|since|which|that|they|we|instead|always|so|but\suse"
    r"|and\suse|[\w-]{1,20}\s(?:takes|reads|treats|expands|breaks|ignores|fails|throws|will|would|cannot|does)|return|fix|only|call|run|go|write|import|the|this|take|or\sthe|(?:each|every|all)\s[a-z-]{2,20}\s(?:needs?|must|gets?|has|have|goe?s?))\b|\s(?:because|since|so\sthat|as\s(?:it|they|this|that|we|the))\b"
    r"|\s(?:in\sorder\s)?to\s(?:avoid|prevent|keep|ensure|stay|protect|reduce|guarantee)\b|[.;!]",
    re.IGNORECASE,
)
_REMEDY = re.compile(
    rf"(?:\A|[\s,;:.(—–-])(?:but\s|and\s|please\s|always\s|instead,?\s|you\smust\s){{0,2}}(?P<verb>use|prefer|call|run|write"
    r"|import(?:\sfrom)?|go\sthrough|reach\sfor|take|pass|return|add|install|rely\son|log\swith|in\sfavou?r\sof|instead:|✅)"
    rf"(?P<what>(?:\s(?:the|a|an|our|from|of|through|with)){{0,3}}\s(?P<right>{LIST}))",
    re.IGNORECASE,
)


_BRACKETS = re.compile(r"\s?\([^()]{0,200}\)")
_LONGEST = 2_000
_NEGATED = re.compile(rf"\b(?:{STRONG}|{SOFT})(?:\s\w{{1,12}})?\s\Z", re.IGNORECASE)
_DESCRIBED = re.compile(
    r"\b(?:that|which|who|(?:if|when|where|unless|because|since|whether|while)(?:\s[\w`'’]{1,20}){1,2}"
    r"|(?!(?:you|we|i|people|nobody|everybody|agents?|authors?|code|changes|contributors?|developers?|maintainers?|reviewers?)\s)[a-z]{2,20}\swill)\s\Z",
    re.IGNORECASE,
)
"""What makes of the words behind it a description, as in "methods that do not use", "the tool will never"."""
_NEAR = 40
_PLACING = frozenset({"in", "inside", "within", "under", "below", "outside", "at", "for", "by"})
_WAY = re.compile(r"[\w@/.:-]+")
_ENDS_IN_FILE = re.compile(r"\w\.\w{1,10}\Z|::\w{1,40}\Z")
_MADE = re.compile(
    r"\A(?:comes?\sfrom|goe?s?\sthrough|be\s\w{2,12}\s(?:by|with|via|through|from|using))\Z"
)
"""What is said of a thing that code makes or gets somewhere."""


class Force(Enum):
    """How a sentence is against something: an obligation, advice, or a fact about the world."""

    BAN = auto()
    ADVICE = auto()
    FAILS = auto()
    ABSENT = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Ban:
    """One thing a sentence is against.

    `said` is how it forbids; `before`, `between` and `after` are the words around it, tokens as numbers: what stands in
    front, between what is set against each other, and behind. `is_weighed` when the sentence
    names what is right in the same breath; `is_of_makers` when the sentence is about where a thing comes from.
    """

    wrong: tuple[str, ...]
    force: Force
    right: tuple[str, ...] = ()
    verb: str = ""
    said: str = ""
    is_direct: bool = False
    is_weighed: bool = False
    is_preference: bool = False
    in_root: bool = False
    must: bool = False
    is_of_makers: bool = False
    before: str = ""
    between: str = ""
    after: str = ""

    @property
    def clause(self) -> str:
        """What still belongs to the order behind its token, explanations left out."""
        return clause_of(self.after)


def clause_of(after: str) -> str:
    """What still belongs to an order in the words behind it."""
    return _EXPLAINS.split(_BRACKETS.sub("", after[:_LONGEST]), maxsplit=1)[0]


def remedy(text: str, tokens: Sequence[str]) -> tuple[str, ...]:
    """What a text, tokens as numbers, tells to use."""
    match = _REMEDY.search(text)
    return named(match["right"], tokens) if match else ()


def bans_in(text: str, tokens: Sequence[str]) -> Iterator[Ban]:
    """Everything a sentence is against; of wordings that overlap the most telling one."""
    taken: list[tuple[int, int]] = []
    for force, pattern in _WORDINGS:
        for match in pattern.finditer(text):
            if _is_misread(match, tokens) or any(
                start < match.end() and match.start() < end for start, end in taken
            ):
                continue
            taken.append(match.span())
            yield _ban(match, force, tokens)


def is_described(match: re.Match[str]) -> bool:
    """Whether the words only tell of a case, or of what somebody else will not do."""
    before = match.string[max(0, match.start() - _NEAR) : match.start()]
    return _DESCRIBED.search(before) is not None


def _is_misread(match: re.Match[str], tokens: Sequence[str]) -> bool:
    """Whether a word that is not a verb stands where one must, the words only describe a case, or
    the advice itself is forbidden.
    """
    if match.re is _PINNED:
        return not all(token.startswith(VERSIONS) for token in named(match["wrong"], tokens))
    before = match.string[max(0, match.start() - _NEAR) : match.start()]
    if match.re is _NEVER:
        left = before.strip() and _LEFT_TO_OTHERS.match(match.string, match.end())
        if left or is_described(match):
            return True
        if match["free"] is None:
            return False
        # Of what must not be used in a folder it is not the folder that must not be used.
        is_place = match["free"].strip().lower() in _PLACING
        return match["verb"] is None or (is_place and match["verb"].lower().startswith("be "))
    if match.re is _AGAINST and match["verb"].lower() == "from" and before.endswith("` "):
        return True
    return match.re in (_AGAINST, _WORDS_AGAINST) and _NEGATED.search(before) is not None


_LEFT_TO_OTHERS = re.compile(r"\s(?:themselves|itself|on\stheir\sown)\b", re.IGNORECASE)
"""Tells that somebody else does it, which forbids nothing."""
_WORDINGS = (
    (Force.ADVICE, _AGAINST),
    (Force.ADVICE, _MUST_BE),
    (Force.ADVICE, _WORDS_AGAINST),
    (Force.ADVICE, _INSTEAD),
    (Force.ADVICE, _REPLACED),
    (Force.BAN, _ANNOTATED),
    (Force.BAN, _SPELLED_OUT),
    (Force.BAN, _IS_FORBIDDEN),
    (Force.BAN, _NOBODY),
    (Force.BAN, _WE),
    (Force.BAN, _LABEL),
    (Force.FAILS, _FAILS),
    (Force.ABSENT, _ABSENT),
    (Force.BAN, _PINNED),
    (Force.BAN, _NEVER),
    (Force.BAN, _NO),
)


_NEXT_PAIR = re.compile(r"\s(?:instead\sof|rather\sthan|in\splace\sof|over)\b", re.IGNORECASE)
"""Shows that the last of what is named is what to take in the next pair."""


def _ban(match: re.Match[str], force: Force, tokens: Sequence[str]) -> Ban:
    parts = match.groupdict()
    said = parts.get("strong") or parts.get("soft") or parts.get("must") or parts.get("fails") or ""
    after = match.string[match.end() :]
    if "(" in match[0] and not match[0].endswith(")"):
        # What stands in brackets is over with them; the sentence goes on behind.
        after = after.partition(")")[2]
    if force is Force.BAN and parts.get("soft"):
        force = Force.ADVICE
    verb = " ".join((parts.get("verb") or "").lower().split())
    than = (parts.get("than") or "").lower()
    is_of_makers = _MADE.match(verb) is not None
    wrong = named(parts["wrong"] or parts.get("none") or parts.get("bare"), tokens)
    if len(wrong) > 1 and _NEXT_PAIR.match(match.string, match.end()):
        wrong = wrong[:-1]
    return Ban(
        wrong=wrong,
        right=named(parts.get("right"), tokens),
        force=force,
        verb=verb,
        said=" ".join(said.lower().split()),
        is_direct="directly" in (parts.get("ever") or "").lower(),
        is_weighed=parts.get("than") is not None or match.re in (_INSTEAD, _REPLACED),
        is_preference=verb == "prefer" or than == "over",
        in_root=bool(parts.get("root")),
        must=bool(parts.get("must") or parts.get("strong")) or (is_of_makers and than == "never"),
        is_of_makers=is_of_makers,
        before=parts["who"] if "who" in parts else match.string[: match.start()],
        between=_place_in(parts, tokens) + (parts.get("between") or parts.get("over") or ""),
        after=after,
    )


def _place_in(parts: Mapping[str, str | None], tokens: Sequence[str]) -> str:
    """Where the sentence holds, when it says so behind what is right; a file only has that."""
    place = parts.get("place") or ""
    return "" if any(map(_is_file, named(place, tokens))) else place


def _is_file(token: str) -> bool:
    """Whether a token is one word that ends as a file does, or as a thing within a module."""
    return _WAY.fullmatch(token) is not None and _ENDS_IN_FILE.search(token) is not None

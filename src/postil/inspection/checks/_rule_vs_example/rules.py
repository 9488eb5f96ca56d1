"""Rules that forbid a concrete token, read from one sentence of prose, with where they hold."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from postil.inspection.commands import TOOLS, spelled_out
from postil.inspection.demands import demands_in, is_sql
from postil.inspection.forbidden_edits import MODIFY, PUT, PUT_THINGS
from postil.inspection.prohibitions import (
    LISTED,
    VERSIONS,
    Ban,
    Force,
    bans_in,
    clause_of,
    remedy,
)
from postil.inspection.root_folder import AT_ROOT
from postil.inspection.ticked import masked, named

_HARD = re.compile(
    r"\b(?:if|when(?:ever)?|unless|without|outside|during|before|after|while|until|except|between|twice|again|yet"
    r"|alone|more than|less than|as|where|with|together|once|only|but|other than|against|per|than|to"
    r"|by default|automatically|necessarily|simultaneously|both|at the same time|based|redundantly|sparingly|broadly"
    r"|blindly|excessively|needlessly|unnecessarily|similar)\b",
    re.IGNORECASE,
)
"""Words of a condition that no example shows."""
_PUSHED_TO = re.compile(r"\A\s(?:directly\s)?to\b")
_NEAR = 80
_PLACE = re.compile(r"\b(?:in|inside|within|for|on|under|at|from|via|into|across)\b", re.IGNORECASE)
_UNIVERSAL = re.compile(
    r"\b(?:anywhere\s|everywhere\s)?(?:in|inside|within|for|across|throughout|under|from)\s"
    r"(?:(?:this|the|our|your|any|all|whole|entire|new)\s){0,3}"
    r"(?:repo(?:sitory)?|projects?|code\s?base|code|packages?|modules?|crate|library|documentation|docs|guides?|workspace"
    r"|monorepo|app|application|service|examples?|circumstances?|case|documents?|contributors?|agents?)\b(?!\s(?:code|files?)\b)"
    r"|\bon (?:the|our|all) (?:new|newer|newest|current|latest|upgraded|updated|recent|present) (?:[\w-]{2,20} )?[a-z]{3,20}(?=[\s.,;:!)]|\Z)"
    r"|\b(?:in|from|with|since|as of) (?:(?:release|version) )?v?\d[\w.]{0,10}(?=[\s.,;:!)]|\Z)|\bhere\b|\bany\s?(?:more|longer)\b|\bat all\b|\banywhere\b|\bdirectly\b|\bmanually\b|\bby hand\b|\bas a rule\b"
    r"|\b(?:it is|it's|you are|we are) (?:mandatory|required|important|forbidden|not allowed|essential) to\b"
    r"|\b(?:in|for|with) (?:every|each|all|any) (?:(?:new|single|variable|local) )?(?:declarations?|variables?|bindings?|statements?|signatures?|places?)\b(?! (?:of|in|that|which|where|with|for|inside|under|from)\b)"
    r"|\bwithout (?:the )?(?:quotes|quotation marks|quoting)\b|\b(?:make sure|be sure|remember|take care) to\b|\bfor (?:\w{3,20} )?reasons\b|\bagain\b|\bon purpose\b",
    re.IGNORECASE,
)
_LEAD = re.compile(
    r"\A[\s>+-]{0,20}(?:\d{1,3}[.)]\s)?(?:(?:always|please|note|rule|important|we|you|must|should|it is|mandatory to"
    r"|required to|and|so|contributors|agents|[A-Z][\w ]{0,24}(?=:)|\w{3,14}s (?=must)|all \w{3,14}(?= \w{3,9} with))[:,]{0,3}\s){0,4}"
    r"(?:(?:import|install|build|test|deploy|run|start|format|lint|release|commit|log|write|tests run|imports come|code goes)\s)?\Z",
    re.IGNORECASE,
)
_TROUBLE = re.compile(
    r"\b(?:problems?|symptoms?|detect\w{0,4}|errors?|causes?|issues?|trouble\w{0,9}|faq|limitations?|why|bugs?"
    r"|expected|actual|verif\w{1,6}|red|fix\w{0,4}|note that|so|then|still|currently)\b",
    re.IGNORECASE,
)
_FOLLOWS = re.compile(
    r"\A\W{0,10}(?:(?:there\sis\sno|the\sroot\shas\sno)\s[^.;]{1,80}[,;]\s(?:so|hence|therefore)\s"
    r"|(?:because|since|as)\s[^.;]{1,80},\s)(?:a\s|plain\s|bare\s|running\s){0,2}\Z",
    re.IGNORECASE,
)
"""A fact about the root that what fails there follows from."""
_SYSTEM_FILE = re.compile(
    r"(?<![\w./~}>])/(?:etc|usr|opt|var|srv|boot)/[\w./+-]{2,80}\.[a-z]{2,6}\b(?![/*])"
)
_ROOT = re.compile(rf"\A{AT_ROOT}", re.IGNORECASE)
_FOR_A_TIME = re.compile(
    r"\b(?:if|when(?:ever)?|unless|until|while|before|after|except|without|during)\b", re.IGNORECASE
)
"""When something fails in the root that otherwise does not."""
_OTHERWISE = re.compile(
    r"\A\W{0,6}(?:please\s|always\s){0,2}use\s(?:the\s)?`(?![^.;]{0,120}\b(?:first|before|again|then)\b)",
    re.IGNORECASE,
)
"""What to take in its place, as against what to do so that it works."""
_WORD = re.compile(r"\A[a-z][\w-]{1,30}\Z")
_CONCRETE = re.compile(r"\A[\w@./$:#<*&!\[({+=~-][^`]*\w[^`]*\Z")
_TOO_PLAIN = re.compile(r"\A(?:[A-Z][a-z]{1,20}|(?:\.[a-z]\w{1,6}){1,2}|_{1,4}|[\d.,:]{1,20})\Z")
"""A word that many things are called, or the ending of many files."""
_PLACEHOLDER = re.compile(r"(?<=\w)\s{1,4}(?:<[^<>]{1,40}>|\[[^\[\]]{1,40}\]|\.{3}|…).{0,80}\Z")
_YOU = re.compile(
    r"(?:\A|(?<![\w-])(?:you|we|contributors|agents|please))\W{0,10}\Z", re.IGNORECASE
)
_OVER = re.compile(r"\A\s{0,2}(?:\Z|[;:.!(—–-])")
_OPENS = re.compile(
    r"\A\W{0,10}(?:[^:]{0,80}:\s)?(?:the(?:\s(?:target|command|script|option|flag|recipe|task))?|running|using|a|plain|bare|calling|[a-z]{3,14}ing\s(?:with|via|by|from|through))?\W{0,4}\Z",
    re.IGNORECASE,
)
_FORM = re.compile(
    r"\b(?:notation|syntax|(?:comma|space|dot|semicolon)s?(?:-separated)?|separated|spelling|spelled|style)\b",
    re.IGNORECASE,
)
_DOING = re.compile(r"\A\W{0,10}[A-Z][a-z]{2,14}ing\s(?:with|via|by|from|through)\s{0,2}\Z")
"""What somebody does with a thing that does not work."""
_MOST_WORDS = 3
_FILE = re.compile(r"[/. ]|\A-")
_FOLDER = re.compile(r"\A[\w./-]{1,80}(?:/|/[\w-]{1,40})\Z")
_SAID_OF = re.compile(
    r"\b(?:you|they|i|it|that|which|who|users?|people|we)\s{1,4}(?:still\s)?\Z", re.IGNORECASE
)
"""Somebody does not do it, as against nobody shall."""
_SAYS = ("do not", "don't", "don’t", "avoid", "stop")
_CONTENT = re.compile(r"[A-Za-z][\w-]{1,30}")
_EMPTY = frozenset(
    [
        "a",
        "an",
        "the",
        "any",
        "all",
        "our",
        "your",
        "this",
        "that",
        "these",
        "those",
        "its",
        "their",
        "in",
        "inside",
        "within",
        "for",
        "on",
        "under",
        "at",
        "from",
        "via",
        "into",
        "across",
        "of",
        "and",
        "or",
        "new",
        "every",
        "each",
        "other",
    ]
)
_GENERIC = frozenset({"true", "false", "null", "none", "main", "master", "root", "all", "default"})
_WRITES = ("writ", "put", "add", "creat")
_IMPORTS, _COMMITS, _INSTALLS = (
    ("import",),
    ("commit", "check", "push"),
    ("install", "depend", "add"),
)


class Deed(Enum):
    """What must not be done with the token."""

    SHOW = auto()
    IMPORT = auto()
    EDIT = auto()
    COMMIT = auto()
    INSTALL = auto()


@dataclass(frozen=True, kw_only=True)
class Rule:
    """What must not be shown, and what shall be shown instead.

    `unless` is what makes it right where it stands beside it; `in_root` when only the root folder is meant; `is_advice` when it is no outright ban;
    `is_form` when it is about how something is written, whatever the values;
    `scope` are the words that say where it holds, none for everywhere.
    """

    forbidden: str
    prescribed: str = ""
    unless: str = ""
    deed: Deed = Deed.SHOW
    in_root: bool = False
    is_advice: bool = False
    is_form: bool = False
    scope: tuple[str, ...] = ()

    @property
    def is_word(self) -> bool:
        return _WORD.match(self.forbidden) is not None

    @property
    def is_path(self) -> bool:
        return "/" in self.forbidden and " " not in self.forbidden

    @property
    def is_version(self) -> bool:
        return self.forbidden.startswith(VERSIONS)

    @property
    def is_command(self) -> bool:
        first, _, rest = self.forbidden.partition(" ")
        return _WORD.match(first) is not None and (bool(rest) or self.is_word)


def rules_in(sentence: str, rest: str = "", *, is_listed: bool = False) -> Iterator[Rule]:
    """Every rule of the sentence that names a token one can look for.

    `rest` is what its paragraph says behind it, where what to do instead may stand; `is_listed`
    when it is an entry of a list of things that must not be.
    """
    text, tokens = masked(spelled(sentence))
    behind, others = masked(rest)
    edits = list(_edits(text, tokens))
    yield from edits
    taken = {rule.forbidden for rule in edits}
    for demanded in _demands(text, tokens):
        taken.add(demanded.forbidden)
        yield demanded
    bans = list(bans_in(text, tokens))
    for ban in bans or (_listed(text, tokens) if is_listed else ()):
        if _is_meant(ban, text, rest):
            right = ban.right or remedy(ban.after, tokens) or remedy(behind[:200], others)
            for token in ban.wrong:
                rule = _rule(ban, token, right[0] if right else "", tokens)
                if rule is not None and rule.forbidden not in taken:
                    yield replace(rule, is_form=_FORM.search(text) is not None)


def _listed(text: str, tokens: Sequence[str]) -> Iterator[Ban]:
    """What the entry of a list that forbids begins with."""
    match = LISTED.match(text)
    if match is not None:
        yield Ban(
            wrong=named(match["wrong"], tokens),
            force=Force.BAN,
            verb=(match["verb"] or "").lower(),
            said="must not",
            must=True,
            after=text[match.end() :],
        )


def spelled(text: str) -> str:
    """The text with commands and files of the system in backticks, which plain text does not know."""
    return text if "`" in text else _SYSTEM_FILE.sub(r"`\g<0>`", spelled_out(text))


def _demands(text: str, tokens: Sequence[str]) -> Iterator[Rule]:
    """Commands and calls that are only right with something beside them."""
    for demand in demands_in(text, tokens):
        match = demand.match
        scope = _scope(text[: match.start()], clause_of(text[match.end() :]), tokens)
        if scope is None or demand.where:
            continue
        for call in demand.calls:
            if _is_concrete(call) and (
                call.partition(" ")[0] in TOOLS or call.endswith(")") or is_sql(call)
            ):
                yield Rule(forbidden=call, unless=demand.wanted, scope=scope)
        return


def _edits(text: str, tokens: Sequence[str]) -> Iterator[Rule]:
    for pattern in (MODIFY, PUT, PUT_THINGS):
        match = pattern.search(text)
        if match is None:
            continue
        parts = match.groupdict()
        scope = _scope(text[: match.start()], "", tokens)
        deed = Deed.COMMIT if "commit" in match[0].lower() else Deed.EDIT
        for token in named(parts["wrong"] or parts.get("kept"), tokens):
            if pattern is PUT_THINGS and not _FOLDER.search(token):
                continue
            if scope is not None and _FILE.search(token) and _is_concrete(token):
                yield Rule(forbidden=token, deed=deed, scope=scope)


def _is_meant(ban: Ban, text: str, rest: str) -> bool:
    """Whether the sentence lays down a rule, as against telling what somebody does or saw."""
    if ban.force is Force.FAILS:
        in_root = _is_in_root(ban)
        plain = in_root or not ban.said.startswith(("fail", "break"))
        if in_root and _FOLLOWS.search(ban.before):
            return True
        if _TROUBLE.search(ban.before) or not _OPENS.match(ban.before):
            return False
        return bool(plain or ban.right or "instead" in ban.after or _OTHERWISE.match(rest))
    if ban.force is Force.ABSENT:
        return not text.rstrip().endswith(":")
    if ban.is_preference:
        return False
    if ban.is_weighed:
        return _LEAD.match(ban.before.rpartition(": ")[2]) is not None
    if ban.verb.startswith("hard"):
        # What an example shows is there to be replaced.
        return False
    return _is_order(ban, told=bool(ban.right) or "use " in f"{ban.after}{rest[:_NEAR]}".lower())


def _is_order(ban: Ban, *, told: bool) -> bool:
    """Whether words that forbid do so, where `told` is whether something else is named."""
    if ban.said.endswith("deprecated"):
        return told
    if not ban.said:
        return told or _OVER.match(ban.after) is not None
    if ban.said.startswith("can"):
        return _YOU.search(ban.before) is not None and "here" not in ban.after
    return not (_SAID_OF.search(ban.before) and ban.said.startswith(_SAYS))


def _rule(ban: Ban, token: str, right: str, tokens: Sequence[str]) -> Rule | None:
    token = _PLACEHOLDER.sub("", token.strip().removeprefix("$ "))
    in_root = _is_in_root(ban)
    if in_root and _FOR_A_TIME.search(_ROOT.sub(" ", ban.clause)):
        return None
    # Whatever is run against a place is run on it.
    between = ban.between.replace(" against ", " on ")
    before = _DOING.sub("", ban.before)
    clause = _PUSHED_TO.sub(" on ", ban.clause) if token.startswith("git push") else ban.clause
    scope = () if in_root else _scope(before, f"{between} {clause}", tokens)
    deed = Deed.SHOW if ban.is_weighed and ban.verb != "import" else _deed(ban.verb, token)
    if scope is None or not _is_concrete(token):
        return None
    if (deed is Deed.SHOW and _TOO_PLAIN.match(token)) or (
        scope and not (ban.must or ban.force is Force.FAILS)
    ):
        return None
    if ban.force is Force.ABSENT and (scope or not _FILE.search(token)):
        return None
    return Rule(
        forbidden=token,
        prescribed="" if right == token else right,
        deed=deed,
        in_root=in_root,
        is_advice=ban.is_weighed or ban.force is Force.ADVICE,
        scope=scope,
    )


def _is_in_root(ban: Ban) -> bool:
    return ban.in_root or _ROOT.match(ban.after) is not None


def _deed(verb: str, token: str) -> Deed:
    if verb.startswith(_IMPORTS):
        return Deed.IMPORT
    is_command = " " in token
    if verb.startswith(_WRITES) and not is_command and token.endswith("/"):
        return Deed.EDIT
    if verb.startswith(_COMMITS) and not is_command and not token.startswith("-"):
        return Deed.COMMIT
    return Deed.INSTALL if verb.startswith(_INSTALLS) and not is_command else Deed.SHOW


def _scope(before: str, after: str, tokens: Sequence[str]) -> tuple[str, ...] | None:
    """The words that say where a rule holds; None when it has a condition no example shows."""
    words: list[str] = []
    for text in (_UNIVERSAL.sub(" ", before.rpartition(". ")[2]), _UNIVERSAL.sub(" ", after)):
        if _HARD.search(text):
            return None
        place = _PLACE.search(text)
        if place is not None:
            behind = text[place.start() :]
            found = [word.lower() for word in _CONTENT.findall(behind)]
            words += [word for word in found if word not in _EMPTY]
            words += [token.lower() for token in named(behind, tokens)]
            if not 0 < len(words) <= _MOST_WORDS:
                return None
    return tuple(words)


def _is_concrete(token: str) -> bool:
    return (
        _CONCRETE.match(token) is not None
        and token.lower() not in _GENERIC
        and "..." not in token.replace("/...", "")
    )

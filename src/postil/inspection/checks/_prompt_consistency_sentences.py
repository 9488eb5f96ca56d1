"""What one sentence of a prompt demands or denies, told by its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum, auto

_NOUN = (
    r"(?P<noun>sections?|steps?|checks?|findings?|fields?|phases?|rules?|files?|issues?|questions?|items?|tests?"
    r"|categor(?:y|ies)|tools?|columns?|headings?|criteri(?:on|a)|pass(?:es)?|parts?|examples?|reviewers?|tasks?)\b"
)
_DOING = (
    r"(?P<verb>include|output|run|perform|complete|execute|report|list|fill\sin|fill\sout|fill|produce|return|write|follow"
    r"|cover|answer|address|emit|show|apply|do|provide|check|evaluate|use|present|go\sthrough|walk\sthrough)"
)
_ALL = r"(?:all|every|each)\s(?:of\s)?(?:the\s|its\s|these\s|your\s|our\s)?(?P<kind>(?:[\w-]{1,20}\s){0,2}?)"
_EVERY = re.compile(rf"\b{_DOING}\s(?:out\s|on\s)?{_ALL}{_NOUN}", re.IGNORECASE)
_AFTER = re.compile(
    r"\b(?:after\s(?:you\s(?:have\s)?)?(?:complet|finish|runn?|perform|execut)(?:ing|ed|e)?|once\syou\shave\s(?:completed|finished|run))"
    rf"\s{_ALL}{_NOUN}|\bonce\s(?:all|every)\s(?:the\s)?(?P<once>sections?|steps?|checks?|phases?|tests?|tasks?)\s(?:are|is|have)\b",
    re.IGNORECASE,
)
_NOT = r"(?:never|must\snot|must\snever|do\snot|don['’]t)"
_NEVER_SKIP = re.compile(
    rf"\b{_NOT}\s(?:ever\s)?(?:skip|omit|leave\sout|drop)\s(?:any\s|a\s|an\s|the\s)?(?:single\s)?{_NOUN}",
    re.IGNORECASE,
)
_SKIP = re.compile(
    rf"\b(?P<how>skip|omit|leave\sout|exclude|{_NOT}\s(?:include|run|output|perform|report|write|produce|fill\sin|answer|list"
    r"|emit|show|execute|do|check))\s(?:the\s|any\s|this\s)?(?P<name>(?:[\w`\"'/&-]{1,30}\s){0,4}?)"
    rf"{_NOUN}",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"\b(?:at\smost|no\smore\sthan|up\sto|(?:a\s)?max(?:imum)?(?:\sof)?|limit\s(?:yourself\s|the\soutput\s|the\slist\s)?to|only\sthe\s(?:top|first))"
    rf"\s(?:\d{{1,4}}|one|two|three|four|five|six|seven|eight|nine|ten|twelve|twenty)\s(?:[\w-]{{1,20}}\s){{0,2}}?{_NOUN}",
    re.IGNORECASE,
)
_ONLY = re.compile(
    rf"\bonly\s(?:report|list|include|output|run|show|perform|write|answer)\s(?:the\s)?(?:[\w-]{{1,20}}\s){{1,2}}?{_NOUN}",
    re.IGNORECASE,
)
_ACT = (
    r"(?P<verb>include|use|output|add|write|return|respond\s(?:in|with)|reply\s(?:in|with)|answer\sin|mention|report|quote"
    r"|cite|call|run|ask|summari[sz]e|modify|edit|create|commit|push|open|post|explain|repeat|translate|show|emit)"
)
_OBJECT = r"\s(?P<object>[^.;:,()—!?\n]{2,80})"
_DO = re.compile(rf"(?:\A\W{{0,12}}|\b(?:always|must)\s(?:always\s|also\s)?){_ACT}{_OBJECT}", re.IGNORECASE)  # fmt: skip
_DO_NOT = re.compile(rf"\b{_NOT}\s(?:ever\s|also\s)?{_ACT}{_OBJECT}", re.IGNORECASE)
_CONDITION = re.compile(
    r"\b(?:if|when(?:ever)?|unless|in\s[\w`*-]{1,20}\smode|for\s(?:small|large|trivial|draft|docs?|simple)\b|otherwise|while|until"
    r"|where|in\scase|only\sfor|during|before|after)\b",
    re.IGNORECASE,
)
_MODE = re.compile(r"\bin\s([\w`*-]{1,20})\smode\b", re.IGNORECASE)
_QUALIFIED = re.compile(
    r"\b(?:relevant|applicable|apply|applies|appropriate|necessary|needed|possible|except|unless|other\sthan|remaining"
    r"|consider|deem|enabled|selected|requested|as\sfar\sas|where|that|which|with|but|optional)\b"
    r"|\A\s?(?:for|of|from|in\s(?!order|sequence|turn|full|the\s(?:order|answer|report|output)))",
    re.IGNORECASE,
)
_FEW = frozenset(
    {"single", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "listed", "following", "output",
     "individual", "above", "numbered"}
)  # fmt: skip
_LOOSE = frozenset(
    {"empty", "irrelevant", "optional", "duplicate", "generated", "unused", "unneeded", "unnecessary", "remaining",
     "other", "previous", "earlier", "trivial", "non-applicable", "inapplicable", "all", "every", "each", "that", "these",
     "vendored", "binary", "extra", "additional", "redundant", "new", "more", "future", "such", "missing", "test"}
)  # fmt: skip
_NEGATED = re.compile(
    r"\b(?:(?:never|not|n['’]t|cannot|rather than|instead of)\s(?:\w{1,20}\s)?|(?:will|can|may|could|would|might|or)\s)\Z",
    re.IGNORECASE,
)
_ARTICLES = re.compile(r"\A(?:a|an|the|any|your|one)\s")
_PLACES = re.compile(
    r"\s(?:in|to|into|of)\s(?:the|your|any|this)\s(?:answer|output|response|report|reply|review|summary)\Z"
)
_KIND_WORDS = re.compile(r"\s(?:fields?|sections?|headings?|keys?|propert(?:y|ies)|values?)\Z")
_PRONOUNS = frozenset(
    {"it", "them", "this", "that", "these", "those", "one", "so", "anything", "everything"}
)
_YOURS = re.compile(r"\A\s(?:that\s)?you\s(?:have|find|found|see|saw)\b", re.IGNORECASE)
_NARROWED = re.compile(r"\A\s(?:that|which|with|without|whose|from|of)\b", re.IGNORECASE)
_IN_TURN = re.compile(
    r"\b(?:before|after)\s(?:you|complet|finish|runn|perform)\w{0,8}", re.IGNORECASE
)


class Sort(Enum):
    """What a sentence does: demand, or deny."""

    EVERY = auto()
    AFTER = auto()
    NEVER_SKIP = auto()
    SKIP = auto()
    LIMIT = auto()
    DO = auto()
    DO_NOT = auto()
    SHOWN = auto()


def readings(sentence: str) -> Iterator[tuple[Sort, re.Match[str]]]:
    """Each sort of thing the sentence says, with the words that say it."""
    after = _AFTER.search(sentence)
    if after and _is_exhaustive(sentence, after):
        yield Sort.AFTER, after
    every = None if after else _EVERY.search(sentence)
    if every and _is_exhaustive(sentence, every) and not _NEGATED.search(sentence[: every.start()]):
        yield Sort.EVERY, every
    never = _NEVER_SKIP.search(sentence)
    if never and not _QUALIFIED.search(sentence[never.end() :]):
        yield Sort.NEVER_SKIP, never
    skip = None if never else _SKIP.search(sentence)
    if skip and _is_definite(sentence, skip):
        yield Sort.SKIP, skip
    for pattern in (_LIMIT, _ONLY):
        limit = pattern.search(sentence)
        if limit:
            yield Sort.LIMIT, limit
            break
    refuse = _DO_NOT.search(sentence)
    if refuse:
        yield Sort.DO_NOT, refuse
    demand = None if refuse else _DO.search(sentence)
    if demand:
        yield Sort.DO, demand


def _is_exhaustive(sentence: str, match: re.Match[str]) -> bool:
    adjectives = (match.groupdict().get("kind") or "").lower().split()
    rest = _YOURS.sub("", sentence[match.end() :])
    plain = all(word in _FEW or word.isdigit() for word in adjectives)
    return plain and _QUALIFIED.search(rest) is None


def _is_definite(sentence: str, match: re.Match[str]) -> bool:
    """Whether it leaves out something by name, not what is empty or does not apply."""
    name = {word.strip("`\"'").lower() for word in match["name"].split()}
    before, rest = sentence[: match.start()], sentence[match.end() :]
    numbered = rest[:12].strip()[:1].isalnum() or bool(name)
    return (
        numbered
        and name.isdisjoint(_LOOSE)
        and not _NEGATED.search(before)
        and _NARROWED.match(rest) is None
    )


def condition_of(sentence: str, mode: str) -> str:
    """What a sentence depends on: a mode it names, its own words, or the mode of its section."""
    named = _MODE.search(sentence)
    if named:
        return f"{named[1].strip('`*').lower()} mode"
    found = _CONDITION.search(_IN_TURN.sub("", sentence))
    return " ".join(sentence.lower().split()) if found else mode


def singular(noun: str) -> str:
    plain = noun.lower()
    for plural, one in (("criteria", "criterion"), ("passes", "pass"), ("categories", "category")):
        plain = one if plain == plural else plain
    return plain if plain.endswith("ss") else plain.removesuffix("s")


def bare(text: str) -> str:
    """A thing's name without marks, articles, and the place it would be written to."""
    plain = (
        " ".join(text.replace("`", "").replace("*", "").replace('"', "").split())
        .lower()
        .strip(" '.")
    )
    plain = _KIND_WORDS.sub("", _PLACES.sub("", _ARTICLES.sub("", plain)))
    return "" if plain in _PRONOUNS else plain

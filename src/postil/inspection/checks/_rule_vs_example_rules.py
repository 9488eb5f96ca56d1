"""Rules that forbid a concrete token, read from one line of prose."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

_TICKED = r"`{1,2}([^`\n]{2,80})`{1,2}"
_VERB = (
    r"(?:\s(?:ever|also|directly|manually|just|please))?"
    r"(?:\s(?:use|using|run|running|call|calling|invoke|execute|import|importing|write|type|do|pass|commit|rely))?"
    r"(?:\s(?:from|on|with|to|the|any|a|plain|bare|raw|into))?"
)
_NEVER = re.compile(
    rf"\b(?:never|do not|don['’]t|must not|mustn['’]t|must never|should not|shouldn['’]t|avoid|cannot){_VERB}\s{_TICKED}",
    re.IGNORECASE,
)
_FAILS = re.compile(
    rf"{_TICKED}( commands?)?( (?:from|in|at) the (?:repo(?:sitory)? |project )?root)?"
    r" (?:will fail|fails?|do(?:es)? not work|doesn['’]t work|(?:is|are) (?:forbidden|prohibited|banned|not allowed)"
    r"|must (?:not|never) be (?:used|run|called))",
    re.IGNORECASE,
)
_NOT = re.compile(
    rf"\b(?:use|prefer|run|write|call|import)\s(?:the\s)?{_TICKED}(?:,| and| \()?\s?(?:not|never)\s(?:the\s)?{_TICKED}",
    re.IGNORECASE,
)
_INSTEAD = re.compile(
    rf"\b(?:use|prefer|run|write|call|import)\s(?:the\s)?{_TICKED},? (?:instead of|rather than|in place of)\s(?:the\s)?{_TICKED}",
    re.IGNORECASE,
)
_FRONT = re.compile(
    rf"\A[\s>*+-]{{0,20}}(?:instead of|rather than) {_TICKED}, (?:use|prefer|run|write|call) {_TICKED}",
    re.IGNORECASE,
)
_SCOPE = re.compile(
    r"\A[^.;:!`]{0,40}?\b(?:in|when|unless|if|for|without|outside|inside|on|during|before|after|while"
    r"|until|except|between|twice|again|yet|alone|more than|as|where|against|to|with|together)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|when|in|for|inside|on|while|unless|during|once|to|under|with|at)\b", re.IGNORECASE
)
_THIS_PROJECT = re.compile(r"\bin this (?:repo|repository|project|codebase)\b", re.IGNORECASE)
_LEAD = re.compile(
    r"\A[\s>*+-]{0,20}(?:\d{1,3}[.)]\s)?\*{0,2}(?:(?:always|please|note|rule|important|we|you|must|should)[:,*]{0,3}\s){0,3}\*{0,2}\Z",
    re.IGNORECASE,
)
_LISTED = re.compile(r"\A(?:,? (?:(?:and|or|nor) )?`[^`\n]{1,80}`){1,8}")
_SENTENCE = re.compile(r"[.!?;](?=\s)")
_ROOT = re.compile(
    r"\A\s{0,4}(?:from|in|at) the (?:repo(?:sitory)? |project )?root\b", re.IGNORECASE
)
_HERE = re.compile(
    r"\A\s{0,4}(?:here|directly|anywhere|any ?more|ever|in this (?:repo|repository|project))?\s{0,4}(?:[.,;:!(—–-]|\Z)"
)
_WORD = re.compile(r"\A[a-z][\w-]{1,30}\Z")
_CONCRETE = re.compile(r"\A[\w@./$-][^`]*\w[^`]*\Z")
_SAID_OF = re.compile(
    r"\b(?:you|they|i|it|that|which|who|users?|people)\s{1,4}(?:still\s)?(?:do not|don['’]t|avoid)\b",
    re.IGNORECASE,
)
"""Somebody does not do it, as against nobody shall."""
_SHORT = 10
_GENERIC = frozenset(
    {"true", "false", "null", "none", "main", "master", "root", "any", "all", "default"}
)


@dataclass(frozen=True)
class Rule:
    """What must not be shown, and what shall be shown instead.

    `in_root` when only the root folder is meant; `is_advice` when it is no outright ban, so
    that it speaks for its own section only.
    """

    forbidden: str
    prescribed: str = ""
    in_root: bool = False
    is_advice: bool = False

    @property
    def is_word(self) -> bool:
        return _WORD.match(self.forbidden) is not None


@dataclass(frozen=True)
class Sentence:
    """A line of prose with what stands before and after it in its paragraph."""

    line: str
    before: str = ""
    after: str = ""

    def leading(self, match: re.Match[str]) -> str:
        """What the sentence says before the match."""
        text = (
            f"{self.before} {self.line[: match.start()]}"
            if self.before
            else match.string[: match.start()]
        )
        return _SENTENCE.split(text)[-1]

    def trailing(self, match: re.Match[str]) -> str:
        """What the sentence says after the match, and after what it lists beside it."""
        return _LISTED.sub("", f"{self.line[match.end() :]} {self.after}", count=1)

    def is_unconditional(self, match: re.Match[str]) -> bool:
        leading = _THIS_PROJECT.sub(" ", self.leading(match))
        rest = self.trailing(match)
        if _CONDITION.search(leading):
            return False
        return _HERE.match(rest) is not None or _SCOPE.match(rest) is None


def rules_in(sentence: Sentence) -> Iterator[Rule]:
    """Every rule of the line that holds everywhere and names a token one can look for."""
    yield from _weighed(sentence)
    yield from _forbidden(sentence)


def _weighed(sentence: Sentence) -> Iterator[Rule]:
    """Rules that open a sentence and name the right form beside the wrong one."""
    for pattern, wrong, right in ((_NOT, 2, 1), (_INSTEAD, 2, 1), (_FRONT, 1, 2)):
        for match in pattern.finditer(sentence.line):
            opens = _LEAD.match(sentence.leading(match)) is not None
            if opens and sentence.is_unconditional(match):
                yield from _rule(Rule(match[wrong], match[right].strip(), is_advice=True))


def _forbidden(sentence: Sentence) -> Iterator[Rule]:
    """Rules that name only the wrong form."""
    for match in _NEVER.finditer(sentence.line):
        in_root = _ROOT.match(sentence.trailing(match)) is not None
        if _SAID_OF.search(f"{sentence.leading(match)}{match[0][:_SHORT]}"):
            continue
        if in_root or sentence.is_unconditional(match):
            yield from _rule(Rule(match[1], in_root=in_root))
    for match in _FAILS.finditer(sentence.line):
        if sentence.is_unconditional(match):
            yield from _rule(Rule(match[1], in_root=match[3] is not None))


def _rule(rule: Rule) -> Iterator[Rule]:
    token = rule.forbidden.strip().removeprefix("$ ")
    if (
        _CONCRETE.match(token)
        and token.lower() not in _GENERIC
        and "..." not in token.replace("/...", "")
    ):
        yield replace(rule, forbidden=token)

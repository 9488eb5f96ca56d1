"""The ways a sentence demands one thing beside another, as of a call or a command; each token is a number in backticks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from postil.inspection.prohibitions import LIST, STRONG
from postil.inspection.ticked import named

_GIVE = (
    r"(?:pass|set|give|provide|specify|supply|include|have|carry|use|add|append|come\swith|end\swith"
    r"|be\s(?:followed|accompanied|paired|combined|called|run|invoked|used|written|chained)\s(?:by|with))"
)
_HAVE = (
    r"(?:pass|include|have|carry|specify|(?P<sql>use)|come\swith|end\swith"
    r"|be\s(?:followed|accompanied|paired|combined|written)\s(?:by|with))"
)
_SOME = r"(?:\s(?:an?|the|explicit|every|all|each|any|calls?|to|of|passing|setting|its|argument|option|flag|attribute)){0,4}"
_THING = r"(?:\s(?:calls?|elements?|tags?|expressions?|statements?|commands?|annotations?|decorators?|attributes?|steps?|links?))?"
_FORBIDDEN = (
    r"(?:(?:is|are)\s(?:strictly\s|always\s)?(?:forbidden|prohibited|banned|disallowed|not\sallowed|not\spermitted|never\s(?:allowed|permitted))"
    r"|(?:must|may|shall)\s(?:never|not)\sbe\s(?:used|called|run|written|committed))"
)
_IN = r"(?P<where>\s(?:in|inside|under)\s(?:the\s)?`\d{1,3}`)?"
_PATTERNS = (
    re.compile(
        rf"\b(?:always|must)(?:\salways)?\s{_GIVE}{_SOME}\s`(?P<wanted>\d{{1,3}})`(?:\s(?:argument|parameter|option))?"
        rf"\s(?:to|on|for|in|when\scalling){_SOME}\s(?P<call>{LIST})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:{STRONG}(?:\s(?:call|use|invoke|run|write|execute|issue|add|put))?|(?:\A|(?<=:\s)|(?<=\A\W))no)(?:\s(?:an?|plain|bare))?\s(?P<call>{LIST}){_THING}\swithout{_SOME}\s`(?P<wanted>\d{{1,3}})`",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:calls?\s(?:to|of)|every|each|all|any)\s(?P<call>{LIST}){_THING}{_IN}\smust\s(?:always\s)?{_GIVE}{_SOME}\s`(?P<wanted>\d{{1,3}})`",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<call>{LIST})(?P<kind>\s(?:in|inside|within)\s(?:an?|the|every|each|all|any)\s[a-z]{{3,14}}(?:\s[a-z]{{3,14}})?)?(?:\smust\s(?:always\s)?be\s(?:(?:called|run|invoked|accompanied|paired|combined|followed)\s(?:by|with)|(?:given|passed)(?!\sto\b))|\scalls\smust\s(?:always\s)?{_GIVE}){_SOME}"
        r"\s`(?P<wanted>\d{1,3})`",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:always|must)(?:\salways)?\s(?:run|call|invoke|use|combine|pair)\s(?P<call>{LIST})\swith{_SOME}\s`(?P<wanted>\d{{1,3}})`",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<call>{LIST})(?:\scalls?)?\s(?:always\s)?(?P<lax>requires?|needs?){_SOME}\s`(?P<wanted>\d{{1,3}})`",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<call>{LIST}){_THING}\swithout{_SOME}\s`(?P<wanted>\d{{1,3}})`\s{_FORBIDDEN}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"`(?P<wanted>\d{{1,3}})`\s(?:is|are)\s(?:always\s)?(?:required|mandatory|obligatory)\s(?:for|on|in|with|at)\s(?:every|all|each|any)\s(?:calls?\s(?:to|of)\s)?(?P<call>{LIST}){_THING}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<call>{LIST}){_THING}\s(?P<lax>must|shall)\s(?:always\s)?{_HAVE}{_SOME}\s`(?P<wanted>\d{{1,3}})`",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<call>`\d{{1,3}}`){_THING}\s(?:must|shall)\s(?:(?:always|only)\s)?be\s(?:(?:written|spelled|called|run|used|invoked|issued|typed|given)"
        r"\s(?:always\s|only\s)?(?:as\s|like\s)?)?`(?P<whole>\d{1,3})`",
        re.IGNORECASE,
    ),
)
_SQL = re.compile(
    r"\A(?:CREATE|DROP|ALTER|DELETE|UPDATE|INSERT|SELECT|TRUNCATE|GRANT|REFRESH|VACUUM)(?:\s[A-Z]{2,14}){0,3}\Z"
)
_WHOLE_SQL = re.compile(
    r"\b(?:always|must|only)(?:\s[a-z]{2,12}){1,4}\s`(?P<whole>\d{1,3})`", re.IGNORECASE
)
_STATEMENT = re.compile(
    r"\A(?P<call>(?:CREATE|DROP|ALTER|REFRESH)\s(?:INDEX|TABLE|VIEW|MATERIALIZED\sVIEW|TYPE|SCHEMA|EXTENSION|COLUMN))"
    r"\s(?P<rest>[A-Z]{2,14}(?:\s[A-Z]{2,14}){0,3})\Z"
)
_GAP = re.compile(r"\A(?:\s?\.{3}|…|[\s,])+")


@dataclass(frozen=True, slots=True)
class Demand:
    """What must stand beside each of some calls; `match` is where the sentence says so.

    `is_lax` where the words may as well be about what a thing needs around it.
    """

    calls: tuple[str, ...]
    wanted: str
    match: re.Match[str]
    is_lax: bool = False
    kind: str = ""
    where: str = ""


def is_sql(call: str) -> bool:
    """Whether words are the beginning of a statement of SQL, as rules write it."""
    return " " in call and _SQL.match(call) is not None


def demands_in(text: str, tokens: Sequence[str]) -> Iterator[Demand]:
    """Everything the sentence may demand beside something, the most telling reading first."""
    for pattern in _PATTERNS:
        match = pattern.search(text)
        if match is None:
            continue
        parts = match.groupdict()
        calls = named(parts["call"], tokens)
        if parts.get("sql") and not any(is_sql(call) for call in calls):
            # What a function must use is up to its body.
            continue
        if "whole" in parts:
            wanted = _added(calls[0], tokens[int(parts["whole"])])
        else:
            wanted = tokens[int(parts["wanted"])]
        if wanted:
            yield Demand(
                calls,
                wanted,
                match,
                is_lax=bool(parts.get("lax")) and not any(is_sql(call) for call in calls),
                kind=parts.get("kind") or "",
                where=parts.get("where") or "",
            )
    yield from _whole_statements(text, tokens)


def _whole_statements(text: str, tokens: Sequence[str]) -> Iterator[Demand]:
    """A statement of SQL that must always be written in its longer form."""
    match = _WHOLE_SQL.search(text)
    statement = _STATEMENT.match(tokens[int(match["whole"])]) if match else None
    if match is not None and statement is not None:
        yield Demand((statement["call"],), statement["rest"], match)


def _added(call: str, whole: str) -> str:
    """What the longer form of a command, a call or a statement has that the shorter one lacks."""
    if is_sql(call) and whole.isupper() and not whole.startswith(call):
        return "" if is_sql(whole) else whole
    bare = call.removesuffix("()")
    rest = whole.removeprefix(bare)
    if rest == whole or not rest.strip() or rest[0] not in " (":
        return ""
    if rest[0] == "(":
        return _GAP.sub("", rest[1:].removesuffix(")")).strip()
    return rest.strip()

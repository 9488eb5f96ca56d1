"""The ways a sentence demands one thing beside another, as of a call or a command; each token is a number in backticks."""

from __future__ import annotations

import re

from postil.inspection.prohibitions import LIST, STRONG

_GIVE = (
    r"(?:pass|set|give|provide|specify|supply|include|have|carry|use|come\swith|end\swith"
    r"|be\s(?:followed|accompanied|paired|combined|called|run|invoked|used|written|chained)\s(?:by|with))"
)
_SOME = r"(?:\s(?:an?|the|explicit|every|all|each|any|calls?|to|of|passing|setting|its|argument|option|flag|attribute)){0,4}"
_THING = r"(?:\s(?:calls?|elements?|tags?|expressions?|statements?|commands?|annotations?|decorators?|attributes?|steps?|links?))?"
_IN = r"(?P<where>\s(?:in|inside|under)\s(?:the\s)?`\d{1,3}`)?"
DEMANDS = (
    re.compile(
        rf"\b(?:always|must)(?:\salways)?\s{_GIVE}{_SOME}\s`(?P<wanted>\d{{1,3}})`(?:\s(?:argument|parameter|option))?"
        rf"\s(?:to|on|for|in|when\scalling){_SOME}\s(?P<call>{LIST})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b{STRONG}\s(?:call|use|invoke|run|write|execute|add|put)(?:\san?)?\s(?P<call>{LIST}){_THING}\swithout{_SOME}\s`(?P<wanted>\d{{1,3}})`",
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
)

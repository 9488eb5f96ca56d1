"""The ways a sentence demands a token of files and of calls; each token is a number in backticks."""

from __future__ import annotations

import re

from postil.inspection.checks._rule_compliance_kinds import KIND
from postil.inspection.prohibitions import LIST, STRONG

_MUST = r"(?:must|shall|(?:has|have|needs?|is\srequired|are\srequired)\sto)"
_HAVE = (
    r"(?:(?:start|begin|open|end)s?\swith|includes?|contains?|have|has|carry|carries|imports?|declares?|set|sets|define|defines"
    r"|specify|specifies|hold|bear)"
)
_A = (
    r"(?:\s(?:the|a|an|line|header|comment|licen[cs]e|copyright|notice|statement|import|string|marker|tag|text|its|their"
    r"|explicit|exact|top-level|first|directive|pragma|block|key)){0,4}:?"
)
_PLACED = r"(?:\s(?:in|under|inside|below|of)\s(?:the\s)?`(?P<folder>\d{1,3})`(?:\s(?:folder|directory|package))?)?"
EVERY_FILE = re.compile(
    rf"\b(?:files?|modules?|{KIND}){_PLACED}\s(?:{_MUST}|always)\s(?:always\s|also\s)?{_HAVE}{_A}\s`(?P<wanted>\d{{1,3}})`",
    re.IGNORECASE,
)
_KIND = (
    rf"(?P<kind>(?:every|all|each|any)\s(?:[\w#+.`*-]{{1,24}}\s){{0,3}}?(?:files?|modules?|{KIND}))"
    r"(?:\s(?:in|under)\s`(?P<folder>\d{1,3})`)?"
)
IN_EVERY_FILE = re.compile(
    r"(?:`(?P<wanted>\d{1,3})`(?:\s(?:header|line|comment|statement|notice|block|import))?\)?\s(?:(?:is|are)\s(?:required|mandatory|obligatory)"
    r"|must\s(?:always\s)?(?:be|stand|appear|come|go)(?:\s(?:present|there|included|added|placed|set|declared|the\sfirst\sline|first))?)"
    r"|\balways\s(?:add|include|put|write|set|declare)\s`(?P<always>\d{1,3})`)"
    rf"\s(?:in|at\sthe\s(?:top|start|beginning|head)\sof|as\sthe\sfirst\sline\sof|of|for|to|on)\s{_KIND}",
    re.IGNORECASE,
)
WITH_EVERY_FILE = re.compile(
    rf"\b(?:always|must)\s(?:start|begin|open)\s{_KIND}\swith{_A}\s`(?P<wanted>\d{{1,3}})`",
    re.IGNORECASE,
)
_GIVE = (
    r"(?:pass|set|give|provide|specify|supply|include|have|carry|use|come\swith|end\swith"
    r"|be\s(?:followed|accompanied|paired|combined|called|run|invoked|used|written|chained)\s(?:by|with))"
)
_SOME = r"(?:\s(?:an?|the|explicit|every|all|each|any|calls?|to|of|passing|setting|its|argument|option|flag|attribute)){0,4}"
_THING = r"(?:\s(?:calls?|elements?|tags?|expressions?|statements?|commands?|annotations?|decorators?|attributes?|steps?|links?))?"
_IN = r"(?P<where>\s(?:in|inside|under)\s(?:the\s)?`\d{1,3}`)?"
CALLS = (
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
        rf"(?P<call>{LIST})(?:\smust\s(?:always\s)?be\s(?:called|run|invoked|accompanied|paired|combined|followed)\s(?:by|with)|\scalls\smust\s(?:always\s)?{_GIVE}){_SOME}"
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

"""The ways a sentence demands a token of files; each token is a number in backticks."""

from __future__ import annotations

import re

from postil.inspection.checks._rule_compliance.kinds import KIND

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

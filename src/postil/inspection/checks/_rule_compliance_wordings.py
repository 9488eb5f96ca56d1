"""The ways a sentence forbids, weighs or demands tokens; each token is a number in backticks."""

from __future__ import annotations

import re

_LIST = r"`\d{1,3}`(?:(?:, or |, and |, | or | and | nor | / |/)`\d{1,3}`){0,9}"
_NOUN = (
    r"(?:\s(?:calls?|statements?|types?|functions?|methods?|imports?|blocks?|assertions?|operators?|keywords?"
    r"|modules?|packages?|library|hooks?|decorators?|comments?|macros?|queries|casts?|annotations?|directives?))?"
)
_NOT = (
    r"(?:never|do\snot|don['’]t|must\snot|mustn['’]t|must\snever|may\snot|may\snever|shall\snot"
    r"|(?:not\sallowed|forbidden|prohibited)\sto)"
)
_EVER = r"(?:\s(?:ever|directly|please|just|simply|explicitly|also))?"
_VERB = (
    r"(?:us(?:e|ing)|call(?:ing)?|invok(?:e|ing)|import(?:ing)?|writ(?:e|ing)|add(?:ing)?|introduc(?:e|ing)"
    r"|instantiat(?:e|ing)|throw(?:ing)?|rais(?:e|ing)|creat(?:e|ing)|declar(?:e|ing)|read(?:ing)?|access(?:ing)?"
    r"|(?:rely|depend)(?:ing)?\son|reach(?:ing)?\sfor|hardcod(?:e|ing)|leav(?:e|ing)|includ(?:e|ing)|log(?:ging)?\swith)"
)
_ANY = r"(?:\s(?:the|any|a|an|raw|bare|plain|direct|from|inline|global|native|built-in|blocking|anything)){0,3}"
NEVER = re.compile(
    rf"\b(?P<not>{_NOT})(?P<ever>{_EVER})(?:\s(?P<verb>{_VERB}))?{_ANY}\s(?P<wrong>{_LIST}){_NOUN}",
    re.IGNORECASE,
)
IS_FORBIDDEN = re.compile(
    rf"(?P<wrong>{_LIST}){_NOUN}\s(?:(?:is|are)\s(?:strictly\s|absolutely\s|always\s|explicitly\s)?"
    r"(?:forbidden|prohibited|banned|disallowed|not\sallowed|not\spermitted|never\sallowed)"
    r"|(?:must|may|shall)\s(?:not|never)\sbe\s(?:used|called|imported|added|introduced|invoked|written))",
    re.IGNORECASE,
)
NO = re.compile(
    rf"\A\W{{0,10}}(?:absolutely\s|strictly\s)?no{_ANY}\s(?P<wrong>{_LIST}){_NOUN}", re.IGNORECASE
)
AGAINST = re.compile(
    rf"(?P<must>\b(?:always|must)\s)?\b(?P<verb>use|import|write|call|prefer)\s(?:the\s)?(?P<right>{_LIST}){_NOUN}"
    r"(?:,|\sand|,\sand)?\s(?P<than>not|never(?:\suse)?|instead\sof|rather\sthan|over|in\splace\sof)\s(?:the\s|a\s|any\s|raw\s)?"
    rf"(?P<wrong>{_LIST}){_NOUN}",
    re.IGNORECASE,
)
INSTEAD = re.compile(
    rf"\b(?:instead\sof|rather\sthan)\s(?:the\s)?(?P<wrong>{_LIST}){_NOUN},?\s(?:(?:always|please|you|must)\s){{0,3}}"
    rf"(?P<verb>use|write|call|import)\s(?:the\s)?(?P<right>{_LIST})",
    re.IGNORECASE,
)
LISTED = re.compile(
    rf"\A\W{{0,10}}(?:(?P<verb>{_VERB}){_ANY}\s)?(?P<wrong>{_LIST}){_NOUN}", re.IGNORECASE
)
MODIFY = re.compile(
    rf"\b{_NOT}\s(?:edit|modify|change|touch|alter)\s"
    rf"(?:(?:any|the|existing|files?|code|anything|of|in|under|inside|within|from|old|applied|committed|migrations?)\s){{0,5}}"
    rf"(?P<wrong>{_LIST})",
    re.IGNORECASE,
)
PUT = re.compile(
    rf"\b{_NOT}\s(?:(?:add|put|place|create)\s(?:(?:any|new|files?|code|anything|modules?|more|things|tests?)\s){{1,4}}"
    rf"(?:to|in|into|under|inside)|commit(?:\s(?:any|the|your|files?|in|under|inside))?)\s(?P<wrong>{_LIST})",
    re.IGNORECASE,
)
_HAVE = r"(?:(?:start|begin|open)\swith|include|contain|have|carry|import|declare)"
EVERY_FILE = re.compile(
    r"\b(?:files?|modules?|scripts?)(?:\s(?:in|under|inside)\s`(?P<folder>\d{1,3})`)?"
    rf"\smust\s(?:always\s|also\s)?{_HAVE}(?:\s(?:the|a|an|line|header)){{0,3}}\s`(?P<wanted>\d{{1,3}})`",
    re.IGNORECASE,
)
IN_EVERY_FILE = re.compile(
    r"(?:`(?P<wanted>\d{1,3})`\s(?:is|are)\s(?:required|mandatory)|\balways\s(?:add|include|put|write)\s`(?P<always>\d{1,3})`)"
    r"\s(?:in|at\sthe\s(?:top|start|beginning)\sof|as\sthe\sfirst\sline\sof|to)\s"
    r"(?P<kind>(?:every|all|each|any)\s(?:[\w#+.`*-]{1,24}\s){0,3}(?:files?|modules?|scripts?))(?:\sin\s`(?P<folder>\d{1,3})`)?",
    re.IGNORECASE,
)
_GIVE = r"(?:pass|set|give|provide|specify|supply|include)"
_SOME = (
    r"(?:\s(?:an?|the|explicit|every|all|each|any|calls?|to|of|passing|setting|its|argument)){0,4}"
)
CALLS = (
    re.compile(
        rf"\b(?:always|must)(?:\salways)?\s{_GIVE}{_SOME}\s`(?P<wanted>\d{{1,3}})`(?:\s(?:argument|parameter|option))?"
        rf"\s(?:to|on|for|in|when\scalling){_SOME}\s(?P<call>{_LIST})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b{_NOT}\s(?:call|use|invoke)\s(?P<call>{_LIST})\swithout{_SOME}\s`(?P<wanted>\d{{1,3}})`",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\bcalls?\s(?:to|of)\s(?P<call>{_LIST})\smust\s(?:always\s)?{_GIVE}{_SOME}\s`(?P<wanted>\d{{1,3}})`",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<call>{_LIST})(?:\smust\s(?:always\s)?be\scalled\swith|\scalls\smust\s(?:always\s)?{_GIVE}){_SOME}"
        r"\s`(?P<wanted>\d{1,3})`",
        re.IGNORECASE,
    ),
)

"""The words over a list that forbid what it lists, and where they say that it must not be."""

from __future__ import annotations

import re
from collections.abc import Sequence

_FORBIDS = re.compile(
    r"\A\W{0,10}(?:(?:you|we|please|code|agents?|contributors|developers|everyone|all)\s){0,2}(?:must\s)?"
    r"(?:never|do not|don['’]?ts?|must not|not|what\snot\sto|(?:things\s)?(?:you|we)\s(?:must|may)\s(?:never|not)"
    r"|things\s(?:not|never)\sto|(?:the\sfollowing\s(?:is|are)\s)?(?:forbidden|prohibited|banned|disallowed|off[-\s]limits|not allowed))"
    r"(?:\s(?:use|do|ever|allowed|call|import|write|add|run|type|execute)){0,2}"
    r"(?:\s(?:calls|functions|macros|methods|patterns|modules|packages|imports|constructs|types|apis?|things|names|libraries"
    r"|dependencies|keywords|classes|features|tags|images)){0,2}(?:\s(?:this|that|these|any\sof\sthese))?\W{0,10}\Z",
    re.IGNORECASE,
)
_NOUNS = (
    r"(?:\s(?:calls|commands|functions|macros|methods|patterns|modules|packages|imports|constructs|types|apis|things|names|libraries"
    r"|tokens|classes|hooks|globals|statements|keywords)){0,2}"
)
_LISTED = rf"(?:(?:any|all|each)\sof\s)?(?:the\sfollowing|these|this){_NOUNS}"
_SUCH = r"(?:things|calls|functions|methods|commands|patterns|imports|modules|packages|types|apis)(?:\s(?:that|which))?"
_STRONG = r"(?:never|must\s(?:not|never)|may\s(?:not|never)|shall\s(?:not|never)|do\snot|don['’]t)"
_DO = r"(?:use|uses|call|calls|import|imports|write|add|contain|contains|include|includes|have|has|introduce|reference|depend\son|rely\son|run)"
_DONE = r"(?:appear|occur|exist|show\sup|be\s(?:used|called|imported|added|introduced|found|present|written|run))"
_BANNED = r"(?:forbidden|prohibited|banned|disallowed|off-limits|taboo)"
_NOT_ALLOWED = rf"(?:(?:strictly\s)?{_BANNED}|(?:not|never)\s(?:allowed|permitted|accepted|acceptable|welcome))"
_IN = r"(?:in|inside|within|below|under|outside|from)"
_TAIL = (
    r"(?:,\s(?:also|even|not\seven|including|as|because|since|whatever)\s[^:.;]{2,160}"
    r"|(?P<where>\s[^:.;]{2,120}))?:?\W{0,4}\Z"
)
_SOMEWHERE = tuple(
    re.compile(rf"\A\W{{0,10}}{words}", re.IGNORECASE)
    for words in (
        rf"(?:{_LISTED}|{_SUCH})\s(?:(?:must|may|shall)\s(?:never|not)\s(?:ever\s)?{_DONE}|are\s{_NOT_ALLOWED}){_TAIL}",
        rf"none\sof\s(?:the\sfollowing|these){_NOUNS}\s(?:(?:must|may|shall|can)\s(?:ever\s)?{_DONE}|(?:is|are)\s(?:allowed|permitted)){_TAIL}",
        rf"(?:(?:you|we)\s)?(?:must\s)?(?:not|{_STRONG})\s{_DO}\s{_LISTED}{_TAIL}",
        rf"we\s(?:do\snot|don['’]t|never)\s(?:allow|accept|permit|tolerate|want)\s{_LISTED}{_TAIL}",
        rf"(?:it\sis\s)?(?:strictly\s)?(?:forbidden|prohibited|not\sallowed|never\sallowed)\sto\s{_DO}(?:\s{_LISTED})?{_TAIL}",
        rf"(?:never|{_NOT_ALLOWED})(?=\s{_IN}\s){_TAIL}",
        rf"{_STRONG}\s{_DONE}(?=\s{_IN}\s){_TAIL}",
    )
)
"""What stands over a list of things that must not be, with where they must not."""
_PLACED = tuple(
    re.compile(
        rf"\A\W{{0,10}}{words}(?:\s{_DO})?(?:\s{_LISTED})?:\W{{0,4}}\Z",
        re.IGNORECASE,
    )
    for words in (
        rf"(?P<where>{_IN}\s[^:.;,]{{2,60}}?),?(?:\s(?:you|we|code|always))?\s{_STRONG}",
        rf"(?:(?:the|all|any|our|new)\s)?(?:code|files|modules|anything|everything|sources|classes)\s(?P<where>{_IN}\s[^:.;,]{{2,60}}?)\s{_STRONG}",
        rf"(?:nothing|no\s(?:code|file|module|class))\s(?P<where>{_IN}\s[^:.;,]{{2,60}}?)\s(?:may|must|shall|can)(?:\sever)?",
        rf"(?:(?:the|all|any|our|new)\s)?(?P<who>(?:[a-z][\w-]{{2,20}}\s)?(?!you\b|we\b|agents\b)[a-z][\w-]{{2,20}})\s{_STRONG}(?=\s)",
    )
)
"""The same with the place, or the code that is spoken of, in front."""
_LAST = re.compile(r"(?<=[.!?])\s{1,4}(?=\S)")


def forbidden_where(leads: Sequence[str], headings: Sequence[str]) -> str | None:
    """Where things must not be that are listed under these words, empty for everywhere; None when
    the words forbid nothing.
    """
    under = leads[-1:] or headings[-1:]
    said = _LAST.split(under[0].strip())[-1] if under else ""
    if _FORBIDS.match(said):
        return ""
    for pattern in _SOMEWHERE:
        match = pattern.match(said)
        if match:
            return match["where"] or ""
    for pattern in _PLACED:
        match = pattern.match(said)
        if match:
            parts = match.groupdict()
            return f" {parts.get('where') or 'in ' + parts['who']}"
    return None

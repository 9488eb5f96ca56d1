"""Words that mark what stands beside them as wrong, old or not for the reader, and those that only seem to."""

from __future__ import annotations

import re

SIGNS = r"❌|✗|✘|🚫|👎|⛔"
_WRONG = re.compile(
    rf"{SIGNS}|\b(?:wrong|bad|don['’]?ts?|do not|does not|avoid|never|incorrect|anti-?patterns?|before|old"
    r"|not|fail(?:s|ed|ing)?|broken|instead|rather|legacy|migrat\w*|deprecat\w*|forbid\w*|prohibit\w*|error"
    r"|invalid|previous(?:ly)?|no longer|unsafe|must ?n['’]t|shouldn['’]t|can['’]?t|cannot|won['’]t"
    r"|except|(?:rules?|this|that) only appl(?:y|ies)|unless|exception|violat\w*|replac\w*|equivalent|same as|used to|if you (?:have to|must|need to|really))\b",
    re.IGNORECASE,
)
"""What a comment, or the sentence itself, says of a thing that is not to be copied."""
_OVER = re.compile(
    rf"{SIGNS}|\b(?:wrong|bad|don['’]?ts?|do not|does not|avoid|never|incorrect|anti-?patterns?|old|legacy"
    r"|broken|migrat\w*|deprecat\w*|forbid\w*|prohibit\w*|invalid|previous(?:ly)?|no longer|unsafe|won['’]t"
    r"|must ?n['’]t|must not|shouldn['’]t|should not|except|unless|exception|violat\w*|replac\w*|equivalent"
    r"|same as|used to|not (?:like|this|recommended|allowed|good|ok)|instead of|rather than|fails|will fail|can['’]?t|cannot)\b"
    r"|\A\W{0,10}before\W{0,4}\Z|\bbefore(?: (?:the|this) change)?:",
    re.IGNORECASE,
)
"""What a heading or an introduction says of it; steps before and instead of others are still steps."""
_OF_DATA = re.compile(
    r"\b(?:after|following|once)\s(?:(?:a|an|the|each|every|any|all)\s)?(?:\w{1,20}\s)?migrations?\b"
    r"|\w:migrate\b(?::[a-z]{2,12})?|\b(?:manage\.py|artisan|prisma|knex|sequelize|diesel|flask\sdb|sqlx)\smigrat(?:e|ions?)\b"
    r"|\b(?:run(?:ning)?|apply(?:ing)?|execute|executing|pending|database|schema)\s(?:(?:the|all|any|your|pending|database|schema|new)\s){0,3}migrations\b",
    re.IGNORECASE,
)
"""Migrations of data, which are something to be done and not what is over."""
_STATES = (
    r"(?:commits?|push(?:es)?|merges?|tags?|releases?|branch(?:es)?|builds?|caches?|files?|index(?:es)?|snapshots?|data|rows?|records?"
    r"|entr(?:y|ies)|migrations?|containers?|images?|process(?:es)?|states?|install(?:ation)?s?|deploy(?:ment)?s?|passwords?|tokens?"
    r"|keys?|certificates?|databases?|tables?|servers?|nodes?|jobs?|sessions?|volumes?|links?|locks?|lockfiles?|checkouts?|pods?"
    r"|instances?|artifacts?|backups?|environments?|virtualenvs?|downloads?|upgrades?|rollouts?|runs?)"
)
_TROUBLED = re.compile(
    rf"\b(?:wrong|bad|broken|invalid|incorrect|failed|failing)\s(?:[a-z-]{{2,20}}\s)?{_STATES}\b",
    re.IGNORECASE,
)
"""Something that went wrong, which is what the steps are for."""
_PUT_AWAY = re.compile(
    r"\b(?:over|on\stop\sof|remov(?:e|ing)|delet(?:e|ing)|stop(?:ping)?|drop(?:ping)?|kill|disable|uninstall|archive|keep|back\sup|rename|restart|revoke|rotate)"
    rf"\s(?:(?:the|any|all|your|every|an?)\s){{0,2}}(?:old|previous|legacy|deprecated)\s(?:[a-z-]{{2,20}}\s)?(?:{_STATES}|ones?|versions?)\b",
    re.IGNORECASE,
)
"""What the steps themselves take out of the way."""
_IN_CASE = re.compile(
    r"(?:\A|(?<=[.!?:]\s))\W{0,10}(?:when(?:ever)?|if|after|once|should|in\scase)\b(?P<case>[^,.:;!?]{3,120}),",
    re.IGNORECASE,
)
_OF_READERS = re.compile(
    r"\b(?:you|we|i|your|old|older|legacy|deprecat\w*|migrat\w*|previous(?:ly)?|no\slonger|used\sto|instead|rather|still|except\w*|equivalent)\b",
    re.IGNORECASE,
)
"""What makes of a case one where the reader may do otherwise, or did before."""
_BEFOREHAND = re.compile(
    r"\bbefore\s(?:you|we|each|every|any|your|\w{3,14}ing|(?:the|an?)\s(?!(?:change|fix|refactor\w{0,6}|migration|switch|move|rewrite)\b))",
    re.IGNORECASE,
)
"""When a step is to be taken, as against how things were."""


def is_over(text: str) -> bool:
    """Whether a heading or an introduction says that what follows is not the way any more."""
    return _OVER.search(_OF_DATA.sub(" ", _without_trouble(text))) is not None


def warns(text: str) -> bool:
    """Whether a sentence or a comment says of something that it is not to be copied."""
    return (
        _WRONG.search(_BEFOREHAND.sub(" ", _OF_DATA.sub(" ", _without_trouble(text)))) is not None
    )


def _without_trouble(text: str) -> str:
    """The text without what went wrong or is put out of the way before the steps are taken."""

    def kept(match: re.Match[str]) -> str:
        return match[0] if _OF_READERS.search(match["case"]) else " "

    return _PUT_AWAY.sub(" ", _TROUBLED.sub(" ", _IN_CASE.sub(kept, text)))

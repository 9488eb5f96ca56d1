"""Answers that are to be one thing alone, and the text that is to stand beside it nevertheless."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from postil.inspection.checks._prompt_consistency.passages import Sentence
from postil.inspection.checks._prompt_consistency.sentences import NOT
from postil.inspection.checks._prompt_consistency.sorts import Sort

ANSWER = "answer"
_CODED = r"json|xml|yaml|toml|csv|sql|html|svg"
_FORM = rf"(?P<form>{_CODED}|diff|patch|commit\smessage|code)"
_WHOLE = r"(?:\s(?:object|array|document|value|list|string|payload|blob|text|output|response|query|statement))?"
_WORDY = r"(?:(?:an?|one|the|your|valid|single|raw|strict|plain|pure|well-formed|parsable|parseable|compact|following|unified|resulting|this)\s){0,4}"
_ANSWERS = (
    r"(?:return|respond|reply|answer|output|produce|emit|print|give|write|send|generate|provide)"
)
_ONLY = r"(?:only|just|nothing\s(?:but|except|other\sthan)|exclusively|solely)"
_NOTHING_ELSE = r"(?:\sonly|,?\s(?:and\s)?nothing\selse|\salone|,?\s(?:and\s)?nothing\smore)"
_TEXT = (
    r"(?:paragraphs?|sentences?|summary|explanations?|introduction|intro|preamble|notes?|commentary|rationale"
    r"|reasoning|greeting|overview|disclaimer|words?|prose|text|recap|conclusion|apology)"
)
_SOME = r"(?:[\w-]{1,20}\s){0,4}?"
_SIDE = r"(?:before|after|above|below|ahead\sof|in\sfront\sof|outside(?:\sof)?)"
_BESIDE = rf"(?:before\s(?:or|and|nor)\safter|{_SIDE}|around|next\sto|in\saddition\sto|besides|alongside|other\sthan|beyond)"
_MEMBER = r"(?!\s(?:keys?|fields?|schema|property|properties|files?|columns?|tags?|comments?|elements?|attributes?|nodes?|blocks?|line)\b)"
_END = (
    r"(?=\W{0,3}\Z|[,:;)]|\s(?:and|or|that|matching|in\s(?:this|the\sfollowing|exactly)|with|of|as|containing|whose|which|like|no"
    r"|without|according)\b|\s[–—-])"
)
_ALONE = (
    re.compile(
        rf"\b{_ANSWERS}\s(?:back\s)?(?:with\s|in\s)?{_ONLY}\s(?:with\s|in\s)?{_WORDY}{_FORM}{_WHOLE}{_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\bonly\s(?:ever\s)?{_ANSWERS}\s(?:with\s|in\s)?{_WORDY}{_FORM}{_WHOLE}{_END}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:\b{_ANSWERS}\s(?:with\s|in\s)?|\A\W{{0,12}})(?:output:\s)?{_WORDY}{_FORM}{_WHOLE}{_NOTHING_ELSE}(?=\W{{0,3}}\Z|[,;:)]|\s[–—-])",
        re.IGNORECASE,
    ),
    re.compile(
        r"\b(?:answer|response|reply|output)\s(?:is|must\sbe|should\sbe|shall\sbe|has\sto\sbe|is\sto\sbe|(?:must|should|shall)\s(?:contain|consist\sof))\s"
        rf"(?:{_ONLY}\s{_WORDY}(?P<form>{_CODED}|diff|patch){_WHOLE}{_END}|{_WORDY}(?P<other>{_CODED}|diff|patch){_WHOLE}{_NOTHING_ELSE})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?:\b{NOT}\s(?:ever\s)?(?:write|add|include|output|put|emit|print|return|produce|give|say|place)\s(?:any\s|a\s)?|\b(?:no|without(?:\sany)?)\s|\A\W{{0,12}}(?=nothing))"
        rf"(?:(?:other|additional|extra|further|free|explanatory)\s)?(?:{_TEXT}|anything(?:\selse)?|nothing(?:\selse)?|markdown|content|characters?)\s(?:or\s\w{{1,20}}\s)?"
        rf"{_BESIDE}\s(?:the\s|your\s|this\s){_FORM}{_WHOLE}\b{_MEMBER}",
        re.IGNORECASE,
    ),
)
_PUT = r"(?:write|add|give|put|include|provide|append|prepend|insert|output|state|print|show|place|return|produce|emit)"
_BESIDES = (
    re.compile(
        rf"\b{_PUT}\s{_SOME}{_TEXT}\s{_SOME}{_SIDE}\s(?:the\s|your\s){_FORM}{_WHOLE}\b{_MEMBER}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\b(?:precede|preface|introduce|follow)\sthe\s{_FORM}{_WHOLE}\s(?:with|by)\s{_SOME}{_TEXT}\b{_MEMBER}",
        re.IGNORECASE,
    ),
    re.compile(
        rf"\bthe\s{_FORM}{_WHOLE}\s(?:must|should|shall|has\sto|is\sto)\s(?:always\s)?be\s(?:preceded|followed|introduced|prefaced)\s(?:with|by)\s{_SOME}{_TEXT}\b{_MEMBER}",
        re.IGNORECASE,
    ),
    re.compile(
        r"(?:\A\W{0,12}|\b(?:always|must|please)\s)(?:start|begin|open|end|close|finish|conclude|preface)\s"
        rf"(?:(?P<whole>(?:your|the|every|each)\s(?:answers?|response|reply|output))\s)?(?:with|by\swriting)\s{_SOME}{_TEXT}\b{_MEMBER}(?:\s(?:[\w-]{{1,20}}\s)?{_SIDE}\s(?:the|your)\s(?:{_CODED})\b)?",
        re.IGNORECASE,
    ),
)
_AS = re.compile(
    rf"(?:\A\W{{0,12}}|\b(?:always|must|please)\s)(?:(?:answer|reply|respond)|(?:write|format|return|give|present)\s(?:your|the)\s(?:answer|response|reply|output))\s"
    rf"(?:in|as|with)\s(?:an?\s)?(?P<form>{_CODED}|markdown|prose|plain\stext)\b{_MEMBER}",
    re.IGNORECASE,
)
_IN = r"(?:with|in|as)"
_WANTED = re.compile(
    rf"(?:\A\W{{0,12}}|\b(?:always|must|shall|has\sto|have\sto)\s)(?:answer|respond|reply)\s{_IN}\s{_WORDY}(?P<form>{_CODED})\b(?:\s(?:object|array|document|list))?{_END}",
    re.IGNORECASE,
)
_UNWANTED = re.compile(
    rf"\b{NOT}\s(?:ever\s)?(?:answer|respond|reply)\s{_IN}\s(?:any\s|an?\s)?(?:raw\s|plain\s|valid\s)?(?P<form>{_CODED})(?=\W{{0,3}}\Z|[,:;)]|\sor\b)",
    re.IGNORECASE,
)
_DENIED = re.compile(rf"\b(?:{NOT}|no|not|avoid|without|rather\sthan|instead\sof|may|can|optionally)\s(?:[\w-]{{1,20}}\s){{0,3}}\Z", re.IGNORECASE)  # fmt: skip
_IN_TURN = re.compile(
    r"\b(?:then|finally|afterwards|next|lastly|inside|within|between|first|in\sthe|last|after|below)\b[^.]{0,60}\Z",
    re.IGNORECASE,
)
_ENCLOSED = re.compile(
    r"\A\W{0,3}(?:inside|within|between|after|below|for|in\s(?:the|an?|your)\s(?:[\w`<>-]{1,20}\s){0,2}(?:tags?|blocks?|fences?|field|file|turn|message|section))\b",
    re.IGNORECASE,
)
_INSIDE = re.compile(
    r"\b(?:inside|within|tags?|fields?|keys?|property|string|column|file|scratchpad|internally|silently|yourself|comments?)\b|[<`]",
    re.IGNORECASE,
)
_ABOUT_ANSWER = re.compile(
    r"\b(?:rules?|styles?|output|constraints?|tone|guidelines?|answers?|responses?|reply|format|requirements?|instructions?)\b",
    re.IGNORECASE,
)
_TURN = re.compile(r"\b(?:steps?|phases?|stages?|turns?|rounds?|parts?|pass|passes)\b", re.IGNORECASE)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Company:
    """That the answer is `form` alone, or that something is to stand beside it; `rest` is what the sentence says otherwise."""

    sort: Sort
    at: int
    form: str
    rest: str


def company(sentence: Sentence) -> Company | None:
    """What a sentence says of the answer as a whole; nothing where only one turn of several is meant."""
    if any(_TURN.search(title) for title in sentence.headings[-1:]):
        return None
    return _alone(sentence.text) or _beside(sentence) or _in_form(sentence.text)


def _in_form(text: str) -> Company | None:
    """The form in which the whole answer has to be, or may not be."""
    unwanted = _UNWANTED.search(text)
    if unwanted is not None:
        return _company(Sort.NOT_IN_FORM, text, unwanted, unwanted["form"])
    wanted = _WANTED.search(text)
    if (
        wanted is None
        or _ENCLOSED.match(text[wanted.end() :])
        or _DENIED.search(text[: wanted.start()])
    ):
        return None
    return _company(Sort.IN_FORM, text, wanted, wanted["form"])


def _alone(text: str) -> Company | None:
    match = next(filter(None, (pattern.search(text) for pattern in _ALONE)), None)
    if match is None or _ENCLOSED.match(text[match.end() :]):
        return None
    if _IN_TURN.search(text[: match.start()]):
        return None
    return _company(Sort.ALONE, text, match, match["form"] or match["other"])


def _beside(sentence: Sentence) -> Company | None:
    text = sentence.text
    for pattern in (*_BESIDES, _AS):
        match = pattern.search(text)
        if match is None or _DENIED.search(text[: match.start()]) or _INSIDE.search(text):
            continue
        groups = match.groupdict()
        if "whole" not in groups:
            sort = Sort.OTHERWISE if pattern is _AS else Sort.BESIDE
            return _company(sort, text, match, groups["form"])
        if groups["whole"] or is_about_answer(sentence.headings):
            return _company(Sort.BESIDE, text, match, ANSWER)
    return None


def _company(sort: Sort, text: str, match: re.Match[str], form: str) -> Company:
    rest = f"{text[: match.start()]} {text[match.end() :]}"
    return Company(sort, match.start(), " ".join(form.lower().split()), rest)


def is_about_answer(headings: Sequence[str]) -> bool:
    """Whether a section is about the answer as a whole."""
    return any(_ABOUT_ANSWER.search(title) for title in headings[-1:])


def are_of_one_answer(some: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two sections speak of one answer: they are the same, or one is about that of the other."""
    return tuple(some) == tuple(other) or any(
        is_about_answer(general) and tuple(general[:-1]) == tuple(special[: len(general) - 1])
        for general, special in ((some, other), (other, some))
    )

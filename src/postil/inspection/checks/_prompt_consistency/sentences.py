"""What one sentence of a prompt demands or denies, told by its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from postil.inspection.checks._prompt_consistency.sorts import Reading, Sort
from postil.inspection.checks._prompt_consistency.widenings import (
    found_by_you,
    unwidened,
    without_even,
)

_NOUN = (
    r"(?P<noun>sections?|steps?|checks?|findings?|fields?|phases?|rules?|files?|issues?|questions?|items?|tests?"
    r"|categor(?:y|ies)|tools?|columns?|headings?|criteri(?:on|a)|pass(?:es)?|parts?|examples?|reviewers?|tasks?"
    r"|clauses?|chapters?|stages?|keys?|propert(?:y|ies)|attributes?|audits?|scans?|gates?|topics?|paragraphs?|metrics?"
    r"|dimensions?|validations?|requirements?|problems?|bugs?|violations?|warnings?|errors?|headers?|rows?|entries|entry"
    r"|vulnerabilit(?:y|ies)|defects?|weakness(?:es)?|concerns?|bullets?|checklists?|modules?|agents?|reviews?|documents?|risks?|components?)\b"
)
_DOING = (
    r"(?P<verb>include|includes|output|run|perform|complete|execute|report|list|fill\sin|fill\sout|fill|produce|return|write"
    r"|follow|cover|answer|address|emit|show|apply|do|provide|check|evaluate|use|present|go\sthrough|walk\sthrough"
    r"|work\sthrough|contain|contains|render|print|populate|deliver|give|finish|carry\sout|conduct|assess|inspect"
    r"|review|verify|validate|examine|process|generate|document|mention|take|visit|ask|handle|cite)"
)
_ALL = r"(?:all|every|each)\s(?:single\s)?(?:one\s)?(?:of\s)?(?:the\s|its\s|these\s|your\s|our\s)?(?P<kind>(?:[\w-]{1,20}\s){0,2}?)"
_RESULT = (
    r"(?:(?:the|a|an|its|your)\s)?(?:results?|outcomes?|verdicts?|scores?)\s(?:of|for|on|from)\s"
)
_EVERY = re.compile(rf"\b{_DOING}\s(?:out\s|on\s|{_RESULT})?{_ALL}{_NOUN}", re.IGNORECASE)
_EVERY_IS = re.compile(
    rf"(?:\A\W{{0,12}}|\b(?:and|that)\s|[:,]\s){_ALL}{_NOUN}(?:\slisted)?(?:\sabove|\sbelow)?\s(?:(?:is|are)\s(?:required|mandatory|compulsory|obligatory|needed)"
    r"|(?:must|shall|has\sto|have\sto|needs?\sto|should)\s(?:always\s|also\s)?(?P<verb>appear|run|be\s(?:present|there|included|filled(?:\sin)?|run"
    r"|covered|completed|executed|performed|reported|checked|addressed|answered|listed|done|written|produced|shown|output"
    r"|evaluated|applied|carried\sout|reviewed|verified|processed|taken|used|populated|rendered)))\b",
    re.IGNORECASE,
)
_EVERYTHING = re.compile(
    r"\b(?P<verb>report|list|mention|include|show|write\sdown|flag)\s(?:absolutely\s)?everything\s(?:that\s)?you\s(?:find|found|see|notice|discover)\b(?!\s(?:about|in|on|of|for|to|that|which|with|relevant)\b)",
    re.IGNORECASE,
)
_DONE = r"(?:done|complete|completed|finished|over|run|through|passed|executed|performed|in)"
_AFTER = re.compile(
    r"\b(?:after\s(?:you\s(?:have\s)?)?(?:complet|finish|runn?|perform|execut|do|go|work|walk)(?:ing|ed|e)?(?:\sthrough)?"
    r"|(?:once|when|as\ssoon\sas)\syou(?:\shave|['’]ve)?\s(?:completed|finished|run|performed|executed|done|gone\sthrough|worked\sthrough)"
    r"|having\s(?:completed|finished|run|done))"
    rf"\s{_ALL}{_NOUN}|\b(?:once|when|after|with|as\ssoon\sas|only\safter)\s(?:all|every|each)\s(?:of\s)?(?:the\s|these\s|your\s)?"
    rf"(?P<once>sections?|steps?|checks?|phases?|tests?|tasks?|stages?|passes|audits?|scans?|parts?)\s(?:(?:above\s)?(?:are|is|have|has)\s(?:been\s)?)?{_DONE}\b",
    re.IGNORECASE,
)
NOT = (
    r"(?:never|must\snot|must\snever|do\snot|don['’]t|should\snot|should\snever|shall\snot|may\snot"
    r"|(?:under\sno\scircumstances|in\sno\scase|at\sno\stime),?(?:\s(?:should|may|must)\syou)?)"
)
_DROP = r"(?:skip|omit|leave\sout|drop|exclude|bypass|leave\saway|ignore|disregard)"
_NEVER_SKIP = re.compile(
    rf"\b{NOT}\s(?:ever\s)?{_DROP}\s(?:any\s|a\s|an\s|the\s|even\sone\s|one\s)?(?:single\s)?(?:of\sthe\s)?{_NOUN}"
    rf"|\b(?:no|none\sof\sthe|not\sone\sof\sthe)\s(?P<none>[a-z]{{3,14}})\s(?:may|can|must|should|shall|is\sto|are\sto)\s(?:ever\s)?be\s"
    r"(?:skipped|omitted|left\sout|dropped|missing|excluded|missed)\b|\bwithout\sskipping\s(?:any\s|a\s)(?P<any>[a-z]{3,14})\b",
    re.IGNORECASE,
)
_LAST = rf"{_NOUN}(?![`\"'*]{{0,2}}\s(?:(?!(?:of|in|for|from|and|or|on|with|to)\s)[\w-]{{1,20}}\s)?(?:sections?|headings?|fields?|columns?|parts?|steps?|checks?|tests?|keys?|pass|blocks?|chapters?|tables?|lists?|clauses?|headers?)\b)"
_NAME = r"(?P<name>(?:[\w`\"'/&-]{1,30}\s){0,4}?)"
_PRODUCE = (
    r"(?:include|run|output|perform|report|write|produce|fill\sin|fill|answer|list|emit|show|execute|do|check|add|return|apply"
    r"|render|print|generate|create|use|follow|mention|provide|carry\sout)"
)
_SKIP = re.compile(
    rf"\b(?P<how>{_DROP}|{NOT}\s{_PRODUCE})\s(?:the\s|any\s|a\s|an\s)?(?P<this>this\s)?{_NAME}{_LAST}",
    re.IGNORECASE,
)
_LEAVE_OUT = re.compile(
    rf"\b(?P<how>leave|keep)\s(?:the\s)?{_NAME}{_LAST}(?:\s\d{{1,3}})?\s(?:out|off|away)\b",
    re.IGNORECASE,
)
_HAS_NONE = re.compile(
    rf"\b(?P<how>there\s(?:is|are)\sno)\s{_NAME}{_LAST}(?=\s(?:in\sthis\s(?:report|mode|audit|answer|version|variant|run|edition|review|form)|here|this\stime)\b)",
    re.IGNORECASE,
)
_IS_SKIPPED = re.compile(
    rf"(?:\A\W{{0,12}}|[:,]\s)(?:the\s|your\s)?{_NAME}{_LAST}(?P<number>\s\d{{1,3}}(?:(?:,\s?|\s(?:and|to)\s|[-–])\d{{1,3}}){{0,4}})?\s(?:is|are|has\sbeen|must\sbe|should\sbe|gets)\s"
    r"(?:always\s|currently\s|now\s|to\sbe\s|no\slonger\s)?"
    r"(?P<how>skipped|omitted|left\sout|disabled|dropped|excluded|not\s(?:run|included|needed|required|written|performed)"
    r"|(?:switched|turned)\soff)\b",
    re.IGNORECASE,
)
_NO_SUCH = re.compile(
    rf"\A\W{{0,12}}(?:no|without(?:\sthe|\sa)?)\s(?P<how>){_NAME}{_LAST}\W{{0,4}}\Z", re.IGNORECASE
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
_FEW_RUN = re.compile(
    r"\b(?:(?:stop|end|finish)\s(?:right\s|immediately\s|here,\s)?after|do\snot\sgo\s(?:beyond|past)|go\sno\sfurther\sthan)\s"
    r"(?P<last>step|check|phase|stage)\s\d|"
    r"\b(?:only\s(?:run|perform|do|execute|complete)|(?:run|perform|do|execute|complete)\sonly)\s(?:the\s)?"
    r"(?:(?!(?:the|relevant|necessary|needed|these|those|required|failing|affected|changed|following)\b)(?:[\w-]{1,20}\s){1,2}?(?P<noun>steps?|checks?|phases?|stages?|passes|audits?|tests?)\b(?!\s(?:\w{1,20}ed|you|that|which|with|for|of|in|on)\b)|(?P<numbered>steps?|checks?|phases?|stages?)\s\d)",
    re.IGNORECASE,
)
_SPAN = re.compile(
    r"(?:\A\W{0,12}|\b(?:must|always|then)\s)(?P<verb>run|perform|complete|execute|follow|do|carry\sout|finish|work\sthrough|go\sthrough)\s(?:all\s(?:of\s)?)?"
    r"(?P<noun>steps?|phases?|checks?|stages?)\s(?P<first>\d{1,3})\s?(?:-|–|to|through)\s?(?P<last>\d{1,3})(?P<rest>[^\n]{0,60})",
    re.IGNORECASE,
)
_INCLUDING = re.compile(
    r"\A,?\s(?:including|even|down\sto|also)\s(?P<object>(?:[^.;:,()—!?\n]|\.(?=\w)){2,80})"
    r"|\A,\s(?P<too>(?:[^.;:,()—!?\n]){2,40}?)\s(?:included|too|as\swell)\b",
    re.IGNORECASE,
)
_ONES = re.compile(r"\sones\Z", re.IGNORECASE)
_DROPS = re.compile(
    rf"(?:\A\W{{0,12}}|,\s|\balways\s|\bmust\s){_DROP}\s(?P<object>(?:[^.;:,()—!?\n]|\.(?=\w)){{2,80}})",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    rf",?\s(?:and|but|or|yet)\s(?=(?:you\s)?(?:{NOT}|always|must)\b)", re.IGNORECASE
)
_OBJECT = r"\s(?P<object>(?:[^.;:,()—!?\n]|\.(?=\w)){2,120})"
_VERB = r"(?P<verb>[a-z]{2,15})"
_MUST = re.compile(
    r"\b(?P<strong>always|must|shall|(?:have|has|need|needs|required|sure|remember|certain)\sto)\s(?:always\s|also\s)?"
    rf"(?!not\b|never\b|be\b|to\b){_VERB}{_OBJECT}",
    re.IGNORECASE,
)
_IMPERATIVE = re.compile(
    rf"\A\W{{0,12}}(?:please\s|then\s|also\s)?(?P<strong>){_VERB}{_OBJECT}", re.IGNORECASE
)
_MUST_NOT = re.compile(
    rf"\b(?P<strong>{NOT})\s(?:ever\s|also\s|under\sany\scircumstances\s)?(?!only\b|just\b|simply\b|merely\b|always\b|be\b|necessarily\b){_VERB}{_OBJECT}",
    re.IGNORECASE,
)
_AVOID = re.compile(
    rf"(?:\A\W{{0,12}}|\bmust\s|\balways\s)(?P<strong>avoid|refrain\sfrom)\s(?P<verb>[a-z]{{2,15}}ing){_OBJECT}",
    re.IGNORECASE,
)
_NO = re.compile(
    r"\A\W{0,12}(?P<strong>no)\s(?P<verb>)(?P<object>(?:[^.;:,()—!?\n]|\.(?=\w)){2,60})\Z",
    re.IGNORECASE,
)
_PASSIVE = re.compile(
    r"\A\W{0,12}(?P<object>[^.;:,()—!?\n]{2,60}?)\s(?:must|should|shall|may)\s(?P<not>not\s|never\s)?(?P<strong>always\s)?be\s(?P<verb>[a-z]{2,15}ed)\b(?P<place>[^.;:,()—!?\n]{0,60})",
    re.IGNORECASE,
)
_RULED = re.compile(
    r"\A\W{0,12}(?:(?:the\s)?use\sof\s)?(?P<object>[^.;:,()—!?\n]{2,60}?)\s(?:is|are)\s(?:always\s|strictly\s|absolutely\s)?"
    r"(?:(?:required|mandatory|compulsory|obligatory)|(?P<not>forbidden|prohibited|banned|not\s(?:allowed|permitted)))\b(?P<place>[^.;:,()—!?\n]{0,60})",
    re.IGNORECASE,
)
_CODE = re.compile(r"[`_]|[a-z][A-Z]")
_KEEP_TO = re.compile(
    r"\b(?:(?:use|call)\sonly|only\s(?:use|call))\s(?P<object>(?:[^.;:()—!?\n]){2,120}?\stools?)\b(?=\W{0,4}\Z|\s?[,;:—])",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\A\W{0,12}for\s(?!(?:each|every|all|any|this|these|now|example|instance|the)\b)|\b(?:if|when(?:ever)?|unless|for\s(?:small|large|trivial|draft|docs?|simple)\b|otherwise|while|until"
    r"|where|in\scase|only\sfor|during|before|after|without|except|other\sthan|apart\sfrom)\b",
    re.IGNORECASE,
)
_IN_TURN = re.compile(
    r"\b(?:before|after)\s(?:you|complet|finish|runn|perform|answer|writ|report)\w{0,8}",
    re.IGNORECASE,
)
_MODE = re.compile(
    r"(?:\bin\s)?(?<![\w`*-])(?<!\bno\s)(?!this\b)([\w`*-]{1,20})\smode\b", re.IGNORECASE
)
"""What has no such mode gives a reason, not a condition."""
_QUALIFIED = re.compile(
    r"\b(?:relevant|applicable|apply|applies|appropriate|necessary|needed|possible|except|unless|other\sthan|apart\sfrom|remaining"
    r"|consider|deem|enabled|selected|requested|as\sfar\sas|where|that|which|with|but|optional|save\sfor|if|when)\b"
    r"|\A\s?(?:for|of|from|you\b|in\s(?!order|sequence|turn|full|the\s(?:order|answer|report|output)|this\sorder))",
    re.IGNORECASE,
)
_TURNS = re.compile(
    r"\A(?:\s(?:(?:listed|given|shown|described)\s)?above)?,\s"
    r"(?!(?:where|if|when|as|that|which|with|but|other|apart|including)\b)",
    re.IGNORECASE,
)
"""What comes after the comma is what to do then, not which ones are meant."""
_EXCEPTED = re.compile(
    r"\b(?:except|unless|skip\w{0,4}|omit\w{0,4}|applicable|apply|applies|remaining|other\sthan|apart\sfrom|save\sfor|optional)\b",
    re.IGNORECASE,
)
_FEW = frozenset(
    {"single", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "listed", "following", "output",
     "individual", "above", "numbered", "required", "mandatory"}
)  # fmt: skip
_LOOSE = frozenset(
    {"empty", "irrelevant", "optional", "duplicate", "generated", "unused", "unneeded", "unnecessary", "remaining",
     "other", "previous", "earlier", "trivial", "non-applicable", "inapplicable", "all", "every", "each", "that", "these",
     "vendored", "binary", "extra", "additional", "redundant", "new", "more", "future", "such", "missing", "test", "those",
     "its", "your", "or", "and", "in", "of", "to", "for", "with", "on", "from", "entire", "whole", "some", "unrelated",
     "own", "same", "another", "duplicated", "existing", "unchanged", "completed", "finished", "failed", "failing", "it"}
)  # fmt: skip
_OF_TITLES = frozenset({"test", "missing", "new", "future", "and", "of", "for", "in", "to"})
_NEGATED = re.compile(
    r"\b(?:(?:never|not|n['’]t|cannot|rather than|instead of)\s(?:\w{1,20}\s)?|(?:will|can|may|could|would|might|or|they|we|i|it)\s)\Z",
    re.IGNORECASE,
)
_PURPOSE = re.compile(r"(?<!need )(?<!have )(?<!has )(?<!sure )\bto\s\Z", re.IGNORECASE)
_NARROWED = re.compile(r"\A\s(?:first|last|twice|that|which|with|without|whose|from|of|already|for\s(?!now|this|these|the))\b", re.IGNORECASE)  # fmt: skip
_FOLLOWS = re.compile(
    r"\A(?:[^\w\s]|\Z|\s(?:\W|\d|[A-Z]\b|(?:in|for|of|on|to|with|and|or|but|nor|before|after|above|below|listed|given|shown|described|defined"
    r"|that|which|who|you|as|at|by|from|is|are|was|were|must|should|shall|have|has|needs?|may|can|will|so|then|unless|if|when|where"
    r"|except|into|per|again|exactly|fully|completely|carefully|thoroughly|individually|separately|sequentially|first|once|now|even"
    r"|without|regardless|one|every|each|here|entirely|altogether|completely|this|the|since|because|because|out|off|away|always|yourself"
    r"|also|too|apart|save|other|without|whose|already|until|while)\b))",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\A\s(\d{1,3}|[A-Z])\b")


_NEAR_START = 12
_SHORTEST_STEM = 2


def readings(sentence: str) -> Iterator[Reading]:
    """Each thing the sentence says."""
    after = _AFTER.search(sentence)
    if after and _is_exhaustive(sentence, after):
        yield Reading(Sort.AFTER, after.start(), after["noun"] or after["once"])
    yield from () if after else _exhaustive(sentence)
    never = _NEVER_SKIP.search(sentence)
    if never and not _QUALIFIED.search(sentence[never.end() :]):
        noun = never["noun"] or never["none"] or never["any"]
        yield Reading(Sort.NEVER_SKIP, never.start(), noun, is_strong=True)
    yield from () if never else _left_out(sentence)
    few = _FEW_RUN.search(sentence)
    limit = few or _LIMIT.search(sentence) or _ONLY.search(sentence)
    if limit:
        noun = limit["noun"] or (limit["numbered"] or limit["last"] if few else "")
        yield Reading(Sort.LIMIT, limit.start(), noun, "only" if few else "")
    start = 0
    for end in (*(clause.start() for clause in _CLAUSE.finditer(sentence)), len(sentence)):
        for reading in _done(sentence[start:end]):
            yield replace(reading, at=reading.at + start)
        start = end


def _exhaustive(sentence: str) -> Iterator[Reading]:
    found = _EVERYTHING.search(sentence)
    if found and not _NEGATED.search(sentence[: found.start()]):
        yield Reading(Sort.EVERY, found.start(), "findings", found["verb"].lower())
    for match in (_EVERY.search(sentence), _EVERY_IS.search(sentence)):
        if (
            match
            and _is_exhaustive(sentence, match)
            and not _NEGATED.search(sentence[: match.start()])
        ):
            verb = (match["verb"] or "include").lower()
            yield Reading(Sort.EVERY, match.start(), match["noun"], verb.removeprefix("be "))
            as_well = _INCLUDING.match(found_by_you(sentence[match.end() :]))
            if as_well:
                named = _ONES.sub(f" {match['noun']}", as_well["object"] or as_well["too"])
                yield Reading(Sort.DO, match.end(), "", stem(verb), named, is_strong=True)
            return
    span = _SPAN.search(sentence)
    if (
        span
        and not _QUALIFIED.search(span["rest"])
        and not _NEGATED.search(sentence[: span.start("verb")])
    ):
        numbers = f"{span['first']}-{span['last']}"
        yield Reading(Sort.EVERY, span.start("verb"), span["noun"], span["verb"].lower(), numbers)


def _left_out(sentence: str) -> Iterator[Reading]:
    for pattern in (_SKIP, _LEAVE_OUT, _IS_SKIPPED, _HAS_NONE, _NO_SUCH):
        match = pattern.search(sentence)
        if match and _is_definite(sentence, match):
            number = _NUMBER.match(sentence[match.end("noun") :])
            name = f"{match['name']}{match['noun']} {number[1]}" if number else match["name"]
            yield Reading(Sort.SKIP, match.start(), match["noun"], match["how"].lower(), name)
            return
    dropped = _DROPS.search(sentence)
    if dropped:
        yield Reading(Sort.DROP, dropped.start(), verb="drop", object=dropped["object"])


def _done(sentence: str) -> Iterator[Reading]:
    passive = _PASSIVE.match(sentence)
    if passive:
        sort = Sort.DO_NOT if passive["not"] else Sort.DO
        thing = passive["object"] + passive["place"]
        yield Reading(
            sort, passive.start(), verb=stem(passive["verb"]), object=thing, is_strong=True
        )
        return
    ruled = _RULED.match(sentence)
    if ruled:
        sort = Sort.DO_NOT if ruled["not"] else Sort.DO
        thing = ruled["object"] + ruled["place"]
        yield Reading(sort, ruled.start(), verb="us", object=thing, is_strong=True)
        return
    kept = _KEEP_TO.search(sentence)
    if kept and _CODE.search(kept["object"]):
        yield Reading(Sort.KEEP_TO, kept.start(), "tool", "use", kept["object"])
    refuse = _MUST_NOT.search(sentence) or _AVOID.search(sentence) or _NO.match(sentence)
    if refuse:
        yield _reading(Sort.DO_NOT, refuse)
    demand = None if refuse else _MUST.search(sentence) or _IMPERATIVE.match(sentence)
    if demand:
        yield _reading(Sort.DO, demand)


def _reading(sort: Sort, match: re.Match[str]) -> Reading:
    strong = match["strong"].lower()
    return Reading(
        sort,
        match.start(),
        verb=stem(match["verb"]),
        object=match["object"],
        is_strong=strong not in ("", "no", "avoid"),
    )


def stem(verb: str) -> str:
    """A verb without the endings of the passive and of doing."""
    plain = verb.lower()
    for ending in ("ing", "ed"):
        bare = plain.removesuffix(ending)
        if bare != plain and len(bare) >= _SHORTEST_STEM:
            is_doubled = bare[-1] == bare[-2] and bare[-1] not in "sld"
            return bare[:-1] if is_doubled else bare
    return plain.removesuffix("e") if len(plain) > _SHORTEST_STEM else plain


def _is_exhaustive(sentence: str, match: re.Match[str]) -> bool:
    adjectives = (match.groupdict().get("kind") or "").lower().split()
    rest = unwidened(sentence[match.end() :])
    is_turn = match.re is _AFTER and _TURNS.match(rest) is not None
    plain = all(word in _FEW or word.isdigit() for word in adjectives)
    return (
        plain
        and _FOLLOWS.match(sentence[match.end() :]) is not None
        and (_EXCEPTED if is_turn else _QUALIFIED).search(rest) is None
    )


def _is_definite(sentence: str, match: re.Match[str]) -> bool:
    """Whether it leaves out something by name, not what is empty or does not apply."""
    name = {word.strip("`\"'").lower() for word in match["name"].split()}
    before, rest = sentence[: match.start()], _NUMBER.sub("", sentence[match.end() :])
    is_this = bool(match.groupdict().get("this"))
    is_named = _NUMBER.match(sentence[match.end("noun") :]) is not None or bool(name) or is_this
    is_title = len(name) > 1 and match["name"].istitle()  # it may have any words
    return (
        is_named
        and (name - _OF_TITLES if is_title else name).isdisjoint(_LOOSE)
        and not (_NEGATED.search(before) or _PURPOSE.search(before))
        and _NARROWED.match(rest) is None
        and _FOLLOWS.match(sentence[match.end("noun") :]) is not None
    )


def is_turn(sentence: str) -> bool:
    """Whether a sentence only says when its turn comes: when all checks are done."""
    return _AFTER.search(sentence) is not None and not condition_of(sentence, "")


def condition_of(sentence: str, given: str) -> str:
    """What a sentence depends on: a mode it names, its own words, or what its surroundings give."""
    mode = _MODE.search(sentence)
    if mode:
        return f"{mode[1].strip('`*').lower()} mode"
    plain = without_even(_IN_TURN.sub("", _AFTER.sub("", _FEW_RUN.sub("", sentence))))
    found = _CONDITION.search(plain)
    if found is None:
        return given
    clause = plain[found.start() :].lower()
    return " ".join((clause.partition(",")[0] if found.start() < _NEAR_START else clause).split())

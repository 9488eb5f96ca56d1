"""The words that say a sentence is not about what stands in the repository now."""

from __future__ import annotations

import re

from postil.domain.paths.names import words

LONGEST = 20_000
_SHORTLY = 40
_MAKES = re.compile(
    r"\b(?:creat(?:e|es|ing)|add|generat(?:e|es|ing)|writ(?:e|es|ing)|outputs?|emits?|produc(?:e|es|ing)"
    r"|saves?|put|place|download\w*|name|call (?:it|the)|copy)\b",
    re.IGNORECASE,
)
_MAKES_FILE = re.compile(
    r"\b(?:creat(?:e|ing)|add(?:ing)?|mak(?:e|ing)) an? (?:(?:new|empty|small|text|plain) ){0,2}"
    r"(?:file|folder|directory|module|script)\b",
    re.IGNORECASE,
)
_YOUR = re.compile(r"\byour (?:new |local |global )?[`*\"'(]{0,4}\Z", re.IGNORECASE)
_MADE_LATER = re.compile(
    r"\b(?:created|generated|written|emitted|produced|downloaded"
    r"|will|going to|planned|plans?|future|todo|fixme|upcoming|propos\w+|not yet|soon|eventually"
    r"|should (?:be|live|go)|would be|up[- ]to[- ]date)\b",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"\b(?:removed?|removes|removal|removing|deleted?|deletes|dropped|drops|no longer|formerly"
    r"|previous(?:ly)?|was|were|used to|old|legacy|deprecat\w*|renam\w+|moved|replac\w+|supersed\w+"
    r"|missing|absent|not (?:exist|ship|have|contain)|n['’]t exist|no such|nonexistent|there (?:is|are) no)\b",
    re.IGNORECASE,
)
_NOT_OURS = re.compile(
    r"\b(?:for example|(?:an?|this|these|following|as) examples?|e\.g|for instance|such as|suppose|imagine|assum\w+|hypothetical|sample"
    r"|your (?:own|project|app\w*|code\w*|package|repo\w*|module|files?|tests?|server|site|folder|home|config\w*)"
    r"|yours|our (?:own|app\w*)|my|the following|if you['’]?(?:re| are| use)|if (?:present|it exists|any)"
    r"|upstream|third[- ]party|port(?:ed)? (?:of|from)|cop(?:y|ied) (?:of|from)|duplicat\w{1,4} (?:of|from)|parity with|['’]s(?= `| [\w.-]{1,40}/| {2})|taken from|based on|borrowed"
    r"|adapted from|inspired by|similar to|like in|analog\w+|stdlib|standard library|built-?in)\b",
    re.IGNORECASE,
)
_LATER_OR_GONE = re.compile(
    r"\b(?:will (?:add|be|support|get|have|bring|come|take)|planned|plans? to|future|todo|fixme|upcoming"
    r"|propos\w+|not yet|some ?day|eventually|(?:should|could|would|might|may|let us|let's) (?:add|get|have|support)"
    r"|going to|going forward|wish\w*|idea|no longer|formerly|previous(?:ly)?|used to|deprecat\w*|renam\w+|supersed\w+"
    r"|(?:does|do|did) not exist|n['’]t exist|no such|there (?:is|are) no|old|legacy|not (?:accepted|supported|available))\b",
    re.IGNORECASE,
)
_GONE_BEFORE = re.compile(
    r"\b(?:remov(?:e|es|ed|ing)|drop(?:s|ped|ping)?|delet(?:e|es|ed|ing)|replac(?:e|es|ed|ing)|instead of|without)"
    r" (?:the |our )?(?:flag |option |switch |argument )?[`*]{0,3}\Z",
    re.IGNORECASE,
)
_GONE_AFTER = re.compile(
    r"\A[`*]{0,3} (?:flag |option |switch |argument )?(?:is|was|are|were|has been|have been) "
    r"(?:now )?(?:gone|removed|dropped|deleted|replaced)\b",
    re.IGNORECASE,
)
_NEGATED = re.compile(
    r"\b(?:never|not|avoid|don['’]t|doesn['’]t|must ?n['’]t|shouldn['’]t|forbid\w*|prohibit\w*"
    r"|rather than|instead of|no)\b",
    re.IGNORECASE,
)
_WISHES = re.compile(
    r"\b(?:should|must|shall|will|new|plan\w*|goal|aim\w*|once|until|when|if|want|try|eventually"
    r"|todo|make sure|ensure|almost|nearly|most|except|unless|other than|apart from|besides)\b",
    re.IGNORECASE,
)
_EXCEPT = re.compile(
    r"\b(?:except|unless|other than|apart from|besides|but not|with the exception|excluding|almost|nearly|most)\b",
    re.IGNORECASE,
)
_OUTWARD = re.compile(r"\[[^\[\]\n]{1,300}\]\(<?(?:https?:)?//[^()\s]{1,500}\)")
_MADE_UP = re.compile(
    r"(?i)(?:\A|[/_.-])(?:to-be|newly|another|yet-another)[_.-]|\w[_-]name(?:[/.]|\Z)"
)
_END = re.compile(r"(?<!e\.g)(?<!i\.e)[.!?;](?=\s)")
_CLAUSE = re.compile(
    r"[,:] (?:so|which means|and so|and thus|thus|hence|because|since|as|whether|even)\b"
    r"|\b(?:so that|because|whether or not|even (?:if|when|where))\b| [—–-] ",
    re.IGNORECASE,
)
"""What begins a clause with a reason or an outcome."""
_OTHERWISE = re.compile(r"[,;:] (?:or (?:else )?|otherwise,? |else )(?=[a-z])", re.IGNORECASE)
"""What begins a clause with what happens where an order is not followed."""
_WILL = re.compile(r"\bwill\b", re.IGNORECASE)
_SPAN = re.compile(r"`[^`]{0,200}`")
_PARTED = re.compile(r"[_.-]")
_STAND_INS = frozenset(
    words(
        "foo bar baz qux foobar example examples sample samples your yours my myapp mymodule mypackage"
        " myproject xxx some something somewhere any anything placeholder dummy hello world blah yyyy"
        " site-packages node_modules"
    )
)
_INVENTED = frozenset(
    words(
        "your my some foo bar baz qux foobar mymodule myclass myfunction example sample dummy xxx"
    )
)
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_ALONE = frozenset(
    words("path to x y z name filename file dir folder tmp temp etc usr var home opt proc dev")
)


def without_outward(text: str) -> str:
    """The text without links to other places, whose words are about what stands there."""
    return _OUTWARD.sub(" ", text[:LONGEST])


def is_about_now(text: str, spelled: str) -> bool:
    """Whether the sentence around a citation speaks of what is, and of this project."""
    said = _sentence(text[:LONGEST], spelled)
    shortly_before = text[: max(text.find(spelled), 0)][-_SHORTLY:]
    if _MAKES.search(shortly_before) or _YOUR.search(shortly_before):
        return False
    if any(pattern.search(said) for pattern in (_MAKES_FILE, _GONE, _NOT_OURS)):
        return False
    return _MADE_LATER.search(_without_outcome(text, spelled)) is None


def _without_outcome(text: str, spelled: str) -> str:
    """The sentence, what comes of doing otherwise not set in the future: "call `a()`, or both will hang"."""
    before, _, after = _holding(text[:LONGEST], spelled).partition(spelled)
    first, *outcomes = _OTHERWISE.split(after)
    # What is made by somebody else then is still not there.
    after = " ".join([first, *(_WILL.sub(" ", outcome) for outcome in outcomes)])
    return _SPAN.sub("`", f"{before} {after}").replace(spelled, " ")


def is_on_offer(text: str, spelled: str) -> bool:
    """Whether a sentence shows a command or an option as one that can be given now, by us.

    What the command does may be told in any tense: it "removes" things, or shows what "would be" sent.
    """
    said = _sentence(text[:LONGEST], spelled)
    at = max(text.find(spelled), 0)
    before, after = text[:at][-_SHORTLY:], text[at + len(spelled) :][: 2 * _SHORTLY]
    if _GONE_BEFORE.search(before) or _GONE_AFTER.search(after) or _YOUR.search(before):
        return False
    return not (_LATER_OR_GONE.search(said) or _NOT_OURS.search(said))


def speaks_of_others(text: str, spelled: str) -> bool:
    """Whether the sentence is an example, or about another project than this one."""
    return _NOT_OURS.search(_sentence(text[:LONGEST], spelled)) is not None


def is_forbidding(text: str, spelled: str) -> bool:
    """Whether the sentence tells people to keep away from it, so that it need not be there.

    What a later clause denies is what follows from it: "goes through `a()`, so case does not matter".
    """
    before, _, after = _holding(text[:LONGEST], spelled).partition(spelled)
    said = _SPAN.sub("`", f"{before}{spelled}{_CLAUSE.split(after)[0]}")
    return _NEGATED.search(said.replace(spelled, " ")) is not None


def _holding(text: str, spelled: str) -> str:
    """The sentence that holds the citation."""
    return next((sentence for sentence in _END.split(text) if spelled in sentence), text)


def _sentence(text: str, spelled: str) -> str:
    """The same without what stands in backticks."""
    return _SPAN.sub("`", _holding(text, spelled)).replace(spelled, " ")


def is_wish(text: str) -> bool:
    """Whether the text says what shall be, or that there are exceptions."""
    return _WISHES.search(text[:LONGEST]) is not None


def has_exceptions(text: str) -> bool:
    """Whether a sentence about all of something leaves some out itself."""
    return _EXCEPT.search(text[:LONGEST]) is not None


def is_made_up(name: str) -> bool:
    """Whether a name stands for the reader's own: `your_function`, `myHandler`, `FooBar`."""
    parts = [part.lower() for piece in name.split("_") for part in _HUMP.split(piece) if part]
    return bool(parts) and parts[0] in _INVENTED


def is_placeholder(path: str) -> bool:
    """Whether a folder or the file is called what nobody calls a real one."""
    if _MADE_UP.search(path[:LONGEST]):
        return True
    for segment in path.lower().split("/"):
        if segment.partition(".")[0] in _ALONE or segment in _STAND_INS:
            return True
        if not _STAND_INS.isdisjoint(_PARTED.split(segment)):
            return True
    return False

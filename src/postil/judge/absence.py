"""Whether something a reader calls missing is there after all, spelled out or generated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from postil.domain.change import Side
from postil.domain.finding import Finding
from postil.domain.paths import is_doc
from postil.judge import names
from postil.judge.frameworks import generators_of
from postil.judge.grounds import Grounds
from postil.ports import Hit, Hits

_LONGEST_LINE = 20_000
_LONGEST_SUBJECT = 200

_DECLARING = """
    abstract alias async class const constexpr def define #define defn enum export fn fun func
    function get instance interface let macro macro_rules! message module namespace object package
    private proc protected protocol pub public record rpc sealed service set static struct sub
    table trait type typedef union val var view
"""
_CALLING = """
    and assert await case delete do elif else go if in is new not or print raise return throw
    typeof unless until when while with yield
"""
_DECLARERS = frozenset(_DECLARING.split())
_CALLERS = frozenset(_CALLING.split())


def needle_of(subject: str) -> str | None:
    """What to search the tree for; None when the subject is words rather than a name."""
    name = names.parse(subject)
    if name is not None:
        return name.last
    plain = subject.strip().strip("`")
    return (
        plain if 0 < len(plain) <= _LONGEST_SUBJECT and not any(map(str.isspace, plain)) else None
    )


def needles(subject: str) -> Iterator[str]:
    """Everything the tree must be asked to settle whether the subject is missing."""
    needle = needle_of(subject)
    if needle is not None:
        yield needle
        for generator in generators_of(needle):
            yield from generator.constructs


def refutation(
    finding: Finding, *, found: Mapping[str, Hits] | None, grounds: Grounds
) -> str | None:
    """Why the claim does not hold, in words; None when nothing speaks against it."""
    subject = finding.claim.subject.strip()
    if not subject:
        return "it calls something missing without naming it"
    needle = needle_of(subject)
    if needle is None:
        return None
    if grounds.head.exists(subject.strip("`")):
        return f"{_ticked(subject)} is there"
    if found is None:
        return f"the tree could not be searched for {_ticked(subject)}"
    hits = found[needle]
    hit = next((hit for hit in hits.hits if _refutes(hit, needle, finding, grounds)), None)
    if hit is not None:
        return f"{_ticked(subject)} is there: `{hit.path}:{hit.line}`"
    if hits.total > len(hits.hits):
        return f"{_ticked(subject)} stands in the tree more than {len(hits.hits)} times"
    for generator in generators_of(needle):
        if any(found[construct].total for construct in generator.constructs):
            return f"{_ticked(subject)} is made by {generator.name}"
    return None


def _ticked(subject: str) -> str:
    return f"`{subject.strip('`')}`"


def _refutes(hit: Hit, needle: str, finding: Finding, grounds: Grounds) -> bool:
    """A line that declares it, or one that used it before this change and so relies on it."""
    if is_doc(hit.path) or _is_quoted(hit, finding):
        return False
    if not grounds.change.changes(hit.path, Side.NEW, hit.line):
        return True
    return declares(hit.text[:_LONGEST_LINE], needle)


def _is_quoted(hit: Hit, finding: Finding) -> bool:
    return any(
        evidence.path == hit.path
        and evidence.side is Side.NEW
        and evidence.start is not None
        and evidence.start <= hit.line <= (evidence.end or evidence.start)
        for evidence in finding.evidence
    )


def declares(text: str, name: str) -> bool:
    """Whether the line brings the name into being, judged by the words around it."""
    at = text.find(name)
    while at >= 0:
        before, after = text[:at].rstrip(), text[at + len(name) :].lstrip()
        word = before.rsplit(None, 1)[-1] if before else ""
        if word in _DECLARERS or _is_bound(after):
            return True
        if after.startswith("(") and _is_type(word):
            return True
        at = text.find(name, at + len(name))
    return False


def _is_bound(after: str) -> bool:
    return after.startswith(("=", ":")) and not after.startswith(("==", "=>", "=~", "::"))


def _is_type(word: str) -> bool:
    """Whether the word before a name with brackets makes it a method, as in `int size(`."""
    return bool(word) and word not in _CALLERS and (word[-1].isalnum() or word[-1] in "_>*&]")

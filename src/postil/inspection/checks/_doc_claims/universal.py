"""Claims that nobody uses something, and the line of the tree that refutes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from postil.domain import paths
from postil.domain.finding import Quote
from postil.inspection.checks._doc_claims.lines import Statement
from postil.inspection.checks._doc_claims.words import is_wish
from postil.inspection.documents import LONGEST_LINE, Part
from postil.ports import Hit, Hits, Tree
from postil.syntax import Role, role_at, supports

_TICKED = r"`([A-Za-z_][\w.]{2,80})(?:\(\))?`"
_INSTEAD = re.compile(
    rf"\b(?:all|every)\b[^`.]{{0,60}}\b(?:uses?|calls?|go(?:es)? through)\s+{_TICKED}[^`.]{{0,20}}"
    rf"\b(?:instead of|rather than|not|and not|in place of)\s+(?:the\s)?{_TICKED}",
    re.IGNORECASE,
)
_UNUSED = re.compile(
    rf"{_TICKED} (?:is|are) (?:no longer|not|never)(?: being)? (?:used|called|imported|referenced)"
    r"(?: (?:anywhere|any ?more|by (?:any|anything|anyone)\b[^`.]{0,30}))?\s{0,4}(?:[.;,]|\Z)",
    re.IGNORECASE,
)
_NOTHING = re.compile(
    rf"\b(?:nothing|nobody|no (?:code|module|file|caller|one)) (?:still )?(?:uses|calls|imports|references) {_TICKED}",
    re.IGNORECASE,
)
_DEFINES = re.compile(
    r"\b(?:def|function\*?|func|fn|class|struct|interface|trait|enum|type|const|let|var)"
    r"\s+(?:\([^)\n]{0,100}\)\s*)?(\w{1,100})"
)
_IMPORTS = re.compile(r"\A\s{0,40}(?:import|from|export|use|require|#include|pub use)\b")


@dataclass(frozen=True)
class Sweeping:
    """A claim about everything: what nobody uses."""

    statement: Statement
    subject: str
    instead: str = ""

    @property
    def needles(self) -> frozenset[str]:
        return frozenset({last(self.subject), last(self.instead)} - {""})


def last(name: str) -> str:
    return name.rpartition(".")[2]


def sweeping_claims(statement: Statement) -> Iterator[Sweeping]:
    text = statement.words
    if statement.part is not Part.PROSE or "`" not in text or is_wish(text):
        return
    for new, old in _INSTEAD.findall(text):
        yield Sweeping(statement, old, instead=new)
    for old in (*_UNUSED.findall(text), *_NOTHING.findall(text)):
        yield Sweeping(statement, old)


def refutation(claim: Sweeping, found: Mapping[str, Hits], head: Tree) -> Quote | None:
    """The first place that shows otherwise; None when none does or it cannot be told."""
    name = last(claim.subject)
    hits = [hit for hit in found[name].hits if _counts(hit)]
    own = {hit.path for hit in hits if _defines(hit, name)}
    if claim.instead:
        own |= {
            hit.path
            for hit in found[last(claim.instead)].hits
            if _defines(hit, last(claim.instead))
        }
    for hit in hits:
        if hit.path not in own and _is_use(hit, name, head):
            return Quote(path=hit.path, text=hit.text, line=hit.line)
    return None


def _counts(hit: Hit) -> bool:
    return (
        supports(hit.path)
        and not paths.is_test(hit.path)
        and not paths.is_doc(hit.path)
        and not paths.is_vendored(hit.path)
        and not paths.is_generated(hit.path)
        and len(hit.text) <= LONGEST_LINE
    )


def _defines(hit: Hit, name: str) -> bool:
    if any(match[1] == name for match in _DEFINES.finditer(hit.text[:LONGEST_LINE])):
        return True
    before, _, after = hit.text.partition(name)
    return not before.strip() and after.lstrip()[:1] == "=" != after.lstrip()[1:2]


def _is_use(hit: Hit, name: str, head: Tree) -> bool:
    if _IMPORTS.match(hit.text):
        return False
    text = head.read(hit.path)
    return text is not None and role_at(hit.path, text, hit.line, hit.text.find(name)) is Role.CODE

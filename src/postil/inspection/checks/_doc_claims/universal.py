"""Claims that nobody uses something, and the line of the tree that refutes them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from postil.domain.finding import Quote
from postil.inspection.checks._doc_claims.counterexamples import Counterexample
from postil.inspection.checks._doc_claims.lines import Statement
from postil.inspection.checks._doc_claims.sentences import holding, single_ticked
from postil.inspection.checks._doc_claims.uses import counts, defines, is_code, is_import
from postil.inspection.checks._doc_claims.words import is_wish
from postil.inspection.documents import Part
from postil.ports import Hit, Hits, Tree

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


@dataclass(frozen=True)
class Sweeping:
    """A claim about everything: what nobody uses."""

    statement: Statement
    subject: str
    instead: str = ""

    @property
    def needles(self) -> frozenset[str]:
        return frozenset({last(self.subject), last(self.instead)} - {""})

    def refuted(self, found: Mapping[str, Hits], head: Tree) -> Counterexample | None:
        """The first place that shows otherwise; None when none does or it cannot be told."""
        name = last(self.subject)
        hits = [hit for hit in found[name].hits if counts(hit)]
        own = {hit.path for hit in hits if defines(hit, name)}
        if self.instead:
            other = last(self.instead)
            own |= {hit.path for hit in found[other].hits if counts(hit) and defines(hit, other)}
        for hit in hits:
            if hit.path not in own and _is_use(hit, name, head):
                title = f"The name `{self.subject}` is still used, against what this line says"
                return Counterexample(Quote(path=hit.path, text=hit.text, line=hit.line), title)
        return None


def last(name: str) -> str:
    return name.rpartition(".")[2]


def sweeping_claims(statement: Statement) -> Iterator[Sweeping]:
    if statement.part is not Part.PROSE or "`" not in statement.words:
        return
    text = single_ticked(statement.around)
    for pattern in (_INSTEAD, _UNUSED, _NOTHING):
        for found in pattern.finditer(text):
            *new, old = found.groups()
            # What stands on several lines is told where the name stands.
            if f"`{old}" in statement.words and not is_wish(holding(text, found.start())):
                yield Sweeping(statement, old, instead=new[0] if new else "")


def _is_use(hit: Hit, name: str, head: Tree) -> bool:
    return not is_import(hit.text) and is_code(hit, hit.text.find(name), head)

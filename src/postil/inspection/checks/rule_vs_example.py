"""A document forbids something that it, or another document of the change, still shows.

An added line of prose with a rule against a command, a path or a piece of syntax is compared with
the examples and instructions of the same document and of the other documents the change touches.

Why it matters: readers copy examples and skip rules, and assistants do both; a document that
contradicts itself teaches the forbidden form.

Stays quiet when: the example is marked as wrong or old, keeps the rule in another way, or only
begins alike, or is one of three or more older ones of a manual; the rule has a condition, is for another place, names no token, or was only moved; the document is a
change log, or a guide to another version whose steps keep its rules.

Silence it: write `postil: allow rule-vs-example` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "rule-vs-example"` to `.postil.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks._rule_vs_example.breaches import is_just
from postil.inspection.checks._rule_vs_example.consumers import is_for_consumers, own_names
from postil.inspection.checks._rule_vs_example.examples import Document, is_rule_list
from postil.inspection.checks._rule_vs_example.rules import Deed, Rule, rules_in, spelled
from postil.inspection.commands import TOOLS
from postil.inspection.lead_ins import forbidden_where
from postil.ports import Tree

NAME = "rule-vs-example"
DIMENSION = Dimension.CROSS_REFERENCE
SEVERITY = Severity.MEDIUM
ROOT = Root.DOC

_PAST = re.compile(
    r"(?:^|[/_.-])(?:deprecat\w*|breaking\w*|archive\w*|adrs?|rfcs?|decisions?"
    r"|release[_-]?notes?|releases|release(?!\.\w{2,5}\Z)|whats?[_-]?new|blog|posts|news|proposals?|history|changes)(?:[/_.-]|$)",
    re.IGNORECASE,
)
_GUIDE = re.compile(r"(?:^|[/_.-])(?:migrat\w*|upgrad\w*)(?:[/_.-]|$)", re.IGNORECASE)
"""Documents about the way from one version to the next, which show the old one as well."""
_EARLIER = re.compile(
    r"\b(?:before|still|current(?:ly)?|existing|old|older|previous(?:ly)?|last|first|once more|(?:on|under) v?\d[\w.]{0,10})\b",
    re.IGNORECASE,
)
"""What says of a step of such a document that it is taken with the old version."""
_RELEASE = re.compile(r"(?:^|[/_.-])release\.\w{2,5}$", re.IGNORECASE)
_VERSION = re.compile(r"\A#{0,4}\s{0,4}(?:[A-Za-z]{1,20}\s){0,2}[\[v]{0,2}\d{1,4}\.\d{1,4}")
_SEVERAL = 2
_BOOKS = re.compile(
    r"(?:^|/)(?:agents|claude|gemini|contributing|hacking|copilot-instructions|conventions|coding[_-]?style)\.\w+$"
    r"|\.instructions\.md$|\.(?:mdc|cursorrules|windsurfrules|clinerules)$",
    re.IGNORECASE,
)
_MANUALS = frozenset({"docs", "doc", "documentation", ".github", "website", "wiki"})
_VARIANT = re.compile(r"\Av?\d[\w.]{0,12}\Z|\A[a-z]{2}(?:[_-][A-Za-z]{2,4})?\Z")
_INSTRUCTIONS = (".mdc", ".cursorrules", ".windsurfrules", ".clinerules")
_MOST_RULES = 200
_MOST_COMPARED = 2_000_000
"""Every rule is compared with every line, so that much text gets fewer rules."""

_CHAPTER = 150
"""Lines between a rule of a manual and an example that is hardly about the same."""
_FEW = 8
"""Documents of a change that are written for each other; more of them are a whole manual."""
_LONGEST_TEXT = 240
_MOST_LISTED = 20
_CUSTOM = 3
"""Untouched lines of a manual that show it: the rule is then for less than it says."""


def activates(change: Change) -> str | None:
    count = sum(_is_read(file) for file in change.files)
    return f"compared the rules and examples of {count} document(s)" if count else None


def inspect(change: Change, head: Tree) -> Iterator[Remark | Gap]:
    files = [file for file in change.files if _is_read(file)]
    documents = {file.path: Document(file.path, head.read(file.path) or "") for file in files}
    files = [file for file in files if not _is_of_releases(documents[file.path])]
    moved = {text.strip() for file in files for _, text in file.removed}
    rules = (rule for file in files for rule in _stated(file, documents[file.path], moved))
    length = sum(len(document.lines) for document in documents.values())
    most = min(_MOST_RULES, max(1, _MOST_COMPARED // (length or 1)))
    stated = list(islice(rules, most + 1))
    if len(stated) > most:
        yield _too_many(most)
        stated.pop()
    spoken = {file.path: _rule_lines(stated, file.path) for file in files}
    told: set[tuple[str, int]] = set()
    owned = own_names(head) if stated else frozenset[str]()
    for rule in stated:
        for file in files:
            home = rule.line if file.path == rule.path else 0
            if not home and (_GUIDE.search(file.path) or _GUIDE.search(rule.path)):
                continue
            numbers = documents[file.path].offenders(rule.rule, home, skip=spoken[file.path])
            binding = [number for number in numbers if rule.binds(file.path, number)]
            fresh, old = _sorted(file, binding)
            if file.path != rule.path and not rule.speaks_for(file.path, among=len(files)):
                continue
            if len(old) >= _CUSTOM and not _BOOKS.search(rule.path):
                continue
            if file.path != rule.path:
                old = rule.reached(old, documents[file.path], owned, among=len(files))
            if _GUIDE.search(file.path):
                fresh, old = [number for number in fresh if rule.is_for_step(number)], []
            shown = fresh or old
            if shown and (file.path, shown[0]) not in told:
                told.add((file.path, shown[0]))
                remark = _remark(rule, documents[file.path], shown, is_new=bool(fresh))
                yield remark.as_mild() if rule.is_far(file.path, shown[0]) else remark


@dataclass(frozen=True)
class _Stated:
    """A rule, the sentence and the lines that state it, and the added one of them that names the token."""

    rule: Rule
    sentence: str
    lines: range
    line: int
    text: str
    document: Document

    @property
    def path(self) -> str:
        return self.document.path

    @property
    def _reach(self) -> range:
        return self.document.reach(self.line)

    def binds(self, path: str, line: int) -> bool:
        """Whether the rule speaks for that line: a rule book's for all, advice for what is near."""
        if _BOOKS.search(self.path):
            return True
        if path != self.path or not self.rule.is_advice or line in self._reach:
            return True
        return abs(line - self.line) <= _CHAPTER and not self.document.is_special(self.line)

    def reached(
        self, old: list[int], document: Document, owned: frozenset[str], *, among: int
    ) -> list[int]:
        """The older examples of another document that became wrong: who edits it had them in hand.

        Only an outright ban of a command makes them so, or advice for just that command, and not
        where readers get the package itself.
        """
        rule = self.rule
        if rule.scope or rule.unless or rule.in_root or rule.deed is not Deed.SHOW:
            return []
        if not (rule.is_command and " " in rule.forbidden):
            return []
        if rule.is_advice:
            old = self._advised_against(old, document) if among <= _FEW else []
        return [line for line in old if not is_for_consumers(document.lines[line - 1], owned)]

    def _advised_against(self, old: list[int], document: Document) -> list[int]:
        """The older examples of just the command that is advised against, in the same project,
        where nothing says that there are several ways.
        """
        is_near = _project_of(document.path) == _project_of(self.path)
        if not (self.rule.prescribed and is_near) or self.document.is_special(self.line):
            return []
        return [
            line
            for line in old
            if is_just(self.rule, document.lines[line - 1]) and not document.offers(self.rule, line)
        ]

    def is_for_step(self, line: int) -> bool:
        """Whether a guide tells in a step what it forbids above, as against how it was done."""
        rule = self.rule
        step = self.document.step(line)
        is_typed = rule.deed is Deed.SHOW and rule.forbidden.partition(" ")[0] in TOOLS
        if not (step and is_typed and " " in rule.forbidden) or rule.unless:
            return False
        return self.line < line and line in self._reach and _EARLIER.search(step) is None

    def speaks_for(self, path: str, *, among: int) -> bool:
        """Whether the rule is one for other documents of a change of so many, too.

        What a manual says holds for its project, unless it is said of one way or place of several.
        """
        if self.rule.in_root and _project_of(path) != _project_of(self.path):
            return False
        if _BOOKS.search(self.path):
            return True
        return (
            among <= _FEW
            and not self.rule.scope
            and not self.rule.in_root
            and not self.document.is_special(self.line)
            and path.startswith(_project_of(self.path))
            and _variant_of(path) == _variant_of(self.path)
        )

    def is_far(self, path: str, line: int) -> bool:
        """Whether a manual says it in one chapter and shows the thing in another, for another end."""
        apart = path == self.path and line not in self._reach and abs(line - self.line) > _CHAPTER
        return apart and not _BOOKS.search(self.path)


def _project_of(path: str) -> str:
    """The folder that a document speaks for: its own, or the one whose documentation it is part of."""
    folders = path.split("/")[:-1]
    at = next((n for n, name in enumerate(folders) if name.lower() in _MANUALS), len(folders))
    return "".join(f"{name}/" for name in folders[:at])


def _variant_of(path: str) -> frozenset[str]:
    """The folders that set one version or language of a manual apart from the others."""
    return frozenset(name for name in path.split("/")[:-1] if _VARIANT.match(name))


def _is_read(file: ChangedFile) -> bool:
    path = file.path
    return (
        bool(file.added)
        and file.status is not FileStatus.DELETED
        and (paths.is_doc(path) or path.lower().endswith(_INSTRUCTIONS))
        and not (paths.is_changelog(path) or paths.is_test(path) or paths.is_vendored(path))
        and not paths.is_generated(path)
        and _PAST.search(path) is None
    )


def _is_of_releases(document: Document) -> bool:
    """Whether a document called after releases tells of each, as against how one is made."""
    if _RELEASE.search(document.path) is None:
        return False
    return sum(_VERSION.match(line) is not None for line in document.lines) >= _SEVERAL


def _stated(file: ChangedFile, document: Document, moved: set[str]) -> Iterator[_Stated]:
    for entry in document.entries:
        listed = entry.is_listed and forbidden_where(entry.leads, entry.headings) == ""
        if not (listed or is_rule_list(entry.leads)):
            continue
        for first, last, sentence in entry.sentences():
            lines = range(first, last + 1)
            if "`" not in spelled(sentence) or file.added_numbers.isdisjoint(lines):
                continue
            rest = entry.text.partition(sentence)[2]
            opens = listed and entry.text.startswith(sentence)
            for rule in rules_in(sentence, rest, is_listed=opens):
                number = _line_of(rule.forbidden, lines, document)
                text = document.lines[number - 1]
                if number in file.added_numbers and text.strip() not in moved:
                    yield _Stated(rule, sentence, lines, number, text, document)


def _line_of(token: str, lines: range, document: Document) -> int:
    """The line of a sentence that names the token."""
    named = (number for number in lines if token in document.lines[number - 1])
    return next(named, lines.start)


def _rule_lines(stated: Iterable[_Stated], path: str) -> frozenset[int]:
    return frozenset(line for rule in stated if rule.path == path for line in rule.lines)


def _sorted(file: ChangedFile, numbers: Iterable[int]) -> tuple[list[int], list[int]]:
    """The offending lines that the change adds, and those that stood there before."""
    fresh: list[int] = []
    old: list[int] = []
    for number in numbers:
        (fresh if number in file.added_numbers else old).append(number)
    return fresh, old


def _remark(stated: _Stated, document: Document, shown: list[int], *, is_new: bool) -> Remark:
    forbidden, prescribed, unless = (
        stated.rule.forbidden,
        stated.rule.prescribed,
        stated.rule.unless,
    )
    told = (
        f"without `{unless}`, which `{stated.path}` demands"
        if unless
        else f"although `{stated.path}` forbids it"
    )
    others = ", ".join(str(number) for number in shown[1 : _MOST_LISTED + 1])
    return Remark(
        title=f"`{forbidden}` is shown here {told}",
        slug=NAME,
        severity=SEVERITY if is_new else Severity.LOW,
        dimension=DIMENSION,
        root=ROOT,
        quotes=(
            Quote(path=document.path, text=document.lines[shown[0] - 1], line=shown[0]),
            Quote(path=stated.path, text=stated.text, line=stated.line),
        ),
        failure_mode=f"The rule at `{stated.path}:{stated.line}` reads: {_shortened(stated.sentence)}. "
        f"Readers copy `{forbidden}` from the example and break it.",
        mitigation=_mitigation(prescribed, unless),
        claim=Claim(Shape.MISMATCH, forbidden),
        confidence=80,
        details=f"Also on line(s) {others}." if others else "",
    )


def _mitigation(prescribed: str, unless: str) -> str:
    if unless:
        return f"Add `{unless}` here."
    if prescribed:
        return f"Show `{prescribed}` here."
    return "Rewrite the example, or name the exception in the rule."


def _shortened(text: str) -> str:
    plain = " ".join(text.split()).rstrip(".!?;:, ")
    return plain if len(plain) <= _LONGEST_TEXT else f"{plain[:_LONGEST_TEXT].rpartition(' ')[0]} …"


def _too_many(most: int) -> Gap:
    return Gap(
        subject=f"check `{NAME}`",
        reason=f"only the first {most} of the stated rules are compared with so much text",
        required=True,
        remedy="split the change",
    )

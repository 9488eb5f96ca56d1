"""An added line of a document or comment cites something that is not there, or that is not so.

Paths, names, options of the project's own programs, anchors in Markdown documents, and claims
about all of something are looked up in the tree at head; so are links to a heading that the
change removes or rewords. What a comment says its function takes is compared with its head.

Why it matters: people and programs act on what documents say; a path that leads nowhere costs
each reader a search, and a rule about a helper that does not exist is not followed at all.

Stays quiet when: the same change defines the thing; the sentence speaks of the past, the future,
an example, or what the reader shall create; the thing may belong to a library, a build or the
reader's own project; the claim stood there before.

Silence it: write `postil: allow doc-claims` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "doc-claims"` to `.postil.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from postil.domain.change import Change
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Inspection, Needles
from postil.inspection.checks._doc_claims_anchor_remarks import anchor_remarks
from postil.inspection.checks._doc_claims_anchors import Anchors
from postil.inspection.checks._doc_claims_custom import Custom
from postil.inspection.checks._doc_claims_functions import about_functions
from postil.inspection.checks._doc_claims_lines import Statement, statements
from postil.inspection.checks._doc_claims_names import CitedName, Registry, cited_names
from postil.inspection.checks._doc_claims_options import CitedOption, Programs, is_unknown
from postil.inspection.checks._doc_claims_paths import Atlas, CitedPath, cited_paths
from postil.inspection.checks._doc_claims_sheet import is_markdown
from postil.inspection.checks._doc_claims_universal import (
    Sweeping,
    refutation,
    sweeping_claims,
)
from postil.inspection.gathering import gathered
from postil.ports import Hits, Tree

NAME = "doc-claims"
DIMENSION = Dimension.CROSS_REFERENCE
SEVERITY = Severity.MEDIUM
ROOT = Root.DOC
ASKS_TREE = True

MOST_STATEMENTS = 20_000
_BARE = re.compile(r"\A[a-z]{1,60}(?:[A-Z][a-z0-9]{1,60}){1,8}\(\)\Z")


def activates(change: Change) -> str | None:
    count = sum(bool(file.added) for file in change.files)
    if count:
        return f"looked for claims in the added lines of {count} file(s)"
    count = sum(bool(file.removed) and is_markdown(file.path) for file in change.files)
    return f"looked for links to headings that {count} document(s) lost" if count else None


def inspect(change: Change, head: Tree, base: Tree) -> Inspection:
    said = _new_statements(change, head)
    if len(said) > MOST_STATEMENTS:
        yield _too_many(len(said))
    questions = _Questions.of(said[:MOST_STATEMENTS], change, Atlas(head, base))
    anchors = Anchors(change, head, base)
    found = yield Needles(questions.needles | anchors.needles)
    told = (
        *questions.remarks(found),
        *anchor_remarks(anchors.broken(found)),
        *about_functions(change, head, base),
    )
    yield from gathered(_once(told), lambda remark: remark.slug)


def _new_statements(change: Change, head: Tree) -> list[Statement]:
    """What is claimed on added lines that were not taken from elsewhere as they are."""
    moved = {text.strip() for file in change.files for _, text in file.removed}
    return [entry for entry in statements(change, head) if entry.text.strip() not in moved]


@dataclass(frozen=True)
class _Questions:
    """Everything the statements cite that the lines they replace did not already cite."""

    change: Change
    atlas: Atlas
    paths: tuple[CitedPath, ...]
    names: tuple[CitedName, ...]
    options: tuple[CitedOption, ...]
    sweeping: tuple[Sweeping, ...]
    custom: Custom

    @classmethod
    def of(cls, said: Sequence[Statement], change: Change, atlas: Atlas) -> _Questions:
        earlier = {file.path: "\n".join(text for _, text in file.removed) for file in change.files}
        programs = Programs(atlas.head)
        custom = Custom(change, atlas.base, atlas.head)

        def fresh(statement: Statement, spelled: str) -> bool:
            return spelled not in earlier.get(statement.path, "")

        return cls(
            change,
            atlas,
            tuple(c for one in said for c in cited_paths(one) if fresh(one, c.plain)),
            tuple(c for one in said for c in cited_names(one) if fresh(one, c.spelled)),
            tuple(c for one in said for c in programs.cited(one) if fresh(one, c.spelled)),
            tuple(c for one in said for c in sweeping_claims(one) if fresh(one, c.subject)),
            custom,
        )

    @cached_property
    def missing(self) -> tuple[CitedPath, ...]:
        return tuple(path for path in self.paths if self.atlas.is_missing(path))

    @cached_property
    def before(self) -> tuple[CitedName, ...]:
        return self.custom.names_beside(self.names)

    @property
    def needles(self) -> frozenset[str]:
        return frozenset[str]().union(
            (path.plain for path in self.missing),
            (name.name for name in self.before),
            *(name.needles for name in self.names),
            *(option.needles for option in self.options),
            *(claim.needles for claim in self.sweeping),
        )

    def _paths(self, found: Mapping[str, Hits]) -> Iterator[Remark]:
        for path in self.missing:
            if not self.custom.is_for_readers(path, found):
                yield _missing_path(path)
        for path in self.paths:
            if path not in self.missing and self.atlas.is_past_end(path):
                yield _past_end(path)

    def remarks(self, found: Mapping[str, Hits]) -> Iterator[Remark]:
        yield from self._paths(found)
        registry = Registry(self.change, self.atlas, found, self.names, self.before)
        for name in self.names:
            confidence = registry.confidence(name)
            if confidence:
                yield _missing_name(name, registry.other_spelling(name), confidence)
        for option in self.options:
            if is_unknown(option, found, self.atlas):
                yield _missing_option(option)
        for claim in self.sweeping:
            refuting = refutation(claim, found, self.atlas.head)
            if refuting is not None:
                yield _refuted(claim, refuting)


def _once(remarks: Iterable[Remark]) -> Iterator[Remark]:
    """Each thing is told once for each file, where it is first cited."""
    told: set[tuple[str, str]] = set()
    for remark in remarks:
        key = (remark.quotes[0].path, remark.claim.subject)
        if key not in told:
            told.add(key)
            yield remark


def _missing_path(cited: CitedPath) -> Remark:
    noun = "folder" if cited.is_folder else "file"
    return _absent(
        cited.statement,
        cited.spelled,
        slug="missing-path",
        title=f"The {noun} `{cited.spelled}` does not exist",
        mitigation=f"Name the {noun} that is meant, or add it.",
    )


def _past_end(cited: CitedPath) -> Remark:
    return _absent(
        cited.statement,
        f"{cited.spelled}:{cited.row}",
        slug="missing-path",
        title=f"The file `{cited.spelled}` has no line {cited.row}",
        mitigation="Name the function or heading instead of a line.",
    )


def _missing_name(cited: CitedName, meant: str, confidence: int) -> Remark:
    remark = _absent(
        cited.statement,
        cited.spelled,
        slug="missing-name",
        title=f"The name `{cited.spelled}` is nowhere else in the repository",
        mitigation=f"Write `{meant}` if that is meant."
        if meant
        else "Name what really does this, or add it.",
    )
    told = replace(remark, confidence=confidence)
    # A bare word that nothing here looks like is mostly a function of a library.
    bare = _BARE.match(cited.spelled) is not None
    return told.as_mild() if bare and not meant else told


def _missing_option(cited: CitedOption) -> Remark:
    return _absent(
        cited.statement,
        cited.spelled,
        slug="missing-option",
        title=f"The option `{cited.spelled}` of `{cited.program}` does not exist",
        mitigation="Show an option that the program has, or add this one.",
    )


def _absent(
    statement: Statement, subject: str, *, slug: str, title: str, mitigation: str
) -> Remark:
    return Remark(
        title=title,
        slug=slug,
        severity=SEVERITY,
        dimension=DIMENSION,
        root=ROOT,
        quotes=(_quote(statement),),
        failure_mode=f"Readers look for `{subject}` and do not find it.",
        mitigation=mitigation,
        claim=Claim(Shape.ABSENCE, subject),
    )


def _refuted(claim: Sweeping, refuting: Quote) -> Remark:
    place = f"{refuting.path}:{refuting.line}" if refuting.line else refuting.path
    said = (
        f"Not every file in `{claim.folder}` has `{claim.subject}`"
        if claim.folder
        else f"The name `{claim.subject}` is still used"
    )
    return Remark(
        title=f"{said}, against what this line says",
        slug="refuted-claim",
        severity=Severity.LOW,
        dimension=DIMENSION,
        root=ROOT,
        quotes=(_quote(claim.statement), refuting),
        failure_mode=f"Readers rely on a rule that `{place}` does not keep.",
        mitigation=f"Change `{place}`, or name the exception.",
        claim=Claim(Shape.MISMATCH, claim.subject),
        confidence=70,
    )


def _quote(statement: Statement) -> Quote:
    return Quote(path=statement.path, text=statement.text, line=statement.line)


def _too_many(count: int) -> Gap:
    return Gap(
        subject=f"check `{NAME}`",
        reason=f"{count} lines may claim something; only the first {MOST_STATEMENTS} are checked",
        required=True,
        remedy="split the change",
    )

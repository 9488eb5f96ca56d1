"""An added line of a document or comment cites something that is not there, or that is not so.

Paths, names, options of the project's own programs, anchors in Markdown documents, and claims
about all of something are looked up in the tree at head, commits in the clone; so are links to a
heading that the change removes or rewords. What a comment says its function takes is compared with its head.

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

from postil.domain import paths
from postil.domain.change import Change
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Inspection, Needles
from postil.inspection.checks._doc_claims.anchor_remarks import anchor_remarks
from postil.inspection.checks._doc_claims.anchors import Anchors
from postil.inspection.checks._doc_claims.commits import (
    CitedCommit,
    cited_commits,
    unknown_commits,
)
from postil.inspection.checks._doc_claims.counterexamples import Counterexample
from postil.inspection.checks._doc_claims.custom import Custom
from postil.inspection.checks._doc_claims.environment import (
    CitedVariable,
    Environment,
    cited_variables,
)
from postil.inspection.checks._doc_claims.environment import needles as variable_needles
from postil.inspection.checks._doc_claims.exclusive import Exclusive, exclusive_claims
from postil.inspection.checks._doc_claims.folders import FolderClaim, counterexample, folder_claims
from postil.inspection.checks._doc_claims.functions import about_functions
from postil.inspection.checks._doc_claims.lines import Statement, statements, told_of_other_times
from postil.inspection.checks._doc_claims.modules import CitedDotted, Lack, cited_dotted, lack
from postil.inspection.checks._doc_claims.names import CitedName, cited_names
from postil.inspection.checks._doc_claims.options import CitedOption, cited_options
from postil.inspection.checks._doc_claims.parsers import Parsers
from postil.inspection.checks._doc_claims.parsers import needles as option_needles
from postil.inspection.checks._doc_claims.paths import Atlas, CitedPath, cited_paths
from postil.inspection.checks._doc_claims.programs import Programs
from postil.inspection.checks._doc_claims.registry import Registry
from postil.inspection.checks._doc_claims.sheet import is_markdown
from postil.inspection.checks._doc_claims.universal import Sweeping, sweeping_claims
from postil.inspection.gathering import gathered
from postil.ports import Commits, Hits, NoCommits, Tree

NAME = "doc-claims"
DIMENSION = Dimension.CROSS_REFERENCE
SEVERITY = Severity.MEDIUM
ROOT = Root.DOC
ASKS_TREE = True

MOST_STATEMENTS = 20_000
MOST_NAMES = 2_000
"""Each is looked for in dozens of spellings."""
_NO_COMMITS = NoCommits()
_BARE = re.compile(r"\A[a-z]{1,60}(?:[A-Z][a-z0-9]{1,60}){1,8}\(\)\Z")


def activates(change: Change) -> str | None:
    count = sum(bool(file.added) for file in change.files)
    if count:
        return f"looked for claims in the added lines of {count} file(s)"
    count = sum(bool(file.removed) and is_markdown(file.path) for file in change.files)
    return f"looked for links to headings that {count} document(s) lost" if count else None


def inspect(change: Change, head: Tree, base: Tree, commits: Commits = _NO_COMMITS) -> Inspection:
    said = _new(statements(change, head), change)
    if len(said) > MOST_STATEMENTS:
        yield _too_many(f"{len(said)} lines may claim something", MOST_STATEMENTS)
    questions = _Questions.of(said[:MOST_STATEMENTS], change, Atlas(head, base))
    if len(questions.cited) > MOST_NAMES:
        yield _too_many(f"{len(questions.cited)} names are cited", MOST_NAMES)
    anchors = Anchors(change, head, base)
    found = yield Needles(questions.needles | anchors.needles)
    earlier = _new(told_of_other_times(change, head), change)[:MOST_STATEMENTS]
    ids = [one for entry in (*said[:MOST_STATEMENTS], *earlier) for one in cited_commits(entry)]
    strangers, gap = unknown_commits(ids, commits)
    if gap is not None:
        yield gap
    told = (
        *questions.remarks(found),
        *map(_missing_commit, strangers),
        *anchor_remarks(anchors.broken(found)),
        *about_functions(change, head, base),
    )
    yield from gathered(_once(told), lambda remark: remark.slug)


def _new(said: Iterable[Statement], change: Change) -> list[Statement]:
    """What is claimed on added lines that were not taken from elsewhere as they are."""
    moved = {text.strip() for file in change.files for _, text in file.removed}
    return [entry for entry in said if entry.text.strip() not in moved]


@dataclass(frozen=True)
class _Questions:
    """Everything the statements cite that the lines they replace did not already cite."""

    change: Change
    atlas: Atlas
    paths: tuple[CitedPath, ...]
    cited: tuple[CitedName, ...]
    dotted: tuple[CitedDotted, ...]
    options: tuple[CitedOption, ...]
    variables: tuple[CitedVariable, ...]
    sweeping: tuple[Sweeping | Exclusive, ...]
    folders: tuple[FolderClaim, ...]
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
            tuple(c for one in said for c in cited_dotted(one) if fresh(one, c.spelled)),
            tuple(c for one in said for c in cited_options(one, programs) if fresh(one, c.spelled)),
            tuple(c for one in said for c in cited_variables(one) if fresh(one, c.name)),
            tuple(c for one in said for c in _about_all(one) if fresh(one, c.subject)),
            tuple(c for one in said for c in folder_claims(one) if fresh(one, c.subject)),
            custom,
        )

    @property
    def names(self) -> tuple[CitedName, ...]:
        return self.cited[:MOST_NAMES]

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
            option_needles(self.options),
            variable_needles(self.variables),
            *(claim.needles for claim in self.sweeping),
            (dotted.binding for dotted in self.dotted),
        )

    def _paths(self, found: Mapping[str, Hits]) -> Iterator[Remark]:
        for path in self.missing:
            if not self.custom.is_for_readers(path, found):
                told = _missing_path(path)
                yield told.as_mild() if self.atlas.is_far(path) else told
        for path in self.paths:
            if path not in self.missing and self.atlas.is_past_end(path):
                yield _past_end(path)

    def remarks(self, found: Mapping[str, Hits]) -> Iterator[Remark]:
        yield from self._paths(found)
        yield from self._names(found)
        yield from self._settings(found)
        for claim in self.sweeping:
            refuting = claim.refuted(found, self.atlas.head)
            if refuting is not None:
                yield _refuted(claim.statement, claim.subject, refuting)
        for one in self.folders:
            shown = counterexample(one, self.atlas.head)
            if shown is not None:
                yield _refuted(one.statement, one.subject, shown)

    def _names(self, found: Mapping[str, Hits]) -> Iterator[Remark]:
        for dotted in self.dotted:
            missing = lack(dotted.spelled, self.atlas)
            # What a sample calls as the package is called is a value sooner than the package.
            is_value = not dotted.is_reference and found[dotted.binding].total
            if missing is not None and not is_value:
                yield _missing_dotted(dotted, missing)
        registry = Registry(self.change, self.atlas, found, self.names, self.before)
        for name in self.names:
            confidence = registry.confidence(name)
            if confidence:
                yield _missing_name(name, registry.other_spelling(name), confidence)

    def _settings(self, found: Mapping[str, Hits]) -> Iterator[Remark]:
        environment = Environment(self.atlas.head, found, self.variables)
        for variable in self.variables:
            if environment.lack(variable):
                yield _missing_variable(variable, environment.meant(variable))
        parsers = Parsers(self.atlas, Programs(self.atlas.head), found, self.options)
        for option in self.options:
            if parsers.lack(option):
                yield _missing_option(option)


def _about_all(statement: Statement) -> Iterator[Sweeping | Exclusive]:
    yield from sweeping_claims(statement)
    yield from exclusive_claims(statement)


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
        details=f"No path of the reviewed commit ends with `{cited.plain}`.",
    )


def _past_end(cited: CitedPath) -> Remark:
    return _absent(
        cited.statement,
        f"{cited.spelled}:{cited.row}",
        slug="missing-path",
        title=f"The file `{cited.spelled}` has no line {cited.row}",
        mitigation="Name the function or heading instead of a line.",
        details="The file was read to its end at the reviewed commit.",
    )


def _missing_name(cited: CitedName, meant: str, confidence: int) -> Remark:
    remark = _absent(
        cited.statement,
        cited.spelled,
        slug="missing-name",
        title=_title(cited),
        mitigation=f"Write `{meant}` if that is meant."
        if meant
        else "Name what really does this, or add it.",
        details=_evidence(cited, meant),
    )
    told = replace(remark, confidence=confidence)
    return told.as_mild() if not meant and _is_mostly_anothers(cited) else told


def _missing_dotted(cited: CitedDotted, missing: Lack) -> Remark:
    what = "module or name" if missing.path.endswith("__init__.py") else "name"
    return _absent(
        cited.statement,
        cited.spelled,
        slug="missing-name",
        title=f"`{cited.spelled}` leads nowhere: `{missing.path}` has no {what} `{missing.name}`",
        mitigation=f"Write `{missing.meant}` if that is meant."
        if missing.meant
        else "Name what really does this, or add it.",
        details=f"`{missing.path}` was read at the reviewed commit and does not hold `{missing.name}`.",
    )


def _is_mostly_anothers(cited: CitedName) -> bool:
    """Whether a bare word that nothing here looks like is rather a function of a library."""
    # Go calls what other packages have by a capital, so that a small one can only be ours.
    own = paths.language_of(cited.statement.path) == "go" and bool(cited.assertion)
    return _BARE.match(cited.spelled) is not None and cited.file is None and not own


def _title(cited: CitedName) -> str:
    called = f"{cited.name}()" if cited.is_call else cited.name
    if cited.file is not None:
        return f"`{cited.file.spelled}` has no `{called}`"
    if cited.owner[:1].isupper():
        return f"`{cited.owner}` has no member `{called}`"
    return f"The name `{cited.spelled}` is nowhere else in the repository"


def _evidence(cited: CitedName, meant: str) -> str:
    """What the search came to, in one sentence."""
    if cited.file is not None:
        return f"The file was read at the reviewed commit and does not hold `{cited.name}`."
    if cited.owner[:1].isupper():
        return f"`{cited.owner}` is defined once, has no parent to take it from, and nothing gives it `{cited.name}`."
    near = f", but `{meant}` is defined" if meant else ""
    return f"0 other lines at the reviewed commit hold `{cited.name}`{near}."


def _missing_option(cited: CitedOption) -> Remark:
    return _absent(
        cited.statement,
        cited.spelled,
        slug="missing-option",
        title=f"The option `{cited.spelled}` of `{cited.program}` does not exist",
        mitigation="Show an option that the program has, or add this one.",
        details=f"No code that reads the options of `{cited.program}` knows it, in any spelling.",
    )


def _missing_variable(cited: CitedVariable, meant: str) -> Remark:
    return _absent(
        cited.statement,
        cited.name,
        slug="missing-name",
        title=f"No code reads the variable `{cited.name}`",
        mitigation=f"Write `{meant}` if that is meant."
        if meant
        else "Name a variable that is read, or read this one.",
        details=f"Code asks for variables of this kind by name, and `{cited.name}` is nowhere else in the repository.",
    )


def _missing_commit(cited: CitedCommit) -> Remark:
    return _absent(
        cited.statement,
        cited.spelled,
        slug="missing-commit",
        title=f"This repository has no commit `{cited.spelled}`",
        mitigation="Name the commit that is meant, as it is called on the main branch.",
        details="The clone holds its whole history, and no object in it has this id.",
    )


def _absent(
    statement: Statement, subject: str, *, slug: str, title: str, mitigation: str, details: str
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
        details=details,
    )


def _refuted(statement: Statement, subject: str, shown: Counterexample) -> Remark:
    place = f"{shown.quote.path}:{shown.quote.line}"
    return Remark(
        title=shown.title,
        slug="refuted-claim",
        severity=Severity.LOW,
        dimension=DIMENSION,
        root=ROOT,
        quotes=(_quote(statement), shown.quote),
        failure_mode=f"Readers rely on a rule that `{place}` does not keep.",
        mitigation=f"Change `{place}`, or name the exception.",
        claim=Claim(Shape.MISMATCH, subject),
        confidence=70,
        details=shown.counted,
    )


def _quote(statement: Statement) -> Quote:
    return Quote(path=statement.path, text=statement.text, line=statement.line)


def _too_many(what: str, checked: int) -> Gap:
    return Gap(
        subject=f"check `{NAME}`",
        reason=f"{what}; only the first {checked} are checked",
        required=True,
        remedy="split the change",
    )

"""How secrets are told: each value once, and many of a kind in one place as one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from postil.domain.change import Side
from postil.domain.finding import Claim, Remark, Shape
from postil.domain.paths import is_doc, is_test, without_address
from postil.domain.severity import Dimension, Severity
from postil.inspection.checks._non_code_scan.operated import is_operated
from postil.inspection.checks._non_code_scan.sightings import Sighting
from postil.inspection.credentials import Grade

MOST_PLACES = 4
_KEYS = "private key"
_MANY = 3
"""So many values of a kind on one side of a file, or so many given to one name, are told at once."""
_EXAMPLES = re.compile(r"(?:\A|/)(?:examples?|samples?|demos?)/")
_FOR_TRIAL = re.compile(
    r"(?i)(?:\A|/)[\w.-]{0,40}(?:(?<!la)(?<!con)(?<!at)(?<!pro)test|seed(?:er|s|ing)?\b|vuln|mock|fixture|sandbox)"
)
"""Parts of paths by which something says that nobody relies on it."""
_MADE_UP = re.compile(
    r"(?i)(?:\A|[_.-])(?:fake|dummy|mock(?:ed)?|samples?|examples?|test)(?:[_.-]|\Z)"
)
_SEVERITY = {
    Grade.FORMAT: Severity.CRITICAL,
    Grade.SURROUNDINGS: Severity.HIGH,
    Grade.WEAK: Severity.LOW,
}
_CONFIDENCE = {Grade.FORMAT: 90, Grade.SURROUNDINGS: 75, Grade.WEAK: 60}


def remarks(sightings: Iterable[Sighting]) -> Iterator[Remark]:
    """One remark per value; a value that was only moved is reported where it now stands."""
    by_value: dict[str, list[Sighting]] = {}
    for sighting in sorted(sightings, key=lambda one: one.side is Side.OLD):
        by_value.setdefault(sighting.credential.digest, []).append(sighting)
    in_file: dict[tuple[object, ...], list[list[Sighting]]] = defaultdict(list)
    for group in by_value.values():
        in_file[(*_sort(group[0]), group[0].path)].append(group)
    by_name: dict[tuple[object, ...], list[list[Sighting]]] = defaultdict(list)
    for groups in in_file.values():
        if len(groups) >= _MANY:
            yield _remark_on_many(groups)
            continue
        for group in groups:
            kind = group[0].credential.kind
            # Keys have no name to be told apart by; whoever adds several knows of all of them.
            of_keys = (group[0].side, _KEYS) if kind.endswith(_KEYS) else None
            by_name[of_keys or (*_sort(group[0]), group[0].name)].append(group)
    for (*_, name), groups in by_name.items():
        if name and len(groups) >= _MANY:
            yield _remark_on_many(groups)
        else:
            yield from map(_remark, groups)


def _sort(one: Sighting) -> tuple[object, ...]:
    return one.side, one.credential.kind, one.credential.grade


def _remark_on_many(groups: list[list[Sighting]]) -> Remark:
    """The first of them, with the places of the next and the number of all."""
    first = _remark(groups[0])
    kind, stays = groups[0][0].credential.kind, groups[0][0].side is Side.NEW
    many = f"{len(groups)} values of the kind {kind}"
    told = replace(
        first,
        title=f"{many} are committed" if stays else f"{many} are removed and stay in the history",
        quotes=tuple(group[0].quote for group in groups[:MOST_PLACES]),
        details=f"The change holds {len(groups)} of them; the first {min(MOST_PLACES, len(groups))} are shown.",
    )
    # So many that nobody issued are the cases of a test.
    made_up = groups[0][0].credential.grade is not Grade.FORMAT
    return told.as_mild() if made_up and is_test(groups[0][0].path) else told


def _remark(group: list[Sighting]) -> Remark:
    first = group[0]
    kind, grade = first.credential.kind, first.credential.grade
    stays = first.side is Side.NEW
    others = len(group) - 1
    remark = Remark(
        title=f"{_article(kind)} {kind} is committed"
        if stays
        else f"The removed {kind} stays readable in the history",
        slug="committed-secret" if stays else "secret-in-history",
        severity=_SEVERITY[grade],
        dimension=Dimension.SECURITY,
        quotes=tuple(one.quote for one in group[:MOST_PLACES]),
        failure_mode="Anyone who can read the repository or a clone of it can use the value."
        if stays
        else "Removing the line does not take the value out of earlier commits or existing clones.",
        mitigation="Revoke the value, issue a new one, and read it from the environment or a secret store."
        if stays
        else "Revoke the value and issue a new one; rewriting history alone is not enough.",
        claim=Claim(Shape.OTHER, f"{kind} {first.credential.digest}"),
        confidence=_CONFIDENCE[grade],
        basis=first.basis,
        details=f"The same value stands on {others} more changed line(s)." if others else "",
    )
    # Whoever takes out what hardly looks like a secret mostly takes out a sample.
    removed = not stays and grade is Grade.WEAK
    # What a manual or an example shows was made for it, unless somebody issues such a value.
    shows = is_doc(first.path) or (
        grade is not Grade.FORMAT and _EXAMPLES.search(without_address(first.path))
    )
    taught = shows and (kind.endswith(_KEYS) or not (grade is Grade.FORMAT or is_operated(first)))
    # What nobody issued, in a place for tests and trials, was made for them.
    tried = grade is not Grade.FORMAT and _FOR_TRIAL.search(without_address(first.path))
    # A key in a file that is called fake was made for it; who issues tokens cannot be faked.
    faked = kind.endswith(_KEYS) and _MADE_UP.search(first.path.rpartition("/")[2])
    return remark.as_mild() if removed or taught or faked or tried else remark


def _article(kind: str) -> str:
    return "An" if kind[0] in "AEIOaeio" or kind.startswith(("npm", "RSA", "xAI")) else "A"

"""Secrets on the lines a change adds or removes, each value reported once."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, Side
from postil.domain.finding import Claim, Remark, Shape
from postil.domain.observation import Gap
from postil.domain.severity import Basis, Dimension, Severity
from postil.inspection.checks._non_code_scan_custom import SEVERAL, Custom
from postil.inspection.checks._non_code_scan_kingfisher import Unnamed, identify
from postil.inspection.checks._non_code_scan_sightings import (
    Sighting,
    is_sample_key,
    without_samples,
)
from postil.inspection.credentials import Grade, Place, Setting, survey
from postil.ports import Toolbox

MOST_PLACES = 4
_NEAR = 8
_SEVERITY = {
    Grade.FORMAT: Severity.CRITICAL,
    Grade.SURROUNDINGS: Severity.HIGH,
    Grade.WEAK: Severity.LOW,
}
_CONFIDENCE = {Grade.FORMAT: 90, Grade.SURROUNDINGS: 75, Grade.WEAK: 60}
_BARE_LANGUAGES = frozenset({"bash", "dockerfile", "make", "powershell", "xml", "yaml", None})
_SAMPLE_FOLDERS = frozenset(
    {
        *("example", "examples", "sample", "samples", "demo", "demos", "cookbook", "tutorial"),
        *("tutorials", "quickstart", "quickstarts", "snippets", "playground", "playgrounds"),
    }
)
_SAMPLE_NAMES = ("example", "sample", "template", ".dist", "default", "demo")


@dataclass(frozen=True)
class Secrets:
    """What the changed lines hold: secrets, and tokens that only a bigger rule base may name."""

    sightings: tuple[Sighting, ...]
    unnamed: tuple[Unnamed, ...]

    @property
    def needles(self) -> frozenset[str]:
        """The values whose other places in the tree say whether they are secret at all."""
        return frozenset(one.value for one in self.sightings if not one.is_of_known_format)


def sought(change: Change) -> Secrets:
    sightings: list[Sighting] = []
    unnamed: list[Unnamed] = []
    for file in change.files:
        if paths.is_lockfile(file.path):
            continue
        for side, path, lines in _sides(file):
            survey_of = survey([text for _, text in lines], place_of(path))
            for index, credentials in survey_of.found.items():
                number, text = lines[index]
                near = tuple(line for _, line in lines[max(0, index - _NEAR) : index + _NEAR])
                sightings += [
                    Sighting(path, side, number, text, one, credentials, around=near)
                    for one in credentials
                ]
            unnamed += [Unnamed(path, side, *lines[index]) for index in survey_of.unsettled]
    return Secrets(tuple(sightings), tuple(unnamed))


def secrets(
    seen: Secrets, custom: Custom, tools: Toolbox, today: dt.date
) -> Iterator[Remark | Gap]:
    identified = identify(seen.unnamed, tools)
    sightings = [one for one in seen.sightings if not _is_known(one, custom)]
    sightings += [
        Sighting(one.path, one.side, one.line, one.text, credential, (credential,), Basis.TOOL)
        for one, credential in identified.named
    ]
    yield from identified.gaps
    yield from _remarks(list(without_samples(_without_edits(sightings), today)))


def _without_edits(sightings: list[Sighting]) -> Iterator[Sighting]:
    """The sightings without those of a line that was only laid out anew.

    Without an issuer's format also without values that the file held before and holds now.
    """
    lines: dict[tuple[str, Side], set[str]] = defaultdict(set)
    held: dict[tuple[str, Side], set[str]] = defaultdict(set)
    for one in sightings:
        lines[one.path, one.side].add(one.text.strip())
        held[one.path, one.side].add(one.credential.digest)
    for one in sightings:
        other = (one.path, Side.OLD if one.side is Side.NEW else Side.NEW)
        is_kept = not one.is_of_known_format and one.credential.digest in held[other]
        if not (is_kept or one.text.strip() in lines[other]):
            yield one


def _is_known(one: Sighting, custom: Custom) -> bool:
    """Whether files that nobody touched hold the value as well, so that it was out before.

    One such file is enough for a document or a sample, which shows what others show. What an
    issuer's format gives away can be revoked, wherever else it stands.
    """
    if one.is_of_known_format:
        return False
    is_shown = place_of(one.path).setting is Setting.DOCUMENT
    return custom.untouched(one.value) >= (1 if is_shown else SEVERAL)


def _sides(file: ChangedFile) -> Iterator[tuple[Side, str, tuple[tuple[int, str], ...]]]:
    if file.added:
        yield Side.NEW, file.path, file.added
    if file.removed:
        yield Side.OLD, file.old_path or file.path, file.removed


def place_of(path: str) -> Place:
    """How much it takes to call a value a secret in that file."""
    language = paths.language_of(path)
    name = path.rpartition("/")[2].lower()
    if paths.is_test(path) or paths.is_vendored(path) or paths.is_minified(path):
        return Place(Setting.TEST)
    if paths.is_generated(path) or name.endswith((".svg", ".ipynb")) or is_sample_key(path):
        return Place(Setting.TEST)
    if paths.is_doc(path) or any(word in name for word in _SAMPLE_NAMES):
        return Place(Setting.DOCUMENT, bare_values=True)
    if is_shown(path):
        return Place(Setting.DOCUMENT, bare_values=language in _BARE_LANGUAGES)
    return Place(Setting.PRODUCT, bare_values=language in _BARE_LANGUAGES)


def is_shown(path: str) -> bool:
    """Whether a file lies in a folder of examples, which are there to be tried out."""
    return not _SAMPLE_FOLDERS.isdisjoint(path.lower().split("/"))


def _remarks(sightings: list[Sighting]) -> Iterator[Remark]:
    """One remark per value; a value that was only moved is reported where it now stands."""
    by_value: dict[str, list[Sighting]] = {}
    for sighting in sorted(sightings, key=lambda one: one.side is Side.OLD):
        by_value.setdefault(sighting.credential.digest, []).append(sighting)
    for group in by_value.values():
        yield _remark(group)


def _remark(group: list[Sighting]) -> Remark:
    first = group[0]
    kind, grade = first.credential.kind, first.credential.grade
    stays = first.side is Side.NEW
    others = len(group) - 1
    return Remark(
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


def _article(kind: str) -> str:
    return "An" if kind[0] in "AEIOaeio" or kind.startswith(("npm", "RSA", "xAI")) else "A"

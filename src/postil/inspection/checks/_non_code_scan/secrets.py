"""Secrets on the lines a change adds or removes, each value reported once."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain import paths
from postil.domain.change import Change, ChangedFile, Side
from postil.domain.finding import Remark
from postil.domain.observation import Gap
from postil.domain.severity import Basis
from postil.inspection.checks._non_code_scan.around import Around
from postil.inspection.checks._non_code_scan.custom import SEVERAL, Custom
from postil.inspection.checks._non_code_scan.kingfisher import Unnamed, identify
from postil.inspection.checks._non_code_scan.operated import is_operated
from postil.inspection.checks._non_code_scan.sightings import (
    Sighting,
    is_sample_key,
    without_samples,
)
from postil.inspection.checks._non_code_scan.told import remarks
from postil.inspection.credentials import Place, Setting, survey
from postil.ports import Toolbox

_NEAR = 8
_BARE_LANGUAGES = frozenset({"bash", "dockerfile", "make", "powershell", "xml", "yaml", None})
_SAMPLE_FOLDERS = frozenset(
    {
        *(
            "example",
            "examples",
            "sample",
            "samples",
            "demo",
            "demos",
            "cookbook",
            "recipe",
            "recipes",
            "tutorial",
        ),
        *(
            "bench",
            "benchmark",
            "benchmarks",
            "tutorials",
            "quickstart",
            "quickstarts",
            "snippets",
            "playground",
            "playgrounds",
        ),
    }
)
_TEST_FOLDERS = frozenset({"test", "tests", "testcase", "testcases", "testdata"})
_ASIDE = frozenset({".vs", "xdoc", "xdocs"})
"""What an editor keeps for itself, whose presence is told elsewhere, and the pages of a site."""
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
    seen: Secrets, custom: Custom, around: Around, tools: Toolbox, today: dt.date
) -> Iterator[Remark | Gap]:
    identified = identify(seen.unnamed, tools)
    sightings = [one for one in seen.sightings if not _is_known(one, custom)]
    sightings += [
        Sighting(one.path, one.side, one.line, one.text, credential, (credential,), Basis.TOOL)
        for one, credential in identified.named
    ]
    yield from identified.gaps
    kept = without_samples(_without_edits(sightings), today)
    yield from remarks(one for one in kept if not around.is_sample(one))


def _without_edits(sightings: list[Sighting]) -> Iterator[Sighting]:
    """The sightings without those of a line that was only laid out anew, or shows another sample.

    Without an issuer's format also without values that the file held before and holds now.
    """
    lines: dict[tuple[str, Side], set[str]] = defaultdict(set)
    held: dict[tuple[str, Side], set[str]] = defaultdict(set)
    given: dict[tuple[str, Side], set[str]] = defaultdict(set)
    for one in sightings:
        lines[one.path, one.side].add(one.text.strip())
        held[one.path, one.side].add(one.credential.digest)
        given[one.path, one.side].add(one.name)
    for one in sightings:
        other = (one.path, Side.OLD if one.side is Side.NEW else Side.NEW)
        is_kept = not one.is_of_known_format and one.credential.digest in held[other]
        is_replaced = bool(one.name) and one.name in given[other] and _is_settled(one)
        if not (is_kept or is_replaced or one.text.strip() in lines[other]):
            yield one


def _is_settled(one: Sighting) -> bool:
    """Whether it need not be told of a value that it took the place of another, or made way for it.

    In a document both are samples; elsewhere the new one is what has to be told.
    """
    if _is_for_readers(one.path):
        return True
    return one.side is Side.OLD and not one.is_of_known_format


def _is_known(one: Sighting, custom: Custom) -> bool:
    """Whether files that nobody touched hold the value as well, so that it was out before.

    One such file is enough for a document or a sample, which shows what others show; what it no
    longer shows was one, unless it opens something of the team's. What an issuer's format gives away can be revoked, wherever else it stands.
    """
    if one.is_of_known_format:
        return False
    is_shown = place_of(one.path).setting is Setting.DOCUMENT
    if one.side is Side.OLD and _is_for_readers(one.path) and not is_operated(one):
        return True
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
    if any(map(_is_of_tests, path.lower().split("/")[:-1])):
        return Place(Setting.TEST)
    if paths.is_generated(path) or name.endswith((".svg", ".ipynb")) or is_sample_key(path):
        return Place(Setting.TEST)
    if paths.is_doc(path) or any(word in name for word in _SAMPLE_NAMES):
        return Place(Setting.DOCUMENT, bare_values=True)
    if is_shown(path):
        return Place(Setting.DOCUMENT, bare_values=language in _BARE_LANGUAGES)
    return Place(Setting.PRODUCT, bare_values=language in _BARE_LANGUAGES)


def _is_of_tests(folder: str) -> bool:
    """Whether a folder is called after tests among other words, or holds nothing that runs."""
    words = folder.replace("-", "_").split("_")
    is_named = len(words) > 1 or folder.startswith("testcase")
    return folder in _ASIDE or (is_named and not _TEST_FOLDERS.isdisjoint(words))


def _is_for_readers(path: str) -> bool:
    """Whether a file is there to be read: a document, or an example by its folder or name."""
    name = path.rpartition("/")[2].lower()
    return paths.is_doc(path) or is_shown(path) or "example" in name or "sample" in name


def is_shown(path: str) -> bool:
    """Whether a file lies in a folder of examples, which are there to be tried out."""
    return not _SAMPLE_FOLDERS.isdisjoint(paths.without_address(path.lower()).split("/"))

"""A finding is known again however it is told, and two defects are never taken for one."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from postil.domain.memory import Memory
from postil.domain.severity import Dimension
from postil.track.lifecycle import advance
from postil.track.locating import Answer, How
from postil.track.locating import Kind as Went
from postil.track.occurrences import Occurrences, Sighting, Whereabouts
from track.lives import FIRST, SECOND, at
from track.rewording import Defect, as_first_told, defects, reworded, whole

from fakes.changes import change_between

FINDINGS = 500
PAIRS = 240
HELD = 0.98
CHANGE = change_between({}, {f"src/part_{number}.py": "x = 1\n" for number in range(10)})


def first(listed: list[Defect], pick: random.Random) -> Memory:
    sightings = tuple(as_first_told(each, pick) for each in listed)
    return advance(Memory(), Occurrences(change=at(FIRST, CHANGE), sightings=sightings))


def pushed(memory: Memory, sightings: list[Sighting], *, shift: int = 0) -> Memory:
    """The next run, after a push that put so many lines on top of every file."""
    places = {}
    for entry in memory.entries:
        place = entry.finding.place
        start, end = (place.start or 0) + shift, (place.end or 0) + shift
        kind = Went.MOVED if shift else Went.SAME
        answer = Answer(
            kind=kind, how=How.LINE_MAP, confidence=95, path=place.path, start=start, end=end
        )
        places[entry.id] = Whereabouts(answers={0: answer})
    moved = tuple(_shifted(each, shift) for each in sightings)
    return advance(memory, Occurrences(change=at(SECOND, CHANGE), sightings=moved, places=places))


def _shifted(sighting: Sighting, shift: int) -> Sighting:
    place = sighting.finding.place
    down = replace(place, start=(place.start or 0) + shift, end=(place.end or 0) + shift)
    return replace(sighting, finding=replace(sighting.finding, evidence=(down,)))


def named(memory: Memory, count: int) -> list[tuple[str, int]]:
    """Which defect each of the first entries was last seen as."""
    return [(entry.id, entry.finding.reports) for entry in memory.entries[:count]]


def known_again(before: Memory, after: Memory) -> int:
    """How many entries of before were seen again; every other sighting made a new one."""
    return 2 * len(before.entries) - len(after.entries)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("shift", [0, 7])
def test_identity_holds_for_reworded_findings(seed: int, shift: int) -> None:
    pick = random.Random(seed)  # noqa: S311 - the same wordings each time are the point
    listed = defects(FINDINGS, seed)
    before = first(listed, pick)
    sightings = [reworded(each, pick) for each in listed]
    pick.shuffle(sightings)
    after = pushed(before, sightings, shift=shift)
    held = known_again(before, after)
    print(f"identity holds for {held} of {FINDINGS} reworded findings")
    assert held >= HELD * FINDINGS
    assert named(after, len(before.entries)) == named(before, len(before.entries))


def test_the_titles_really_differ() -> None:
    """The proof would be worth little if a title alone told the findings."""
    pick = random.Random(1)  # noqa: S311 - see above
    listed = defects(FINDINGS, 1)
    same = sum(
        as_first_told(each, pick).finding.title == reworded(each, pick).finding.title
        for each in listed
    )
    assert same < FINDINGS * 0.02


# -- different defects in one function -------------------------------------------------------


def pairs(seed: int) -> list[tuple[Defect, Defect]]:
    """Two defects per function: half share lines and dimension, half quote other lines."""
    pick = random.Random(seed)  # noqa: S311 - see above
    made = []
    for number, one in enumerate(defects(PAIRS, seed)):
        other = replace(one, subject=f"other_{number}", tag=PAIRS + number)
        if number % 2:
            start = one.end + 1
            other = replace(
                other, start=start, end=start + 1, dimension=pick.choice(list(Dimension))
            )
        made.append((one, other))
    return made


@pytest.mark.parametrize("seed", range(3))
def test_two_defects_in_one_function_are_never_one(seed: int) -> None:
    pick = random.Random(seed)  # noqa: S311 - see above
    listed = pairs(seed)
    before = first([one for one, _ in listed], pick)
    after = pushed(before, [_in_its_own_words(other, pick) for _, other in listed])
    assert len(after.entries) == 2 * PAIRS


def _in_its_own_words(defect: Defect, pick: random.Random) -> Sighting:
    """Half of the pairs share lines and dimension, so the dimension is not varied here."""
    told = reworded(defect, pick)
    return replace(told, finding=replace(told.finding, dimension=defect.dimension))


@pytest.mark.parametrize("seed", range(3))
def test_both_defects_of_a_function_stay_themselves(seed: int) -> None:
    pick = random.Random(seed)  # noqa: S311 - see above
    listed = [each for pair in pairs(seed) for each in pair]
    before = first(listed, pick)
    assert len(before.entries) == 2 * PAIRS
    sightings = [reworded(each, pick) for each in listed]
    pick.shuffle(sightings)
    after = pushed(before, sightings)
    assert named(after, 2 * PAIRS) == named(before, 2 * PAIRS)
    assert known_again(before, after) >= HELD * 2 * PAIRS


@pytest.mark.parametrize("seed", range(3))
def test_two_of_one_subject_that_quote_other_lines_stay_two(seed: int) -> None:
    """One name, wrong in two places of a function: as many entries after as before."""
    pick = random.Random(seed)  # noqa: S311 - see above
    listed = []
    for one in defects(PAIRS, seed):
        listed += [one, replace(one, tag=PAIRS + one.tag, start=one.end + 2, end=one.end + 3)]
    before = advance(
        Memory(),
        Occurrences(
            change=at(FIRST, CHANGE), sightings=tuple(whole(each, pick) for each in listed)
        ),
    )
    assert len(before.entries) == 2 * PAIRS
    sightings = [whole(each, pick) for each in listed]
    pick.shuffle(sightings)
    after = pushed(before, sightings)
    assert named(after, len(after.entries)) == named(before, 2 * PAIRS)

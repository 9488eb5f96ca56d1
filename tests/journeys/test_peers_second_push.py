"""People act, a push follows, then nothing changes: what each reader finds on the pull request."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from journeys.planted_pull import PlantedPull, planted_pull
from stories import planted

FAULTS, REPLIED, RESOLVED, MENDED, MOVED = 10, (1, 2), 3, 4, 5
NEW = FAULTS + 1
MOST_READS = 3
WORDS = ("Looking into it.", "I think that cannot be zero.")
LINE = "\n\nTested by hand."


@dataclass(frozen=True, kw_only=True)
class Moment:
    """What stands on the pull request after one run, and what the run took."""

    status: int
    noted: Counter[int]
    carriers: tuple[str, ...]
    resolved: frozenset[int]
    calls: int
    tokens: int
    reads: int
    writes: int


@dataclass(frozen=True, kw_only=True)
class Played:
    """A pull request after its first review, after a push, after nothing, and read anew."""

    pull: PlantedPull
    first: Moment
    pushed: Moment
    unchanged: Moment
    reworded: Moment

    def replies(self) -> list[str]:
        """What people said in threads, as it stands there now."""
        threads = self.pull.stage.pull.threads.values()
        said = [each for thread in threads for each in thread.comments[1:]]
        return [each.body for each in said if each.author is self.pull.stage.bob]

    def conversation(self) -> list[str]:
        comments = self.pull.stage.pull.comments.values()
        return [each.body for each in comments if not self.pull.stage.is_ours(each.author)]


def moment(pull: PlantedPull, *options: str) -> Moment:
    at, calls = pull.moment, pull.calls
    status = pull.run(*options)
    exchanges = pull.since(at)
    resolved = (n for n in range(1, NEW + 1) if any(t.resolved for t in pull.threads(n)))
    return Moment(
        status=status,
        noted=pull.noted(),
        carriers=tuple(pull.carriers()),
        resolved=frozenset(resolved),
        calls=pull.calls - calls,
        tokens=pull.tokens(calls),
        reads=sum(not each.is_write for each in exchanges),
        writes=sum(each.is_write for each in exchanges),
    )


def people_act(pull: PlantedPull) -> None:
    """Two replies, one thread closed by hand, one comment, one line more in the description."""
    stage = pull.stage
    for number, words in zip(REPLIED, WORDS, strict=True):
        stage.hub.reply(pull.thread(number), stage.bob, words)
    stage.hub.resolve(pull.thread(RESOLVED), stage.ada)
    stage.hub.comment(stage.pull, stage.bob, "Anything else?")
    stage.pull.body = f"{stage.pull.body}{LINE}"


def push(pull: PlantedPull) -> None:
    """One fault is mended, another moves down three lines, and one comes."""
    pull.push(
        {
            planted.path(MENDED): planted.file(MENDED, planted.mended(MENDED)),
            planted.path(MOVED): planted.MOVED + planted.file(MOVED, planted.fault(MOVED)),
            **planted.planted([NEW]),
        }
    )


@pytest.fixture(scope="module", params=["panel", "sections", "guided", "threads"])
def played(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Played]:
    folder: Path = tmp_path_factory.mktemp("peers")
    with planted_pull(folder, faults=FAULTS, profile=request.param) as pull:
        first = moment(pull)
        people_act(pull)
        push(pull)
        yield Played(
            pull=pull,
            first=first,
            pushed=moment(pull),
            unchanged=moment(pull),
            reworded=moment(pull, "--scope", "full"),
        )


EACH_ONCE = Counter(dict.fromkeys(range(1, NEW + 1), 1))
ROWS: dict[str, tuple[Callable[[Played], Any], Any]] = {
    "the first review says every fault": (lambda p: sum(p.first.noted.values()), FAULTS),
    "the new fault is reported": (lambda p: p.pushed.noted[NEW], 1),
    "no fault has a second thread, open or closed": (lambda p: p.pushed.noted, EACH_ONCE),
    "nothing of the push is left for later": (lambda p: p.unchanged.writes, 0),
    "a thread with a reply is left open": (
        lambda p: p.reworded.resolved.isdisjoint(REPLIED),
        True,
    ),
    "what people said in threads stands": (lambda p: p.replies(), list(WORDS)),
    "what people said in the conversation stands": (
        lambda p: p.conversation(),
        ["Anything else?"],
    ),
    "a thread a person closed stays closed": (lambda p: RESOLVED in p.reworded.resolved, True),
    "the line in the description is kept": (
        lambda p: p.pull.stage.pull.body,
        f"Orders are shared by size.{LINE}",
    ),
    "an unchanged run asks no model": (lambda p: p.unchanged.calls, 0),
    "an unchanged run reads three times at most": (lambda p: p.unchanged.reads <= MOST_READS, True),
    "an unchanged run says nothing again": (lambda p: p.unchanged.noted, EACH_ONCE),
    "a model that words everything anew says nothing again": (
        lambda p: p.reworded.noted,
        EACH_ONCE,
    ),
    "and was asked about it all": (lambda p: p.reworded.calls > 0, True),
}


@pytest.mark.parametrize("row", ROWS)
def test_after_a_second_push(played: Played, row: str) -> None:
    found, expected = ROWS[row]
    assert found(played) == expected


def test_the_thread_of_what_was_mended_goes_by_the_profile(played: Played) -> None:
    is_closed = played.pull.profile in ("guided", "threads")
    assert (MENDED in played.pushed.resolved) is is_closed
    assert played.pushed.resolved <= {RESOLVED, MENDED}
    # In `threads` the conversation of the thread is where a reader learns of it.
    thread = played.pull.thread(MENDED)
    told = [played.pushed.carriers[-1], *(each.body for each in thread.comments[1:])]
    assert "ikely fixed" in "".join(told)


def test_what_a_person_closed_is_not_among_what_is_open(played: Played) -> None:
    said = played.pushed.carriers[-1].partition("<details>")[0]
    opened = said.partition("Last iteration")[0]
    assert f"part_{RESOLVED}.py" not in opened


def test_summaries_are_as_many_as_the_profile_has(played: Played) -> None:
    heads = {"panel": 1, "threads": 1, "sections": 2, "guided": 2}[played.pull.profile]
    counts = [len(each.carriers) for each in (played.pushed, played.unchanged)]
    assert counts == [heads, heads]


def test_a_push_costs_what_it_brings(tmp_path: Path) -> None:
    """Thirty faults in eighty-four files: the second review is no dearer than that of a small change."""
    costs = []
    for faults, files in ((4, 5), (30, 84)):
        folder = tmp_path / str(files)
        folder.mkdir()
        with planted_pull(folder, faults=faults, files=files) as pull:
            first = moment(pull)
            assert sum(first.noted.values()) == min(faults, 25)
            pull.push(planted.planted([faults + 1]))
            second = moment(pull)
            assert max(second.noted.values()) == 1
            assert f"Currently open ({faults + 1})" in second.carriers[0]
            costs.append((first.tokens, second.tokens))
    (_, small), (whole, large) = costs
    assert large < 1.3 * small
    assert large < 0.6 * whole

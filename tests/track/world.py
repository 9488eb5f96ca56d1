"""A change under review, simulated: defects that live and die, reviewers that err, people who talk."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace

from postil.domain.finding import Claim
from postil.domain.memory import Entry, Memory, Standing
from postil.domain.replies import Aim, Reply
from postil.domain.report import PriorAnswer
from postil.domain.severity import Basis, Dimension, Severity
from postil.track.lifecycle import advance
from postil.track.locating import Answer, How
from postil.track.locating import Kind as Went
from postil.track.occurrences import Answered, Occurrences, Sighting, Watch, Whereabouts
from track.lives import CHECK, ROLE, at, finding, place

from fakes.changes import change_between

CHANGE = change_between({"a.py": "one\n"}, {"a.py": "two\n"})
APART = 20
"""Lines from one defect to the next."""


@dataclass(slots=True)
class Defect:
    """`version` counts how often its code was rewritten."""

    name: str
    line: int
    severity: Severity
    by_check: bool
    alive: bool = True
    version: int = 0

    @property
    def code(self) -> str:
        return f"{self.name}({self.version})"


@dataclass(slots=True)
class World:
    """What is really the case, and what is remembered of it.

    `shown` keeps for each head that can still be reached how the code read there.
    """

    memory: Memory = field(default_factory=Memory)
    defects: list[Defect] = field(default_factory=list)
    shown: dict[str, dict[str, tuple[int, int]]] = field(default_factory=dict)
    heads: int = 0

    def add(self, severity: Severity, *, by_check: bool) -> None:
        count = len(self.defects)
        self.defects.append(Defect(f"call_{count}", APART * (count + 1), severity, by_check))

    def shift(self, lines: int) -> None:
        for defect in self.defects:
            defect.line += lines

    def forget_history(self) -> None:
        self.shown.clear()

    def next_head(self) -> str:
        self.heads += 1
        return f"{self.heads:040x}"

    def by_entry(self, entry: Entry) -> Defect:
        name = entry.finding.claim.subject
        return next(each for each in self.defects if each.name == name)

    def review(
        self, seed: int, *, replies: tuple[Reply, ...] = (), failed: bool = False
    ) -> Occurrences:
        """One run at a new head; a failed one is one in which no reviewer answers."""
        pick = random.Random(seed)  # noqa: S311 - the same run for the same seed is the point
        head = self.next_head()
        now = Occurrences(
            change=at(head, CHANGE),
            sightings=tuple(self._sightings(pick, head, failed=failed)),
            answers=() if failed else tuple(self._answers(pick, head)),
            places={each.id: self._whereabouts(each) for each in self.memory.entries},
            watches=(Watch(name=CHECK, ran=not failed),),
            replies=replies,
        )
        self.memory = advance(self.memory, now)
        self.shown[head] = {each.name: (each.line, each.version) for each in self.defects}
        return now

    def _sightings(self, pick: random.Random, head: str, *, failed: bool) -> list[Sighting]:
        made = []
        for defect in self.defects:
            is_missed = not defect.by_check and pick.random() < 0.3
            if defect.alive and not failed and not is_missed:
                made.append(_sighted(defect, pick, head))
        pick.shuffle(made)
        return made

    def _answers(self, pick: random.Random, head: str) -> list[Answered]:
        """Right, wrong, without lines, about nobody: as models answer."""
        made = []
        for entry in self.memory.entries:
            if pick.random() < 0.5:
                shown = (place(text="mended()", revision=head),) if pick.random() < 0.7 else ()
                made.append(
                    Answered(
                        id=entry.id,
                        answer=pick.choice(list(PriorAnswer)),
                        evidence=shown,
                        is_recent=bool(shown) and not self.by_entry(entry).alive,
                    )
                )
        made.append(Answered(id="nobody", answer=PriorAnswer.FIXED))
        return made

    def _whereabouts(self, entry: Entry) -> Whereabouts:
        defect = self.by_entry(entry)
        then = self.shown.get(entry.finding.place.revision, {}).get(defect.name)
        if then is None and entry.finding.place.text != defect.code:
            return Whereabouts(answers={0: _answer(Went.UNKNOWN)})
        if then is not None and then[1] != defect.version:
            kind = Went.EDITED if defect.alive else Went.DELETED
            return Whereabouts(answers={0: _answer(kind, defect.line)}, commit="c" * 40)
        kind = Went.SAME if entry.finding.place.start == defect.line else Went.MOVED
        return Whereabouts(answers={0: _answer(kind, defect.line)})


def said(entry: Entry, aim: Aim, by: Standing) -> Reply:
    return Reply(
        finding=entry.id, aim=aim, by=by, who="someone", text="Because.", link="https://example.org"
    )


def _sighted(defect: Defect, pick: random.Random, head: str) -> Sighting:
    quote = place(text=defect.code, start=defect.line, end=defect.line, revision=head)
    plain = finding(
        title=f"`{defect.name}` is wrong",
        severity=defect.severity,
        claim=Claim(subject=defect.name),
        evidence=(quote,),
    )
    symbol = f"around_{defect.name}"
    if defect.by_check:
        return Sighting(finding=replace(plain, sources=(CHECK,), basis=Basis.RULE), symbol=symbol)
    return Sighting(
        symbol=symbol,
        finding=replace(
            plain,
            title=f"{pick.choice(['Look', 'Beware', 'Mind'])}: {pick.random()}",
            slug=f"slug-{pick.randrange(9)}",
            dimension=pick.choice(list(Dimension)),
            severity=pick.choice(list(Severity)),
            sources=(ROLE,),
        ),
    )


def _answer(kind: Went, line: int = 0) -> Answer:
    if kind in (Went.UNKNOWN, Went.DELETED):
        return Answer(kind=kind, how=How.NOTHING, confidence=0)
    return Answer(kind=kind, how=How.LINE_MAP, confidence=95, path="a.py", start=line, end=line)

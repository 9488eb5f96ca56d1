"""Holds the sitting: every role reads every shard, side by side; what fails becomes a gap."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from postil.domain.conversation import Prompt, tokens
from postil.domain.errors import BudgetSpent, ModelError
from postil.domain.observation import Attendance, Gap, Observation
from postil.domain.report import Report
from postil.domain.severity import Dimension
from postil.domain.unit import Unit
from postil.inspection.panel.asking import Asker
from postil.inspection.panel.conversing import Chair, Statement, converse
from postil.inspection.panel.remarks import cleans, remarks
from postil.inspection.panel.shards import Shard, shards
from postil.inspection.panel.sitting import Minutes, Seat, Seen, Sitting

CACHE_WORTH = 8_000
"""Below this many tokens a shared beginning is cheaper sent again than waited for."""
FIRST_BYTE_WAIT = 2.0
ANSWER_ROOM = 16_000
MARGIN = 2_000
LOOKUP_ROOM = 43_000
"""What a reviewer may look up has to fit beside what it was given."""


async def hold(sitting: Sitting) -> Minutes:
    """Everything the seats reported; a cancelled sitting keeps what was finished."""
    asker = Asker(purse=sitting.purse, clock=sitting.clock, answers=sitting.answers)
    table = _Table(sitting, asker)
    interrupted = False
    try:
        await table.sit()
    except asyncio.CancelledError:
        interrupted = True
        await table.stop()
    return table.minutes(interrupted=interrupted)


@dataclass(eq=False)
class _Task:
    """One role reading one shard."""

    seat: Seat
    shard: Shard
    state: asyncio.Task[Statement] | None = None
    statement: Statement | None = None
    failure: str = "not started"
    remedy: str = "run the review again; `postil doctor` looks at the model"
    seconds: float = 0.0


@dataclass(eq=False)
class _Table:
    sitting: Sitting
    asker: Asker
    tasks: list[_Task] = field(default_factory=list)
    too_big: dict[str, tuple[Unit, ...]] = field(default_factory=dict)
    groups: list[asyncio.Task[None]] = field(default_factory=list)

    async def sit(self) -> None:
        """Begin with the widest division any seat needs, so that all share one beginning."""
        room = min((self._room(seat) for seat in self.sitting.seats), default=0)
        parts, too_big = shards(self.sitting.units, room=room, weight=self.sitting.papers.weight)
        open_ = asyncio.Semaphore(self.sitting.most_open)
        self.too_big = {seat.name: too_big for seat in self.sitting.seats}
        for shard in parts:
            group = [_Task(seat, shard) for seat in sorted(self.sitting.seats, key=_is_spared)]
            self.tasks.extend(group)
            self.groups.append(asyncio.create_task(self._group(group, open_)))
        await asyncio.gather(*self.groups)

    async def stop(self) -> None:
        for group in self.groups:
            group.cancel()
        await asyncio.gather(*self.groups, return_exceptions=True)

    def _room(self, seat: Seat) -> int:
        papers = self.sitting.papers
        fixed = (
            tokens(papers.rules) + tokens(papers.shared(())) + tokens(papers.charge(seat.role, ()))
        )
        window = min((model.window for model in self.sitting.models[seat.name]), default=0)
        looks = self.sitting.toolset(seat.role) is not None
        lookups = min(LOOKUP_ROOM, window // 4) if looks else 0
        return window - fixed - ANSWER_ROOM - MARGIN - lookups

    async def _group(self, group: Sequence[_Task], open_: asyncio.Semaphore) -> None:
        """The seats of one shard: the first alone until it is answered, where a cache gains by it."""
        shared = self.sitting.papers.shared(group[0].shard)
        begun = asyncio.Event()
        first, *others = group
        running = [asyncio.create_task(self._read(first, shared, open_, begun))]
        try:
            # The first of every shard puts its money aside before the second of any.
            await asyncio.sleep(0)
            if self._waits(group, shared):
                await asyncio.wait(
                    [asyncio.create_task(begun.wait()), running[0]],
                    timeout=FIRST_BYTE_WAIT,
                    return_when=asyncio.FIRST_COMPLETED,
                )
            running += [
                asyncio.create_task(self._read(task, shared, open_, asyncio.Event()))
                for task in others
            ]
            await asyncio.gather(*running)
        except asyncio.CancelledError:
            for each in running:
                each.cancel()
            await asyncio.gather(*running, return_exceptions=True)
            raise

    def _waits(self, group: Sequence[_Task], shared: str) -> bool:
        first = self.sitting.models[group[0].seat.name]
        same = all(
            [model.name for model in self.sitting.models[task.seat.name]]
            == [model.name for model in first]
            for task in group
        )
        return bool(first) and first[0].caches and same and tokens(shared) >= CACHE_WORTH

    async def _read(
        self, task: _Task, shared: str, open_: asyncio.Semaphore, begun: asyncio.Event
    ) -> None:
        sitting, role = self.sitting, task.seat.role
        prompt = Prompt(
            rules=sitting.papers.rules,
            shared=shared,
            charge=sitting.papers.charge(role, task.shard),
            schema=sitting.papers.schema,
            most_output=ANSWER_ROOM,
        )
        async with open_:
            started = sitting.clock.now()
            sitting.progress(role.name, "reading")
            task.failure = "interrupted"
            chair = Chair(
                seat=role.name,
                models=sitting.models[role.name],
                deadline=min(sitting.deadline, started + sitting.seat_seconds),
                tools=sitting.toolset(role),
                begun=begun.set,
            )
            try:
                task.statement = await converse(prompt, chair, self.asker)
            except ModelError as error:
                task.failure = str(error)
                if isinstance(error, BudgetSpent):
                    task.remedy = "allow more money or time, or split the change"
            finally:
                begun.set()
                task.seconds = sitting.clock.now() - started
                self._tell(task)

    def _tell(self, task: _Task) -> None:
        """How the seat ended, with what it has found and taken so far, all shards together."""
        name = task.seat.name
        own = [each.statement for each in self.tasks if each.seat.name == name and each.statement]
        self.sitting.progress(
            name,
            "failed" if task.statement is None else "ran",
            findings=sum(len(statement.report.findings) for statement in own),
            tokens=sum(
                call.usage.input + call.usage.output
                for call in self.asker.calls
                if call.seat == name
            ),
        )

    def minutes(self, *, interrupted: bool) -> Minutes:
        by_seat = {seat.name: [] for seat in self.sitting.seats}  # type: dict[str, list[_Task]]
        for task in self.tasks:
            by_seat[task.seat.name].append(task)
        return Minutes(
            observations=tuple(
                self._observation(seat, by_seat[seat.name]) for seat in self.sitting.seats
            ),
            reports=tuple(
                (task.seat.name, task.statement.report)
                for task in self.tasks
                if task.statement is not None
            ),
            seen=tuple(self._seen()),
            calls=tuple(self.asker.calls),
            interrupted=interrupted,
            shards=len(self.groups),
        )

    def _seen(self) -> list[Seen]:
        lines = [
            Seen(
                role=task.seat.name, unit=unit.name, why_not="" if task.statement else task.failure
            )
            for task in self.tasks
            for unit in task.shard
        ]
        for role, units in self.too_big.items():
            lines += [Seen(role=role, unit=unit.name, why_not=TOO_BIG) for unit in units]
        return lines

    def _observation(self, seat: Seat, tasks: Sequence[_Task]) -> Observation:
        heard = [task for task in tasks if task.statement is not None]
        gaps = [_failed(seat, task) for task in tasks if task.statement is None]
        gaps += [_unread(seat, unit) for unit in self.too_big.get(seat.name, ())]
        gaps += [
            _faulty(seat, fault)
            for task in heard
            for fault in (task.statement.faults if task.statement else ())
        ]
        failed = not heard and bool(tasks or gaps)
        reports: list[Report] = [task.statement.report for task in heard if task.statement]
        return Observation(
            inspector=seat.name,
            attendance=Attendance.FAILED if failed else Attendance.RAN,
            reason=tasks[0].failure if failed and tasks else seat.reason,
            remarks=tuple(
                remark
                for report in reports
                for remark in remarks(report, seat.role, self.sitting.papers.restored)
            ),
            gaps=tuple(gaps),
            clean=tuple(clean for report in reports for clean in cleans(report, seat.role)),
            seconds=sum(task.seconds for task in tasks),
        )


def _is_spared(seat: Seat) -> bool:
    """Whether a seat may be left out when money runs out; the one that guards security may not."""
    return Dimension.SECURITY not in seat.role.passes


TOO_BIG = "it does not fit the model's window"


def _failed(seat: Seat, task: _Task) -> Gap:
    names = [unit.name for unit in task.shard]
    shown = ", ".join(f"`{name}`" for name in names[:3]) + (" …" if len(names) > 3 else "")  # noqa: PLR2004 - a few examples
    return Gap(
        subject=f"reviewer `{seat.name}`",
        reason=f"{task.failure} ({len(names)} part{'s' if len(names) != 1 else ''} unread: {shown})",
        required=True,
        remedy=task.remedy,
    )


def _unread(seat: Seat, unit: Unit) -> Gap:
    return Gap(
        subject=f"`{unit.name}`",
        reason=f"{TOO_BIG}, so `{seat.name}` did not read it",
        required=True,
        remedy="use a model with a larger window, or split the change",
    )


def _faulty(seat: Seat, fault: str) -> Gap:
    return Gap(
        subject=f"reviewer `{seat.name}`",
        reason=f"part of its answer could not be used: {fault}",
        required=True,
        remedy="run the review again",
    )

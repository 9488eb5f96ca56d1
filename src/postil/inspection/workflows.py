"""Workflow and action files as typed values: jobs, steps, what they need, take and give."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from postil.inspection.expressions import Reading, readings
from postil.inspection.outlines import EMPTY, Entry, Listing, Node, Scalar, Table, items, read_yaml

WORKFLOW_FOLDER = ".github/workflows/"
ACTION_NAMES = ("action.yml", "action.yaml")


def is_workflow_path(path: str) -> bool:
    inside = path.removeprefix(WORKFLOW_FOLDER)
    return inside != path and "/" not in inside and inside.endswith((".yml", ".yaml"))


def is_action_path(path: str) -> bool:
    return path.rpartition("/")[2] in ACTION_NAMES


@dataclass(frozen=True, slots=True)
class Step:
    """One step; `line` is where it begins."""

    line: int
    table: Table

    @property
    def id(self) -> str | None:
        return self.table.text("id")

    @property
    def uses(self) -> Scalar | None:
        return _scalar(self.table.get("uses"))

    @property
    def run(self) -> Scalar | None:
        return _scalar(self.table.get("run"))

    @property
    def settings(self) -> Table:
        return self.table.table("with")

    @property
    def is_off(self) -> bool:
        return _is_off(self.table)

    def runs_action(self, *names: str) -> bool:
        """Whether it uses one of these actions, at whatever version."""
        used = self.uses.text.partition("@")[0].lower() if self.uses else ""
        return used in names


@dataclass(frozen=True, slots=True)
class Job:
    """One job; ids compare without regard to letter case, as the runner does."""

    id: str
    line: int
    table: Table
    steps: tuple[Step, ...]

    @property
    def needs(self) -> tuple[Scalar, ...]:
        return items(self.table.get("needs"))

    @property
    def needed(self) -> frozenset[str]:
        return frozenset(need.text.lower() for need in self.needs)

    @property
    def is_off(self) -> bool:
        return _is_off(self.table)

    @property
    def uses(self) -> Scalar | None:
        """The reusable workflow it calls instead of having steps."""
        return _scalar(self.table.get("uses"))


@dataclass(frozen=True, slots=True)
class Interface:
    """What a caller may or must hand over, and what it gets back; keys are lower case."""

    inputs: Mapping[str, Entry]
    secrets: Mapping[str, Entry]
    outputs: Mapping[str, Entry]


@dataclass(frozen=True, slots=True)
class Workflow:
    """A workflow file; `call` is None when other workflows cannot call it."""

    table: Table
    jobs: Mapping[str, Job]
    triggers: Mapping[str, Node | None]
    call: Interface | None

    @property
    def inputs(self) -> frozenset[str]:
        """Every input it declares, for callers or for people who start it by hand."""
        called = self.call.inputs if self.call else {}
        return frozenset(called) | frozenset(self._by_hand)

    @property
    def _by_hand(self) -> Mapping[str, Entry]:
        trigger = self.triggers.get("workflow_dispatch")
        return _lower(trigger.table("inputs")) if isinstance(trigger, Table) else {}


@dataclass(frozen=True, slots=True)
class Action:
    """An action file of the repository; `steps` is empty unless it is a composite one."""

    table: Table
    interface: Interface
    steps: tuple[Step, ...]
    using: str


def read_workflow(text: str) -> Workflow:
    """The workflow a file holds; raises Unreadable where it is no table of keys."""
    table = read_yaml(text)
    triggers = _triggers(table.get("on"))
    call: Interface | None = None
    if "workflow_call" in triggers:
        declared = triggers["workflow_call"]
        call = _interface(declared if isinstance(declared, Table) else EMPTY)
    jobs = {
        entry.key.lower(): Job(entry.key, entry.line, entry.value, _steps(entry.value.get("steps")))
        for entry in table.table("jobs")
        if isinstance(entry.value, Table)
    }
    return Workflow(table, jobs, triggers, call)


def read_action(text: str) -> Action:
    """The action a file holds; raises Unreadable where it is no table of keys."""
    table = read_yaml(text)
    runs = table.table("runs")
    using = (runs.text("using") or "").lower()
    return Action(table, _interface(table), _steps(runs.get("steps")), using)


def is_required(declared: Entry) -> bool:
    """Whether a caller must hand this over: marked so, with nothing to fall back on."""
    if not isinstance(declared.value, Table) or declared.value.get("default") is not None:
        return False
    required = declared.value.get("required")
    return isinstance(required, Scalar) and required.is_true


def closure(jobs: Mapping[str, Job], start: str) -> frozenset[str]:
    """Every job that has finished when this one starts."""
    seen: set[str] = set()
    waiting = list(jobs[start].needed) if start in jobs else []
    while waiting:
        current = waiting.pop()
        if current not in seen:
            seen.add(current)
            waiting.extend(jobs[current].needed if current in jobs else ())
    return frozenset(seen)


def all_steps(workflow: Workflow) -> Iterator[tuple[Job, Step]]:
    for job in workflow.jobs.values():
        for step in job.steps:
            yield job, step


def expressions(node: Node | None) -> Iterator[Reading]:
    """Every chain of names read below the node; the value of an `if` is an expression as a whole."""
    waiting: list[tuple[str, Node]] = [] if node is None else [("", node)]
    while waiting:
        key, current = waiting.pop()
        if isinstance(current, Scalar):
            yield from readings(current, bare=key == "if")
        elif isinstance(current, Listing):
            waiting.extend(("", item) for item in reversed(current.items))
        else:
            waiting.extend((entry.key, entry.value) for entry in reversed(list(current)))


def _is_off(table: Table) -> bool:
    """Whether a condition of one word says that it never runs."""
    condition = (table.text("if") or "").strip()
    return condition.removeprefix("${{").removesuffix("}}").strip().lower() == "false"


def _steps(node: Node | None) -> tuple[Step, ...]:
    if not isinstance(node, Listing):
        return ()
    return tuple(Step(item.line, item) for item in node.items if isinstance(item, Table))


def _triggers(node: Node | None) -> dict[str, Node | None]:
    if isinstance(node, Table):
        return {entry.key: entry.value for entry in node}
    return {item.text: None for item in items(node)}


def _interface(table: Table) -> Interface:
    return Interface(
        _lower(table.table("inputs")),
        _lower(table.table("secrets")),
        _lower(table.table("outputs")),
    )


def _lower(table: Table) -> dict[str, Entry]:
    return {entry.key.lower(): entry for entry in table}


def _scalar(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) else None

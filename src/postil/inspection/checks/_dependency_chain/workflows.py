"""Breaks inside workflows and actions: jobs, outputs, steps and inputs that are not there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from postil.inspection.breaks import Break
from postil.inspection.checks._dependency_chain.calls import action_at, call_breaks, step_breaks
from postil.inspection.expressions import Reading
from postil.inspection.outlines import Listing, Scalar, Table, Unreadable, tables
from postil.inspection.standing import Ground
from postil.inspection.workflows import (
    Job,
    Step,
    Workflow,
    all_steps,
    closure,
    expressions,
    read_action,
    read_workflow,
)

_UPLOAD = "actions/upload-artifact"
_DOWNLOAD = "actions/download-artifact"
_ELSEWHERE = ("run-id", "repository", "github-token")
_MOST_JOBS = 300


@dataclass(frozen=True, slots=True)
class _Site:
    path: str
    workflow: Workflow
    ground: Ground


def workflow_breaks(path: str, text: str, ground: Ground) -> Iterator[Break]:
    """Every break of a workflow file; raises Unreadable where it cannot be read."""
    site = _Site(path, read_workflow(text), ground)
    if len(site.workflow.jobs) > _MOST_JOBS:
        raise Unreadable(f"has more than {_MOST_JOBS} jobs")
    yield from _repeated(site)
    yield from _needs(site)
    yield from _cycles(site)
    lines = text.split("\n")
    for job in site.workflow.jobs.values():
        if job.uses is not None:
            yield from call_breaks(path, job, ground)
        if job.is_off:
            continue
        unread = _unread(job.steps)
        for reading in expressions(job.table):
            # In a comment of a script nothing minds an empty text.
            if not lines[reading.line - 1].lstrip().startswith("#") and reading not in unread:
                yield from _reading(site, job, reading)
        yield from step_breaks(path, job.id, job.steps, ground)
    yield from _call_outputs(site)
    yield from _artifacts(site)


def action_breaks(path: str, text: str, ground: Ground) -> Iterator[Break]:
    """Every break of an action file; raises Unreadable where it cannot be read."""
    action = read_action(text)
    if action.using != "composite":
        return
    unread = _unread(action.steps)
    for reading in expressions(action.table):
        if reading in unread:
            continue
        if reading.names[0] == "inputs" and (name := reading.at(1)):
            if name not in action.interface.inputs:
                yield _missing_input(path, "runs", reading, name)
        else:
            yield from _step_reading(path, "runs", action.steps, reading, ground)
    yield from step_breaks(path, "runs", action.steps, ground)


def _unread(steps: tuple[Step, ...]) -> frozenset[Reading]:
    """What stands in steps that are switched off."""
    return frozenset(
        reading for step in steps if step.is_off for reading in expressions(step.table)
    )


def _repeated(site: _Site) -> Iterator[Break]:
    for table in tables(site.workflow.table):
        for entry in table.repeated:
            yield Break(
                path=site.path,
                lines=(entry.line,),
                slug="repeated-key",
                subject=entry.key,
                owner=" ".join(table.entries)[:200],
                title=f"`{entry.key}` stands twice in the same table",
                failure="GitHub refuses the whole workflow file, so none of its jobs run",
                mitigation=f"Join the two `{entry.key}` entries, or rename one",
            )


def _needs(site: _Site) -> Iterator[Break]:
    for job in site.workflow.jobs.values():
        for need in job.needs:
            if need.text.lower() not in site.workflow.jobs and "$" not in need.text:
                yield _missing_job(site, job, need.text, need.line)


def _missing_job(site: _Site, job: Job, name: str, line: int) -> Break:
    return Break(
        path=site.path,
        lines=(line,),
        slug="missing-job",
        subject=name,
        owner=job.id,
        title=f"Job `{job.id}` needs `{name}`, a job this workflow does not have",
        failure="GitHub refuses the whole workflow file, so none of its jobs run",
        mitigation=f"Name an existing job instead of `{name}`, or restore that job",
    )


def _cycles(site: _Site) -> Iterator[Break]:
    jobs = site.workflow.jobs
    told: set[str] = set()
    for name, job in jobs.items():
        around = closure(jobs, name)
        if name not in around or name in told:
            continue
        ring = {other for other in around if other in jobs and name in closure(jobs, other)}
        told |= ring
        lines = [
            need.line
            for other in jobs.values()
            if other.id.lower() in ring
            for need in other.needs
            if need.text.lower() in ring
        ]
        yield Break(
            path=site.path,
            lines=tuple(lines),
            slug="needs-cycle",
            subject=job.id,
            owner=" ".join(sorted(ring)),
            title=f"Job `{job.id}` waits for itself through `needs`",
            failure="GitHub refuses the whole workflow file, so none of its jobs run",
            mitigation="Take one `needs` entry out of the circle: "
            + ", ".join(f"`{jobs[other].id}`" for other in sorted(ring)),
        )


def _reading(site: _Site, job: Job, reading: Reading) -> Iterator[Break]:
    context, name = reading.names[0], reading.at(1)
    if name is None:
        return
    if context == "needs":
        yield from _need_reading(site, job, reading, name)
    elif context == "steps":
        yield from _step_reading(site.path, job.id, job.steps, reading, site.ground)
    elif context == "inputs" and site.workflow.triggers:
        if name not in site.workflow.inputs:
            yield _missing_input(site.path, job.id, reading, name)
    elif (
        context == "matrix"
        and not reading.has_default
        and (keys := _matrix_keys(job)) is not None
        and name not in keys
    ):
        yield Break(
            path=site.path,
            lines=(reading.line,),
            slug="missing-matrix-key",
            subject=name,
            owner=job.id,
            title=f"`{reading.spelled}` reads a matrix key that job `{job.id}` does not have",
            failure="The expression is empty at run time and nothing says so",
            mitigation=f"Add `{name}` to the matrix of `{job.id}` or read a key it has",
        )


def _need_reading(site: _Site, job: Job, reading: Reading, name: str) -> Iterator[Break]:
    known = site.workflow.jobs.get(name)
    if name not in job.needed:
        said = "does not list it under `needs`" if known else "needs no such job"
        yield Break(
            path=site.path,
            lines=(reading.line,),
            slug="undeclared-need",
            subject=name,
            owner=job.id,
            title=f"`{reading.spelled}` is read in job `{job.id}`, which {said}",
            failure="The expression is empty at run time and nothing says so",
            mitigation=f"Add `{name}` to the `needs` of `{job.id}`"
            if known
            else f"Read a job that exists and stands under the `needs` of `{job.id}`",
        )
        return
    output = reading.at(3)
    if known is None or reading.at(2) != "outputs" or output is None:
        return
    outputs = _outputs(site, known)
    if outputs is not None and output not in outputs:
        yield _missing_output(site, reading, owner=job.id, giver=known.id, output=output)


def _outputs(site: _Site, job: Job) -> frozenset[str] | None:
    """The names of what a job gives, None when another repository decides that."""
    if job.uses is None:
        declared = job.table.get("outputs")
        if declared is None:
            return frozenset()
        if not isinstance(declared, Table):
            return None
        return frozenset(entry.key.lower() for entry in declared)
    called = site.ground.read(job.uses.text[2:]) if job.uses.text.startswith("./") else None
    try:
        call = read_workflow(called).call if called is not None else None
    except Unreadable:
        return None
    return None if call is None else frozenset(call.outputs)


def _missing_output(site: _Site, reading: Reading, *, owner: str, giver: str, output: str) -> Break:
    used = site.workflow.jobs[giver.lower()].uses
    return Break(
        path=site.path,
        lines=(reading.line,),
        slug="missing-output",
        subject=output,
        owner=f"{owner} {giver}",
        title=f"`{reading.spelled}` reads an output that job `{giver}` does not declare",
        failure="The expression is empty at run time and nothing says so",
        mitigation=f"Declare `{output}` under the `outputs` of `{giver}` or read one it has",
        origin=used.text[2:] if used else None,
    )


def _step_reading(
    path: str, owner: str, steps: tuple[Step, ...], reading: Reading, ground: Ground
) -> Iterator[Break]:
    name = reading.at(1)
    if reading.names[0] != "steps" or name is None:
        return
    step = next((step for step in steps if (step.id or "").lower() == name), None)
    if step is None:
        yield Break(
            path=path,
            lines=(reading.line,),
            slug="missing-step",
            subject=name,
            owner=owner,
            title=f"`{reading.spelled}` reads a step id that `{owner}` does not have",
            failure="The expression is empty at run time and nothing says so",
            mitigation=f"Give the step `id: {name}` or read the id it has",
        )
        return
    output = reading.at(3)
    if reading.at(2) != "outputs" or output is None or step.uses is None:
        return
    origin, action = action_at(step.uses.text, ground)
    if action is None or action.using != "composite" or output in action.interface.outputs:
        return
    yield Break(
        path=path,
        lines=(reading.line,),
        slug="missing-output",
        subject=output,
        owner=f"{owner} {name}",
        title=f"`{reading.spelled}` reads an output that `{step.uses.text}` does not declare",
        failure="The expression is empty at run time and nothing says so",
        mitigation=f"Declare `{output}` under the action's `outputs` or read one it has",
        origin=origin,
    )


def _missing_input(path: str, owner: str, reading: Reading, name: str) -> Break:
    return Break(
        path=path,
        lines=(reading.line,),
        slug="missing-input",
        subject=name,
        owner=owner,
        title=f"`{reading.spelled}` reads an input this file does not declare",
        failure="The expression is empty at run time and nothing says so",
        mitigation=f"Declare `{name}` under `inputs` or read one that is declared",
    )


def _matrix_keys(job: Job) -> frozenset[str] | None:
    """The keys of the job's matrix, None when they are only known at run time."""
    strategy = job.table.get("strategy")
    if strategy is None:
        return frozenset()
    matrix = strategy.get("matrix") if isinstance(strategy, Table) else None
    if not isinstance(matrix, Table):
        return None
    keys = {entry.key.lower() for entry in matrix} - {"include", "exclude"}
    include = matrix.get("include")
    if isinstance(include, Scalar):
        return None
    for extra in include.items if isinstance(include, Listing) else ():
        if not isinstance(extra, Table):
            return None
        keys |= {entry.key.lower() for entry in extra}
    return frozenset(keys)


def _call_outputs(site: _Site) -> Iterator[Break]:
    """What the workflow promises its callers must come from jobs and outputs it has."""
    for entry in (site.workflow.call.outputs if site.workflow.call else {}).values():
        for reading in expressions(entry.value):
            name, output = reading.at(1), reading.at(3)
            if reading.names[0] != "jobs" or name is None:
                continue
            job = site.workflow.jobs.get(name)
            if job is None:
                yield Break(
                    path=site.path,
                    lines=(reading.line,),
                    slug="missing-job",
                    subject=name,
                    owner=f"output {entry.key}",
                    title=f"Output `{entry.key}` reads `{name}`, a job this workflow does not have",
                    failure="Every caller of this workflow gets an empty output",
                    mitigation=f"Name an existing job instead of `{name}`",
                )
                continue
            outputs = _outputs(site, job)
            if output is not None and outputs is not None and output not in outputs:
                yield _missing_output(site, reading, owner="outputs", giver=job.id, output=output)


def _artifacts(site: _Site) -> Iterator[Break]:
    """Downloads by name of what a sibling job uploads without being waited for."""
    uploads: dict[str, set[str]] = {}
    for job, step in all_steps(site.workflow):
        if step.runs_action(_UPLOAD):
            uploads.setdefault(step.settings.text("name") or "artifact", set()).add(job.id.lower())
    for job, step in all_steps(site.workflow):
        name = step.settings.get("name")
        if not step.runs_action(_DOWNLOAD) or not isinstance(name, Scalar) or "$" in name.text:
            continue
        if job.is_off or step.is_off:
            continue
        givers = uploads.get(name.text, set())
        if any(step.settings.get(key) is not None for key in _ELSEWHERE) or not givers:
            continue
        if givers & (closure(site.workflow.jobs, job.id.lower()) | {job.id.lower()}):
            continue
        giver = site.workflow.jobs[min(givers)].id
        yield Break(
            path=site.path,
            lines=(name.line,),
            slug="artifact-order",
            subject=name.text,
            owner=job.id,
            title=f"Job `{job.id}` downloads `{name.text}` without waiting for `{giver}`, which uploads it",
            failure="The two jobs run side by side and the download fails when it comes first",
            mitigation=f"Add `{giver}` to the `needs` of `{job.id}`",
        )

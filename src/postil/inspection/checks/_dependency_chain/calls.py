"""Breaks where a workflow calls another file of the repository: reusable workflows, local actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from postil.inspection.breaks import Break
from postil.inspection.outlines import Entry, Scalar, Table, Unreadable
from postil.inspection.standing import Ground, Standing, join
from postil.inspection.workflows import (
    ACTION_NAMES,
    Action,
    Interface,
    Job,
    Step,
    is_required,
    read_action,
    read_workflow,
)

_CHECKOUT = "actions/checkout"
_DOCKER_SETTINGS = frozenset({"args", "entrypoint"})


def call_breaks(path: str, job: Job, ground: Ground) -> Iterator[Break]:
    """What is wrong with a job that calls a reusable workflow of this repository."""
    uses = job.uses
    if uses is None or not uses.text.startswith("./") or "$" in uses.text or "@" in uses.text:
        return
    origin = join("", uses.text)
    if origin is None:
        return
    text = ground.read(origin)
    if text is None:
        if ground.standing(origin) in (Standing.REMOVED, Standing.ABSENT):
            yield _missing_file(path, job.id, uses, origin)
        return
    try:
        call = read_workflow(text).call
    except Unreadable:
        return
    if call is None:
        yield Break(
            path=path,
            lines=(uses.line,),
            slug="not-callable",
            subject=origin,
            owner=job.id,
            title=f"Job `{job.id}` calls `{origin}`, which has no `workflow_call` trigger",
            failure="GitHub refuses the whole workflow file, so none of its jobs run",
            mitigation=f"Add `workflow_call` to the triggers of `{origin}`",
            origin=origin,
        )
        return
    yield from _handed_over(path, job, call, origin)


def _missing_file(path: str, owner: str, uses: Scalar, origin: str) -> Break:
    return Break(
        path=path,
        lines=(uses.line,),
        slug="missing-workflow",
        subject=origin,
        owner=owner,
        title=f"Job `{owner}` calls `{origin}`, which does not exist",
        failure="GitHub refuses the whole workflow file, so none of its jobs run",
        mitigation=f"Call the file that took its place, or restore `{origin}`",
        origin=origin,
    )


def _handed_over(path: str, job: Job, call: Interface, origin: str) -> Iterator[Break]:
    given = job.table.table("with")
    yield from _unknown(path, job.id, given, call.inputs, origin, kind="input")
    yield from _forgotten(path, job, given, call.inputs, origin, kind="input")
    secrets = job.table.get("secrets")
    if isinstance(secrets, Scalar) and not secrets.is_null:
        return
    handed = job.table.table("secrets")
    yield from _unknown(path, job.id, handed, call.secrets, origin, kind="secret")
    yield from _forgotten(path, job, handed, call.secrets, origin, kind="secret")


def _unknown(
    path: str,
    owner: str,
    given: Table,
    declared: Mapping[str, Entry],
    origin: str,
    *,
    kind: str,
) -> Iterator[Break]:
    for entry in given:
        if entry.key.lower() not in declared:
            yield Break(
                path=path,
                lines=(entry.line,),
                slug=f"unknown-{kind}",
                subject=entry.key,
                owner=owner,
                title=f"Job `{owner}` hands `{entry.key}` to `{origin}`, which declares no such {kind}",
                failure="GitHub refuses the whole workflow file, so none of its jobs run",
                mitigation=f"Hand over a {kind} that `{origin}` declares, or declare `{entry.key}` there",
                origin=origin,
            )


def _forgotten(
    path: str,
    job: Job,
    given: Table,
    declared: Mapping[str, Entry],
    origin: str,
    *,
    kind: str,
) -> Iterator[Break]:
    handed = {entry.key.lower() for entry in given}
    for name, entry in declared.items():
        if name not in handed and is_required(entry) and job.uses is not None:
            yield Break(
                path=path,
                lines=(job.uses.line,),
                slug=f"missing-{kind}",
                subject=entry.key,
                owner=job.id,
                title=f"Job `{job.id}` calls `{origin}` without its required {kind} `{entry.key}`",
                failure="GitHub refuses the whole workflow file, so none of its jobs run",
                mitigation=f"Hand over `{entry.key}`, or give it a default in `{origin}`",
                origin=origin,
            )


def step_breaks(path: str, owner: str, steps: tuple[Step, ...], ground: Ground) -> Iterator[Break]:
    """What is wrong with steps that use actions of this repository."""
    for index, step in enumerate(steps):
        uses = step.uses
        if uses is None or not uses.text.startswith("./") or _is_foreign(uses.text, steps[:index]):
            continue
        if step.is_off:
            continue
        origin, action = action_at(uses.text, ground)
        if origin is None:
            continue
        if action is not None:
            yield from _settings(path, owner, step, action, origin)
            continue
        names = (*ACTION_NAMES, "Dockerfile")
        if _is_lost(ground, origin, tuple(f"{origin}/{name}".lstrip("/") for name in names)):
            yield Break(
                path=path,
                lines=(uses.line,),
                slug="missing-action",
                subject=origin,
                owner=owner,
                title=f"A step of `{owner}` uses `{uses.text}`, where there is no action",
                failure="The job fails when it reaches this step",
                mitigation=f"Use the action that took its place, or restore `{origin}/action.yml`",
                origin=origin,
            )


def _is_lost(ground: Ground, folder: str, files: tuple[str, ...]) -> bool:
    lost = (Standing.REMOVED, Standing.ABSENT)
    if ground.standing(folder) is Standing.UNKNOWN:
        return False
    return all(ground.standing(name) in lost for name in files)


def _is_foreign(used: str, before: tuple[Step, ...]) -> bool:
    """Whether an earlier step may have put another repository, or a made folder, in its place."""
    if "$" in used:
        return True
    for step in before:
        moved = step.settings.get("path") or step.settings.get("repository")
        if step.runs_action(_CHECKOUT) and moved is not None:
            return True
        script = step.run.text if step.run is not None else ""
        if "git clone" in script or used.rstrip("/").rpartition("/")[2] in script:
            return True
    return False


def action_at(used: str, ground: Ground) -> tuple[str | None, Action | None]:
    """The folder a `uses: ./…` names and the action in it; None for what cannot be read."""
    folder = join("", used) if used.startswith("./") else None
    if folder is None:
        return None, None
    for name in ACTION_NAMES:
        text = ground.read(f"{folder}/{name}" if folder else name)
        if text is not None:
            try:
                return folder, read_action(text)
            except Unreadable:
                return None, None
    return folder, None


def _settings(path: str, owner: str, step: Step, action: Action, origin: str) -> Iterator[Break]:
    known = set(action.interface.inputs)
    if action.using == "docker":
        known |= _DOCKER_SETTINGS
    for entry in step.settings:
        if entry.key.lower() not in known:
            yield Break(
                path=path,
                lines=(entry.line,),
                slug="unknown-input",
                subject=entry.key,
                owner=owner,
                title=f"A step of `{owner}` sets `{entry.key}`, an input `{origin}` does not declare",
                failure="The action never sees the value and works without it",
                mitigation=f"Set an input that `{origin}` declares, or declare `{entry.key}` there",
                origin=origin,
            )

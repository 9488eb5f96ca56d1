"""Looks at each part a review needs and says its state in one line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from postil import wiring
from postil.configuration import Settings
from postil.domain.errors import PostilError
from postil.workspaces.git import open_repository
from postil.workspaces.git.command import find_program
from postil.workspaces.toolbox import Programs

State = Literal["fine", "missing", "broken"]
_STATES: dict[str, State] = {"fit": "fine", "weak": "missing", "unfit": "broken"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Symptom:
    """One part: fine, missing (the review goes on without it), or broken."""

    part: str
    state: State
    said: str
    remedy: str = ""


def examine(repo: str, *, model: str | None = None) -> tuple[Symptom, ...]:
    """Every part in turn; `model` is looked at instead of the configured one."""
    return tuple(_symptoms(repo, model))


def _symptoms(repo: str, model: str | None) -> Iterator[Symptom]:
    yield Symptom(part="python", state="fine", said=sys.version.split()[0])
    yield _git()
    yield _repository(repo)
    settings = _settings(repo)
    yield from _loaded(settings)
    yield _tool("typos", "knows misspelled words", "install `typos`; it comes with `postil`")
    yield _tool("zizmor", "audits CI workflows", "install `zizmor`; it comes with `postil`")
    yield _tool(
        "kingfisher",
        "names tokens of less known formats",
        "install `postil[secrets]`; our own rules look for secrets without it",
    )
    yield _model(model, settings)
    yield Symptom(part="token", state="missing", said="not needed: a local review writes nowhere")
    yield Symptom(
        part="sandbox",
        state="missing",
        said="off; nothing of a change is ever executed",
    )


def _git() -> Symptom:
    try:
        program = find_program()
    except PostilError as error:
        return Symptom(part="git", state="broken", said=str(error))
    return Symptom(part="git", state="fine", said=program.path)


def _repository(repo: str) -> Symptom:
    try:
        with open_repository(repo) as repository:
            head = repository.resolve("HEAD")
    except PostilError as error:
        return Symptom(part="repository", state="broken", said=str(error))
    return Symptom(part="repository", state="fine", said=f"HEAD is {head.short}")


def _settings(repo: str) -> Settings | PostilError:
    try:
        return wiring.settings_here(repo, None, wiring.surroundings())
    except PostilError as error:
        return error


def _loaded(settings: Settings | PostilError) -> Iterator[Symptom]:
    if isinstance(settings, PostilError):
        yield Symptom(part="settings", state="broken", said=str(settings))
        return
    for problem in settings.problems:
        yield Symptom(part="settings", state="broken", said=str(problem))
    if not settings.problems:
        yield Symptom(
            part="settings", state="fine", said=f"profile {settings.policy.profile.value}"
        )


def _model(named: str | None, settings: Settings | PostilError) -> Symptom:
    """A model that is named is asked one small question; without one nothing is sent."""
    configured = None if isinstance(settings, PostilError) else settings.policy.model
    spec = named or configured
    if spec is None:
        said = "none configured; the checks run alone and nothing is sent anywhere"
        return Symptom(part="model", state="missing", said=said)
    from postil.wiring.examination import examined

    try:
        found = examined(spec, wiring.surroundings().credentials)
    except PostilError as error:
        return Symptom(part="model", state="broken", said=str(error))
    return Symptom(part="model", state=_STATES[found.fitness], said=found.said, remedy=found.remedy)


def _tool(name: str, use: str, remedy: str) -> Symptom:
    found = Programs().find(name)
    if found is None:
        return Symptom(part=name, state="missing", said=f"not installed; it {use}", remedy=remedy)
    return Symptom(part=name, state="fine", said=use)

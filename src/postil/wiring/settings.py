"""Finds the settings that count: at the base, from the environment, from flags, in that order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from postil import configuration
from postil.configuration import CONFIGURATION, Problem, Settings, Source, SourceKind
from postil.domain.errors import UserError
from postil.domain.observation import Gap
from postil.domain.policy import Policy
from postil.ports import GIVEN_SCAN, Tree
from postil.wiring.guests import check_names
from postil.wiring.process import Surroundings
from postil.wiring.wanted import Wanted
from postil.workspaces.git import open_repository

_COMMAND_LINE = "command line"
_VARIABLES = "POSTIL_* variables"
CONFIG_FILE = ".postil.toml"


def settings_here(
    repo: str,
    config: str | None,
    around: Surroundings,
    flags: Mapping[str, object] | None = None,
) -> Settings:
    """The settings a review of HEAD's successor would use; the defaults outside a repository."""
    wanted = Wanted(repo=repo, config=config, flags=flags or {})
    try:
        repository = open_repository(repo)
    except UserError:
        return _loaded(None, wanted, around)
    with repository:
        try:
            oid = repository.resolve("HEAD").oid
        except UserError:
            return _loaded(None, wanted, around)
        return settings_at(repository.tree(oid), wanted, around)


def root_of(repo: str) -> str:
    """The folder whose `.postil.toml` counts: the top of the working tree, else the one named."""
    try:
        with open_repository(repo) as repository:
            return repository.work_tree or repo
    except UserError:
        return repo


def settings_at(base: Tree, wanted: Wanted, around: Surroundings) -> Settings:
    text = base.read(CONFIG_FILE)
    settings = _loaded(text, wanted, around)
    if text is not None or wanted.config is not None or not base.exists(CONFIG_FILE):
        return settings
    unread = Problem(
        file=CONFIG_FILE,
        line=0,
        key="",
        message="It is not a text file, or too large, and was not read.",
        remedy="Write it as UTF-8 text; `postil config --init` makes one.",
    )
    return replace(settings, problems=(unread, *settings.problems))


def _loaded(text: str | None, wanted: Wanted, around: Surroundings) -> Settings:
    return configuration.load(_sources(text, wanted, around), checks=check_names())


def _sources(text: str | None, wanted: Wanted, around: Surroundings) -> list[Source]:
    sources = []
    if wanted.config is not None:
        sources.append(Source(kind=SourceKind.FILE, name=wanted.config, text=_read(wanted.config)))
    elif text is not None:
        sources.append(Source(kind=SourceKind.REPOSITORY, name=CONFIG_FILE, text=text))
    sources.append(Source(kind=SourceKind.ENVIRONMENT, name=_VARIABLES, mapping=around.variables))
    sources.append(Source(kind=SourceKind.FLAG, name=_COMMAND_LINE, mapping=wanted.flags))
    return sources


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="surrogateescape")
    except OSError as error:
        raise UserError(f"`{path}` cannot be read ({error.strerror}); see `--config`.") from error


def refuse_bad_flags(settings: Settings) -> None:
    """Who types a setting is there to correct it; a review with another one helps nobody."""
    for problem in settings.problems:
        if problem.file == _COMMAND_LINE:
            raise UserError(f"{problem.message} {problem.remedy}")


def is_theirs(gap: Gap) -> bool:
    """Whether the person who asked can mend it: a setting, or a file they handed in."""
    return gap.subject == CONFIGURATION or gap.subject.startswith(GIVEN_SCAN)


def nobody_else(policy: Policy) -> Iterator[Gap]:
    """Models for single roles and none for the others leave chairs that nobody can take."""
    if policy.panel.roles:
        role, model = policy.panel.roles[0]
        yield Gap(
            subject=CONFIGURATION,
            reason=f"`{role}={model}` names a model for one role, and no model is named for the others",
            required=True,
            remedy="name one for everybody with `--model provider:name`",
        )


def gaps_of(settings: Settings) -> Iterator[Gap]:
    for problem in settings.problems:
        yield Gap(subject=CONFIGURATION, reason=str(problem), required=True)

"""Joins the parts: reads the environment and the settings, opens the repository, sets the desk."""

from __future__ import annotations

import datetime as dt
import difflib
import os
import shutil
import sys
import tempfile
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from postil import __version__, catalogue, configuration
from postil.catalogue import Unit
from postil.configuration import Problem, Settings, Source, SourceKind
from postil.domain.brief import Effort
from postil.domain.change import Change
from postil.domain.errors import UserError
from postil.domain.observation import Gap
from postil.inspection import checks
from postil.pipeline import Desk
from postil.ports import Tree
from postil.understand import Request
from postil.workspaces.git import Repository, Target, open_repository
from postil.workspaces.toolbox import Programs

CONFIG_FILE = ".postil.toml"
_COMMAND_LINE = "command line"
_VARIABLES = "POSTIL_* variables"
_MOST_COMPARED = 1024 * 1024
CONFIGURATION = "the configuration"
"""What a gap is about when a setting could not be used."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the process was started in: its variables and its terminal.

    `can_repaint` says that standard error is a terminal on which a line can be written again.
    """

    variables: Mapping[str, str] = field(default_factory=dict)
    width: int = 80
    color: bool = False
    output_is_terminal: bool = False
    can_repaint: bool = False
    cache: str = ""


def surroundings() -> Surroundings:
    """The only place that reads the environment."""
    output, error = sys.stdout.isatty(), sys.stderr.isatty()
    dumb = os.environ.get("TERM") == "dumb"
    return Surroundings(
        variables={key: value for key, value in os.environ.items() if key.startswith("POSTIL_")},
        width=max(40, shutil.get_terminal_size().columns),
        color=output and not dumb and not os.environ.get("NO_COLOR"),
        output_is_terminal=output,
        can_repaint=error and not dumb,
        cache=_cache(os.environ.get("XDG_CACHE_HOME", "")),
    )


def _cache(given: str) -> str:
    """Where derived things may be kept between runs; nowhere for a user without a home."""
    if Path(given).is_absolute():  # a relative one would lie in the reviewed tree
        return str(Path(given) / "postil")
    try:
        return str(Path.home() / ".cache" / "postil")
    except RuntimeError:
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a person asked to have reviewed, and how."""

    target: Target = field(default_factory=Target)
    repo: str = "."
    flags: Mapping[str, object] = field(default_factory=dict)
    config: str | None = None
    effort: Effort = Effort.AUTO
    has_spec: bool = False
    only: Sequence[str] = ()
    with_model: bool = True


@dataclass(frozen=True, slots=True)
class Prepared:
    """A desk that is set, and what to tell the person first."""

    desk: Desk
    settings: Settings


@contextmanager
def prepare(wanted: Wanted, around: Surroundings | None = None) -> Iterator[Prepared]:
    """Open the repository, find the change, read the settings at its base, and set the desk."""
    around = around or Surroundings()
    with open_repository(wanted.repo) as repository:
        change = repository.change(wanted.target)
        base, head = repository.tree(change.base.oid), repository.tree(change.head.oid)
        settings = _settings(base, wanted, around)
        _refuse_bad_flags(settings)
        policy = settings.policy
        desk = Desk(
            change=_noticed(change, base, repository, wanted),
            head=head,
            base=base,
            search=repository.search(change.head.oid),
            tools=Programs(cache=around.cache or None),
            checks=_chosen(wanted.only),
            policy=policy,
            request=Request(
                effort=wanted.effort,
                has_spec=wanted.has_spec,
                context=policy.context.text,
                noise=policy.noise,
                defines=_defines,
            ),
            today=dt.datetime.now().astimezone().date(),
            gaps=tuple(_gaps(settings, wanted)),
        )
        yield Prepared(desk, settings)


def settings_here(repo: str, config: str | None, around: Surroundings) -> Settings:
    """The settings a review of HEAD's successor would use; the defaults outside a repository."""
    wanted = Wanted(repo=repo, config=config)
    try:
        repository = open_repository(repo)
    except UserError:
        return _loaded(None, wanted, around)
    with repository:
        try:
            oid = repository.resolve("HEAD").oid
        except UserError:
            return _loaded(None, wanted, around)
        return _settings(repository.tree(oid), wanted, around)


def root_of(repo: str) -> str:
    """The folder whose `.postil.toml` counts: the top of the working tree, else the one named."""
    try:
        with open_repository(repo) as repository:
            return repository.work_tree or repo
    except UserError:
        return repo


def known_checks() -> tuple[Unit, ...]:
    return catalogue.units(checks, must_have=checks.MUST_HAVE)


def _chosen(only: Sequence[str]) -> tuple[Unit, ...]:
    units = known_checks()
    names = [unit.name for unit in units]
    for name in only:
        if name not in names:
            near = difflib.get_close_matches(name, names, n=1)
            hint = f"did you mean `{near[0]}`?" if near else "`postil checks` lists them."
            raise UserError(f"there is no check `{name}`; {hint}")
    return tuple(unit for unit in units if not only or unit.name in only)


def _settings(base: Tree, wanted: Wanted, around: Surroundings) -> Settings:
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
    return configuration.load(_sources(text, wanted, around), checks=catalogue.names(checks))


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


def _refuse_bad_flags(settings: Settings) -> None:
    """Who types a setting is there to correct it; a review with another one helps nobody."""
    for problem in settings.problems:
        if problem.file == _COMMAND_LINE:
            raise UserError(f"{problem.message} {problem.remedy}")


def _gaps(settings: Settings, wanted: Wanted) -> Iterator[Gap]:
    for problem in settings.problems:
        yield Gap(subject=CONFIGURATION, reason=str(problem), required=True)
    if settings.policy.model and wanted.with_model:
        yield Gap(
            subject="the reviewer panel",
            reason=f"`{settings.policy.model}` is set ({settings.origins['model']}), and this "
            "version has no panel",
            required=True,
            remedy="take the setting out, or give `--no-model` to review with the checks alone",
        )


def _noticed(change: Change, base: Tree, repository: Repository, wanted: Wanted) -> Change:
    """Say so when the file people see is not the one that counts."""
    if wanted.config is not None or not repository.work_tree:
        return change
    text = _text_at(Path(repository.work_tree) / CONFIG_FILE)
    if text is None or text == (base.read(CONFIG_FILE) or "").replace("\r\n", "\n"):
        return change
    notice = (
        f"`{CONFIG_FILE}` here differs from the one at the base, which counts; "
        f"try yours with `--config {CONFIG_FILE}`."
    )
    return replace(change, notices=(*change.notices, notice))


def _text_at(path: Path) -> str | None:
    """A file of the working tree, which may be anything: no link is followed, no device read."""
    try:
        if path.is_symlink() or not path.is_file():
            return None
        with path.open("rb") as file:
            data = file.read(_MOST_COMPARED)
    except OSError:
        return None
    return data.replace(b"\r\n", b"\n").decode("utf-8", "surrogateescape")


def _defines(path: str, lines: Sequence[str]) -> bool:
    from postil import syntax

    return bool(syntax.definitions(path, "\n".join(lines)))


def silence_output() -> None:
    """Nobody reads our output any more; what is still buffered goes nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def keep_report(error: Exception) -> str:
    """Put the details of our own mistake where they can be sent from; returns the path."""
    details = "".join(traceback.format_exception(error))
    text = f"postil {__version__} on Python {sys.version}\n\n{details}"
    with tempfile.NamedTemporaryFile(
        "wb", prefix="postil-error-", suffix=".txt", delete=False
    ) as file:
        file.write(text.encode("utf-8", "backslashreplace"))
    return file.name

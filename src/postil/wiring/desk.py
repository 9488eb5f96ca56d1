"""Opens the repository, finds the change and sets the desk for one review."""

from __future__ import annotations

import datetime as dt
import difflib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from postil import catalogue
from postil.catalogue import Unit
from postil.configuration import Settings
from postil.domain.errors import UserError
from postil.inspection import checks
from postil.pipeline import Desk
from postil.ports import Scans
from postil.understand import Request
from postil.wiring.guests import check_names, company
from postil.wiring.process import Surroundings
from postil.wiring.settings import gaps_of, refuse_bad_flags, settings_at
from postil.wiring.wanted import Wanted
from postil.wiring.working_copy import noticed
from postil.workspaces.git import open_repository
from postil.workspaces.scans import ScanOnDisk
from postil.workspaces.toolbox import Programs


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
        settings = settings_at(base, wanted, around)
        refuse_bad_flags(settings)
        policy = settings.policy
        _refuse_unknown(wanted.only)
        present = company(wanted.only, policy.checks_off)
        desk = Desk(
            change=noticed(change, base, repository, wanted),
            head=head,
            base=base,
            search=repository.search(change.head.oid),
            tools=Programs(cache=around.cache or None),
            checks=present.units,
            policy=policy,
            request=Request(
                effort=wanted.effort,
                has_spec=wanted.has_spec,
                context=policy.context.text,
                noise=policy.noise,
                defines=_defines,
            ),
            today=dt.datetime.now().astimezone().date(),
            gaps=(*gaps_of(settings, wanted), *present.gaps),
            scans=Scans(
                files=tuple(map(ScanOnDisk, wanted.sarif)),
                programs=tuple(scanner.value for scanner in policy.scanners),
                root=repository.work_tree or "",
            ),
        )
        yield Prepared(desk, settings)


def known_checks() -> tuple[Unit, ...]:
    """Our own checks, without guests."""
    return catalogue.units(checks, must_have=checks.MUST_HAVE)


def _refuse_unknown(only: Sequence[str]) -> None:
    names = check_names() if only else ()
    for name in only:
        if name not in names:
            near = difflib.get_close_matches(name, names, n=1)
            hint = f"did you mean `{near[0]}`?" if near else "`postil checks` lists them."
            raise UserError(f"there is no check `{name}`; {hint}")


def _defines(path: str, lines: Sequence[str]) -> bool:
    from postil import syntax

    return bool(syntax.definitions(path, "\n".join(lines)))

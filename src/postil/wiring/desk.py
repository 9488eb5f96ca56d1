"""Opens the repository, finds the change and sets the desk for one review."""

from __future__ import annotations

import datetime as dt
import difflib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial

from postil import catalogue
from postil.catalogue import Unit
from postil.configuration import Settings
from postil.domain.change import Change
from postil.domain.document import ReviewDocument
from postil.domain.errors import UserError
from postil.domain.labels import Labels, standing
from postil.domain.observation import Gap
from postil.domain.policy import Policy
from postil.inspection import checks
from postil.inspection.tools import Ground
from postil.pipeline import Desk, PanelDesk
from postil.ports import Model, Scans, Tree
from postil.understand import Request
from postil.wiring.earlier import recalled
from postil.wiring.guests import check_names, company
from postil.wiring.handed_in import operator_text, texts_by_role
from postil.wiring.process import Surroundings
from postil.wiring.recalling import outdated
from postil.wiring.settings import gaps_of, nobody_else, refuse_bad_flags, settings_at
from postil.wiring.wanted import Wanted
from postil.wiring.working_copy import noticed
from postil.workspaces.git import Repository, open_repository
from postil.workspaces.scans import ScanOnDisk
from postil.workspaces.toolbox import Programs


@dataclass(frozen=True, slots=True)
class Prepared:
    """A desk that is set, and what to tell the person first."""

    desk: Desk
    settings: Settings
    repository: Repository

    def recalling(self, reviews: tuple[ReviewDocument, ...], wanted: Wanted) -> Desk:
        """The desk with what earlier reviews left on it; as it is when there are none."""
        change = self.desk.change
        over = outdated(reviews[-1], self.repository, change) if reviews else ""
        found = recalled(wanted, () if over else reviews, self.repository, change)
        notices = (*change.notices, *([over] if over else []), *found.notices)
        return replace(self.desk, past=found.past, change=replace(change, notices=notices))


@contextmanager
def prepare(wanted: Wanted, around: Surroundings | None = None) -> Iterator[Prepared]:
    """Open the repository, find the change, and set the desk for it."""
    around = around or Surroundings()
    with open_repository(wanted.repo) as repository:
        yield set_desk(repository, repository.change(wanted.target), wanted, around)


def set_desk(
    repository: Repository, change: Change, wanted: Wanted, around: Surroundings
) -> Prepared:
    """Read the settings at the change's base, and set the desk."""
    base, head = repository.tree(change.base.oid), repository.tree(change.head.oid)
    settings = settings_at(base, wanted, around)
    refuse_bad_flags(settings)
    policy = settings.policy
    change = _unlabelled(change, policy.labels)
    search = repository.search(change.head.oid)
    panel, unusable = _panel(
        policy,
        wanted,
        around,
        lambda: Ground(head=head, search=search, history=repository.history(change.head)),
    )
    panel, strangers = _with_team(panel, base, change)
    _refuse_unknown(wanted.only)
    present = company(wanted.only, policy.checks_off)
    desk = Desk(
        change=noticed(change, base, repository, wanted),
        head=head,
        base=base,
        search=search,
        commits=repository.known_commits(),
        tools=Programs(cache=around.cache or None),
        checks=present.units,
        policy=policy,
        request=Request(
            effort=wanted.effort,
            has_spec=bool(wanted.spec),
            context=policy.context.text,
            noise=policy.noise,
            defines=_defines,
        ),
        today=dt.datetime.now().astimezone().date(),
        gaps=(*gaps_of(settings), *present.gaps, *unusable, *strangers),
        scans=Scans(
            files=tuple(map(ScanOnDisk, wanted.sarif)),
            programs=tuple(scanner.value for scanner in policy.scanners),
            root=repository.work_tree or "",
        ),
        panel=panel,
    )
    return Prepared(desk, settings, repository)


def _unlabelled(change: Change, labels: Labels) -> Change:
    """The change without labels of ours: what a review said of it is no word about it."""
    theirs = tuple(each for each in change.labels if not standing(each, labels.names))
    return replace(change, labels=theirs)


def _panel(
    policy: Policy, wanted: Wanted, around: Surroundings, ground: Callable[[], Ground]
) -> tuple[PanelDesk | None, tuple[Gap, ...]]:
    """The panel's part of the desk, when a model was named and is wanted."""
    texts = texts_by_role(wanted)
    operator = operator_text(policy.context.text, wanted)
    if not wanted.with_model:
        return None, ()
    if policy.model is None:
        if wanted.second_opinion:
            raise UserError(
                "`--second-opinion` needs a first one; name a model with `--model provider:name`."
            )
        return None, tuple(nobody_else(policy))
    if not wanted.with_network:
        raise UserError(
            f"`--no-network` forbids to ask `{policy.model}`; "
            "add `--no-model` to review with the checks alone."
        )
    from postil.inspection.prompt.charges import Inputs
    from postil.wiring.panel import panel_desk

    desk, gaps = panel_desk(
        policy,
        partial(_opened, policy, around),
        ground=ground(),
        inputs=Inputs(texts=texts),
        operator=operator,
    )
    return desk and replace(desk, second_opinion=wanted.second_opinion), gaps


def _opened(policy: Policy, around: Surroundings, spec: str) -> Model:
    """The annex has room for one, so it is for the model that most is asked of."""
    from postil.models import open_model

    annex = around.annex if spec == policy.model else None
    return open_model(spec, around.credentials, annex)


def _with_team(
    panel: PanelDesk | None, base: Tree, change: Change
) -> tuple[PanelDesk | None, tuple[Gap, ...]]:
    if panel is None:
        return None, ()
    from postil.wiring.panel import with_team

    return with_team(panel, base, change)


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

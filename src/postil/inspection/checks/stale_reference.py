"""A name that the change removed or renamed is still used or mentioned elsewhere.

Functions, classes, methods, constants, enumeration members, files and modules by path,
command line options, keys of a configuration, package scripts, make targets, workflow jobs and
steps, and variables of the example environment are followed from the line that removed them to
the lines that remain.

Why it matters: code that names what is gone fails when it is reached, often only in a job or
on a path that no test takes; a document that names it sends its reader astray.

Stays quiet when: the name is defined, imported or offered again, means something else where it
stands (a parameter, a local variable, a library's name), is too common to be traced, or is
named on purpose in a change log, a migration note or a line that speaks of the past; and, in
languages with a compiler, when the change writes it into code anew or four files need it still.

Silence it: write `postil: allow stale-reference` and a reason on or above the line, or add a
`[[suppress]]` entry with `check = "stale-reference"` to `.postil.toml`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from postil.domain.change import Change, FileStatus, Side
from postil.domain.observation import Gap
from postil.domain.severity import Dimension, Root, Severity
from postil.inspection.checks import Inspection, Needles
from postil.inspection.checks._stale_reference.ancestry import Ancestry, Kin
from postil.inspection.checks._stale_reference.barrels import Barrels
from postil.inspection.checks._stale_reference.builds import lost_build_options
from postil.inspection.checks._stale_reference.charts import lost_values
from postil.inspection.checks._stale_reference.cleared import Cleared
from postil.inspection.checks._stale_reference.constructors import constructors_of
from postil.inspection.checks._stale_reference.contributed import lost_contributions
from postil.inspection.checks._stale_reference.definitions import (
    MOST_NAMES,
    STUBS,
    lost_definitions,
)
from postil.inspection.checks._stale_reference.documented import lost_defaults
from postil.inspection.checks._stale_reference.environment import lost_flags, lost_variables
from postil.inspection.checks._stale_reference.events import lost_events
from postil.inspection.checks._stale_reference.extras import lost_extras
from postil.inspection.checks._stale_reference.features import lost_features
from postil.inspection.checks._stale_reference.fields import lost_fields
from postil.inspection.checks._stale_reference.gates import lost_checks
from postil.inspection.checks._stale_reference.gone import MOST_PATHS, gone_paths
from postil.inspection.checks._stale_reference.inputs import lost_inputs
from postil.inspection.checks._stale_reference.listings import Listings
from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.made import without_made
from postil.inspection.checks._stale_reference.merged import Merged
from postil.inspection.checks._stale_reference.modules import go_package
from postil.inspection.checks._stale_reference.names import Inquiry
from postil.inspection.checks._stale_reference.paths import Paths
from postil.inspection.checks._stale_reference.pipelines import lost_jobs
from postil.inspection.checks._stale_reference.playbooks import lost_facts
from postil.inspection.checks._stale_reference.project import Project
from postil.inspection.checks._stale_reference.prototypes import may_define
from postil.inspection.checks._stale_reference.ready import Ready
from postil.inspection.checks._stale_reference.recipes import lost_recipes
from postil.inspection.checks._stale_reference.redirects import is_redirected
from postil.inspection.checks._stale_reference.registered import lost_registrations
from postil.inspection.checks._stale_reference.released import Released
from postil.inspection.checks._stale_reference.scaffolds import eased
from postil.inspection.checks._stale_reference.services import lost_services
from postil.inspection.checks._stale_reference.settings import lost_settings, stale_settings
from postil.inspection.checks._stale_reference.siblings import lost_keys_of_environments
from postil.inspection.checks._stale_reference.stages import lost_stages
from postil.inspection.checks._stale_reference.subjects import Stale
from postil.inspection.checks._stale_reference.taken_over import TakenOver
from postil.inspection.checks._stale_reference.telling import remarks
from postil.inspection.checks._stale_reference.terraform import lost_blocks
from postil.inspection.checks._stale_reference.traits import CATCH_ALL, is_caught, is_of_trait
from postil.inspection.checks._stale_reference.values import lost_choices
from postil.inspection.checks._stale_reference.vendored import names_copy
from postil.inspection.checks._stale_reference.views import View, is_declared_aside, views_of
from postil.inspection.checks._stale_reference.workflows import lost_workflows
from postil.ports import Hits, Tree
from postil.syntax import Kind

NAME = "stale-reference"
DIMENSION = Dimension.CROSS_REFERENCE
SEVERITY = Severity.HIGH
ROOT = Root.CODE
ASKS_TREE = True


def activates(change: Change) -> str | None:
    left = (FileStatus.RENAMED, FileStatus.DELETED)
    files = [file for file in change.files if file.removed or file.status in left]
    return f"{len(files)} files lost lines, moved or went" if files else None


def inspect(change: Change, head: Tree, base: Tree) -> Inspection:
    ancestry, clearing = Ancestry(head), Cleared(change)
    names = [
        lost
        for lost in lost_definitions(change, base=base, ancestry=ancestry)
        if not lost.owner_is_gone or clearing.is_asked_no_more(lost)
    ]
    gone = gone_paths(change, head=head)
    if len(names) > MOST_NAMES or len(gone) > MOST_PATHS:
        yield _too_many(len(names) + len(gone))
    names, gone = names[:MOST_NAMES], gone[:MOST_PATHS]
    settings = [
        *lost_settings(change, base=base, head=head),
        *lost_services(change, base=base, head=head),
        *lost_variables(change, base=base),
        *lost_flags(change, head=head),
        *lost_keys_of_environments(change, base=base, head=head),
        *lost_values(change, base=base, head=head),
        *lost_blocks(change, head=head),
        *lost_facts(change, base=base, head=head),
        *lost_recipes(change, base=base, head=head),
        *lost_inputs(change, base=base, head=head),
        *lost_stages(change, head=head),
        *lost_jobs(change, base=base, head=head),
        *lost_choices(change, base=base, head=head),
        *lost_fields(change, base=base, head=head),
        *lost_checks(change, base=base, head=head),
        *lost_workflows(change, base=base, head=head),
        *lost_features(change, base=base, head=head),
        *lost_extras(change, base=base, head=head),
        *lost_build_options(change, head=head),
        *lost_contributions(change, base=base, head=head),
        *lost_registrations(change, head=head),
        *lost_events(change),
        *lost_defaults(change, base=base, head=head),
    ]
    needles = {lost.name for lost in names} | {setting.needle for setting in settings}
    if any(is_of_trait(lost) for lost in names):
        needles.add(CATCH_ALL)
    found = yield Needles(frozenset(needles.union(*(entry.needles for entry in gone))))
    taken = TakenOver(change, base)
    names = [lost for lost in names if not (is_caught(lost, found) or taken.includes(lost))]
    cleared = Cleared(change, names)
    lists, ready, merged = Listings(change, base), Ready(head), Merged(change)
    paths = (
        entry
        for entry in without_made(Paths(change, head, tuple(gone)).stale(found))
        if not (lists.is_left_to_tool(entry.path) or ready.is_at(entry) or merged.is_origin(entry))
        if not is_redirected(head, entry)
    )
    stale = [
        *cleared.folders(eased(paths)),
        *stale_settings(settings, found, change=change, head=head),
    ]
    barrels = Barrels(change, base, head)
    in_names, unread = _in_names(names, found, cleared, ancestry=ancestry, barrels=barrels)
    if unread:
        yield _too_many(unread)
    yield from remarks(_joined(in_names, stale))


def _in_names(
    names: list[Lost],
    found: Mapping[str, Hits],
    cleared: Cleared,
    *,
    ancestry: Ancestry,
    barrels: Barrels,
) -> tuple[list[Stale], int]:
    head = ancestry.head
    views, unread = views_of(found, {lost.name for lost in names}, head=head)
    holders = defaultdict(list)
    for view in views.values():
        for name in view.names:
            holders[name].append(view)
    owners: defaultdict[str, set[str]] = defaultdict(set)
    for lost in names:
        if lost.is_member:
            owners[lost.name].add(lost.definition.owner)
    stale: list[Stale] = []
    released, project = Released(head), Project(head)
    for lost in names:
        hits = found[lost.name]
        if hits.total > len(hits.hits):
            # Nobody has seen all its places, so nobody can say that it is not defined in one.
            continue
        holding = holders[lost.name]
        redefined = is_declared_aside(lost.name, hits, views=views) or _is_redefined(
            lost, hits, holding
        )
        package = go_package(head, lost.folder) if lost.family == "go" and lost.folder else ""
        within = [
            view
            for view in holding
            if not released.is_used(lost, view) and names_copy(lost.path, view.text)
        ]
        made = constructors_of(lost.path, owners[lost.name], head)
        kin = Kin(ancestry, frozenset(owners[lost.name]), made)
        asked = lost.is_member and cleared.is_asked_no_more(lost)
        inquiry = Inquiry(
            lost,
            within,
            cleared.change,
            redefined,
            kin,
            barrels,
            package,
            is_asked_no_more=asked,
            is_given_up=lost.may_be_inherited and cleared.is_given_up(lost),
        )
        files = len({hit.path for hit in hits.hits})
        subject = replace(lost.subject, home=_home(lost, holding, cleared.change))
        places = (
            replace(entry, subject=subject)
            for entry in inquiry.stale()
            if not project.is_meant(entry)
        )
        stale += cleared.weighed(lost, files, places)
    return stale, unread


def _is_redefined(lost: Lost, hits: Hits, holding: Iterable[View]) -> bool:
    """Whether a file that says what things are has the name after all, with a body in C."""
    bodiless = lost.is_only_body and not any(may_define(hit.path) for hit in hits.hits)
    return any(
        view.defines(lost.name) and not (bodiless and view.announces(lost.name))
        for view in holding
        if lost.definition.kind is Kind.TYPE or not view.path.endswith(STUBS)
    )


def _home(lost: Lost, holding: Iterable[View], change: Change) -> str:
    """The one file that the change newly defines it in, which is where it went."""
    homes = {
        view.path
        for view in holding
        for found in view.definitions
        if found.name == lost.name and not found.owner and not lost.is_member
        if view.path != lost.path and change.changes(view.path, Side.NEW, found.line)
    }
    return homes.pop() if len(homes) == 1 else ""


def _joined(names: Iterable[Stale], paths: Iterable[Stale]) -> Iterator[Stale]:
    """Names and paths; what code uses of a file that it is told to follow in vain goes with that."""
    reported = {(entry.path, entry.subject.cause.path) for entry in paths}
    followers: defaultdict[tuple[str, str], dict[str, None]] = defaultdict(dict)
    for entry in names:
        origin = (entry.path, entry.subject.cause.path)
        if entry.is_code and origin in reported:
            followers[origin][entry.subject.name] = None
        else:
            yield entry
    for entry in paths:
        yield replace(entry, with_it=tuple(followers[entry.path, entry.subject.cause.path]))


def _too_many(count: int) -> Gap:
    return Gap(
        subject=f"check `{NAME}`",
        reason=f"the change takes away more than can be followed ({count} names, paths or files)",
        required=True,
        remedy="split the change",
    )

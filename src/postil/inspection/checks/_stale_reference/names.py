"""Decides which uses of a lost name, in code and in words, still mean the thing that is gone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from postil.domain.change import Change
from postil.domain.paths import is_test
from postil.inspection.checks._stale_reference.ancestry import Kin
from postil.inspection.checks._stale_reference.barrels import Barrels
from postil.inspection.checks._stale_reference.definitions import STUBS
from postil.inspection.checks._stale_reference.given_up import is_all_of_tree
from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.members import (
    BY_IMPORT,
    TYPES,
    bare_members,
    calls_field,
    is_mixed_in,
    is_nested_elsewhere,
    is_of_another_type,
    may_mean,
    stands_in,
    through_module,
    trust_in_owner,
    uses,
)
from postil.inspection.checks._stale_reference.modules import binds_module, names_module
from postil.inspection.checks._stale_reference.namespaces import comes_from_elsewhere
from postil.inspection.checks._stale_reference.qualified import Place
from postil.inspection.checks._stale_reference.reach import (
    SELF,
    asked_endpoints,
    asked_fixtures,
    by_sight,
    in_template,
    is_given_unparsed,
    is_seen_by,
    trust_in_relative,
)
from postil.inspection.checks._stale_reference.receivers import (
    is_asked_of_another,
    is_asked_of_owner,
    is_left_open,
)
from postil.inspection.checks._stale_reference.refused import refused
from postil.inspection.checks._stale_reference.selves import is_out_of_reach
from postil.inspection.checks._stale_reference.speech import Speech, stale_at
from postil.inspection.checks._stale_reference.spelled import is_another, is_region, is_submodule
from postil.inspection.checks._stale_reference.subjects import (
    CERTAIN,
    LIKELY,
    POSSIBLE,
    Stale,
    is_written_anew,
)
from postil.inspection.checks._stale_reference.views import View
from postil.inspection.checks._stale_reference.words import (
    is_aside,
    is_deliberate,
    is_distinctive,
    is_generic,
)
from postil.syntax import Form, Import, Kind, Occurrence, Role

_UNLIKELY_FILES = 4
"""So many files of a program that do not compile, nobody hands in."""
_TRAIT = re.compile(r"^[ \t]{1,40}use [\w\\, ]{1,400}[;{]", re.MULTILINE)
"""How a PHP class takes over the members of a trait."""
_IMPORTS = re.compile(r"\bimport\b|\brequire\b|\A\s+\w+,\s*\Z")


@dataclass(frozen=True)
class Inquiry:
    """One lost name, the files that hold it, and whether it is defined again somewhere.

    `stale_modules` are the files that should offer the name and do not: the one that lost it,
    and those that pass it on from there; `kin` are all classes that lost a member of that name;
    `is_asked_no_more` tells that the change stops asking for it in other files, `is_given_up`
    that it takes uses away anywhere.
    """

    lost: Lost
    views: Sequence[View]
    change: Change
    is_redefined: bool
    kin: Kin
    barrels: Barrels
    go_package: str = ""
    is_asked_no_more: bool = False
    is_given_up: bool = False
    stale_modules: set[str] = field(init=False, default_factory=set)

    def stale(self) -> Iterator[Stale]:
        if self._is_used_anew():
            return
        in_code = self._likely(list(self._in_code()))
        yield from in_code
        places = {(entry.path, entry.line) for entry in in_code}
        taken = self._is_taken(places)
        if not (self.is_redefined or taken or self.lost.is_its_own_value):
            yield from Speech(self.lost, self.views, self.change).stale()

    def _likely(self, found: list[Stale]) -> list[Stale]:
        """Without what so many compiled files use that the name must come from elsewhere now."""
        compiled = {
            view.path for view in self.views if view.is_compiled and not is_aside(view.path)
        }
        broken = compiled.intersection(entry.path for entry in found)
        return found if len(broken) < _UNLIKELY_FILES else []

    def _is_used_anew(self) -> bool:
        """Whether the change writes the name into code that a compiler will check.

        Nobody does that with a name that is gone: it comes from somewhere that was not seen.
        """
        return any(
            occurrence.role in (Role.CODE, Role.STRING)
            and is_written_anew(self.change, view.path, occurrence.line, line)
            and not is_deliberate(line)
            for view in self.views
            if view.is_compiled
            for occurrence in view.of(self.lost.name)
            for line in (view.lines[occurrence.line - 1],)
        )

    @property
    def may_be_inherited(self) -> bool:
        """Whether a member may still come from a parent: a foreign one, or one of this tree."""
        lost = self.lost
        return lost.may_be_inherited and (
            self.is_redefined or not is_all_of_tree(lost, self.views, is_given_up=self.is_given_up)
        )

    @cached_property
    def is_known_to_all_users(self) -> bool:
        """Whether each file that uses such a member also names a class that lost it."""
        return all(
            view.path == self.lost.path or self.kin.is_named_in(view)
            for view in self.views
            if uses(view, self.lost)
        )

    @cached_property
    def is_ambient(self) -> bool:
        """Whether a file of declarations gives the name to every TypeScript file."""
        return any(
            view.path.endswith(".d.ts") and view.defines(self.lost.name) for view in self.views
        )

    def answering(self) -> Iterator[View]:
        """Files that offer the name after all."""
        for view in self.views:
            if view.path not in self.stale_modules and view.offers(self.lost.name):
                yield view

    def is_answered(self, entry: Import, view: View) -> bool:
        """Whether an import finds the name in another file, as after a move to another root."""
        return any(
            names_module(entry.source, other.path, from_path=view.read_as)
            for other in self.answering()
        ) or is_submodule(entry, self.lost, view, self.kin.ancestry.head)

    def _in_code(self) -> Iterator[Stale]:
        judge = _by_import if self.lost.family in BY_IMPORT else _by_scope
        seen: set[tuple[str, int]] = set()
        self.stale_modules.add(self.lost.path)
        for view in self._ordered():
            if view.asks_for(self.lost.name) or not may_mean(self.lost, view):
                continue
            found = list(self._spelled_out(view))
            if not self.is_redefined:
                found += asked_endpoints(self.lost, view, self.views)
            if view.family == self.lost.family:
                found += judge(self, view)
            elif (
                is_seen_by(self.lost, view)
                and not self.is_redefined
                and not is_given_unparsed(self.lost, self.views)
            ):
                found += by_sight(self.lost, view)
            for line, confidence in sorted(found):
                if (view.path, line) not in seen:
                    seen.add((view.path, line))
                    yield stale_at(self.lost, view, line, is_code=True, confidence=confidence)

    def _spelled_out(self, view: View) -> Iterator[tuple[int, int]]:
        if self.is_redefined and self.lost.family != "python":
            return
        place = Place(self.lost, self.go_package, tuple(self.answering()), self.barrels)
        yield from ((line, CERTAIN) for line in place.named_in(view, self.change))

    def _ordered(self) -> Iterable[View]:
        """Packages after the modules they gather, so that a stale re-export is known in time."""
        return sorted(self.views, key=lambda view: ("/__init__." in view.path) * -1)

    def _is_taken(self, places: set[tuple[str, int]]) -> bool:
        reported = {path for path, _ in places}
        return any(
            occurrence.role is Role.CODE
            and occurrence.form is not Form.UNKNOWN
            and view.path not in reported
            and not is_region(view, occurrence)
            and not (is_test(view.path) and occurrence.form is Form.BINDING)
            for view in self.views
            for occurrence in view.of(self.lost.name)
        )


def _by_import(inquiry: Inquiry, view: View) -> Iterator[tuple[int, int]]:
    """Python, JavaScript and TypeScript, where a name is what the file imported it as."""
    lost = inquiry.lost
    if lost.is_member:
        yield from _members(inquiry, view)
        return
    name = lost.name
    inquiry.stale_modules.update(_passing_on(inquiry, view))
    yield from _imported(inquiry, view)
    yield from in_template(lost, view)
    if not inquiry.is_redefined:
        yield from asked_fixtures(lost, view)
    for use in view.in_code(name, Form.ATTRIBUTE):
        if _is_module(use.qualifier, view, inquiry) and not view.is_guarded(use.line):
            yield use.line, CERTAIN
    if inquiry.is_ambient or view.binds(name):
        return
    if view.path == lost.path or _was_imported(inquiry, view):
        yield from ((use.line, CERTAIN) for use in view.in_code(name, Form.NAME))


def _passing_on(inquiry: Inquiry, view: View) -> Iterator[str]:
    """The files that gave this one the lost name, and have it no more."""
    lost = inquiry.lost
    wanted = (lost.name, "") if view.in_code(lost.name, Form.ATTRIBUTE) else (lost.name,)
    for entry in view.imports:
        if entry.name in wanted and entry.source:
            path = inquiry.barrels.lacking(lost, entry.source, view.read_as)
            if path:
                yield path


def _imported(inquiry: Inquiry, view: View) -> Iterator[tuple[int, int]]:
    """Imports by name from a module that lost it, and uses that a star import should have met."""
    name, modules = inquiry.lost.name, inquiry.stale_modules
    for entry in view.imports:
        if entry.name not in (name, "*") or inquiry.is_answered(entry, view):
            continue
        if not any(
            names_module(entry.source, one, from_path=view.read_as) for one in modules
        ) and not inquiry.barrels.lacking(inquiry.lost, entry.source, view.read_as):
            continue
        if entry.name == "*":
            if not view.binds(name) and not inquiry.is_redefined:
                yield from ((use.line, LIKELY) for use in view.in_code(name, Form.NAME))
        elif not view.is_guarded(entry.line):
            yield entry.line, CERTAIN
            if entry.local in (name, ""):
                modules.add(view.path)


def _was_imported(inquiry: Inquiry, view: View) -> bool:
    """Whether the change took the import of the name out of this file, and nothing replaces it."""
    if inquiry.is_redefined or any(entry.name == "*" for entry in view.imports):
        return False
    file = inquiry.change.by_path.get(view.path)
    return file is not None and any(
        inquiry.lost.name in text and _IMPORTS.search(text) is not None for _, text in file.removed
    )


def _is_module(word: str, view: View, inquiry: Inquiry) -> bool:
    """Whether a word before a dot is a module that lost the name, and no other answers to it."""
    for entry in view.imports:
        if entry.local.rpartition(".")[2] == word and any(
            binds_module(entry, module, from_path=view.read_as) for module in inquiry.stale_modules
        ):
            return not any(
                binds_module(entry, other.path, from_path=view.read_as)
                for other in inquiry.answering()
            )
    return False


def _members(inquiry: Inquiry, view: View) -> Iterator[tuple[int, int]]:
    """Methods, fields and enumeration members: through their owner, through self, or linked."""
    lost = inquiry.lost
    owner = lost.definition.owner
    uses = view.in_code(lost.name, Form.ATTRIBUTE)
    again = _is_defined_again(inquiry) or is_mixed_in(lost, inquiry.views)
    trust = 0 if again else trust_in_owner(lost, view)
    if not (again or inquiry.may_be_inherited):
        yield from refused(lost, view)
    for use in uses:
        # `Lamp.last` may well be what a mixed-in library gives to every class.
        mixed = lost.family == "ruby" and is_generic(lost.name)
        # What a Go package keeps to itself shares its name with the values of that type.
        mixed |= lost.family == "go" and owner[:1].islower()
        if use.qualifier == owner and trust and not (inquiry.may_be_inherited or mixed):
            yield use.line, trust
        elif use.qualifier in SELF and stands_in(view, owner, use.line):
            mixed_in = inquiry.is_redefined and _TRAIT.search(view.text) is not None
            mixed_in |= is_out_of_reach(lost, view, use)
            if view.path == lost.path and not (inquiry.may_be_inherited or mixed_in):
                yield use.line, CERTAIN
        elif near := trust_in_relative(lost, view, use, inquiry.kin.ancestry):
            if not (inquiry.is_redefined or is_generic(lost.name)):
                yield use.line, near
        elif _is_linked_use(inquiry, use) and not (
            calls_field(lost, view, use)
            or is_of_another_type(lost, view, use)
            or is_asked_of_another(lost, view, use, inquiry.kin)
            or is_left_open(lost, view, use, inquiry.kin)
        ):
            proved = is_asked_of_owner(view, use, inquiry.kin)
            yield use.line, CERTAIN if proved else POSSIBLE


def _is_defined_again(inquiry: Inquiry) -> bool:
    """Whether an owner of the same name has the member in some other file."""
    lost = inquiry.lost
    return any(
        found.name == lost.name and found.owner == lost.definition.owner
        for view in inquiry.views
        if view.family == lost.family and not view.path.endswith(STUBS)
        for found in view.definitions
    )


def _is_linked_use(inquiry: Inquiry, use: Occurrence) -> bool:
    """Whether `something.name` can only mean the lost member.

    It must be a coined name that nothing defines any more, and every file that uses it must
    also speak of a class that lost it, or of one below such a class; one that does not shows that
    others have such a member too, unless the change stops asking for it elsewhere.
    """
    lost = inquiry.lost
    return (
        (lost.definition.kind is Kind.METHOD or lost.family not in BY_IMPORT)
        and use.qualifier not in SELF
        and is_distinctive(lost.name)
        and not (inquiry.may_be_inherited or lost.shared or lost.hands_on or inquiry.is_redefined)
        and (inquiry.is_asked_no_more or inquiry.is_known_to_all_users)
    )


def _by_scope(inquiry: Inquiry, view: View) -> Iterator[tuple[int, int]]:
    """Languages whose names reach through folders, packages or the whole program."""
    lost = inquiry.lost
    if lost.is_member:
        yield from _members(inquiry, view)
        if not (
            inquiry.is_redefined or inquiry.may_be_inherited or lost.shared or view.binds(lost.name)
        ):
            yield from bare_members(lost, view, inquiry.kin.ancestry)
        return
    if lost.family == "go":
        yield from _go(inquiry, view)
        return
    announced = lost.is_only_body and view.announces(lost.name)
    bound = view.binds(lost.name) and not announced
    if inquiry.is_redefined or bound or comes_from_elsewhere(lost, view, inquiry.change):
        return
    if is_generic(lost.name) and view.path != lost.path:
        return
    near = view.folder == lost.folder or is_distinctive(lost.name) or lost.definition.kind in TYPES
    if near:
        forms = (Form.DEFINITION,) if announced else ()
        uses = view.in_code(lost.name, Form.NAME, Form.IMPORT, *forms)
        yield from (
            (use.line, CERTAIN)
            for use in uses
            if not (is_another(lost, view, use) or is_nested_elsewhere(lost, view, use.line))
        )
    yield from through_module(lost, view)


def _go(inquiry: Inquiry, view: View) -> Iterator[tuple[int, int]]:
    lost = inquiry.lost
    again = any(other.folder == lost.folder and other.defines(lost.name) for other in inquiry.views)
    if view.folder == lost.folder:
        opened = any(entry.local == "." for entry in view.imports)
        if not (again or opened or view.binds(lost.name)):
            uses = view.in_code(lost.name, Form.NAME)
            yield from ((use.line, CERTAIN) for use in uses if not is_another(lost, view, use))
        return
    packages = {entry.local for entry in view.imports if entry.source == inquiry.go_package}
    if inquiry.go_package and not again:
        for use in view.in_code(lost.name, Form.ATTRIBUTE):
            if use.qualifier in packages:
                yield use.line, CERTAIN

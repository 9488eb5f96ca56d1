"""Collects the definitions a change removed or renamed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import is_generated, is_test
from postil.inspection.checks._stale_reference.ancestry import Ancestry
from postil.inspection.checks._stale_reference.conditions import is_stand_in
from postil.inspection.checks._stale_reference.declared import (
    declared_names,
    embedded_names,
    embeds_foreign,
    is_edited,
    is_exported_by,
    is_generated_accessor,
    is_made_at_run_time,
    is_own_switch,
    makes_names_up,
    namespace_of,
    plain_definitions,
)
from postil.inspection.checks._stale_reference.gone import is_ignored
from postil.inspection.checks._stale_reference.imports import is_offered
from postil.inspection.checks._stale_reference.lost import MEMBERS, Lost
from postil.inspection.checks._stale_reference.modules import family_of
from postil.inspection.checks._stale_reference.packages import bundled, split_off
from postil.inspection.checks._stale_reference.prototypes import is_pasted, is_prototype
from postil.inspection.checks._stale_reference.stand_ins import stand_ins
from postil.inspection.checks._stale_reference.subjects import Subject, old_line
from postil.inspection.checks._stale_reference.words import (
    is_built_in,
    is_distinctive,
    is_left_alone,
)
from postil.ports import Tree
from postil.syntax import (
    Definition,
    Form,
    Kind,
    Occurrence,
    Role,
    definitions,
    imports,
    references,
    supports,
)

MOST_NAMES = 3_000
_HEADER = 2_000
_SIMILAR = 0.6
_SIMILAR_IN_PLACE = 0.5
_LONGEST_BODY = 200
_REACH_OF_MARKS = 3
_MISSING = re.compile(
    r"(?:#[ \t]{0,8}if(?:ndef[ \t]{1,8}|[ \t]{1,8}![ \t]{0,4}defined[ \t(]{1,8})"
    r"|![ \t]?(?:defined|\w{1,20}_exists)\([ \t]?[\"'])(\w{1,200})"
)
_PLATFORM = re.compile(r"^namespace System\b", re.MULTILINE)
"""Opens what stands in for classes that newer platforms of C# bring along."""
_OWNERS = frozenset({Kind.CLASS, Kind.TYPE})
_WORD = re.compile(r"\w+")
_PARENT = re.compile(r"\b(?:super|parent::)")
_DYNAMIC = ("import_module", "__import__", "globals()", "getattr(", "[name]")
_CYTHON = (".pyx", ".pxd", ".pxi")
STUBS = (".d.ts", ".d.mts", ".d.cts", ".pyi")
_FREE_BUILT_INS = frozenset({"php", "c"})
"""Languages whose own names are functions, which no member is taken for."""
_NOUNS = {
    Kind.FUNCTION: "function",
    Kind.METHOD: "method",
    Kind.CLASS: "class",
    Kind.TYPE: "type",
    Kind.CONSTANT: "constant",
    Kind.FIELD: "field",
    Kind.MEMBER: "member",
}


def lost_definitions(change: Change, *, base: Tree, ancestry: Ancestry) -> Iterator[Lost]:
    """Every definition whose line the change removed and whose name its file no longer offers."""
    moved_out = split_off(change) | bundled(change)
    head = ancestry.head
    for file in change.files:
        if file.old_path is None or not file.removed or is_left_alone(file.path):
            continue
        if file.old_path in moved_out:
            continue
        if file.status is FileStatus.COPIED or not _defines_things(file.old_path):
            continue
        if file.status is FileStatus.DELETED and (
            is_ignored(file.old_path, head) or is_offered(file.old_path, head)
        ):
            continue
        before = base.read(file.old_path)
        if before is None or _PLATFORM.search(before):
            continue
        if is_generated(file.old_path, before[:_HEADER].split("\n")):
            # What a program wrote is written anew from elsewhere, with the names it has then.
            continue
        after = None if file.status is FileStatus.DELETED else head.read(file.path)
        if after is None and file.status is not FileStatus.DELETED:
            continue
        yield from _lost(file, before, after, ancestry)


def _defines_things(path: str) -> bool:
    """Whether a file says what things are; a stub of Python repeats them, and Sphinx's settings are
    Sphinx's.
    """
    return supports(path) and not path.endswith((".pyi", "/conf.py"))


def _lost(file: ChangedFile, before: str, after: str | None, ancestry: Ancestry) -> Iterator[Lost]:
    old_path = file.old_path or file.path
    family = family_of(old_path)
    old = _defined_before(old_path, before, ancestry.head)
    new = () if after is None else plain_definitions(file.path, after)
    standing = _by_name(new)
    gone = [
        found
        for found in old
        if found.line in file.removed_numbers and not _stands(found, standing)
    ]
    if not gone:
        return
    offered = frozenset() if after is None else _offered(file.path, after, gone)
    names = {found.name for found in new}
    owners = {found.name for found in old} - names
    old_lines, new_lines = before.split("\n"), (after or "").split("\n")
    fresh = [found for found in new if found.name not in {entry.name for entry in old}]
    declared = set() if after is None else declared_names(after)
    heirs = _takers(new, new_lines) - _takers(old, old_lines)
    heirs |= stand_ins({found.owner for found in gone}, file.added)
    heirs |= {
        found.name for found in new if found.kind in _OWNERS and makes_names_up(new_lines, found)
    }
    for found in gone:
        if is_built_in(found.name, family) and not (found.owner and family in _FREE_BUILT_INS):
            continue
        left = found.owner in heirs or (found.owner in owners and not _is_known(found, old_path))
        if left or found.name in declared:
            continue
        if is_edited(found.name, old_lines[found.line - 1], file.added):
            continue
        if is_made_at_run_time(found.name, file.added) or (
            found.owner and is_generated_accessor(found.name, after or "")
        ):
            continue
        marks = "\n".join(old_lines[max(0, found.line - 1 - _REACH_OF_MARKS) : found.line - 1])
        if family in ("c", "php") and (
            (found.name in _MISSING.findall(marks) and not _is_given_name(file))
            or is_own_switch(old_path, old_lines, found.line)
            or is_stand_in(before, found.line)
        ):
            # What was only set where nobody else had set it, or for one file, others set too.
            continue
        if found.name in offered or (_OFFERS_ALL in offered and found.kind not in MEMBERS):
            continue
        if family == "php" and found.name.lower() in {name.lower() for name in names}:
            # Its methods, functions and classes answer to either case.
            continue
        now = _renamed_to(found, fresh, old_lines, new_lines)
        cause = old_line(file, found.line, old_lines[found.line - 1])
        subject = Subject(name=found.name, noun=_NOUNS[found.kind], cause=cause, now=now)
        yield Lost(
            subject=subject,
            definition=found,
            path=file.path,
            file_is_gone=after is None,
            shared=found.name in names,
            owner_line=_declaration(found.owner, old, old_lines),
            marks=marks,
            namespace=namespace_of(family, before),
            embeds=family == "go" and embeds_foreign(found.owner, before),
            hands_on=_hands_on(found, old_lines),
            spells_itself=_spells_itself(found, old_lines),
            calls_parent=_PARENT.search(_body(found, old_lines)) is not None,
            is_only_body=_is_body(found, family, old_lines)
            and not is_pasted(found.name, (text for _, text in file.added)),
            descends_from_own=after is not None
            and found.inherits
            and is_distinctive(found.name)
            and ancestry.is_own(file.path, after, found),
            owner_is_gone=found.owner in owners,
        )


def _defined_before(path: str, text: str, head: Tree) -> list[Definition]:
    """What a file defined itself and others could use, with its place in the old text."""
    brought = {entry.local for entry in imports(path, text)}
    # Whoever spells a whole path may only open what another library defines.
    opened = {
        found.line
        for found in definitions(path, text)
        if "::" in found.name and not _is_home(path, found.name, head)
    }
    return [
        found
        for found in plain_definitions(path, text)
        if not (found.local or found.name in brought or _is_misread(path, found))
        and found.line not in opened
        # What a stub says of code stands there too; a type has no other place.
        and (found.kind is Kind.TYPE or not path.endswith(STUBS))
    ]


def _is_known(found: Definition, path: str) -> bool:
    """Whether a method has a name by which it is known although its owner went with it."""
    coined = found.kind is Kind.METHOD and found.exported and is_distinctive(found.name)
    return coined and not (found.inherits or is_test(path))


def _is_body(found: Definition, family: str, lines: list[str]) -> bool:
    """Whether it was a function of C that other files could call, and not only announced."""
    is_free = family == "c" and found.kind is Kind.FUNCTION and not found.owner
    return is_free and found.exported and not is_prototype(found, lines)


def _is_given_name(file: ChangedFile) -> bool:
    """Whether the change writes such a guard anew: what it holds goes by another name since."""
    return any(_MISSING.search(text[:_HEADER]) for _, text in file.added)


def _is_home(path: str, spelled: str, head: Tree) -> bool:
    """Whether a file of Ruby is called like the whole path of a thing, below the library of that
    name, which stands in the tree; other files may open what somebody else's library has.
    """
    parts = spelled.split("::")
    folders = path.removesuffix(".rb").split("/")
    own = [folder.replace("_", "").lower() for folder in folders[-len(parts) :]]
    if own != [part.lower() for part in parts]:
        return False
    return head.exists("/".join(folders[: 1 - len(parts)]) + ".rb")


def _is_misread(path: str, found: Definition) -> bool:
    """Whether a constant may stand inside a function of Cython, which Python's grammar takes apart."""
    return path.endswith(_CYTHON) and found.kind is Kind.CONSTANT


def _takers(found: Iterable[Definition], lines: list[str]) -> set[str]:
    """Types that take members over from others: from a parent, or as another name for one."""
    return {
        each.name
        for each in found
        if each.kind in _OWNERS and (each.inherits or f"{each.name} =" in lines[each.line - 1])
    }


def _hands_on(found: Definition, lines: list[str]) -> bool:
    """Whether a method's body calls one of its own name, which must be something else's."""
    return found.kind is Kind.METHOD and f".{found.name}(" in _body(found, lines)


def _spells_itself(found: Definition, lines: list[str]) -> bool:
    """Whether a function holds its own name as a text: the name of a command, a label."""
    body = _body(found, lines) if found.kind in (Kind.METHOD, Kind.FUNCTION) else ""
    return any(f"{mark}{found.name}{mark}" in body for mark in "\"'")


def _body(found: Definition, lines: list[str]) -> str:
    return "\n".join(lines[found.line : min(found.end_line, found.line + _LONGEST_BODY)])


def _by_name(found: Iterable[Definition]) -> Mapping[str, list[Definition]]:
    groups: dict[str, list[Definition]] = {}
    for each in found:
        groups.setdefault(each.name, []).append(each)
    return groups


def _stands(old: Definition, new: Mapping[str, list[Definition]]) -> bool:
    """Whether the file still defines it; a member must have the same owner, if that is left."""
    same = [found for found in new.get(old.name, ()) if not found.local]
    if not same or old.kind not in MEMBERS or not old.owner:
        return bool(same)
    if old.owner not in new:
        return True
    return any(found.owner == old.owner for found in same)


def _declaration(owner: str, old: list[Definition], lines: list[str]) -> str:
    if not owner:
        return ""
    return next((lines[found.line - 1] for found in old if found.name == owner), "")


_OFFERS_ALL = "*"


def _offered(path: str, text: str, gone: list[Definition]) -> frozenset[str]:
    """Names the file still gives to others without defining them; a star when it may give any."""
    offered = {entry.local or entry.name for entry in imports(path, text) if entry.name}
    if _answers_for_anything(path, text):
        offered.add(_OFFERS_ALL)
    if family_of(path) == "go":
        offered |= embedded_names(text)
    answers = _lookup_lines(path, text)
    wanted = {found.name for found in gone}
    members = {found.name for found in gone if found.kind in MEMBERS}
    for occurrence in references(path, text, wanted):
        if occurrence.role is Role.STRING and occurrence.line in answers:
            offered.add(occurrence.name)
        if occurrence.role is not Role.CODE:
            continue
        if _is_offer(occurrence, path):
            offered.add(occurrence.name)
        elif occurrence.form is Form.ATTRIBUTE and (
            occurrence.name in members or is_exported_by(occurrence.qualifier, path, text)
        ):
            line = text.split("\n")[occurrence.line - 1]
            if _assigns(line[occurrence.column + len(occurrence.name) :]):
                offered.add(occurrence.name)
    return frozenset(offered)


def _lookup_lines(path: str, text: str) -> range:
    """The lines of a Python module's `__getattr__`, which may answer for names it spells out."""
    for found in definitions(path, text):
        if found.name == "__getattr__" and not found.owner:
            return range(found.line, found.end_line + 1)
    return range(0)


def _answers_for_anything(path: str, text: str) -> bool:
    """Whether a module makes names up when asked, beyond those its text spells out."""
    span = _lookup_lines(path, text)
    body = "\n".join(text.split("\n")[line - 1] for line in span)
    found = bool(span) and ("def " not in body or any(word in body for word in _DYNAMIC))
    return found or "sys.modules[__name__] = " in text


def _is_offer(occurrence: Occurrence, path: str) -> bool:
    """Whether a name is passed on: re-exported in Rust, a key of what a script exports."""
    if occurrence.form is Form.IMPORT:
        return occurrence.qualifier.startswith("pub")
    return occurrence.form is Form.KEY and family_of(path) == "javascript"


def _assigns(rest: str) -> bool:
    """Whether what follows an attribute gives it a value."""
    plain = rest.lstrip()
    return plain.startswith(("=", ": ")) and not plain.startswith(("==", "=>"))


def _renamed_to(
    found: Definition, fresh: list[Definition], old_lines: list[str], new_lines: list[str]
) -> str:
    """The new definition whose text is most like the old one's; empty when none is alike."""
    body = _bag(found, old_lines)
    scored = [
        (_likeness(body, _bag(other, new_lines)), -abs(other.line - found.line), other.name)
        for other in fresh[:_LONGEST_BODY]
        if other.kind is found.kind and other.owner == found.owner
    ]
    best = max(scored, default=(0.0, 0, ""))
    if best[0] >= _SIMILAR:
        return best[2]
    # A field that opens the very line of the one that went may have been edited as well.
    opening = new_lines[found.line - 1].lstrip() if found.line <= len(new_lines) else ""
    in_place = (
        name
        for likeness, away, name in scored
        if found.kind is Kind.FIELD and not away and likeness >= _SIMILAR_IN_PLACE
        if re.match(rf"{re.escape(name)}\b", opening)
    )
    return next(in_place, "")


def _bag(found: Definition, lines: list[str]) -> Counter[str]:
    text = "\n".join(lines[found.line - 1 : min(found.end_line, found.line + _LONGEST_BODY)])
    return Counter(word for word in _WORD.findall(text[:20_000]) if word != found.name)


def _likeness(left: Counter[str], right: Counter[str]) -> float:
    total = (left | right).total()
    return (left & right).total() / total if total else 0.0

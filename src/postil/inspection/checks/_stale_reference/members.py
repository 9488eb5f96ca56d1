"""What a member and its owner are to a file: named there, called there, within its reach."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from postil.domain.paths import is_test
from postil.inspection.checks._stale_reference.ancestry import Ancestry
from postil.inspection.checks._stale_reference.declared import HEADERS
from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.modules import names_module
from postil.inspection.checks._stale_reference.selves import is_out_of_reach
from postil.inspection.checks._stale_reference.spelled import is_another
from postil.inspection.checks._stale_reference.subjects import CERTAIN, LIKELY
from postil.inspection.checks._stale_reference.views import View
from postil.inspection.checks._stale_reference.words import is_distinctive, is_example, is_generic
from postil.syntax import Form, Kind, Occurrence

_JAVA = re.compile(r"^import ([\w.]{1,300})\.(\w{1,200});", re.MULTILINE)
_PHP = re.compile(r"^use \\?([\w\\]{1,300})\\(\w{1,200});", re.MULTILINE)
_PRIVATE = frozenset({"csharp", "java"})
"""Languages in which only the class itself, wherever it is written, has what is private to it."""
_IMPLICIT = frozenset({"java", "csharp", "c", "ruby"})
"""Languages in which a member is called inside its owner without naming it."""
_BELOW = frozenset({"java", "csharp"})
"""Those of them in which what stands bare in a class may be its parent's."""
BY_IMPORT = frozenset({"python", "javascript"})
TYPES = frozenset({Kind.CLASS, Kind.TYPE})


def may_mean(lost: Lost, view: View) -> bool:
    """Whether a file may mean it: what an example or a test defines, no program builds on.

    Other tests do, and of a Ruby `let` its own file.
    """
    if not _is_in_reach(lost, view):
        return False
    if lost.owner_is_gone and re.search(rf"\b{re.escape(lost.definition.owner)}\b", view.text):
        # The owner is told of there.
        return False
    if is_example(lost.path):
        return is_example(view.path)
    if not is_test(lost.path) or _is_for_tests(lost):
        return True
    if lost.family == "ruby" and lost.definition.kind is Kind.FIELD:
        return view.path == lost.path
    return is_test(view.path)


def _is_for_tests(lost: Lost) -> bool:
    """Whether a library of Rust offers it to the tests of others, in a module called `test`."""
    return lost.family == "rust" and lost.definition.exported and "/tests/" not in f"/{lost.path}"


def _is_in_reach(lost: Lost, view: View) -> bool:
    """Whether the language lets a file use it at all, private and static as it may be."""
    if view.path == lost.path:
        return True
    if lost.family == "c":
        if lost.path.endswith(HEADERS):
            return True
        # A header does not see what one of the sources that take it in sets for itself.
        macro = lost.subject.cause.text.lstrip().startswith("#")
        return not view.path.endswith(HEADERS) if macro else lost.definition.exported
    if lost.definition.exported:
        return True
    if lost.family == "go":
        return view.folder == lost.folder
    owner = lost.definition.owner
    return lost.family not in _PRIVATE or any(found.name == owner for found in view.definitions)


def trust_in_owner(lost: Lost, view: View) -> int:
    """How sure it is that the owner's name means the owner in this file; 0 when it does not."""
    owner = lost.definition.owner
    if view.path == lost.path:
        return CERTAIN
    for entry in view.imports:
        if entry.local == owner:
            if names_module(entry.source, lost.path, from_path=view.path):
                return CERTAIN
            top = entry.source.lstrip(".").partition(".")[0].partition("/")[0]
            near = entry.source.startswith((".", "@/", "~/")) or top in lost.path.split("/")
            return LIKELY if near else 0
    if view.family in BY_IMPORT or any(found.name == owner for found in view.definitions):
        return 0
    return 0 if _takes_another(lost, view) else CERTAIN


def _takes_another(lost: Lost, view: View) -> bool:
    """Whether a Java or PHP file takes the owner's name from a package that is not the owner's."""
    owner = lost.definition.owner
    if lost.family == "java":
        folder = f"/{lost.folder}/{lost.path.rpartition('/')[2].partition('.')[0]}"
        taken = (
            match[1].replace(".", "/") for match in _JAVA.finditer(view.text) if match[2] == owner
        )
        return any(
            not (folder + "/").endswith(f"/{each}/")
            and not folder.rpartition("/")[0].endswith(f"/{each}")
            for each in taken
        )
    if lost.family == "php":
        taken = (match[1] for match in _PHP.finditer(view.text) if match[2] == owner)
        return any(each.strip("\\") != lost.namespace for each in taken)
    return False


def stands_in(view: View, owner: str, line: int) -> bool:
    return any(
        found.name == owner and found.line <= line <= found.end_line for found in view.definitions
    )


def is_nested_elsewhere(lost: Lost, view: View, line: int) -> bool:
    """Whether a plain word outside the Ruby module that held a type means one of the language."""
    owner = lost.definition.owner
    if lost.family != "ruby" or not owner or is_distinctive(lost.name):
        return False
    return not stands_in(view, owner, line)


def calls_field(lost: Lost, view: View, use: Occurrence) -> bool:
    """Whether the use is a call while the lost member was a plain value."""
    after = view.lines[use.line - 1][use.column + len(lost.name) :]
    return lost.definition.kind is Kind.FIELD and after.startswith("(")


def is_of_another_type(lost: Lost, view: View, use: Occurrence) -> bool:
    """Whether the use is of something else: `Other::name`, or what a foreign package gives."""
    before = view.lines[use.line - 1][: use.column]
    spelled = before.endswith("::") or (lost.family == "ruby" and use.qualifier[:1].isupper())
    if spelled and use.qualifier != lost.definition.owner:
        return True
    return lost.family == "java" and _is_foreign(use.qualifier, lost, view)


def _is_foreign(name: str, lost: Lost, view: View) -> bool:
    """Whether a Java file imports the name from a package that is not of this tree."""
    return any(
        line.startswith("import ")
        and line.rstrip(" ;\r").endswith(f".{name}")
        and line.split()[-1].partition(".")[0] not in lost.path.split("/")
        for line in view.lines
    )


def is_of_another_package(lost: Lost, view: View) -> bool:
    """Whether a Java file imports the name by a package that the lost file did not stand in."""
    folder = f"/{lost.folder}"
    packages = [
        line.split()[-1].rstrip(";").removesuffix(f".{lost.name}").replace(".", "/")
        for line in view.lines
        if line.startswith("import ") and line.rstrip(" ;\r").endswith(f".{lost.name}")
    ]
    return lost.family == "java" and any(not folder.endswith(f"/{package}") for package in packages)


def is_mixed_in(lost: Lost, views: Iterable[View]) -> bool:
    """Whether a Ruby file defines the method and hands it to the owner from outside."""
    handed = re.compile(rf"\b{re.escape(lost.definition.owner)}\.(?:extend|include|prepend)\b")
    return lost.family == "ruby" and any(
        view.defines(lost.name) and handed.search(view.text) is not None for view in views
    )


def uses(view: View, lost: Lost) -> bool:
    return view.family == lost.family and bool(view.in_code(lost.name, Form.ATTRIBUTE))


def through_module(lost: Lost, view: View) -> Iterator[tuple[int, int]]:
    """Uses with the owner of a type in front, or with what a file calls the lost one's module."""
    modules = _module_words(lost.path)
    owner = lost.definition.owner
    for use in view.in_code(lost.name, Form.ATTRIBUTE):
        if is_another(lost, view, use):
            continue
        if owner and use.qualifier == owner and lost.definition.kind in TYPES:
            yield use.line, CERTAIN
        elif use.qualifier in modules or (
            use.qualifier == "super" and leads_up_to(lost.path, view.path)
        ):
            yield use.line, LIKELY


def _module_words(path: str) -> frozenset[str]:
    """What a qualifier may call the file: its stem, or its folder when the stem says nothing."""
    *folders, name = path.split("/")
    stem = name.partition(".")[0]
    if stem not in ("lib", "mod", "main", "index"):
        return frozenset({stem})
    named = [folder for folder in folders if folder != "src"]
    return frozenset({"crate", *named[-1:]})


def leads_up_to(lost_path: str, path: str) -> bool:
    """Whether `super` in a file of Rust is the module that the other file holds: in a module inside
    that file, or in the file of one right below it.
    """
    folder, _, name = path.rpartition("/")
    above, _, last = lost_path.rpartition("/")
    is_folder = last in ("mod.rs", "lib.rs", "main.rs")
    below = above if is_folder else lost_path.removesuffix(".rs")
    return path == lost_path or (folder == below and name != "mod.rs")


def is_open_member(lost: Lost) -> bool:
    """Whether the member is written without its enumeration: everywhere in C, in a Java switch."""
    return lost.definition.kind is Kind.MEMBER and lost.family in ("c", "java")


def bare_members(lost: Lost, view: View, ancestry: Ancestry) -> Iterator[tuple[int, int]]:
    """Members called without their owner: inside it or a class below it, or as enumeration members
    in C and Java.
    """
    if lost.family not in _IMPLICIT and lost.definition.kind is not Kind.MEMBER:
        return
    for use in view.in_code(lost.name, Form.NAME):
        if is_another(lost, view, use) or is_out_of_reach(lost, view, use):
            continue
        if stands_in(view, lost.definition.owner, use.line):
            yield use.line, CERTAIN
        elif (is_open_member(lost) and not is_generic(lost.name)) or _stands_below(
            lost, view, use.line, ancestry
        ):
            yield use.line, LIKELY


def _stands_below(lost: Lost, view: View, line: int, ancestry: Ancestry) -> bool:
    """Whether a line stands in a class that descends from the owner of a coined method."""
    if lost.family not in _BELOW or lost.definition.kind is not Kind.METHOD:
        return False
    return is_distinctive(lost.name) and any(
        found.line <= line <= found.end_line
        and lost.definition.owner in ancestry.above(found.name, view.family)
        for found in view.definitions
        if found.kind is Kind.CLASS
    )

"""Tells of dotted names of Python whether the package they begin with is ours and lacks what they name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from postil.domain import paths
from postil.inspection.checks._doc_claims.brought import from_python, of_other_times
from postil.inspection.checks._doc_claims.lines import Statement
from postil.inspection.checks._doc_claims.paths import Atlas
from postil.inspection.checks._doc_claims.words import is_about_now
from postil.inspection.documents import LONGEST_LINE, Part

_DOTTED = r"[A-Za-z_]\w{0,80}(?:\.[A-Za-z_]\w{0,80}){1,6}"
_ROLE = re.compile(
    r"(?::|\{)(?:py:)?(?:class|func|meth|mod|attr|exc|data|obj|const|deco|type)(?::|\})"
    rf"`(?:[^`<>\n]{{1,120}}<)?[~!]?({_DOTTED})(?:\(\))?>?`"
)
_DIRECTIVE = re.compile(
    rf"\A\s{{0,40}}(?:\.\. (?:py:)?(?:auto(?:class|function|method|module|exception|data|attribute|decorator)|currentmodule)::|:::)\s{{1,4}}({_DOTTED})\s{{0,8}}\Z"
)
_SPAN = re.compile(rf"`({_DOTTED})(\(\))?`")
_PACKAGE = "__init__.py"
_OPEN = re.compile(
    r"\bimport \*|\bdef __getattr__\b|\bsys\.modules\b|\bglobals\(\)|\blazy_?\w{0,20}\b|\bsetattr\(|__path__|\bexec\("
)
"""A module that has names which do not stand in it."""
_BY_OTHERS = (".pyx", ".pyi", ".so", ".pyd", ".c", ".cpp", ".rs", ".ipynb", ".py.in")
"""Sources that make modules which no file of Python is."""
_MADE = re.compile(r"\A_?version\w{0,10}\Z|\A__\w{1,40}__\Z|_pb2(?:_grpc)?\Z|\A_generated|\A_build")
_OFFERED = re.compile(
    r"^(?:async def|def|class) (\w{1,100})|^(\w{1,100})\s{0,4}(?::[^=\n]{1,200})?=", re.MULTILINE
)
_CLOSE = 0.8
_TOO_LARGE = 400_000


@dataclass(frozen=True)
class CitedDotted:
    """A dotted name; `is_reference` when a tool that makes manuals follows it."""

    statement: Statement
    spelled: str
    is_reference: bool

    @property
    def binding(self) -> str:
        """How code gives a value the name that it begins with."""
        return f"{self.spelled.partition('.')[0]} = "


def cited_dotted(statement: Statement) -> Iterator[CitedDotted]:
    if statement.part is Part.CODE and not of_other_times(statement.above, statement.text):
        for full in from_python(statement.text):
            yield CitedDotted(statement, full, is_reference=True)
    if statement.part is not Part.PROSE or "." not in statement.words:
        return
    text = statement.words[:LONGEST_LINE]
    followed = dict.fromkeys((*_ROLE.findall(text), *_DIRECTIVE.findall(text)))
    plain = [one for one, called in _SPAN.findall(text) if called or _is_class(one)]
    for spelled in dict.fromkeys((*followed, *plain)):
        if is_about_now(statement.around, spelled):
            yield CitedDotted(statement, spelled, is_reference=spelled in followed)


def _is_class(dotted: str) -> bool:
    """Whether its last word can only be a class: any other may be a key of a configuration."""
    last = dotted.rpartition(".")[2]
    return last[:1].isupper() and not last.isupper()


@dataclass(frozen=True)
class Lack:
    """A module or package of ours without the name; `meant` is a close one that it has."""

    path: str
    name: str
    meant: str


def lack(dotted: str, atlas: Atlas) -> Lack | None:
    """What of a dotted name is missing; None where all of it is there or that cannot be told."""
    first, *others = dotted.split(".")
    root = _root(first, atlas)
    if root is None or not others:
        return None
    place = root
    for at, name in enumerate(others):
        if _MADE.search(name):
            return None
        inside = f"{place}/{name}"
        if atlas.head.exists(f"{inside}.py"):
            return _lacking(f"{inside}.py", others[at + 1 :], (), atlas)
        if not atlas.head.exists(inside):
            return _of_package(place, others[at:], atlas)
        place = inside
    return None


def _of_package(folder: str, names: Sequence[str], atlas: Atlas) -> Lack | None:
    beside = tuple(
        path.removeprefix(f"{folder}/").partition(".")[0].partition("/")[0]
        for path in atlas.head.paths()
        if path.startswith(f"{folder}/") and path.endswith((".py", *_BY_OTHERS))
    )
    if names[0] in beside:
        return None
    path = f"{folder}/{_PACKAGE}"
    return _lacking(path, names, beside, atlas) if atlas.head.exists(path) else None


def _lacking(path: str, names: Sequence[str], beside: Sequence[str], atlas: Atlas) -> Lack | None:
    text = atlas.head.read(path)
    if not names or text is None or len(text) > _TOO_LARGE or _OPEN.search(text):
        return None
    name = names[0]
    if _MADE.search(name) or re.search(rf"\b{re.escape(name)}\b", text):
        return None
    offered = {one or other for one, other in _OFFERED.findall(text)} | set(beside)
    near = get_close_matches(name, sorted(offered), 1, _CLOSE)
    return Lack(path, name, near[0] if near else "")


def _root(name: str, atlas: Atlas) -> str | None:
    """The one folder that is imported by this name; None when none or several are."""
    found = [
        path
        for path in atlas.by_name.get(name, ())
        if atlas.head.exists(f"{path}/{_PACKAGE}")
        and not atlas.head.exists(f"{path.rpartition('/')[0]}/{_PACKAGE}".lstrip("/"))
        and not (paths.is_vendored(f"{path}/{_PACKAGE}") or paths.is_test(f"{path}/{_PACKAGE}"))
    ]
    return found[0] if len(found) == 1 else None

"""Whether an import reaches into a folder that a rule names, by a path from the importing file."""

from __future__ import annotations

import posixpath
import re

from postil.inspection.checks._rule_compliance.orders import Order
from postil.inspection.checks._rule_compliance.scope import lies_in

_FROM = re.compile(
    r"(?:\bfrom|\bimport|\brequire\(|\bimport\(|\brequire_relative)\s{0,2}[\"']((?:\.{1,2}|@|~)/[\w@./-]{1,200})[\"']"
)
_DOTTED = re.compile(r"\A\s{0,40}from\s(\.{1,8})(\w[\w.]{0,200})?\simport\s([\w, ]{1,200})")
_ALIASES = ("@/", "~/")
"""What bundlers commonly call the folder `src`."""
_LONGEST = 2_000


def reaches(order: Order, path: str, text: str) -> bool:
    """Whether the import of a file outside of the folder leads into it."""
    wanted = order.token.strip("'\"").rstrip("/*")
    book = order.rule.book.rpartition("/")[0]
    if "/" not in wanted or wanted.startswith((".", "@", "~")) or _is_in(path, wanted, book):
        return False
    return any(_is_in(found, wanted, book) for found in _imported(path, text[:_LONGEST]))


def _is_in(path: str, folder: str, book: str) -> bool:
    # A package is imported by the name of its folder, which lies in itself here.
    return lies_in(f"{path}/_", f"{folder}/", book)


def _imported(path: str, text: str) -> list[str]:
    """The paths that a line imports, from the root of the repository."""
    here = posixpath.dirname(path)
    found: list[str] = []
    for named in _FROM.findall(text):
        if named.startswith(_ALIASES):
            # The alias is the folder `src` of the package that the file lies in.
            top, inside, _ = f"/{path}".rpartition("/src/")
            found += [f"{top}/src/{named[2:]}".lstrip("/")] if inside else []
        else:
            found.append(posixpath.normpath(posixpath.join(here, named)))
    match = _DOTTED.match(text) if path.endswith(".py") else None
    if match is not None:
        up = posixpath.normpath(posixpath.join(here, *[".."] * (len(match[1]) - 1)))
        base = posixpath.join(up, (match[2] or "").replace(".", "/"))
        names = [name.split()[0] for name in match[3].split(",") if name.strip()]
        found += [base, *(posixpath.join(base, name) for name in names)]
    return found

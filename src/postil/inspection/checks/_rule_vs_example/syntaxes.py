"""The form of a piece of syntax apart from what stands in it: `rgb(1, 2, 3)` with any three numbers."""

from __future__ import annotations

import re
from functools import lru_cache

from postil.inspection.commands import TOOLS

_ATOM = re.compile(r"\"[^\"\n]{0,80}\"|'[^'\n]{0,80}'|[A-Za-z_$][\w$]*|\d+(?:\.\d+)?%?")
_LITERAL = re.compile(r"[\d\"']")
_BRACKETS = "([{<"
_ANY = r"[^\s()\[\]{}<>,;\"'`]{1,60}"
_QUOTED = r"(?:\"[^\"\n]{0,120}\"|'[^'\n]{0,120}')"
_MOST_ATOMS = 8
_LONGEST_LINE = 2_000


def written_alike(forbidden: str, prescribed: str, text: str, *, is_form: bool) -> bool:
    """Whether a text has the forbidden form, whatever values stand in it.

    That the form is meant shows in what is prescribed, the same values written otherwise, or is
    said (`is_form`).
    """
    pattern = _form(forbidden, prescribed, is_form=is_form)
    return pattern is not None and pattern.search(text[:_LONGEST_LINE]) is not None


@lru_cache(maxsize=256)
def _form(forbidden: str, prescribed: str, *, is_form: bool) -> re.Pattern[str] | None:
    atoms = list(_ATOM.finditer(forbidden))
    is_bracketed = any(bracket in forbidden for bracket in _BRACKETS)
    if not is_bracketed or len(atoms) > _MOST_ATOMS or _is_command(forbidden):
        return None
    shared = {atom.lower() for atom in _ATOM.findall(prescribed)}
    pieces: list[str] = []
    position, open_places, fixed = 0, 0, 0
    for atom in atoms:
        pieces.append(_between(forbidden[position : atom.start()]))
        position = atom.end()
        is_literal = _LITERAL.match(atom[0]) is not None
        is_meant = atom[0].lower() in shared if shared else is_form and is_literal
        if is_meant and (is_literal or not _is_named(atom, forbidden, prescribed)):
            pieces.append(_QUOTED if atom[0][0] in "\"'" else _ANY)
            open_places += 1
        else:
            pieces.append(re.escape(atom[0]))
            fixed += 1
    if not (open_places and fixed):
        return None
    pieces.append(_between(forbidden[position:]))
    edge = r"(?<![\w.$-])" if atoms[0].start() == 0 else ""
    pattern = re.compile(edge + "".join(pieces))
    return None if prescribed and pattern.search(prescribed) else pattern


def _is_command(token: str) -> bool:
    return token.startswith("-") or token.partition(" ")[0] in TOOLS


def _is_named(atom: re.Match[str], forbidden: str, prescribed: str) -> bool:
    """Whether the word is what is called or parametrised, or a word of the language, in either form."""
    name = atom[0]
    return any(
        re.search(rf"(?<![\w$]){re.escape(name)}\s?[(\[{{<.]", form) is not None
        for form in (forbidden, prescribed)
    )


def _between(text: str) -> str:
    """What stands between two values, spacing behind a comma or inside a bracket aside."""
    found = re.escape(text.strip()) if text.strip() else ""
    if not text.strip():
        return r"\s{1,3}" if text else ""
    before = r"\s{0,3}" if text[0].isspace() else ""
    after = r"\s{0,3}" if text[-1].isspace() or text.rstrip()[-1] in ",;" else ""
    return f"{before}{found}{after}"

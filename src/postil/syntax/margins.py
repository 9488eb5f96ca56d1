"""Declarations at the margin of a script in which the grammar lost its way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from postil.syntax.facts import Definition, Kind
from postil.syntax.grammar import Parsed

_LANGUAGES = frozenset({"javascript", "typescript", "tsx"})
_DECLARES = re.compile(
    rb"^(?P<exported>export )?(?:declare )?(?:async |abstract )?(?P<word>const|let|var|function\*?|class"
    rb"|enum|interface|type) {1,4}(?P<name>[A-Za-z_$][\w$]{0,200})(?=\s{0,4}[<(={:;]|\s{1,4}\w|\s{0,4}\n)",
    re.MULTILINE,
)
_MARGIN = re.compile(rb"^[^\s})\]*/]", re.MULTILINE)
"""Where something else begins: closing signs and comments go on with what stands above."""
_KINDS = {
    b"class": Kind.CLASS,
    b"enum": Kind.CLASS,
    b"interface": Kind.TYPE,
    b"type": Kind.TYPE,
    b"function": Kind.FUNCTION,
    b"function*": Kind.FUNCTION,
}


def at_margin(parsed: Parsed, found: Iterable[Definition]) -> Iterator[tuple[int, Definition]]:
    """What a broken script declares by its look and no definition stands for, with its first byte.

    One form that a grammar does not know may cost it the rest of the file.
    """
    if parsed.language not in _LANGUAGES or not parsed.root.has_error or parsed.scripts is not None:
        return
    known = {definition.name for definition in found if not definition.local}
    source = parsed.source
    for declared in _DECLARES.finditer(source):
        name = declared["name"].decode()
        if name in known:
            continue
        known.add(name)
        after = _MARGIN.search(source, declared.end())
        end = len(source) if after is None else after.start()
        line = source.count(b"\n", 0, declared.start()) + 1
        head = source[declared.end() :].partition(b"\n")[0].partition(b"{")[0]
        yield (
            declared.start("name"),
            Definition(
                name=name,
                kind=_KINDS.get(declared["word"], Kind.CONSTANT),
                line=line,
                end_line=line + source[declared.start() : end].rstrip().count(b"\n"),
                exported=declared["exported"] is not None,
                inherits=b"extends " in head,
            ),
        )

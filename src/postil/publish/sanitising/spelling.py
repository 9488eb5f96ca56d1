"""Spells what is harmless only when it is written differently: markup, tags, commands, task boxes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.publish.sanitising.edits import Edit
from postil.publish.sanitising.live import Kind, commands
from postil.publish.sanitising.reading import Leaf
from postil.publish.sanitising.seen import Cover

# Formulas, unpaired ticks, and brackets that another reader might still take for a link, an
# image, a definition or a footnote.
_MARKUP = re.compile(r"[`$]|\](?=[(\[:])|!(?=\[)|\[(?=\^)")
_TAG = re.compile(r"<(?=[A-Za-z/!?])")
_OWN_TAG = re.compile(r"<(/?)(br|sub|sup|small)>")
_LONE_TAG = re.compile(r"\A[ \t]*</?(?:br|sub|sup|small)>[ \t]*\Z")
_TASK = re.compile(r"\A\[[ xX]\](?=\s|\Z)")
_DELIMITERS = re.compile(r"\A[ \t]*[|:-][|:\- \t]*\Z")


def respelt(leaf: Leaf) -> Iterator[Edit]:
    hidden = Cover(leaf.spans)
    text = leaf.text
    for found in _MARKUP.finditer(text):
        if not hidden.holds(found.start()):
            yield Edit(Kind.MARKUP, found.start(), found.end(), f"\\{found[0]}")
    kept = _own_tags(text, hidden)
    for tag in _TAG.finditer(text):
        if tag.start() not in kept and not hidden.holds(tag.start()):
            yield Edit(Kind.HTML, tag.start(), tag.end(), "&lt;")
    for at in commands(text, begins_line=leaf.begins_line):
        if not hidden.holds(at):
            spelt = "\\/" if text[at] == "/" else f"&#{ord(text[at])};"
            yield Edit(Kind.COMMAND, at, at + 1, spelt)
    if _TASK.match(text):
        yield Edit(Kind.TASK, 0, 1, "\\[")
    if not leaf.is_cell:
        yield from _delimiters(text)


def _own_tags(text: str, hidden: Cover) -> set[int]:
    """Where the few tags of our layouts stand: balanced, and never alone on their line."""
    if any(_LONE_TAG.match(line) for line in text.split("\n")):
        return set()
    tags = [tag for tag in _OWN_TAG.finditer(text) if not hidden.holds(tag.start())]
    opened: list[str] = []
    for closing, name in (tag.groups() for tag in tags):
        if name == "br" and not closing:
            continue
        if not closing:
            opened.append(name)
        elif not opened or opened.pop() != name:
            return set()
    return set() if opened else {tag.start() for tag in tags}


def _delimiters(text: str) -> Iterator[Edit]:
    """Lines another reader may take for the second line of a table, where code spans end earlier."""
    start = 0
    for line in text.split("\n"):
        if _DELIMITERS.match(line) and "-" in line:
            at = start + len(line) - len(line.lstrip(" \t"))
            yield Edit(Kind.MARKUP, at, at + 1, f"\\{text[at]}")
        start += len(line) + 1

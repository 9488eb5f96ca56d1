"""What a line of code writes that a reader would see twice: headings, their fields, table heads, labels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MOST_ON_A_LINE = 2
"""More headings than this are a list of what is looked for, not something that is written."""
_HEADING = re.compile(
    r"[\"'`](?:\\n){0,4}(#{1,6}\s[^\"'`\\\n{}$<]{2,60})|<h([1-6])\b[^>\n]{0,80}>([^<{\n]{2,60})</h"
)
_OWN_LINE = re.compile(r"\A\s{0,40}(#{2,6}\s[^\"'`\\\n{}$<]{2,60})\Z")
_WHOLE = re.compile(r"\s{0,4}(?:\\n|[\"'`]|\Z)")
_NAMES = r"[$@&*]?[A-Za-z_][\w.$?!\[\]()>-]{0,80}"
_FIELDS = tuple(
    re.compile(text.format(names=rf"(?P<names>{_NAMES})"))
    for text in (
        r"[\"'`](?:\\n){{0,4}}#{{1,6}}\s(?:\$\{{|#\{{|\{{)\s?{names}\s?\}}(?:\\n|[\"'`]|\Z)",
        r"\A\s{{0,40}}#{{1,6}}\s(?:\$\{{|#\{{|\{{)\s?{names}\s?\}}\s{{0,4}}\Z",
        r"<h[1-6]\b[^>\n]{{0,80}}>\s?(?:\$\{{|#\{{|\{{\{{?-?|<%=|<\?=)\s?{names}\s?(?:\}}|-\}}|%>|\?>|\|)",
        r"(?:[\"'`](?:\\n){{0,4}}#{{1,6}}\s|<h[1-6]\b[^>\n]{{0,80}}>)[\"'`]\)?\s?(?:[+.,]|<<|\.\s?\w{{2,12}}\()\s?{names}",
        (
            r"[\"'`](?:\\n){{0,4}}(?:#{{1,6}}\s|<h[1-6]\b[^>\n]{{0,80}}>)(?:%[sv]|\{{\}})(?:</h[1-6]>)?(?:\\n){{0,4}}[\"'`]\s?"
            r"(?:,|%|\.\w{{2,12}}\()\s?{names}"
        ),
    )
)
_TABLE = re.compile(
    r"[\"'`](?:\\n){0,4}(\|(?:\s?[A-Za-z][\w .%/()-]{0,40}\|){2,12})\s?(?:\\n|[\"'`])"
)
_LABEL = re.compile(
    r"[\"'`](?:\\n){0,4}\*\*([A-Z][\w ,/-]{3,60}:?)\*\*:?\s?(?:\\n|[\"'`])"
    r"|<(?:summary|caption|legend)\b[^>\n]{0,80}>([A-Z][^<{\n]{3,60})</"
)
_NAME = re.compile(r"[A-Za-z_]\w{0,60}")
_GETTER = re.compile(r"\A_?get_?(?=[A-Z_a-z]{3})")
_OWNERS = frozenset({"self", "this", "props", "state", "value", "model", "data"})
_ENDS = frozenset({"trim", "strip", "toString", "to_s", "as_str", "String", "toUpperCase", "upper"})


@dataclass(frozen=True, slots=True)
class Writing:
    """What one line writes: `text` as a reader is told, `key` as it is compared.

    Where a heading is a field, `owners` are the names it is taken from.
    """

    line: int
    text: str
    key: str
    owners: frozenset[str] = frozenset()
    is_field: bool = False


def heading_on(line: str, *, is_text: bool) -> str:
    """The heading that a line writes as it stands, with the marks in front of it."""
    if not ("#" in line or "<h" in line) or len(_HEADING.findall(line)) > _MOST_ON_A_LINE:
        return ""
    match = _HEADING.search(line) or (_OWN_LINE.match(line) if is_text else None)
    return " ".join((match[1] or match[match.lastindex or 1]).split()) if match else ""


def writings(line: str, number: int, *, is_text: bool) -> Iterator[Writing]:
    """Everything of that kind on a line of code; `is_text` where the whole line is text."""
    text = heading_on(line, is_text=is_text)
    if text:
        yield Writing(number, text, bare(text))
    elif "#" in line or "<h" in line:
        yield from field_on(line, number)
    for match in _TABLE.finditer(line) if "|" in line else ():
        cells = " | ".join(cell.strip() for cell in match[1].strip("|").split("|"))
        yield Writing(number, match[1], f"| {cells}")
    for match in _LABEL.finditer(line) if "*" in line or "<" in line else ():
        label = (match[1] or match[2]).strip()
        yield Writing(number, label, f"* {label.rstrip(':')}")


def field_on(line: str, number: int) -> Iterator[Writing]:
    """The heading that is nothing but a field of something."""
    for rule in _FIELDS:
        match = rule.search(line)
        names = _NAME.findall(match["names"]) if match else []
        while len(names) > 1 and names[-1] in _ENDS:
            names.pop()
        if not names:
            continue
        field = _GETTER.sub("", names[-1]).lower()
        owners = names[:-1] if len(names) > 1 else names
        yield Writing(
            number, ".".join(names), f"# {field}", frozenset(owners) - _OWNERS, is_field=True
        )
        return


def bare(heading: str) -> str:
    return heading.lstrip("#").strip()

"""What the sed, awk and grep programs of a shell script take out of a text, read as data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_CALLED = re.compile(
    r"(?<![\w/-])(sed|g?awk|grep|perl)\b([^|\n'\"]{0,80}(?:-v\s[^|\n']{1,60})?)(['\"])"
)
_ADDRESS = r"/(?P<{0}>[^/\\\n]*(?:\\.[^/\\\n]*)*)/"
_DELETES = re.compile(
    _ADDRESS.format("one") + r"(?:\s{0,4},\s{0,4}" + _ADDRESS.format("last") + r")?\s{0,4}d\b"
)
_EMPTIES = re.compile(r"(?<!\w)s([/|#,@])(?P<what>[^/|#\n]{1,300}?)\1\1(?P<how>[gimsI]{0,4})")
_SKIPS = re.compile(_ADDRESS.format("one") + r"\s{0,4}\{\s{0,4}next\b")
_DENIED = re.compile(r"!\s?" + _ADDRESS.format("one"))
_ANY = re.compile(_ADDRESS.format("one"))
_SWAPPED = re.compile(r"\\([(){}+?|])|([(){}+?|])")
_FURTHER = re.compile(r"\s{1,8}(?:\\\n\s{0,40})?(?:-e|--expression)[ =]?(['\"])")
"""One more program of the same call."""
_MOST_FURTHER = 20
_REMARK = re.compile(r"\A\s{0,40}#")


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """One pattern of such a program; `is_taken` when what it matches goes, `of_lines` line by line."""

    line: int
    pattern: str
    is_taken: bool = True
    of_lines: bool = True
    until: str = ""


def orders(text: str) -> Iterator[Order]:
    """The patterns of every program in a script, in the order in which they stand."""
    for match in _CALLED.finditer(text):
        begin = text.rfind("\n", 0, match.start()) + 1
        if _REMARK.match(text[begin : match.start()]):
            continue
        end = text.find(match[3], match.end())
        body = text[match.end() : end if end >= 0 else len(text)][:4_000]
        line = text.count("\n", 0, match.end()) + 1
        yield from _read(match[1], match[2], body, line)
        further = _FURTHER.match(text, end + 1) if end >= 0 and match[1] == "sed" else None
        for _ in range(_MOST_FURTHER):
            if further is None:
                break
            end = text.find(further[1], further.end())
            body = text[further.end() : end if end >= 0 else len(text)][:4_000]
            line = text.count("\n", 0, further.end()) + 1
            yield from _read(match[1], match[2], body, line)
            further = _FURTHER.match(text, end + 1) if end >= 0 else None


def _read(program: str, options: str, body: str, line: int) -> Iterator[Order]:
    is_plain = program in ("sed", "grep") and not re.search(r"\s-\w{0,4}[ErP]", options)
    if program == "grep":
        if re.search(r"\s-\w{0,4}v", options):
            yield Order(line=line, pattern=_modern(body, is_plain=is_plain))
        return
    taken: list[tuple[int, str, bool, str]] = []
    for rule in (_DELETES,) if program == "sed" else (_SKIPS, _DENIED):
        for match in rule.finditer(body):
            last = match.groupdict().get("last") or ""
            taken.append((match.start(), match["one"], True, last))
    if program in ("sed", "perl"):
        taken += [(each.start(), each["what"], False, "") for each in _EMPTIES.finditer(body)]
    for at, pattern, of_lines, last in sorted(taken):
        yield Order(
            line=line + body.count("\n", 0, at),
            pattern=_modern(pattern, is_plain=is_plain),
            of_lines=of_lines,
            until=_modern(last, is_plain=is_plain),
        )
    known = {pattern for _, pattern, _, _ in taken}
    for match in _ANY.finditer(body) if program != "perl" else ():
        if match["one"] not in known:
            here = line + body.count("\n", 0, match.start())
            yield Order(line=here, pattern=_modern(match["one"], is_plain=is_plain), is_taken=False)


def _modern(pattern: str, *, is_plain: bool) -> str:
    """The pattern with brackets and signs as everybody else writes them."""
    if not is_plain:
        return pattern
    return _SWAPPED.sub(lambda match: match[1] or f"\\{match[2]}", pattern)

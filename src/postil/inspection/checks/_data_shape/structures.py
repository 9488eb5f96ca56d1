"""The parts of a text that belong together: pairs of fences, and lines that lead what follows."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from postil.inspection.checks._data_shape.breaks import parts
from postil.inspection.checks._data_shape.structure import Structure

_FENCE = re.compile(r"\A\s{0,8}(`{3,8}|~{3,8})([^`\n]{0,60})\Z")
_RULE = re.compile(r"\A(?:-{3}|\+{3})\s{0,4}\Z")
_RULE_END = re.compile(r"\A(?:-{3}|\+{3}|\.{3})\s{0,4}\Z")
_OPEN_TAG = re.compile(r"\A\s{0,20}<([A-Za-z][\w:-]{0,40})(?:\s[^<>]{0,200})?>")
_HEADING = re.compile(r"\A(#{1,6})\s+\S")
_SETEXT = re.compile(r"\A(?:={3,}|-{3,}|~{3,}|\^{3,})\s{0,4}\Z")
_TABLE_RULE = re.compile(r"\A\s{0,8}\|?\s?:?-{1,40}:?\s?(?:\|\s?:?-{1,40}:?\s?){1,40}\|?\s{0,4}\Z")
_ROW = re.compile(r"\A\s{0,8}\|.*\|\s{0,4}\Z|\A[^|\n]{1,80}\|")
_LABEL = re.compile(r"\A\s{0,8}(?:\*\*|__)[^*_\n]{2,60}(?:\*\*:?|__:?)\s{0,4}\Z")
_ATTRIBUTION = re.compile(
    r"(?:\bwrote|\bwrites|\bsaid|\bschrieb\b.{0,80}|a écrit|escribió|ha scritto|escreveu|skrev|napisał\(?a?\)?)\s?:\s{0,4}\Z"
    r"|\A-{2,12}\s?(?:Original|Forwarded)[ \w]{0,20}-{2,12}\s{0,4}\Z",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\A\s{0,4}>")
_DIFF = re.compile(r"\Adiff --git ")
_DIFF_HEAD = re.compile(
    r"\A(?:diff --git |index [0-9a-f]|--- |\+\+\+ |new file mode|deleted file mode|old mode|new mode|similarity|rename )"
)
_TRACE = re.compile(r"\A\s{0,20}(?:Traceback \(most recent call last\)|stack ?trace|backtrace|stack|goroutine \d+ \[\w+\]):\s{0,4}\Z", re.IGNORECASE)  # fmt: skip
_PAIRS = (
    (re.compile(r"\A-----BEGIN ([A-Z0-9 ]{2,40})-----"), "-----END {}-----"),
    (re.compile(r"\A\s{0,8}<!--\s?([\w:.-]{1,40}?)[ :._-]?(?:start|begin)\s?-->", re.IGNORECASE), "<!-- {}"),
    (re.compile(r"\A::(group)::"), "::end{}::"),
    (re.compile(r"\A\s{0,8}#\+begin_(\w{1,20})", re.IGNORECASE), "#+end_{}"),
    (re.compile(r"\A\s{0,8}\[(quote|code|spoiler|list|table|b|i|u)\b[^\]]{0,40}\]", re.IGNORECASE), "[/{}]"),
    (re.compile(r"\A\s{0,8}\{(code|noformat|quote|panel|expand)\b[^}]{0,60}\}"), "{{{}}}"),
    (re.compile(r"\A:::\s?(\w{2,20})"), ":::"),
)  # fmt: skip
_SUMMARY = re.compile(
    r"\A\s{0,20}<summary\b[^<>]{0,80}>[^\n]{0,300}</summary>\s{0,4}\Z", re.IGNORECASE
)
_LINKED = re.compile(
    r"(?P<open>\[)(?P<inner>!\[[^\]\n]{0,120}\]\([^)\n]{0,300}\))(?P<close>\]\([^)\n]{0,300}\))"
    r"|(?P<opens><a\s[^<>\n]{1,300}>)(?P<image><img\s[^<>\n]{1,300}>)(?P<closes></a>)",
    re.IGNORECASE,
)
_MOST_BEFORE = 4
_MOST_LINKED = 40
_MOST_LINES = 400
_MOST_UNEVEN = 3
_LEAST_KEYS = 2
"""Front matter of one key may well stay when it has none."""
_FURTHEST = 200
_TAKES_NOTHING = frozenset({"br", "hr", "img", "input", "meta", "link", "p", "li", "html", "body", "head"})  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Linked:
    """A picture that is a link: the places of what opens the link, of the picture, and of what closes the link."""

    open: tuple[int, int]
    inner: tuple[int, int]
    close: tuple[int, int]


def linked(text: str) -> Iterator[Linked]:
    """The pictures of an example that are links, as badges are."""
    for match in islice(_LINKED.finditer(text), _MOST_LINKED):
        names = ("open", "inner", "close") if match["inner"] else ("opens", "image", "closes")
        opened, inner, closed = (match.span(name) for name in names)
        yield Linked(open=opened, inner=inner, close=closed)


def structures(text: str) -> list[Structure]:
    """Every pair and every lead of an example."""
    lines = text.split("\n")[:_MOST_LINES]
    fences = list(_fences(lines))
    inside = {at for each in fences for at in (*each.lead, *each.body, *each.tail)}
    front = list(_front_matter(lines))
    found = [*fences, *front, *_diffs(lines)]
    ruled = {at for each in front for at in (*each.lead, *each.tail)}
    for at in range(len(lines)):
        if at not in inside:
            found += _led(lines, at, inside)
            found += parts(lines, at, inside) if at not in ruled else ()
    return found


def _fences(lines: Sequence[str]) -> Iterator[Structure]:
    opened, mark = -1, ""
    for at, line in enumerate(lines):
        match = _FENCE.match(line)
        if match is None:
            continue
        if opened < 0:
            opened, mark = at, match[1]
        elif match[1].startswith(mark) and not match[2].strip():
            yield Structure(noun="fence", lead=(opened,), body=_between(opened, at), tail=(at,), holds_body=False)  # fmt: skip
            opened = -1


def _between(first: int, last: int) -> tuple[int, ...]:
    return tuple(range(first + 1, last))


def _front_matter(lines: Sequence[str]) -> Iterator[Structure]:
    if not lines or not _RULE.match(lines[0]):
        return
    for at in range(1, min(len(lines), _FURTHEST)):
        if _RULE_END.match(lines[at]):
            yield Structure(noun="fence of the front matter", lead=(0,), body=_between(0, at), tail=(at,), holds_body=at - 1 >= _LEAST_KEYS)  # fmt: skip
            return


def _diffs(lines: Sequence[str]) -> Iterator[Structure]:
    begins = [at for at, line in enumerate(lines) if _DIFF.match(line)]
    for at, after in pairwise([*begins, len(lines)]):
        head = at
        while head < after and _DIFF_HEAD.match(lines[head]):
            head += 1
        if head < after and lines[head].startswith("@@"):
            yield Structure(noun="header of the diff", lead=tuple(range(at, head)), body=tuple(range(head, after)))  # fmt: skip


def _led(lines: Sequence[str], at: int, inside: set[int]) -> Iterator[Structure]:
    line = lines[at]
    yield from _tagged(lines, at)
    yield from _paired(lines, at)
    heading = _HEADING.match(line)
    if heading:
        yield Structure(
            noun="heading", lead=(at,), body=_section(lines, at, len(heading[1]), inside)
        )
    elif at + 1 < len(lines) and _is_underlined(lines, at):
        body = tuple(at + 2 + each for each in _section(lines[at + 2 :], -1, 1, set()))
        yield Structure(noun="heading", lead=(at, at + 1), body=body)
    if at + 1 < len(lines) and _TABLE_RULE.match(lines[at + 1]) and "|" in line:
        yield Structure(
            noun="header of the table", lead=(at, at + 1), body=_run(lines, at + 2, _ROW)
        )
    if _ATTRIBUTION.search(line[:300]):
        begin = next(
            (each for each in range(at + 1, min(at + 3, len(lines))) if lines[each].strip()), at
        )
        yield Structure(noun="attribution", lead=(at,), body=_run(lines, begin, _QUOTED))
    if _LABEL.match(line):
        begin = at + 1 if at + 1 < len(lines) and lines[at + 1].strip() else at + 2
        yield Structure(noun="label", lead=(at,), body=_block(lines, begin, inside))
    if _TRACE.match(line):
        yield Structure(
            noun="heading", lead=(at,), body=_run(lines, at + 1, re.compile(r"\A\s{2}|\A\tat "))
        )


def _is_underlined(lines: Sequence[str], at: int) -> bool:
    line, rule = lines[at], lines[at + 1]
    is_free = at == 0 or not lines[at - 1].strip()
    return bool(
        _SETEXT.match(rule) and line.strip() and is_free and "|" not in line and not line.startswith("-")
        and abs(len(rule.rstrip()) - len(line.rstrip())) <= _MOST_UNEVEN
    )  # fmt: skip


def _section(lines: Sequence[str], at: int, depth: int, inside: set[int]) -> tuple[int, ...]:
    end = at + 1
    while end < len(lines):
        match = _HEADING.match(lines[end]) if end not in inside else None
        if match and len(match[1]) <= depth:
            break
        if at < 0 and end + 1 < len(lines) and _is_underlined(lines, end):
            break
        end += 1
    return _between(at, end)


def _run(lines: Sequence[str], at: int, rule: re.Pattern[str]) -> tuple[int, ...]:
    end = at
    while end < len(lines) and rule.match(lines[end]):
        end += 1
    return tuple(range(at, end))


def _block(lines: Sequence[str], at: int, inside: set[int]) -> tuple[int, ...]:
    end = at
    while end < len(lines) and (lines[end].strip() or end in inside):
        end += 1
    return tuple(range(at, end))


def _tagged(lines: Sequence[str], at: int) -> Iterator[Structure]:
    tag = _OPEN_TAG.match(lines[at])
    if tag is None or tag[1].lower() in _TAKES_NOTHING or f"</{tag[1]}>" in lines[at]:
        return
    for end in range(at + 1, min(len(lines), at + _FURTHEST)):
        if f"</{tag[1]}>" in lines[end]:
            inner = [each for each in _between(at, end) if "<summary" not in lines[each]]
            yield Structure(noun=f"<{tag[1]}>", lead=(at,), body=tuple(inner), tail=(end,))
            if tag[1].lower() == "details":
                yield from _summaries(lines, at, end)
            return


def _summaries(lines: Sequence[str], at: int, end: int) -> Iterator[Structure]:
    """The line that says what is folded, which means nothing without the fold around it."""
    for each in _between(at, min(end, at + _MOST_BEFORE)):
        if _SUMMARY.match(lines[each]):
            yield Structure(noun="summary of the fold", lead=(each,), body=(at, end))
            return


def _paired(lines: Sequence[str], at: int) -> Iterator[Structure]:
    for opens, closes in _PAIRS:
        match = opens.match(lines[at])
        if match is None:
            continue
        close = closes.format(match[1]).lower()
        for end in range(at + 1, min(len(lines), at + _FURTHEST)):
            if lines[end].strip().lower().startswith(close):
                yield Structure(noun=match[0].strip(), lead=(at,), body=_between(at, end), tail=(end,), holds_body=False)  # fmt: skip
                return

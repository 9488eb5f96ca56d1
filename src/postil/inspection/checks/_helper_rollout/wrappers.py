"""Finds the thin wrappers that a change adds: new functions whose body makes one call, or two on one line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import is_generated, is_minified, is_test, is_vendored, language_of
from postil.domain.paths.names import words
from postil.inspection.checks._helper_rollout.failing import is_for_failure, without_failure
from postil.inspection.checks._helper_rollout.spelling import LONGEST_LINE, spelled
from postil.inspection.checks._helper_rollout.unparsed import unparsed_functions
from postil.inspection.line_roles import LineRoles
from postil.ports import Tree
from postil.syntax import (
    Definition,
    Form,
    Import,
    Kind,
    definitions,
    imports,
    references,
    supports,
)

_LONGEST_BODY = 16
_MOST_CALLS = 2
"""Calls of a thin wrapper, of which the one counts that was replaced elsewhere."""
_SHORTEST_NAME = 5
_HEADER_LINES = 20
_FAMILIES = {"typescript": "javascript", "tsx": "javascript", "cpp": "c"}
_LANGUAGES = frozenset(
    words("python javascript typescript tsx go java ruby php rust c cpp csharp bash kotlin swift")
)
_CALL = re.compile(r"(?<![\w.:>$@])([A-Za-z_]\w{0,99}(?:(?:\.|::|->)\w{1,100}){0,6})\(")
_COMMAND = re.compile(r"^\s{0,80}([A-Za-z][\w.-]{0,60} -{1,2}[\w-]{1,40})\(", re.MULTILINE)
"""A command of a shell with its first option."""
_OWN_CALL = re.compile(
    r"(?:(?<![\w.:>])|(?<=\bthis\.)|(?<=\bself\.)|(?<=\$this->)|(?<=\bSelf::))(\w+)\("
)
_ENDS_IN_NAME = re.compile(r"(?<![\w$@])[$@]?[A-Za-z_]\w{0,99}(?:(?:\.|::|->)\w{1,100}){0,6}\Z")
_LONGEST_NAME = 100
_WORD = re.compile(r"\w+")
_LISTED_EXPORTS = re.compile(
    r"\bexports\.\w{1,100}|\bexports\s?=\s?(?:\{[^}]{0,4000}|\w{1,100})|^export \{[^}]{0,4000}",
    re.MULTILINE,
)
_HEADERS = (".h", ".hh", ".hpp", ".hxx")
_ROOT = re.compile(r"\A\w+")
_EVERYDAY = frozenset(
    words(
        "if for while switch catch return function await with except match fn func def elif and or"
        " not in assert yield typeof unless until foreach when async"
        " print len str int float bool list dict set tuple isinstance super range open repr getattr"
        " hasattr sorted sum min max any all map filter zip enumerate type iter next dataclass"
        " JSON.stringify JSON.parse console.log console.error console.warn console.info String"
        " Number Boolean Object.keys Object.entries Object.assign Array.isArray Math.max Math.min"
        " Promise.resolve Promise.all Date.now parseInt parseFloat setTimeout require import Symbol"
        " fmt.Sprintf fmt.Errorf fmt.Println fmt.Printf errors.New make append new panic cap copy"
        " string byte Ok Err Some Box Vec String::from Vec::new format json.dumps json.loads"
        " abort exit fputs fprintf perror die free sizeof local echo cd mkdir rm cp mv printf cat"
        " shift read source export unset grep sed test fun guard let using nameof throw"
        " puts raise isset empty count array String.format System.out.println Objects.requireNonNull"
    )
)
_LOGS = frozenset(words("logger log logging console warnings LOG _logger _log LOGGER slog"))
_FIELDS = ("$this->", "self.", "this.", "@")
_OWN = frozenset({"self", "this", "cls", "super", "Self"})
_ERRORS = ("Error", "Exception", "Warning")


_MAKERS = frozenset({"new", "init", "__init__", "initialize", "constructor", "__construct"})
"""What makes a thing of its own sort stands for no call."""
_OWN_SORT = re.compile(r"\bnew {1,4}(?:self|static)\b|\b(?:Self|cls) {0,4}[({]|\bSelf::new\(")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrapper:
    """A new function and the call it stands for, as that call is spelled.

    `around` is the call that the wrapped one is handed to, if any. `call_is_own` is a call of what the wrapper's own file defines. `owner` is the class whose
    method it is, and `body` its lines.
    """

    name: str
    call: str
    path: str
    line: int
    text: str
    brought: Import | None
    exported: bool = True
    call_is_own: bool = False
    owner: str = ""
    body: str = ""
    around: str = ""

    @property
    def family(self) -> str:
        return family_of(self.path)

    @property
    def root(self) -> str:
        return root_of(self.call)


def family_of(path: str) -> str:
    """The language whose functions can call each other; empty for files that are not read."""
    language = language_of(path) or ""
    return _FAMILIES.get(language, language) if language in _LANGUAGES else ""


def root_of(call: str) -> str:
    """The first word of a call, which is what an import binds."""
    found = _ROOT.match(call)
    return "" if found is None else found[0]


def is_left_alone(path: str, text: str = "") -> bool:
    """Whether nobody converts calls in this file: tests, and what others or programs wrote."""
    return (
        is_test(path)
        or is_vendored(path)
        or is_generated(path, text.split("\n", _HEADER_LINES)[:_HEADER_LINES])
        or is_minified(path, text or None)
    )


def new_wrappers(change: Change, *, base: Tree, head: Tree) -> Iterator[Wrapper]:
    """Every thin wrapper on added lines whose name its file did not define before."""
    for file in change.files:
        if file.status is FileStatus.DELETED or not file.added or not family_of(file.path):
            continue
        text = head.read(file.path)
        if text is None or is_left_alone(file.path, text):
            continue
        wrappers = list(_wrappers(file, text))
        before = base.read(file.old_path) if wrappers and file.old_path is not None else None
        old = {found.name for found in functions(file.path, before or "")}
        yield from (wrapper for wrapper in wrappers if wrapper.name not in old)


def _wrappers(file: ChangedFile, text: str) -> Iterator[Wrapper]:
    roles = LineRoles(text, language_of(file.path) or "")
    lines = text.split("\n")
    brought = {entry.local: entry for entry in imports(file.path, text)}
    own = {found.name for found in functions(file.path, text)}
    for found in functions(file.path, text):
        if found.line not in file.added_numbers or found.local:
            continue
        if not _is_short_function(found, lines) or found.name in _MAKERS:
            continue
        code = spelled("\n".join(roles.code(line) for line in _span(found)), family_of(file.path))
        if _makes_its_own(found, code):
            continue
        calls = [
            call
            for call in _calls(found, code)
            if not binds(file.path, text, root_of(call), lines=_span(found))
        ]
        body = [lines[at - 1][:LONGEST_LINE] for at in _span(found)]
        if len(calls) > _MOST_CALLS or not _are_of_one_line(calls, code):
            continue
        for call in calls:
            if _gets_nothing(found, call, code):
                continue
            if not (call in own and _is_alias(found, call, body)):
                yield Wrapper(
                    name=found.name,
                    call=call,
                    path=file.path,
                    line=found.line,
                    text=lines[found.line - 1],
                    brought=brought.get(root_of(call)),
                    exported=_is_for_others(found, file.path, text),
                    call_is_own=call in own,
                    owner=found.owner,
                    body=spelled("\n".join(body), family_of(file.path)),
                    around=_around(code, call),
                )


def _makes_its_own(found: Definition, code: str) -> bool:
    """Whether a method hands what it gets to a new thing of its own class, which others get then."""
    named = found.owner and (f"new {found.owner}(" in code or f" {found.owner}(" in code)
    return bool(named) or _OWN_SORT.search(code) is not None


def _gets_nothing(found: Definition, call: str, code: str) -> bool:
    """Whether the call takes nothing although the function does: it is what stands in for a gift."""
    head = re.search(rf"\b{re.escape(found.name)}\b[^(\n]{{0,40}}\(([^)]{{0,400}})\)", code)
    taken = set(_WORD.findall(head[1])) - _OWN if head is not None else set()
    return bool(taken) and f"{call}()" in code and code.count(f"{call}(") == 1


def _are_of_one_line(calls: list[str], code: str) -> bool:
    """Whether several calls make one thing: what is done on lines of its own is done besides."""
    return len(calls) <= 1 or any(
        all(f"{call}(" in line for call in calls) for line in code.split("\n")
    )


def functions(path: str, text: str) -> tuple[Definition, ...]:
    """What a file defines, by its grammar or else by what its lines look like."""
    return definitions(path, text) if supports(path) else tuple(unparsed_functions(text))


def _is_for_others(found: Definition, path: str, text: str) -> bool:
    """Whether other files may call it; `static` in a header of C only gives each its own copy."""
    is_of_header = path.endswith(_HEADERS) and not found.owner
    return found.exported or is_of_header or _is_listed(found.name, text)


def _is_listed(name: str, text: str) -> bool:
    """Whether a list of exports names it."""
    return any(name in _WORD.findall(listed) for listed in _LISTED_EXPORTS.findall(text))


def _span(found: Definition) -> range:
    return range(found.line, found.end_line + 1)


def _is_short_function(found: Definition, lines: list[str]) -> bool:
    if found.end_line - found.line > _LONGEST_BODY:
        return False
    if found.kind in (Kind.FUNCTION, Kind.METHOD):
        return True
    text = "\n".join(lines[line - 1][:LONGEST_LINE] for line in _span(found))
    return found.kind is Kind.CONSTANT and ("=>" in text or "function" in text)


def _calls(found: Definition, text: str) -> list[str]:
    """The calls a body makes that it may stand for, everyday ones apart."""
    if _calls_itself(found, text):
        return []
    # The name that is being defined is not called, whatever stands before it.
    body = re.sub(rf"[\w.]{{0,80}}\b{re.escape(found.name)}\(", "(", text, count=1)
    calls = [call for call in _plain_calls(body) if call != found.name]
    if len(calls) > 1:
        calls = [call for call in calls if not (_is_log(call) or is_for_failure(call, body))]
    if len(calls) > 1:
        # A helper for errors alone stands for the call that makes them.
        well = set(_plain_calls(without_failure(body)))
        calls = [call for call in calls if call in well] or calls
    return [call for call in calls if _could_be_wrapped(call, body)]


def _plain_calls(body: str) -> list[str]:
    """Each call once, but for everyday ones and for errors that are made."""
    return [
        call
        for call in dict.fromkeys((*_CALL.findall(body), *_COMMAND.findall(body)))
        if call not in _EVERYDAY
        and not (" " in call and root_of(call) in _EVERYDAY)
        and not call.endswith(_ERRORS)
    ]


def _is_log(call: str) -> bool:
    """Whether it writes to a log, be that one a part of something else as in `Rails.logger.warn`."""
    first, *inner = _WORD.findall(call)
    return not _LOGS.isdisjoint((first, *inner[:-1]))


def _could_be_wrapped(call: str, text: str) -> bool:
    root = root_of(call)
    if root in _OWN or _is_part_of_value(text, call) or _asks_itself(text, call):
        return False
    return root != call or len(call) >= _SHORTEST_NAME


def _is_part_of_value(text: str, call: str) -> bool:
    """Whether the call's result is joined to something before it: another value, not a guard."""
    line = next((line for line in text.split("\n") if f"{call}(" in line), "")
    before = line.partition(f"{call}(")[0].rstrip()
    return before.endswith(("+", "%", "*", "/", "..", "<<"))


def _calls_itself(found: Definition, text: str) -> bool:
    """Whether it goes on by its own name: an overload that converts what it was given."""
    own = [word for word in _OWN_CALL.findall(text) if word == found.name]
    return len(own) > (found.kind is not Kind.CONSTANT)


def _around(text: str, call: str) -> str:
    """The last word of the call that the call only makes something for; empty when there is none."""
    before, depth = text.partition(f"{call}(")[0], 0
    for at in range(len(before) - 1, -1, -1):
        depth += (before[at] == ")") - (before[at] == "(")
        if depth < 0:
            depth = 0
            outer = _ENDS_IN_NAME.search(before[max(0, at - _LONGEST_NAME) : at])
            if outer and not _EVERYDAY.union(_LOGS).intersection({outer[0], root_of(outer[0])}):
                return str(_WORD.findall(outer[0])[-1])
    return ""


def _asks_itself(text: str, call: str) -> bool:
    """Whether all that is handed on are fields of the object, which others do not have."""
    inside = text.partition(f"{call}(")[2].partition(")")[0]
    parts = [part.strip() for part in inside.split(",") if part.strip()]
    return bool(parts) and all(part.startswith(_FIELDS) for part in parts)


def _is_alias(found: Definition, call: str, body: list[str]) -> bool:
    """Whether it only hands on what it was given: another name for what stands beside it."""
    text = "\n".join(line[:LONGEST_LINE] for line in body)
    given = _names_between(text, f"{found.name}(")
    handed = _names_between(text, f"{call}(")
    return bool(given) and given == handed


def _names_between(text: str, opening: str) -> list[str]:
    """The last word of each part of the first brackets after the opening, types left aside."""
    inside = text.partition(opening)[2].partition(")")[0]
    if any(mark in inside for mark in "({[=\"'<"):
        return []
    parts = [_WORD.findall(part.partition(":")[0]) for part in inside.split(",")]
    return [part[-1] for part in parts if part]


def binds(path: str, text: str, name: str, *, lines: range | None = None) -> bool:
    """Whether the name is a parameter or a local variable in the text, or in those lines of it."""
    return any(
        place.form is Form.BINDING and (lines is None or place.line in lines)
        for place in references(path, text, {name})
    )

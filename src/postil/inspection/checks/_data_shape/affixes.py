"""Signs around a value that a function puts there, and its caller once more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import pairwise

from postil.domain import paths
from postil.inspection.checks._data_shape.calls import Call
from postil.inspection.checks._data_shape.modules import Module
from postil.inspection.checks._data_shape.rendering import Spot, Twice, resolved
from postil.syntax import Definition

_BEFORE = re.compile(
    r"(?:^|[\s\"'`>({\[\\n]|\\n)(?P<sign>[-*+•]\s|#{1,6}\s|>\s|\*\*|`{1,3}|[$€£@])(?:(?:\$|#)?\{\s?|[\"'`]\s?(?:[+.,~]|<<|\.\w{2,12}\()\s?)\Z"
)
_AFTER = re.compile(
    r"\A(?:\s?\}|\)?\s?(?:[+.~]|<<|\.\w{2,12}\()\s?[\"'`])(?P<sign>\s?%|\s?[€£$]|\*\*|`{1,3}|\s?(?:ms|kB|KB|MB|GB|km|kg|EUR|USD))(?=[\"'`\s.,;:)<|]|\\n|\Z)"
)
_STARTS = re.compile(r"[\"'`](?:\\n){0,2}(?P<text>[^\"'\n]{1,12})")
_GIVES = re.compile(
    r"(?:\breturn\b\s?\(?|=>\s?\(?)\s?(?:(?:fmt\.Sprintf|format!|String\.format|sprintf|string\.Format)\()?[$@]{0,2}[frbFR]{0,2}(?=[\"'`])"
)
_LAST = re.compile(r"\A\s{0,60}(?:(?:format!|format|sprintf)\()?(?=[\"'`])")
_RETURNS = re.compile(r"\breturn\b(?P<what>[^\n]{0,200})")
_NOTHING = re.compile(
    r"\A\s{0,4}(?:\(?\s?(?:[\"'`]{2}|None|null|nil|undefined|String::new\(\))|;|\Z)"
)
_ENDING = re.compile(
    r"(?P<text>[^\"'`\n]{0,12})[\"'`](?:\s?[;)\]},]|\s?\.\w{1,12}\(\)|,[^\"'`\n]{1,120}|\s?%\s?[\w.(][^\"'`\n]{0,80}){0,4}\s{0,4}\Z"
)
_INTERPOLATING = frozenset({"javascript", "typescript", "tsx", "kotlin", "dart", "groovy", "scala", "php"})  # fmt: skip
_IMPLIED = frozenset({"ruby", "rust", "scala", "elixir"})
_MOST_RETURNS = 6


def doubled(modules: Mapping[str, Module]) -> Iterator[Twice]:
    """Every sign that stands before or behind a value twice."""
    for module in modules.values():
        for function in module.functions:
            for call in module.calls(function):
                line = module.lines[call.line - 1]
                for before, after in _around(line, call):
                    if before or after:
                        yield from _doubled(module, function, call, modules, (before, after))


def _around(line: str, call: Call) -> Iterator[tuple[str, str]]:
    """The signs right before and right behind a call on its line."""
    begin = line.find(f"{call.name}(")
    if begin < 0:
        return
    end = begin + len(call.name) + 1 + len(call.arguments) + 1
    head, depth = line[:begin], 0
    while head.endswith((".", ":", ">")) or (head and (head[-1].isalnum() or head[-1] == "_")):
        head = head[:-1]
        depth += 1
    ahead = _BEFORE.search(head[-60:])
    behind = _AFTER.match(line[end : end + 40]) if "\n" not in call.arguments else None
    yield ahead["sign"] if ahead else "", behind["sign"] if behind else ""


def _doubled(
    module: Module,
    function: Definition,
    call: Call,
    modules: Mapping[str, Module],
    signs: tuple[str, str],
) -> Iterator[Twice]:
    before, after = signs
    is_itself = call.name == function.name and not call.receiver
    found = None if is_itself else resolved(call, module, modules)
    if found is None:
        return
    other, given = found[0], list(_given(*found))
    for sign, is_at_end in ((before, False), (after, True)):
        bare = _bare(sign, module) if sign else ""
        if not bare or not given:
            continue
        if all(_has(text, bare, is_at_end=is_at_end) for _, text in given):
            yield Twice(
                subject=bare,
                first=Spot(module.path, call.line),
                second=Spot(other.path, given[0][0]),
                call=Spot(module.path, call.line),
                is_heading=True,
            )
            return


def _bare(sign: str, module: Module) -> str:
    """The sign as it is compared; one that belongs to the language is none."""
    bare = sign.strip()
    is_filled = (paths.language_of(module.path) or "") in _INTERPOLATING
    return "" if bare == "$" and is_filled else bare


def _given(module: Module, function: Definition) -> Iterator[tuple[int, str]]:
    """What a function gives back, line by line; one that is no text makes it none at all."""
    lines = [(at, module.lines[at - 1]) for at in range(function.line, function.end_line + 1)]
    found: list[tuple[int, str]] = []
    for at, line in lines:
        returned = _RETURNS.search(line)
        if returned and _NOTHING.match(returned["what"]):
            continue
        gives = _GIVES.search(line)
        if gives:
            found.append((at, line[gives.end() :].rstrip().rstrip(";")))
        elif returned:
            return
    if not found and (paths.language_of(module.path) or "") in _IMPLIED:
        for (at, line), (_, below) in pairwise(lines):
            last = _LAST.match(line) if below.strip() in ("end", "}") else None
            if last:
                found.append((at, line[last.end() :].rstrip()))
    if len(found) <= _MOST_RETURNS:
        yield from found


def _has(text: str, sign: str, *, is_at_end: bool) -> bool:
    if is_at_end:
        match = _ENDING.search(text[-200:])
        return match is not None and match["text"].replace("%%", "%").strip().endswith(sign)
    match = _STARTS.match(text)
    if match is None:
        return False
    rest = match["text"]
    if sign in ("-", "*", "+", "•", ">") or sign.startswith("#"):
        return rest.startswith(f"{sign} ")
    return rest.startswith(sign) and not (sign == "$" and rest.startswith("${"))

"""Headings and encodings that a function and the one it calls both apply."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from postil.inspection.checks._data_shape.modules import Module
from postil.syntax import Definition

_CODEC = (
    r"(?P<codec>json\.dumps|json\.loads|JSON\.stringify|JSON\.parse|JSON\.generate|html\.escape|escapeHtml|escape_html"
    r"|encodeURIComponent|encodeURI|decodeURIComponent|urllib\.parse\.quote|quote_plus|base64\.b64encode|btoa|atob"
    r"|json_encode|json_decode|htmlspecialchars|CGI\.escape|CGI\.escapeHTML|yaml\.safe_dump|yaml\.dump|yaml\.safe_load)"
)
_AGAIN = re.compile(
    rf"(?<![\w.]){_CODEC}\(\s{{0,4}}(?:await\s)?(?:self\.|this\.)?(?P<inner>[A-Za-z_]\w{{0,60}})\("
)
_RETURNS = re.compile(rf"\A\s{{0,80}}return\s(?:await\s)?{_CODEC}\(")


@dataclass(frozen=True, slots=True)
class Spot:
    path: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Twice:
    """What is rendered twice: where to change it, where else it is done, and the call between."""

    subject: str
    first: Spot
    second: Spot
    call: Spot
    is_heading: bool
    is_template: bool = False


def twice(modules: Mapping[str, Module]) -> Iterator[Twice]:
    """Everything that the changed files render twice."""
    for module in modules.values():
        yield from _headings(module, modules)
        yield from _codecs(module, modules)


def resolved(
    name: str, module: Module, modules: Mapping[str, Module]
) -> tuple[Module, Definition] | None:
    own = module.named(name)
    if own is not None:
        return module, own
    for other in modules.values():
        if other is module or name not in other.text:
            continue
        if not (module.brings(name, other) or _share_a_package(module.path, other.path)):
            continue
        found = other.named(name)
        if found is not None:
            return other, found
    return None


_PACKAGED = (".go", ".java", ".kt", ".cs")


def _share_a_package(some: str, other: str) -> bool:
    """Whether two files see each other's functions without an import."""
    alike = some.rpartition("/")[0] == other.rpartition("/")[0]
    return alike and some.endswith(_PACKAGED) and other.endswith(_PACKAGED)


def _headings(module: Module, modules: Mapping[str, Module]) -> Iterator[Twice]:
    if not module.writes_headings:
        return
    writers = {path: other for path, other in modules.items() if other.writes_headings}
    for function in module.functions:
        written = list(module.headings(function))
        if not written:
            continue
        for at, name in module.calls(function):
            found = resolved(name, module, writers) if name != function.name else None
            if found is None or (
                function.line <= found[1].line <= function.end_line and found[0] is module
            ):
                continue
            inner = found[0].written(found[1])
            for number, text in written:
                if (
                    text in inner
                    and module.is_one_block(number, at)
                    and module.is_used(at, name, number)
                ):
                    yield Twice(
                        subject=text,
                        first=Spot(module.path, number),
                        second=Spot(found[0].path, inner[text]),
                        call=Spot(module.path, at),
                        is_heading=True,
                    )


def _codecs(module: Module, modules: Mapping[str, Module]) -> Iterator[Twice]:
    if not _AGAIN.search(module.text):
        return
    for number, line in enumerate(module.lines, start=1):
        match = _AGAIN.search(line) if "(" in line else None
        found = resolved(match["inner"], module, modules) if match else None
        if match is None or found is None:
            continue
        other, function = found
        for at in range(function.line, function.end_line + 1):
            returned = _RETURNS.match(other.lines[at - 1])
            if (
                returned
                and returned["codec"] == match["codec"]
                and (other is not module or at != number)
            ):
                yield Twice(
                    subject=match["codec"],
                    first=Spot(module.path, number),
                    second=Spot(other.path, at),
                    call=Spot(module.path, number),
                    is_heading=False,
                )
                break

"""What a function writes or encodes and the one that it calls writes or encodes as well."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from postil.inspection.checks._data_shape.calls import Call
from postil.inspection.checks._data_shape.headings import Writing
from postil.inspection.checks._data_shape.modules import Module, alike
from postil.syntax import Definition

_CODEC = (
    r"(?P<codec>json\.dumps|json\.loads|JSON\.stringify|JSON\.parse|JSON\.generate|html\.escape|escapeHtml|escape_html"
    r"|encodeURIComponent|encodeURI|decodeURIComponent|urllib\.parse\.quote|quote_plus|base64\.b64encode|btoa|atob"
    r"|json_encode|json_decode|htmlspecialchars|CGI\.escape|CGI\.escapeHTML|yaml\.safe_dump|yaml\.dump|yaml\.safe_load)"
)
_TAKES_OBJECTS = re.compile(
    r"(?:\b(?:res|response|reply|ctx|c)\.json|NextResponse\.json|Response\.json|\bjsonify|JSONResponse|JsonResponse|response\(\)->json|new JsonResponse)"
    r"\(\s{0,4}(?:(?P<direct>JSON\.stringify|json\.dumps|json_encode)|(?:self\.|this\.|\$this->)?(?P<inner>[A-Za-z_]\w{0,60}))\("
)
_TO_JSON = frozenset({"JSON.stringify", "json.dumps", "json_encode"})
_AGAIN = re.compile(
    rf"(?<![\w.]){_CODEC}\(\s{{0,4}}(?:await\s)?(?:self\.|this\.)?(?P<inner>[A-Za-z_]\w{{0,60}})\("
)
_WORD = re.compile(r"[A-Za-z_]\w{0,60}")
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
    call: Call, module: Module, modules: Mapping[str, Module]
) -> tuple[Module, Definition] | None:
    """The function that a call leads to, where the files at hand leave no doubt."""
    own = module.named(call.name)
    if own is not None and (not call.receiver or alike(call.receiver) == _stem(module.path)):
        return module, own
    near = [other for other in modules.values() if other is not module and call.name in other.text]
    if call.receiver:
        wanted = alike(call.receiver)
        named = [other for other in near if wanted in (_stem(other.path), _folder(other.path))]
        near = named or [
            other
            for other in near
            if _stem(other.path) in module.brought or _share_a_package(module, other)
        ]
    found = [
        (other, definition)
        for other in near
        if call.receiver or module.brings(call.name, other) or _share_a_package(module, other)
        if (definition := other.named(call.name)) is not None
    ]
    if own is not None and not found:
        return module, own
    return found[0] if len(found) == 1 or (found and not call.receiver) else None


def _stem(path: str) -> str:
    return alike(path.rpartition("/")[2].partition(".")[0])


def _folder(path: str) -> str:
    return alike(path.rpartition("/")[0].rpartition("/")[2])


_PACKAGED = (".go", ".java", ".kt", ".cs")


def _share_a_package(module: Module, other: Module) -> bool:
    """Whether two files see each other's functions without an import that is read by name."""
    some, there = module.path, other.path
    if some.endswith(_PACKAGED) and there.endswith(_PACKAGED):
        return some.rpartition("/")[0] == there.rpartition("/")[0]
    return some.endswith(_LOOSE) and there.endswith(_LOOSE) and _stem(there) in module.brought


_LOOSE = (".rs", ".rb", ".php", ".sh", ".bash", ".ex", ".scala", ".swift", ".lua")


def _headings(module: Module, modules: Mapping[str, Module]) -> Iterator[Twice]:
    if not module.writes_headings:
        return
    writers = {path: other for path, other in modules.items() if other.writes_headings}
    for function in module.functions:
        written = module.writings(function)
        if not written:
            continue
        for call in module.calls(function):
            is_itself = call.name == function.name and not call.receiver
            found = None if is_itself else resolved(call, module, writers)
            if found is None or (
                function.line <= found[1].line <= function.end_line and found[0] is module
            ):
                continue
            for here in written:
                inner = _again(here, call, *found)
                if (
                    inner is not None
                    and call.line != here.line
                    and module.is_one_block(here.line, call.line)
                    and module.is_used(call.line, call.name, here.line)
                ):
                    yield Twice(
                        subject=here.text,
                        first=Spot(module.path, here.line),
                        second=Spot(found[0].path, inner.line),
                        call=Spot(module.path, call.line),
                        is_heading=True,
                    )


def _again(here: Writing, call: Call, module: Module, function: Definition) -> Writing | None:
    """What the called function writes that is the same to a reader."""
    for inner in module.writings(function):
        if inner.key != here.key or inner.is_field != here.is_field:
            continue
        if not here.is_field or _is_the_same(here, inner, call, module.signature(function)):
            return inner
    return None


def _is_the_same(here: Writing, inner: Writing, call: Call, signature: str) -> bool:
    """Whether a field comes from what is handed over, and is taken from that."""
    handed = set(_WORD.findall(call.arguments))
    if here.owners.isdisjoint(handed):
        return False
    taken = set(_WORD.findall(signature))
    if inner.owners and inner.owners.isdisjoint(taken):
        return False
    return not here.owners.isdisjoint(inner.owners) or "," not in call.arguments


def _codecs(module: Module, modules: Mapping[str, Module]) -> Iterator[Twice]:
    yield from _responses(module, modules)
    if not _AGAIN.search(module.text):
        return
    for number, line in enumerate(module.lines, start=1):
        match = _AGAIN.search(line) if "(" in line else None
        if match is not None:
            wanted = frozenset({match["codec"]})
            yield from _encoded(module, number, match["inner"], wanted, modules)


def _responses(module: Module, modules: Mapping[str, Module]) -> Iterator[Twice]:
    """What is made to JSON by hand, for an answer that makes its content to JSON itself."""
    if not _TAKES_OBJECTS.search(module.text):
        return
    for number, line in enumerate(module.lines, start=1):
        match = _TAKES_OBJECTS.search(module.code(number)) if "json" in line.lower() else None
        if match is None:
            continue
        if match["direct"]:
            here = Spot(module.path, number)
            yield Twice(
                subject=match["direct"], first=here, second=here, call=here, is_heading=False
            )
        else:
            yield from _encoded(module, number, match["inner"], _TO_JSON, modules)


def _encoded(
    module: Module, number: int, name: str, codecs: frozenset[str], modules: Mapping[str, Module]
) -> Iterator[Twice]:
    """The codec that a function gives back what it makes with, where that is one of these."""
    found = resolved(Call(number, name, "", ""), module, modules)
    if found is None:
        return
    other, function = found
    for at in range(function.line, function.end_line + 1):
        returned = _RETURNS.match(other.lines[at - 1])
        if returned and returned["codec"] in codecs and (other is not module or at != number):
            yield Twice(
                subject=returned["codec"],
                first=Spot(module.path, number),
                second=Spot(other.path, at),
                call=Spot(module.path, number),
                is_heading=False,
            )
            return

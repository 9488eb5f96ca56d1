"""Reads the lock file of Yarn."""

from __future__ import annotations

import re
from collections.abc import Mapping

from postil.inspection.checks._supply_chain.entries import (
    Lock,
    Locked,
    Source,
    text_lines,
)
from postil.inspection.checks._supply_chain.package_json import resolved

_YARN_FIELD = re.compile(
    r"\A  (\"?)(version|resolved|resolution|integrity|checksum|conditions)\1:? (\S{1,2000})"
)
_YARN_NEED = re.compile(r"\A    (\"?)((?:@[\w.~-]{1,100}/)?[\w.~-]{1,214})\1:? \S")


def read_yarn_lock(text: str) -> Lock:
    """Both of Yarn's formats: unindented lines that end in a colon open an entry."""
    entries: list[Locked] = []
    needed: set[str] = set()
    head, start, fields = "", 0, dict[str, str]()
    lines = text_lines(text)
    for number, line in enumerate([*lines, "end:"], start=1):
        if line[:1] not in ("", " ", "#") and line.endswith(":"):
            if head:
                entries.append(_yarn_entry(head, fields, (start, number - 1)))
            head, start, fields = line[:-1].strip('"'), number, {}
            continue
        field = _YARN_FIELD.match(line)
        if field is not None:
            fields[field[2]] = field[3].strip('"')
        elif line.startswith("    "):
            need = _YARN_NEED.match(line)
            if need is not None:
                needed.add(need[2])
    held = tuple(entry for entry in entries if entry.name != "__metadata")
    return Lock(entries=held, needed=frozenset(needed))


def _yarn_entry(head: str, fields: Mapping[str, str], span: tuple[int, int]) -> Locked:
    first = head.partition(",")[0].strip().strip('"')
    # The first letter may be the mark of a scope, which is not the one before the range.
    name, _, wanted = first[1:].partition("@")
    name = first[:1] + name
    resolution = fields.get("resolution", "")
    address = resolution.rpartition("@")[2] if resolution else fields.get("resolved", "")
    source, origin = resolved(address)
    if wanted.startswith(("workspace:", "portal:", "link:", "file:", "patch:")):
        source, origin = Source.OWN, ""
    if resolution and source is Source.REGISTRY:
        origin = ""
    real, _, version = resolution.rpartition("@npm:")
    # Under one name two packages may stand; their numbers have nothing to do with each other.
    aliased = real not in ("", name) and source is Source.REGISTRY
    digest = fields.get("integrity") or fields.get("checksum", "").replace("/", ":")
    return Locked(
        name=name,
        version=f"{real}@{version}" if aliased else fields.get("version", ""),
        span=span,
        source=source,
        origin=origin,
        digests=frozenset(digest.split()),
        conditional="conditions" in fields,
    )

"""Reads `go.mod` and `go.sum`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from postil.inspection.checks._supply_chain.entries import (
    Ecosystem,
    Group,
    Lock,
    Locked,
    Manifest,
    Requirement,
    Source,
    text_lines,
)

_GO_REQUIRE = re.compile(r"\A\s{0,40}(?:require\s{1,40})?([\w.~/-]{3,300})\s{1,40}(v\S{1,200})")
_GO_REPLACE = re.compile(
    r"\A\s{0,40}(?:replace\s{1,40})?([\w.~/-]{3,300})(?:\s{1,40}v\S{1,200})?\s{1,40}=>"
    r"\s{1,40}(\S{1,500})(?:\s{1,40}(v\S{1,200}))?"
)
_GO_BLOCK = re.compile(r"\A\s{0,40}(require|replace|exclude|retract|tool)\s{0,40}\(")


def read_go_mod(text: str) -> Manifest:
    requirements: list[Requirement] = []
    name = ""
    for number, keyword, line in _go_lines(text):
        span = (number, number)
        if keyword == "module" and not name:
            name = line.split()[-1].strip('"')
        if keyword == "require":
            found = _GO_REQUIRE.match(line)
            if found is not None:
                group = Group.INDIRECT if "// indirect" in line else Group.DIRECT
                requirements.append(
                    Requirement(name=found[1], version=found[2], span=span, group=group)
                )
        elif keyword == "replace":
            found = _GO_REPLACE.match(line)
            if found is not None:
                requirements.append(_replaced(found, span))
    return Manifest(
        ecosystem=Ecosystem.GO, name=name, requirements=tuple(requirements), whole=False
    )


def _go_lines(text: str) -> Iterator[tuple[int, str, str]]:
    """Each line of a block or a directive with the keyword it belongs to."""
    block = ""
    for number, line in enumerate(text_lines(text), start=1):
        plain = line.strip()
        opened = _GO_BLOCK.match(line)
        if opened is not None:
            block = opened[1]
        elif plain.startswith(")"):
            block = ""
        elif not plain.startswith("//"):
            yield number, block or plain.split(" ")[0].split("\t")[0], line


def _replaced(found: re.Match[str], span: tuple[int, int]) -> Requirement:
    """A `replace`: the module's code comes from a folder or from another module."""
    target, version = found[2], found[3]
    if version is None:
        return Requirement(
            name=found[1], version="", span=span, source=Source.FOLDER, origin=target
        )
    # The same path at another version only pins it.
    source = Source.REGISTRY if target == found[1] else Source.GIT
    return Requirement(name=found[1], version=version, span=span, source=source, origin=target)


def read_go_sum(text: str) -> Lock:
    entries = []
    for number, line in enumerate(text_lines(text), start=1):
        parts = line.split(" ")
        if len(parts) == len(("module", "version", "digest")) and parts[2].startswith("h1:"):
            entries.append(
                Locked(
                    name=parts[0],
                    version=parts[1],
                    span=(number, number),
                    digests=frozenset({parts[2].strip()}),
                )
            )
    return Lock(entries=tuple(entries))

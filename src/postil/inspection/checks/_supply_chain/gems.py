"""Reads `Gemfile` and its lock."""

from __future__ import annotations

import re

from postil.inspection.checks._supply_chain.entries import (
    Ecosystem,
    Lock,
    Locked,
    Manifest,
    Registry,
    Requirement,
    Source,
    text_lines,
)

_GEM = re.compile(r"\A\s{0,40}gem[\s(]{1,20}[\"']([\w.-]{1,214})[\"'](.{0,2000})")
_GEM_SOURCE = re.compile(r"\A\s{0,40}source[\s(]{1,20}[\"'](\S{1,500})[\"']")
_GEM_RANGE = re.compile(r"\A\s{0,8},\s{0,8}[\"']([^\"'\n]{0,100})[\"']")
_GEM_ORIGIN = re.compile(
    r"(?:\b|:)(git|github|gist|bitbucket|path|source)(?::|\s{0,8}=>)\s{0,8}[\"']([^\"'\n]{1,500})[\"']"
)
_GEM_DYNAMIC = re.compile(r"\A\s{0,40}(?:gemspec|eval_gemfile|instance_eval|eval)\b")
_GEM_SPEC = re.compile(r"\A    ([\w.-]{1,214}) \(([^()\s]{1,100})\)\Z")
_GEM_NEED = re.compile(r"\A      ([\w.-]{1,214})(?: \([^()]{1,200}\))?\Z")
_GEM_SECTION = re.compile(r"\A([A-Z]{3,20}[A-Z ]{0,20})\Z")


def read_gemfile(text: str) -> Manifest:
    requirements: list[Requirement] = []
    registries: list[Registry] = []
    whole = True
    for number, line in enumerate(text_lines(text), start=1):
        code = line.partition(" #")[0]
        source = _GEM_SOURCE.match(code)
        if source is not None:
            registries.append(Registry(source[1], number))
        whole = whole and not _GEM_DYNAMIC.match(code)
        gem = _GEM.match(code)
        if gem is not None:
            requirements.append(_gem(gem[1], gem[2], (number, number)))
    return Manifest(
        ecosystem=Ecosystem.RUBYGEMS,
        requirements=tuple(requirements),
        registries=tuple(registries),
        whole=whole,
    )


def _gem(name: str, rest: str, span: tuple[int, int]) -> Requirement:
    told = _GEM_ORIGIN.search(rest)
    if told is not None and told[1] != "source":
        source = Source.FOLDER if told[1] == "path" else Source.GIT
        return Requirement(name=name, version="", span=span, source=source, origin=told[2])
    ranged = _GEM_RANGE.match(rest)
    # Conditions and variables may hold the version; only what is plainly absent is "any".
    unclear = ranged is None and rest.lstrip(" )").startswith(",") and ":" not in rest
    version = ranged[1].strip() if ranged else ("?" if unclear else "")
    return Requirement(name=name, version=version, span=span)


def read_gemfile_lock(text: str) -> Lock:
    entries: list[Locked] = []
    needed: set[str] = set()
    section, remote = "", ""
    for number, line in enumerate(text_lines(text), start=1):
        opened = _GEM_SECTION.match(line)
        if opened is not None:
            section, remote = opened[1], ""
        elif line.startswith("  remote: ") and not remote:
            remote = line.removeprefix("  remote: ").strip()
        spec, need = _GEM_SPEC.match(line), _GEM_NEED.match(line)
        if need is not None:
            needed.add(need[1])
        elif spec is not None and section in ("GEM", "GIT", "PATH"):
            kinds = {"GEM": Source.REGISTRY, "GIT": Source.GIT, "PATH": Source.OWN}
            entries.append(
                Locked(
                    name=spec[1],
                    version=spec[2],
                    span=(number, number),
                    source=kinds[section],
                    origin=remote,
                )
            )
    return Lock(entries=tuple(entries), needed=frozenset(needed), has_digests=False)

"""Reads requirement lists of pip, and a single requirement as Python packages write it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

from postil.inspection.checks._supply_chain.entries import (
    LONGEST_LINE,
    Ecosystem,
    Group,
    Manifest,
    Registry,
    Requirement,
    Source,
    text_lines,
)

_NAME = re.compile(r"\A([A-Za-z0-9][A-Za-z0-9._-]{0,213})")
_EXTRAS = re.compile(r"\A\s{0,8}\[[^\]\n]{0,500}\]")
_SEPARATORS = re.compile(r"[-_.]{1,200}")
_EGG = re.compile(r"[#&]egg=([A-Za-z0-9._-]{1,214})")
_INDEX = re.compile(
    r"\A(?:--index-url|--extra-index-url|--find-links|-i|-f)(?:\s{1,20}|=)(\S{1,1000})"
)
_EDITABLE = re.compile(r"\A(?:-e|--editable)(?:\s{1,20}|=)")
_DIGEST = re.compile(r"--hash(?:=|\s{1,20})(\S{1,300})")
_OPTION = re.compile(r"\s--?[a-z]")
_LONGEST_REASON = 50
_SCHEMES = ("git+", "hg+", "svn+", "bzr+", "http://", "https://", "ssh://")
_FOLDERS = (".", "/", "file:", "~")
_GIT = ("git+", "hg+", "svn+", "bzr+", "git@", "ssh://", "git://")


def canonical(name: str) -> str:
    return _SEPARATORS.sub("-", name).lower()


def read_requirements(text: str) -> Manifest:
    """A requirements file; what it includes with `-r` is read when that file changes."""
    requirements: list[Requirement] = []
    registries: list[Registry] = []
    lines = text_lines(text)
    for line, start, end in _logical(lines):
        index = _INDEX.match(line)
        if index is not None:
            registries.append(Registry(index[1], start))
            continue
        bare = _EDITABLE.sub("", line)
        if bare.startswith("-"):
            continue
        if bare != line and "://" not in bare and not bare.startswith((".", "/")):
            # What is installed so that it can be edited is a folder, whatever it looks like.
            bare = f"./{bare}"
        digests = frozenset(_DIGEST.findall(bare))
        option = _OPTION.search(bare)
        found = as_requirement(bare[: option.start()] if option else bare, (start, end), digests)
        if found is not None:
            requirements.append(replace(found, group=_group(lines, end)))
    return Manifest(
        ecosystem=Ecosystem.PYPI,
        requirements=tuple(requirements),
        registries=tuple(registries),
        whole=False,
    )


def _logical(lines: list[str]) -> Iterator[tuple[str, int, int]]:
    """Lines with their continuations joined and comments dropped, with first and last number."""
    held, start = "", 0
    for number, line in enumerate(lines, start=1):
        plain = line.strip()
        code = "" if plain.startswith("#") else plain.partition(" #")[0].strip()
        start = start or number
        if code.endswith("\\"):
            held = f"{held} {code[:-1].strip()}"[:LONGEST_LINE]
            continue
        whole = f"{held} {code}".strip()
        if whole:
            yield whole, start, number
        held, start = "", 0


def _group(lines: list[str], last: int) -> Group:
    """Indirect when a compiled file says that only other packages ask for it."""
    told = lines[last - 1].partition(" #")[2]
    for line in lines[last : last + _LONGEST_REASON]:
        if not line.strip().startswith("#"):
            break
        told += f" {line.strip('# ')}"
    words = told.replace(",", " ").split()
    if words[:1] != ["via"]:
        return Group.DIRECT
    files = [word for mark, word in pairwise(words) if mark in ("-r", "-c")]
    packages = set(words[1:]) - {"-r", "-c", *files}
    # Another compiled file passes on what its packages ask for; a written one asks itself.
    compiled = packages and all(file.endswith(".txt") for file in files)
    return Group.INDIRECT if compiled else Group.DIRECT


def as_requirement(
    text: str, span: tuple[int, int], digests: frozenset[str] = frozenset()
) -> Requirement | None:
    """One PEP 508 requirement, address or folder; None for what names no package."""
    plain = text.strip()[:2_000]
    if plain.startswith((*_SCHEMES, *_FOLDERS)):
        name = _called(plain)
        return _sourced(canonical(name), plain, span) if name else None
    named = _NAME.match(plain)
    if named is None:
        return None
    rest = _EXTRAS.sub("", plain[named.end() :], count=1).strip()
    if rest.startswith("@"):
        return _sourced(canonical(named[1]), rest[1:].partition(" ;")[0].strip(), span)
    version = rest.partition(";")[0].strip().strip("()").strip()
    return Requirement(name=canonical(named[1]), version=version, span=span, digests=digests)


def _called(address: str) -> str:
    """The name of the package at an address: told, or that of its repository, folder or file."""
    egg = _EGG.search(address)
    if egg is not None:
        return egg[1]
    plain = address.partition("#")[0].partition("/archive/")[0].rstrip("/")
    last = plain.rpartition("/")[2].partition("@")[0].removesuffix(".git")
    return last.partition("-")[0] if last.endswith(".whl") else last


def _sourced(name: str, address: str, span: tuple[int, int]) -> Requirement:
    plain = address.removeprefix("file://").removeprefix("file:")
    if address.startswith(_GIT):
        source = Source.GIT
    elif plain != address or address.startswith(_FOLDERS):
        return Requirement(
            name=name, version="", span=span, source=Source.FOLDER, origin=_plain_folder(plain)
        )
    else:
        source = Source.URL
    return Requirement(name=name, version="", span=span, source=source, origin=address)


def _plain_folder(path: str) -> str:
    return path.partition("#")[0].partition("[")[0]

"""Reads `Pipfile`, its lock, and `setup.cfg`."""

from __future__ import annotations

import configparser
from collections.abc import Mapping
from typing import Any

from postil.inspection.checks._supply_chain.entries import (
    Ecosystem,
    Lock,
    Locked,
    Manifest,
    Registry,
    Source,
    TomlPlaces,
    closing,
    json_table,
    pairs,
    tables_of,
    text_lines,
    texts,
    toml_table,
    word,
)
from postil.inspection.checks._supply_chain.pyproject import tabled
from postil.inspection.checks._supply_chain.requirements import as_requirement, canonical
from postil.inspection.outlines import Unreadable


def read_pipfile(text: str) -> Manifest:
    table = toml_table(text)
    places = TomlPlaces(text)
    return Manifest(
        ecosystem=Ecosystem.PYPI,
        requirements=tuple(
            tabled(name, value, places.key(header, name))
            for header in ("packages", "dev-packages")
            for name, value in pairs(table, header)
        ),
        registries=tuple(
            Registry(url, places.value(url)[0])
            for source in tables_of(table.get("source"))
            if (url := word(source, "url"))
        ),
    )


def read_setup_cfg(text: str) -> Manifest:
    """`install_requires` and the extras of a setuptools project."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except configparser.Error as error:
        raise Unreadable(f"is not a settings file: {error}", 1) from None
    listed = [parser.get("options", "install_requires", fallback="")]
    if parser.has_section("options.extras_require"):
        listed += [value for _, value in parser.items("options.extras_require")]
    wanted = {line.strip() for block in listed for line in block.split("\n") if line.strip()}
    found = (
        as_requirement(line.strip(), (number, number))
        for number, line in enumerate(text_lines(text), start=1)
        if line.strip() in wanted
    )
    return Manifest(
        ecosystem=Ecosystem.PYPI,
        requirements=tuple(item for item in found if item is not None),
        whole=False,
    )


def _source(details: Mapping[str, Any]) -> Source:
    if details.get("git"):
        return Source.GIT
    return Source.OWN if details.get("path") or details.get("editable") else Source.REGISTRY


def read_pipfile_lock(text: str) -> Lock:
    table = json_table(text)
    lines = text_lines(text)
    starts = {line.strip(): number for number, line in reversed(list(enumerate(lines, start=1)))}
    entries = []
    for header in ("default", "develop"):
        for name, value in pairs(table, header):
            start = starts.get(f'"{name}": {{', 1)
            details = value if isinstance(value, dict) else {}
            entries.append(
                Locked(
                    name=canonical(name),
                    version=word(details, "version").removeprefix("=="),
                    span=(start, closing(lines, start)),
                    source=_source(details),
                    origin=word(details, "git"),
                    digests=frozenset(texts(details.get("hashes"))),
                )
            )
    return Lock(entries=tuple(entries))

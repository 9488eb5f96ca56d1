"""Says what can be set: the JSON Schema, a commented sample file, and rows for documentation."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from postil.configuration.key import Key
from postil.configuration.keys import KEYS
from postil.configuration.sources import Settings
from postil.domain.policy import PROFILES, Profile

_DIALECT = "https://json-schema.org/draft/2020-12/schema"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One setting for a table of documentation; `defaults` are by profile, as TOML."""

    name: str
    help: str
    fits: str
    example: str
    variable: str
    repository_may_set: bool
    defaults: tuple[tuple[Profile, str], ...]


@dataclass(frozen=True, slots=True)
class Effective:
    """One setting as it counts in this run: its value as TOML and where it came from."""

    name: str
    value: str
    origin: str


def describe() -> tuple[Row, ...]:
    return tuple(
        Row(
            name=key.name,
            help=key.help,
            fits=key.shape.words,
            example=key.example,
            variable=key.variable,
            repository_may_set=key.repository_may_set,
            defaults=tuple(
                (profile, key.shape.written(key.of(policy))) for profile, policy in PROFILES.items()
            ),
        )
        for key in KEYS
    )


def effective(settings: Settings) -> tuple[Effective, ...]:
    return tuple(
        Effective(
            key.name, key.shape.written(settings.values[key.name]), str(settings.origins[key.name])
        )
        for key in KEYS
    )


def schema() -> dict[str, object]:
    """The JSON Schema of a `.postil.toml`; keys that no file may set are not in it."""
    properties: dict[str, object] = {}
    for table, keys in _by_table():
        described: dict[str, object] = {
            key.leaf: {"description": key.help, **key.shape.schema()} for key in keys
        }
        if table:
            properties[table] = _object(described)
        else:
            properties |= described
    return {"$schema": _DIALECT, "title": ".postil.toml", **_object(properties)}


def _object(properties: dict[str, object]) -> dict[str, object]:
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _by_table() -> list[tuple[str, list[Key]]]:
    """Keys a file may set, the top of the file first and each table once."""
    keys = sorted((key for key in KEYS if key.repository_may_set), key=lambda key: key.table)
    return [(table, list(group)) for table, group in groupby(keys, key=lambda key: key.table)]


def sample() -> str:
    """A `.postil.toml` in which everything is explained and nothing is set.

    Removing the number sign before a setting, and before its table, sets it.
    """
    lines = [
        "# Settings of Postil for this repository. They count from the base commit of a change.",
        "# Remove the `#` directly before a setting, and before its table, to set it.",
    ]
    for table, keys in _by_table():
        lines += ["", f"#[{table}]"] if table else []
        for key in keys:
            lines += ["", f"# {key.help}", f"# Fits: {key.shape.words}."]
            lines.append(f"#{key.leaf} = {key.example}")
    return "\n".join(lines) + "\n"

"""Cuts out of GitHub's published descriptions what the stand-in speaks: REST and GraphQL.

    python scripts/github_contract.py [FOLDER]

FOLDER holds the unpacked npm packages; without it they are fetched by `npm pack`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from contract_graph import sliced
from graphql import parse, print_ast

from postil.testing.github import routes

ROOT = Path(__file__).resolve().parents[1]
TARGET = ROOT / "src/postil/testing/github/contract"
REST, GRAPH = "@octokit/openapi", "@octokit/graphql-schema"

NOISE = frozenset(
    {
        "title",
        "description",
        "example",
        "examples",
        "externalDocs",
        "deprecated",
        "default",
        "readOnly",
        "format",
    }
)
MAPS = frozenset({"properties", "patternProperties"})
LISTS = frozenset({"allOf", "anyOf", "oneOf"})
JSON = "application/json"
SENT_AS_NULL = {
    "pull-request-review-comment": ("line", "position"),
    "pull-request": ("head.repo",),
    "pull-request-simple": ("head.repo",),
}
"""Members that are empty for an outdated comment or a deleted fork, though that is not published."""

EITHER = {
    "GET /app/installations": ("replies", "200", "items", "properties", "account", "anyOf", 0),
}
"""Where the description asks for a user and an enterprise at once; it is one of them."""

Schema = dict[str, Any]


def bare(schema: Any) -> Any:
    """A schema in plain JSON Schema: no prose, and `nullable` said so that validators see it."""
    if not isinstance(schema, dict):
        return schema
    made: Schema = {}
    for key, value in schema.items():
        if key in NOISE or key == "nullable" or key.startswith("x-"):
            continue
        if key in MAPS:
            made[key] = {name: bare(each) for name, each in value.items()}
        elif key in LISTS:
            made[key] = [bare(each) for each in value]
        elif key in ("items", "additionalProperties", "not"):
            made[key] = bare(value)
        elif key == "$ref":
            made[key] = value.replace("#/components/schemas/", "#/schemas/")
        else:
            made[key] = value
    return _with_null(made) if schema.get("nullable") else made


def _with_null(schema: Schema) -> Schema:
    """Null is a value like any other, in the type and in the list of values."""
    if isinstance(schema.get("type"), str):
        allowed = {**schema, "type": [schema["type"], "null"]}
        if "enum" in schema and None not in schema["enum"]:
            allowed["enum"] = [*schema["enum"], None]
        return allowed
    if "enum" in schema:
        return {**schema, "enum": list(dict.fromkeys([*schema["enum"], None]))}
    return {"anyOf": [schema, {"type": "null"}]} if schema else schema


def closed(schema: Any, *, alternative: bool = False) -> Any:
    """An object that declares its properties takes no others; alternatives stay as they are."""
    if not isinstance(schema, dict):
        return schema
    made = dict(schema)
    for key in MAPS & made.keys():
        made[key] = {name: closed(each) for name, each in made[key].items()}
    for key in LISTS & made.keys():
        made[key] = [closed(each, alternative=True) for each in made[key]]
    if "items" in made:
        made["items"] = closed(made["items"])
    if "properties" in made and not alternative and not LISTS & made.keys():
        made.setdefault("additionalProperties", False)
    return made


class Description:
    """The whole OpenAPI document, from which operations are taken."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self._document = document

    def follow(self, thing: Any) -> Any:
        """What a reference points at."""
        while isinstance(thing, dict) and "$ref" in thing:
            found: Any = self._document
            for step in thing["$ref"].removeprefix("#/").split("/"):
                found = found[step]
            thing = found
        return thing

    def inlined(self, schema: Any) -> Any:
        """Request schemas are closed, so they must not share parts with replies."""
        if isinstance(schema, list):
            return [self.inlined(each) for each in schema]
        schema = self.follow(schema)
        if not isinstance(schema, dict):
            return schema
        return {key: self.inlined(value) for key, value in schema.items()}

    def operation(self, method: str, template: str) -> Schema:
        path = self._document["paths"][template]
        said = path[method.lower()]
        given = [self.follow(each) for each in [*path.get("parameters", []), *said["parameters"]]]
        query = {each["name"]: bare(each["schema"]) for each in given if each["in"] == "query"}
        made: Schema = {"query": query, "replies": self._replies(said["responses"])}
        body = self.follow(said.get("requestBody", {}))
        if JSON in body.get("content", {}):
            made["body"] = closed(bare(self.inlined(body["content"][JSON]["schema"])))
            made["body_required"] = bool(body.get("required"))
        return made

    def _replies(self, responses: Mapping[str, Any]) -> Schema:
        found = {status: self.follow(each).get("content", {}) for status, each in responses.items()}
        return {
            status: bare(content[JSON]["schema"]) if JSON in content else None
            for status, content in found.items()
        }

    def schemas(self, used: Any) -> Schema:
        """Every schema that is referred to, and what those refer to."""
        found: Schema = {}
        waiting = sorted(_references(used))
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = _corrected(name, bare(self._document["components"]["schemas"][name]))
                waiting += sorted(_references(found[name]))
        return dict(sorted(found.items()))


def _corrected(name: str, schema: Schema) -> Schema:
    for path in SENT_AS_NULL.get(name, ()):
        *way, member = path.split(".")
        inside = schema
        for step in way:
            inside = inside["properties"][step]
        inside["properties"][member] = _with_null(inside["properties"][member])
    return schema


def _references(thing: Any) -> set[str]:
    if isinstance(thing, list):
        return set().union(*map(_references, thing))
    if not isinstance(thing, dict):
        return set()
    own = {thing["$ref"].rsplit("/", 1)[1]} if isinstance(thing.get("$ref"), str) else set()
    return own.union(*map(_references, thing.values()))


def rest_slice(document: Mapping[str, Any], wanted: Iterable[tuple[str, str]]) -> Schema:
    description = Description(document)
    operations = {
        f"{method} {template}": description.operation(method, template)
        for method, template in sorted(wanted)
    }
    for name, path in EITHER.items():
        if name in operations:
            inside: Any = operations[name]
            for step in path:
                inside = inside[step]
            inside["anyOf"] = inside.pop("allOf")
    refused = {"$ref": "#/schemas/basic-error"}
    return {"operations": operations, "schemas": description.schemas([operations, refused])}


def fetched(folder: Path) -> None:
    """The two packages, unpacked beside each other."""
    for package in (REST, GRAPH):
        packed = ["npm", "pack", "--silent", "--pack-destination", str(folder), package]
        name = subprocess.run(packed, check=True, capture_output=True, text=True).stdout.strip()
        with tarfile.open(folder / name) as archive:
            archive.extractall(folder / package.replace("/", "+"), filter="data")


def unpacked(folder: Path, package: str) -> tuple[Path, str]:
    """Where a package lies and which version it is."""
    place = folder / package.replace("/", "+") / "package"
    return place, json.loads((place / "package.json").read_bytes())["version"]


def write(folder: Path) -> None:
    place, version = unpacked(folder, REST)
    document = json.loads((place / "generated/api.github.com.json").read_bytes())
    wanted = [(route.method, route.template) for route in routes.every() if route.published]
    made = {"package": REST, "version": version, **rest_slice(document, wanted)}
    text = json.dumps(made, separators=(",", ":"), sort_keys=True)
    (TARGET / "rest.json").write_text(text + "\n", encoding="utf-8")
    place, version = unpacked(folder, GRAPH)
    schema = sliced(parse((place / "schema.graphql").read_text(encoding="utf-8")))
    head = f"# From {GRAPH} {version}, MIT.\n\n"
    (TARGET / "schema.graphql").write_text(head + print_ast(schema) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> None:
    if arguments:
        write(Path(arguments[0]))
        return
    with tempfile.TemporaryDirectory() as folder:
        fetched(Path(folder))
        write(Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])

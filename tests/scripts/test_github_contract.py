"""The script that cuts the contract: nulls said aloud, requests closed, nothing left dangling."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from graphql import build_schema, parse, print_ast, validate_schema

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

import contract_graph  # noqa: E402 - the folder is put on the path first
import github_contract  # noqa: E402 - same

CONTRACT = ROOT / "src/postil/testing/github/contract"


@pytest.mark.parametrize(
    ("schema", "bare"),
    [
        ({"type": "string", "description": "x", "example": 1, "x-y": 2}, {"type": "string"}),
        ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        (
            {"type": "string", "nullable": True, "enum": ["a"]},
            {"type": ["string", "null"], "enum": ["a", None]},
        ),
        (
            {"type": "string", "nullable": True, "enum": ["a", None]},
            {"type": ["string", "null"], "enum": ["a", None]},
        ),
        ({"nullable": True, "enum": ["a"]}, {"enum": ["a", None]}),
        (
            {"nullable": True, "allOf": [{"$ref": "#/components/schemas/x"}]},
            {"anyOf": [{"allOf": [{"$ref": "#/schemas/x"}]}, {"type": "null"}]},
        ),
        ({"nullable": True}, {}),
        (
            {"properties": {"title": {"title": "x"}, "description": {"type": "string"}}},
            {"properties": {"title": {}, "description": {"type": "string"}}},
        ),
        ({"items": {"nullable": False, "type": "integer"}}, {"items": {"type": "integer"}}),
        (True, True),
    ],
)
def test_plain_schemas(schema: Any, bare: Any) -> None:
    assert github_contract.bare(schema) == bare


@pytest.mark.parametrize(
    ("schema", "closed"),
    [
        ({"properties": {}}, {"properties": {}, "additionalProperties": False}),
        ({"properties": {}, "additionalProperties": True},) * 2,
        ({"type": "object"},) * 2,
        ({"oneOf": [{"properties": {"a": {}}}]},) * 2,
        (
            {"items": {"properties": {"a": {"properties": {}}}}},
            {
                "items": {
                    "properties": {"a": {"properties": {}, "additionalProperties": False}},
                    "additionalProperties": False,
                }
            },
        ),
        ({"properties": {"a": {}}, "allOf": [{}]},) * 2,
        (7, 7),
    ],
)
def test_requests_are_closed(schema: Any, closed: Any) -> None:
    assert github_contract.closed(schema) == closed


DESCRIPTION = {
    "paths": {
        "/things/{id}": {
            "parameters": [{"in": "path", "name": "id", "schema": {"type": "integer"}}],
            "post": {
                "parameters": [{"$ref": "#/components/parameters/page"}],
                "requestBody": {
                    "required": True,
                    "content": {
                        "application/json": {"schema": {"$ref": "#/components/schemas/wish"}}
                    },
                },
                "responses": {
                    "200": {
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/thing"}}
                        }
                    },
                    "204": {"description": "nothing"},
                    "404": {"$ref": "#/components/responses/missing"},
                },
            },
        }
    },
    "components": {
        "parameters": {
            "page": {"in": "query", "name": "page", "schema": {"type": "integer", "default": 1}}
        },
        "responses": {
            "missing": {
                "content": {
                    "application/json": {"schema": {"$ref": "#/components/schemas/basic-error"}}
                }
            }
        },
        "schemas": {
            "wish": {
                "type": "object",
                "properties": {"part": {"$ref": "#/components/schemas/part"}},
            },
            "thing": {
                "type": "object",
                "properties": {"part": {"$ref": "#/components/schemas/part"}},
            },
            "part": {"type": "object", "properties": {"name": {"type": "string"}}},
            "basic-error": {"type": "object"},
            "unused": {"type": "object"},
        },
    },
}


def test_a_slice_has_what_is_used_and_nothing_else() -> None:
    made = github_contract.rest_slice(DESCRIPTION, [("POST", "/things/{id}")])
    closed_part = {
        "type": "object",
        "properties": {"name": {"type": "string"}},
        "additionalProperties": False,
    }
    assert made == {
        "operations": {
            "POST /things/{id}": {
                "query": {"page": {"type": "integer"}},
                "body": {
                    "type": "object",
                    "properties": {"part": closed_part},
                    "additionalProperties": False,
                },
                "body_required": True,
                "replies": {
                    "200": {"$ref": "#/schemas/thing"},
                    "204": None,
                    "404": {"$ref": "#/schemas/basic-error"},
                },
            }
        },
        "schemas": {
            "basic-error": {"type": "object"},
            "part": {"type": "object", "properties": {"name": {"type": "string"}}},
            "thing": {"type": "object", "properties": {"part": {"$ref": "#/schemas/part"}}},
        },
    }


def test_the_stored_slice_has_no_loose_ends_and_no_prose() -> None:
    text = (CONTRACT / "rest.json").read_text(encoding="utf-8")
    made = json.loads(text)
    referred = github_contract._references(made)
    assert referred == set(made["schemas"])
    assert '"description":"' not in text
    assert len(text) < 150_000


def test_the_stored_schema_is_valid() -> None:
    text = (CONTRACT / "schema.graphql").read_text(encoding="utf-8")
    schema = build_schema(text)
    assert validate_schema(schema) == []
    assert '"""' not in text
    assert set(schema.type_map) >= contract_graph.TYPES


SDL = """
"Prose"
type Query implements Node { id: ID! viewer(size: Size = {at: BIG}): User! secrets: Vault }
type Mutation { addComment(input: In!): AddCommentPayload dropAll: Vault }
interface Node { id: ID! }
"More prose"
type User implements Node & Hidden { id: ID! name: String @deprecated vault: Vault hidden: Int kind: Kind }
interface Hidden { hidden: Int }
type UserConnection { nodes: [User] vaults: [Vault] }
type VaultConnection { nodes: [Vault] }
type AddCommentPayload { user: User }
type Vault { id: ID! }
union RequestedReviewer = User | Vault
enum Kind { "prose" ONE TWO }
enum Weight { BIG }
enum Unused { X }
input Size { at: Weight deeper: Deep }
input Deep { text: String = "x" }
input In { "prose" body: String! }
"""


def test_a_schema_is_cut_to_chosen_types() -> None:
    chosen = frozenset({"User", "Node", "RequestedReviewer"})
    made = print_ast(contract_graph.sliced(parse(SDL), chosen))
    schema = build_schema(made)
    assert validate_schema(schema) == []
    names = {name for name in schema.type_map if not name.startswith("__")}
    assert names - {"ID", "String", "Int", "Boolean"} == {
        *("AddCommentPayload", "Deep", "In", "Kind", "Mutation", "Node", "Query"),
        *("RequestedReviewer", "Size", "User", "UserConnection", "Weight"),
    }
    assert "vault" not in made.lower()
    assert "rose" not in made
    assert "type User implements Node {" in made


def test_packages_are_found_where_they_were_unpacked(tmp_path: Path) -> None:
    place = tmp_path / "@octokit+openapi" / "package"
    place.mkdir(parents=True)
    (place / "package.json").write_text('{"version": "1.2.3"}', encoding="utf-8")
    assert github_contract.unpacked(tmp_path, "@octokit/openapi") == (place, "1.2.3")

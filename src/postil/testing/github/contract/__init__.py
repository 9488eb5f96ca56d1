"""Holds requests and replies against the slice of GitHub's published description.

The slice is made by `scripts/github_contract.py`; `rest.json` and `schema.graphql` say from which
versions. Both come under the MIT licence kept beside them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.util import find_spec
from typing import Any

from postil.domain.errors import NotAvailable
from postil.testing.github.contract.prose import breaches
from postil.testing.github.wire import NOT_MODIFIED, Reply, Request

_ERROR = 400
_LONGEST = 300
_ADDRESS = "urn:github"


LIBRARIES = ("jsonschema", "graphql")


def require(*libraries: str) -> None:
    """Without the libraries nothing can be held against anything, and silence would be a lie."""
    absent = [name for name in libraries if find_spec(name) is None]
    if absent:
        names = " and ".join(f"`{name}`" for name in absent)
        message = (
            f"The contract needs {names}: install `postil[testing]`, or pass `contract=False`."
        )
        raise NotAvailable(message)


class Contract:
    """Answers in sentences; no sentence means that all is as published."""

    def request(self, operation: str, request: Request) -> Iterator[str]:
        known = slice_of_rest()["operations"].get(operation)
        if known is None:
            yield f"`{operation}` is not in the published description"
            return
        for name, value in request.query.items():
            if name not in known["query"]:
                yield f"`{operation}` takes no `{name}` in its query"
            else:
                yield from _misses(
                    f"{operation} ?{name}", ("operations", operation, "query", name), _typed(value)
                )
        body = request.json()
        if "body" in known and (body is not None or known["body_required"]):
            yield from _misses(operation, ("operations", operation, "body"), body)
        elif body is not None and "body" not in known:
            yield f"`{operation}` takes no body"
        yield from breaches(operation, request)

    def reply(self, operation: str, reply: Reply) -> Iterator[str]:
        replies = slice_of_rest()["operations"].get(operation, {}).get("replies", {})
        status = str(reply.status)
        words = f"{operation} → {status}"
        if reply.body is not None or reply.status == NOT_MODIFIED:
            return
        if reply.status >= _ERROR:
            path = ("operations", operation, "replies", status)
            known = replies.get(status) is not None
            yield from _misses(words, path if known else ("schemas", "basic-error"), reply.document)
        elif status not in replies:
            yield f"`{words}` is no published answer"
        elif replies[status] is not None:
            yield from _misses(words, ("operations", operation, "replies", status), reply.document)
        elif reply.document is not None:
            yield f"`{words}` has no published content"


@cache
def slice_of_rest() -> Mapping[str, Any]:
    file = resources.files(__name__).joinpath("rest.json")
    found: Mapping[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def graph_text() -> str:
    return resources.files(__name__).joinpath("schema.graphql").read_text(encoding="utf-8")


def _typed(value: str) -> Any:
    """A query has only text; numbers and booleans are meant as such."""
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.isascii() and value.isdigit() else value


def _misses(words: str, path: tuple[str, ...], document: Any) -> Iterator[str]:
    for error in _validator(path).iter_errors(document):
        place = "/".join(map(str, error.absolute_path))
        yield f"`{words}` at `{place}`: {_short(error.message)}"


def _short(message: str) -> str:
    """A message quotes the whole value first and says what is wrong with it last."""
    return message if len(message) <= _LONGEST else f"{message[:100]} … {message[-150:]}"


@cache
def _validator(path: tuple[str, ...]) -> Any:
    # Imported here: whoever runs the stand-in without the contract needs neither library.
    from jsonschema import Draft202012Validator  # noqa: PLC0415 - see above
    from referencing import Registry, Resource  # noqa: PLC0415 - see above
    from referencing.jsonschema import DRAFT202012  # noqa: PLC0415 - see above

    whole = Resource.from_contents(slice_of_rest(), default_specification=DRAFT202012)
    registry: Any = Registry().with_resource(_ADDRESS, whole)
    steps = "/".join(_step(step) for step in path)
    return Draft202012Validator({"$ref": f"{_ADDRESS}#/{steps}"}, registry=registry)


def _step(step: str) -> str:
    escaped = step.replace("~", "~0").replace("/", "~1")
    return escaped.replace(" ", "%20").replace("{", "%7B").replace("}", "%7D")

"""Connections: a window on a list, with cursors, as GitHub insists on."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Sequence
from typing import Any

from postil.testing.github.desk import Desk
from postil.testing.github.graph.refusals import refused

MOST = 100

Resolver = Callable[..., Any]
Fields = dict[str, Resolver]


def connected(items: Callable[..., Sequence[Any]]) -> Resolver:
    """A field that pages through what `items` finds; arguments that do not page are handed on."""

    def resolve(
        desk: Desk,
        thing: Any,
        *,
        first: int | None = None,
        last: int | None = None,
        after: str | None = None,
        before: str | None = None,
        **wishes: Any,
    ) -> dict[str, Any]:
        found = items(desk, thing, **wishes)
        return window(found, (first, last), (after, before))

    return resolve


def window(
    items: Sequence[Any],
    sizes: tuple[int | None, int | None],
    cursors: tuple[str | None, str | None] = (None, None),
) -> dict[str, Any]:
    first, last = sizes
    if first is None and last is None:
        words = "You must provide a `first` or `last` value to properly paginate the connection."
        # How many there are may be asked without saying how many are wanted.
        error = refused("MISSING_PAGINATION_BOUNDARIES", words)
        return {"totalCount": len(items), "nodes": error, "edges": error, "pageInfo": error}
    if max(first or 0, last or 0) > MOST:
        words = f"Requesting more than {MOST} records on the connection exceeds the limit."
        raise refused("EXCESSIVE_PAGINATION", words)
    start = 0 if cursors[0] is None else _place(cursors[0]) + 1
    end = len(items) if cursors[1] is None else _place(cursors[1])
    if first is not None:
        end = min(end, start + first)
    if last is not None:
        start = max(start, end - last)
    nodes = list(items[start:end])
    return {
        "nodes": nodes,
        "edges": [
            {"cursor": _cursor(start + place), "node": node} for place, node in enumerate(nodes)
        ],
        "totalCount": len(items),
        "pageInfo": {
            "hasNextPage": end < len(items),
            "hasPreviousPage": start > 0,
            "startCursor": _cursor(start) if nodes else None,
            "endCursor": _cursor(start + len(nodes) - 1) if nodes else None,
        },
    }


def _cursor(place: int) -> str:
    return base64.b64encode(f"cursor:{place}".encode()).decode("ascii")


def _place(cursor: str) -> int:
    try:
        return int(base64.b64decode(cursor).decode("ascii").removeprefix("cursor:"))
    except (binascii.Error, ValueError) as error:
        words = f"`{cursor}` does not appear to be a valid cursor."
        raise refused("INVALID_CURSOR_ARGUMENTS", words) from error

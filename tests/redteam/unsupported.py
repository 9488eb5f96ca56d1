"""Reports that nothing in the code supports, one for each way a claim can fail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from redteam.clean_changes import CleanChange

Finding = dict[str, Any]


def unsupported(change: CleanChange) -> Iterator[tuple[str, Finding]]:
    """How each fails, and the finding; but for that one thing each is complete and well quoted."""
    name, here = change.function, _quote(change, change.added)
    yield "invented line", _finding(name, quotes=[_quote(change, "cache.put(key, lock)")])
    yield "invented file", _finding(name, quotes=[{**here, "path": "src/nowhere.py"}])
    yield "escaping file", _finding(name, quotes=[{**here, "path": f"../{change.path}"}])
    yield (
        "a true line and an invented one",
        _finding(name, quotes=[here, _quote(change, "cache.put(key, lock)")]),
    )
    yield "no quote", _finding(name, quotes=[])
    yield "blank quote", _finding(name, quotes=[_quote(change, "   ")])
    yield "invented name", _finding("frobnicate_ledger", quotes=[here])
    yield (
        "invented name in its words",
        _finding(name, quotes=[here], failure_mode="It calls `frobnicate_ledger` twice."),
    )
    for signal in "ACDEF":
        yield f"signal {signal}", _finding(name, quotes=[here], signals=[signal])
    yield "no justification", _finding(name, quotes=[here], justification="hygiene")
    yield "false absence", _finding(name, quotes=[here], claim=_claim("absence", name))
    yield (
        "absence of a file that is there",
        _finding(name, quotes=[here], claim=_claim("absence", change.path)),
    )
    yield "nameless absence", _finding(name, quotes=[here], claim=_claim("absence", ""))
    yield (
        "unreachable by one quote",
        _finding(name, quotes=[here], claim=_claim("unreachable", name)),
    )
    yield (
        "unreachable by one quote twice",
        _finding(name, quotes=[here, here], claim=_claim("unreachable", name)),
    )
    yield "mismatch with itself", _finding(name, quotes=[here], claim=_claim("mismatch", name))
    yield (
        "introduced before",
        _finding(name, quotes=[_quote(change, change.kept)], claim=_claim("introduced", name)),
    )
    yield "race without a window", _finding(name, quotes=[here], slug="race-on-total")
    yield "shapeless slug", _finding(name, quotes=[here], slug="Not A Slug!")
    yield "no title", _finding(name, quotes=[here], title="  ")
    yield "beyond certain", _finding(name, quotes=[here], confidence=101)


def _quote(change: CleanChange, text: str) -> dict[str, Any]:
    return {"path": change.path, "text": text, "line": 2, "side": "new"}


def _claim(shape: str, subject: str) -> dict[str, str]:
    return {"shape": shape, "subject": subject}


def _finding(name: str, **parts: Any) -> Finding:
    return {
        "title": f"`{name}` breaks for some",
        "slug": "breaks-for-some",
        "category": "E1",
        "severity": "critical",
        "dimension": "correctness",
        "confidence": 95,
        "justification": "reachable",
        "failure_mode": "The caller gets the wrong sum.",
        "mitigation": "Sum otherwise.",
        **parts,
    }

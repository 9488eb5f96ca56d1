"""Other systems' words for our closed vocabularies, so that a model trained on them is understood."""

from __future__ import annotations

from typing import Any

MOST_DEPTH = 6
_SEVERITIES = {
    "blocker": "critical", "p0": "critical", "p1": "high", "major": "high", "error": "high",
    "factual": "high", "p2": "medium", "moderate": "medium", "warning": "medium",
    "suggestion": "low", "minor": "low", "info": "low", "note": "low", "p3": "nit", "style": "nit",
}  # fmt: skip
_WORDS: dict[str, dict[str, str]] = {
    "severity": _SEVERITIES,
    "dimension": {
        "tests": "test-coverage", "testing": "test-coverage",
        "documentation": "cross-reference", "logic": "correctness", "async": "concurrency",
        "access-control": "security",
    },
    "kind": {"bug": "defect", "issue": "defect", "nit": "preference"},
    "blast": {"cross-service": "service", "data-layer": "data"},
    "side": {"left": "old", "right": "new", "before": "old", "after": "new"},
    "shape": {"missing": "absence", "race": "mismatch"},
    "verdict": {
        "n/a": "not-applicable", "partially": "partially-achieved", "partial": "partially-achieved",
    },
    "answer": {"yes": "fixed", "no": "retained", "unclear": "retained", "resolved": "fixed"},
    "result": {"ok": "holds", "unverified": "not verified"},
}  # fmt: skip
_CONFIDENCE = {"high": 90, "medium": 65, "low": 35}
_LISTS = frozenset({"quotes", "signals"})
_OPTIONAL = frozenset({"race", "suggestion"})
_NUMBERS = frozenset({"line", "start", "end", "number"})


def canonical(value: Any, *, depth: int = 0) -> Any:
    """The same object with known synonyms replaced; unknown words stay and fail on their own."""
    if depth > MOST_DEPTH or not isinstance(value, dict):
        return value
    result: dict[str, Any] = {}
    for key, item in value.items():
        if item is None and key not in _OPTIONAL:
            continue
        if key == "confidence":
            result[key] = _confidence(item)
        elif key in _WORDS and isinstance(item, str):
            word = _word(item, spaced=key == "result")
            result[key] = _WORDS[key].get(word, word)
        elif key in _LISTS:
            entries = item if isinstance(item, list) else [item]
            result[key] = [canonical(entry, depth=depth + 1) for entry in entries]
        elif key in _NUMBERS:
            result[key] = _number(item)
        elif isinstance(item, str) and key in {"justification", "root", "reversible"}:
            result[key] = _word(item, spaced=False)
        else:
            result[key] = canonical(item, depth=depth + 1)
    return result


def _word(text: str, *, spaced: bool) -> str:
    """Lower case with dashes; the results of the matrix are written with blanks."""
    words = " ".join(text.lower().replace("_", " ").replace("-", " ").split())
    return words if spaced else words.replace(" ", "-")


def _confidence(value: Any) -> Any:
    """Percent; words, a fraction and n of 10 are understood, anything else is left to fail."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        word = value.strip().lower().removesuffix("%").removesuffix("/10")
        if word in _CONFIDENCE:
            return _CONFIDENCE[word]
        try:
            value = float(word)
        except ValueError:
            return value
    if isinstance(value, int | float):
        if 0 < value < 1:
            return round(value * 100)
        return round(value * 10) if 1 <= value <= 10 else _whole(value)  # noqa: PLR2004 - n of 10
    return value


def _number(value: Any) -> Any:
    """A line number; nonsense becomes None, because the quote decides and not the line."""
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 10:  # noqa: PLR2004 - no file has a billion lines
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _whole(value: float) -> int | float:
    return int(value) if value == int(value) else value

"""Tells which crate a file of Rust has a module from, as several have one of the same name."""

from __future__ import annotations

import re

_USE = re.compile(r"^[ \t]{0,20}(?:pub )?use (?:::)?(\w{1,80})(::[^;]{1,2000})?;", re.MULTILINE)
_OWN = frozenset({"crate", "self", "super"})
_STANDARD = frozenset({"std", "core", "alloc"})


def crates_of(text: str, module: str) -> frozenset[str]:
    """The crates that the file brings a module of that name from; none where it brings none."""
    word = re.compile(rf"\b{re.escape(module)}\b")
    return frozenset(_one(start) for start, rest in _USE.findall(text) if word.search(rest))


def _one(start: str) -> str:
    """One word for what is written in several ways."""
    if start in _OWN:
        return "crate"
    return "std" if start in _STANDARD else start

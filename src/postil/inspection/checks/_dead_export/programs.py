"""Tells a Python program that is built for its own machines from a library that others install."""

from __future__ import annotations

from collections.abc import Mapping

_KEPT = "Private ::"
"""A sort of which no index takes a package."""
_LEAST_PINNED = 2
_FOR_READERS = ("classifiers", "keywords", "urls", "entry-points")
"""What is only said of a package that strangers are to find, or that others plug into."""


def is_program(settings: Mapping[str, object]) -> bool:
    """Whether a project says that it is not handed out, or could not be lived with beside others.

    A library leaves room in what it asks for: one that fixes the version of everything cannot be
    installed beside anything else, and only its commands are meant to be used.
    """
    project = settings.get("project")
    if not isinstance(project, dict):
        return False
    sorts = project.get("classifiers")
    if isinstance(sorts, list) and any(str(one).startswith(_KEPT) for one in sorts):
        return True
    if any(key in project for key in _FOR_READERS) or not project.get("scripts"):
        return False
    asked = project.get("dependencies")
    pinned = [_is_pinned(str(one)) for one in asked] if isinstance(asked, list) else []
    return len(pinned) >= _LEAST_PINNED and all(pinned)


def _is_pinned(wanted: str) -> bool:
    """Whether one version alone will do."""
    version = wanted.partition(";")[0]
    return "==" in version and "*" not in version and "," not in version.partition("==")[2]

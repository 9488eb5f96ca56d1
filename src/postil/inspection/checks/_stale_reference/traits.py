"""Members of PHP traits, which a class that takes the trait over may answer for in another way."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping

from postil.inspection.checks._stale_reference.lost import Lost
from postil.ports import Hits

CATCH_ALL = "__call"
"""The method of PHP that is called for every name which nobody wrote down."""


def is_of_trait(lost: Lost) -> bool:
    return lost.family == "php" and lost.owner_line.lstrip().startswith("trait ")


def is_caught(lost: Lost, found: Mapping[str, Hits]) -> bool:
    """Whether something beside the trait, or in the folder above, answers for any name at all."""
    if not is_of_trait(lost):
        return False
    folders = (lost.folder, posixpath.dirname(lost.folder))
    return any(
        f"function {CATCH_ALL}(" in hit.text and posixpath.dirname(hit.path) in folders
        for hit in found[CATCH_ALL].hits
    )

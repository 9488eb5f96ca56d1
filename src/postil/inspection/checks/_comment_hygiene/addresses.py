"""Folders of sources that are called after an address on the net, as packages of Java are."""

from __future__ import annotations

import re

_ADDRESS = re.compile(
    r"/(?:com|org|net|io|dev|edu|de|fr|uk|app|me)/(?:examples?|samples?|demos?)/(?:demo/|sample/)?",
    re.IGNORECASE,
)


def without_address(path: str) -> str:
    """The path without the address of somebody who is called as folders of examples are."""
    return _ADDRESS.sub("/", path)

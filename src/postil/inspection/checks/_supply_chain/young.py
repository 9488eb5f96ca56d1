"""Which packages that a manifest newly asks for have hardly begun and are known to few."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from postil.inspection.checks._supply_chain.entries import (
    Ecosystem,
    Group,
    Requirement,
    Source,
)
from postil.inspection.checks._supply_chain.popular import LEGITIMATE, POPULAR

_FIRST = re.compile(r"\A\s{0,4}(?:\^|~>?|~=|={1,3}|>=)?\s{0,4}v?(0\.0\.\d{1,4})(?![\w.+-])")
"""A version by which its makers say themselves that nothing is settled yet."""
_WITHOUT = frozenset({Ecosystem.GO, Ecosystem.MAVEN})
"""Where a first version says little, or is told by its commit."""
_FAMILIES = ("types-", "langchain-", "llama-index-", "opentelemetry-", "nvidia-", "mypy-boto3-")
"""What the names begin with of many packages from the same well-known hands."""
_KNOWN = {
    Ecosystem.PYPI: """
        python-multipart annotated-doc bs4 sklearn fastapi-cli fastapi-cloud-cli stringcase
        stdlib-list mock-alchemy llama-cloud jsonpath-python ruff ty zensical pytest-examples
        backports-zoneinfo ratelimit unicodedata2 dataclasses typing distance
    """,
    Ecosystem.NPM: """
        murmurhash concat-map isarray indexof typedarray jsonify minimist wordwrap mute-stream
        pause uid2 next-themes wrangler text-encoding deep-freeze sse prismjs follow-redirects
        to-iso-string options lru-cache tslib hono event-target-polyfill cssom classnames
    """,
    Ecosystem.CRATES: "want language-tags fnv if_chain wee_alloc",
    Ecosystem.RUBYGEMS: """
        ruby2_keywords unf_ext debug_inspector binding_of_caller liquid-c http_parser.rb
        unicode_utils rb-readline execjs
    """,
}
"""What many projects take although its makers never counted further."""


def first_version(requirement: Requirement, held: Sequence[str], ecosystem: Ecosystem) -> str:
    """The version of a newly asked package that is one of its first and unknown; else nothing.

    A scope of npm belongs to somebody who answers for all that is in it.
    """
    is_asked = requirement.group is Group.DIRECT and requirement.source is Source.REGISTRY
    if ecosystem in _WITHOUT or not is_asked or requirement.for_makers:
        return ""
    name = (requirement.origin or requirement.name).lower()
    if name.startswith(("@", *_FAMILIES)) or name in _names(ecosystem):
        return ""
    versions = held or [requirement.version]
    firsts = [_FIRST.match(version[:200]) for version in versions]
    found = firsts[-1]
    return found[1] if found is not None and all(firsts) else ""


def _names(ecosystem: Ecosystem) -> frozenset[str]:
    known: Iterable[str] = _KNOWN.get(ecosystem, "").split()
    return POPULAR[ecosystem] | LEGITIMATE[ecosystem] | frozenset(known)

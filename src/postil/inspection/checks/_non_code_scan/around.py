"""What the file around a value shows: it describes an interface, teaches, translates or tests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from postil.domain import paths
from postil.domain.change import Side
from postil.domain.paths.languages import NOT_CODE
from postil.inspection.checks._non_code_scan.sightings import KEY_ID, Sighting
from postil.inspection.credentials import Place, Setting, survey
from postil.inspection.line_roles import LineRoles
from postil.ports import Tree

_SEVERAL = 3
"""So many other values under the same name in one file are its sample data."""
_MANUAL = 15
"""So many pages in one folder are a manual for strangers; a team's own notes are fewer."""
_PAGES = (".md", ".mdx", ".rst", ".adoc", ".markdown", ".asciidoc")
_NEAR = 10
_SEARCH = ("algolia", "docsearch")
_OF_KEYS = "private key"
_MOST_LINES = 20_000
_FIRST = 4_000
_DOC_COMMENT = ("//!", "///", "/**", "* ")
_DESCRIBES = re.compile(r"(?m)^[\s{]{0,8}[\"']?(?:openapi|swagger|asyncapi)[\"']?\s{0,2}:")
"""How the description of an interface begins: what it holds are examples."""
_DESCRIBING = (".yaml", ".yml", ".json")
_MESSAGE = re.compile(r"[\"'][^\"'\n]{0,200} [^\"'\n]{0,200}[\"']\s{0,4}(?:=>|[:=])\s{0,4}[\"']\Z")
"""A key of several words: a sentence and its translation."""
_LANGUAGES = frozenset({"lang", "langs", "locale", "locales", "i18n", "l10n", "translations"})
_TEST_SETTINGS = re.compile(r"(?:\A|/)(?:phpunit(?:\.dist)?\.xml(?:\.dist)?|\.env\.testing)\Z")
_TESTS_BELOW = "#[cfg(test)]"
_HELPS = re.compile(r"\s{0,20}(?:USAGE|Usage|EXAMPLES?|Examples?)\s{0,4}:")
"""A heading of what a program prints when it is asked for help."""
_LONGEST = 400
_LONGEST_HELP = 80
_OFF = ("#", "//", ";")
_ANNOUNCES = re.compile(
    r"\b(?:like this|e\.g\.|for (?:example|instance)|examples?) ?:?\Z", re.IGNORECASE
)
_LONGEST_END = 20
_QUOTES = ('"""', "'''")


@dataclass(frozen=True)
class Around:
    """Reads the changed files on both sides, each once, to see where in them a value stands."""

    trees: Mapping[Side, Tree]
    _texts: dict[tuple[Side, str], str] = field(default_factory=dict)
    _roles: dict[tuple[Side, str], LineRoles] = field(default_factory=dict)
    _pages: dict[str, int] = field(default_factory=dict)
    _held: dict[str, dict[str, set[str]]] = field(default_factory=dict)

    def is_sample(self, one: Sighting) -> bool:
        """Whether the value is there to be looked at.

        An issuer's format is never only that, but what a manual shows of keys opens nothing: half
        of a pair, or a key that no place is named for.
        """
        if one.is_of_known_format:
            kind = one.credential.kind
            is_key = kind == KEY_ID or kind.endswith(_OF_KEYS)
            return is_key and (self._is_in_manual(one) or self._is_tested(one))
        return (
            self._is_in_manual(one)
            or self._is_for_search(one)
            or _is_translated(one)
            or self._is_taught(one)
            or self._is_described(one)
            or self._is_tested(one)
            or self._is_one_of_several(one)
        )

    def _text(self, side: Side, path: str) -> str:
        if (side, path) not in self._texts:
            self._texts[side, path] = self.trees[side].read(path) or ""
        return self._texts[side, path]

    def _is_in_manual(self, one: Sighting) -> bool:
        """Whether it stands on one of the many pages that a project writes for its users."""
        top, mark, _ = one.path.partition("/")
        if not mark or not paths.is_doc(one.path):
            return False
        if top not in self._pages:
            every = self.trees[Side.NEW].paths()
            self._pages[top] = sum(
                path.startswith(f"{top}/") and path.endswith(_PAGES) for path in every
            )
        return self._pages[top] >= _MANUAL

    def _is_for_search(self, one: Sighting) -> bool:
        """Whether the settings of a site hold the key of its search, which every visitor is sent."""
        if "key" not in one.name.lower():
            return False
        first = max(0, one.line - _NEAR)
        near = self._text(one.side, one.path).split("\n")[first : one.line + _NEAR]
        return any(mark in line[:_LONGEST].lower() for line in near for mark in _SEARCH)

    def _is_taught(self, one: Sighting) -> bool:
        """Whether it stands in what code carries with it for readers: documentation, or a text
        with settings of which this one is switched off.
        """
        language = paths.language_of(one.path)
        if language is None or language in NOT_CODE:
            return False
        if one.text.lstrip().startswith(_DOC_COMMENT) or self._is_announced(one):
            return True
        key = one.side, one.path
        if key not in self._roles:
            self._roles[key] = LineRoles(self._text(*key), language)
        roles, line = self._roles[key], one.line
        if not roles.is_string(line):
            return False
        if one.text.lstrip().startswith(_OFF):
            return True
        while line > 1 and roles.is_string(line):
            line -= 1
        lines = self._text(*key).split("\n")
        opening = lines[line - 1]
        if any(_HELPS.match(each[:_LONGEST]) for each in lines[line - 1 : line + _LONGEST_HELP]):
            return True
        return language == "python" and opening.lstrip(" \trRuUbBfF").startswith(_QUOTES)

    def _is_announced(self, one: Sighting) -> bool:
        """Whether it is a setting in a comment, below words that say how such a setting is made."""
        lines = self._text(one.side, one.path).split("\n")
        above = lines[one.line - 2].strip() if one.line > 1 else ""
        both = one.text.lstrip().startswith(_OFF) and above.startswith(_OFF)
        return both and _ANNOUNCES.search(above[-_LONGEST_END:]) is not None

    def _is_described(self, one: Sighting) -> bool:
        if not one.path.endswith(_DESCRIBING):
            return False
        return _DESCRIBES.search(self._text(one.side, one.path)[:_FIRST]) is not None

    def _is_tested(self, one: Sighting) -> bool:
        """Whether the file says how tests are run, or the tests of a Rust module have begun above it."""
        if _TEST_SETTINGS.search(one.path):
            return True
        if not one.path.endswith(".rs"):
            return False
        above = self._text(one.side, one.path).split("\n")[: one.line]
        return any(line.strip().startswith(_TESTS_BELOW) for line in above)

    def _is_one_of_several(self, one: Sighting) -> bool:
        """Whether the file held several other values under the same name before the change."""
        name = one.name
        if not name:
            return False
        others = self._before(one.path).get(name, set()) - {one.credential.digest}
        return len(others) >= _SEVERAL

    def _before(self, path: str) -> dict[str, set[str]]:
        """The values that the file held under each name at the base."""
        if path not in self._held:
            held: dict[str, set[str]] = {}
            lines = self._text(Side.OLD, path).split("\n")[:_MOST_LINES]
            found = survey(lines, Place(Setting.PRODUCT, bare_values=True)).found
            for index, credentials in found.items():
                for each in credentials:
                    seen = Sighting(path, Side.OLD, index + 1, lines[index], each, credentials)
                    held.setdefault(seen.name, set()).add(each.digest)
            self._held[path] = held
        return self._held[path]


def _is_translated(one: Sighting) -> bool:
    """Whether it is a message in some language: a sentence, or one of a folder of languages."""
    if _MESSAGE.search(one.text[max(0, one.credential.start - 400) : one.credential.start]):
        return True
    is_of_language = not _LANGUAGES.isdisjoint(one.path.lower().split("/")[:-1])
    return is_of_language and one.credential.kind == "password"

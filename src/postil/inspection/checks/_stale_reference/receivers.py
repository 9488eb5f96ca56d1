"""Tells from what a file says about a value whether a member is asked of the class that lost it."""

from __future__ import annotations

import re
from functools import lru_cache

from postil.domain.paths.names import words
from postil.inspection.checks._stale_reference.ancestry import Kin
from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.views import View
from postil.syntax import Occurrence

_LONGEST_TEXT = 200_000
_TYPE = r"([A-Z]\w{1,100})(?:<[^<>\n]{0,100}>)?"
_BEFORE = frozenset({"java", "csharp", "c"})
"""Languages that write the type before the name."""
_ANYTHING = frozenset(
    words("Self Object Any Mock MagicMock MockObject Closure Class Function Type Error")
)
"""What a value may be called that is of some other type as well."""
_ACCESSOR = re.compile(r"\A(?:get|set|has|Get|Set|Has)_?([A-Za-z]{1,40})\Z")
_EVERYDAY = frozenset(
    words(
        "data value values name names type types item items option options config key keys id content"
        " contents text size length count index state status result results message title path url"
        " file node parent child children attribute attributes property properties"
    )
)
_SHORTEST = 3
_PLACEHOLDER = re.compile(r"T(?:[A-Z]\w{0,80})?\Z")
_WORDS_ONLY = ("*", "//", "#", "/*", "namespace ", "package ", "import ", "use ", "using ")


def is_asked_of_another(lost: Lost, view: View, use: Occurrence, kin: Kin) -> bool:
    """Whether the file says that the value is of a type which has nothing to do with the owner's,
    or is the owner's own file and knows of no value of that class.
    """
    if view.path == lost.path and lost.family != "go" and not _has_values(lost, view):
        return True
    types = {
        name
        for name in _types(view.family, use.qualifier, view.text[:_LONGEST_TEXT])
        if name not in _ANYTHING and _PLACEHOLDER.match(name) is None
    }
    return bool(types) and not any(_is_kin(name, kin, view.family) for name in types)


def is_asked_of_owner(view: View, use: Occurrence, kin: Kin) -> bool:
    """Whether the file says that the value is of a class that lost the member, and of no other."""
    types = _types(view.family, use.qualifier, view.text[:_LONGEST_TEXT])
    return bool(types) and types <= kin.owners


def is_left_open(lost: Lost, view: View, use: Occurrence, kin: Kin) -> bool:
    """Whether an accessor that anything may have is asked of a value nobody says the type of."""
    found = _ACCESSOR.match(lost.name)
    if found is None or (found[1] or "").lower() not in _EVERYDAY:
        return False
    asked = use.qualifier.strip("_$").lower()
    if len(asked) >= _SHORTEST and any(owner.lower().endswith(asked) for owner in kin.owners):
        return False
    types = _types(view.family, use.qualifier, view.text[:_LONGEST_TEXT])
    return not any(_is_kin(name, kin, view.family) for name in types)


def _has_values(lost: Lost, view: View) -> bool:
    """Whether a class is spoken of in its own file beyond its declaration and its constructors."""
    owner = re.escape(lost.definition.owner)
    maker = r"(?!\()" if lost.family in _BEFORE else ""
    named = re.compile(rf"\bnew {owner}\b|(?<!class )(?<!trait )(?<!interface )\b{owner}\b{maker}")
    return any(
        named.search(line[:_LONGEST_TEXT])
        for line in view.lines
        if lost.definition.owner in line and not line.lstrip().startswith(_WORDS_ONLY)
    )


@lru_cache(maxsize=256)
def _types(family: str, name: str, text: str) -> frozenset[str]:
    """Every type that the text gives to something of that name; none to what a call gives, which has none."""
    if not name:
        return frozenset()
    plain = re.escape(name)
    if family == "php":
        declared = re.findall(rf"([\w\\|&?]{{2,200}}) \${plain}\b", text)
        spelled = {one.rpartition("\\")[2] for each in declared for one in re.split(r"[|&?]", each)}
        found = {one for one in spelled if one[:1].isupper()}
    elif family in _BEFORE:
        found = set(re.findall(rf"\b{_TYPE}[\[\]?&* ]{{1,6}}{plain}(?=\s?[,;=):])", text))
    elif family == "go":
        found = set(re.findall(rf"\b{plain} \*?(?:\w{{1,60}}\.)?([A-Z]\w{{1,100}})\b", text))
    elif family == "ruby":
        found = set()
    else:
        found = set(re.findall(rf"\b{plain}\??\s?:\s?(?:&(?:mut )?)?{_TYPE}", text))
    if family not in ("go", "ruby"):
        asked = rf"\bisinstance\(\s?{plain}, ?([A-Z]\w{{1,100}})\)|\b{plain} instanceof ([A-Z]\w{{1,100}})"
        found |= {one for pair in re.findall(asked, text) for one in pair if one}
        made = rf"\b{plain}\s?=\s?(?:await )?(?:new )?(?:[\w\\.:]{{0,80}}[\\.:])?([A-Z]\w{{1,100}})[({{]"
        found |= set(re.findall(made, text))
    return frozenset(found)


def _is_kin(name: str, kin: Kin, family: str) -> bool:
    """Whether a type is a class that lost the member, is named after it, or is above or below it."""
    if any(name in owner or owner in name for owner in kin.owners):
        return True
    above = kin.ancestry.above(name, family)
    return not kin.owners.isdisjoint(above) or any(
        name in kin.ancestry.above(owner, family) for owner in kin.owners
    )

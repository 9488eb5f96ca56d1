"""Tells whether a class is ours, all of it can be seen, and it lacks a member that a statement cites."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from postil.domain import paths
from postil.domain.paths.names import words
from postil.inspection.checks._doc_claims.names import CitedName
from postil.inspection.documents import LONGEST_LINE
from postil.ports import Hit, Hits, Tree

_CLASS = re.compile(
    r"\b(?:class|struct|type|interface|trait|enum|record|object)\s+(\w{1,100})([^\n]{0,200})"
)
_EMBEDDED = re.compile(r"\A\s+\*?[\w.]{1,100}\s*\Z")
_WHOLE = frozenset({"python", "java", "typescript", "tsx", "javascript", "php"})
"""Languages in which all members of a class stand in one file."""
_ANYTHING = re.compile(
    r"__getattr__|__getattribute__|method_missing|Proxy\(|__call\b|\blombok\b|AutoValue|@Immutable|\bsetattr\("
    r"|Object\.(?:assign|defineProperty)\(|^\s{1,40}use \w{1,80};",
    re.MULTILINE,
)
"""Gives a class members that nobody wrote."""
_MIXED_IN = re.compile(
    r"^\s{0,40}(?:include|extend|prepend|delegate|def_delegators?|def_instance_delegators?|instance_delegate|using)\b"
    r"|\bdefine_method\b|\b(?:class|instance|module)_eval\b|\balias_method\b",
    re.MULTILINE,
)
"""Gives a class of Ruby members from elsewhere, or some made as it is read."""
_PLAIN_PARENT = re.compile(
    r"\A(?:\((?:object|ABC|abc\.ABC|(?:\w{1,40}Error|Exception|RuntimeError))?\)|(?:<[\w, ]{1,60}>)?"
    r" ?(?:implements (?:java\.io\.)?(?:Serializable|Cloneable)\b)?)\s{0,8}[:{]?"
)
_GENERIC = re.compile(r"\A\s{0,4}(?:<[^<>\n]{1,100}>)?\s{0,8}")
_FROM_PARENTS = frozenset(
    words(
        "args with_traceback add_note name value register values valueOf ordinal toString equals hashCode getClass"
        " notify notifyAll wait clone finalize constructor call apply bind prototype length hasOwnProperty"
        " compareTo describeConstable instance_variable_get instance_variable_set instance_variables respond_to"
        " public_send define_singleton_method instance_of kind_of object_id singleton_class singleton_methods enum_for to_enum"
        " to_json to_yaml instance_methods instance_method public_methods const_get const_missing attr_accessor attr_reader"
        " attr_writer class_eval instance_eval class_exec instance_exec define_method alias_method remove_method"
        " undef_method module_function private_class_method private_constant class_variable_get method_missing"
    )
)
_COMMON = frozenset(
    words(
        "Response Request Promise Map Set Array Object String Number Date Error URL Element Node Event Document"
        " Window Headers Buffer Math JSON Path List Optional Stream Collections Arrays Thread Logger Context"
        " Session Client Config Model Field Form View Test Client"
    )
)
"""Classes that many libraries have too: a member which any code names may be theirs."""
_DECORATED = re.compile(
    r"\A\s{0,80}@(?!dataclass|dataclasses\.|final\b|runtime_checkable|public\b)"
)
_BODY = 60
_HEAD = 4


@dataclass(frozen=True)
class Owners:
    """The classes of a tree as the search found them; `places` are the lines that cite."""

    head: Tree
    found: Mapping[str, Hits]
    places: frozenset[tuple[str, int]]

    def lack(self, cited: CitedName) -> bool:
        """Whether the class is defined once, in the open, and neither it nor a parent has the name."""
        defined = [hit for hit in self.found[cited.owner].hits if _is_class(hit, cited.owner)]
        if len(defined) != 1 or cited.name in _FROM_PARENTS:
            return False
        place = defined[0]
        text = self.head.read(place.path) or ""
        if _ANYTHING.search(text) or self._inherits(place, cited.owner, text):
            return False
        others = self._others(cited)
        if paths.language_of(place.path) not in _WHOLE or cited.owner in _COMMON:
            return not others
        return not any(hit.path == place.path or cited.owner in hit.text for hit in others)

    def _others(self, cited: CitedName) -> list[Hit]:
        """Where the name stands apart from the lines that cite it; the class too if there are many."""
        hits = self.found[cited.name]
        if hits.total > len(hits.hits):
            return [Hit(path="", line=0, text=cited.owner)]
        return [hit for hit in hits.hits if (hit.path, hit.line) not in self.places]

    def _inherits(self, hit: Hit, owner: str, text: str) -> bool:
        """Whether a parent, a decorator or what it is made of may bring members."""
        match = next(found for found in _CLASS.finditer(hit.text) if found[1] == owner)
        rest, language = match[2].strip(), paths.language_of(hit.path)
        if language == "go":
            return not rest.startswith("struct") or _embeds(text, hit.line)
        if language == "rust":
            return False
        if language == "ruby":
            return rest[:1] not in ("", "#") or _MIXED_IN.search(text) is not None
        lines = text.split("\n")
        if hit.line > 1 and _DECORATED.match(lines[hit.line - 2][:LONGEST_LINE]):
            return True
        head = " ".join(line[:LONGEST_LINE] for line in (rest, *lines[hit.line : hit.line + _HEAD]))
        bare = _GENERIC.sub("", head.lstrip())
        if bare[:1] in ("{", ":") or bare.startswith("()"):
            return False
        return _PLAIN_PARENT.fullmatch(rest) is None or not rest


def _embeds(text: str, line: int) -> bool:
    for entry in text.split("\n")[line : line + _BODY]:
        if entry.startswith("}"):
            return False
        if _EMBEDDED.match(entry[:LONGEST_LINE]):
            return True
    return True


def _is_class(hit: Hit, name: str) -> bool:
    if paths.is_doc(hit.path) or paths.is_test(hit.path) or len(hit.text) > LONGEST_LINE:
        return False
    return any(match[1] == name for match in _CLASS.finditer(hit.text))

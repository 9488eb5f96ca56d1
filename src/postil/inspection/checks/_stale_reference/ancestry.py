"""Tells whether everything a class takes over from its parents stands in the tree itself."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from postil.domain.paths.names import words
from postil.inspection.checks._stale_reference.constructors import Constructors
from postil.inspection.checks._stale_reference.modules import family_of, names_module
from postil.inspection.checks._stale_reference.views import View
from postil.ports import Tree
from postil.syntax import Definition, Kind, definitions, imports

_FAMILIES = frozenset({"java", "csharp", "php", "python", "javascript"})
_ENDINGS = (
    ".java",
    ".cs",
    ".php",
    ".py",
    ".ts",
    ".tsx",
    ".js",
    ".jsx",
    ".mts",
    ".mjs",
    ".cts",
    ".cjs",
)
_MOST_GENERATIONS = 6
_MOST_HOMES = 3
_MOST_NAMED = 60
_LONGEST_HEADER = 60
_LONGEST_LINE = 2_000
_TYPES = frozenset({Kind.CLASS, Kind.TYPE})
_MAKES_NAMES_UP = re.compile(
    r"\b(?:__call|__callStatic|__get|__getattr__|__getattribute__|DynamicObject|ExpandoObject|Proxy)\b"
)
_NAME = re.compile(r"\b[A-Z]\w{2,200}")
_GENERIC = re.compile(r"<[^<>]{0,400}>|\[[^\[\]]{0,400}\]")
_GIVEN = re.compile(r"\([^()]{0,400}\)")
_PARENTS = re.compile(r"\b(?:extends|implements)\b|:(?!:)")
_TRAITS = re.compile(r"^[ \t]{1,40}use {1,4}([\w\\, ]{1,200})[;{]", re.MULTILINE)
_TAKEN = re.compile(r"^(?:use|import|using) {1,4}([\w\\.]{1,300})", re.MULTILINE)
_ROOTS = frozenset(
    words(
        "object Object ABC Exception RuntimeException LogicException InvalidArgumentException"
        " UnexpectedValueException OutOfBoundsException DomainException BadMethodCallException"
        " IllegalArgumentException IllegalStateException ValueError TypeError RuntimeError Error"
        " ArgumentException InvalidOperationException Countable IteratorAggregate ArrayAccess"
        " JsonSerializable Serializable Cloneable Comparable Closeable AutoCloseable IDisposable"
        " IAsyncDisposable IEquatable"
    )
)
"""Parents that languages bring along, of which every member is known."""
_ROOTS_OF = {
    "python": frozenset(
        words(
            "TestCase IsolatedAsyncioTestCase Thread Generic Protocol NamedTuple TypedDict dict list set"
            " tuple str int float BaseException KeyError OSError IOError AttributeError NotImplementedError"
            " LookupError Warning UserWarning DeprecationWarning"
        )
    ),
    "java": frozenset(words("Runnable Callable Iterable Comparator Supplier Consumer Predicate")),
    "csharp": frozenset(words("IEnumerable IEnumerator IComparable IComparer IEqualityComparer")),
}
"""The same of one language, which others may use for something of their own."""
_OF_ROOTS = frozenset(
    words(
        "getPrevious getTrace getTraceAsString getCause initCause getStackTrace setStackTrace"
        " addSuppressed getSuppressed getLocalizedMessage fillInStackTrace with_traceback add_note"
        " InnerException StackTrace GetBaseException HelpLink TargetSite DisposeAsync getIterator"
        " offsetGet offsetSet offsetExists offsetUnset jsonSerialize GetEnumerator MoveNext"
        " setUp tearDown setUpClass tearDownClass asyncSetUp asyncTearDown addCleanup addAsyncCleanup"
        " doCleanups addClassCleanup doClassCleanups subTest skipTest shortDescription countTestCases"
        " defaultTestResult addTypeEqualityFunc maxDiff longMessage enterContext enterClassContext"
        " failureException is_alive setDaemon isDaemon native_id getName setName _replace _asdict _fields"
        " _make _field_defaults popitem setdefault fromkeys thenComparing andThen"
    )
)
_ASSERTS = re.compile(r"\A(?:assert|fail)(?:[A-Z_]|\Z)")
"""What each test may ask of its parent."""


@dataclass(frozen=True)
class Ancestry:
    """The classes of a tree, found by the files that carry their names and by imports."""

    head: Tree
    _known: dict[tuple[str, str], frozenset[str]] = field(default_factory=dict)

    def is_own(self, path: str, text: str, member: Definition) -> bool:
        """Whether nothing foreign can give the member's owner the member."""
        if family_of(path) not in _FAMILIES or member.name in _OF_ROOTS:
            return False
        if _ASSERTS.match(member.name):
            return False
        return self._is_closed(path, text, member.owner, _MOST_GENERATIONS)

    def is_own_class(self, path: str, text: str, name: str) -> bool:
        """Whether a class has nothing that does not stand in the tree."""
        return self._is_closed(path, text, name, _MOST_GENERATIONS)

    def above(self, name: str, family: str, generations: int = _MOST_GENERATIONS) -> frozenset[str]:
        """What a class of the tree that has a file of its own says it descends from, all the way up."""
        key = (name, family)
        if key not in self._known:
            self._known[key] = frozenset()
            found: set[str] = set()
            for home in self._homes.get(name, ())[:_MOST_HOMES] if generations else ():
                text = self.head.read(home) if family_of(home) == family else None
                for one in classes(home, text or ""):
                    if one.name == name:
                        lines = (text or "").split("\n")
                        found |= {last_word(parent) for parent in parents(family, lines, one)}
            higher = (self.above(parent, family, generations - 1) for parent in sorted(found))
            self._known[key] = frozenset(found).union(*higher)
        return self._known[key]

    def above_any(self, text: str, family: str) -> Iterator[frozenset[str]]:
        """For each class of the tree that a text names, what it descends from."""
        named = sorted({word for word in _NAME.findall(text) if word in self._homes})
        return (self.above(word, family) for word in named[:_MOST_NAMED])

    @cached_property
    def _homes(self) -> Mapping[str, list[str]]:
        found: defaultdict[str, list[str]] = defaultdict(list)
        for path in self.head.paths():
            if path.endswith(_ENDINGS):
                found[_stem(path)].append(path)
        return found

    def _is_closed(self, path: str, text: str, owner: str, generations: int) -> bool:
        if not generations or _MAKES_NAMES_UP.search(text):
            return False
        found = next((one for one in classes(path, text) if one.name == owner), None)
        if found is None:
            return False
        lines, family = text.split("\n"), family_of(path)
        roots = _ROOTS | _ROOTS_OF.get(family, frozenset())
        for spelled in parents(family, lines, found):
            parent = last_word(spelled)
            if parent.rpartition(".")[2] in roots:
                continue
            homes = list(self._homes_of(spelled, path, text)) if parent != owner else []
            if not homes or len(homes) > _MOST_HOMES:
                return False
            for home, content in homes:
                if not self._is_closed(home, content, parent, generations - 1):
                    return False
        return True

    def _homes_of(self, spelled: str, path: str, text: str) -> Iterator[tuple[str, str]]:
        """The files, each with its text, that define what this file calls by that name."""
        parent = last_word(spelled)
        if any(one.name == spelled for one in classes(path, text)):
            yield path, text
            return
        for home in self._candidates(spelled, path, text):
            content = self.head.read(home)
            if content is not None and any(one.name == parent for one in classes(home, content)):
                yield home, content

    def _candidates(self, spelled: str, path: str, text: str) -> list[str]:
        family, parent = family_of(path), last_word(spelled)
        if family in ("python", "javascript"):
            sources = [one.source for one in imports(path, text) if one.local == parent == one.name]
            return [
                home
                for source in sources
                for home in self._homes.get(re.split(r"[./]", source)[-1], ())
                if names_module(source, home, from_path=path)
            ]
        named = [home for home in self._homes.get(parent, ()) if family_of(home) == family]
        if family == "csharp":
            return named
        taken = [re.split(r"[\\.]", source) for source in (spelled, *_TAKEN.findall(text))]
        folders = [source[-2] for source in taken if source[-1] == parent and len(source) > 1]
        near = folders[:1] or [_folder(path)]
        return [home for home in named if _folder(home) in near]


@dataclass(frozen=True)
class Kin:
    """The classes that lost a member of one name, and those of the tree that descend from them."""

    ancestry: Ancestry
    owners: frozenset[str] = frozenset()
    constructors: Constructors | None = None

    def is_named_in(self, view: View) -> bool:
        """Whether a file speaks of one of them; how a name is cased and joined does not matter."""
        spelled = {owner.replace("_", "").lower() for owner in self.owners}
        if self.constructors is not None and self.constructors.are_called_in(view):
            return True
        return not spelled.isdisjoint(view.plain_words) or any(
            not self.owners.isdisjoint(above)
            for above in self.ancestry.above_any(view.text, view.family)
        )


def parents(family: str, lines: list[str], found: Definition) -> list[str]:
    """All that a class says it extends, implements or mixes in, as it spells them."""
    header = " ".join(line[:_LONGEST_LINE] for line in lines[found.line - 1 :][:_LONGEST_HEADER])
    _, _, rest = header.partition(found.name)
    if family == "python":
        opened = _without(_GENERIC, rest).lstrip()
        # Without brackets right behind its name it has no parents: the next ones are its body's.
        listed = opened[1:].partition(":")[0].rpartition(")")[0] if opened[:1] == "(" else ""
    else:
        opened = _without(_GIVEN, _without(_GENERIC, rest.partition("{")[0].partition(";")[0]))
        listed = ",".join(_PARENTS.split(opened.partition(" where ")[0])[1:])
    named = [name.strip() for name in _without(_GENERIC, listed).split(",")]
    if family == "php":
        body = "\n".join(lines[found.line : found.end_line])
        named += [name.strip() for traits in _TRAITS.findall(body) for name in traits.split(",")]
    return [name for name in named if name]


def last_word(spelled: str) -> str:
    """A PHP name without its namespace; other names keep what qualifies them."""
    return spelled.rpartition("\\")[2]


def _without(pattern: re.Pattern[str], text: str) -> str:
    """The text without what brackets hold, three deep."""
    for _ in range(3):
        text = pattern.sub("", text)
    return text


def classes(path: str, text: str) -> list[Definition]:
    return [found for found in definitions(path, text) if found.kind in _TYPES]


def _stem(path: str) -> str:
    return path.rpartition("/")[2].partition(".")[0]


def _folder(path: str) -> str:
    return path.rpartition("/")[0].rpartition("/")[2]

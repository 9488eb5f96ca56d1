"""Functions, classes and methods that a statement cites, and whether anything answers to them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.domain.change import Change
from postil.domain.paths.names import words
from postil.inspection.checks._doc_claims_guests import Guests
from postil.inspection.checks._doc_claims_lines import Statement
from postil.inspection.checks._doc_claims_paths import Atlas, CitedPath
from postil.inspection.checks._doc_claims_words import is_about_now, is_forbidding, without_outward
from postil.inspection.documents import LONGEST_LINE, Part
from postil.ports import Hit, Hits

_SPAN = re.compile(r"`([^`\n]{1,200})`")
_NAME = re.compile(
    r"\A([A-Za-z_]\w{0,80}(?:(?:\.|::|#)[A-Za-z_]\w{0,80}){0,4})(\([^()`]{0,100}\))?\Z"
)
_PARTED = re.compile(r"\.|::|#")
_COINED = re.compile(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]")
_BOUNDARY = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_DEFINES = (
    r"\b(?:def|function\*?|func|fn|class|struct|interface|trait|enum|type|object|module|const|let|var)"
    r"\s+(?:\([^)\n]{0,100}\)\s*)?"
)
_DEFINED = re.compile(_DEFINES + r"(\w{1,100})")
_CLASS = re.compile(r"\b(?:class|struct|type|interface|trait|enum)\s+(\w{1,100})([^\n]{0,200})")
_EMBEDDED = re.compile(r"\A\s+\*?[\w.]{1,100}\s*\Z")
_INSIDE = re.compile(
    r"`([^`\n]{1,120})`(?:\s+\w{1,20})?\s+(?:in|from|of|at|inside|within)\s+`([^`\n]{1,200})`"
)
_STANDS_FOR_ANY = re.compile(r"_[A-Z]s?(?:_|\Z)|[a-z]X[A-Z]")
"""`get_X` and `makeXAttribute` are patterns for names, not names."""
_SYSTEMS = re.compile(
    r"\b(?:windows|win32|linux|macos|darwin|posix|unix|bsd|kernel)\b", re.IGNORECASE
)
"""A line that speaks of a system may well name a function of that system."""
_LONGEST = 2_000
_SEVERAL = 3
_UNMARKED = frozenset({"java", "csharp", "c", "cpp", "kotlin", "dart"})
"""Languages that define methods without a word for it."""
_BODY = 60
_SHORTEST = 4
_KNOWN = frozenset(
    words(
        "addEventListener removeEventListener querySelector getElementById setTimeout setInterval"
        " clearTimeout createElement useState useEffect useMemo useCallback useRef useContext"
        " forEach indexOf toString hasOwnProperty assertEqual assertRaises assertTrue setUp tearDown"
        " getattr setattr isinstance read_text write_text to_dict from_dict to_json from_json"
        " model_validate model_dump pthread_create read_to_string to_string from_str as_str as_ref"
        " unwrap_or into_iter url_for query_selector console_log describeEach beforeEach afterEach"
        " beforeAll afterAll structuredClone queueMicrotask requestAnimationFrame"
    )
)


@dataclass(frozen=True)
class CitedName:
    """A name in backticks; `owner` is what stands before the last dot."""

    statement: Statement
    spelled: str
    owner: str
    name: str
    is_call: bool
    file: CitedPath | None = None

    @property
    def is_coined(self) -> bool:
        return _COINED.search(self.name.strip("_")) is not None

    @property
    def needles(self) -> frozenset[str]:
        """What must be searched for to judge it: itself, its class, and other spellings."""
        owner = {self.owner} if self.owner[:1].isupper() else set[str]()
        return frozenset({self.name, *owner, *self.variants, *self.beginnings})

    @property
    def beginnings(self) -> frozenset[str]:
        """How code spells the beginning of such names when it makes them from pieces."""
        first, mark, _ = self.name.partition("_")
        if not (self.is_call and mark and first):
            return frozenset()
        return frozenset({f'"{first}_"', f"'{first}_'", f'"{first}_{{', f"'{first}_{{"})

    @property
    def variants(self) -> frozenset[str]:
        """The same words in another style, or in the other number."""
        if self.owner or not (self.is_call and self.is_coined):
            return frozenset()
        parts = [part for piece in self.name.split("_") for part in _BOUNDARY.split(piece) if part]
        low = [part.lower() for part in parts]
        camel = low[0] + "".join(part.title() for part in low[1:])
        styles = {"_".join(low), camel, camel[:1].upper() + camel[1:]}
        numbers = {self.name[:-1]} if self.name.endswith("s") else {self.name + "s"}
        return frozenset(styles | numbers) - {self.name}


def cited_names(statement: Statement) -> Iterator[CitedName]:
    if statement.part is not Part.PROSE:
        return
    inside = {
        name.strip(): path.strip() for name, path in _INSIDE.findall(statement.words) if "." in path
    }
    said = without_outward(statement.words)
    for span in dict.fromkeys(span.strip() for span in _SPAN.findall(said)):
        match = _NAME.match(span)
        if match is None or match[1].startswith("__"):
            continue
        *owners, name = _PARTED.split(match[1])
        if _STANDS_FOR_ANY.search(name) or name in _KNOWN or len(name) < _SHORTEST:
            continue
        if owners and is_file_name(span):
            continue
        file = CitedPath(statement, inside[span]) if span in inside else None
        owner = owners[-1] if owners else ""
        cited = CitedName(statement, span, owner, name, is_call=match[2] is not None, file=file)
        reportable = cited.is_coined or (cited.is_call and not owner)
        if reportable and is_about_now(statement.around, span):
            yield cited


def is_file_name(span: str) -> bool:
    return paths.language_of(span) is not None or paths.is_doc(span)


@dataclass(frozen=True)
class Registry:
    """What the search found about the cited names, and who cites them.

    `before` are functions that the same documents cited before the change.
    """

    change: Change
    atlas: Atlas
    found: Mapping[str, Hits]
    cited: tuple[CitedName, ...]
    before: tuple[CitedName, ...] = ()

    @cached_property
    def _places(self) -> frozenset[tuple[str, int]]:
        return frozenset(cited.statement.place for cited in self.cited)

    @cached_property
    def _removed(self) -> frozenset[str]:
        """Names whose definition the change takes away."""
        return frozenset(
            match[1]
            for file in self.change.files
            if not paths.is_doc(file.path)
            for _, text in file.removed
            if len(text) <= LONGEST_LINE
            for match in _DEFINED.finditer(text)
        )

    def confidence(self, cited: CitedName) -> int:
        """How sure it is that the name is meant to be ours and is not there; 0 when it is not."""
        if self._is_known(cited):
            return 0
        if cited.name in self._removed:
            return 90
        if cited.file is not None:
            return 90 if self._file_lacks(cited) else 0
        if cited.owner:
            return 90 if self._owner_lacks(cited) else 0
        if not (cited.is_call and cited.is_coined) or self._is_composed(cited):
            return 0
        if self.other_spelling(cited):
            return 90
        if cited.statement.path in self._manuals or self._is_one_of_strangers(cited):
            return 0
        if _SYSTEMS.search(cited.statement.text[:_LONGEST]):
            return 0
        if self._guests.include(cited.statement.path):
            return 0
        return 0 if is_forbidding(cited.statement.around, cited.spelled) else 60

    @cached_property
    def _guests(self) -> Guests:
        return Guests(self.atlas.head)

    @cached_property
    def _manuals(self) -> frozenset[str]:
        """Documents that cite several names of which this tree defines none: they explain
        somebody else's work, or names that are made while the program runs.
        """
        names: dict[str, set[str]] = {}
        for cited in self.cited:
            if paths.is_doc(cited.statement.path):
                names.setdefault(cited.statement.path, set()).add(cited.name)
        foreign = frozenset(
            path
            for path, cited in names.items()
            if len(cited) >= _SEVERAL
            and not any(_is_ours(hit, name) for name in cited for hit in self._hits(name))
        )
        return foreign | self._always_foreign

    @property
    def _always_foreign(self) -> frozenset[str]:
        """Documents that cited several functions before which this tree does not define."""
        names: dict[str, set[str]] = {}
        for cited in self.before:
            if not any(_is_ours(hit, cited.name) for hit in self._hits(cited.name)):
                names.setdefault(cited.statement.path, set()).add(cited.name)
        return frozenset(path for path, cited in names.items() if len(cited) >= _SEVERAL)

    def _is_one_of_strangers(self, cited: CitedName) -> bool:
        """Whether its line cites another function that this tree does not know either: no slip
        hits two names at once, so both are somebody else's.
        """
        return any(
            other.name != cited.name
            and other.statement.place == cited.statement.place
            and other.is_call
            and not self._is_known(other)
            for other in self.cited
        )

    def _is_composed(self, cited: CitedName) -> bool:
        """Whether code holds the beginning of the name alone, and so may make the whole of it."""
        return any(self.found[text].hits for text in cited.beginnings)

    def other_spelling(self, cited: CitedName) -> str:
        """A name of this tree that was probably meant; empty when there is none."""
        for variant in sorted(cited.variants):
            if any(_defines(hit, variant) for hit in self._hits(variant)):
                return variant
        return ""

    def _hits(self, needle: str) -> tuple[Hit, ...]:
        return self.found[needle].hits

    def _is_known(self, cited: CitedName) -> bool:
        hits = self.found[cited.name]
        if hits.total > len(hits.hits):
            return True
        gone = cited.name in self._removed
        return any(
            (hit.path, hit.line) not in self._places
            and not (gone and paths.is_doc(hit.path) and not _shows(hit, cited.name))
            for hit in hits.hits
        )

    def _file_lacks(self, cited: CitedName) -> bool:
        path = self.atlas.resolved(cited.file) if cited.file else None
        text = self.atlas.head.read(path) if path else None
        return text is not None and cited.name not in text

    def _owner_lacks(self, cited: CitedName) -> bool:
        """Whether the class or module is ours, whole, and does not have the name."""
        if cited.owner[:1].isupper():
            return self._class_lacks(cited.owner)
        if not cited.is_call or cited.owner in sys.stdlib_module_names:
            return False
        return any(
            not paths.is_test(path) for path in self.atlas.by_name.get(f"{cited.owner}.py", ())
        )

    def _class_lacks(self, owner: str) -> bool:
        """Whether the class is defined once, in the open, and nothing else can bring members."""
        places = [hit for hit in self._hits(owner) if _is_class(hit, owner)]
        return len(places) == 1 and not self._inherits(places[0], owner)

    def _inherits(self, hit: Hit, owner: str) -> bool:
        match = next(found for found in _CLASS.finditer(hit.text) if found[1] == owner)
        rest = match[2].strip()
        language = paths.language_of(hit.path)
        text = self.atlas.head.read(hit.path) or ""
        if "__getattr__" in text or "method_missing" in text or "Proxy(" in text:
            return True
        if language == "go":
            return not rest.startswith("struct") or self._embeds(text, hit.line)
        if language == "rust":
            return False
        return rest.strip(":{( )") != "" or rest.count("(") > 1

    @staticmethod
    def _embeds(text: str, line: int) -> bool:
        for entry in text.split("\n")[line : line + _BODY]:
            if entry.startswith("}"):
                return False
            if _EMBEDDED.match(entry[:LONGEST_LINE]):
                return True
        return True


def _defines(hit: Hit, name: str) -> bool:
    if paths.is_doc(hit.path) or paths.is_test(hit.path) or len(hit.text) > LONGEST_LINE:
        return False
    return any(match[1] == name for match in _DEFINED.finditer(hit.text))


def _shows(hit: Hit, name: str) -> bool:
    """Whether a document has the definition itself, in the code that it shows."""
    return any(match[1] == name for match in _DEFINED.finditer(hit.text[:LONGEST_LINE]))


def _is_ours(hit: Hit, name: str) -> bool:
    """Whether a line may define the name here; where no word tells a definition, any line may."""
    unmarked = paths.language_of(hit.path) in _UNMARKED and not paths.is_test(hit.path)
    return unmarked or _defines(hit, name)


def _is_class(hit: Hit, name: str) -> bool:
    if paths.is_doc(hit.path) or paths.is_test(hit.path) or len(hit.text) > LONGEST_LINE:
        return False
    return any(match[1] == name for match in _CLASS.finditer(hit.text))

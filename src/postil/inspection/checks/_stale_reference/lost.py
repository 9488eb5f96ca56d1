"""A definition that a change took away, with what tells its uses from those of namesakes."""

from __future__ import annotations

from dataclasses import dataclass

from postil.inspection.checks._stale_reference.modules import family_of
from postil.inspection.checks._stale_reference.subjects import Subject
from postil.syntax import Definition, Kind

MEMBERS = frozenset({Kind.METHOD, Kind.FIELD, Kind.MEMBER})
_DECLARING = frozenset({"java", "javascript"})
"""Languages whose interfaces give methods a shape and no body."""
_ENUMERATIONS = ("Enum", "Flag", "Choices")


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """A definition that is gone from its file.

    `path` is the file at head (at base when it is gone too). `shared` tells that the file
    still has the name under another owner, so that only a use through the owner is stale.
    `owner_line` is how the owner was declared, `marks` what stood directly above the name;
    `namespace` is the one it was declared in, where the language has such; `embeds` tells that
    its Go owner takes members over from a type of another package, `hands_on` that a method
    called one of the same name on something else, `spells_itself` that it held its own name as a
    text, which then means something else; `descends_from_own` that all its owner takes
    over from parents stands in this tree, so that nothing else can provide the name; `calls_parent` that a
    method handed the call on to its parent, which has one of that name; `is_only_body` that it was a
    function of C with its body, of which only what announces it may be left; `owner_is_gone` that a
    member went with its owner, so that what speaks of the owner is told of already.
    """

    subject: Subject
    definition: Definition
    path: str
    file_is_gone: bool
    shared: bool = False
    owner_line: str = ""
    marks: str = ""
    namespace: str = ""
    embeds: bool = False
    hands_on: bool = False
    spells_itself: bool = False
    descends_from_own: bool = False
    calls_parent: bool = False
    is_only_body: bool = False
    owner_is_gone: bool = False

    @property
    def full_name(self) -> str:
        """The name with the namespace it was defined in, where the language has such."""
        return f"{self.namespace}\\{self.name}" if self.namespace else self.name

    @property
    def name(self) -> str:
        return self.definition.name

    @property
    def is_its_own_value(self) -> bool:
        """Whether a constant is spelled as the text it holds, so that words mean the text.

        Environment variables are such: who reads them now may be a library.
        """
        text = self.subject.cause.text
        is_constant = self.definition.kind is Kind.CONSTANT or self.name.isupper()
        return is_constant and any(f"{mark}{self.name}{mark}" in text for mark in "\"'`")

    @property
    def is_member(self) -> bool:
        return self.definition.kind in MEMBERS and bool(self.definition.owner)

    @property
    def may_be_inherited(self) -> bool:
        """Whether something foreign may provide the name: a parent, or what a Go interface stands for.

        Enumerations inherit no members, and interfaces bring none along.
        """
        if self.family == "go" and (self.embeds or " interface" in self.owner_line):
            return True
        if " implements " in self.owner_line and " extends " not in self.owner_line:
            # An interface hands nothing down but what it declares as well.
            if self.family == "php":
                # Constants come from interfaces as they do from parents.
                return any(word in self.subject.cause.text for word in ("abstract ", "const "))
            if self.definition.kind is Kind.METHOD and self.family in _DECLARING:
                return "@Override" in self.marks
        return (
            self.definition.inherits
            and self.definition.kind is not Kind.MEMBER
            and not any(word in self.owner_line for word in _ENUMERATIONS)
        )

    @property
    def family(self) -> str:
        return family_of(self.path)

    @property
    def folder(self) -> str:
        return self.path.rpartition("/")[0]

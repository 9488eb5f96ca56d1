"""What syntax says about a text: its definitions, its imports and where names occur in it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What a definition introduces; a type is anything one can declare a value with but a class."""

    FUNCTION = "function"
    METHOD = "method"
    CLASS = "class"
    TYPE = "type"
    CONSTANT = "constant"
    FIELD = "field"
    MEMBER = "member"


class Role(StrEnum):
    """What a place in a file is read as."""

    CODE = "code"
    COMMENT = "comment"
    STRING = "string"
    PROSE = "prose"


class Form(StrEnum):
    """How a name is used where it stands; UNKNOWN where the language is not parsed.

    KEY is a label that need not refer to anything: a keyword argument, a property of a
    literal. BINDING gives the name a meaning of its own: a parameter, a local variable.
    """

    NAME = "name"
    ATTRIBUTE = "attribute"
    IMPORT = "import"
    DEFINITION = "definition"
    BINDING = "binding"
    KEY = "key"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Definition:
    """A name a file defines; lines count from 1, both ends included.

    `owner` is the class, enumeration, receiver or function it stands in, empty at the top.
    `exported` is what the language or its custom says others may use. `local` marks what
    lives inside a function. `inherits` tells that the class (for a member: its owner)
    extends something, so that its names may come from elsewhere.
    """

    name: str
    kind: Kind
    line: int
    end_line: int
    owner: str = ""
    exported: bool = True
    local: bool = False
    inherits: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """One name brought in from elsewhere.

    `name` is what it is called there: `*` for everything, `default` for a default export,
    empty when the module itself is bound. `local` is what it is called here, empty for a
    re-export that binds nothing.
    """

    local: str
    name: str
    source: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Occurrence:
    """One place where a name stands, word-bounded.

    `column` counts characters from 0. `qualifier` is the last word before the dot of an
    attribute, and the whole statement of an import.
    """

    name: str
    line: int
    column: int
    role: Role
    form: Form = Form.UNKNOWN
    qualifier: str = ""

"""Text in, facts out: what a source file defines, imports and mentions, told by its grammar."""

from __future__ import annotations

from postil.syntax.bringing import Brought, Imported, imported
from postil.syntax.defining import definitions, enclosing
from postil.syntax.facts import Definition, Form, Import, Kind, Occurrence, Role
from postil.syntax.grammar import supports
from postil.syntax.importing import imports
from postil.syntax.occurring import references, role_at
from postil.syntax.signatures import Signature, signatures
from postil.syntax.tokenising import Sort, Token, Tokeniser, tokens

__all__ = [
    "Brought",
    "Definition",
    "Form",
    "Import",
    "Imported",
    "Kind",
    "Occurrence",
    "Role",
    "Signature",
    "Sort",
    "Token",
    "Tokeniser",
    "definitions",
    "enclosing",
    "imported",
    "imports",
    "references",
    "role_at",
    "signatures",
    "supports",
    "tokens",
]

"""Text in, facts out: what a source file defines, imports and mentions, told by its grammar."""

from __future__ import annotations

from postil.syntax.defining import definitions, enclosing
from postil.syntax.facts import Definition, Form, Import, Kind, Occurrence, Role
from postil.syntax.grammar import supports
from postil.syntax.importing import imports
from postil.syntax.occurring import references, role_at

__all__ = [
    "Definition",
    "Form",
    "Import",
    "Kind",
    "Occurrence",
    "Role",
    "definitions",
    "enclosing",
    "imports",
    "references",
    "role_at",
    "supports",
]

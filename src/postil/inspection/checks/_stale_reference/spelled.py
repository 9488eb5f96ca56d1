"""Tells a name from another that is only spelled alike: in a namespace, a module path, a label."""

from __future__ import annotations

import re

from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.modules import names_module
from postil.inspection.checks._stale_reference.views import View
from postil.ports import Tree
from postil.syntax import Form, Import, Kind, Occurrence

_USE = re.compile(
    r"\A\s{0,8}use\s+(?:function\s+|const\s+)?\\?([\w\\]{1,200})\s*(?:as\s+\w{1,80}\s*)?;"
)
_ALIAS = re.compile(r"\A\s{0,8}using\s{1,4}(\w{1,200})\s{0,4}=")
_OPENS = re.compile(
    r"\A\s{0,8}(?:global )?(?:using (?!static)[\w.]{1,300};|namespace [\w.]{1,300}\s{0,8}[;{]?\s{0,8}\Z)"
)
"""A line of C# that names namespaces and no types."""
_NAMESPACE = re.compile(r"\A\s{0,8}namespace\s")
_TITLE = re.compile(r"\A\s{0,80}(?:TYPED_)?(?:TEST|TEST_F|TEST_P|TEST_CASE|BENCHMARK|FUZZ_TEST)\(")
"""Opens a test of C++, whose arguments are its name and not what it uses."""
_NEAR = 200
_LABEL = re.compile(r"\A\s{0,80}(?:case\s[^:]{0,80}:\s{0,8})?goto\s")
_BEFORE_FILE = re.compile(r"(?<!\w)(?:mod|extern\s{1,8}crate)\s{1,8}\Z")
"""Declares in Rust a module that stands in a file, or takes a package in."""
_BEFORE_TAG = re.compile(
    r"(?<!\w)(?:struct|union|enum|goto|namespace|namespace\s{1,8}\w{1,80}\s{0,8}=)\s{1,8}\Z"
)
"""Stands in C before what is a tag, a label or a namespace, each of which is no function."""


def _is_of_another_arity(lost: Lost, after: str) -> bool:
    """Whether a C# type takes arguments where the lost one took none, or the other way round."""
    declared = lost.subject.cause.text.partition(lost.name)[2]
    is_type = lost.definition.kind in (Kind.CLASS, Kind.TYPE)
    return is_type and declared.startswith("<") is not after.startswith("<")


def _is_no_call(lost: Lost, before: str, after: str) -> bool:
    """Whether a word stands where no macro of Rust does: without its mark, and in no import."""
    is_macro = "macro_rules!" in lost.subject.cause.text
    return is_macro and not after.lstrip().startswith("!") and "use " not in before


def _goes_on_as_module(after: str) -> bool:
    """Whether a path of Rust leads on from the word; types of a call, which may stand there, do not."""
    return after.startswith("::") and not after.startswith("::<")


def _is_module(lost: Lost, view: View, use: Occurrence) -> bool:
    """Whether a word of Rust is a module while the lost function was none: a path goes on from it,
    or the file takes it in for nothing else.
    """
    if lost.definition.kind is not Kind.FUNCTION:
        return False
    if use.form is not Form.IMPORT:
        return _goes_on_as_module(_after(view, use))
    others = [_after(view, one) for one in view.in_code(lost.name, Form.NAME, Form.ATTRIBUTE)]
    return _goes_on_as_module(_after(view, use)) or (
        bool(others) and all(map(_goes_on_as_module, others))
    )


def _is_of_rust(lost: Lost, view: View, use: Occurrence) -> bool:
    """Whether a word of Rust is a module, a lifetime, or what a macro or an attribute knows."""
    before, after = view.lines[use.line - 1][: use.column], _after(view, use)
    return (
        _BEFORE_FILE.search(before[-_NEAR:]) is not None
        or _is_module(lost, view, use)
        or _is_no_call(lost, before, after)
        or before.endswith(("'", "!("))
        or _is_attribute_word(lost, before)
    )


def _is_of_c(lost: Lost, line: str, before: str, after: str) -> bool:
    """Whether a word of C is no function: what a test is called, or a tag, a label, a namespace."""
    if before.endswith("std::") or _TITLE.match(line) is not None:
        return True
    if lost.definition.kind is not Kind.FUNCTION:
        return False
    return after.startswith("::") or _BEFORE_TAG.search(before[-_NEAR:]) is not None


def _after(view: View, use: Occurrence) -> str:
    return view.lines[use.line - 1][use.column + len(use.name) :]


def _is_attribute_word(lost: Lost, before: str) -> bool:
    """Whether a word inside the brackets of a Rust attribute is one that the attribute knows."""
    opened = before[max(before.rfind("#["), before.rfind("#![")) :]
    inside = opened.startswith("#") and "(" in opened and "]" not in opened
    set_to = "=" in re.split(r"[,(]", opened)[-1]
    return inside and not set_to and lost.definition.kind not in (Kind.CLASS, Kind.TYPE)


def is_submodule(entry: Import, lost: Lost, view: View, head: Tree) -> bool:
    """Whether a Python import finds a module of the name in the package that lost it, and the file
    uses it as one.
    """
    folder, _, name = lost.path.rpartition("/")
    if not name.startswith("__init__.") or entry.name != lost.name:
        return False
    if not names_module(entry.source, lost.path, from_path=view.read_as):
        return False
    there = (f"{folder}/{lost.name}{form}" for form in (".py", ".pyi", "/__init__.py"))
    after = [_after(view, use) for use in view.in_code(lost.name, Form.NAME)]
    is_used = bool(after) and all(rest.startswith(".") for rest in after)
    return is_used and any(map(head.exists, there))


def is_bound_elsewhere(lost: Lost, view: View) -> bool:
    """Whether a PHP or C# file takes the name from a namespace that is not the lost one's."""
    if lost.family == "csharp":
        return any(found[1] == lost.name for line in view.lines if (found := _ALIAS.match(line)))
    if lost.family != "php":
        return False
    taken = [found[1] for line in view.lines if (found := _USE.match(line))]
    return any(full.rpartition("\\")[2] == lost.name and full != lost.full_name for full in taken)


def is_region(view: View, use: Occurrence) -> bool:
    """Whether a word only heads a region of C# code, which is as good as a comment."""
    return view.lines[use.line - 1].lstrip().startswith(("#region", "#endregion"))


def is_another(lost: Lost, view: View, use: Occurrence) -> bool:
    """Whether what stands there is spelled alike and means something else."""
    line = view.lines[use.line - 1]
    before, after = line[: use.column], line[use.column + len(lost.name) :]
    if lost.family == "c":
        return _is_of_c(lost, line, before, after)
    if lost.family == "go":
        return before.strip() == "package"
    if lost.family == "rust":
        return _is_of_rust(lost, view, use)
    if lost.family == "csharp":
        if is_region(view, use) or _OPENS.match(line) is not None:
            return True
        return _is_of_another_arity(lost, after)
    if lost.family != "php":
        return False
    if after.startswith("\\") or _NAMESPACE.match(line) or _LABEL.match(line):
        return True
    if line.strip() == f"{lost.name}:":
        return True
    full = re.split(r"[^\w\\]", before)[-1] + lost.name
    return "\\" in full and full.lstrip("\\") != lost.full_name

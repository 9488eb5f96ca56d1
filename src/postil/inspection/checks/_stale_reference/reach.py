"""Ways a name is reached that no import or owner shows: a parent, a fixture, a template."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from postil.domain.paths import is_test
from postil.inspection.checks._stale_reference.ancestry import Ancestry, classes, parents
from postil.inspection.checks._stale_reference.lost import Lost
from postil.inspection.checks._stale_reference.markup import is_bound, is_program
from postil.inspection.checks._stale_reference.subjects import CERTAIN, LIKELY, MILD, POSSIBLE
from postil.inspection.checks._stale_reference.views import View
from postil.inspection.checks._stale_reference.words import is_distinctive
from postil.ports import Tree
from postil.syntax import Definition, Form, Kind, Occurrence, Role, enclosing

_WORD = re.compile(r"\w+")
_DECLARATION = 3
_LONGEST = 400
_ENDS = ("", ".py")
_ROUTED = re.compile(
    r"@[\w.]{1,80}\.(?:route|get|post|put|patch|delete|head|options|api_route|websocket)\("
)
_CALLED_ELSE = re.compile(r"\b(?:endpoint|name)\s{0,4}=")
_FROM_DOT = re.compile(r"(?:(?<![\w)\]\"'`.?!])|\$\w{0,40})\.((?:\w{1,60}\.){0,6})\Z")
_OF_OTHERS = (
    "Values.",
    "Release.",
    "Chart.",
    "Capabilities.",
    "Files.",
    "Site.",
    "Page.",
    "Params.",
)
"""What the templates of Helm and Hugo are given, which no program of the tree defines."""
SELF = frozenset({"self", "this", "cls", "Self", "static"})
_SUPER = re.compile(r"\bsuper\([^()]{0,80}\)\.\Z")
_COMPONENTS = (".vue", ".svelte")
_SEEN_BY = {
    "go": (".tmpl", ".gohtml", ".gotmpl", ".tpl", ".html", ".htm"),
    "ruby": (".erb", ".haml", ".slim", ".rhtml"),
    "python": (".jinja", ".jinja2", ".j2", ".pyx", ".pxd"),
    "javascript": (".ejs", ".mdx", ".astro", *_COMPONENTS),
    "java": (".kt", ".kts", ".scala", ".groovy", ".gradle", ".jsp"),
    "csharp": (".cshtml", ".razor", ".vb", ".fs"),
    "php": (".twig", ".phtml", ".latte", ".blade.php"),
    "c": (".m", ".mm", ".swift", ".cu", ".pyx"),
}


def trust_in_relative(lost: Lost, view: View, use: Occurrence, ancestry: Ancestry) -> int:
    """How sure it is that a child, or a part, of the owner of a lost method asks itself for it."""
    return _trust_in_parent(lost, view, use, ancestry.head) or _trust_in_part(
        lost, view, use, ancestry
    )


def _trust_in_part(lost: Lost, view: View, use: Occurrence, ancestry: Ancestry) -> int:
    """How sure it is that a part which the owner of a lost Python method is made of asks itself for
    that method; 0 when it does not. What else the owner descends from may have one, too.
    """
    if (
        lost.family != "python"
        or lost.definition.kind is not Kind.METHOD
        or use.qualifier != "self"
    ):
        return 0
    around = _class_around(view, use.line)
    text = ancestry.head.read(lost.path)
    if around is None or text is None or lost.shared or not is_distinctive(lost.name):
        return 0
    made_of = {
        spelled.rpartition(".")[2]
        for owner in classes(lost.path, text)
        if owner.name == lost.definition.owner
        for spelled in parents("python", text.split("\n"), owner)
    }
    if around.name not in made_of:
        return 0
    is_own = ancestry.is_own_class(lost.path, text, lost.definition.owner)
    return CERTAIN if is_own else MILD


def _class_around(view: View, line: int) -> Definition | None:
    around = [
        found
        for found in view.definitions
        if found.kind is Kind.CLASS and found.line <= line <= found.end_line
    ]
    return max(around, key=lambda found: found.line, default=None)


def _trust_in_parent(lost: Lost, view: View, use: Occurrence, head: Tree) -> int:
    """How sure it is that a child of the owner of a lost method asks itself for that method; 0 when
    it does not. Another parent of a Python class, which is not in the tree, may have one, too.
    """
    foreign = lost.may_be_inherited and not lost.descends_from_own
    if lost.definition.kind is not Kind.METHOD or foreign or lost.shared:
        return 0
    line = use.line
    if use.qualifier not in SELF and not _SUPER.search(view.lines[line - 1][: use.column]):
        return 0
    inner = _class_around(view, line)
    if inner is None:
        return 0
    declared = " ".join(view.lines[inner.line - 1 : inner.line - 1 + _DECLARATION])
    words = _WORD.findall(declared.partition("{")[0][:2_000])
    owner = lost.definition.owner
    if not inner.inherits or owner not in words or inner.name == owner:
        return 0
    return MILD if any(_is_foreign(word, view, head) for word in words) else LIKELY


def _is_foreign(word: str, view: View, head: Tree) -> bool:
    """Whether a Python file imports the word from a package that the tree does not have."""
    if view.family != "python":
        return False
    tops = {entry.source.partition(".")[0] for entry in view.imports if entry.local == word}
    return any(
        top and not any(head.exists(f"{root}{top}{end}") for root in ("", "src/") for end in _ENDS)
        for top in tops
    )


def asked_fixtures(lost: Lost, view: View) -> Iterator[tuple[int, int]]:
    """Tests that ask for a lost pytest fixture by the name of a parameter."""
    if "fixture" not in lost.marks or lost.family != "python":
        return
    if not is_test(view.path) or not f"{view.folder}/".startswith(f"{lost.folder}/"):
        return
    uses = view.of(lost.name)
    if any(use.role is Role.STRING for use in uses):
        return
    for use in view.in_code(lost.name, Form.BINDING):
        asking = enclosing(view.path, view.text, use.line)
        if asking is None or asking.line > use.line or not _is_asked(view, asking.line):
            continue
        opened = [
            *view.lines[asking.line - 1 : use.line - 1],
            view.lines[use.line - 1][: use.column],
        ]
        if sum(line.count("(") - line.count(")") for line in opened) > 0:
            yield use.line, CERTAIN


def _is_asked(view: View, line: int) -> bool:
    """Whether the function of a line is called by pytest: a test, or a fixture itself."""
    above = view.lines[max(0, line - 1 - _DECLARATION) : line - 1]
    return "def test" in view.lines[line - 1] or any("fixture" in text for text in above)


def asked_endpoints(lost: Lost, view: View, views: Iterable[View]) -> Iterator[tuple[int, int]]:
    """Links of Flask, and of frameworks like it, to a lost function that answered at an address."""
    if lost.family != "python" or not _ROUTED.search(lost.marks) or lost.is_member:
        return
    if _CALLED_ELSE.search(lost.marks):
        return
    link = re.compile(rf"\burl_for\(\s{{0,4}}[\"'](?:[\w.]{{0,100}}\.)?{re.escape(lost.name)}[\"']")
    asked = [
        use.line for use in view.of(lost.name) if link.search(view.lines[use.line - 1][:_LONGEST])
    ]
    if asked and not any(_is_entered(lost.name, other) for other in views):
        yield from ((line, CERTAIN) for line in asked)


def _is_entered(name: str, view: View) -> bool:
    """Whether a program holds the name as a text of its own, under which it may enter something."""
    return view.is_parsed and any(
        use.role is Role.STRING
        and (line := view.lines[use.line - 1])[use.column + len(name) :][:1] in ("'", '"')
        and line[: use.column].endswith(("'", '"', "."))
        and "url_for(" not in line
        for use in view.of(name)
    )


def in_template(lost: Lost, view: View) -> Iterator[tuple[int, int]]:
    """Uses in the template of the component whose script lost the name."""
    if view.path == lost.path and view.path.endswith(_COMPONENTS) and not view.binds(lost.name):
        yield from _seen(lost, view, LIKELY)


def is_seen_by(lost: Lost, view: View) -> bool:
    """Whether a file without a grammar may call what a language's files define."""
    return not view.is_parsed and view.path.endswith(_SEEN_BY.get(lost.family, ("\n",)))


def is_given_unparsed(lost: Lost, views: Iterable[View]) -> bool:
    """Whether a file without a grammar gives the name a meaning that others of its kind may use,
    or a program of Go gives it one in a table that it hands to them.
    """
    return any(
        (is_seen_by(lost, view) and any(_is_given(view, lost.name)))
        or (lost.family == view.family == "go" and _is_entered(lost.name, view))
        for view in views
    )


def by_sight(lost: Lost, view: View) -> Iterator[tuple[int, int]]:
    """A coined name that is called, or reached through a dot, in a file that is not parsed."""
    if not is_distinctive(lost.name) or any(_is_given(view, lost.name)):
        return
    yield from _in_actions(lost, view) if lost.family == "go" else _seen(lost, view, POSSIBLE)


def _in_actions(lost: Lost, view: View) -> Iterator[tuple[int, int]]:
    """Members of what a template of Go is given, asked for with a dot between its braces."""
    if not (lost.is_member and lost.definition.exported) or lost.may_be_inherited or lost.shared:
        return
    for use in view.in_code(lost.name, Form.UNKNOWN):
        before = view.lines[use.line - 1][max(0, use.column - _LONGEST) : use.column]
        reached = _FROM_DOT.search(before)
        if reached is None or reached[1].startswith(_OF_OTHERS):
            continue
        if before.rfind("{{") > before.rfind("}}"):
            yield use.line, POSSIBLE


def _seen(lost: Lost, view: View, confidence: int) -> Iterator[tuple[int, int]]:
    for use in view.in_code(lost.name, Form.UNKNOWN):
        line = view.lines[use.line - 1]
        before, after = line[: use.column], line[use.column + len(lost.name) :]
        reached = before.endswith((".", "::", "->")) and not _needs_brackets(lost)
        called = after.startswith("(") or reached
        named = called or is_bound(view.path, before, after)
        if (named or lost.definition.kind is Kind.CLASS) and is_program(view, use):
            yield use.line, confidence


def _needs_brackets(lost: Lost) -> bool:
    """Whether only a call can mean it; without brackets it is a property of something else."""
    return lost.definition.kind is Kind.METHOD and lost.family in ("java", "csharp")


def _is_given(view: View, name: str) -> Iterator[bool]:
    """For each use whether it gives the name a meaning of its own."""
    for use in view.of(name):
        line = view.lines[use.line - 1]
        before, after = line[: use.column], line[use.column + len(name) :].lstrip()
        takes = after[:1] == "=" != after[1:2] and not before.rstrip().endswith(":")
        yield takes or before.endswith((" as ", "for ", "|", "fun "))

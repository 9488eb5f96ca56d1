"""Claims about all files of a folder, or about the only one that does something."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from postil.domain import paths
from postil.domain.finding import Quote
from postil.inspection.checks._doc_claims.counterexamples import Counterexample
from postil.inspection.checks._doc_claims.lines import Statement
from postil.inspection.checks._doc_claims.sentences import after, single_ticked
from postil.inspection.checks._doc_claims.words import has_exceptions, is_wish
from postil.inspection.documents import LONGEST_LINE, Part
from postil.inspection.import_lines import is_grouped_import
from postil.inspection.standing import ancestors, join
from postil.ports import Tree
from postil.syntax import Role, role_at, supports

_ALL = r"(?P<all>all(?: of)?(?: the| our)?|every(?: single)?|each(?: of the| of our)?|everything)"
_NONE = r"(?P<none>none of (?:the|our)|no|nothing|not (?:a single|one)(?: of the)?)"
_NOUN = r"(?P<noun>(?: [\w-]{1,30}){0,3}?)"
_FOLDER = (
    r"(?:in|under|inside|below|within|of|from|across) (?:the )?"
    r"(?P<tick>`?)(?P<folder>(?:\./)?[\w.@-]{1,60}(?:/[\w.@*-]{1,60}){0,8}/?)(?P=tick)"
    r"(?: (?:folder|directory|package|module|tree))?"
)
_NOT = r"(?P<not> (?:do|does) not| never| don['’]t| doesn['’]t)?"
_HOW = r"(?: (?:always|already|also|now|directly|consistently|still|itself|themselves|all|ever))?"
_VERB = (
    r" (?:uses?|calls?|imports?|extends?|inherits? from|contains?|exports?|defines?|has|have|includes?"
    r"|implements?|invokes?|wraps?|go(?:es)? through|rel(?:y|ies) on|depends? on|declares?"
    r"|(?:starts?|begins?) with|carr(?:y|ies)|requires?|references?|touch(?:es)?|talks? to|mentions?"
    r"|(?:is|are) (?:wrapped|guarded|protected|decorated|annotated|covered|checked|validated) (?:by|with|in))"
)
_NAMED = r"(?: the| an?| our| its)?(?: [a-z]{2,20})? `(?P<held>[A-Za-z_@#][\w.@:/-]{2,80}|[A-Za-z_@#/'\"<\[$(-][^`\n]{2,100})(?:\(\))?`"
_SHAPES = (
    re.compile(
        rf"\b(?:{_ALL}|{_NONE}){_NOUN} {_FOLDER},?{_NOT}{_HOW}{_VERB}{_NAMED}", re.IGNORECASE
    ),
    re.compile(
        rf"\b{_FOLDER},? (?:{_ALL}|{_NONE}){_NOUN}{_NOT}{_HOW}{_VERB}{_NAMED}", re.IGNORECASE
    ),
    re.compile(
        rf"\bthe{_NOUN} {_FOLDER} (?P<all>all|each){_NOT}{_HOW}{_VERB}{_NAMED}", re.IGNORECASE
    ),
)
_WHOLE = re.compile(
    rf"(?:\A|[.:;] |[-*] )(?:{_ALL}|{_NONE})(?P<noun>(?: [\w-]{{1,30}}){{1,2}}?){_NOT}{_HOW}{_VERB}{_NAMED}",
    re.IGNORECASE,
)
"""Speaks of all things of a kind; a folder that is called so says where they are."""
_PATH = r"`(?P<path>[\w.@-]{1,60}(?:/[\w.@-]{1,60}){0,8})`"
_ONLY = (
    re.compile(rf"\bonly (?:the )?{_PATH}(?P<may>){_HOW}{_VERB}{_NAMED}", re.IGNORECASE),
    re.compile(
        rf"{_PATH} is the only (?:\w{{1,20}} )?(?:file|module|place|one|class|code|script) (?:that|which){_HOW}{_VERB}{_NAMED}",
        re.IGNORECASE,
    ),
)
_IMPORTS = re.compile(
    r"\A\s{0,40}(?:import|from|export|use|(?:const|let|var)\b.{0,80}require|#include)\b"
)
_QUOTES = re.compile(r"[\"'`]")
_CODE = re.compile(r"[^\w.@:/#-]")
_ENTRANCES = frozenset({"__init__", "index", "mod", "main", "lib", "conftest", "types", "base"})
_ASIDE = _ENTRANCES | {"utils", "util", "constants", "common", "shared", "errors", "config"}
_ANY_FILE = frozenset({"", "file", "module", "script", "everything", "source", "code", "thing"})
_RENDERED = frozenset({".tsx", ".jsx", ".vue", ".svelte"})
_MOST_FILES = 120
_FEWEST = 2
_SHARE = 3
_SHORTEST_NOUN = 3
_LONG_NOUN = 5


@dataclass(frozen=True)
class FolderClaim:
    """What all files of a folder are said to hold, or none; `only` is the one that may hold it."""

    statement: Statement
    subject: str
    folder: str = ""
    noun: str = ""
    only: str = ""
    forbids: bool = False

    @cached_property
    def token(self) -> re.Pattern[str]:
        if _CODE.search(self.subject):
            # A command or a piece of code is looked for as it is, but for its blanks.
            pieces = (_QUOTES.sub("[\"'`]", re.escape(one)) for one in self.subject.split())
            return re.compile(r"(?<!\w)" + r"[ \t]{1,20}".join(pieces) + r"(?!\w)")
        name = self.subject.rpartition(".")[2] or self.subject
        return re.compile(rf"(?<![\w@#]){re.escape(name)}(?!\w)")


def folder_claims(statement: Statement) -> Iterator[FolderClaim]:
    if statement.part is not Part.PROSE or "`" not in statement.words:
        return
    text = single_ticked(statement.around)
    for pattern in (*_SHAPES, _WHOLE, *_ONLY):
        for found in pattern.finditer(text):
            rest = after(text, found.start())
            own = f"`{found['held']}" in statement.words
            if own and not is_wish(found[0]) and not has_exceptions(rest):
                yield from _claim(statement, found)


def _claim(statement: Statement, found: re.Match[str]) -> Iterator[FolderClaim]:
    parts = found.groupdict()
    if parts.get("path"):
        yield FolderClaim(statement, found["held"], only=found["path"], forbids=True)
        return
    noun = (parts.get("noun") or "").strip().lower().rpartition(" ")[2]
    forbids = bool(parts.get("none")) != bool(parts.get("not"))
    if not parts.get("folder"):
        if noun not in _ANY_FILE and len(noun) >= _LONG_NOUN:
            yield FolderClaim(statement, found["held"], "", noun.removesuffix("s"), "", forbids)
        return
    folder = posixpath.normpath(found["folder"])
    if parts.get("tick") or "/" in folder:
        yield FolderClaim(statement, found["held"], folder, noun.removesuffix("s"), "", forbids)


def counterexample(claim: FolderClaim, head: Tree) -> Counterexample | None:
    """The first file that shows otherwise; None when none does or it cannot be told."""
    if claim.only:
        return _another(claim, head)
    listed = _listed(claim, head)
    texts = {path: head.read(path) or "" for path in listed}
    if claim.forbids:
        return _using(claim, texts)
    return _lacking(claim, texts)


def _using(claim: FolderClaim, texts: dict[str, str]) -> Counterexample | None:
    for path, text in texts.items():
        line = _use(claim, path, text)
        if line:
            quote = Quote(path=path, text=text.split("\n")[line - 1], line=line)
            title = f"`{path}` has `{claim.subject}`, against what this line says"
            folder = claim.folder or posixpath.dirname(path)
            where = "that are not tests" if claim.only else f"in `{folder}`"
            return Counterexample(quote, title, f"{len(texts)} files {where} were read.")
    return None


def _lacking(claim: FolderClaim, texts: dict[str, str]) -> Counterexample | None:
    """A file without the token, where it is one alone or two thirds of its neighbours have it."""
    some = [path for path, text in texts.items() if text.strip() and not claim.token.search(text)]
    if not some or len(texts) < _FEWEST or (len(some) > 1 and len(some) * _SHARE > len(texts)):
        return None
    first = some[0]
    lines = texts[first].split("\n")
    number = next(at for at, line in enumerate(lines, start=1) if line.strip())
    quote = Quote(path=first, text=lines[number - 1], line=number)
    folder = claim.folder or posixpath.dirname(first)
    title = f"Not every file in `{folder}` has `{claim.subject}`, against what this line says"
    without = ", ".join(f"`{posixpath.basename(path)}`" for path in some[:3])
    counted = f"{len(texts) - len(some)} of {len(texts)} files there hold `{claim.subject}`; not {without}."
    return Counterexample(quote, title, counted)


def _another(claim: FolderClaim, head: Tree) -> Counterexample | None:
    """A file besides the only one that is said to use something."""
    ends = (f"/{claim.only}", f"/{claim.only}/")
    own = {path for path in head.paths() if f"/{path}".endswith(ends[0]) or ends[1] in f"/{path}"}
    if not own:
        return None
    ending = posixpath.splitext(min(own))[1]
    others = [path for path in head.paths() if path.endswith(ending) and _counts(path)]
    if not ending or len(others) > _MOST_FILES:
        return None
    texts = {path: head.read(path) or "" for path in sorted(set(others) - own)}
    holds = any(claim.token.search(head.read(path) or "") for path in own)
    return _using(claim, texts) if holds else None


def _use(claim: FolderClaim, path: str, text: str) -> int:
    """The line on which code takes the token; 0 where none does."""
    if claim.token.search(text) is None:
        return 0
    for number, line in enumerate(text.split("\n"), start=1):
        found = claim.token.search(line[:LONGEST_LINE])
        if found is None:
            continue
        if (
            _IMPORTS.match(line[:LONGEST_LINE])
            or (path.endswith(".go") and is_grouped_import(line[:LONGEST_LINE]))
        ) or (supports(path) and role_at(path, text, number, found.start()) is Role.CODE):
            return number
    return 0


def _counts(path: str) -> bool:
    return (
        paths.language_of(path) is not None
        and not paths.is_test(path)
        and not paths.is_doc(path)
        and not paths.is_vendored(path)
        and not paths.is_generated(path)
    )


def _listed(claim: FolderClaim, head: Tree) -> list[str]:
    """The files that the claim speaks of: of one kind, and called so where some are."""
    folder = _resolved(claim, head)
    about_tests = claim.noun in ("test", "spec")
    inside = [
        path
        for path in sorted(head.paths())
        if folder
        and path.startswith(f"{folder}/")
        and (paths.is_test(path) if about_tests else _counts(path))
    ]
    direct = [path for path in inside if posixpath.dirname(path) == folder]
    some = direct if len(direct) >= _FEWEST else inside
    some = [path for path in some if _stem(path) not in _aside(claim)]
    if claim.noun == "component":
        some = [path for path in some if posixpath.splitext(path)[1] in _RENDERED] or some
    if not some or len(some) > _MOST_FILES:
        return []
    ending = Counter(posixpath.splitext(path)[1] for path in some).most_common(1)[0][0]
    alike = [path for path in some if path.endswith(ending)]
    called = [path for path in alike if claim.noun and claim.noun in _stem(path).lower()]
    return called if len(called) >= _FEWEST and len(claim.noun) >= _SHORTEST_NOUN else alike


def _aside(claim: FolderClaim) -> frozenset[str]:
    return _ENTRANCES if claim.noun in _ANY_FILE else frozenset(_ASIDE)


def _resolved(claim: FolderClaim, head: Tree) -> str:
    """The folder that is meant, from the document's own or one above it; a pattern names its folder."""
    if not claim.folder:
        called = (claim.noun, f"{claim.noun}s")
        folders = {posixpath.dirname(path) for path in head.paths() if _counts(path)}
        named = [folder for folder in folders if posixpath.basename(folder).lower() in called]
        return named[0] if len(named) == 1 else ""
    plain = claim.folder.partition("*")[0].rstrip("/")
    spots = [join(folder, plain) for folder in ancestors(claim.statement.folder)] if plain else []
    return next((spot for spot in spots if spot and head.exists(spot)), "")


def _stem(path: str) -> str:
    return posixpath.basename(path).partition(".")[0]

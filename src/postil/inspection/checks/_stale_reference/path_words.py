"""How a line spells a path: as a link, from a variable on, as a folder, as an entry of a list."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from string import ascii_letters, digits

from postil.domain.paths import language_of
from postil.inspection.checks._stale_reference.loads import is_include
from postil.inspection.checks._stale_reference.words import LONGEST_LINE
from postil.ports import Hit
from postil.syntax import Role, supports

_BUILD_LIST = re.compile(
    r"(?:\A|/)(?:CMakeLists\.txt|meson\.build|BUILD(?:\.bazel)?|Makefile\.am"
    r"|[^/]{1,80}\.(?:cmake|bzl|gni?|pri|pro))\Z"
)
_TOKEN = re.compile(r"[\w.@+~/*\x80-\U0010ffff-]+")
_LEAVES_OUT = re.compile(r"exclu|ignor|omit|skip|linguist|except", re.IGNORECASE)
_ROOTED = re.compile(
    r"exclu|ignor|omit|skip|linguist|attributes|directory|folder|path", re.IGNORECASE
)
_OF_USER = re.compile(
    r"(?:\bgetcwd\(\)|\bprocess\.cwd\(\)|\bPath\.cwd\(\)|\bDir\.pwd\b|\bexpanduser\(|\buser\.(?:dir|home)\b)"
    r"[\w\s\"'`,./+)(]{0,40}\Z"
)
"""The folder that somebody stands in who runs the program, or lives in."""
_WORKS_IN = re.compile(
    r"\A\s{0,60}(?:- )?[\"']?(?:working[-_]?directory|directory|cwd|root[-_]?directory|root-?dir|project[-_]?(?:dir|path|root))[\"']?"
    r"\s{0,4}[:=]\s{0,4}[\"']?(?:\./|/)?\0/?[\"']?,?\s{0,4}(?:#.{0,200})?\Z",
    re.IGNORECASE,
)
_OF_SYSTEM = re.compile(r"[\"'=]/(?:etc|usr|var|opt|tmp|bin|sbin|lib|home|srv)/")
_IMPORT_ASIDE = re.compile(
    r"\A\s{0,80}(?://|#)\s{0,8}(?:import\s[^;]{1,300}[\"'];?|from\s\S{1,200}\simport\s.{1,200}"
    r"|(?:const|var|let)\s[^;]{1,200}require\([^;]{1,200};?|require(?:_relative)?\s[\"'].{1,200}"
    r"|[\"'][^\"'\s]{1,200}(?:\s=\s[^\"'\s]{1,200})?[\"'],?|[\"']?[\w-]{1,80}[\"']?\s{0,4}[:=]\s{0,4}[\"'][^\"'\s]{1,200}[\"'],?|#?include\s[<\"].{1,200}|use\s[\w:\\]{1,200};|export\s[^;]{1,300}[\"'];?)\s{0,8}\Z"
)
_LEADS = re.compile(
    r"[\"']?\s{0,8}[:=]\s{0,8}[\"']?[\w./-]{1,200}\.(\w{1,8})(?:#[\w-]{1,80})?[\"']?,?\s{0,8}\Z"
)
_REACH_ABOVE = 30
_LISTING = frozenset({"yaml", "toml", "json", "javascript", "typescript"})
_HEADING = re.compile(
    r"\A\s{0,40}(?:#|//|--|;|<!--|/\*|%)\s{0,4}(?:(?:(?:contents? of|file(?:name)?:?)\s)?\s{0,4}[\w./-]{1,200}"
    r"|file(?:name)?:\s{1,4}[\w./-]{1,200}(?:\s\w{1,20}){1,3})\s{0,4}(?:-->|\*/)?\s{0,4}\Z",
    re.IGNORECASE,
)
_LOADS = re.compile(
    r"(?:\b|_)(?:open|load|read|require|include|import|exec|run|spawn|call|join|resolve|path|file|dir"
    r"|fixture|mock|source|sh|system|popen|copy|glob|stat|exists?|from|url|data|sample|command|cmd|fopen"
    r"|use|root|script)(?:s|_\w{1,40}|[A-Z]\w{0,40})?\s{0,4}[(!/]|\b(?:import|from|require|include|load|source)\b",
    re.IGNORECASE,
)
_HANDED = re.compile(
    r"\b(?:open|load|read|run|main|exec\w{0,10}|parse_file|read_file|fopen)\(\[?[\"'][\w./-]{0,200}\Z"
)
"""Goes straight into a call that looks for it."""
_COMPARES = re.compile(r"\b(?:assert\w{0,40}|expect|should\w{0,20})[ (!.]", re.IGNORECASE)
_FEWEST_WORDS = 4
_TELLS = re.compile(r"\A\s{0,80}(?:echo|printf)(?: -\w{1,3})?\s{1,4}[\"']")
_HANDS_ON = re.compile(r"[\"'][^\"']{0,80}[|>]")
"""Goes on behind a text that a shell writes, into a file or another program."""
_SPOKEN = re.compile(r"\A\w+['\w]{0,4}[,;:]?\Z")
_AT_LINE = re.compile(r"\A(?::\d|[\"'], ?[\"']?line\w{0,10}[\"']?: ?\d)", re.IGNORECASE)
_QUOTED = re.compile(r"[\"']([\w./-]{1,200})[\"']")
_GOES_ON = re.compile(r"[ \t]{1,8}[a-z]")
"""A sentence, in which a quoted word is no entry of a list."""
_CLOSING = frozenset({"", "*", "'", '"', "`", " ", ",", "]"})
_PATH_BEFORE = re.compile(r"(?:[\w}*-]/?|\.\./)\Z")
_LABEL = re.compile(r"\A[\s/*#;<!%-]{0,40}[\w./-]{1,200}\s{0,4}(?:[:-]\s|-->|\*/|\Z)")
_ASKS = re.compile(
    r"\b(?:file_?exists|exists|exist|is_?file|remove_file|unlink\w{0,20}|os\.remove)\([^)]{0,200}\Z",
    re.IGNORECASE,
)
_TAKES_AWAY = re.compile(r"\brm (?:-\w{1,8} ){0,2}(?:[\w./*-]{1,80} ){0,8}[\w./*-]{0,80}\Z")
LONGEST_WAY = 400
_VARIABLE = re.compile(r"\$[({]\w{1,80}[)}]")
_EQUALS = re.compile(r"(?:[=!]==?|\b(?:ends_?with|equals|eq)\() {0,4}[\"'`]\Z", re.IGNORECASE)
_EQUALED = re.compile(r"\A[\"'`] {0,4}[=!]==?")
_OF_PATHS = f"{ascii_letters}{digits}_./-"
_REMARK = re.compile(r"\A\s{0,80}(?:#|\"\s|--|;|%|//|/\*|\*\s|'\s|REM\s|<!--|!\s)", re.IGNORECASE)
_TOP = 3
_SHOWN = (".html", ".htm", ".jinja", ".jinja2", ".j2", ".erb", ".haml", ".twig")
_TEMPLATES = re.compile(r"(?:\A|/)_?(?:templates?|skeletons?|boilerplates?|scaffolds?)/")
_RELATIVE = re.compile(r"([\"'`])\.{1,2}/[^\"'`\n]{0,200}\Z")
_BAZEL_LABEL = re.compile(
    r"(@[\w.~+-]{0,100})?(?<!/)//(?!/)([\w.-]{0,60}(?:/[\w.-]{1,60}){0,8}):([\w./-]{1,200})"
)
_LEADS_FROM = re.compile(
    r"\A[\s{-]{0,80}[\"']?(?:(?:from|source|old)[\"']?\s{0,4}[:=][\s\[\"']{0,8}/"
    r"|(?:redirect_from|aliases)[\"']?\s{0,4}[:=])",
    re.IGNORECASE,
)
_LEADS_TO = re.compile(
    r"[\"']?\b(?:to|dest\w{0,20}|target|new|url)[\"']?\s{0,4}[:=]", re.IGNORECASE
)


def is_linked(name: str, text: str) -> bool:
    """Whether a document links to the name, or an address ends in it."""
    return f"]({name}" in text or f"](./{name}" in text or f'href="{name}' in text


def is_label_of_another(path: str, text: str) -> bool:
    """Whether a label of Bazel names a file of that name in another package, or another tree."""
    folder, _, name = path.rpartition("/")
    labels = _BAZEL_LABEL.findall(text[:LONGEST_LINE])
    return any(file == name and (tree or package != folder) for tree, package, file in labels)


def is_looked_for(path: str) -> bool:
    """Whether the names of files are what a program asks its surroundings for, not a script its tree."""
    return supports(path) and language_of(path) != "bash"


def is_found_by_end(now: str, hit: Hit) -> bool:
    """Whether a program may find what moved by the end of its path, from where it is since."""
    by_end = is_looked_for(hit.path) or hit.path.endswith(_SHOWN)
    return bool(now) and by_end and not is_include(hit.text)


def is_build_list_of(gone: str, path: str) -> bool:
    """Whether a file lists what a build is made of, at or above a path."""
    folder = posixpath.dirname(path)
    above = not folder or gone.startswith(f"{folder}/")
    return above and _BUILD_LIST.search(path) is not None


def has_new_name(name: str, now: str, text: str) -> bool:
    """Whether a line offers the new name too; one that is part of the old name does not count."""
    new = now.rpartition("/")[2]
    if not new or new == name:
        return False
    return new in (text.replace(name, " ") if new in name else text)


def is_filled_in(path: str, tail: str) -> bool:
    """Whether the end of a path is what becomes of a template, wherever that is put."""
    return is_template(path) and _TEMPLATES.split(path.lower())[-1].endswith(tail.lower())


def is_template(path: str) -> bool:
    """Whether a file is one that a program puts elsewhere, filled in."""
    return _TEMPLATES.search(path.lower()) is not None


def is_amid_words(name: str, hit: Hit, role: Role) -> bool:
    """Whether a text of a program has the name among other words, and not as a path of its own."""
    before, _, after = hit.text.partition(name)
    text = role is Role.STRING and is_looked_for(hit.path)
    told = _TELLS.match(before) is not None and _HANDS_ON.search(after) is None
    return (text or told) and before[-1:] in (" ", "\t") and after[:1] in ("", " ", ")")


def goes_on(stem: str, text: str) -> bool:
    """Whether a relative path in quotes goes on behind the name, with a blank in it."""
    before, _, after = text[:LONGEST_LINE].partition(f"{stem} ")
    quoted = _RELATIVE.search(before)
    return quoted is not None and quoted[1] in after


def heads_listing(text: str) -> bool:
    """Whether a line of a document says which file the listing below it shows."""
    return _HEADING.match(text[:LONGEST_LINE]) is not None


def is_loaded(name: str, text: str) -> bool:
    """Whether a line of a test hands something on to be found, rather than to be compared."""
    if _HANDED.search(text[:LONGEST_LINE].partition(name)[0]):
        return True
    if is_compared(text):
        return False
    return _LOADS.search(text[:LONGEST_LINE]) is not None or "(" not in text


def is_compared(text: str) -> bool:
    """Whether a line of a test says what something shall be."""
    return _COMPARES.search(text[:LONGEST_LINE]) is not None


def is_said(name: str, text: str) -> bool:
    """Whether a text of a program has the name at the end of a sentence, or with a line to look at."""
    before, _, after = text.partition(name)
    opening = max(before.rfind(mark) for mark in "\"'`")
    words = before[opening + 1 :].split()
    spoken = len(words) >= _FEWEST_WORDS and all(map(_SPOKEN.match, words))
    return opening >= 0 and (spoken or _AT_LINE.match(after) is not None)


def joined(name: str, text: str) -> str:
    """The path that quoted pieces of the line make up to the name."""
    pieces = _QUOTED.findall(text[:LONGEST_LINE])
    return "/".join(pieces[: pieces.index(name) + 1]) if name in pieces else ""


def is_continued(token: str, text: str) -> bool:
    """Whether a path goes on from a variable or a closed quote, so that its start is unknown."""
    before = text[: max(text.find(token), 0)]
    if not token.startswith("/") or not before:
        return False
    last = before[-1]
    return last in "})%" or (last in "\"'" and before.count(last) % 2 == 0)


def is_spelled_as_folder(name: str, text: str) -> bool:
    """Whether the name stands with a slash and nothing behind it, and with no path before it."""
    at = text.find(f"{name}/")
    while at >= 0:
        after = text[at + len(name) + 1 : at + len(name) + 2]
        if after in _CLOSING and not _PATH_BEFORE.search(text[max(0, at - 3) : at]):
            return True
        at = text.find(f"{name}/", at + 1)
    return False


def is_entry(name: str, hit: Hit) -> bool:
    """Whether a bare word is one of the things a tool is told to leave alone."""
    quoted = any(
        found and _GOES_ON.match(after) is None
        for mark in "\"'"
        for _, found, after in (hit.text[:LONGEST_LINE].partition(f"{mark}{name}{mark}"),)
    )
    alone = hit.text.strip().lstrip("- ") == name
    return (quoted or alone) and _LEAVES_OUT.search(f"{hit.path} {hit.text}") is not None


def is_place_of_work(name: str, text: str) -> bool:
    """Whether a setting says that a tool shall work in the folder."""
    return name in text and _WORKS_IN.match(text[:LONGEST_LINE].replace(name, "\0", 1)) is not None


def is_rooted(hit: Hit) -> bool:
    """Whether a path that begins with a slash is meant from the root of the tree, and is no address."""
    if _OF_SYSTEM.search(hit.text[:LONGEST_LINE]):
        return False
    return (
        "CODEOWNERS" in hit.path
        or _ROOTED.search(f"{hit.path} {hit.text[:LONGEST_LINE]}") is not None
    )


def is_import_aside(text: str) -> bool:
    """Whether a comment holds nothing but an import, or an entry of a list, that was switched off."""
    return _IMPORT_ASIDE.match(text[:LONGEST_LINE]) is not None


def tokens(text: str) -> Iterator[str]:
    for token in _TOKEN.findall(text):
        plain = token.strip("*").rstrip("./,-").removeprefix("./") if "../" not in token else token
        if plain:
            yield token.rstrip(".,") if token.startswith("./") else plain


def is_label(name: str, hit: Hit) -> bool:
    """Whether a file opens with the name as if it were its own; then it named another before, too."""
    return hit.line <= _TOP and name in hit.text and _LABEL.match(hit.text[:400]) is not None


def is_asked_for(name: str, hit: Hit) -> bool:
    """Whether code asks if any file of the name is there, or takes it away, and can do without it."""
    before, _, after = hit.text[:LONGEST_LINE].partition(name)
    before = before.rstrip(_OF_PATHS)
    return (
        _ASKS.search(_VARIABLE.sub("", before)) is not None
        or (_EQUALS.search(before) is not None and after[:1] in ("'", '"', "`"))
        or _EQUALED.match(after) is not None
    )


def is_remark(hit: Hit) -> bool:
    """Whether a line of a language that no grammar reads looks like a comment."""
    return not supports(hit.path) and _REMARK.match(hit.text[:400]) is not None


def is_for_the_past(name: str, hit: Hit) -> bool:
    """Whether the line takes any such file away, means the user's, or leads on from its address."""
    before = hit.text[:LONGEST_LINE].partition(name)[0]
    return (
        _TAKES_AWAY.search(before[-LONGEST_WAY:]) is not None
        or _OF_USER.search(before[-LONGEST_WAY:]) is not None
        or leads_on(name, hit)
        or is_old_address(name, hit)
    )


def is_old_address(name: str, hit: Hit) -> bool:
    """Whether the line tells a site which old address it shall lead on from."""
    before = hit.text[:LONGEST_LINE].partition(name)[0]
    if "redirect" in hit.path.rpartition("/")[2].lower():
        return _LEADS_TO.search(before) is None
    return _LEADS_FROM.match(before) is not None


def leads_on(name: str, hit: Hit) -> bool:
    """Whether the line is an entry of a table that sends readers of an old page to a new one."""
    if language_of(hit.path) not in ("yaml", "toml", "json"):
        return False
    key, mark, target = hit.text.partition(name)
    end = name.rpartition(".")[2]
    rest = _LEADS.match(target)
    return (
        bool(mark) and rest is not None and rest[1] == end and not key.rstrip("\"' ").endswith(":")
    )


def leaves_out(hit: Hit, text: str) -> bool:
    """Whether the line belongs to a list of things a tool shall leave alone."""
    if _LEAVES_OUT.search(hit.path) or _LEAVES_OUT.search(hit.text[:LONGEST_LINE]):
        return True
    if language_of(hit.path) not in _LISTING:
        return False
    lines = text.split("\n")
    indent = _indent(hit.text)
    for above in reversed(lines[max(0, hit.line - 1 - _REACH_ABOVE) : hit.line - 1]):
        if (above.strip() and _indent(above) < indent) or above.rstrip().endswith(("[", ":")):
            return _LEAVES_OUT.search(above[:LONGEST_LINE]) is not None
    return False


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def upwards(path: str) -> Iterator[str]:
    """The path and every folder that it lies in; one at the root is named alike in tests of tools."""
    yield path
    path = posixpath.dirname(path)
    while "/" in path:
        yield path
        path = posixpath.dirname(path)

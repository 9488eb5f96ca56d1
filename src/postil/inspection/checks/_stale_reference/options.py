"""Finds what still gives a program an option that its command line no longer has."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from postil.domain.change import Change, ChangedFile, FileStatus
from postil.domain.paths import is_doc, is_test, language_of
from postil.domain.paths.names import words
from postil.inspection.checks._stale_reference.described import (
    described,
    is_bare_entry,
    is_entry,
    is_in_span,
)
from postil.inspection.checks._stale_reference.flags import OPTIONED, defined_flags, flags_of
from postil.inspection.checks._stale_reference.keys import PROGRAMS
from postil.inspection.checks._stale_reference.subjects import (
    LIKELY,
    POSSIBLE,
    Setting,
    Subject,
    old_line,
    successor,
)
from postil.inspection.checks._stale_reference.words import LONGEST_LINE, is_generic
from postil.ports import Hit, Tree
from postil.syntax import Role, role_at

_DERIVES = re.compile(
    r"#\[derive\([^)\n]{0,200}\b(?:Parser|Args|Subcommand|StructOpt|FromArgs)\b|\btyper\b"
)
_FIELD = re.compile(r"\A\s{1,40}(?:pub(?:\([a-z]{1,20}\))? )?([a-z]\w{1,100})\s{0,4}:")
_DENIES = re.compile(
    r"(?i)\bnot\b|\.not[A-Z.]|\bfalse\b|assertNot|refute|NotContain|doesn.t|raises|throws|Error"
)
_PREFIXED = re.compile(r"\bf[\"']--\{\w{1,60}\}([\w-]{2,80})[\"']")
_OTHERS = frozenset(
    words(
        "curl wget git tar rsync ssh scp grep rg pip pip3 pytest eslint prettier tsc psql mysql gh aws gcloud"
        " kubectl helm terraform apt apt-get brew cmake ffmpeg pg_dump mypy ruff"
        " apk dnf yum zypper pacman buildah"
    )
)
"""Commands of somebody else's, which have options of their own."""
_RUNNERS = {
    **dict.fromkeys(words("docker podman nerdctl docker-compose"), words("run exec")),
    **dict.fromkeys(words("npm pnpm"), words("run run-script exec test start")),
    "cargo": words("run test bench"),
}
"""Others that have options of their own, too, unless they are to run what may be ours."""
_LONGEST_COMMAND = 20
_ENTRY = re.compile(
    r"^\s{0,12}[\"']?([A-Za-z][\w.-]{1,60})\s{0,4}=\s{0,4}[\w.]{1,200}:\w", re.MULTILINE
)
_MODULE = re.compile(r"^module \S{0,200}?([\w.-]{2,80})\s{0,4}$", re.MULTILINE)
_COMPLETES = re.compile(r"complet|(?:\A|/)_[\w-]{1,60}\Z|\.fish\Z")
_FISH = "-l "
_MANUAL = re.compile(r"\.[1-8](?:\.in)?\Z")
_TEXTS = re.compile(r"[\"']([\w.-]{1,100})[\"']")
_SEPARATED = re.compile(r"[|;&`\n]")
_MANIFEST = 200_000
_GO_FLAGS = re.compile(r"^(?:import )?\s{0,8}\"flag\"\s{0,4}$", re.MULTILINE)
"""Takes the package of Go that reads an option with one dash as with two."""
_OF_ONE_DASH = frozenset(
    words("go java javac gcc g++ clang cc ld find openssl convert ffprobe xcodebuild ghc gofmt")
)
"""Commands that have long options behind one dash."""
_OF_COMMANDS = frozenset(words("bin exe sbin"))
_FEW = 2


@dataclass(frozen=True, slots=True)
class _Own:
    """What a program is called, the options it has still, and whether one dash does."""

    names: frozenset[str]
    kept: frozenset[str]
    is_single: bool


def own_commands(head: Tree) -> frozenset[str]:
    """What the programs of the tree are called, as far as its first manifests say."""
    found: set[str] = set(_ENTRY.findall(_read(head, "setup.cfg") + _read(head, "setup.py")))
    found.update(_MODULE.findall(_read(head, "go.mod")))
    package = _table(json.loads, _read(head, "package.json"))
    found.update(map(str, (package.get("name", ""), *_keys(package.get("bin")))))
    project = _table(tomllib.loads, _read(head, "pyproject.toml")).get("project")
    if isinstance(project, dict):
        found.update(_keys(project.get("scripts")))
    crate = _table(tomllib.loads, _read(head, "Cargo.toml"))
    programs = crate.get("bin")
    for table in (crate.get("package"), *(programs if isinstance(programs, list) else ())):
        found.add(str(table.get("name", "")) if isinstance(table, dict) else "")
    return frozenset(name.rpartition("/")[2] for name in found if len(name) > 1)


def _read(head: Tree, path: str) -> str:
    return (head.read(path) or "")[:_MANIFEST]


def _table(parse: Callable[[str], object], text: str) -> dict[str, object]:
    """A manifest, empty where it is missing or broken."""
    try:
        table = parse(text)
    except (ValueError, RecursionError):
        return {}
    return table if isinstance(table, dict) else {}


def _keys(table: object) -> tuple[str, ...]:
    return tuple(map(str, table)) if isinstance(table, dict) else ()


def lost_options(
    file: ChangedFile, before: str, *, called: frozenset[str], head: Tree
) -> Iterator[Setting]:
    """Options that a program declared on a removed line and declares nowhere in the file since."""
    path = file.old_path or file.path
    if language_of(path) not in OPTIONED or is_test(path):
        return
    lines = before.split("\n")
    after = "" if file.status is FileStatus.DELETED else head.read(file.path) or ""
    kept = flags_of(file.path, after)
    is_single = language_of(path) == "go" and _GO_FLAGS.search(before) is not None
    for number, text in file.removed:
        opening = lines[number - 2][:LONGEST_LINE] if 1 < number <= len(lines) else ""
        for flag in defined_flags(path, text[:LONGEST_LINE], opening):
            if flag in kept or is_put_together(flag, file.added):
                continue
            if _is_shown(file, before, number, text):
                continue
            cause = old_line(file, number, text)
            now = successor(flag, text, file)
            subject = Subject(name=flag, noun="option", cause=cause, now=now)
            # Searched for without its dashes, as some programs spell what they define.
            word = flag.removeprefix("--")
            names = called | _called_like(path)
            own = _Own(names, frozenset(one.removeprefix("--") for one in kept), is_single)
            defines = partial(_defines_flag, names=names)
            if "-" in word:
                passed = partial(_is_passed, own=own, head=head)
                yield Setting(subject, word, passed, defines)
                roff = word.replace("-", "\\-")
                yield Setting(subject, roff, _is_in_manual, defines, is_harmless=True)
            elif not is_generic(word):
                given = partial(_is_given, own=own, head=head)
                yield Setting(subject, word, given, defines)


def _called_like(path: str) -> set[str]:
    """What a command is called that has a file of its own."""
    folder, _, name = path.rpartition("/")
    is_command = folder.rpartition("/")[2] in _OF_COMMANDS
    return {name, name.partition(".")[0]} if is_command else {name}


def _is_shown(file: ChangedFile, before: str, number: int, text: str) -> bool:
    """Whether the line is part of a text, which shows what a program of the reader's may define."""
    column = len(text) - len(text.lstrip())
    is_bare = text.lstrip()[:1].isalpha()
    return is_bare and role_at(file.old_path or file.path, before, number, column) is Role.STRING


def _defines_flag(flag: str, hit: Hit, *, names: frozenset[str]) -> bool:
    """Whether a program holds the option, or its name as a text of its own.

    One that calls a program of ours by name in the same list hands the option over.
    """
    if is_doc(hit.path) or is_test(hit.path) or _COMPLETES.search(hit.path):
        return False
    name = flag.removeprefix("--")
    texts = set(_TEXTS.findall(hit.text[:LONGEST_LINE]))
    own = language_of(hit.path) in PROGRAMS and bool(texts & {name, flag})
    own = own and not (flag in texts and texts & names)
    return own or flag in defined_flags(hit.path, hit.text[:LONGEST_LINE])


def _accepts_flag(flag: str, hit: Hit, *, is_single: bool = False) -> int:
    text = hit.text[:LONGEST_LINE]
    if is_test(hit.path) and _DENIES.search(text):
        return 0
    if hit.path.endswith(".fish") and _FISH + flag.removeprefix("--") in text:
        return LIKELY
    at = _place(flag, text, is_single=is_single)
    return LIKELY if at >= 0 and not _is_of_others(text[:at], is_single=is_single) else 0


def _place(flag: str, text: str, *, is_single: bool) -> int:
    """Where a line has the option, with one dash too where the program takes either; else -1."""
    if is_single:
        found = re.search(rf"(?<![\w./-])-{{1,2}}{re.escape(flag[2:])}(?![\w-])", text)
        return found.start() if found is not None else -1
    at = text.find(flag)
    following = text[at + len(flag) : at + len(flag) + 1]
    preceding = text[at - 1 : at]
    whole = not (following.isalnum() or following in ("-", "_")) and preceding != "-"
    return at if whole else -1


def _is_of_others(before: str, *, is_single: bool = False) -> bool:
    """Whether what stands before an option is a command of somebody else's."""
    named = _command(before)
    if is_single and not _OF_ONE_DASH.isdisjoint(named):
        return True
    return not _OTHERS.isdisjoint(named) or any(
        runner in named and named.isdisjoint(runs) for runner, runs in _RUNNERS.items()
    )


def _is_passed(flag: str, hit: Hit, *, own: _Own, head: Tree) -> int:
    """An option of ours, where no command of somebody else's goes on from the lines above."""
    confidence = _accepts_flag(flag, hit, is_single=own.is_single)
    if not confidence:
        return _is_row(flag, hit, own, head)
    at = _place(flag, hit.text[:LONGEST_LINE], is_single=own.is_single)
    before = hit.text[:at].strip() if at >= 0 else ""
    if at < 0 or (before and not before.startswith("-")):
        return confidence
    lines = (head.read(hit.path) or "").split("\n")[: hit.line - 1]
    opening: list[str] = []
    for line in reversed(lines[-_LONGEST_COMMAND:]):
        if not line.rstrip().endswith("\\"):
            break
        opening.append(line[:LONGEST_LINE].rstrip().removesuffix("\\"))
    return 0 if _is_of_others(" ".join((*reversed(opening), before))) else confidence


def _command(before: str) -> set[str]:
    """The words of the command that goes on here, programs without their folders."""
    parts = re.split(r"[\s\"']+", _SEPARATED.split(before)[-1])
    return {word.rpartition("/")[2] for word in parts}


def _is_in_manual(flag: str, hit: Hit) -> int:
    """A page of a manual, in whose language a dash is written with a stroke before it."""
    if _MANUAL.search(hit.path) is None:
        return 0
    return _accepts_flag(flag, replace(hit, text=hit.text[:LONGEST_LINE].replace("\\-", "-")))


def _is_given(flag: str, hit: Hit, *, own: _Own, head: Tree) -> int:
    """A plain word is an option of ours where it is given to a program of ours by name.

    So is one that heads an entry of a document which describes others of our options like that,
    and one that a sentence of such a document has in marks of code.
    """
    if not _accepts_flag(flag, hit, is_single=own.is_single):
        return _is_row(flag, hit, own, head)
    text = hit.text[:LONGEST_LINE]
    before, word = text[: _place(flag, text, is_single=own.is_single)], flag.removeprefix("--")
    if _command(before) & own.names:
        return LIKELY
    if not is_doc(hit.path):
        return 0
    others = described(head.read(hit.path) or "") & own.kept
    if not before.strip(" |*-+:#`") or is_entry(word, text):
        return LIKELY if others else 0
    return POSSIBLE if len(others) >= _FEW and is_in_span(word, text) else 0


def _is_row(flag: str, hit: Hit, own: _Own, head: Tree) -> int:
    """A row of a table of flags that leaves the dashes out."""
    if not is_doc(hit.path):
        return 0
    lines = (head.read(hit.path) or "").split("\n")
    stands = hit.line <= len(lines)
    is_bare = stands and is_bare_entry(flag.removeprefix("--"), lines, hit.line, own.kept)
    return POSSIBLE if is_bare else 0


def is_put_together(flag: str, added: Iterable[tuple[int, str]]) -> bool:
    """Whether a new line writes the end of an option behind a beginning that a variable holds."""
    return any(
        flag.endswith(f"-{end}") for _, text in added for end in _PREFIXED.findall(text[:2_000])
    )


def derived_options(change: Change, head: Tree) -> frozenset[str]:
    """The fields that the change wrote into files whose options are named after their fields."""
    found: set[str] = set()
    for file in change.files:
        if file.status is FileStatus.DELETED or not file.path.endswith((".rs", ".py")):
            continue
        fields = [match[1] for _, text in file.added if (match := _FIELD.match(text[:200]))]
        if fields and _DERIVES.search(head.read(file.path) or ""):
            found.update(fields)
    return frozenset(found)

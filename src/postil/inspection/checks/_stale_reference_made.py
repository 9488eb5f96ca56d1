"""Tells what a build or a test makes again from what must stand in the tree."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from string import ascii_letters, digits

from postil.inspection.checks._stale_reference_whence import is_whole
from postil.inspection.checks._stale_reference_words import LONGEST_LINE
from postil.ports import Hit

_MAKES = re.compile(
    r"(?:\bmkdir\b[^|;&]{0,80}?|(?: -o|--out(?:put|file|dir|-dir|-file)?)[ =]"
    r"|\b(?:write|create|make|save|dump)\w{0,40}!?\((?:[\w.]{1,40}, {0,2}){0,3}"
    r"|\b(?:out_?(?:put)?_?(?:dir|file|path|folder)|dist_?dir|dest(?:ination)?(?:_?dir)?|to_?(?:dir|file))[\"']?\s{0,4}[:=]\s{0,4}"
    r"(?:[\w.]{1,40}\((?:[\w.]{1,40}, {0,2})?)?)[\"']?\Z",
    re.IGNORECASE,
)
_BUNDLES = re.compile(r"\bpath: (?:\w{1,40}\.)?(?:resolve|join)\(__dirname, ?[\"']\Z")
"""Says where a bundler puts what it makes, in the settings of a bundler."""
_BUNDLER = re.compile(r"(?:\A|/)(?:webpack|craco|rspack)[\w.-]{0,80}\.[cm]?[jt]s\Z")
_WRITES = re.compile(
    r"(?:\b(?:touch|tee)\b[^|;&]{0,80}?|[^>]>{1,2} {0,4}|\bofstream\b[ \w]{0,40}[({]"
    r"|\b(?:cp|mv|install|copy\w{0,20})(?: -\w{1,8}){0,4} [^\s|;&-][^|;&]{0,200} )[\"']?\Z"
)
"""Makes a file; a folder must be there before."""
_TO_WRITE = re.compile(r"\A[\"'], {0,2}(?:mode ?= ?)?[\"'][wax]")
_OPENS = re.compile(r"\bf?open\([\"']\Z")
_COMPILES = re.compile(r"\bDocumentationFile(?:>|=\")\Z")
_PUBLISHES = re.compile(r"\A[\"']?permalink[\"']?: {1,4}[\"']?\Z")
_CLEARS = re.compile(r"\brm\b[^|;&]{0,80}?[\"']?\Z")
_OF_PATHS = f"{ascii_letters}{digits}_./-"
_ENDS = frozenset({"", " ", "/", "'", '"', ")", ";"})
_PAGES = (".html", ".htm", ".xhtml")
_MADE_PAGE = re.compile(
    r"docco\.css|<meta name=[\"']generator[\"'] content=[\"'](?![^\"']{0,80}[{<])", re.IGNORECASE
)
_RECORDS = (
    *(".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".css", ".js", ".svg", ".map"),
    *_PAGES,
)
_WIDEST_ENTRY = 1_000
_RUNS = re.compile(
    r"<(?:testsuites?|TestRun|test-run|test-results|assemblies|coverage|checkstyle)[\s>]"
)
"""Opens what test runners and checkers write down about a run."""
_PRINTED = "\x1b["
_LOGS = (".log", ".tap")


def makes(path: str, hit: Hit, *, is_folder: bool) -> bool:
    """Whether a line makes the file or folder, or clears it away to make it again."""
    name = path.rpartition("/")[2]
    text = hit.text[:LONGEST_LINE]
    return any(
        mark and _is_made(path, hit.path, before, after, is_folder=is_folder)
        for before, mark, after in (text.partition(name), text.rpartition(name))
    )


def _is_made(path: str, from_path: str, before: str, after: str, *, is_folder: bool) -> bool:
    """Whether the words around one place of the name make what it names."""
    name = path.rpartition("/")[2]
    command = before.rstrip(_OF_PATHS)
    if after[:1] not in _ENDS and not _COMPILES.search(command):
        return False
    spelled = f"{before[len(command) :]}{name}".removeprefix("./")
    if _PUBLISHES.match(command) and spelled.lstrip("/") == path:
        return True
    if not (is_whole(spelled, path, from_path) or _from_here(spelled, from_path) == path):
        return False
    if not is_folder and (
        _WRITES.search(command) or (_OPENS.search(command) and _TO_WRITE.match(after))
    ):
        return True
    if _COMPILES.search(command) or (_BUNDLES.search(command) and _BUNDLER.search(from_path)):
        return True
    # What a build clears away is its own where it stands beside the sources, not among them.
    cleared = "/" not in path and _CLEARS.search(command)
    return bool(cleared or _MAKES.search(command))


_MADE_GEM = re.compile(r"\A--- !ruby/object:Gem::Specification|^  s\.date = %q\{", re.MULTILINE)
"""How Ruby's package tool writes the description that a release needs."""


def is_made_page(path: str, opening: str) -> bool:
    """Whether a program shows in a page, or in the description of a gem, that it wrote it itself."""
    if path.endswith(".gemspec"):
        return _MADE_GEM.search(opening) is not None
    return path.endswith(_PAGES) and _MADE_PAGE.search(opening) is not None


def is_record_of_run(path: str, opening: Iterable[str]) -> bool:
    """Whether a file tells of one run: a report by its first tag, or what went to a terminal."""
    told = "\n".join(line[:_WIDEST_ENTRY] for line in opening)
    if path.endswith(".xml"):
        return _RUNS.search(told) is not None
    return path.endswith(_LOGS) and (_PRINTED in told or told.startswith(("TAP version ", "1..")))


_KEYWORD = "$Id:"
"""What an older keeper of versions wrote into a file about itself."""


def is_record(hit: Hit) -> bool:
    """Whether a program must have written a line: it is too long, or tells of an older version."""
    if _KEYWORD in hit.text:
        return True
    return hit.path.endswith(_RECORDS) and len(hit.text) > _WIDEST_ENTRY


def _from_here(spelled: str, from_path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(from_path), spelled))

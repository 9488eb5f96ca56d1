"""Tells what a build or a test makes again from what must stand in the tree."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from string import ascii_letters, digits

from postil.domain.paths import is_generated
from postil.inspection.checks._stale_reference.subjects import Stale
from postil.inspection.checks._stale_reference.whence import is_whole
from postil.inspection.checks._stale_reference.words import LONGEST_LINE
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
_TAG = re.compile(r"<[/\w][^<>]{0,200}>\s{0,4}\Z")
"""Ends in the sign by which a shell writes into a file, but is markup."""
_TO_WRITE = re.compile(r"\A[\"'], {0,2}(?:mode ?= ?)?[\"'][wax]")
_OPENS = re.compile(r"\bf?open\([\"']\Z")
_COMPILES = re.compile(r"\bDocumentationFile(?:>|=\")\Z")
_PUBLISHES = re.compile(r"\A[\"']?permalink[\"']?: {1,4}[\"']?\Z")
_CLEARS = re.compile(r"\brm\b[^|;&]{0,80}?[\"']?\Z")
_OF_PATHS = f"{ascii_letters}{digits}_./-"
_ENDS = frozenset({"", " ", "/", "'", '"', ")", ";"})
_PAGES = (".html", ".htm", ".xhtml")
_MADE_PAGE = re.compile(
    r"docco\.css|<meta name=[\"']generator[\"'] (?:content|value)=[\"']"
    r"(?!Mozilla|Netscape|Microsoft|MSHTML|Adobe|GoLive|HTML Tidy|(?:Libre|Open|Star)Office|BBEdit|Bluefish|Nvu|Amaya"
    r"|TextEdit|Cocoa|[^\"']{0,80}[{<])",
    re.IGNORECASE,
)
"""What a program writes into its pages; people who write theirs in an editor have it put its name there."""
_SIGNED = re.compile(
    r"\bgenerated (?:on [^\n<]{1,60} )?(?:by|with|using)\s{0,8}<a\b|\bdocumentation generated (?:at|on|by)\b",
    re.IGNORECASE,
)
"""How tools that make pages of sources end them."""
_FILLED_IN = ("{{", "{%", "<%", "<?")
_HEADER = 2_000
_OPENING = 20_000
_RECORDS = (
    *(".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".css", ".js", ".svg", ".map"),
    *_PAGES,
)
_WIDEST_ENTRY = 1_000
_RUNS = re.compile(
    r"<(?:testsuites?|TestRun|test-run|test-results|assemblies|coverage|checkstyle)[\s>]"
)
"""Opens what test runners and checkers write down about a run."""
_TOOK = re.compile(
    r"^\s{0,40}\"\w{0,20}(?:duration|elapsed|runtime)\w{0,10}\": \d", re.MULTILINE | re.IGNORECASE
)
"""How long something took, which nobody writes down by hand."""
_SEVERAL_TOOK = 3
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
        (_WRITES.search(command) and not _TAG.search(command))
        or (_OPENS.search(command) and _TO_WRITE.match(after))
    ):
        return True
    if _COMPILES.search(command) or (_BUNDLES.search(command) and _BUNDLER.search(from_path)):
        return True
    # What a build clears away is its own where it stands beside the sources, not among them.
    cleared = "/" not in path and _CLEARS.search(command)
    return bool(cleared or _MAKES.search(command))


_MADE_GEM = re.compile(r"\A--- !ruby/object:Gem::Specification|^  s\.date = %q\{", re.MULTILINE)
"""How Ruby's package tool writes the description that a release needs."""


def is_made_page(path: str, text: str) -> bool:
    """Whether a program shows in a file that it wrote it itself."""
    if is_generated(path, text[:_OPENING].split("\n")):
        return True
    opening, end = text[:_HEADER], text[-_HEADER:]
    if path.endswith(".gemspec"):
        return _MADE_GEM.search(opening) is not None
    if path.endswith(".json"):
        return len(_TOOK.findall(opening)) >= _SEVERAL_TOOK
    if not path.endswith(_PAGES):
        return False
    signed = _SIGNED.search(end) is not None and not any(mark in end for mark in _FILLED_IN)
    return signed or _MADE_PAGE.search(opening) is not None


def is_record_of_run(path: str, opening: Iterable[str]) -> bool:
    """Whether a file tells of one run: a report by its first tag, or what went to a terminal."""
    told = "\n".join(line[:_WIDEST_ENTRY] for line in opening)
    if path.endswith(".xml"):
        return _RUNS.search(told) is not None
    return path.endswith(_LOGS) and (_PRINTED in told or told.startswith(("TAP version ", "1..")))


_KEYWORD = "$Id:"
"""What an older keeper of versions wrote into a file about itself."""


_BY_TOOL = re.compile(
    r"\bgenerated\b.{0,80}\bby (?:auto(?:header|make|conf|gen)|aclocal|libtoolize|config(?:ure|\.status)"
    r"|cmake|qmake|swig|cython|moc|uic)\b",
    re.IGNORECASE,
)
"""How tools of a build say what they made a file from."""


_ACCEPTED = re.compile(
    r"\s{0,80}<justification>|\s{0,80}<(?:old|new)>(?:@?interface|class|enum|record|method|field|parameter) "
)
"""An entry of what the makers of a library broke on purpose, as a comparison of versions keeps it."""


def is_record(hit: Hit) -> bool:
    """Whether a program must have written a line: it is too long, or tells of an older version."""
    if (
        _KEYWORD in hit.text
        or _ACCEPTED.match(hit.text)
        or _BY_TOOL.search(hit.text[:_WIDEST_ENTRY])
    ):
        return True
    return hit.path.endswith(_RECORDS) and len(hit.text) > _WIDEST_ENTRY


_TO_MAKE = re.compile(
    r"\b(?:generat|creat|produc|writ|sav|output)(?:es?|ed|ing|s)\b"
    r"(?: (?:an?|the|your|new|file|files|folder|called|named|to|into|in|as)){0,4}:? {0,2}[\"'`*\[(]{0,2}\Z",
    re.IGNORECASE,
)
_TO_BE_MADE = re.compile(
    r"\A[\"'`*\])]{0,2}(?: file| folder)? (?:will be|is then|gets|should now be) "
    r"(?:generated|created|produced|written|built|compiled)\b"
)


def without_made(stale: Iterable[Stale]) -> Iterator[Stale]:
    """The places, without those of a page that says how the reader comes by what it names."""
    entries = list(stale)
    made = {(entry.subject.name, entry.path) for entry in entries if _is_to_be_made(entry)}
    return (entry for entry in entries if (entry.subject.name, entry.path) not in made)


def _is_to_be_made(entry: Stale) -> bool:
    """Whether words say that what was taken away comes into being at the reader's."""
    subject = entry.subject
    text = entry.text[:LONGEST_LINE]
    name = subject.name.rpartition("/")[2]
    if entry.is_code or subject.now or name not in text:
        return False
    before, _, after = text.partition(name)
    opening = before.rstrip(_OF_PATHS)[-_WIDEST_ENTRY:]
    return _TO_MAKE.search(opening) is not None or _TO_BE_MADE.match(after.lstrip("/")) is not None


def _from_here(spelled: str, from_path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(from_path), spelled))

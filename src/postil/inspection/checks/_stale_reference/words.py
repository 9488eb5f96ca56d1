"""Words that mean too much to be traced, lines that name the past on purpose, files left alone."""

from __future__ import annotations

import keyword
import re

from postil.domain.paths import (
    is_changelog,
    is_doc,
    is_generated,
    is_lockfile,
    is_minified,
    is_snapshot,
    is_test,
    is_vendored,
    without_address,
)
from postil.domain.paths.names import words
from postil.inspection.checks._stale_reference.built_ins import BUILT_INS

LONGEST_LINE = 20_000
_SHORTEST = 4
_DISTINCTIVE = 6
_GENERIC = frozenset(
    words(
        "add all any append apply args array assert auth base body bool build bytes call cancel"
        " check class clear clone close code collect command compare config connect const content"
        " context convert copy count create current data date debug decode default define delete"
        " describe dict dump each edit emit encode end engine entries entry enum equals error event"
        " exec execute exit export fail false field file fill filter find first flag float flush"
        " format from function generate get getattr group handle handler hash head header help hide"
        " http index info init input insert install int item items iter join json keys kind label"
        " last length line lines link list listen load local lock log login main make map match"
        " merge message method mode model module mount move name next node none null number object"
        " off open option options order output owner package page param params parse patch path"
        " pause ping port post prepare print process properties property push query queue read"
        " ready receive record register reject release remove render repeat replace request require"
        " reset resolve response result results resume retry return reverse root route run save"
        " scan schema score scope search select self send server session setup shift show size skip"
        " sort source split start state status step stop store str stream string sub submit success"
        " super switch sync table take target task template test text then this time title toggle"
        " token total trace transform trigger true type undo unit update upload url use user users"
        " utils valid validate value values version view wait walk wrap write"
    )
)
_BUILT_IN = frozenset(
    words(
        "into_bytes into_string into_boxed_str to_str to_lowercase to_uppercase trim_start trim_end"
        " split_at split_once strip_prefix strip_suffix copy_from_slice extend_from_slice is_ok is_err"
        " unwrap_err expect_err map_or map_or_else filter_map flat_map take_while skip_while from_iter"
        " getOrDefault putIfAbsent computeIfAbsent toArray toLowerCase substring lastIndexOf replaceAll"
        " GetAsync PostAsync PutAsync DeleteAsync SendAsync ReadAsync WriteAsync"
        " ToList ToArray FirstOrDefault SelectMany OrderBy GetEnumerator TryGetValue ContainsKey"
        " get_ref get_mut into_inner as_any from_bytes to_bytes as_slice read_exact read_until"
        " toString hasOwnProperty addEventListener removeEventListener forEach indexOf startsWith"
        " endsWith toUpperCase toLowerCase getElementById querySelector createElement setTimeout"
        " clearTimeout setInterval isArray componentDidMount setState preventDefault appendChild"
        " hashCode getClass compareTo getMessage printStackTrace isEmpty containsKey entrySet keySet"
        " getInstance valueOf ToString GetHashCode GetType Dispose WriteLine ReadLine AddRange"
        " as_ref as_str as_bytes as_mut to_string to_owned into_iter iter_mut unwrap_or unwrap_or_else"
        " ok_or_else and_then map_err or_else from_str is_some is_none is_empty push_str read_line"
        " read_to_string write_all as_deref to_vec from_utf8 starts_with ends_with with_capacity"
        " WriteString ReadAll ServeHTTP HandleFunc ListenAndServe Unmarshal Marshal MarshalJSON"
        " UnmarshalJSON IsEmpty WriteHeader ReadFrom WriteTo Println Printf Errorf Sprintf"
        " setUp tearDown setUpClass assertEqual assertTrue assertRaises setdefault splitlines"
        " is_file is_dir read_text write_text as_posix getvalue to_dict to_json to_xml from_dict from_json"
        " method_missing respond_to to_s to_sym each_with_index before_action has_many belongs_to"
    )
)
_KEYWORDS = frozenset(keyword.kwlist) | frozenset(
    words(
        "auto break case catch const constexpr continue default defer delete do else enum explicit"
        " export extern final finally for friend func function goto if implements import inline"
        " instanceof interface let loop match mut namespace new operator override package private"
        " protected public return self sizeof static struct super switch template this throw throws"
        " trait try typedef typename union unless unsafe until using var virtual void volatile"
        " where while yield"
    )
)
_RESERVED = re.compile(
    r"\A(?:_[A-Z_]|(?:O|SOCK|AF|PF|SO|IN|SIG|CLOCK|MAP|PROT|EPOLL|FILE|ERROR|WSA|HAVE)_[A-Z]"
    r"|(?:inotify|epoll|pthread|sem|mq|aio)_[a-z]|SIG[A-Z]{3,6}\Z|E[A-Z]{4,12}\Z)"
)
"""Names of C that belong to compilers and libraries, which programs set but never own."""
_HUMP = re.compile(r"[a-z0-9][A-Z]|[A-Za-z0-9]_[A-Za-z0-9]|[A-Z]{2}[a-z]")
_DELIBERATE = re.compile(
    r"\b(?:renamed?|formerly|previous(?:ly)?|deprecated?|deprecation|removed?|removal|replaced?"
    r"|replaces|replacement|superseded|legacy|obsolete|no longer|instead of|migrat\w+|backwards?|compat\w*"
    r"|(?:must|should|does|do) not exist|used to be|was called|old name|originally|historical(?:ly)?|alias|before v?\d|until v?\d"
    r"|dropped|gone|moved|made (?:internal|private)|thanks to|contributed)\b|\[@\w",
    re.IGNORECASE,
)
_OPEN_TASK = re.compile(r"\b(?:TODO|FIXME|XXX)\b")
_ASKED_FOR = frozenset(words("remove replace rename deprecate"))
"""What a task that is still open asks for; in its words nothing has happened yet."""
_LEADS_ON = re.compile(r"`\s{0,4}(?:->|=>|→|⇒)\s{0,4}[\[`]")
"""An entry of a table that leads from old names to new ones."""
_TRACKED = re.compile(
    r"\A\s{0,12}[-*+] {1,4}\[(?:(?:issue|bug|ticket|pull request|pr|gh)[ -]?)?#?\d{1,7}\]\(",
    re.IGNORECASE,
)
"""The title of an issue, as it was put when somebody wrote it."""
_TRACE = re.compile(
    r"\bat [\w.$<>]{1,300}\(\w{1,100}\.\w{1,8}(?::\d{1,7})?\)|\bFile \"[^\"]{1,300}\", line \d"
    r"|\bcreated by \S{1,300} in goroutine \d"
)
"""A line of what a program printed when it broke."""
_PAST = re.compile(
    r"(?:^|[/_.-])(?:migrat\w*|upgrad\w*|updating|deprecat\w*|breaking\w*|archive\w*|adr|adrs|rfcs?|seps?|decisions?"
    r"|issues?[_-]?closed\w*|closed[_-]?issues?|done|plans|release[_-]?notes?[\d.]{0,12}|releases?|announcements?|whats?[_-]?new|blog|posts|news|proposals?|postmortems?)(?:[/_.-]|$)"
    r"|/v?\d{1,4}\.\d{1,4}[^/]{0,20}$",
    re.IGNORECASE,
)
_RELEASED = re.compile(
    r"-v?\d{1,4}\.\d{1,4}\.\d{1,6}[.\w-]{0,80}\.(?:[cm]?js|ts|py|rb|php|c|h|cc|cpp|hpp|sh)\Z"
)
"""Code that bears the number of a release, as only copies of it do."""
_RECORDS = re.compile(
    r"(?:^|[/_.-])(?:coverage|opencover|lcov|(?:j|n|x)unit\d?(?:(?:test)?(?:results?|reports?|output))?(?![a-z])|surefire|test[_-]?(?:results?|reports?))"
    r"[^/]{0,100}(?:/.{0,4000})?\.(?:xml|html?|json|txt|log|trx)$",
    re.IGNORECASE,
)
"""What a tool wrote down about one run of the tests."""
_UNPACKED = re.compile(
    r"(?:^|/)[a-z][\w+]{1,60}(?:-[a-z][\w+]{0,30}){0,3}-\d{1,4}\.\d{1,4}(?:\.\d{1,6}){0,2}(?:-[\w.]{1,40})?/",
    re.IGNORECASE,
)
"""A folder with a release of somebody else's program, or with documents of an older one of ours."""
_ASIDE = re.compile(r"(?:\A|/)(?:\w{1,60}[_.-]old|attic|obsolete|graveyard)/", re.IGNORECASE)
"""A folder of what is kept although nobody works on it."""
_FROZEN = re.compile(
    r"(?:\A|/)(?:versioned[_-](?:docs|sidebars|pages)|docusaurus-plugin-content-docs/version-[^/]{1,80})/"
)
"""Documents that a site keeps as they were when a version came out."""
_PAGES = re.compile(
    r"(?:\A|/)(?:api[_-]?(?:docs?|documentation|reference)|javadocs?|phpdocs?|rustdoc|doxygen)/"
    r".{0,4000}\.html?\Z",
    re.IGNORECASE,
)
"""Pages that a tool makes of the comments of the sources."""
_BUILT = re.compile(
    r"(?:^|/)(?:[^/]{1,100}\.(?:egg|dist)-info|build/lib(?:\.[^/]{1,80})?|\.idea|\.vs)/"
)
"""What setup tools of Python, and editors, write beside the sources."""
_OLD_CHANGES = re.compile(
    r"(?:^|/)(?:change-?logs?|changes|history|news)[-_.]v?\d[^/]{0,80}$", re.IGNORECASE
)
_EXAMPLES = frozenset({"example", "examples", "sample", "samples", "demo", "demos"})
_BENCHES = re.compile(r"(?:\A|/)bench(?:es|marks?)?/", re.IGNORECASE)
_OF_EDITORS = (
    ".DotSettings",
    ".FxCop",
    ".ncrunchproject",
    ".ncrunchsolution",
    ".iml",
    "Rebracer.xml",
)
"""Settings that a program for writing code keeps for itself."""
_BUILDERS = frozenset({"setup.py", "noxfile.py", "build.rs"})
_AT_ROOT = "tasks.py"
"""Builds a project too, but below a folder it holds the work that a program puts off."""
_NAMES_OF_THE_PAST = frozenset(
    {
        *(".gitignore", ".hgignore", ".cvsignore", ".mailmap", ".git-blame-ignore-revs"),
        *(".rubocop_todo.yml", ".haml-lint_todo.yml", ".erb-lint_todo.yml", ".secrets.baseline"),
        *("phpstan-baseline.neon", "phpstan-baseline.php", "psalm-baseline.xml"),
        *(
            "StyleCop.Cache",
            "detekt-baseline.xml",
            "ktlint-baseline.xml",
            "eslint-suppressions.json",
        ),
    }
)
"""Also what linters write down once as it is, and write anew when asked."""
_WIDEST_PATH = 4_000


def is_generic(name: str) -> bool:
    """Whether a name is too short or too common to mean one thing."""
    return len(name) < _SHORTEST or name.lower().strip("_") in _GENERIC


def is_distinctive(name: str) -> bool:
    """Whether a name is coined: several words joined, and not one that languages bring along."""
    return (
        len(name) >= _DISTINCTIVE - 1
        and _HUMP.search(name[:200]) is not None
        and name not in _BUILT_IN
    )


def is_built_in(name: str, family: str) -> bool:
    """Whether the language itself provides the name, so that its uses stay right without ours."""
    return (
        name in _BUILT_IN
        or name in _KEYWORDS
        or name in BUILT_INS.get(family, ())
        or (name.startswith("__") and name.endswith("__"))
        or (family == "c" and _RESERVED.match(name) is not None)
    )


def is_deliberate(line: str, name: str = "") -> bool:
    """Whether a line of prose names the old thing because it is old.

    A word that the old name itself is made of says nothing about the past, nor does what the
    name is called with, nor what a task that is still open asks for.
    """
    text = line[:LONGEST_LINE]
    told = {found[0].lower() for found in _DELIBERATE.finditer(_without_arguments(text, name))}
    if _OPEN_TASK.search(text):
        told -= _ASKED_FOR
    own = name.lower()
    return any(word not in own for word in told) or any(
        pattern.search(text) for pattern in (_TRACE, _LEADS_ON, _TRACKED)
    )


def _without_arguments(text: str, name: str) -> str:
    """The line without what stands in the brackets right behind the name."""
    before, called, rest = text.partition(f"{name}(") if name else (text, "", "")
    inner, closed, after = rest.partition(")")
    return f"{before}{called}{after}" if closed and "(" not in inner else text


def is_test_data(path: str) -> bool:
    """Whether a file of a test is text that no program reads for names: records, expectations."""
    name = path.rpartition("/")[2]
    return (
        is_test(path)
        and name.endswith((".txt", ".log", ".out", ".expected", ".html"))
        and not name.startswith(("CMakeLists", "requirements", "constraints"))
    )


def is_example(path: str) -> bool:
    """Whether a file only shows how others may use the program, or says how it is put together."""
    folders = re.split(r"[/.]", without_address(path.lower()))
    return not _EXAMPLES.isdisjoint(folders) or (
        path == _AT_ROOT or path.rpartition("/")[2] in _BUILDERS
    )


def is_aside(path: str) -> bool:
    """Whether a plain build of the program leaves the file out."""
    return is_test(path) or is_example(path) or _BENCHES.search(path) is not None


def is_left_alone(path: str) -> bool:
    """Whether nobody edits this file by hand, or it tells history."""
    return (
        is_nobodys(path)
        or is_changelog(path)
        or _OLD_CHANGES.search(path) is not None
        or (is_doc(path) and _PAST.search(path) is not None)
    )


def is_nobodys(path: str) -> bool:
    """Whether nobody edits this file by hand, so that neither its words nor its end are anybody's.

    A file that tells history is somebody's: its words may be old, but links to it must lead there.
    """
    if len(path) > _WIDEST_PATH:
        return True
    name = path.rpartition("/")[2]
    return (
        name in _NAMES_OF_THE_PAST
        or name.endswith((".po", ".pot", ".sarif"))
        or is_lockfile(path)
        or is_vendored(path)
        or is_generated(path)
        or is_minified(path)
        or is_snapshot(path)
        or _RECORDS.search(path) is not None
        or _RELEASED.search(name) is not None
        or name.endswith(_OF_EDITORS)
        or any(pattern.search(path) for pattern in (_UNPACKED, _ASIDE, _FROZEN, _PAGES, _BUILT))
    )

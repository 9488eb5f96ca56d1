"""A secret on a changed line, and what shows that it is a sample nobody can use."""

from __future__ import annotations

import datetime as dt
import re
import string
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from postil.domain import paths
from postil.domain.change import Side
from postil.domain.finding import Quote
from postil.domain.severity import Basis
from postil.inspection.credential_formats import NAMED_KINDS
from postil.inspection.credentials import Credential, Grade, mask

_LONGEST = 20_000
_FOR_TESTS = re.compile(
    r"(?i)(?:\A|[^a-z])(?:test|fake|dummy|mock|stub)_\w{0,60}[\"']?\s{0,4}(?::\s{0,4}\w{1,20}\s{0,4})?[:=]\s{0,4}[\"'`b(]{0,3}\Z"
)
_LONG_NAME = 8
_PREFIX = range(3, 9)
_SEVERAL = 3
"""So many tokens in one test file are there for their looks."""
_HIDES = re.compile(
    r"(?i)redact|mask|saniti[sz]|scrub|obfuscat|censor|anonymi[sz]|secret.?scan|leak|detect.?secret"
)
_SERVICE = re.compile(
    r"\b(?:SA|MSSQL_SA|POSTGRES|MYSQL(?:_ROOT)?|MARIADB(?:_ROOT)?|REDIS|RABBITMQ_DEFAULT|MONGO_INITDB_ROOT"
    r"|ORACLE|ELASTIC|CLICKHOUSE)_(?:PASSWORD|PASS)\b|\blocalhost\b|\b127\.0\.0\.1\b",
    re.IGNORECASE,
)
_ANSWERS = re.compile(r"(?i)refresh_?token|token_type|expires_?(?:in|at)\b")
"""What stands beside a token in the answer of a server that a document shows."""
_ASSERTS = re.compile(r"(?i)\b(?:assert|expect)")
KEY_ID = "AWS access key id"
"""Names an account; only together with its secret it opens something."""
_RESERVED = re.compile(r"(?i)://(?:[\w-]{1,60}\.){0,4}example\.(?:com|org|net)\b")
_REFERRED = re.compile(r"(?i)secret_access_key[\"']?\s{0,4}[:=]\s{0,4}[\"']?\$\{\{\s{0,4}secrets\.")
_GOES_ON = re.compile(r"[\"'`]\s{0,4}[.+]\s{0,4}[$A-Za-z_]")
_ENCRYPTED = "secure:"
_WEB_KEY = "Google API key"
_WEB_MARKS = ("authDomain", "firebaseapp.com", "messagingSenderId", "storageBucket")
_SEARCH_MARKS = ("algolia", "docsearch", "DocSearch")
_PUBLIC = re.compile(r"(?i)(?:\A|_)(?:public|search_only|publishable)_")
_SITE = re.compile(r"(?i)(?:\A|/)(?:docs?|website|site)/|vitepress|docusaurus|vuepress")
_UNTIL = re.compile(r"(?:[?&;]se=|\"expires_at\": ?\")(\d{4}-\d{2}-\d{2})")
_SIGNED = re.compile(r"X-Amz-Date=(\d{8})T")
_LONGEST_SIGNED = dt.timedelta(days=7)
"""How long a signed address of Amazon may hold."""
_BADGE = re.compile(r"\.(?:svg|png)\?(?:[\w=&;-]{0,100}[&;?])?token=\Z")
"""What fetches the picture of a badge, which every reader of the page does."""
_KEY_ENDS = (".pem", ".key", ".crt", ".cer", ".p12", ".pfx", ".jks", ".ecc", ".rsa")
_KEY_NAME = re.compile(r"(?:\A|[_-])(?:rsa|dsa|ecdsa|ed25519|key)(?:[_-]|\Z)")
_NAMING = f"{string.ascii_letters}{string.digits}_.-"
_MARKS = "\"'`=:>,;([{&*|\\ \t]"
"""What stands between a name and its value."""
_MOST_MARKS = 16
_SAMPLES = re.compile(
    r"(?i)(?:\A|[/_.-])(?:examples?|samples?|demos?|cookbook|tutorials?|recipes?|quickstarts?|playgrounds?|self[_-]?signed\w{0,20}|snake-?oil|localhost|integration|dummy\w{0,20}"
    r"|fake|fixtures?|testing|specs?|dev|bench(?:marks?)?)(?:[/_.-]|\Z)"
    r"|(?<!la)(?<!at)(?<!con)(?<!pro)test"
)


@dataclass(frozen=True, slots=True)
class Sighting:
    """One secret on one changed line, with every secret of that line for masking.

    `around` are the changed lines next to it.
    """

    path: str
    side: Side
    line: int
    text: str
    credential: Credential
    neighbours: tuple[Credential, ...]
    basis: Basis = Basis.RULE
    around: tuple[str, ...] = ()

    @property
    def value(self) -> str:
        return self.text[self.credential.start : self.credential.end]

    @property
    def name(self) -> str:
        """What the value is given to on its line; empty when nothing is named there."""
        start = self.credential.start
        before = self.text[max(0, start - 120) : start]
        named = before.rstrip(_MARKS)
        if len(before) - len(named) > _MOST_MARKS:
            return ""
        return named[len(named.rstrip(_NAMING)) :].lstrip(".-")

    @property
    def is_of_known_format(self) -> bool:
        return self.credential.grade is Grade.FORMAT

    @property
    def quote(self) -> Quote:
        return Quote(
            path=self.path,
            text=self.text,
            side=self.side,
            line=self.line,
            shown=mask(self.text, self.neighbours),
        )


def is_sample_key(path: str) -> bool:
    """Whether a key file says by its name or folder that it protects nothing."""
    name = path.rpartition("/")[2].lower()
    is_key = name.endswith(_KEY_ENDS) or ("." not in name and _KEY_NAME.search(name) is not None)
    return is_key and _SAMPLES.search(path[:_LONGEST]) is not None


def without_samples(sightings: Iterable[Sighting], today: dt.date) -> Iterator[Sighting]:
    """The sightings that may be of use to somebody."""
    kept = list(sightings)
    values: dict[str, set[str]] = defaultdict(set)
    for one in kept:
        if one.is_of_known_format:
            values[one.path].add(one.credential.digest)
    for one in kept:
        in_tests = paths.is_test(one.path)
        alone = one.credential.kind == KEY_ID and len(values[one.path]) == 1
        shown = in_tests and (alone or len(values[one.path]) >= _SEVERAL or _is_about_hiding(one))
        shown = shown or _is_expected(one) or _is_of_service(one) or _is_answer(one)
        shown = shown or _is_of_badge(one) or _is_half(one) or _is_folder(one)
        shown = shown or _is_sent_nowhere(one) or _is_part(one) or _is_spoken_of(one)
        shown = (
            shown
            or _is_looked_for(one)
            or _is_called(one)
            or (in_tests and _is_named_for_tests(one))
        )
        shown = shown or (in_tests and one.side is Side.OLD and one.credential.kind in NAMED_KINDS)
        if not (shown or _is_over(one.text, today) or _is_for_browsers(one)):
            yield one


def _is_about_hiding(one: Sighting) -> bool:
    return _HIDES.search(f"{one.path[:_LONGEST]}\n{one.text[:_LONGEST]}") is not None


def _is_expected(one: Sighting) -> bool:
    """Whether a line nearby compares the value with what came out: it was made up for a test."""
    if one.is_of_known_format:
        return False
    return any(
        one.value in line and line != one.text and _ASSERTS.search(line[:_LONGEST])
        for line in one.around
    )


def _is_of_service(one: Sighting) -> bool:
    """Whether a job of the build gives it to a server that it starts for itself."""
    if one.is_of_known_format or not paths.is_ci(one.path):
        return False
    return _SERVICE.search(one.text[:_LONGEST]) is not None


def _is_answer(one: Sighting) -> bool:
    """Whether a document shows what a server answers: such a token is over by tomorrow."""
    if one.is_of_known_format or not paths.is_doc(one.path):
        return False
    return any(_ANSWERS.search(line[:_LONGEST]) for line in one.around)


def _is_for_browsers(one: Sighting) -> bool:
    """Whether it is the key of a web application or of its search, which every visitor is sent."""
    if not one.is_of_known_format and _PUBLIC.search(one.name):
        return True
    marks = _WEB_MARKS if one.credential.kind == _WEB_KEY else _SEARCH_MARKS
    if _SITE.search(one.path[:_LONGEST]):
        marks = (*marks, "appId")
    return any(mark in line for line in one.around for mark in marks)


def _is_sent_nowhere(one: Sighting) -> bool:
    """Whether a document sends it to a host that is reserved for examples."""
    if one.is_of_known_format or not paths.is_doc(one.path):
        return False
    return _RESERVED.search(one.text[:_LONGEST]) is not None


def _is_part(one: Sighting) -> bool:
    """Whether the program goes on to put more behind it, so that it is not the whole value."""
    if one.is_of_known_format:
        return False
    return _GOES_ON.match(one.text[one.credential.end : one.credential.end + 20]) is not None


def _is_spoken_of(one: Sighting) -> bool:
    """Whether a comment shows the header of a signed request, with the id of a key in it."""
    is_comment = one.text.lstrip().startswith(("//", "#", "*", "--"))
    return one.credential.kind == KEY_ID and is_comment and "Credential=" in one.text


def _is_looked_for(one: Sighting) -> bool:
    """Whether a line nearby holds the pattern of such tokens, so that this one tries it out."""
    begins = [one.value[:length] for length in _PREFIX if one.value[0].isalnum()]
    return any(
        f"{begin}{opens}" in line for line in one.around for begin in begins for opens in "[(\\"
    )


def _is_named_for_tests(one: Sighting) -> bool:
    """Whether what holds the value in a test says that it was made for one."""
    before = one.text[: one.credential.start][-_LONGEST:]
    return _FOR_TESTS.search(before) is not None


def _is_called(one: Sighting) -> bool:
    """Whether the line spells a name of the program out, as tables of enumerations do."""
    start, end = one.credential.start, one.credential.end
    if one.is_of_known_format:
        return False
    spelled = _letters(one.value)
    if len(spelled) >= _LONG_NAME and spelled in _letters(one.text[:start][-_LONGEST:]):
        # A constant whose words stand in its value with other signs between them.
        return True
    if not one.value.isidentifier():
        return False
    others = f"{one.text[:start]} {one.text[end:]}"[:_LONGEST]
    return re.search(rf"(?<!\w){re.escape(one.value)}(?!\w)", others) is not None


def _letters(text: str) -> str:
    return "".join(sign for sign in text.lower() if sign.isalnum())


def _is_folder(one: Sighting) -> bool:
    """Whether a job of the build is told where to work."""
    is_build = paths.is_ci(one.path) or one.path == "circle.yml"
    return is_build and one.text[: one.credential.start].strip(" -\"'") == "pwd:"


def _is_half(one: Sighting) -> bool:
    """Whether it is the id of a key whose secret half stands encrypted or referred to beside it."""
    if one.credential.kind != KEY_ID:
        return False
    return any(_ENCRYPTED in line or _REFERRED.search(line[:_LONGEST]) for line in one.around)


def _is_of_badge(one: Sighting) -> bool:
    start = one.credential.start
    return _BADGE.search(one.text[max(0, start - 200) : start]) is not None


def _is_over(text: str, today: dt.date) -> bool:
    """Whether the line itself says that the value held until a day that has passed."""
    until = _UNTIL.search(text[:_LONGEST])
    signed = _SIGNED.search(text[:_LONGEST])
    try:
        if signed is not None:
            return dt.date.fromisoformat(signed[1]) + _LONGEST_SIGNED < today
        return until is not None and dt.date.fromisoformat(until[1]) < today
    except (ValueError, OverflowError):
        return False

"""Secrets told by what stands around them: assignments, flags, headers, addresses, signed tokens."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote

from postil.inspection import credential_values as values


class Setting(StrEnum):
    """Where a line stands, which decides how much it takes to call a value a secret.

    In documents only what no reader would take for a sample counts; in tests only what an
    issuer's format gives away.
    """

    PRODUCT = "product"
    DOCUMENT = "document"
    TEST = "test"


@dataclass(frozen=True, slots=True)
class Place:
    """The setting, and whether a value may stand without quotes there."""

    setting: Setting = Setting.PRODUCT
    bare_values: bool = False


@dataclass(frozen=True, slots=True)
class Shaped:
    """A value that its surroundings make a secret; `weak` when they say little."""

    kind: str
    start: int
    end: int
    weak: bool = False


_KEYWORD = (
    r"pass(?:word|wd|phrase)|pwd|secret[_-]?access[_-]?key|secret[_-]?key|secret|token|credentials?"
    r"|(?:api|access|auth|private|signing|encryption|master|account|client|app|service|license"
    r"|shared|webhook|session|cookie)[_-]?key"
)
_ASSIGNED = re.compile(
    rf"(?i:(?P<name>{_KEYWORD}))(?P<close>[\"'\]]{{0,2}})"
    r"(?:\s{0,3}:?\s{0,3}(?:&'static )?(?:&?str|string|String|any|\[\]byte|char\s?\*|Final|SecretStr))?"
    r"(?:\[\])?\s{0,8}(?::=|=>|=|:)\s{0,8}(?:[rbfu]{1,2}(?=[\"'`]))?"
    r"(?:\"(?P<double>[^\"\n]{6,300})\"|'(?P<single>[^'\n]{6,300})'|`(?P<tick>[^`\n]{6,300})`"
    r"|(?P<bare>[^\s\"'`,;#<>(){}\[\]|&\\]{8,200})(?=[\s;,&#<\"']|\Z))"
)
_PAIRED = re.compile(
    rf"(?i:(?:name|key)[\"']?\s{{0,4}}[:=]\s{{0,4}}[\"']?[\w.:-]{{0,60}}?(?P<name>{_KEYWORD})"
    rf"[\"']?\s{{0,4}},?\s{{0,8}}(?:- )?[\"']?value[\"']?\s{{0,4}}[:=]\s{{0,4}})[\"'](?P<value>[^\"'\n]{{6,300}})[\"']"
)
_ELEMENT = re.compile(
    rf"<(?:\w{{1,40}}[:._-]?)?(?i:(?P<name>{_KEYWORD}))>(?P<value>[^<>\s]{{6,200}})</"
)
_FLAGGED = re.compile(
    r"--[a-z-]{0,16}?(?P<name>password|passwd|token|secret|api-?key)[ =][\"']?(?P<value>[^\s\"'`]{8,200})"
)
_HEADER = re.compile(
    r"(?i:\b(?P<name>bearer|basic)) {1,3}(?P<value>[A-Za-z0-9._~+/-]{16,2000}={0,2})"
)
_LOGIN = re.compile(r"(?P<name>-u|--user)[ =][\"']?[^\s:\"'/]{1,60}:(?P<value>[^\s\"'@]{6,100})")
_HANDED = re.compile(
    r"(?i:(?P<name>\bsshpass -p|\bredis-cli\b[^|;&\n]{0,120}? (?:-a|--pass))) ?[\"']?(?P<value>[^\s\"'`]{8,100})"
)
_ROLE = re.compile(
    r"(?i:\b(?:(?:create|alter) (?:user|role|login)\b.{0,120}? )(?P<name>password|identified(?: with \w{1,60})? by|password ?=)) ?'(?P<value>[^'\n]{8,100})'"
)
_JOINED = re.compile(
    r"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^|;&\n]{0,200}? (?P<name>-p)[\"']?(?P<value>[^\s\"'`]{8,100})"
)
_ADDRESS = re.compile(
    r"(?<=://)(?P<user>[^\s:/@\"'<>`]{0,80}):(?P<value>[^\s/@\"'<>`]{3,120})@(?P<host>\[[0-9a-fA-F:]{2,45}\]|[\w.-]{1,253})"
)
_SIGNED = re.compile(
    r"(?<![A-Za-z0-9_.-])eyJ[A-Za-z0-9_-]{10,1000}\.(?P<payload>eyJ[A-Za-z0-9_-]{10,4000})\.[A-Za-z0-9_-]{16,1000}"
)

_NOT_SECRET_PREFIX = re.compile(
    r"(?:csrf|xsrf|public|pub|publishable|site|page|next|continuation|cursor|pagination|sync"
    r"|cancel(?:lation)?|design|test|tests|fake|dummy|mock|example|sample|invalid|wrong|bad|expired"
    r"|primary|foreign|cache|no|hash(?:ed)?|(?:en)?crypted|salted|placeholder|lexer|parser|syntax)[_.-]?\Z",
    re.IGNORECASE,
)
_HASH_WORDS = ("sha1", "sha256", "sha384", "sha512", "sha-", "checksum", "integrity", "digest", "etag", "md5", "fingerprint", "commit", "revision", "public key", "public_key", "publickey", "ssh-rsa", "ssh-ed25519", "blake")  # fmt: skip
_CONNECTION = ("server=", "data source=", "host=", "endpoint=", "hostname=", "uid=", "user id=", "username=")  # fmt: skip
_SIGNED_CONTEXT = ("token", "jwt", "secret", "auth", "bearer", "key", "password", "credential")
_PUBLIC_CLAIMS = ('"role":"anon"', '"role": "anon"', "John Doe", "1234567890", "example")
_LOCAL_HOSTS = ("localhost", "127.", "0.0.0.0", "[::1]", "host.docker.internal")  # noqa: S104 - a host to recognise, not to bind
_RESERVED_ENDS = (".example", ".example.com", ".example.org", ".example.net", ".test", ".invalid", ".local", ".localhost", ".localdomain")  # fmt: skip
_RESERVED = frozenset(
    {
        *("example.com", "example.org", "example.net", "host", "hostname", "server"),
        *("foo.com", "bar.com", "baz.com", "domain.com", "mydomain.com", "yourdomain.com"),
        *("test.com", "host.com", "myhost.com", "server.com", "myserver.com", "foo.bar"),
        *("myservice.com", "mycompany.com", "mysite.com", "myapp.com", "yoursite.com"),
    }
)
_LONG_USER = 8
_KINDS = (
    ("pass", "password"),
    ("pwd", "password"),
    ("-u", "password"),
    ("-p", "password"),
    ("redis-cli", "password"),
    ("identified", "password"),
    ("basic", "password"),
    ("bearer", "token"),
    ("token", "token"),
    ("key", "secret key"),
)


def shaped(line: str, lowered: str, place: Place) -> Iterator[Shaped]:
    """Every value on the line that its surroundings make a secret, most certain first."""
    if "://" in lowered and "@" in lowered:
        yield from _addresses(line, place)
    if "eyj" in lowered:
        yield from _signed(line, lowered, place)
    if place.setting is Setting.TEST:
        return
    for mark, pattern in _GATED:
        if mark in lowered:
            yield from _judged(pattern.finditer(line), place, _is_secret)
    if "bearer " in lowered or "basic " in lowered:
        yield from _judged(_HEADER.finditer(line), place, _is_header_secret)
    if any(word in lowered for word in _HASH_WORDS):
        return
    yield from _assigned(line, lowered, place)


_GATED = (
    ("--", _FLAGGED),
    ("</", _ELEMENT),
    ("value", _PAIRED),
    ("curl", _LOGIN),
    ("wget", _LOGIN),
    ("sshpass", _HANDED),
    ("redis-cli", _HANDED),
    ("mysql", _JOINED),
    ("mariadb", _JOINED),
    ("password", _ROLE),
    ("identified", _ROLE),
)
_SESSION_KEYS = ("secret_key", "secret-key", "secretkey", "session", "cookie")
"""Every web framework's manual shows one of these, generated for the page; they open no service."""
_PASSWORD_NAMES = (
    *("pass", "pwd", "secret", "credential", "-u", "--user"),
    *("-p", "sshpass", "redis-cli", "identified"),
)


def _judged(
    found: Iterator[re.Match[str]],
    place: Place,
    is_secret: Callable[[str, str, Place], bool],
) -> Iterator[Shaped]:
    for match in found:
        if is_secret(match["name"].lower(), match["value"], place):
            yield Shaped(_kind(match["name"]), match.start("value"), match.end("value"))


def _assigned(line: str, lowered: str, place: Place) -> Iterator[Shaped]:
    connection = any(mark in lowered for mark in _CONNECTION)
    for match in _ASSIGNED.finditer(line):
        if _NOT_SECRET_PREFIX.search(line[max(0, match.start() - 24) : match.start()]):
            continue
        group = match.lastgroup or ""
        if group == "bare" and not (place.bare_values or connection):
            continue
        if _is_secret(match["name"].lower(), match[group], place):
            yield Shaped(_kind(match["name"]), match.start(group), match.end(group))


def paired(name_line: str, value_line: str, place: Place) -> Shaped | None:
    """The value of `value: …` below `name: DB_PASSWORD`, as container settings are written."""
    name, value = _NAME_LINE.fullmatch(name_line), _VALUE_LINE.fullmatch(value_line)
    if name is None or value is None or place.setting is Setting.TEST:
        return None
    if not _is_secret(name["name"].lower(), value["value"], place):
        return None
    return Shaped(_kind(name["name"]), value.start("value"), value.end("value"))


_NAME_LINE = re.compile(
    rf"\A\s{{0,40}}-?\s{{0,10}}[\"']?name[\"']?:\s{{0,4}}[\"']?[\w.-]{{0,60}}?(?i:(?P<name>{_KEYWORD}))[\"']?,?\s{{0,10}}"
)
_VALUE_LINE = re.compile(
    r"\A\s{0,40}[\"']?value[\"']?:\s{0,4}[\"']?(?P<value>[^\s\"']{6,200})[\"']?,?\s{0,10}"
)


def _kind(name: str) -> str:
    lowered = name.lower()
    return next((kind for mark, kind in _KINDS if mark in lowered), "secret")


def _is_secret(name: str, value: str, place: Place) -> bool:
    """Whether a value given to something of that name is a real one."""
    if any(map(str.isspace, value)) or values.is_reference(value) or values.is_made_up(value):
        return False
    if values.is_hash(value) or value.startswith("-----") or values.is_language(value):
        return False
    if values.is_setting(value):
        return False
    careful = place.setting is Setting.DOCUMENT
    if careful and (name.startswith(_SESSION_KEYS) or _SIGNED.fullmatch(value)):
        return False
    if values.is_pattern(value) or (careful and values.is_disguised(value)):
        return False
    if values.is_random(value, least=20 if careful else 16):
        return "-" not in value or not values.is_plain_hex(value)
    if not name.startswith(_PASSWORD_NAMES) or values.is_plain_hex(value):
        return False
    return values.is_strong_password(value, least=10 if careful else 8)


def _is_header_secret(name: str, value: str, place: Place) -> bool:
    if name == "bearer":
        return _is_secret("token", value, place)
    try:
        pair = base64.b64decode(value, validate=True).decode("utf-8", "strict")
    except (binascii.Error, UnicodeDecodeError):
        return False
    _, colon, password = pair.partition(":")
    return bool(colon) and pair.isprintable() and _is_secret("password", password, place)


def _addresses(line: str, place: Place) -> Iterator[Shaped]:
    for match in _ADDRESS.finditer(line):
        host, value = match["host"].lower(), unquote(match["value"])
        remote = "." in host
        if (
            host in _RESERVED
            or ".".join(host.split(".")[-2:]) in _RESERVED
            or host.startswith(_LOCAL_HOSTS)
            or host.endswith(_RESERVED_ENDS)
            or value == unquote(match["user"])
            or (len(match["user"]) >= _LONG_USER and values.is_made_up(match["user"]))
        ):
            continue
        if place.setting is Setting.TEST and not remote:
            continue
        if values.is_reference(value) or values.is_made_up(value) or values.is_name(value):
            continue
        least = 6 if remote and place.setting is Setting.PRODUCT else 8
        if values.is_strong_password(value, least=least) or values.is_random(value):
            yield Shaped("password in an address", match.start("value"), match.end("value"))


def _signed(line: str, lowered: str, place: Place) -> Iterator[Shaped]:
    if place.setting is not Setting.PRODUCT:
        return
    for match in _SIGNED.finditer(line):
        payload = _decoded(match["payload"])
        if any(claim in payload for claim in _PUBLIC_CLAIMS) or values.is_made_up(match[0][-16:]):
            continue
        told = any(word in lowered[: match.start()] for word in _SIGNED_CONTEXT)
        yield Shaped("JSON Web Token", match.start(), match.end(), weak=not told)


def _decoded(payload: str) -> str:
    try:
        return base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)).decode(
            "utf-8", "replace"
        )
    except binascii.Error:
        return ""

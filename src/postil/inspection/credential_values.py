"""Tells a value that may be a real secret from a placeholder, a reference, a hash or a word."""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_STAND_INS = _words(
    "example placeholder changeme change-me change_me changeit replaceme replace-me"
    " replace_me redacted dummy sample fake xxxx **** .... your- your_ yourp yours yourt"
    " youra <your my-secret my_secret mysecret mypassword my-password my_password my-token"
    " my_token mytoken my-api my_api insert- insert_ todo fixme notareal not-a-real"
    " not_a_real notasecret not-a-secret not_a_secret not-real invalid deadbeef foobar"
    " hunter2 s3cr3t secretsecret supersecret super-secret super_secret topsecret top-secret"
    " correcthorse correct-horse lorem goes-here goes_here here> -here _here placehold"
    " undefined none_set unused ignored mock stub testtest test-test test_test for-test"
    " for_test fortest testing abcdefgh abcd1234 abc123 12345678 0123456 87654321 98765432"
    " do-not-use do_not_use donotuse not-for-prod not_for_prod test-secret test_secret test-key test_key"
    " dev-secret dev_secret dev-key dev_key insecure-"
    " eby8vdm02xnocqflquwjpllm c2y6ydjf5/r+ob0n8a7cgv30 sw2ycwtib9zpoohopsmm qwerty asdfgh letmein iloveyou trustno1 p@ssw0rd pa$$w0rd passw0rd"
)
_WEAK = frozenset(
    _words(
        "password passwd pass passphrase pwd secret token admin administrator root user"
        " username guest test tests testing tester tested demo default postgres postgresql mysql"
        " mariadb mongo mongodb redis rabbitmq minio minioadmin localhost local development dev"
        " staging production prod string text value key api apikey auth login none null nil true"
        " false empty blank hidden required optional changeme welcome hello world foo bar baz"
        " qux quux spam eggs alice bob docker vagrant ubuntu oracle sa django laravel rails"
        " symfony wordpress drupal grafana keycloak elastic kibana airflow superset jenkins"
        " sonar nexus gitea github gitlab"
    )
)
_CUT_SHORT = ("...", "…")
_REFERENCES = (
    "&lt;", "${", "$(", "{{", "<%", "%(", "#{", "@{", "env.", "env[", "env(", "environ", "getenv",
    "process.env", "secrets.", "secret://", "vault:", "vault/", "ssm:", "arn:aws", "op://",
    "keyring", "keychain", "file://", "/run/secrets", "secretsmanager", "kms:", "enc[", "encrypted:",
    "sops", "!vault", "valuefrom", "import.meta", "config.", "settings.", "self.", "this.", "var.",
    "local.", "data.", "module.", "params.", "args.", "options.", "input(", "prompt(", "getpass",
    "://", "::",
)  # fmt: skip
_FILE = re.compile(
    r"\A[\w.-]{1,100}\.(?:pem|key|crt|cer|der|p12|pfx|jks|pub|json|ya?ml|toml|txt|env)\Z",
    re.IGNORECASE,
)
"""The name of a file, in which the secret is kept."""
_HASHED = ("$2a$", "$2b$", "$2y$", "$argon2", "$5$", "$6$", "$1$", "pbkdf2", "scrypt:", "{ssha", "sha1-", "sha256-", "sha384-", "sha512-", "sha256:", "sha512:", "md5:")  # fmt: skip
_OPENINGS = ("$", "<", "[", "{", "(", "%", "/", "./", "../", "~/", "@", "*", "!", "--", "&")
_WORDS = re.compile(r"[A-Za-z][a-z]+|[A-Z]{2,}|[a-z]+|[0-9]+|[^A-Za-z0-9]+")
_UUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}")
_HEX = re.compile(r"(?:0x)?[0-9a-fA-F]+")
_TAIL = "0123456789!@#$%^&*._-"
_LONG_TOKEN = 16
_RESTLESS = 0.34
_WORDLESS = 20
_VOWELS = frozenset("aeiouyAEIOUY")


def entropy(value: str) -> float:
    """Bits per character, by how often each character occurs."""
    length = len(value)
    return -sum(n / length * math.log2(n / length) for n in Counter(value).values())


def is_reference(value: str) -> bool:
    """The value says where the secret is kept, or is not a literal at all."""
    lowered = value.lower()
    if lowered.startswith(_OPENINGS) or any(mark in lowered for mark in _REFERENCES):
        return True
    return _FILE.match(value) is not None


def is_made_up(value: str) -> bool:
    """A placeholder, a well-known example, or a default nobody would call a secret."""
    lowered = value.lower()
    if any(word in lowered for word in (*_STAND_INS, *_CUT_SHORT)):
        return True
    if len(set(lowered)) <= max(3, len(value) // 10):
        return True
    return lowered.rstrip(_TAIL).strip("\"'") in _WEAK or _counts_up(lowered)


def _counts_up(value: str) -> bool:
    """At least half of the steps go to the next or the same character, as in `abcdef123456`."""
    steps = sum(ord(after) - ord(before) in (0, 1) for before, after in itertools.pairwise(value))
    return len(value) > 1 and steps * 2 >= len(value)


def is_hash(value: str) -> bool:
    """A stored hash or an integrity field: it proves knowledge of a value and gives none away."""
    return value.lower().startswith(_HASHED)


def is_plain_hex(value: str) -> bool:
    return _UUID.fullmatch(value) is not None or _HEX.fullmatch(value) is not None


_DISGUISE = str.maketrans("013457@$!", "oieastasi")
_ABOUT_ITSELF = ("secret", "passw", "pasw", "passphrase")


def is_disguised(value: str) -> bool:
    """A word for a secret with figures in the place of letters, as people write in manuals."""
    plain = value.lower().translate(_DISGUISE)
    return any(word in plain for word in _ABOUT_ITSELF)


_SETTING = re.compile(
    r"\A(?:[a-z]{2,20}(?:[_.-][a-z]{2,20}){1,5}|[A-Z]{2,20}(?:[_.-][A-Z]{2,20}){1,5})\Z"
)
_BETWEEN = re.compile(r"[_.-]")
_OF_SETTINGS = frozenset(_words("password passwd passphrase secret token apikey"))
_LONGEST_SHORTHAND = 5


def is_setting(value: str) -> bool:
    """The name that a secret is looked up by, not the secret: `smtp_password`, `DB-PASSWD`."""
    if _SETTING.match(value) is None:
        return False
    parts = _BETWEEN.split(value.lower())
    return not _OF_SETTINGS.isdisjoint(parts) and all(
        len(part) <= _LONGEST_SHORTHAND or _is_word(part) for part in parts
    )


_PATTERN_MARKS = ("\\s", "\\w", "\\d", "\\S", "\\b", ".*", ".+", "(?:", "(?i")

_CHOICES = re.compile(r"\w\|\w[^|]{0,80}\w\|\w")
"""Three words to choose from."""


def is_pattern(value: str) -> bool:
    """What matches a text is none: `Password.+:`, `token=\\w+`."""
    return any(mark in value for mark in _PATTERN_MARKS) or _CHOICES.search(value) is not None


def is_language(value: str) -> bool:
    """Holds letters beyond the first alphabet: a label or its translation, nothing generated."""
    return any(letter.isalpha() and not letter.isascii() for letter in value)


def is_name(value: str) -> bool:
    """Made of words a person reads: `user-profile-2`, `accessTokenKey`, `Passwort vergessen`."""
    parts = _WORDS.findall(value)
    letters = [part for part in parts if part[0].isalpha()]
    if not letters:
        return True
    readable = sum(len(part) for part in letters if _is_word(part))
    return readable * 10 >= sum(len(part) for part in parts if part[0].isalnum()) * 7


_SHORTEST_WORD = 3
_LONGEST_CAPITALS = 10


def _is_word(part: str) -> bool:
    if len(part) < _SHORTEST_WORD or (part.isupper() and len(part) > _LONGEST_CAPITALS):
        return False
    vowels = sum(character in _VOWELS for character in part)
    return vowels * 6 >= len(part) and vowels < len(part)


def is_strong_password(value: str, *, least: int = 8) -> bool:
    """Long and mixed enough that a person chose it to keep others out."""
    if len(value) < least or any(character.isspace() for character in value):
        return False
    kinds = (
        any(character.islower() for character in value),
        any(character.isupper() for character in value),
        any(character.isdigit() for character in value),
        any(not character.isalnum() for character in value),
    )
    if not (kinds[2] or kinds[3]):
        return False
    return all(kinds) or (sum(kinds) > 1 and not is_name(value))


def is_random(value: str, *, least: int = _LONG_TOKEN) -> bool:
    """Long, without words, and as uneven as a generator makes it."""
    if len(value) < least or value.isdigit():
        return False
    if is_plain_hex(value):
        return "-" not in value and entropy(value) >= 2.9  # noqa: PLR2004 - hexadecimal holds four bits at most
    if entropy(value) < 3.2:  # noqa: PLR2004 - what people write at this length stays below
        return False
    # A name of many short words changes case as often as a generator does.
    spelled = value.isalpha() and is_name(value)
    return (_is_restless(value) and not spelled) or (
        len(value) >= _WORDLESS and value.isalnum() and not is_name(value)
    )


def _is_restless(value: str) -> bool:
    """The kind of character changes often; names change it only where a new word begins."""
    kinds = [_kind(character) for character in value]
    changes = sum(before != after for before, after in itertools.pairwise(kinds))
    return len(set(kinds)) > 1 and changes >= _RESTLESS * len(value)


def _kind(character: str) -> int:
    if character.islower():
        return 0
    if character.isupper():
        return 1
    return 2 if character.isdigit() else 3

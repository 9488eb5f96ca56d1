"""Which risk areas a change touches, by the paths it changes and by the words on changed lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from postil.domain.brief import Flag
from postil.domain.change import ChangedFile
from postil.domain.paths import is_ci, is_doc, is_lockfile, is_migration, is_sensitive, is_test

_MAX_LINE = 20_000


@dataclass(frozen=True, slots=True)
class _Names:
    """Names of files and folders that tell: how they begin, how they end, or the whole name."""

    starts: tuple[str, ...] = ()
    ends: tuple[str, ...] = ()
    whole: frozenset[str] = frozenset()

    def holds(self, name: str) -> bool:
        return name in self.whole or name.startswith(self.starts) or name.endswith(self.ends)


@dataclass(frozen=True, slots=True)
class _Words:
    """Words and phrases in lower case that tell; a word counts only when it stands alone."""

    words: frozenset[str]
    phrases: tuple[str, ...] = ()

    def stand_in(self, text: str, words: set[str]) -> bool:
        return not self.words.isdisjoint(words) or any(phrase in text for phrase in self.phrases)


def _split(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_BY_NAME: dict[Flag, _Names] = {
    Flag.AUTH: _Names(
        starts=_split("login logout session permission rbac acl sso saml jwt"),
        ends=("_auth.py", "_auth.go", "_auth.rb"),
        whole=frozenset({"codeowners"}),
    ),
    Flag.SECRETS: _Names(
        starts=_split(".env. secret credential vault id_rsa"),
        ends=_split(".env .pem .key .p12 .pfx .jks"),
        whole=frozenset({".env", ".npmrc", ".pypirc", ".netrc"}),
    ),
    Flag.MIGRATION: _Names(whole=frozenset({"schema.sql", "schema.rb", "schema.prisma"})),
    Flag.PUBLIC_INTERFACE: _Names(
        starts=("openapi", "swagger"),
        ends=_split(".proto .graphql .graphqls .d.ts .thrift .avsc .wsdl"),
    ),
    Flag.DEPENDENCIES: _Names(
        starts=("requirements", "constraints"),
        ends=(".gemspec", ".csproj"),
        whole=frozenset(
            _split(
                "package.json pyproject.toml setup.py setup.cfg pipfile go.mod cargo.toml gemfile"
                " composer.json pom.xml build.gradle build.gradle.kts libs.versions.toml"
                " directory.packages.props mix.exs pubspec.yaml package.swift deno.json"
            )
        ),
    ),
    Flag.CRYPTOGRAPHY: _Names(starts=_split("crypto cipher encrypt hashing")),
}

_BY_PATH: dict[Flag, Callable[[str], bool]] = {
    Flag.AUTH: lambda path: is_sensitive(path) and "auth" in path.lower(),
    Flag.CI: is_ci,
    Flag.MIGRATION: is_migration,
    Flag.DEPENDENCIES: is_lockfile,
}

_BY_WORDS: dict[Flag, _Words] = {
    Flag.AUTH: _Words(
        frozenset(
            _split(
                "authenticate authenticated authentication authorize authorized authorization"
                " is_admin isadmin has_permission haspermission login_required set_cookie setcookie"
                " csrf csrf_exempt access_token accesstoken bearer"
            )
        )
    ),
    Flag.SECRETS: _Words(
        frozenset(
            _split(
                "api_key apikey secret_key secretkey client_secret clientsecret private_key"
                " privatekey password passwords passwd"
            )
        )
    ),
    Flag.MIGRATION: _Words(
        frozenset(), ("alter table", "drop table", "create table", "truncate table")
    ),
    Flag.CRYPTOGRAPHY: _Words(
        frozenset(
            _split(
                "hashlib hmac bcrypt scrypt argon2 pbkdf2 md5 sha1 sha256 sha512 aes rsa ecdsa"
                " ed25519 createcipheriv createhash cipher encrypt decrypt openssl verify_ssl"
                " insecureskipverify nonce"
            )
        )
    ),
    Flag.ERROR_HANDLING: _Words(
        frozenset(
            _split(
                "try except catch finally rescue raise throw throws panic recover unwrap onerror"
            )
        ),
        ("err != nil", "err == nil"),
    ),
    Flag.CONCURRENCY: _Words(
        frozenset(
            _split(
                "async await mutex rwlock semaphore synchronized goroutine thread threads threading"
                " multiprocessing asyncio atomic volatile waitgroup concurrent tokio lock"
            )
        ),
        ("go func", "promise.all", "promise.race", "promise.any"),
    ),
    Flag.UNTRUSTED_INPUT: _Words(
        frozenset(
            _split(
                "stdin argv pickle unserialize deserialize eval exec innerhtml subprocess"
                " dangerouslysetinnerhtml child_process execute"
            )
        ),
        _split(
            "request.args request.form request.json request.body request.params request.query"
            " request.headers request.files request.get request.post request.cookies req.body"
            " req.params req.query req.headers req.cookies yaml.load os.system"
        ),
    ),
}

_WORD = re.compile(r"\w+")
# Only what goes away can break a caller; a new export breaks nobody.
_EXPORTED = re.compile(r"^[ \t]{0,40}(?:export|pub|public)\b", re.MULTILINE)


def flags(files: Iterable[ChangedFile]) -> tuple[Flag, ...]:
    """The risk areas in a fixed order; documents raise none, for they describe."""
    code = [file for file in files if not is_doc(file.path)]
    raised = _by_paths({path for file in code for path in (file.path, file.old_path or file.path)})
    for file in code:
        if len(raised) == len(Flag):
            break
        if not is_test(file.path):
            raised |= _by_lines(file, [flag for flag in Flag if flag not in raised])
    return tuple(flag for flag in Flag if flag in raised)


def _by_paths(paths: set[str]) -> set[Flag]:
    names = {name for path in paths for name in path.lower().split("/")}
    raised = {flag for flag, telling in _BY_NAME.items() if any(map(telling.holds, names))}
    return raised | {flag for flag, fits in _BY_PATH.items() if any(map(fits, paths))}


def _by_lines(file: ChangedFile, candidates: list[Flag]) -> set[Flag]:
    removed = _text(file, "-")
    changed = f"{_text(file, '+')}\n{removed}".lower()
    words = set(_WORD.findall(changed))
    raised = {
        flag
        for flag in candidates
        if flag in _BY_WORDS and _BY_WORDS[flag].stand_in(changed, words)
    }
    if _EXPORTED.search(removed):
        raised.add(Flag.PUBLIC_INTERFACE)
    return raised


def _text(file: ChangedFile, mark: str) -> str:
    return "\n".join(
        entry[1:_MAX_LINE] for hunk in file.hunks for entry in hunk.body if entry[:1] == mark
    )

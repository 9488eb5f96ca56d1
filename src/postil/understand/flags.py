"""Which risk areas a change touches, by the paths it changes and by the words on changed lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from postil.domain.brief import Flag
from postil.domain.change import ChangedFile
from postil.domain.paths import is_ci, is_doc, is_lockfile, is_migration, is_test, matches

_MAX_LINE = 20_000

_MANIFESTS = (
    "package.json",
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "requirements*.txt",
    "constraints*.txt",
    "Pipfile",
    "go.mod",
    "Cargo.toml",
    "Gemfile",
    "*.gemspec",
    "composer.json",
    "pom.xml",
    "build.gradle",
    "build.gradle.kts",
    "libs.versions.toml",
    "*.csproj",
    "Directory.Packages.props",
    "mix.exs",
    "pubspec.yaml",
    "Package.swift",
    "deno.json",
)

_BY_GLOB: dict[Flag, tuple[str, ...]] = {
    Flag.AUTH: (
        "auth*",
        "*_auth.*",
        "oauth*",
        "login*",
        "logout*",
        "session*",
        "permission*",
        "rbac*",
        "acl*",
        "sso*",
        "saml*",
        "jwt*",
        "CODEOWNERS",
    ),
    Flag.SECRETS: (
        ".env",
        ".env.*",
        "*.env",
        "secret*",
        "credential*",
        "vault*",
        "*.pem",
        "*.key",
        "*.p12",
        "*.pfx",
        "*.jks",
        "id_rsa*",
        ".npmrc",
        ".pypirc",
        ".netrc",
    ),
    Flag.MIGRATION: ("schema.sql", "schema.rb", "schema.prisma"),
    Flag.PUBLIC_INTERFACE: (
        "*.proto",
        "*.graphql",
        "*.graphqls",
        "openapi*.json",
        "openapi*.y*ml",
        "swagger*.json",
        "swagger*.y*ml",
        "*.d.ts",
        "*.thrift",
        "*.avsc",
        "*.wsdl",
    ),
    Flag.DEPENDENCIES: _MANIFESTS,
    Flag.CRYPTOGRAPHY: ("crypto*", "cipher*", "encrypt*", "hashing*"),
}
_HARMLESS = ("author*", "AUTHORS*")

_BY_PREDICATE: dict[Flag, Callable[[str], bool]] = {
    Flag.CI: is_ci,
    Flag.MIGRATION: is_migration,
    Flag.DEPENDENCIES: is_lockfile,
}

_BY_WORDS: dict[Flag, re.Pattern[str]] = {
    Flag.AUTH: re.compile(
        r"\b(?:authenticat(?:e|es|ed|ion)|authoriz(?:e|es|ed|ation)|is_?admin|has_?permission"
        r"|login_required|set_?cookie|csrf(?:_exempt)?|access_?token|bearer)\b",
        re.IGNORECASE,
    ),
    Flag.SECRETS: re.compile(
        r"\b(?:api_?key|secret_?key|client_?secret|private_?key|passwords?|passwd)\b", re.IGNORECASE
    ),
    Flag.MIGRATION: re.compile(r"\b(?:alter|drop|create|truncate)\s{1,8}table\b", re.IGNORECASE),
    Flag.CRYPTOGRAPHY: re.compile(
        r"\b(?:hashlib|hmac|bcrypt|scrypt|argon2|pbkdf2|md5|sha1|sha256|sha512|aes|rsa|ecdsa"
        r"|ed25519|createcipheriv|createhash|cipher|encrypt|decrypt|openssl|verify_?ssl"
        r"|insecureskipverify|nonce)\b",
        re.IGNORECASE,
    ),
    Flag.ERROR_HANDLING: re.compile(
        r"\b(?:try|except|catch|finally|rescue|raise|throws?|panic|recover|unwrap|onerror)\b"
        r"|\berr\s{0,8}[!=]=|\.catch\("
    ),
    Flag.CONCURRENCY: re.compile(
        r"\b(?:async|await|mutex|rwlock|semaphore|synchronized|goroutine|threads?|threading"
        r"|multiprocessing|asyncio|atomic|volatile|waitgroup|concurrent|tokio|lock)\b"
        r"|\bgo func\b|\bPromise\.(?:all|race|any)\b|\.lock\(",
        re.IGNORECASE,
    ),
    Flag.UNTRUSTED_INPUT: re.compile(
        r"\b(?:request\.(?:args|form|json|body|params|query|headers|files|get|post|cookies)"
        r"|req\.(?:body|params|query|headers|cookies)|sys\.argv|process\.argv|stdin"
        r"|pickle|unserialize|deserialize|yaml\.load|eval|exec|innerhtml|subprocess|os\.system"
        r"|dangerouslysetinnerhtml|child_process|execute)\b",
        re.IGNORECASE,
    ),
}

# Only what goes away can break a caller; a new export breaks nobody.
_EXPORTED = re.compile(r"^[ \t]{0,40}(?:export|pub|public)\b", re.MULTILINE)


def flags(files: Iterable[ChangedFile]) -> tuple[Flag, ...]:
    """The risk areas in a fixed order; documents raise none, for they describe."""
    code = [file for file in files if not is_doc(file.path)]
    paths = {path for file in code for path in (file.path, file.old_path or file.path)}
    raised = {flag for flag in Flag if any(_touches(flag, path) for path in paths)}
    for file in code:
        if len(raised) == len(Flag):
            break
        if not is_test(file.path):
            raised |= _by_words(file, [flag for flag in Flag if flag not in raised])
    return tuple(flag for flag in Flag if flag in raised)


def _touches(flag: Flag, path: str) -> bool:
    predicate = _BY_PREDICATE.get(flag)
    if predicate is not None and predicate(path):
        return True
    if flag is Flag.AUTH and any(matches(glob, path) for glob in _HARMLESS):
        return False
    return any(matches(glob, path) for glob in _BY_GLOB.get(flag, ()))


def _by_words(file: ChangedFile, candidates: list[Flag]) -> set[Flag]:
    removed = _text(file.removed)
    changed = _text(file.added) + "\n" + removed
    raised = {flag for flag in candidates if flag in _BY_WORDS and _BY_WORDS[flag].search(changed)}
    if _EXPORTED.search(removed):
        raised.add(Flag.PUBLIC_INTERFACE)
    return raised


def _text(lines: tuple[tuple[int, str], ...]) -> str:
    return "\n".join(text[:_MAX_LINE] for _, text in lines)

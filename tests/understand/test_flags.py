from __future__ import annotations

import pytest

from postil.domain.brief import Flag
from postil.domain.change import ChangedFile, FileStatus
from postil.understand.flags import flags

from fakes.changes import change_between


def _by_path(path: str, old_path: str | None = None) -> tuple[Flag, ...]:
    return flags([ChangedFile(path, FileStatus.ADDED, old_path)])


@pytest.mark.parametrize(
    ("path", "flag"),
    [
        ("src/auth/a.py", Flag.AUTH),
        ("login.ts", Flag.AUTH),
        (".env.local", Flag.SECRETS),
        ("certs/server.pem", Flag.SECRETS),
        ("db/migrations/1.py", Flag.MIGRATION),
        ("schema.prisma", Flag.MIGRATION),
        ("api.proto", Flag.PUBLIC_INTERFACE),
        ("openapi-v2.yaml", Flag.PUBLIC_INTERFACE),
        (".github/workflows/ci.yml", Flag.CI),
        ("package.json", Flag.DEPENDENCIES),
        ("requirements-dev.txt", Flag.DEPENDENCIES),
        ("uv.lock", Flag.DEPENDENCIES),
        ("src/crypto.go", Flag.CRYPTOGRAPHY),
    ],
)
def test_a_path_raises_a_flag(path: str, flag: Flag) -> None:
    assert _by_path(path) == (flag,)


@pytest.mark.parametrize("path", ["src/author.py", "docs/auth.md", "src/plain.py", "AUTHORS"])
def test_a_path_raises_none(path: str) -> None:
    assert _by_path(path) == ()


def test_the_name_a_file_had_counts_too() -> None:
    assert _by_path("src/misc.py", "src/session.py") == (Flag.AUTH,)


@pytest.mark.parametrize(
    ("line", "flag"),
    [
        ("if user.is_admin:", Flag.AUTH),
        ("api_key = load()", Flag.SECRETS),
        ("ALTER TABLE users", Flag.MIGRATION),
        ("import hashlib", Flag.CRYPTOGRAPHY),
        ("} catch (e) {", Flag.ERROR_HANDLING),
        ("if err != nil {", Flag.ERROR_HANDLING),
        ("async def f():", Flag.CONCURRENCY),
        ("const x = req.body", Flag.UNTRUSTED_INPUT),
    ],
)
@pytest.mark.parametrize("side", ["added", "removed"])
def test_a_changed_line_raises_a_flag(line: str, flag: Flag, side: str) -> None:
    old, new = ("x\n", line + "\n") if side == "added" else (line + "\n", "x\n")
    assert flags(change_between({"a.src": old}, {"a.src": new}).files) == (flag,)


@pytest.mark.parametrize("path", ["README.md", "tests/test_a.py"])
def test_words_in_documents_and_tests_raise_none(path: str) -> None:
    assert flags(change_between({}, {path: "import hashlib\n"}).files) == ()


def test_a_removed_export_touches_the_public_interface_and_a_new_one_does_not() -> None:
    kept, gone = {"a.ts": "x\n"}, {"a.ts": "export function f() {}\n"}
    assert flags(change_between(gone, kept).files) == (Flag.PUBLIC_INTERFACE,)
    assert flags(change_between(kept, gone).files) == ()


def test_words_past_the_cap_of_a_line_are_not_read() -> None:
    long = " " * 20_000 + "hashlib\n"
    assert flags(change_between({}, {"a.py": long}).files) == ()


def test_with_every_flag_raised_reading_stops() -> None:
    paths = [
        "auth.py",
        ".env",
        "db/migrations/1.sql",
        "a.proto",
        ".gitlab-ci.yml",
        "go.mod",
        "crypto.py",
    ]
    text = "try:\nasync\nreq.body\n"
    files = change_between({}, dict.fromkeys([*paths, "z1.py", "z2.py"], text)).files
    assert flags(files) == tuple(Flag)

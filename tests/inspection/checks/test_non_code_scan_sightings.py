"""What shows that a secret is a sample nobody can use."""

from __future__ import annotations

import datetime as dt

import pytest

from postil.domain.change import Side
from postil.inspection.checks._non_code_scan.sightings import (
    Sighting,
    is_sample_key,
    without_samples,
)
from postil.inspection.credentials import Credential, Grade

TODAY = dt.date(2026, 1, 15)


def sighting(path: str, text: str, digest: str = "a", grade: Grade = Grade.FORMAT) -> Sighting:
    credential = Credential("GitHub token", 0, 4, grade, digest)
    return Sighting(path, Side.NEW, 1, text, credential, (credential,))


@pytest.mark.parametrize(
    ("path", "text", "kept"),
    [
        ("tests/test_a.py", "token", True),
        ("tests/test_redaction.py", "token", False),
        ("tests/test_a.py", "scrubbed(token)", False),
        ("src/redaction.py", "token", True),
        ("src/a.py", "https://a/b?se=2020-01-01T00&sig=x", False),
        ("src/a.py", "https://a/b?se=2030-01-01T00&sig=x", True),
        ("src/a.py", "https://a/b?se=2020-19-91T00&sig=x", True),
        ("src/a.py", "https://a/b?X-Amz-Date=20180913T201100Z&X-Amz-Expires=300", False),
        ("src/a.py", "https://a/b?X-Amz-Date=20260110T201100Z&X-Amz-Expires=300", True),
        ("src/a.py", "https://a/b?X-Amz-Date=20189913T201100Z", True),
        ("src/a.py", "https://a/b?X-Amz-Date=99991231T201100Z", True),
    ],
)
def test_one_secret(path: str, text: str, *, kept: bool) -> None:
    assert bool(list(without_samples([sighting(path, text)], TODAY))) is kept


@pytest.mark.parametrize(
    ("path", "digests", "grade", "kept"),
    [
        ("tests/test_a.py", "abc", Grade.FORMAT, 0),
        ("tests/test_a.py", "ab", Grade.FORMAT, 2),
        ("tests/test_a.py", "aaa", Grade.FORMAT, 3),
        ("src/a.py", "abc", Grade.FORMAT, 3),
        ("tests/test_a.py", "abc", Grade.SURROUNDINGS, 3),
    ],
)
def test_several_secrets(path: str, digests: str, grade: Grade, kept: int) -> None:
    seen = [sighting(path, "token", digest, grade) for digest in digests]
    assert len(list(without_samples(seen, TODAY))) == kept


@pytest.mark.parametrize(
    ("path", "sample"),
    [
        ("examples/tls/key.pem", True),
        ("certs/self_signed_certs/key.pem", True),
        ("certs/localhost.key", True),
        ("certs/server.key", False),
        ("examples/notes.txt", False),
        ("contest/server.key", False),
    ],
)
def test_keys_of_samples(path: str, *, sample: bool) -> None:
    assert is_sample_key(path) is sample


@pytest.mark.parametrize(
    ("kind", "path", "around", "kept"),
    [
        ("Google API key", "src/a.ts", ("authDomain: 'a.firebaseapp.com'",), False),
        ("Google API key", "src/a.ts", ("appId: 'a'",), True),
        ("secret key", "docs/config.ts", ("appId: 'a'",), False),
        ("secret key", "src/config.ts", ("algolia: {",), False),
        ("secret key", "src/config.ts", ("appId: 'a'",), True),
    ],
)
def test_keys_that_every_visitor_gets(
    kind: str, path: str, around: tuple[str, ...], *, kept: bool
) -> None:
    credential = Credential(kind, 0, 4, Grade.FORMAT, "a")
    one = Sighting(path, Side.NEW, 1, "key", credential, (credential,), around=around)
    assert bool(list(without_samples([one], TODAY))) is kept


@pytest.mark.parametrize(
    ("grade", "around", "kept"),
    [
        (Grade.SURROUNDINGS, ('expectEqual(made.secret, "abcd", "secret")',), False),
        (Grade.SURROUNDINGS, ("assert made.secret == 'abcd'",), False),
        (Grade.SURROUNDINGS, ("made.secret = 'abcd'",), True),
        (Grade.SURROUNDINGS, ("assert made.secret == 'other'",), True),
        (Grade.SURROUNDINGS, ("abcd = expect",), True),
        (Grade.FORMAT, ("assert made.secret == 'abcd'",), True),
    ],
)
def test_a_value_that_is_expected_to_come_out(
    grade: Grade, around: tuple[str, ...], *, kept: bool
) -> None:
    credential = Credential("secret", 0, 4, grade, "a")
    one = Sighting("src/a.ts", Side.NEW, 1, "abcd = expect", credential, (), around=around)
    assert bool(list(without_samples([one], TODAY))) is kept

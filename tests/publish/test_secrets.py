from __future__ import annotations

import base64
import codecs
import html
import json
import random
import time
import urllib.parse
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.publish.secrets import Leak, Screened, Secret, Spelling, screen

TOKEN = "ghx_" + "Zk3Vq9LmT7xRw2Pb8Ns5Yc1Hd6Jf4Ga0Ke"
KEY = Secret("the model key", "sk-made-up/" + "p+Q7=w:E3&r<T>8\"y'U1 iO5{a}S")
SECRET = Secret("the forge token", TOKEN)
NOTE = "(own secret removed)"


def base64_at(value: str, before: int, after: int, *, url: bool) -> str:
    data = b"x" * before + value.encode() + b"y" * after
    return (base64.urlsafe_b64encode if url else base64.b64encode)(data).decode()


def in_base64(before: int, after: int, *, url: bool) -> Callable[[str], str]:
    return lambda value: base64_at(value, before, after, url=url)


ENCODINGS: dict[str, Callable[[str], str]] = {
    "plain": str,
    **{f"base64 std +{n} +{m}": in_base64(n, m, url=False) for n in range(3) for m in range(3)},
    **{f"base64 url +{n} +{m}": in_base64(n, m, url=True) for n in range(3) for m in range(3)},
    "hex lower": lambda v: v.encode().hex(),
    "hex upper": lambda v: v.encode().hex().upper(),
    "percent": urllib.parse.quote_plus,
    "percent, all of it": lambda v: "".join(f"%{byte:02X}" for byte in v.encode()),
    "JSON": json.dumps,
    "JSON, all of it": lambda v: "".join(f"\\u{ord(c):04x}" for c in v),
    "reversed": lambda v: v[::-1],
    "rot13": lambda v: codecs.encode(v, "rot13"),
    "entities": lambda v: html.escape(v).replace("_", "&lowbar;"),
    "decimal entities": lambda v: "".join(f"&#{ord(c)};" for c in v),
    "hexadecimal entities": lambda v: "".join(f"&#x{ord(c):x};" for c in v),
    "upper case": str.upper,
    "backslash x": lambda v: "".join(f"\\x{ord(c):02x}" for c in v),
}
SPLITS: dict[str, Callable[[str], str]] = {
    "whole": str,
    "zero-width": "\u200b".join,
    "blanks": " ".join,
    "lines": lambda text: "\n".join(text[at : at + 5] for at in range(0, len(text), 5)),
    "ticks": lambda text: "` `".join(text[at : at + 8] for at in range(0, len(text), 8)),
}


@pytest.mark.parametrize("secret", [SECRET, KEY], ids=["token", "key"])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_m12_t13_ac25_no_secret_of_ours_leaves(encoding: str, secret: Secret) -> None:
    spelt = ENCODINGS[encoding](secret.value)
    done = screen(f"before {spelt} after", [SECRET, KEY])
    assert {leak.name for leak in done.leaks} == {secret.name}
    assert NOTE in done.body
    assert done.body.startswith("before ")
    assert done.body.endswith(" after")
    assert screen(done.body, [SECRET, KEY]) == Screened(done.body)


@pytest.mark.parametrize("split", SPLITS)
@pytest.mark.parametrize(
    "encoding", ["plain", "hex lower", "base64 std +0 +0", "reversed", "rot13"]
)
def test_ac25_pieces_are_put_together(encoding: str, split: str) -> None:
    done = screen(SPLITS[split](ENCODINGS[encoding](TOKEN)), [SECRET])
    assert [leak.name for leak in done.leaks] == [SECRET.name]
    assert screen(done.body, [SECRET]).leaks == ()


@pytest.mark.parametrize(
    ("part", "is_found"),
    [
        (TOKEN.removeprefix("ghx_"), True),
        (TOKEN[:20] + " and then " + TOKEN[20:], True),
        (TOKEN[8:20], True),
        (TOKEN[8:19], False),
        (TOKEN[:8], False),
    ],
)
def test_ac25_a_part_is_enough(part: str, *, is_found: bool) -> None:
    assert bool(screen(f"it begins {part}.", [SECRET]).leaks) is is_found


def test_what_is_said_of_a_leak() -> None:
    done = screen(f"`{TOKEN}` and {TOKEN[::-1]}", [SECRET])
    assert done.leaks == (
        Leak("the forge token", Spelling.PLAIN),
        Leak("the forge token", Spelling.REVERSED),
    )
    assert done.body == f"`{NOTE}` and {NOTE}"


@pytest.mark.parametrize("value", ["", "none", "ollama", "a-b-c-d"])
def test_short_values_are_not_secrets(value: str) -> None:
    assert screen(f"the model is {value}", [Secret("x", value)]).leaks == ()


def test_a_secret_of_eight_characters_is_found_whole() -> None:
    secret = Secret("x", "hj4k-9wq2")
    assert screen("it is hj4k9wq2", [secret]).body == f"it is {NOTE}"
    assert screen("it is hj4k9wq", [secret]).leaks == ()


@pytest.mark.parametrize(
    "text", ["&notanentity; %zz \\u12", "&#99999999999; x", "%", "\ud800 \udcff"]
)
def test_broken_escapes_are_text(text: str) -> None:
    assert screen(text, [SECRET]) == Screened(text)


@given(st.text(st.characters(exclude_categories=())))
def test_other_text_is_left_as_it_is(text: str) -> None:
    assert screen(text, [SECRET, KEY]) == Screened(text)


@given(st.binary(min_size=16, max_size=48), st.integers(0, 3), st.sampled_from(sorted(ENCODINGS)))
def test_whatever_the_secret(data: bytes, before: int, encoding: str) -> None:
    value = base64.urlsafe_b64encode(data).decode().rstrip("=")
    text = "x" * before + ENCODINGS[encoding](value)
    assert screen(text, [Secret("s", value)]).leaks != ()


def test_the_time_grows_with_the_text_alone() -> None:
    pick = random.Random(7)  # noqa: S311 - the same text each time is the point
    secrets = [
        Secret(str(n), "".join(pick.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=60)))
        for n in range(10)
    ]
    hostile = (secrets[0].value[:11] + "%41&#65;") * 50_000
    started = time.process_time()
    assert screen(hostile[:400_000], secrets).leaks == ()
    assert time.process_time() - started < 10

"""A prefix counts as cached only where and when a provider would have it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from postil.testing.models import Asked, Dialect
from postil.testing.models.asked import Piece
from postil.testing.models.caching import PromptCache, Reuse, shared_prefix

KILO = "x" * 4096  # 1,024 tokens


def asked(*pieces: Piece, dialect: Dialect = Dialect.MESSAGES, implicit: bool = True) -> Asked:
    return Asked(dialect=dialect, model="m", pieces=pieces, implicit_cache=implicit)


def after(first: Asked, second: Asked) -> Reuse:
    cache = PromptCache()
    cache.register(first)
    return cache.look_up(second)


def test_nothing_is_cached_before_an_answer_began() -> None:
    cache = PromptCache()
    question = asked(Piece(KILO, marked=True), Piece("charge"))
    assert cache.look_up(question) == Reuse(read=0, written=1024)
    assert cache.look_up(question) == Reuse(read=0, written=1024)
    cache.register(question)
    assert cache.look_up(question) == Reuse(read=1024, written=0)


MARKED = Piece(KILO, marked=True)


@pytest.mark.parametrize(
    ("first", "second", "reuse"),
    [
        pytest.param((MARKED, Piece("a")), (MARKED, Piece("b")), Reuse(1024, 0), id="same mark"),
        pytest.param((Piece(KILO),), (Piece(KILO),), Reuse(0, 0), id="no mark"),
        pytest.param((Piece(KILO),), (MARKED,), Reuse(0, 1024), id="marked too late"),
        pytest.param((MARKED,), (Piece(KILO),), Reuse(0, 0), id="not asked for"),
        pytest.param(
            (Piece("short", marked=True),), (Piece("short", marked=True),), Reuse(0, 0), id="short"
        ),
        pytest.param(
            (Piece("y" + KILO, marked=True),), (MARKED,), Reuse(0, 1024), id="another beginning"
        ),
        pytest.param(
            (MARKED,),
            (Piece(KILO), Piece(KILO), MARKED),
            Reuse(1024, 2048),
            id="found before the mark",
        ),
        pytest.param(
            (MARKED,),
            (Piece(KILO), *[Piece("abcd")] * 20, Piece("abcd", marked=True)),
            Reuse(0, 1045),
            id="too far before the mark",
        ),
    ],
)
def test_anthropic_caches_at_marks(
    first: tuple[Piece, ...], second: tuple[Piece, ...], reuse: Reuse
) -> None:
    assert after(asked(*first), asked(*second)) == reuse


@pytest.mark.parametrize("dialect", [Dialect.CHAT, Dialect.RESPONSES])
@pytest.mark.parametrize(
    ("shared", "read"), [(4095, 0), (4096, 1024), (4607, 1024), (4608, 1152), (40_000, 9984)]
)
def test_openai_caches_by_itself_in_steps(dialect: Dialect, shared: int, read: int) -> None:
    first = asked(Piece("x" * shared + "a"), dialect=dialect)
    second = asked(Piece("x" * shared + "b"), dialect=dialect)
    assert after(first, second) == Reuse(read, 0)


def test_gemini_caches_by_itself_to_the_token() -> None:
    first = asked(Piece("x" * 5000 + "a"), dialect=Dialect.GEMINI)
    second = asked(Piece("x" * 5000 + "b"), dialect=Dialect.GEMINI)
    assert after(first, second) == Reuse(1250, 0)


def test_openai_takes_marks_to_the_token_and_can_be_told_to_take_nothing_else() -> None:
    mark = Piece("x" * 5000, marked=True)
    first = asked(mark, Piece("a"), dialect=Dialect.CHAT, implicit=False)
    second = asked(mark, Piece("b"), dialect=Dialect.CHAT, implicit=False)
    assert after(first, second) == Reuse(1250, 0)
    bare = asked(Piece("x" * 5000), dialect=Dialect.CHAT, implicit=False)
    assert after(bare, bare) == Reuse(0, 0)


def test_models_and_dialects_share_nothing() -> None:
    first = asked(MARKED)
    other = Asked(dialect=Dialect.MESSAGES, model="other", pieces=(MARKED,))
    assert after(first, other).read == 0
    assert after(asked(Piece(KILO), dialect=Dialect.CHAT), asked(MARKED)).read == 0


def test_only_the_latest_four_marks_are_kept() -> None:
    first = asked(*[MARKED] * 5)
    only_one = asked(MARKED)
    assert after(first, only_one).read == 0
    assert after(first, asked(MARKED, MARKED)).read == 2048


@given(st.binary(), st.binary(), st.binary())
def test_a_shared_prefix_is_what_the_eye_sees(head: bytes, first: bytes, second: bytes) -> None:
    one, other = head + first, head + second
    pairs = zip(one, other, strict=False)
    expected = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    assert shared_prefix(one, other) == expected

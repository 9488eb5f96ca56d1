"""What a provider's error means to us."""

from __future__ import annotations

import pytest
from pydantic_ai import exceptions as errors

from postil.domain.errors import Garbled, ModelDown, ModelError, TooLong, Unusable
from postil.models._failures import classified, is_unable

VARIABLES = ("SOME_API_KEY", "SOME_BASE_URL")
MODEL = "some:one"


@pytest.mark.parametrize(
    ("problem", "meant", "words"),
    [
        (errors.UserError("no such setting"), Unusable, "refuses the request: no such setting"),
        (errors.UnexpectedModelBehavior("odd"), Garbled, "something that is no answer: odd"),
        (OSError("no route"), ModelDown, "not to be reached; look at `SOME_BASE_URL`: no route"),
        (errors.ModelHTTPError(413, "one", "big"), TooLong, "too long for `some:one`"),
        (
            errors.ModelHTTPError(404, "one", {"detail": "Not Found"}),
            Unusable,
            "nothing that answers for `some:one` at its address; look at `SOME_BASE_URL`",
        ),
        (
            errors.ModelHTTPError(404, "one", "<html>about models</html>"),
            Unusable,
            "nothing that answers",
        ),
        (
            errors.ModelHTTPError(404, "one", "no such model"),
            Unusable,
            "there is no model `one` where `some:one` was looked for; mend its name",
        ),
        (
            errors.ModelHTTPError(400, "one", "Your credit balance is too low"),
            Unusable,
            "has reached a limit: Your credit balance",
        ),
        (errors.ModelHTTPError(503, "one", "busy"), ModelDown, "busy"),
    ],
)
def test_each_error_says_what_to_do(
    problem: Exception, meant: type[ModelError], words: str
) -> None:
    error = classified(problem, MODEL, VARIABLES)
    assert type(error) is meant
    assert words in str(error)


def test_without_variables_none_is_named() -> None:
    assert str(classified(OSError("x"), MODEL)) == "`some:one` is not to be reached: x"


def test_the_providers_words_are_one_short_line() -> None:
    error = classified(errors.ModelHTTPError(500, "one", "a\nb " * 1_000), MODEL)
    assert "\n" not in str(error)
    assert len(str(error)) < 400


@pytest.mark.parametrize(
    ("words", "unable"),
    [
        ("registry.example/llama does not support tools", True),
        ("tools is not supported in this model", True),
        ("response_format: unsupported value", True),
        ("unsupported schema", True),
        ("unknown field temperature", False),
        ("too many tools", False),
    ],
)
def test_a_server_that_knows_no_tools_is_recognised(words: str, unable: bool) -> None:
    rejected = errors.ModelRequestRejectedError("one", words)
    assert is_unable(rejected) is unable
    assert not is_unable(errors.ModelHTTPError(500, "one", words))

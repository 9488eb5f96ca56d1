"""What a provider's error means to us: try again, wait, shorten, or give up and say why."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pydantic_ai import exceptions as errors

from postil.domain.errors import Garbled, ModelDown, ModelError, RateLimited, TooLong, Unusable

_MONEY = re.compile(
    r"(?i)insufficient_quota|credit balance|billing|spend(?:ing)?[ _-]limit|usage limit|quota exceeded"
)
_UNABLE = re.compile(
    r"(?i)(?:does not|doesn't|not) support[^.]{0,40}(?:tool|function|json_schema|response_format)"
    r"|(?:tools?|functions?|tool_choice|response_format|json_schema)[^.]{0,60}(?:not supported|unsupported|unknown)"
    r"|unsupported[^.]{0,40}(?:tool|schema|response_format)"
)

_NO_PAGE = re.compile(r"(?i)invalid url|page not found|no route|cannot post|<html")


def classified(problem: BaseException, model: str, variables: Sequence[str] = ()) -> ModelError:
    """The same failure in our own words, of the kind that says what to do about it."""
    said = _words(problem)
    if isinstance(problem, errors.ModelQuotaExceededError) or _MONEY.search(said):
        return Unusable(f"the account behind `{model}` has reached a limit: {said}")
    if isinstance(problem, errors.ModelRateLimitError):
        return RateLimited(f"`{model}` asks for a pause", after=problem.retry_after)
    if isinstance(problem, errors.ModelAuthenticationError):
        return Unusable(f"`{model}` does not accept the key{_look(variables[:1])}")
    if isinstance(problem, errors.ModelContextWindowExceededError) or _status(problem) == 413:  # noqa: PLR2004 - the status has no other name
        return TooLong(f"the question is too long for `{model}`")
    if isinstance(problem, errors.ModelNotFoundError) or _status(problem) == 404:  # noqa: PLR2004 - same
        return _not_there(said, model, variables)
    if isinstance(problem, errors.ModelRequestRejectedError | errors.UserError):
        return Unusable(f"`{model}` refuses the request: {said}")
    if isinstance(problem, errors.UnexpectedModelBehavior):
        return Garbled(f"`{model}` answered with something that is no answer: {said}")
    return ModelDown(f"`{model}` is not to be reached{_look(variables[1:2])}: {said}")


def _not_there(said: str, model: str, variables: Sequence[str]) -> Unusable:
    """Of two things that are both "not found": a model the server does not have, or no such server."""
    name = model.partition(":")[2]
    if "model" in said.lower() and not _NO_PAGE.search(said):
        return Unusable(f"there is no model `{name}` where `{model}` was looked for; mend its name")
    return Unusable(
        f"there is nothing that answers for `{model}` at its address{_look(variables[1:2])}"
    )


def _look(variables: Sequence[str]) -> str:
    return f"; look at `{variables[0]}`" if variables else ""


def is_unable(problem: BaseException) -> bool:
    """Whether the server says that it knows no tools or no schemas."""
    return isinstance(problem, errors.ModelRequestRejectedError) and bool(
        _UNABLE.search(_words(problem))
    )


def _status(problem: BaseException) -> int:
    return problem.status_code if isinstance(problem, errors.ModelHTTPError) else 0


def _words(problem: BaseException) -> str:
    """The provider's own words, on one line and not too many of them."""
    body = getattr(problem, "body", None)
    text = str(body or problem) or type(problem).__name__
    return " ".join(text.split())[:300]

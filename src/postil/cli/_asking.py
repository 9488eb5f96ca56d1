"""Reads what was asked of `postil review`, and refuses what cannot be meant or is not there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from postil import wiring
from postil.cli._unbuilt import refuse_unbuilt
from postil.configuration import context_values
from postil.domain.brief import Effort
from postil.domain.errors import NotAvailable, UserError
from postil.workspaces.git import Scope, Target

_PULL_REQUEST = re.compile(
    r"\A(?:\d{1,6}|#\d{1,9}|[\w.-]{1,100}/[\w.-]{1,100}#\d{1,9}"
    r"|https?://[^\s/]{1,200}/\S{0,500}/(?:pull|merge_requests|pulls)/\d{1,9}\S{0,500})\Z"
)
_FOR_ONE_ROLE = re.compile(r"\A[A-Za-z0-9_ -]{0,80}=")
_MOST_CHECK_SECONDS = 3600.0


def format_of(given: Mapping[str, Any]) -> str:
    asked = given["format_"]
    if given["as_json"] and asked not in (None, "json"):
        raise UserError(f"`--json` and `--format {asked}` contradict each other; give one of them.")
    return "json" if given["as_json"] else asked or "terminal"


def wanted(target: str | None, given: Mapping[str, Any]) -> wiring.Wanted:
    _refuse_what_is_not_there(target, given)
    if given["quick"] and given["full_pass"]:
        raise UserError("`--quick` and `--full-pass` contradict each other; give one of them.")
    effort = Effort.QUICK if given["quick"] else Effort.AUTO
    return wiring.Wanted(
        repo=given["repo"],
        target=_target(target, given),
        flags=_flags(given) | context_values(given["context"]),
        config=given["config"],
        effort=Effort.FULL_PASS if given["full_pass"] else effort,
        spec=given["spec"],
        test_direction=given["test_direction"] or "",
        instructions=given["instructions"],
        second_opinion=given["second_opinion"],
        only=given["only"],
        with_model=not given["no_model"],
        with_network=not given["no_network"],
        everything=given["scope"] == "full",
        sarif=given["sarif"],
        store=given["store"] or ("none" if format_of(given) == "json" else None),
    )


def _refuse_what_is_not_there(target: str | None, given: Mapping[str, Any]) -> None:
    """One sentence for what the contract names and this version cannot do yet."""
    if target and _PULL_REQUEST.fullmatch(target):
        raise NotAvailable(
            f"`{target}` names a pull request, which this version cannot fetch yet; "
            "fetch its branch and give a range, for example `main...FETCH_HEAD`."
        )
    refuse_unbuilt(given)
    if given["scope"] == "delta":
        raise NotAvailable(
            "`--scope` cannot be `delta` yet; `auto` reads what changed since the last review "
            "and `full` everything."
        )


def _target(target: str | None, given: Mapping[str, Any]) -> Target:
    if given["staged"] and given["worktree"]:
        raise UserError("`--worktree` includes what is staged; give one of the two.")
    scope = Scope.STAGED if given["staged"] else Scope.COMMITTED
    return Target(
        revision=target or "",
        base=given["base"] or "",
        head=given["head"] or "",
        scope=Scope.WORK_TREE if given["worktree"] else scope,
    )


def _flags(given: Mapping[str, Any]) -> dict[str, object]:
    """The settings that were given as flags, by their configuration key."""
    named = {
        "profile": given["profile"],
        "layout": given["layout"],
        "fail_on": given["fail_on"],
        "allow_partial": given["allow_partial"] or None,
        "checks.timeout": given["timeout"] and min(given["timeout"], _MOST_CHECK_SECONDS),
        "budget.timeout": given["timeout"],
        "budget.run": given["budget"],
        "model": _main_model(given["model"]),
        "models.roles": [spec for spec in given["model"] if _FOR_ONE_ROLE.match(spec)] or None,
        "models.arbiter": given["arbiter"],
        "checks.scanners": list(given["scan"]) or None,
    }
    return {key: value for key, value in named.items() if value is not None}


def _main_model(given: Sequence[str]) -> str | None:
    """The last model that was named for everybody and not for one role."""
    return next((spec for spec in reversed(given) if not _FOR_ONE_ROLE.match(spec)), None)

"""Reads what was asked of `postil review`, and refuses what cannot be meant or is not there."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from postil import wiring
from postil.configuration import context_values
from postil.domain.brief import Effort
from postil.domain.errors import UserError
from postil.workspaces.git import Scope, Target

if TYPE_CHECKING:
    from postil.forges.github.targets import Asked

_FOR_ONE_ROLE = re.compile(r"\A[A-Za-z0-9_ -]{0,80}=")
_MOST_CHECK_SECONDS = 3600.0


def format_of(given: Mapping[str, Any]) -> str:
    asked = given["format_"]
    if given["as_json"] and asked not in (None, "json"):
        raise UserError(f"`--json` and `--format {asked}` contradict each other; give one of them.")
    return "json" if given["as_json"] else asked or "terminal"


def wanted(target: str | None, given: Mapping[str, Any]) -> wiring.Wanted:
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
        earlier=_earlier(given),
        sarif=given["sarif"],
        store=given["store"] or _usual_store(given),
    )


def refuse_forge_options(given: Mapping[str, Any]) -> None:
    """A local change is not published, so nobody may think that it would have been."""
    for option in ("dry_run", "yes"):
        if given[option]:
            raise UserError(
                f"`--{option.replace('_', '-')}` is about publishing, and this is no pull request; "
                "name one as `owner/repo#N` or with `--pr N`."
            )


def _usual_store(given: Mapping[str, Any]) -> str | None:
    """None for the usual place; a script gets a review of its own, and one check alone is no review."""
    return "none" if format_of(given) == "json" or given["only"] else None


def is_for_pull(target: str | None, given: Mapping[str, Any]) -> bool:
    """Whether a pull request is meant and not something of the repository at hand."""
    from postil.forges.github.targets import looks_like_pull

    return given["pr"] is not None or bool(target and looks_like_pull(target))


def pull_of(target: str | None, given: Mapping[str, Any]) -> Asked:
    """Which pull request is meant; that of the current branch when none is named."""
    from postil.forges.github.targets import asked

    number = given["pr"] or ""
    if target and given["pr"] is not None:
        raise UserError(f"`{target}` and `--pr` both name what to review; give one of them.")
    return asked(target or number)


def wanted_for_pull(given: Mapping[str, Any]) -> wiring.Wanted:
    """The same for a pull request: what is compared with what, the forge says."""
    for option in ("staged", "worktree", "base", "head"):
        if given[option]:
            raise UserError(f"`--{option}` is for local changes; leave it out for a pull request.")
    if given["no_network"]:
        raise UserError("A pull request cannot be read without the network.")
    return wanted(None, given)


def _earlier(given: Mapping[str, Any]) -> wiring.Earlier:
    if given["last_sha"] and not given["prior"]:
        raise UserError(
            f"`--last-sha {given['last_sha']}` needs `--prior FILE`: what was found at that commit "
            "is yours to keep and hand in."
        )
    return wiring.Earlier(
        prior=given["prior"] or "",
        feedback=given["feedback"] or "",
        last_sha=given["last_sha"] or "",
        fix_range=given["prior_fix_range"] or "",
        only_since=given["scope"] == "delta",
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

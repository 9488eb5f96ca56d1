"""Runs zizmor on workflow files and turns its report into alarms with our severities."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from postil.domain.severity import Basis, Severity
from postil.inspection.checks._workflow_security.alarm import Alarm
from postil.inspection.checks._workflow_security.stakes import is_for_bots
from postil.inspection.checks._workflow_security.surroundings import Surroundings
from postil.ports import Toolbox, ToolRun, ToolStatus

TOOL = "zizmor"
_ARGUMENTS = (
    *("--offline", "--no-config", "--no-ignores", "--persona", "regular"),
    *("--format", "json", "--no-progress", "--color", "never"),
)
_CLEAN, _NO_INPUT = 0, 3
_FOUND = range(10, 20)
_COMPLETED = re.compile(r"completed ([^\n]+)")
_BRANCHES = frozenset({"main", "master", "develop", "dev", "trunk", "head", ""})
_OFFICIAL = ("actions/", "github/")
# Only people who may write to the repository already decide what these hold.
_BY_WRITERS = (
    *("inputs.", "github.event.inputs.", "github.event.client_payload."),
    *("github.event.release.", "github.ref"),
    *("github.event.pull_request.base.ref", "github.base_ref", "github.event.label.name"),
)
_HARMLESS = re.compile(
    r"\Agithub\.(?:actor|triggering_actor|workflow|job|repository|event\.repository\.\w{1,40})\Z|\.full_name\Z|\.(?:login|state_reason|state|id|node_id|number|sha|(?:(?:html|diff|patch|issue|clone|git|ssh)_)?url|\w{1,40}_(?:at|sha|id))\Z"
)
"""Letters, digits, hyphens and colons at most, or what the file itself is called: nothing that a
stranger could make a shell take for a command."""
_LONGEST_SUBJECT = 400
_BUILDERS = "quay.io/pypa/"
"""The systems that wheels are built on, which all projects ask for by name."""
_MILD_RIGHTS = re.compile(
    r"\A(?:issues|pull-requests|statuses|checks|discussions|attestations): write\b"
)
"""Rights to speak, which change no code."""
_BY_ACTION_CALLERS = ("github.event.inputs.", "github.event.release.", "github.ref")
_CONFIDENCE = {"High": 90, "Medium": 65, "Low": 35}
_LEAST_CONFIDENCE = 50


@dataclass(frozen=True, slots=True)
class _Words:
    """How one of the tool's audits is told; `{}` stands for the text it is about."""

    severity: Severity
    title: str
    failure: str
    mitigation: str


_AUDITS: Mapping[str, _Words] = {
    "template-injection": _Words(
        Severity.HIGH,
        "`{}` is pasted into a script and read as part of it",
        "Whoever controls that text runs commands with this workflow's token and secrets",
        'Pass it through `env` and read it as data: `"$NAME"` in a shell, `process.env.NAME` in JavaScript',
    ),
    "github-env": _Words(
        Severity.HIGH,
        "A value strangers may control is written to `GITHUB_ENV` or `GITHUB_PATH`",
        "Later steps run with variables or programs a stranger chose",
        "Write it to `GITHUB_OUTPUT`, or check it first",
    ),
    "insecure-commands": _Words(
        Severity.HIGH,
        "`ACTIONS_ALLOW_UNSECURE_COMMANDS` lets printed text give commands to the runner",
        "Whatever reaches the log can set variables and the search path of later steps",
        "Remove it and write to `GITHUB_ENV` and `GITHUB_PATH` instead",
    ),
    "dangerous-triggers": _Words(
        Severity.LOW,
        "`{}` runs with this repository's secrets on the word of strangers",
        "A later step that reads the pull request hands those secrets over",
        "Use `pull_request` unless the job must write, and never check out the pull request here",
    ),
    "excessive-permissions": _Words(
        Severity.MEDIUM,
        "`{}` is granted to every job of the workflow",
        "Any compromised step can use the token for everything it grants",
        "Start from `permissions: {}` and grant each job what it uses",
    ),
    "unpinned-uses": _Words(
        Severity.LOW,
        "`{}` is not pinned to a commit",
        "Its owner, or whoever takes the account over, can change what runs here",
        "Pin it to a full commit hash and keep the version in a comment",
    ),
    "unpinned-images": _Words(
        Severity.LOW,
        "The image `{}` is not pinned to a digest",
        "What runs here changes whenever the image is pushed again",
        "Pin it to a digest",
    ),
    "hardcoded-container-credentials": _Words(
        Severity.HIGH,
        "A registry password stands in the workflow",
        "Everybody who can read the repository can use the registry account",
        "Move it to a secret and change it",
    ),
    "secrets-inherit": _Words(
        Severity.LOW,
        "`{}` inherits every secret of this repository",
        "The called workflow can use secrets it has no need for",
        "Hand over the secrets it uses by name",
    ),
    "bot-conditions": _Words(
        Severity.HIGH,
        "The condition trusts a name that a stranger can borrow",
        "A pull request can be made to look as if the bot had sent it",
        "Compare `github.event.pull_request.user.login` instead",
    ),
    "overprovisioned-secrets": _Words(
        Severity.MEDIUM,
        "`{}` hands every secret to one step",
        "A fault in that step leaks all of them",
        "Hand over the secrets it uses by name",
    ),
    "unredacted-secrets": _Words(
        Severity.MEDIUM,
        "`{}` takes a secret apart, so its pieces are not hidden in logs",
        "A piece that is printed stays readable in the log",
        "Store the piece as a secret of its own",
    ),
    "unsound-condition": _Words(
        Severity.HIGH,
        "The condition `{}` is always true",
        "Text outside of the braces makes it a string, so the step runs when it should not",
        "Put the whole comparison inside one pair of braces, or leave the braces out",
    ),
    "unsound-contains": _Words(
        Severity.HIGH,
        "`{}` is also true for parts of the names it lists",
        "A branch or user whose name is a part of the list gets through",
        "Compare with `==`, or give `contains` a list made by `fromJSON`",
    ),
    "github-app": _Words(
        Severity.LOW,
        "The app token of `{}` carries every right of the app",
        "A step that leaks it gives away more than the job needs",
        "Name the rights it needs with `permission-…` inputs",
    ),
    "artipacked": _Words(
        Severity.MEDIUM,
        "The token stays in the checkout that is uploaded as an artifact",
        "Whoever downloads the artifact has the token while the job runs",
        "Set `persist-credentials: false` on the checkout",
    ),
    "cache-poisoning": _Words(
        Severity.MEDIUM,
        "A release is built from a cache that other runs may write",
        "A poisoned cache ends up in the published artifact",
        "Switch the cache off where artifacts are published",
    ),
}
# Style, advice, or nothing a change can open.
_DROPPED = frozenset(
    {
        *("self-repository", "use-trusted-publishing", "superfluous-actions", "misfeature"),
        *("anonymous-definition", "undocumented-permissions", "concurrency-limits"),
        *("self-hosted-runner", "stale-action-refs", "ref-version-mismatch", "unsound-ternary"),
        *("secrets-outside-env", "adhoc-packages", "unpinned-tools", "archived-uses"),
    }
)
_ADMITS = re.compile(r"(?<!!)(?<!! )\bcontains\s{0,4}\(")
_PLAIN = frozenset({"true", "false"})
"""What switches a step off or on in plain sight."""
_BY_THEIR_SEVERITY = {"High": Severity.HIGH, "Medium": Severity.MEDIUM, "Low": Severity.LOW}


@dataclass(frozen=True, slots=True)
class Audit:
    """What the tool said: alarms per file it could read, or why there are none."""

    alarms: tuple[Alarm, ...] = ()
    seen: frozenset[str] = frozenset()
    failure: str = ""
    missing: bool = False


def audit(tools: Toolbox, files: Mapping[str, str]) -> Audit:
    """Audit these files in one run; names keep the folders the tool tells their kind by."""
    run = tools.run(TOOL, [*_ARGUMENTS, *sorted(files)], files=files)
    if run.status is ToolStatus.MISSING:
        return Audit(missing=True, failure=f"`{TOOL}` is not installed")
    if run.status is not ToolStatus.RAN:
        return Audit(failure=f"`{TOOL}` {run.status.value}")
    if run.exit == _NO_INPUT:
        return Audit()
    if run.exit != _CLEAN and run.exit not in _FOUND:
        return Audit(failure=f"`{TOOL}` stopped with exit status {run.exit}")
    reported = _report(run)
    if reported is None:
        return Audit(failure=f"`{TOOL}` printed something that is not its report")
    alarms = [alarm for entry in reported for alarm in _alarms(entry, files)]
    return Audit(tuple(alarms), frozenset(_COMPLETED.findall(run.stderr)))


def _report(run: ToolRun) -> list[Any] | None:
    try:
        reported = json.loads(run.stdout)
    except (ValueError, RecursionError):
        return None
    return reported if isinstance(reported, list) else None


@dataclass(frozen=True, slots=True)
class _Found:
    """One entry of the report, as far as it concerns the severity."""

    subject: str
    theirs: Severity
    around: Surroundings


def _alarms(entry: Any, files: Mapping[str, str]) -> Iterator[Alarm]:
    """The alarm an entry of the report stands for; nothing where it is noise or malformed."""
    ident = str(_at(entry, "ident"))
    location = _primary(entry)
    path = str(_at(location, "symbolic", "key", "Local", "verbatim_path"))
    confidence = _CONFIDENCE.get(str(_at(entry, "determinations", "confidence")), 0)
    theirs = _BY_THEIR_SEVERITY.get(str(_at(entry, "determinations", "severity")))
    rows = _rows(location)
    if path not in files or rows is None or theirs is None or ident in _DROPPED:
        return
    lines = files[path].split("\n")
    if confidence < _LEAST_CONFIDENCE or rows[1] >= len(lines):
        return
    subject = _subject(location, lines)
    words = _AUDITS.get(ident) or _unlisted(entry, theirs)
    found = _Found(subject, theirs, Surroundings.of(path, files[path]))
    severity = _weighed(ident, words, found)
    if severity is not None:
        yield Alarm(
            path=path,
            line=rows[0] + 1,
            last_line=rows[1] + 1,
            slug=ident,
            subject=subject,
            severity=severity,
            title=words.title.replace("{}", subject.replace("`", "'")[:100]),
            failure=words.failure,
            mitigation=words.mitigation,
            confidence=confidence,
            basis=Basis.TOOL,
            details=f"{TOOL}: {_at(location, 'symbolic', 'annotation')}",
            identity=subject.partition("@")[0] if ident == "unpinned-uses" else "",
            risks_nothing=_leads_to_nothing(ident, found)
            or (ident == "template-injection" and is_for_bots(lines, rows[0]))
            or (severity is Severity.LOW and f"{TOOL}: ignore[{ident}" in lines[rows[0]]),
        )


_ONLY_BY_TAG = ("slsa-framework/slsa-github-generator/",)
"""Workflows that refuse to run for a commit: they prove their origin by the tag."""
_SHARED = "/.github/workflows/"
"""A workflow of another repository, which people share among their own repositories."""
_ONLY_BY_BRANCH = ("dtolnay/rust-toolchain", "google/oss-fuzz/")
"""Actions that publish nothing but branches."""


def _unlisted(entry: Any, theirs: Severity) -> _Words:
    """What can be said of an audit we have no words for: the tool's own."""
    told = str(_at(entry, "desc") or _at(entry, "ident"))
    return _Words(
        theirs,
        f"{told[:1].upper()}{told[1:]}: `{{}}`",
        "The workflow can be made to do what its author did not intend",
        f"See {_at(entry, 'url')}",
    )


def _weighed(ident: str, words: _Words, found: _Found) -> Severity | None:
    """The severity of this one case; None where it is not worth a word."""
    if ident == "unpinned-uses":
        return _taken_loosely(found)
    if ident == "template-injection":
        if found.theirs is not Severity.HIGH or _HARMLESS.search(found.subject[:_LONGEST_SUBJECT]):
            return None
        writers = _BY_ACTION_CALLERS if found.around.in_action else _BY_WRITERS
        if not found.subject.startswith(writers):
            return words.severity
        return Severity.LOW if found.around.may_be_called else None
    if ident == "excessive-permissions":
        return _granted(words, found)
    if ident == "unpinned-images" and not _is_strange_image(found):
        return None
    if ident == "dangerous-triggers" and not found.around.fetches:
        return None
    if ident == "obfuscation" and found.subject in _PLAIN:
        return None
    return words.severity


def _granted(words: _Words, found: _Found) -> Severity | None:
    """How bad it is that rights go to every job; with one job, that job has what it needs."""
    if found.theirs is not Severity.HIGH:
        return None
    if "write-all" in found.subject:
        return words.severity
    if _MILD_RIGHTS.match(found.subject[:_LONGEST_SUBJECT]):
        return None
    needed = found.around.is_released or found.around.publishes
    return Severity.LOW if found.around.jobs != 1 and not needed else None


def _is_strange_image(found: _Found) -> bool:
    """Whether the image is some account's own, or what is released is made in it.

    A system that tests run on is asked for by its name, so that they see the newest one, or is
    one of several. A server that runs beside the tests sees nothing of the job.
    """
    named = found.subject.rpartition(" ")[2].strip("\"'")
    if "${{" in named or "}}" in named or _BUILDERS in named or found.around.serves(found.subject):
        return False
    return "/" in named or found.around.is_released or "@sha256:" in found.around.text


def _taken_loosely(found: _Found) -> Severity | None:
    """How bad it is that an action is not pinned: a branch moves, a version is a habit of the file."""
    owner, _, version = found.subject.partition("@")
    if owner.startswith((*_OFFICIAL, *_ONLY_BY_BRANCH)):
        return None
    by_tag = owner.startswith(_ONLY_BY_TAG)
    if _SHARED in owner and not by_tag:
        return None
    if version.lower() in _BRANCHES:
        return Severity.MEDIUM
    return Severity.LOW if found.around.pins_others(owner) and not by_tag else None


def _leads_to_nothing(ident: str, found: _Found) -> bool:
    """Whether what is open gives nobody anything."""
    if ident == "unsound-contains":
        # Those it lists are kept out: whoever is called by a part of one is kept out with them.
        return _ADMITS.search(found.subject[:_LONGEST_SUBJECT]) is None
    return ident == "unpinned-uses" and _is_idle(found)


def _is_idle(found: _Found) -> bool:
    """Whether an action that nobody pins here could take nothing from the job that runs it."""
    action = found.subject.strip("\"'")
    is_slip = found.around.pins_others(action.partition("@")[0])
    return not is_slip and found.around.risks_nothing(action)


def _at(node: Any, *keys: str) -> Any:
    for key in keys:
        node = node.get(key) if isinstance(node, dict) else None
    return node


def _primary(entry: Any) -> Any:
    locations = _at(entry, "locations")
    for location in locations if isinstance(locations, list) else ():
        if _at(location, "symbolic", "kind") == "Primary":
            return location
    return None


def _rows(location: Any) -> tuple[int, int] | None:
    """First and last row, counted from nought; an end at column nought is the row before."""
    start = _at(location, "concrete", "location", "start_point", "row")
    end = _at(location, "concrete", "location", "end_point", "row")
    column = _at(location, "concrete", "location", "end_point", "column")
    if not isinstance(start, int) or not isinstance(end, int) or start < 0:
        return None
    return start, max(start, end - (column == 0))


def _subject(location: Any, lines: list[str]) -> str:
    """The marked text where it is one line, else the first line of what is marked."""
    first, last = _rows(location) or (0, 0)
    start = _at(location, "concrete", "location", "start_point", "column")
    end = _at(location, "concrete", "location", "end_point", "column")
    line = lines[first].encode("utf-8", "surrogateescape")
    marked = line[start:end] if first == last else line
    return marked.decode("utf-8", "replace").strip(" -")

"""What a scanner's rule makes of a result: slug, severity, confidence and dimension."""

from __future__ import annotations

import re
from typing import Any

from postil.domain.severity import Dimension, Severity
from postil.inspection.checks._sarif_import.log import Json, Run
from postil.inspection.checks._sarif_import.values import at, list_at, number_at, text_at
from postil.inspection.checks._sarif_import.words import kebab

MOST_SLUG = 80
OURS = "Postil"
COMMITTED = "committed-secret"
"""The slug our own scan gives a secret, so that both are one finding."""

_LEVELS = {"error": Severity.HIGH, "warning": Severity.MEDIUM, "note": Severity.LOW}
_SCORES = ((9.0, Severity.CRITICAL), (7.0, Severity.HIGH), (4.0, Severity.MEDIUM))
_CONFIDENCE = {"very-high": 90, "high": 90, "medium": 65, "low": 35}
_UNTOLD = 80
_CONFIDENCE_KEYS = ("confidence", "issue_confidence", "zizmor/confidence", "precision")
_CONFIDENCE_TAG = " confidence"
_CODE = re.compile(r"\A[A-Za-z]{1,10}[-_]?\d{1,6}\Z")
_PART = re.compile(r"[./]|::")
_SECRET_TOOLS = ("gitleaks", "kingfisher", "trufflehog", "detect-secrets", "ggshield", "whispers")
_SECRET_TAGS = frozenset({"secret", "secrets", "cwe-798", "external/cwe/cwe-798"})
_EXPOSED = frozenset(
    {"hardcoded", "hard", "exposed", "leaked", "committed", "detected", "plaintext"}
)
_SECRETS = frozenset(
    {"secret", "secrets", "password", "passwords", "credential", "credentials", "token", "key"}
)
_SECURITY_TOOLS = (
    *("bandit", "brakeman", "checkov", "gosec", "grype", "kics", "njsscan", "osv-scanner"),
    *("snyk", "terrascan", "tfsec", "trivy", "zizmor"),
)
_TAGGED = {
    "security": Dimension.SECURITY,
    "vulnerability": Dimension.SECURITY,
    "cwe": Dimension.SECURITY,
    "owasp": Dimension.SECURITY,
    "performance": Dimension.PERFORMANCE,
    "efficiency": Dimension.PERFORMANCE,
    "concurrency": Dimension.CONCURRENCY,
    "error-handling": Dimension.ERROR_HANDLING,
    "exceptions": Dimension.ERROR_HANDLING,
    "maintainability": Dimension.CONSISTENCY,
    "readability": Dimension.CONSISTENCY,
    "style": Dimension.CONSISTENCY,
    "useless-code": Dimension.CONSISTENCY,
    "consistency": Dimension.CONSISTENCY,
    "cross-reference": Dimension.CROSS_REFERENCE,
    "test-coverage": Dimension.TEST_COVERAGE,
}
_TAG_END = re.compile(r"[-:/]")


def rule_id(result: Json, run: Run) -> str:
    """The id as the scanner writes it; empty when the result names no rule."""
    given = text_at(result, "ruleId") or text_at(result, "rule", "id")
    return given or text_at(rule_of(result, run), "id")


def rule_of(result: Json, run: Run) -> Json:
    """What the run declares about the result's rule: by index, by id, or by what the id begins with."""
    given = text_at(result, "ruleId") or text_at(result, "rule", "id")
    index = number_at(result, "rule", "index")
    extension = number_at(result, "rule", "toolComponent", "index")
    if index is None:
        index, extension = number_at(result, "ruleIndex"), None
    component = 0 if extension is None else extension + 1
    if index is not None and 0 <= component < len(run.rules):
        found = at(run.rules[component], index)
        if found is not None and given.startswith(text_at(found, "id") if given else ""):
            return found
    return run.by_id.get(given) or run.by_id.get(given.partition("/")[0]) or {}


def slug(identity: str, rule: Json) -> str:
    """The last part of the id; where that is a mere code, with the name of the rule."""
    parts = [part for part in _PART.split(identity) if part]
    last = parts[-1] if parts else ""
    code = next((part for part in parts if _CODE.match(part)), "")
    name = kebab(text_at(rule, "name"))
    is_mere = bool(code and name) and name != kebab(code)
    words = f"{kebab(code)}-{name}" if is_mere else kebab(last)
    return words[:MOST_SLUG].strip("-") or "unnamed-rule"


def severity(result: Json, rule: Json, run: Run) -> Severity | None:
    """By score, else by level; None when the scanner says that severity does not apply."""
    own = text_at(result, "properties", "severity")
    if run.tool == OURS and own in set(Severity):
        return Severity(own)
    level = text_at(result, "level") or text_at(rule, "defaultConfiguration", "level") or "warning"
    if level == "none":
        return None
    for properties in (at(result, "properties"), at(rule, "properties")):
        score = _number(at(properties, "security-severity"))
        if score is not None and score > 0:
            return next((each for least, each in _SCORES if score >= least), Severity.LOW)
    return _LEVELS.get(level, Severity.MEDIUM)


def confidence(result: Json, rule: Json) -> int:
    for properties in (at(result, "properties"), at(rule, "properties")):
        for key in _CONFIDENCE_KEYS:
            known = _CONFIDENCE.get(text_at(properties, key).lower())
            if known is not None:
                return known
    words = (
        tag.removesuffix(_CONFIDENCE_TAG) for tag in _tags(rule) if tag.endswith(_CONFIDENCE_TAG)
    )
    return next((_CONFIDENCE[word] for word in words if word in _CONFIDENCE), _UNTOLD)


def dimension(result: Json, rule: Json, run: Run) -> Dimension:
    own = text_at(result, "properties", "dimension")
    if own in set(Dimension):
        return Dimension(own)
    scored = at(rule, "properties", "security-severity") or at(
        result, "properties", "security-severity"
    )
    if scored or _is_tool(run, (*_SECURITY_TOOLS, *_SECRET_TOOLS)):
        return Dimension.SECURITY
    for tag in (*_tags(rule), *_tags(result)):
        known = _TAGGED.get(tag) or _TAGGED.get(_TAG_END.split(tag, maxsplit=1)[0])
        if known is not None:
            return known
    return Dimension.CORRECTNESS


def is_secret(result: Json, rule: Json, run: Run) -> bool:
    """Whether the result is about a secret, whose value must not be shown."""
    tags = {*_tags(rule), *_tags(result)}
    if _is_tool(run, _SECRET_TOOLS) or tags & _SECRET_TAGS:
        return True
    words = set(kebab(f"{rule_id(result, run)} {text_at(rule, 'name')}").split("-"))
    return not (_EXPOSED.isdisjoint(words) or _SECRETS.isdisjoint(words))


def _is_tool(run: Run, names: tuple[str, ...]) -> bool:
    words = run.tool.lower()
    return any(name in words for name in names)


def _tags(node: Json) -> list[str]:
    return [tag.lower() for tag in list_at(node, "properties", "tags") if isinstance(tag, str)]


def _number(value: Any) -> float | None:
    """A score, which some write as text."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        return float(str(value)[:20])
    except ValueError:
        return None

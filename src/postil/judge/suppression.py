"""Closes what the team has agreed not to hear about, and leaves formatting to formatters."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from postil.domain.finding import Finding
from postil.domain.judgement import SetAside
from postil.domain.ledger import State
from postil.domain.paths import matches
from postil.domain.policy import Policy, Suppression
from postil.domain.severity import Dimension
from postil.judge.allowances import allowance
from postil.judge.case import Case, Sifted, is_computed
from postil.judge.grounds import Grounds
from postil.judge.shelf import Shelf

STEP = "suppression"
TOOLING = "tooling"

_FORMATTING = frozenset(
    {"format", "formatting", "indent", "indentation", "whitespace", "semicolon", "semicolons"}
)
_FORMATTING_SLUGS = frozenset(
    {"line-length", "long-line", "import-order", "quote-style", "trailing-comma", "brace-style"}
)
_WEB = (".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".css", ".json", ".jsonc")
_PROSE = (".md", ".mdx", ".yml", ".yaml", ".html", ".scss", ".less", ".vue", ".graphql")
_PYTHON = (".py", ".pyi")
_C_LIKE = (".c", ".h", ".cc", ".cpp", ".cxx", ".hh", ".hpp", ".m", ".mm", ".proto")
FORMATTERS = {
    "autopep8": _PYTHON,
    "biome": _WEB,
    "black": _PYTHON,
    "clang-format": _C_LIKE,
    "deno": (*_WEB, ".md"),
    "dotnet-format": (".cs",),
    "dprint": (*_WEB, ".md", ".toml"),
    "gofmt": (".go",),
    "gofumpt": (".go",),
    "goimports": (".go",),
    "google-java-format": (".java",),
    "isort": _PYTHON,
    "ktlint": (".kt", ".kts"),
    "mix-format": (".ex", ".exs"),
    "php-cs-fixer": (".php",),
    "prettier": (*_WEB, *_PROSE),
    "rubocop": (".rb",),
    "ruff": _PYTHON,
    "rustfmt": (".rs",),
    "scalafmt": (".scala",),
    "shfmt": (".sh", ".bash"),
    "spotless": (".java", ".kt"),
    "swiftformat": (".swift",),
    "taplo": (".toml",),
    "terraform-fmt": (".tf", ".tfvars"),
    "yapf": _PYTHON,
}


def silence(cases: Sequence[Case], grounds: Grounds) -> Sifted:
    """What is suppressed stays, closed and listed; a formatter's own business is set aside."""
    shelf = Shelf(grounds)
    kept: list[Case] = []
    aside: list[SetAside] = []
    for case in cases:
        owner = _formatter(case.finding, grounds.policy)
        if owner is not None:
            aside.extend(case.set_aside(step=TOOLING, reason=f"`{owner}` owns formatting here"))
        else:
            kept.append(_silenced(case, grounds, shelf))
    return Sifted(tuple(kept), tuple(aside))


def _silenced(case: Case, grounds: Grounds, shelf: Shelf) -> Case:
    finding = case.finding
    if not finding.is_open:
        return case
    for suppression in grounds.policy.suppress:
        if _covers(suppression, finding, today=grounds.today):
            return case.closed(State.SUPPRESSED, step=STEP, reason=_reason(suppression))
    allowed = allowance(finding, change=grounds.change, shelf=shelf)
    if allowed is None:
        return case
    return case.closed(State.SUPPRESSED, step=STEP, reason=f"allowed in the code: {allowed}")


def _covers(suppression: Suppression, finding: Finding, *, today: dt.date) -> bool:
    """Whether everything it names fits; one that is over, or names nothing, covers nothing."""
    if suppression.until is not None and suppression.until < today:
        return False
    if not (suppression.check or suppression.slug or suppression.path):
        return False
    return (
        # A finding that another inspector made as well is not the check's alone to withdraw.
        (not suppression.check or finding.sources == (suppression.check,))
        and suppression.slug in ("", finding.slug)
        and (not suppression.path or matches(suppression.path, finding.place.path))
    )


def _reason(suppression: Suppression) -> str:
    if suppression.until is None:
        return suppression.reason
    return f"{suppression.reason} (until {suppression.until.isoformat()})"


def _formatter(finding: Finding, policy: Policy) -> str | None:
    """The formatter that would settle this; a formatter's own report is not its rival."""
    if is_computed(finding.basis) or finding.dimension is not Dimension.CONSISTENCY:
        return None
    if finding.slug not in _FORMATTING_SLUGS and _FORMATTING.isdisjoint(finding.slug.split("-")):
        return None
    path = finding.place.path.lower()
    owners = (name for name in policy.formatters if path.endswith(FORMATTERS.get(name, ())))
    return next(owners, None)

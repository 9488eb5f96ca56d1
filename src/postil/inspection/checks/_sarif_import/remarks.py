"""Makes a remark of each result that concerns the change, quoting what stands at head."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from postil.domain.change import ChangedFile, FileStatus
from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Basis, Dimension, Kind, Severity
from postil.inspection.checks._sarif_import import rules, words
from postil.inspection.checks._sarif_import.excerpts import Excerpts
from postil.inspection.checks._sarif_import.log import Json, Run
from postil.inspection.checks._sarif_import.places import Atlas, Outside, lines_at
from postil.inspection.checks._sarif_import.values import at, list_at, text_at

_DROPPED_KINDS = frozenset({"pass", "notApplicable", "informational"})
_ASKING_KINDS = frozenset({"open", "review"})
_OLD_STATES = frozenset({"unchanged", "absent"})
_ACCEPTED = frozenset({"", "accepted"})
_MOST_CATEGORY = 80
_MOST_FINGERPRINTS = 5
_MOST_VALUE = 200
_NO_FINGERPRINT = "requires login"


@dataclass
class Tally:
    """Results that were left out although somebody might miss them."""

    outside: int = 0
    first_outside: str = ""
    stale: int = 0
    first_stale: str = ""


@dataclass(frozen=True)
class Reporter:
    """Turns the results of one run into remarks."""

    run: Run
    atlas: Atlas
    excerpts: Excerpts
    tally: Tally = field(default_factory=Tally)

    def remarks(self) -> Iterator[Remark]:
        for result in self.run.results:
            if not _is_standing(result):
                continue
            rule = rules.rule_of(result, self.run)
            severity = rules.severity(result, rule, self.run)
            quotes = self._quotes(result) if severity else ()
            if severity and quotes:
                yield self._remark(result, rule, severity, quotes)

    def _quotes(self, result: Json) -> tuple[Quote, ...]:
        """The place in the change, then what supports it; nothing when it does not touch the change."""
        locations = list_at(result, "locations")
        for location in locations:
            file = self.atlas.file_at(location, self.run)
            if isinstance(file, Outside):
                self.tally.outside += 1
                self.tally.first_outside = self.tally.first_outside or _address(location)
            elif file is not None:
                primary = self._primary(location, file)
                if primary is not None:
                    support = self._support(result, location)
                    return self.excerpts.joined(primary, support)
        return ()

    def _primary(self, location: Json, file: ChangedFile) -> Quote | None:
        lines = lines_at(location)
        if lines is None:
            return Quote(path=file.path, text="") if file.status is FileStatus.ADDED else None
        if not any(lines.first <= number <= lines.last for number in file.added_numbers):
            return None
        snippet = text_at(location, "physicalLocation", "region", "snippet", "text")
        quote = self.excerpts.region(file, lines, snippet)
        if quote is None:
            self.tally.stale += 1
            self.tally.first_stale = self.tally.first_stale or f"{file.path}:{lines.first}"
        return quote

    def _support(self, result: Json, primary: Json) -> Iterator[tuple[str, int]]:
        """Other places the scanner names: where the data comes from and goes, what is related."""
        flow = list_at(result, "codeFlows", 0, "threadFlows", 0, "locations")
        steps = [at(step, "location") for step in (*flow[:1], *flow[-1:])]
        others = (*list_at(result, "locations"), *steps, *list_at(result, "relatedLocations"))
        for location in others:
            lines = lines_at(location)
            path = self.atlas.path_at(location, self.run)
            if location is not primary and lines is not None and isinstance(path, str):
                yield path, lines.first

    def _remark(
        self, result: Json, rule: Json, severity: Severity, quotes: tuple[Quote, ...]
    ) -> Remark:
        tool, identity = self.run.tool or "The scanner", rules.rule_id(result, self.run)
        named = identity.replace("`", "'") or "a rule without name"
        secret = rules.is_secret(result, rule, self.run)
        said = _secret_words(tool, named) if secret else _words(result, rule, tool, named)
        if secret:
            quotes = (self.excerpts.masked(quotes[0]),)
            severity = max(severity, Severity.HIGH, key=lambda each: each.rank)
        return Remark(
            title=said.title,
            slug=rules.COMMITTED if secret else rules.slug(identity, rule),
            severity=severity,
            dimension=Dimension.SECURITY if secret else rules.dimension(result, rule, self.run),
            quotes=quotes,
            failure_mode=said.failure,
            mitigation=said.mitigation,
            claim=Claim(Shape.OTHER),
            kind=Kind.DEFECT if secret else _kind(result, self.run),
            confidence=rules.confidence(result, rule),
            basis=Basis.TOOL,
            category=f"{tool} {identity}"[:_MOST_CATEGORY],
            details=_details(tool, named, rule),
            fingerprints=tuple(_fingerprints(result, tool)),
        )


@dataclass(frozen=True, slots=True)
class _Words:
    title: str
    failure: str
    mitigation: str


def _words(result: Json, rule: Json, tool: str, named: str) -> _Words:
    first, rest = words.split(words.message(result, rule))
    about = words.plain(
        text_at(rule, "fullDescription", "text") or text_at(rule, "shortDescription", "text")
    )
    title = words.title(first or words.split(about)[0] or f"{tool} reports `{named}`")
    failure = words.sentence(rest) or words.sentence(about)
    # A description with holes in it, or the title again, says nothing further.
    if not failure or "$" in failure or failure.rstrip(".") == title:
        failure = f"`{tool}` reports `{named}` here."
    return _Words(title, failure, _mitigation(tool, named))


def _secret_words(tool: str, named: str) -> _Words:
    """The scanner's own message may hold the value."""
    return _Words(
        f"`{tool}` sees a committed secret (`{named}`)",
        "Anyone who can read the repository or a clone of it can use the value.",
        "Revoke the value, issue a new one, and read it from the environment or a secret store.",
    )


def _mitigation(tool: str, named: str) -> str:
    return f"Mend it as `{tool}` advises, or suppress `{named}` there with a reason."


def _details(tool: str, named: str, rule: Json) -> str:
    address = text_at(rule, "helpUri")
    see = f" See {address}" if address.startswith("https://") and " " not in address else ""
    return f"{tool}, rule `{named}`.{see}"


def _kind(result: Json, run: Run) -> Kind:
    own = text_at(result, "properties", "kind")
    if run.tool == rules.OURS and own in set(Kind):
        return Kind(own)
    return Kind.QUESTION if text_at(result, "kind") in _ASKING_KINDS else Kind.DEFECT


def _is_standing(result: Json) -> bool:
    """Whether the scanner itself still holds it against the code."""
    if text_at(result, "baselineState") in _OLD_STATES:
        return False
    if text_at(result, "kind") in _DROPPED_KINDS:
        return False
    suppressions = list_at(result, "suppressions")
    return not suppressions or any(
        text_at(each, "status") not in _ACCEPTED for each in suppressions
    )


def _fingerprints(result: Json, tool: str) -> Iterator[tuple[str, str]]:
    for kind in ("fingerprints", "partialFingerprints"):
        named = at(result, kind)
        pairs = sorted(named.items()) if isinstance(named, dict) else []
        for name, value in pairs[:_MOST_FINGERPRINTS]:
            if isinstance(value, str) and value != _NO_FINGERPRINT:
                yield f"{tool}/{name}"[:_MOST_VALUE], value[:_MOST_VALUE]


def _address(location: Json) -> str:
    return text_at(location, "physicalLocation", "artifactLocation", "uri")[:_MOST_VALUE]

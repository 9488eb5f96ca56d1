"""How much effort a change deserves: its tier, and whether every pass must end in a verdict."""

from __future__ import annotations

from dataclasses import dataclass

from postil.domain.brief import Archetype, Effort, Layer, Tier

FULL_LINES = 500
FULL_FILES = 20
STANDARD_LINES = 200
SMALL_LINES = 100
_SEVERAL_LAYERS = 2

_SERVER_SIDE = frozenset({Layer.API, Layer.DOMAIN, Layer.STORAGE})
_CALM = frozenset({Archetype.DOCS, Archetype.REFACTOR, Archetype.STYLE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Extent:
    """How big a change is and how far it reaches, noise left out.

    `wants_verification` says that the author left a box for manual verification unticked.
    """

    lines: int
    files: int
    archetype: Archetype
    layers: tuple[Layer, ...] = ()
    sensitive: tuple[str, ...] = ()
    wants_verification: bool = False

    @property
    def cross_stack(self) -> bool:
        return Layer.UI in self.layers and not _SERVER_SIDE.isdisjoint(self.layers)


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether all passes are forced, and the sentence that says why or why not."""

    forced: bool
    reason: str


def full_pass(extent: Extent, effort: Effort) -> Decision:
    """Whether every dimension must end in findings or in `clean` with evidence."""
    if effort is Effort.FULL_PASS:
        return Decision(forced=True, reason="All passes were asked for.")
    if effort is Effort.QUICK:
        return Decision(forced=False, reason="A quick review was asked for.")
    if extent.archetype is Archetype.BUGFIX and len(extent.layers) >= _SEVERAL_LAYERS:
        names = ", ".join(extent.layers)
        return Decision(forced=True, reason=f"A bug fix over several layers ({names}).")
    if extent.cross_stack:
        names = ", ".join(extent.layers)
        return Decision(forced=True, reason=f"The change crosses the stack ({names}).")
    if extent.archetype in _CALM:
        return Decision(forced=False, reason=f"The change is of the kind {extent.archetype}.")
    if extent.sensitive:
        return Decision(forced=True, reason=f"Security hangs on {_named(extent.sensitive)}.")
    if extent.wants_verification:
        return Decision(forced=True, reason="The author left manual verification undone.")
    if extent.lines < SMALL_LINES:
        return Decision(forced=False, reason=f"Fewer than {SMALL_LINES} lines, none sensitive.")
    return Decision(forced=True, reason=f"{SMALL_LINES} lines or more of changed behaviour.")


def tier(extent: Extent, effort: Effort, *, forced: bool) -> tuple[Tier, str]:
    """The tier and the sentence that gives its reason; forced passes lift Lite to Standard."""
    if effort is Effort.QUICK:
        return Tier.LITE, "Lite: a quick review was asked for."
    if extent.lines > FULL_LINES:
        return Tier.FULL, f"Full: {_lines(extent.lines)}, more than {FULL_LINES}."
    if extent.files > FULL_FILES:
        return Tier.FULL, f"Full: {extent.files} files, more than {FULL_FILES}."
    if extent.lines >= STANDARD_LINES:
        return Tier.STANDARD, f"Standard: {_lines(extent.lines)}."
    if extent.sensitive:
        return Tier.STANDARD, f"Standard: security hangs on {_named(extent.sensitive)}."
    if forced:
        return (
            Tier.STANDARD,
            f"Standard, lifted from Lite ({_lines(extent.lines)}): all passes run.",
        )
    return Tier.LITE, f"Lite: {_lines(extent.lines)}, none sensitive."


def _lines(count: int) -> str:
    return "1 line" if count == 1 else f"{count} lines"


def _named(paths: tuple[str, ...]) -> str:
    rest = len(paths) - 1
    return f"`{paths[0]}`" + (f" and {rest} more" if rest else "")

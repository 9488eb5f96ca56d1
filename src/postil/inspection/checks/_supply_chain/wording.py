"""What follows from each sign of risk, what to do about it, and what of it reaches a review."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from postil.domain.finding import Claim, Quote, Remark, Shape
from postil.domain.severity import Dimension, Severity
from postil.inspection.checks._supply_chain.entries import Registry
from postil.inspection.checks._supply_chain.popular import is_known_installer
from postil.inspection.checks._supply_chain.signs import Sign, shown
from postil.inspection.gathering import gathered

FAILURE = {
    Sign.LOOKALIKE: "If it is a slip, whoever registered that name runs code on every machine that installs it.",
    Sign.CONFUSION: "Anyone can publish the name on the other registry and have their code installed instead of yours.",
    Sign.DIGEST_CHANGED: "A published version does not change, so the file behind the name is not the one reviewed before.",
    Sign.DIGEST_LOST: "The installer no longer notices when the downloaded file is not the expected one.",
    Sign.FOREIGN_REGISTRY: "Whoever runs that host decides what everyone who installs from this lock file gets.",
    Sign.OUTSIDE_SOURCE: "No registry keeps the released file, so its content can change or vanish under the same name.",
    Sign.OUTSIDE_PATH: "Installing fails, or takes something else, on every machine without that folder.",
    Sign.INSTALL_SCRIPT: "Its script runs with the rights of whoever installs it, build machines included.",
    Sign.LOCK_ALONE: "A package that nothing asks for gets installed with everything else.",
    Sign.LOCK_BEHIND: "A clean install from the lock file fails or picks a version that nobody reviewed.",
    Sign.DOWNGRADE: "Defects and vulnerabilities that were fixed in between come back.",
    Sign.PRERELEASE: "It may still change or be withdrawn, and gets fewer eyes and fixes than a release.",
    Sign.UNPINNED: "Every install may bring another version, reviewed by nobody.",
    Sign.YOUNG: "Hardly anybody has used or read it so far, and its makers promise nothing yet.",
    Sign.MAJOR: "What its makers changed on purpose breaks callers that no test covers.",
}
MITIGATION = {
    Sign.LOOKALIKE: "Check the spelling on the registry and use the name of the project you mean.",
    Sign.CONFUSION: "Take it from the registry of its scope and bind the scope to that registry.",
    Sign.DIGEST_CHANGED: "Restore the digest and find out where the other one comes from.",
    Sign.DIGEST_LOST: "Restore the digest by letting the package tool write the lock again.",
    Sign.FOREIGN_REGISTRY: "Write the lock again against the usual registry, or say why the host is trusted.",
    Sign.OUTSIDE_SOURCE: "Depend on a published release, or pin a full commit and say why it is needed.",
    Sign.OUTSIDE_PATH: "Publish the package, or move it into the repository.",
    Sign.INSTALL_SCRIPT: "Read the script, and install without scripts where it is not needed.",
    Sign.LOCK_ALONE: "Write the lock again from the manifest, or add the package to the manifest.",
    Sign.LOCK_BEHIND: "Run the package tool and commit the lock file with the manifest.",
    Sign.DOWNGRADE: "Keep the newer version, or say what it breaks.",
    Sign.PRERELEASE: "Use the latest release, or say why the pre-release is needed.",
    Sign.UNPINNED: "Give it a released version, or a range that starts at one.",
    Sign.YOUNG: "Look at who makes it and at what it does, or write the few lines yourself.",
    Sign.MAJOR: "Read its notes on upgrading, and say in the message what was checked.",
}

_FEW = 2
_ONE_BY_ONE = frozenset({Sign.LOOKALIKE, Sign.CONFUSION, Sign.INSTALL_SCRIPT})
"""Each of these is somebody else's doing, and has to be looked at by itself."""


def is_mild(signs: Collection[Sign], *, aside: bool) -> bool:
    """Whether its only sign is a repository, for a package that `aside` of what is published only
    serves its makers.
    """
    if len(signs) > 1:
        return False
    return Sign.OUTSIDE_SOURCE in signs and aside


def weight(name: str, signs: Collection[Sign]) -> Severity:
    """How heavy a finding is: two signs weigh more than one, and some weigh little alone."""
    if len(signs) > 1:
        return Severity.HIGH
    (only,) = signs
    if only is Sign.MAJOR or (only is Sign.INSTALL_SCRIPT and is_known_installer(name, new=False)):
        return Severity.LOW
    return Severity.MEDIUM


def added_registry(registry: Registry, host: str, quote: Quote) -> Remark:
    plain = registry.url.lower().startswith("http://")
    told = f"- registry-added: packages may now come from `{shown(host)}`"
    return Remark(
        title=f"Packages may now come from `{shown(host)}`" + (", unencrypted" if plain else ""),
        slug="registry-added",
        severity=Severity.HIGH if plain else Severity.MEDIUM,
        dimension=Dimension.SECURITY,
        quotes=(quote,),
        failure_mode="Whoever runs that host, or registers one of your names on another index, decides what is installed.",
        mitigation="Leave the usual registry as the only one, or bind the new one to the packages that need it.",
        claim=Claim(Shape.OTHER, shown(host)),
        details=told + ("\n- unencrypted: anyone on the way can swap packages" if plain else ""),
    )


def bared_lock(path: str, count: int, quotes: tuple[Quote, ...]) -> Remark:
    """A lock that kept a digest of each package and keeps none by now: one thing, done by a tool."""
    return Remark(
        title=f"`{shown(path)}` keeps no digest of any package any more",
        slug=Sign.DIGEST_LOST.value,
        severity=Severity.MEDIUM,
        dimension=Dimension.SECURITY,
        quotes=quotes,
        failure_mode="The installer no longer notices when a downloaded file is not the expected one.",
        mitigation="Let the package tool write the lock again, from the registry and without a cache of its own.",
        claim=Claim(Shape.OTHER, shown(path)),
        details=f"- {Sign.DIGEST_LOST.value}: none of {count} packages has one; before, each had",
    )


def alike(remarks: Iterable[Remark]) -> Iterator[Remark]:
    """The remarks one by one; more than a few with one sign have one cause and become one."""
    return gathered(_weighed(list(remarks)), _kind, few=_FEW, called="other packages share this")


def _weighed(remarks: list[Remark]) -> Iterator[Remark]:
    """A single version that goes down is a choice; where several do, something went wrong.

    So is a gem of any version: the file that lists gems leaves versions to its lock.
    """
    down = [remark for remark in remarks if remark.slug == Sign.DOWNGRADE]
    for remark in remarks:
        lowered = remark in down and len(down) == 1
        left_open = remark.slug == Sign.UNPINNED and remark.quotes[0].path.endswith("Gemfile")
        alone = remark.severity is Severity.MEDIUM
        yield remark.as_mild() if alone and (lowered or left_open) else remark


def _kind(remark: Remark) -> str:
    return "" if remark.slug in _ONE_BY_ONE else f"{remark.slug} {remark.severity.value}"

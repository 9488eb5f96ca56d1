"""Which manifests and lock files belong together, and who reads each of them."""

from __future__ import annotations

import posixpath
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from postil.domain import paths
from postil.domain.change import ChangedFile, FileStatus
from postil.inspection.checks._supply_chain.cargo import read_cargo, read_cargo_lock
from postil.inspection.checks._supply_chain.composer import read_composer, read_composer_lock
from postil.inspection.checks._supply_chain.entries import Lock, Manifest
from postil.inspection.checks._supply_chain.gems import read_gemfile, read_gemfile_lock
from postil.inspection.checks._supply_chain.golang import read_go_mod, read_go_sum
from postil.inspection.checks._supply_chain.gradle import read_catalog, read_gradle
from postil.inspection.checks._supply_chain.maven import read_pom
from postil.inspection.checks._supply_chain.npm_lock import read_npm_lock
from postil.inspection.checks._supply_chain.nuget import is_nuget, read_nuget
from postil.inspection.checks._supply_chain.package_json import read_npmrc, read_package
from postil.inspection.checks._supply_chain.pipfile import (
    read_pipfile,
    read_pipfile_lock,
    read_setup_cfg,
)
from postil.inspection.checks._supply_chain.pnpm_lock import read_pnpm_lock
from postil.inspection.checks._supply_chain.pyproject import read_pyproject
from postil.inspection.checks._supply_chain.python_lock import read_toml_lock
from postil.inspection.checks._supply_chain.requirements import read_requirements
from postil.inspection.checks._supply_chain.yarn_lock import read_yarn_lock

_ManifestReader = Callable[[str], Manifest]
_LockReader = Callable[[str], Lock]


@dataclass(frozen=True)
class Family:
    """A manifest and the lock files that may stand beside it."""

    manifest: str
    read: _ManifestReader
    locks: Mapping[str, _LockReader] = field(default_factory=dict)


_FAMILIES = (
    Family(
        "package.json",
        read_package,
        {
            "package-lock.json": read_npm_lock,
            "npm-shrinkwrap.json": read_npm_lock,
            "yarn.lock": read_yarn_lock,
            "pnpm-lock.yaml": read_pnpm_lock,
        },
    ),
    Family(
        "pyproject.toml",
        read_pyproject,
        {"uv.lock": read_toml_lock, "poetry.lock": read_toml_lock},
    ),
    Family("Pipfile", read_pipfile, {"Pipfile.lock": read_pipfile_lock}),
    Family("setup.cfg", read_setup_cfg),
    Family("Cargo.toml", read_cargo, {"Cargo.lock": read_cargo_lock}),
    Family("go.mod", read_go_mod, {"go.sum": read_go_sum}),
    Family("Gemfile", read_gemfile, {"Gemfile.lock": read_gemfile_lock}),
    Family("composer.json", read_composer, {"composer.lock": read_composer_lock}),
    Family(".npmrc", read_npmrc),
    Family("pom.xml", read_pom),
)


def family_of(file: ChangedFile) -> Family | None:
    path, name = file.path, file.name
    if (
        file.status is FileStatus.DELETED
        or paths.is_vendored(path)
        or paths.is_fixture(path)
        or file.is_symlink
    ):
        return None
    if name.endswith((".txt", ".in")) and (
        name.startswith(("requirements", "constraints"))
        or name.endswith(("requirements.txt", "requirements.in"))
        or posixpath.basename(file.folder) == "requirements"
    ):
        return Family(name, read_requirements)
    if is_nuget(name):
        return Family(name, read_nuget)
    if name.endswith((".gradle", ".gradle.kts")):
        return Family(name, read_gradle)
    if name.endswith(".versions.toml"):
        return Family(name, read_catalog)
    return next(
        (family for family in _FAMILIES if name == family.manifest or name in family.locks), None
    )

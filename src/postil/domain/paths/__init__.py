"""What kind of file a path names: test, document, lock file, workflow, which layer, which language.

Recognition is by name alone, so it holds for files nobody has read; two kinds can also be
told by text when the caller has it. Names are compared without regard to letter case;
globs are compared exactly.
"""

from __future__ import annotations

from postil.domain.paths.globs import MAX_GLOB, matches
from postil.domain.paths.kinds import (
    is_binary_asset,
    is_changelog,
    is_ci,
    is_config,
    is_doc,
    is_fixture,
    is_generated,
    is_infrastructure,
    is_lockfile,
    is_migration,
    is_minified,
    is_recording,
    is_seed_data,
    is_snapshot,
    is_specimen,
    is_test,
    is_vendored,
    is_workflow,
    without_address,
)
from postil.domain.paths.languages import language_of
from postil.domain.paths.layers import area_of, is_sensitive, layer_of

__all__ = [
    "MAX_GLOB",
    "area_of",
    "is_binary_asset",
    "is_changelog",
    "is_ci",
    "is_config",
    "is_doc",
    "is_fixture",
    "is_generated",
    "is_infrastructure",
    "is_lockfile",
    "is_migration",
    "is_minified",
    "is_recording",
    "is_seed_data",
    "is_sensitive",
    "is_snapshot",
    "is_specimen",
    "is_test",
    "is_vendored",
    "is_workflow",
    "language_of",
    "layer_of",
    "matches",
    "without_address",
]

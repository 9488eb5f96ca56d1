"""The configuration: text and names in, a typed policy with origins and problems out."""

from __future__ import annotations

from postil.configuration.context import context_values
from postil.configuration.describing import Effective, Row, describe, effective, sample, schema
from postil.configuration.loading import load
from postil.configuration.sources import (
    CONFIGURATION,
    Origin,
    Problem,
    Settings,
    Source,
    SourceKind,
)

__all__ = [
    "CONFIGURATION",
    "Effective",
    "Origin",
    "Problem",
    "Row",
    "Settings",
    "Source",
    "SourceKind",
    "context_values",
    "describe",
    "effective",
    "load",
    "sample",
    "schema",
]

"""The published JSON Schemas, generated from the types and committed beside this file."""

from __future__ import annotations

from postil import codec
from postil.domain.document import ReviewDocument
from postil.render.json import LocalReport


def schema_files() -> dict[str, bytes]:
    """What each schema file of this folder should hold, by its name."""
    return {
        "local-report.schema.json": codec.schema(LocalReport, title="Postil local report"),
        "review-document.schema.json": codec.schema(ReviewDocument, title="Postil review document"),
    }

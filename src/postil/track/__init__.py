"""Follows findings from one review to the next."""

from __future__ import annotations

from postil.track.identity import lineage, number, prose_free_key, title_fingerprint

__all__ = ["lineage", "number", "prose_free_key", "title_fingerprint"]

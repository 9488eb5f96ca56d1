"""Reads a git repository that may be hostile: its objects and names, none of its settings."""

from __future__ import annotations

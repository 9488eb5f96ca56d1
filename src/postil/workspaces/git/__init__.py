"""Reads a git repository that may be hostile: its objects and names, none of its settings."""

from __future__ import annotations

from postil.workspaces.git.repository import Repository, open_repository
from postil.workspaces.git.target import Scope, Target, as_range

__all__ = ["Repository", "Scope", "Target", "as_range", "open_repository"]

"""GitHub: github.com and company servers, as token, App or Actions job."""

from __future__ import annotations

from postil.forges.github.forge import GitHubForge

__all__ = ["GitHubForge"]

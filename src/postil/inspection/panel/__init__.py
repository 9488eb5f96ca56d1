"""The panel: seats the right reviewers, runs them side by side, and gathers what each reports."""

from __future__ import annotations

from postil.inspection.panel.holding import hold
from postil.inspection.panel.sitting import Minutes, Papers, Seat, Seen, Sitting

__all__ = ["Minutes", "Papers", "Seat", "Seen", "Sitting", "hold"]

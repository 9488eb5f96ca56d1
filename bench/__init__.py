"""Measurements: speed and memory, and how the checks do on real histories."""

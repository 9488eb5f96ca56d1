"""Postil reviews pull and merge requests and keeps every note honest."""

__version__ = "0.1.0"

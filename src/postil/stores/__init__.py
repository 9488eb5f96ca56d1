"""Adapters that keep review documents between runs, one file each."""

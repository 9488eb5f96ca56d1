"""Reviewer roles, one file each."""

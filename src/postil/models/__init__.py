"""Adapters to model providers, one file each."""

"""Judgement, step by step."""

"""Replies, fixes and dismissals to lessons."""

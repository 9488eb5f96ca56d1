"""Adapters to forges, one file each: payloads to domain, actions to requests, and a thin client."""

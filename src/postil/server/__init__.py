"""The webhook service's door."""

"""The GitHub Action's door."""

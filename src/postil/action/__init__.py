"""The GitHub Action's door: inputs to arguments, and a review to outputs, summary and annotations."""

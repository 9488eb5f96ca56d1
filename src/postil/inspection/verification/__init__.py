"""Later looks at what reviewers found: questions that would refute it, a skeptic, an arbiter."""

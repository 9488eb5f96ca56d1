"""The wire formats: each module reads a request and writes answers, streams and errors."""

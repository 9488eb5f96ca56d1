"""A model whose library lives in a process of its own, loaded on another core while we look."""

"""Two models over one change: what they said alike, what is disputed, and what an arbiter's word moves."""

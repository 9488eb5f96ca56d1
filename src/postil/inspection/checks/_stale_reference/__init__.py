"""The parts of the check `stale-reference`; nothing else imports them."""

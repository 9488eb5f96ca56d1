"""The parts of the check `non-code-scan`; nothing else imports them."""

"""The parts of the check `doc-claims`; nothing else imports them."""

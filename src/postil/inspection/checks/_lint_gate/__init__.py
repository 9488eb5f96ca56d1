"""The parts of the check `lint-gate`; nothing else imports them."""

"""The parts of the check `duplicate-definition`; nothing else imports them."""

"""The parts of the check `refactor-audit`; nothing else imports them."""

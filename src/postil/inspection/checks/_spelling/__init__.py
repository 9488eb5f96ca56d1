"""The parts of the check `spelling`; nothing else imports them."""

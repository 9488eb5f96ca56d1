"""The parts of the check `unused-private`; nothing else imports them."""

"""The parts of the check `unused-import`; nothing else imports them."""

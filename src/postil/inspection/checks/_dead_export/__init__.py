"""The parts of the check `dead-export`; nothing else imports them."""

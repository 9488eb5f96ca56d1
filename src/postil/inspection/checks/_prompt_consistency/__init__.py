"""The parts of the check `prompt-consistency`; nothing else imports them."""

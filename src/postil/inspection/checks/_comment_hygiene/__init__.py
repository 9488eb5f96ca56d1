"""The parts of the check `comment-hygiene`; nothing else imports them."""

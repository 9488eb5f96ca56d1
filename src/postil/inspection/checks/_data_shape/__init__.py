"""The parts of the check `data-shape`; nothing else imports them."""

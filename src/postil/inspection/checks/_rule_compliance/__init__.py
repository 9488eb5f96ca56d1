"""The parts of the check `rule-compliance`; nothing else imports them."""

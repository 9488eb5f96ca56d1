"""The parts of the check `rule-vs-example`; nothing else imports them."""

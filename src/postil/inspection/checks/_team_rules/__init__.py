"""The parts of the check `team-rules`; nothing else imports them."""

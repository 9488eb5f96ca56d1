"""The parts of the check `workflow-security`; nothing else imports them."""

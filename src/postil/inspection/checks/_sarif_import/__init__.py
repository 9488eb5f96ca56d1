"""The parts of the check `sarif-import`; nothing else imports them."""

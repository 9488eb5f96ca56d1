"""The parts of the check `supply-chain`; nothing else imports them."""

"""The parts of the check `dependency-chain`; nothing else imports them."""

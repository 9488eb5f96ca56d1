"""The parts of the check `helper-rollout`; nothing else imports them."""

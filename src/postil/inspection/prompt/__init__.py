"""What lies on the panel's table: rules, the change as it is shown, and each role's charge."""

"""How GitHub's REST interface writes each thing down."""

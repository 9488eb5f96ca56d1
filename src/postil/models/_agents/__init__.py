"""Agent programs one can ask on the command line, each in a file of its own."""

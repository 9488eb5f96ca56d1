"""Doubles for the ports, small enough to be obviously right."""

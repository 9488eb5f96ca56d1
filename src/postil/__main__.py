"""Lets `python -m postil` do what `postil` does."""

from postil.cli import main

main()

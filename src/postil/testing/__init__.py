"""Stand-ins for the outside world, shipped so that anyone can try Postil without a bill."""

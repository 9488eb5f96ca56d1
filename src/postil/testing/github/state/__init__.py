"""What the stand-in remembers: accounts, repositories, conversations and results."""

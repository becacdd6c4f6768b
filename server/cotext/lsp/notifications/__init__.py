"""One file per notification: its method, and what it does."""

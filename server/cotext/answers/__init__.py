"""What the engine keeps between requests (folders, open documents), and how each kind of request is answered."""

"""One file per request: its method, and the coroutine that answers it."""

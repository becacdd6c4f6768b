"""What speaks for a file, and a chunk of it, being the answer to a question: evidence, weighed by learned weights."""

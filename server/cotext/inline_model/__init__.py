"""What a model that completes code is asked, in the words of its server, and how its answer is read."""

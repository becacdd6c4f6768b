"""The ways from a query to a ranked list, each a function."""

"""What writes the VS Code extension's files that follow from the server's declarations. Not installed."""

"""The second factor."""

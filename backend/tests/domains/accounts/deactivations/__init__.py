"""Ending a person’s access."""

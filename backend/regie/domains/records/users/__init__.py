"""User tables."""

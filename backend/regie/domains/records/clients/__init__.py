"""Client tables."""

"""Core values of the agency, in both languages."""

"""Closed months and their published amounts."""

"""Figures, and how they come about."""

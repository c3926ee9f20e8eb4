"""Scheduled payment tables."""

"""Choosing a password."""

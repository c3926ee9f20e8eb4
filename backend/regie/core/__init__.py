"""Shared technical code; imports nothing from the domains."""

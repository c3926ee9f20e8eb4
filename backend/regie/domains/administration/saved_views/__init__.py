"""Saved views: how a person likes to see a list."""

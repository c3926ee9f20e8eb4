"""Régie: management software for a services agency."""

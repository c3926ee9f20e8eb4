"""Régie: the control room of a services agency."""

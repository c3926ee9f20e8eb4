"""Exports: a list as somebody sees it, taken away as a file."""

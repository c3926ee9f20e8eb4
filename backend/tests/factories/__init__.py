"""Believable rows, one module per group of nouns."""

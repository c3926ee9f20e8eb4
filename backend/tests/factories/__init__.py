"""Factories of test data, one module per group of nouns."""

"""Exact amounts, hours, rates and shares."""

"""Churn tables."""

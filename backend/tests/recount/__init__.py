"""Recalculates the dashboard from database rows, with code that shares nothing with the product."""

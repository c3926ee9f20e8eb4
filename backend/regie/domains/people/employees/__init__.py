"""Employees of the agency, with or without a user account."""

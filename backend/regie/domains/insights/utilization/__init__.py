"""Utilization: the billable share of the available hours."""

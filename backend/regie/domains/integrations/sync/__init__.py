"""Bringing the outside services’ records here, durably."""

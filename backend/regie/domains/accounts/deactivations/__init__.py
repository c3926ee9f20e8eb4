"""Deactivation of users and departure of employees."""

"""Imitates the outside services, so that Régie runs and can be tested without accounts."""

"""Proposals of projects: what the services know of work that is not in Régie yet."""

"""Reproducible random choices."""

from random import Random


def seeded_random(*parts: object) -> Random:
    """Return a generator seeded by a record's key, so that a new record does not change others."""
    return Random("/".join(str(part) for part in parts))  # noqa: S311 - demo data, no secrets

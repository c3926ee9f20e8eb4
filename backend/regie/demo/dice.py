"""Choices that look like chance and come out the same every time."""

from random import Random


def dice(*key: object) -> Random:
    """A generator of its own for each record, so that one more record changes no other."""
    return Random("/".join(str(part) for part in key))  # noqa: S311 - invented data, no secrets

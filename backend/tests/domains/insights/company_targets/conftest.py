"""Shares the sample data with the tests of this folder."""

from tests.factories.world import world

__all__ = ["world"]

"""Provides the shared agency."""

from tests.factories.world import world

__all__ = ["world"]

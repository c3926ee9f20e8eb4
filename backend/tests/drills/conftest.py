"""The small agency for drills."""

from tests.factories.world import world

__all__ = ["world"]

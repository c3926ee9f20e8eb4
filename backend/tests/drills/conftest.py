"""Drills are marked as such and share the small agency; the long ones run only when drills are asked for by name."""

import pytest

from tests.factories.world import world

__all__ = ["world"]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "drill: faults and crowds; `-m 'not drill'` leaves them out")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    drills = [item for item in items if "drills" in item.path.parts]
    for item in drills:
        item.add_marker("drill")
    if not any("drills" in argument for argument in config.args):
        # A drill that may take longer than other tests says so with a time limit of its own.
        long = [item for item in drills if item.get_closest_marker("timeout")]
        items[:] = [item for item in items if item not in long]
        config.hook.pytest_deselected(items=long)

"""Reduces long tests in ordinary runs; `make test-long` runs them completely."""

import os
from collections.abc import Iterable
from typing import Any

import pytest

IS_LONG = os.environ.get("REGIE_TEST_LONG") == "1"


def example_count(long_count: int) -> int:
    """Return the number of Hypothesis examples: a fifth of `long_count` in short runs."""
    return long_count if IS_LONG else max(4, long_count // 5)


def mark_long(cases: Iterable[Any], short: Iterable[Any]) -> list[Any]:
    """Return all cases as parameters; those outside `short` run in long runs only."""
    short_cases = list(short)
    return [case if case in short_cases else pytest.param(*_parts(case), marks=pytest.mark.long) for case in cases]


def _parts(case: Any) -> tuple[Any, ...]:
    # A named tuple is a single parameter.
    return case if type(case) is tuple else (case,)


def deselect_long_tests(config: pytest.Config, items: list[pytest.Item]) -> None:
    if IS_LONG:
        return
    long = [item for item in items if item.get_closest_marker("long")]
    items[:] = [item for item in items if not item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)

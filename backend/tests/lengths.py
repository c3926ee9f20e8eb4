"""What `make test-long` tests at length, and its short form in the ordinary check."""

import os
from collections.abc import Iterable
from typing import Any

import pytest

IS_LONG = os.environ.get("REGIE_TEST_LONG") == "1"


def examples(at_length: int) -> int:
    """How many examples Hypothesis tries: in short a fifth of them."""
    return at_length if IS_LONG else max(4, at_length // 5)


def in_short(cases: Iterable[Any], short: Iterable[Any]) -> list[Any]:
    """All cases as parameters, of which those outside `short` run at length only."""
    wanted = list(short)
    return [case if case in wanted else pytest.param(*_parts(case), marks=pytest.mark.long) for case in cases]


def _parts(case: Any) -> tuple[Any, ...]:
    # A named tuple is one value.
    return case if type(case) is tuple else (case,)


def leave_out_long(config: pytest.Config, items: list[pytest.Item]) -> None:
    if IS_LONG:
        return
    long = [item for item in items if item.get_closest_marker("long")]
    items[:] = [item for item in items if not item.get_closest_marker("long")]
    config.hook.pytest_deselected(items=long)

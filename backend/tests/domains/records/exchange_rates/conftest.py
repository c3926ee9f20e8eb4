"""The shared agency, and a Bank of Canada on a free port."""

from collections.abc import Generator

import pytest

from tests.connectors.sandbox import Sandbox, running_sandbox
from tests.factories.world import world

__all__ = ["world"]


@pytest.fixture(scope="session")
def one_bank() -> Generator[Sandbox, None, None]:
    with running_sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def bank(one_bank: Sandbox) -> Sandbox:
    """As seeded: its clock stands at eleven in the morning of 20 November 2026, in Ottawa."""
    one_bank.post("/reset")
    return one_bank

"""The shared agency, and a Bank of Canada sandbox on a free port."""

from collections.abc import Generator

import pytest

from tests.connectors.sandbox import Sandbox, running_sandbox
from tests.factories.world import world

__all__ = ["world"]


@pytest.fixture(scope="session")
def shared_bank() -> Generator[Sandbox, None, None]:
    with running_sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def bank(shared_bank: Sandbox) -> Sandbox:
    """The seeded sandbox: its clock shows 11:00 on 20 November 2026 in Ottawa."""
    shared_bank.post("/reset")
    return shared_bank

"""Shares the scenario with the tests of this folder."""

from tests.recount.scenario import scenario

__all__ = ["scenario"]

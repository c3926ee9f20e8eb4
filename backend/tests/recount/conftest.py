"""The agency whose figures are told twice, for the tests of this folder."""

from tests.recount.story import story

__all__ = ["story"]

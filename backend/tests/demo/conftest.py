"""The demo is made of what a synchronisation with the sandbox brought."""

from tests.domains.integrations.sync.conftest import going_clock, one_sandbox, outside, sandbox, sync

__all__ = ["going_clock", "one_sandbox", "outside", "sandbox", "sync"]

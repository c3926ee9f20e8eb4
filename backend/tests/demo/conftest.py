"""Fixtures of a synchronization with the sandbox, from whose records the demo is created."""

from tests.domains.integrations.sync.conftest import environment, sandbox, sandbox_process, sync, ticking_clock

__all__ = ["environment", "sandbox", "sandbox_process", "sync", "ticking_clock"]

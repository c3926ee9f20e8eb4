"""Ends processes when their parent is killed, by Linux's parent-death signal."""

import ctypes
import os
import signal
from collections.abc import Callable

PR_SET_PDEATHSIG = 1


def end_with_parent(signal_number: signal.Signals = signal.SIGTERM) -> Callable[[], None]:
    """Return a function to run in the child between fork and exec; it does nothing outside Linux."""
    return _make_hook(os.getpid(), signal_number)


def end_with_own_parent() -> None:
    """Make this process end with its parent."""
    _make_hook(os.getppid(), signal.SIGTERM)()


def _make_hook(parent: int, signal_number: signal.Signals) -> Callable[[], None]:
    try:
        prctl = ctypes.CDLL(None, use_errno=True).prctl
    except (OSError, AttributeError):
        return lambda: None

    def set_signal() -> None:
        prctl(PR_SET_PDEATHSIG, signal_number, 0, 0, 0)
        if os.getppid() != parent:  # the parent ended before the call
            os.kill(os.getpid(), signal_number)

    return set_signal

"""Ties a process to the one that started it, so that nothing is left running when the starter is killed."""

import ctypes
import os
import signal
from collections.abc import Callable

PR_SET_PDEATHSIG = 1


def die_with_parent(how: signal.Signals = signal.SIGTERM) -> Callable[[], None]:
    """A function to run in the child between fork and exec; a system other than Linux goes without."""
    return _tie(os.getpid(), how)


def die_with_own_parent() -> None:
    """Ties this very process to the one that started it."""
    _tie(os.getppid(), signal.SIGTERM)()


def _tie(parent: int, how: signal.Signals) -> Callable[[], None]:
    try:
        prctl = ctypes.CDLL(None, use_errno=True).prctl
    except (OSError, AttributeError):
        return lambda: None

    def tie() -> None:
        prctl(PR_SET_PDEATHSIG, how, 0, 0, 0)
        if os.getppid() != parent:  # the parent died before the tie was made
            os.kill(os.getpid(), how)

    return tie

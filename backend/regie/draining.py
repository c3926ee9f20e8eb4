"""Whether this process is about to end: it then serves requests, but asks proxies to send them elsewhere."""

import signal

_state = {"is_draining": False}


def is_draining() -> bool:
    return _state["is_draining"]


def drain_on_signal() -> None:
    """Begin on SIGUSR1, which the supervising process sends before it ends this one."""
    signal.signal(signal.SIGUSR1, lambda *_: _state.update(is_draining=True))

"""Finds unused loopback ports."""

import random
import socket

# Below the ports that systems lend to outgoing connections (from 32768 on Linux, 49152 elsewhere): one that is free now
# is not taken by some browser's connection before the server it is for has started.
_CHOICE = range(20_000, 32_000)
_TRIES = 50


def free_port(wished: int = 0) -> int:
    """The wished port, or any when that one is taken."""
    for port in (wished, *random.sample(_CHOICE, _TRIES)):
        if port and _can_listen(port):
            return port
    raise OSError(f"None of {_TRIES} ports from {_CHOICE.start} to {_CHOICE.stop} is free.")


def is_free(port: int) -> bool:
    return _can_listen(port)


def _can_listen(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
        return True

"""Finds unused loopback ports."""

import random
import socket

# Below the ephemeral ports (from 32768 on Linux, 49152 elsewhere), so that no outgoing connection takes a free port
# before its server starts.
_PORT_RANGE = range(20_000, 32_000)
_MAX_ATTEMPTS = 50


def free_port(preferred: int = 0) -> int:
    """Return the preferred port, or another if it is taken."""
    for port in (preferred, *random.sample(_PORT_RANGE, _MAX_ATTEMPTS)):
        if port and _can_listen(port):
            return port
    raise OSError(f"None of {_MAX_ATTEMPTS} ports from {_PORT_RANGE.start} to {_PORT_RANGE.stop} is free.")


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

"""Claims the address of a server: the kernel would let a second server share it, and split the calls between them."""

import errno
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from regie.settings import SettingsError

# A server that was killed just now releases its address when its processes have ended.
_RELEASE_SECONDS = 3
_RETRY_SECONDS = 0.1


@contextmanager
def claim_address(host: str, port: int) -> Iterator[None]:
    """Raise SettingsError when another process listens, or is about to listen, on the address."""
    claim = _retry_while_taken(host, port)
    try:
        yield
    finally:
        if claim:
            claim.close()


def _retry_while_taken(host: str, port: int) -> socket.socket | None:
    deadline = time.monotonic() + _RELEASE_SECONDS
    while True:
        try:
            claim = _claim_start(host, port)
            try:
                _refuse_listener(host, port)
            except OSError:
                if claim:
                    claim.close()
                raise
            return claim
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                raise _explain(error, host, port) from error
        time.sleep(_RETRY_SECONDS)


def _claim_start(host: str, port: int) -> socket.socket | None:
    """Hold the name of this address until the process and its workers end, where the system has such names (Linux)."""
    if sys.platform != "linux":
        return None
    claim = socket.socket(socket.AF_UNIX)
    try:
        claim.bind(f"\0regie-{host}-{port}")
    except OSError:
        claim.close()
        raise
    return claim


def _refuse_listener(host: str, port: int) -> None:
    """Bind without SO_REUSEPORT, which fails beside any listener; SO_REUSEADDR ignores connections that have ended."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind((host, port))


def _explain(error: OSError, host: str, port: int) -> SettingsError:
    if error.errno == errno.EADDRINUSE:
        return SettingsError(f"port {port} of {host} is taken: stop the other server or choose another REGIE_PORT.")
    if error.errno == errno.EACCES:
        return SettingsError(f"port {port} is reserved for administrators: choose a REGIE_PORT from 1024 to 65535.")
    return SettingsError(f"--host {host} cannot be listened on: {error.strerror}.")

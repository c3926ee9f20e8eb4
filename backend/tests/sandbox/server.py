"""Runs an ASGI app over real HTTP on a free port, in a separate thread."""

import asyncio
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from granian.constants import Interfaces
from granian.server.embed import Server
from starlette.types import ASGIApp


@contextmanager
def run_app(app: ASGIApp) -> Iterator[str]:
    """Yield the app's base URL; the server stops at the end of the block."""
    port = _free_port()
    loop = asyncio.new_event_loop()
    server: list[Server] = []

    async def serve() -> None:
        server.append(Server(app, "127.0.0.1", port, interface=Interfaces.ASGINL, log_enabled=False))
        await server[0].serve()
        await asyncio.sleep(0.3)

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()), daemon=True)
    thread.start()
    _wait_for(port)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        loop.call_soon_threadsafe(server[0].stop)
        thread.join(10)
        loop.close()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _wait_for(port: int) -> None:
    until = time.monotonic() + 10
    while time.monotonic() < until:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        threading.Event().wait(0.01)
    raise TimeoutError("the server does not answer")

"""Runs the sandbox in a separate process on a free port, at the given time, and prints the port."""

import asyncio
import socket
import sys

from granian.constants import Interfaces
from granian.server.embed import Server

from regie.sandbox.clock import SandboxClock
from regie.sandbox.limits import NO_LIMITS
from regie.sandbox.server import create_app
from tests.connectors.agency import build_test_agency


def main(now: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = found.getsockname()[1]
    app = create_app(build_test_agency(now), limits=NO_LIMITS, clock=SandboxClock(now))
    server = Server(app, "127.0.0.1", port, interface=Interfaces.ASGINL, log_enabled=False)
    sys.stdout.write(f"{port}\n")
    sys.stdout.flush()
    asyncio.run(server.serve())


if __name__ == "__main__":
    main(int(sys.argv[1]))

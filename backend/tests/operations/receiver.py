"""Receives what the application sends to outside services over HTTP, and stores it."""

import gzip
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue

ARRIVES_WITHIN_S = 30


class Receiver:
    """`received` has the path and the unpacked body of each call."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.received: Queue[tuple[str, bytes]] = Queue()

    @property
    def sentry_dsn(self) -> str:
        return f"http://public-key@127.0.0.1:{self.port}/42"

    @property
    def traces_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1/traces"

    def next(self) -> tuple[str, bytes]:
        return self.received.get(timeout=ARRIVES_WITHIN_S)


@contextmanager
def running_receiver() -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            is_packed = self.headers.get("Content-Encoding") == "gzip"
            receiver.received.put((self.path, gzip.decompress(body) if is_packed else body))
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, format: str, *args: object) -> None:
            """Write nothing: the received calls are in the queue."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver = Receiver(server.server_port)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

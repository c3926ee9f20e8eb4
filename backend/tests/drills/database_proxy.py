"""Stands between Régie and PostgreSQL, so that a test can take the database away and give it back."""

import socket
import threading
from contextlib import suppress

_CHUNK = 65_536


class DatabaseProxy:
    """Forwards connections to a server; `cut` ends all of them and refuses new ones until `restore`."""

    def __init__(self, host: str, port: int) -> None:
        self._target = (host, port)
        self._lock = threading.Lock()
        self._open: set[socket.socket] = set()
        self._listener: socket.socket | None = None
        self.port = 0
        self.restore()

    def restore(self) -> None:
        listener = socket.create_server(("127.0.0.1", self.port))
        self.port = listener.getsockname()[1]
        self._listener = listener
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()

    def cut(self) -> None:
        listener, self._listener = self._listener, None
        if listener:
            _close(listener)
        with self._lock:
            sockets, self._open = self._open, set()
        for one in sockets:
            _close(one)

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
                server = socket.create_connection(self._target)
            except OSError:
                return
            with self._lock:
                self._open |= {client, server}
            if self._listener is not listener:  # accepted while the connections were being cut
                self._end(client, server)
                continue
            for source, target in ((client, server), (server, client)):
                threading.Thread(target=self._forward, args=(source, target), daemon=True).start()

    def _forward(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while chunk := source.recv(_CHUNK):
                target.sendall(chunk)
        self._end(source, target)

    def _end(self, *sockets: socket.socket) -> None:
        with self._lock:
            self._open -= set(sockets)
        for one in sockets:
            _close(one)


def _close(one: socket.socket) -> None:
    with suppress(OSError):
        one.shutdown(socket.SHUT_RDWR)
    one.close()

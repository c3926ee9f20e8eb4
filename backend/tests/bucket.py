"""Runs a small S3 server, as a double of a bucket."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit


class Bucket(BaseHTTPRequestHandler):
    """A minimal S3: stores, lists, returns and removes objects, whole or multipart."""

    objects: dict[str, bytes]
    authorizations: list[str]
    # Objects that the bucket fails to return.
    broken: set[str]
    page_size = 2

    def do_PUT(self) -> None:
        self.authorizations.append(self.headers.get("Authorization", ""))
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.objects[self.path] = body
        self._respond(200, headers={"ETag": '"e"'})

    def do_POST(self) -> None:
        key, _, query = self.path.partition("?")
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if query.startswith("uploads"):
            self._respond(200, b"<InitiateMultipartUploadResult><UploadId>u</UploadId></InitiateMultipartUploadResult>")
        else:
            parts = sorted(name for name in self.objects if name.startswith(f"{key}?partNumber="))
            self.objects[key] = b"".join(self.objects.pop(name) for name in parts)
            self._respond(200, b"<CompleteMultipartUploadResult><ETag>e</ETag></CompleteMultipartUploadResult>")

    def do_GET(self) -> None:
        url = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(url.query).items()}
        if "list-type" in query:
            self._respond(200, self._list(f"{url.path.rstrip('/')}/", query))
            return
        if self.path in self.broken:
            self._respond(500)
            return
        found = self.objects.get(self.path)
        self._respond(404 if found is None else 200, found or b"", {"ETag": '"e"'})

    def _list(self, bucket: str, query: dict[str, str]) -> bytes:
        start = bucket + query.get("prefix", "")
        names = sorted(path for path in self.objects if path.startswith(start) and "?" not in path)
        first = int(query.get("continuation-token", 0))
        end = first + self.page_size
        more = f"<NextContinuationToken>{end}</NextContinuationToken>" if end < len(names) else ""
        found = "".join(
            f"<Contents><Key>{name.removeprefix(bucket)}</Key><LastModified>2026-11-20T17:00:00.000Z</LastModified>"
            f"<ETag>e</ETag><Size>{len(self.objects[name])}</Size></Contents>"
            for name in names[first:end]
        )
        return f"<ListBucketResult>{found}{more}</ListBucketResult>".encode()

    def do_DELETE(self) -> None:
        self.objects.pop(self.path, None)
        self._respond(204)

    def _respond(self, status: int, body: bytes = b"", headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        default = {"Content-Length": str(len(body)), "Last-Modified": "Fri, 20 Nov 2026 17:00:00 GMT"}
        for name, value in (default | (headers or {})).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Silence the log."""


@contextmanager
def running_bucket() -> Iterator[tuple[str, type[Bucket]]]:
    """Yield the endpoint and the class, whose attributes are the state of this bucket."""
    kind = type("TestBucket", (Bucket,), {"objects": {}, "authorizations": [], "broken": set()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}", kind
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

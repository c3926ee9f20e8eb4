"""Sends a stored file as a download that browsers neither display nor run and proxies do not cache."""

from collections.abc import Callable, Iterator
from urllib.parse import quote

from anyio import to_thread
from starlette.concurrency import iterate_in_threadpool
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

_HEADERS = {
    "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    "cross-origin-resource-policy": "same-origin",
}


class Download(StreamingResponse):
    """Opens the content after the request's transaction, which a slow store would otherwise hold open."""

    def __init__(self, open_content: Callable[[], Iterator[bytes]], *, name: str, mime: str, size: int | None) -> None:
        headers = {**_HEADERS, "content-disposition": disposition(name)}
        # Generated content has no length in advance.
        if size is not None:
            headers["content-length"] = str(size)
        super().__init__((), headers=headers, media_type=mime)
        self._open = open_content

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.body_iterator = iterate_in_threadpool(await to_thread.run_sync(self._open))
        await super().__call__(scope, receive, send)


def disposition(name: str) -> str:
    """Return a Content-Disposition (RFC 6266): the name in ASCII for old clients and encoded (RFC 8187) for others."""
    plain = "".join(char if char.isascii() and char not in '"\\%' else "_" for char in name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"

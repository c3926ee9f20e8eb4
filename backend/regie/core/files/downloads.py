"""A kept file as a download: never shown in the page's place, never run, never kept by anybody in between."""

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
    """Opened when the request's transaction is over: a slow store holds nobody else up."""

    def __init__(self, open_content: Callable[[], Iterator[bytes]], *, name: str, mime: str, size: int | None) -> None:
        headers = {**_HEADERS, "content-disposition": disposition(name)}
        # What is made while it is sent has no length before.
        if size is not None:
            headers["content-length"] = str(size)
        super().__init__((), headers=headers, media_type=mime)
        self._open = open_content

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.body_iterator = iterate_in_threadpool(await to_thread.run_sync(self._open))
        await super().__call__(scope, receive, send)


def disposition(name: str) -> str:
    """RFC 6266: the name in ASCII for old programs, and as it is (RFC 8187) for all others."""
    plain = "".join(letter if letter.isascii() and letter not in '"\\%' else "_" for letter in name)
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"

"""Answers what no call does: the built front end, its page for every screen, and refusals of addresses and methods."""

import html
import mimetypes
import secrets
from pathlib import Path

import anyio.to_thread
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from regie.calls import Calls
from regie.core.api.errors import NotFound, WrongMethod
from regie.settings import WebSettings

_IMMUTABLE = "public, max-age=31536000, immutable"
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_NONCE = "__NONCE__"


def serve_front_end(app: FastAPI, calls: Calls, web: WebSettings, *, has_google: bool) -> None:
    """Answers what no call of the API does."""
    # What the page must know before it may ask the API anything.
    facts = {"bug-project": web.bug_project, "google": "on" if has_google else ""}
    app.router.routes.append(Route("/{path:path}", FrontEnd(calls, web.front_end.resolve(), facts)))


class FrontEnd:
    """Every address and method that is no call's: an object, since a route to a function would choose the methods."""

    def __init__(self, calls: Calls, root: Path, page_facts: dict[str, str]) -> None:
        self._calls = calls
        self._root = root
        self._page_facts = page_facts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._answer(Request(scope))
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        path, reads = request.url.path, request.method in ("GET", "HEAD")
        is_below_calls = path.startswith(("/api/", "/sanctum/", "/hooks/"))
        # Somebody who types `/login` into their browser is shown a page, and not how the call of that name is made.
        is_screen = reads and not is_below_calls and "text/html" in request.headers.get("accept", "")
        if not is_screen and (allowed := self._calls.methods_at(path)):
            raise WrongMethod(allowed)
        if not reads or is_below_calls:
            raise NotFound
        file = _find(self._root, path)
        if file is not None:
            return _serve_file(file, request, immutable=path.startswith("/assets/"))
        if Path(path).suffix and not path.endswith(".html"):
            return PlainTextResponse("Not found", 404)
        return await anyio.to_thread.run_sync(_serve_page, self._root, self._page_facts)


def _find(root: Path, path: str) -> Path | None:
    if "\0" in path:
        return None
    try:
        file = (root / path.lstrip("/")).resolve()
        return file if file.is_relative_to(root) and file.is_file() and file.suffix != ".html" else None
    except OSError:  # an address longer than the name of any file can be
        return None


def _serve_file(file: Path, request: Request, *, immutable: bool) -> Response:
    headers = {"cache-control": _IMMUTABLE if immutable else "no-cache", "vary": "Accept-Encoding"}
    media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    accepted = request.headers.get("accept-encoding", "")
    for encoding, suffix in _ENCODINGS:
        packed = file.with_name(file.name + suffix)
        if encoding in accepted and packed.is_file():
            return FileResponse(packed, headers={**headers, "content-encoding": encoding}, media_type=media_type)
    return FileResponse(file, headers=headers, media_type=media_type)


def _serve_page(root: Path, facts: dict[str, str]) -> Response:
    """The application's page, with a fresh nonce for the styles that the components insert."""
    page = root / "index.html"
    if not page.is_file():
        return PlainTextResponse("The front end is not built: run `make run`.", 503)
    nonce = secrets.token_urlsafe(16)
    text = page.read_text("utf-8").replace(_NONCE, nonce)
    metas = "".join(f'<meta name="regie-{name}" content="{html.escape(fact)}">' for name, fact in facts.items() if fact)
    text = text.replace("</head>", f"{metas}</head>")
    csp = (
        f"default-src 'self'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    )
    return Response(text, media_type="text/html", headers={"content-security-policy": csp, "cache-control": "no-store"})

"""Serves the built front end and its page for every screen; refuses unknown API paths and methods."""

import html
import json
import mimetypes
import secrets
from collections.abc import Callable
from pathlib import Path

import anyio.to_thread
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from regie.core.api.errors import NotFound, WrongMethod
from regie.core.db.database import Database
from regie.domains.records.users.queries import is_set_up
from regie.route_index import RouteIndex
from regie.settings import WebSettings

_IMMUTABLE = "public, max-age=31536000, immutable"
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_NONCE = "__NONCE__"


def serve_front_end(
    app: FastAPI, route_index: RouteIndex, web: WebSettings, database: Database, *, has_google: bool
) -> None:
    """Register the front end for all requests that match no API route."""
    owner = _Owner(database)

    def page_meta() -> dict[str, str]:
        """What the page needs before its first API request."""
        return {
            "bug-project": web.bug_project,
            "google": "on" if has_google else "",
            "owner": "missing" if owner.is_missing() else "",
        }

    app.router.routes.append(Route("/{path:path}", FrontEnd(route_index, web.front_end.resolve(), page_meta)))


class _Owner:
    """Knows whether the first account is still to set up; asks the database until someone has used one."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._exists = False

    def is_missing(self) -> bool:
        if not self._exists:
            try:
                with self._database.read() as db:
                    self._exists = is_set_up(db)
            except SQLAlchemyError:  # the page itself needs no database
                return False
        return not self._exists


class FrontEnd:
    """Handles all other paths and methods; an object, because Starlette limits the methods of functions."""

    def __init__(self, route_index: RouteIndex, root: Path, meta: Callable[[], dict[str, str]]) -> None:
        self._route_index = route_index
        self._root = root
        self._meta = meta

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        response = await self._respond(Request(scope))
        await response(scope, receive, send)

    async def _respond(self, request: Request) -> Response:
        path, reads = request.url.path, request.method in ("GET", "HEAD")
        is_api_path = path.startswith(("/api/", "/sanctum/", "/hooks/"))
        # A browser that opens `/login` gets the page, although an API route has this path.
        is_screen = reads and not is_api_path and "text/html" in request.headers.get("accept", "")
        if not is_screen and (allowed := self._route_index.methods_at(path)):
            raise WrongMethod(allowed)
        if not reads or is_api_path:
            raise NotFound
        file = _find(self._root, path)
        if file is not None:
            return _serve_file(file, request, immutable=path.startswith("/assets/"))
        if Path(path).suffix and not path.endswith(".html"):
            return PlainTextResponse("Not found", 404)
        return await anyio.to_thread.run_sync(_serve_page, self._root, path, self._meta)


def _find(root: Path, path: str) -> Path | None:
    if "\0" in path:
        return None
    try:
        file = (root / path.lstrip("/")).resolve()
        return file if file.is_relative_to(root) and file.is_file() and file.suffix != ".html" else None
    except OSError:  # longer than a file name can be
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


def _serve_page(root: Path, path: str, read_meta: Callable[[], dict[str, str]]) -> Response:
    """Return the page with a new nonce for styles that components insert; 404 for an address without a screen."""
    page, screens = root / "index.html", root / "pages.json"
    if not (page.is_file() and screens.is_file()):
        return PlainTextResponse("The front end is not built: run `make run`.", 503)
    status = 200 if _is_screen(path, **json.loads(screens.read_bytes())) else 404
    nonce = secrets.token_urlsafe(16)
    text = page.read_text("utf-8").replace(_NONCE, nonce)
    tags = "".join(
        f'<meta name="regie-{name}" content="{html.escape(value)}">' for name, value in read_meta().items() if value
    )
    text = text.replace("</head>", f"{tags}</head>")
    csp = (
        f"default-src 'self'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    )
    headers = {"content-security-policy": csp, "cache-control": "no-store"}
    return Response(text, status, media_type="text/html", headers=headers)


def _is_screen(path: str, *, locales: list[str], paths: list[str]) -> bool:
    """Match a path as the front end's router does: language prefix, case and a trailing slash do not matter."""
    parts = path.lower().strip("/").split("/")
    if parts[0] in locales:
        parts = parts[1:] or [""]
    return any(_matches(parts, screen.strip("/").split("/")) for screen in paths)


def _matches(parts: list[str], screen: list[str]) -> bool:
    return len(parts) == len(screen) and all(
        name.startswith("$") or name == part for part, name in zip(parts, screen, strict=True)
    )

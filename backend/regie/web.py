"""Serves the built front end: hashed assets for ever, everything else fresh, and one page for every screen."""

import html
import mimetypes
import secrets
from pathlib import Path

import anyio.to_thread
from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from regie.core.errors import NotFound
from regie.settings import WebSettings

_IMMUTABLE = "public, max-age=31536000, immutable"
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_NONCE = "__NONCE__"


def serve_front_end(app: FastAPI, web: WebSettings, *, has_google: bool) -> None:
    """Answers what no call of the API does."""
    root = web.front_end.resolve()
    # What the page must know before it may ask the API anything.
    page_facts = {"bug-project": web.bug_project, "google": "on" if has_google else ""}

    async def answer(request: Request) -> Response:
        path = request.url.path
        if request.method not in ("GET", "HEAD") or path.startswith(("/api/", "/sanctum/")):
            raise NotFound
        file = _find(root, path)
        if file is not None:
            return _serve_file(file, request, immutable=path.startswith("/assets/"))
        if Path(path).suffix and not path.endswith(".html"):
            return PlainTextResponse("Not found", 404)
        return await anyio.to_thread.run_sync(_serve_page, root, page_facts)

    app.add_route("/{path:path}", answer, methods=["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"])


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

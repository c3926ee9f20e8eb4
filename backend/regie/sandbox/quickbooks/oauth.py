"""QuickBooks' OAuth: the page where people consent, codes and refresh tokens for new tokens, and revocation."""

from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Mapping
from hmac import compare_digest
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import orjson
from jinja2 import Environment, FileSystemLoader
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from regie.sandbox.quickbooks.consent import Asked, BadRequest, read_request
from regie.sandbox.quickbooks.faults import traced
from regie.sandbox.quickbooks.shapes import COMPANY_NAME
from regie.sandbox.quickbooks.tokens import ACCESS_S, CLIENTS, REALM, REFRESH_S, Pair
from regie.sandbox.replies import form_of, json_reply
from regie.sandbox.room import Room

_CONSENT = "/connect/oauth2"
_PAGE_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
_WORDS: dict[str, dict[str, str]] = {
    "en": {
        "title": "Connect Régie to QuickBooks",
        "intro": "Régie asks to read the books of this company. This is an imitation of QuickBooks, "
        "for trying things out.",
        "company": "Company",
        "connect": "Connect",
        "cancel": "No, thanks",
    },
    "fr": {
        "title": "Relier Régie à QuickBooks",
        "intro": "Régie demande à lire les livres de cette entreprise. Ceci imite QuickBooks, pour faire des essais.",
        "company": "Entreprise",
        "connect": "Relier",
        "cancel": "Non merci",
    },
}


class QuickbooksOAuth:
    """Three origins in reality: the page, the tokens, and the end of a consent each live on their own."""

    def __init__(self, room: Room) -> None:
        self._room = room
        folders = [Path(__file__).with_name("pages"), Path(__file__).parents[1] / "outbox_pages"]
        self._pages = Environment(loader=FileSystemLoader(folders), autoescape=True, trim_blocks=True)

    def page_routes(self) -> list[Route]:
        return [Route(_CONSENT, self._ask, methods=["GET"]), Route(_CONSENT, self._answer, methods=["POST"])]

    def token_routes(self) -> list[Route]:
        return [Route("/oauth2/v1/tokens/bearer", self._token, methods=["POST"])]

    def revoke_routes(self) -> list[Route]:
        return [Route("/v2/oauth2/tokens/revoke", self._revoke, methods=["POST"])]

    async def _ask(self, request: Request) -> Response:
        try:
            asked = self._asked(request.query_params)
        except BadRequest as bad:
            return self._page("refused.html.j2", 400, problem=str(bad))
        wanted = request.headers.get("accept-language", "").strip().lower()
        language = "fr" if wanted.startswith("fr") else "en"
        company = {"company": COMPANY_NAME, "realm": REALM}
        facts = {"language": language, "words": _WORDS[language], "asked": asked.kept, **company}
        return self._page("consent.html.j2", 200, action=request.url.path, **facts)

    async def _answer(self, request: Request) -> Response:
        """The form of the page; what it hands on is read as carefully as the first time."""
        form = form_of(await request.body())
        try:
            asked = self._asked(form)
        except BadRequest as bad:
            return self._page("refused.html.j2", 400, problem=str(bad))
        if "connect" not in form:
            return _sent_back(asked, {"error": "access_denied"})
        code = self._room.quickbooks_codes.issue(asked, self._room.clock.now())
        return _sent_back(asked, {"code": code, "realmId": REALM})

    def _asked(self, given: Mapping[str, str]) -> Asked:
        return read_request(given, self._room.switches.quickbooks_redirect_uris)

    def _page(self, template: str, status: int, **facts: Any) -> Response:
        return HTMLResponse(self._pages.get_template(template).render(facts), status, _PAGE_HEADERS)

    async def _token(self, request: Request) -> Response:
        form = form_of(await request.body())
        client_id = _client(request)
        if client_id is None:
            return traced(json_reply({"error": "invalid_client"}, 401))
        grant = form.get("grant_type")
        if grant not in ("authorization_code", "refresh_token"):
            return traced(json_reply({"error": "unsupported_grant_type"}, 400))
        pair = self._connected(client_id, form) if grant == "authorization_code" else self._refreshed(client_id, form)
        if pair is None:
            what = "authorization code" if grant == "authorization_code" else "refresh token"
            problem = {"error": "invalid_grant", "error_description": f"Incorrect or invalid {what}"}
            return traced(json_reply(problem, 400))
        return traced(json_reply(_pair_json(pair, request)))

    def _connected(self, client_id: str, form: dict[str, str]) -> Pair | None:
        now = self._room.clock.now()
        code, redirect_uri = form.get("code", ""), form.get("redirect_uri", "")
        if not self._room.quickbooks_codes.redeem(code, client_id, redirect_uri, now):
            return None
        return self._room.quickbooks_tokens.connect(client_id, now)

    def _refreshed(self, client_id: str, form: dict[str, str]) -> Pair | None:
        kills = self._room.switches.quickbooks_old_token_kills
        now_s = self._room.clock.now() // 1000
        return self._room.quickbooks_tokens.refresh(client_id, form.get("refresh_token", ""), now_s, kills)

    async def _revoke(self, request: Request) -> Response:
        """Either token of a pair ends its consent; an empty 200 says so."""
        client_id = _client(request)
        if client_id is None:
            return traced(json_reply({"error": "invalid_client"}, 401))
        token = _token_in(await request.body())
        if not self._room.quickbooks_tokens.revoke(client_id, token, self._room.clock.now() // 1000):
            return traced(json_reply({"error": "invalid_grant"}, 400))
        return traced(Response(status_code=200))


def _pair_json(pair: Pair, request: Request) -> dict[str, Any]:
    reply: dict[str, Any] = {
        "token_type": "bearer",
        "access_token": pair.access_token,
        "expires_in": ACCESS_S,
        "refresh_token": pair.refresh_token,
        "x_refresh_token_expires_in": REFRESH_S,
    }
    if request.headers.get("x-include-refresh-token-hard-expires-in", "").lower() == "true":
        reply["x_refresh_token_hard_expires_in"] = pair.hard_expires_in
    return reply


def _sent_back(asked: Asked, answer: dict[str, str]) -> Response:
    query = urlencode({**answer, "state": asked.state})
    return RedirectResponse(f"{asked.redirect_uri}?{query}", 303, {"Cache-Control": "no-store"})


def _token_in(body: bytes) -> str:
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError:
        return ""
    token = document.get("token") if isinstance(document, dict) else None
    return token if isinstance(token, str) else ""


def _client(request: Request) -> str | None:
    """Whose secret was shown as Basic; None for nobody's."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        client_id, _, secret = b64decode(value, validate=True).decode().partition(":")
    except (NotBase64, UnicodeDecodeError):
        return None
    known = CLIENTS.get(client_id)
    return client_id if known is not None and compare_digest(known.encode(), secret.encode()) else None

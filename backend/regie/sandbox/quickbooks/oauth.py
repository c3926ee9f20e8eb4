"""Answers QuickBooks' OAuth requests: the consent page, token exchange and refresh, and revocation."""

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

from regie.sandbox.quickbooks.consent import ConsentRequest, InvalidConsentRequest, parse_consent_request
from regie.sandbox.quickbooks.faults import with_trace_id
from regie.sandbox.quickbooks.shapes import COMPANY_NAME
from regie.sandbox.quickbooks.tokens import ACCESS_S, CLIENTS, REALM, REFRESH_S, TokenPair
from regie.sandbox.replies import json_reply, parse_form
from regie.sandbox.state import SandboxState

_CONSENT = "/connect/oauth2"
_PAGE_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
_TEXTS: dict[str, dict[str, str]] = {
    "en": {
        "title": "Connect Régie to QuickBooks",
        "intro": "Régie requests access to the books of this company. This page simulates QuickBooks for "
        "demonstrations and tests.",
        "company": "Company",
        "connect": "Connect",
        "cancel": "Cancel",
    },
    "fr": {
        "title": "Connecter Régie à QuickBooks",
        "intro": "Régie demande l’accès aux livres de cette entreprise. Cette page simule QuickBooks pour les "
        "démonstrations et les essais.",
        "company": "Entreprise",
        "connect": "Connecter",
        "cancel": "Annuler",
    },
}


class QuickbooksOAuth:
    """The OAuth routes; the real service serves pages, tokens and revocation from three origins."""

    def __init__(self, state: SandboxState) -> None:
        self._state = state
        folders = [Path(__file__).with_name("pages"), Path(__file__).parents[1] / "outbox_pages"]
        self._pages = Environment(loader=FileSystemLoader(folders), autoescape=True, trim_blocks=True)

    def page_routes(self) -> list[Route]:
        return [Route(_CONSENT, self._show_page, methods=["GET"]), Route(_CONSENT, self._submit_page, methods=["POST"])]

    def token_routes(self) -> list[Route]:
        return [Route("/oauth2/v1/tokens/bearer", self._token, methods=["POST"])]

    def revoke_routes(self) -> list[Route]:
        return [Route("/v2/oauth2/tokens/revoke", self._revoke, methods=["POST"])]

    async def _show_page(self, request: Request) -> Response:
        try:
            consent = self._parse_consent(request.query_params)
        except InvalidConsentRequest as error:
            return self._page("refused.html.j2", 400, problem=str(error))
        accept_language = request.headers.get("accept-language", "").strip().lower()
        language = "fr" if accept_language.startswith("fr") else "en"
        company = {"company": COMPANY_NAME, "realm": REALM}
        variables = {"language": language, "texts": _TEXTS[language], "params": consent.params, **company}
        return self._page("consent.html.j2", 200, action=request.url.path, **variables)

    async def _submit_page(self, request: Request) -> Response:
        """Handle the page's form; its hidden fields are validated again."""
        form = parse_form(await request.body())
        try:
            consent = self._parse_consent(form)
        except InvalidConsentRequest as error:
            return self._page("refused.html.j2", 400, problem=str(error))
        if "connect" not in form:
            return _redirect_back(consent, {"error": "access_denied"})
        code = self._state.quickbooks_codes.issue(consent, self._state.clock.now())
        return _redirect_back(consent, {"code": code, "realmId": REALM})

    def _parse_consent(self, params: Mapping[str, str]) -> ConsentRequest:
        return parse_consent_request(params, self._state.switches.quickbooks_redirect_uris)

    def _page(self, template: str, status: int, **variables: Any) -> Response:
        return HTMLResponse(self._pages.get_template(template).render(variables), status, _PAGE_HEADERS)

    async def _token(self, request: Request) -> Response:
        form = parse_form(await request.body())
        client_id = _authenticate_client(request)
        if client_id is None:
            return with_trace_id(json_reply({"error": "invalid_client"}, 401))
        grant = form.get("grant_type")
        if grant not in ("authorization_code", "refresh_token"):
            return with_trace_id(json_reply({"error": "unsupported_grant_type"}, 400))
        pair = self._connect(client_id, form) if grant == "authorization_code" else self._refresh(client_id, form)
        if pair is None:
            grant_name = "authorization code" if grant == "authorization_code" else "refresh token"
            body = {"error": "invalid_grant", "error_description": f"Incorrect or invalid {grant_name}"}
            return with_trace_id(json_reply(body, 400))
        return with_trace_id(json_reply(_pair_json(pair, request)))

    def _connect(self, client_id: str, form: dict[str, str]) -> TokenPair | None:
        now = self._state.clock.now()
        code, redirect_uri = form.get("code", ""), form.get("redirect_uri", "")
        if not self._state.quickbooks_codes.redeem(code, client_id, redirect_uri, now):
            return None
        return self._state.quickbooks_tokens.connect(client_id, now)

    def _refresh(self, client_id: str, form: dict[str, str]) -> TokenPair | None:
        ends_connection = self._state.switches.quickbooks_old_token_kills
        now_s = self._state.clock.now() // 1000
        return self._state.quickbooks_tokens.refresh(client_id, form.get("refresh_token", ""), now_s, ends_connection)

    async def _revoke(self, request: Request) -> Response:
        """End the consent of either token of a pair; answer with an empty 200."""
        client_id = _authenticate_client(request)
        if client_id is None:
            return with_trace_id(json_reply({"error": "invalid_client"}, 401))
        token = _parse_token(await request.body())
        if not self._state.quickbooks_tokens.revoke(client_id, token, self._state.clock.now() // 1000):
            return with_trace_id(json_reply({"error": "invalid_grant"}, 400))
        return with_trace_id(Response(status_code=200))


def _pair_json(pair: TokenPair, request: Request) -> dict[str, Any]:
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


def _redirect_back(consent: ConsentRequest, answer: dict[str, str]) -> Response:
    query = urlencode({**answer, "state": consent.state})
    return RedirectResponse(f"{consent.redirect_uri}?{query}", 303, {"Cache-Control": "no-store"})


def _parse_token(body: bytes) -> str:
    try:
        document = orjson.loads(body)
    except orjson.JSONDecodeError:
        return ""
    token = document.get("token") if isinstance(document, dict) else None
    return token if isinstance(token, str) else ""


def _authenticate_client(request: Request) -> str | None:
    """Return the client whose secret is in the Basic header, or None."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        client_id, _, secret = b64decode(value, validate=True).decode().partition(":")
    except (NotBase64, UnicodeDecodeError):
        return None
    expected_secret = CLIENTS.get(client_id)
    is_valid = expected_secret is not None and compare_digest(expected_secret.encode(), secret.encode())
    return client_id if is_valid else None

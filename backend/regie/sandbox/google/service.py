"""Answers Google's sign-in requests: discovery, account page, token exchange, keys, userinfo, revocation."""

from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Mapping
from hmac import compare_digest
from typing import Any
from urllib.parse import unquote_plus, urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from regie.sandbox.google.accounts import Account
from regie.sandbox.google.authorization import (
    CLIENTS,
    AuthorizationRequest,
    InvalidAuthorizationRequest,
    base_url_of,
    parse_authorization_request,
)
from regie.sandbox.google.grants import ACCESS_S, Grant
from regie.sandbox.google.id_tokens import make_claims, make_id_token
from regie.sandbox.google.page import account_page, error_page
from regie.sandbox.replies import Refusal, json_reply, parse_form
from regie.sandbox.state import SandboxState

_AUTHORIZE, _CHOOSE = "/o/oauth2/v2/auth", "/signin/oauth/choose"
_TOKEN, _CERTS, _USERINFO, _REVOKE = "/token", "/oauth2/v3/certs", "/v1/userinfo", "/revoke"
_KEYS_S, _DISCOVERY_S = 21_600, 3_600
_NO_STORE = {"Cache-Control": "no-cache, no-store, max-age=0, must-revalidate", "Pragma": "no-cache"}


class Google:
    def __init__(self, state: SandboxState) -> None:
        self._state = state

    def routes(self) -> list[Route]:
        return [
            Route("/.well-known/openid-configuration", self._discovery, methods=["GET"]),
            Route(_AUTHORIZE, self._authorize, methods=["GET"]),
            Route(_CHOOSE, self._choose, methods=["POST"]),
            Route(_TOKEN, self._token, methods=["POST"]),
            Route(_CERTS, self._certs, methods=["GET"]),
            Route(_USERINFO, self._userinfo, methods=["GET", "POST"]),
            Route(_REVOKE, self._revoke, methods=["POST"]),
        ]

    async def unknown_path(self, _: Request) -> Response:
        return HTMLResponse("<!DOCTYPE html><title>Error 404 (Not Found)!!1</title><p>404. That’s an error.", 404)

    async def method_not_allowed(self, _: Request) -> Response:
        return HTMLResponse("<!DOCTYPE html><title>Error 405</title><p>405. That’s an error.", 405)

    async def _discovery(self, request: Request) -> Response:
        base_url = base_url_of(request)
        document = {
            "issuer": base_url,
            "authorization_endpoint": f"{base_url}{_AUTHORIZE}",
            "token_endpoint": f"{base_url}{_TOKEN}",
            "userinfo_endpoint": f"{base_url}{_USERINFO}",
            "revocation_endpoint": f"{base_url}{_REVOKE}",
            "jwks_uri": f"{base_url}{_CERTS}",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "scopes_supported": ["openid", "email", "profile"],
            "token_endpoint_auth_methods_supported": ["client_secret_post", "client_secret_basic"],
            "code_challenge_methods_supported": ["plain", "S256"],
            "grant_types_supported": ["authorization_code"],
        }
        return json_reply(document, headers={"Cache-Control": f"public, max-age={_DISCOVERY_S}"})

    async def _certs(self, _: Request) -> Response:
        cached = f"public, max-age={_KEYS_S}, must-revalidate, no-transform"
        return json_reply(self._state.google.keys.document(), headers={"Cache-Control": cached})

    async def _authorize(self, request: Request) -> Response:
        try:
            authorization = self._parse_authorization(request.query_params)
        except InvalidAuthorizationRequest as error:
            return error_page(error.status, error.code, error.explanation)
        accounts = self._state.google.accounts
        hinted_account = accounts.find_by_hint(authorization.login_hint)
        if "none" in authorization.prompts:
            if hinted_account is None:
                return _redirect_back(authorization, {"error": "interaction_required"})
            return self._grant(authorization, hinted_account)
        others = [account for account in accounts.all() if account != hinted_account]
        accounts_shown = [hinted_account, *others] if hinted_account else others
        action = f"{base_url_of(request)}{_CHOOSE}"
        return account_page(action, authorization.params, accounts_shown, authorization.language)

    async def _choose(self, request: Request) -> Response:
        """Handle the page's form; its hidden fields are validated again."""
        form = parse_form(await request.body())
        try:
            authorization = self._parse_authorization(form)
            account = self._state.google.accounts.get(form.get("account", ""))
            if "cancel" in form:
                return _redirect_back(authorization, {"error": "access_denied"})
            if account is None:
                raise InvalidAuthorizationRequest("invalid_request", "There is no such account.")
        except InvalidAuthorizationRequest as error:
            return error_page(error.status, error.code, error.explanation)
        return self._grant(authorization, account)

    def _parse_authorization(self, query: Mapping[str, str] | QueryParams) -> AuthorizationRequest:
        return parse_authorization_request(query, self._state.switches.google_redirect_uris)

    def _grant(self, authorization: AuthorizationRequest, account: Account) -> Response:
        grant = Grant(
            client_id=authorization.client_id,
            redirect_uri=authorization.redirect_uri,
            sub=account.sub,
            scopes=authorization.scopes,
            nonce=authorization.nonce,
            challenge=authorization.challenge,
            challenge_method=authorization.challenge_method,
            at=self._state.clock.now(),
        )
        code = self._state.google.grants.issue(grant)
        workspace = {"hd": account.hd} if account.hd else {}
        scope = " ".join(sorted(authorization.scopes))
        answer = {"code": code, "scope": scope, "authuser": "0", **workspace, "prompt": "none"}
        return _redirect_back(authorization, answer)

    async def _token(self, request: Request) -> Response:
        form = parse_form(await request.body())
        try:
            client_id = _authenticate_client(request, form)
            if form.get("grant_type") != "authorization_code":
                raise _refusal("unsupported_grant_type", f"Invalid grant_type: {form.get('grant_type', '')}")
            for name in ("code", "redirect_uri"):
                if not form.get(name):
                    raise _refusal("invalid_request", f"Missing required parameter: {name}")
            return json_reply(self._exchange(client_id, form, base_url_of(request)), headers=_NO_STORE)
        except Refusal as refusal:
            return refusal.response

    def _exchange(self, client_id: str, form: dict[str, str], issuer: str) -> dict[str, Any]:
        google, now = self._state.google, self._state.clock.now()
        grant = google.grants.get_grant(form["code"], now)
        account = google.accounts.get(grant.sub) if grant else None
        if grant is None or account is None or grant.client_id != client_id:
            raise _refusal("invalid_grant", "Malformed auth code.")
        if grant.redirect_uri != form["redirect_uri"]:
            raise _refusal("redirect_uri_mismatch")
        if grant.challenge and not form.get("code_verifier"):
            raise _refusal("invalid_grant", "Missing code verifier.")
        if not grant.is_proved_by(form.get("code_verifier", "")):
            raise _refusal("invalid_grant", "Invalid code verifier.")
        access_token = google.grants.redeem(form["code"], now)
        claims = make_claims(issuer, account, grant, access_token, now // 1000)
        return {
            "access_token": access_token,
            "expires_in": ACCESS_S,
            "scope": " ".join(sorted(grant.scopes)),
            "token_type": "Bearer",
            "id_token": make_id_token(claims, google.id_token_faults.take(), google.keys),
        }

    async def _userinfo(self, request: Request) -> Response:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        google = self._state.google
        is_bearer = scheme.lower() == "bearer"
        access = google.grants.get_access(token.strip(), self._state.clock.now()) if is_bearer else None
        account = google.accounts.get(access.sub) if access else None
        if access is None or account is None:
            body = {"error": "invalid_request", "error_description": "Invalid Credentials"}
            challenge = 'Bearer realm="https://accounts.google.com/", error="invalid_token"'
            return json_reply(body, 401, {"WWW-Authenticate": challenge})
        return json_reply(account.claims(access.scopes), headers=_NO_STORE)

    async def _revoke(self, request: Request) -> Response:
        token = parse_form(await request.body()).get("token") or request.query_params.get("token", "")
        if not self._state.google.grants.revoke(token):
            return _refusal("invalid_token", "Token expired or revoked").response
        return json_reply({})


def _redirect_back(authorization: AuthorizationRequest, answer: dict[str, str]) -> Response:
    """Redirect to the application, with percent-encoded parameters, since a code contains a slash."""
    state = {"state": authorization.state} if authorization.state else {}
    return RedirectResponse(f"{authorization.redirect_uri}?{urlencode({**state, **answer})}", 303, _NO_STORE)


def _authenticate_client(request: Request, form: dict[str, str]) -> str:
    """Return the client whose secret is in the form or the Basic header, not both."""
    basic = _read_basic(request)
    client_id, secret = basic or (form.get("client_id", ""), form.get("client_secret", ""))
    if not client_id:
        raise _refusal("invalid_request", "Could not determine client ID from request.")
    if form.get("client_id", client_id) != client_id or (basic and "client_secret" in form):
        raise _refusal("invalid_request", "Two clients in one request.")
    if not compare_digest(CLIENTS.get(client_id, "").encode(), secret.encode(errors="replace")) or not secret:
        raise _refusal("invalid_client", status=401)
    return client_id


def _read_basic(request: Request) -> tuple[str, str] | None:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        name, _, secret = b64decode(value, validate=True).decode().partition(":")
    except (NotBase64, UnicodeDecodeError):
        return None
    return unquote_plus(name), unquote_plus(secret)


def _refusal(error: str, description: str = "", status: int = 400) -> Refusal:
    body = {"error": error} | ({"error_description": description} if description else {})
    return Refusal(json_reply(body, status, _NO_STORE))

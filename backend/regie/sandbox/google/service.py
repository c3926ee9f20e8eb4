"""Answers for Google sign-in: discovery, the account page, codes for tokens, keys, userinfo, revocation."""

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
from regie.sandbox.google.asking import CLIENTS, Asked, BadRequest, origin_of, read_request
from regie.sandbox.google.grants import ACCESS_S, Grant
from regie.sandbox.google.id_tokens import id_token, right_claims
from regie.sandbox.google.page import chooser, refusal
from regie.sandbox.replies import Refusal, form_of, json_reply
from regie.sandbox.room import Room

_AUTHORIZE, _CHOOSE = "/o/oauth2/v2/auth", "/signin/oauth/choose"
_TOKEN, _CERTS, _USERINFO, _REVOKE = "/token", "/oauth2/v3/certs", "/v1/userinfo", "/revoke"
_KEYS_S, _DISCOVERY_S = 21_600, 3_600
_NO_STORE = {"Cache-Control": "no-cache, no-store, max-age=0, must-revalidate", "Pragma": "no-cache"}


class Google:
    def __init__(self, room: Room) -> None:
        self._room = room

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

    async def unknown(self, _: Request) -> Response:
        return HTMLResponse("<!DOCTYPE html><title>Error 404 (Not Found)!!1</title><p>404. That’s an error.", 404)

    async def no_writing(self, _: Request) -> Response:
        return HTMLResponse("<!DOCTYPE html><title>Error 405</title><p>405. That’s an error.", 405)

    async def _discovery(self, request: Request) -> Response:
        here = origin_of(request)
        document = {
            "issuer": here,
            "authorization_endpoint": f"{here}{_AUTHORIZE}",
            "token_endpoint": f"{here}{_TOKEN}",
            "userinfo_endpoint": f"{here}{_USERINFO}",
            "revocation_endpoint": f"{here}{_REVOKE}",
            "jwks_uri": f"{here}{_CERTS}",
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
        return json_reply(self._room.google.keys.document(), headers={"Cache-Control": cached})

    async def _authorize(self, request: Request) -> Response:
        try:
            asked = self._asked(request.query_params)
        except BadRequest as bad:
            return refusal(bad.status, bad.code, bad.explanation)
        accounts = self._room.google.accounts
        hinted = accounts.hinted(asked.login_hint)
        if "none" in asked.prompts:
            return self._granted(asked, hinted) if hinted else _sent_back(asked, {"error": "interaction_required"})
        others = [account for account in accounts.all() if account != hinted]
        shown = [hinted, *others] if hinted else others
        return chooser(f"{origin_of(request)}{_CHOOSE}", asked.kept, shown, asked.language)

    async def _choose(self, request: Request) -> Response:
        """The form of the page; what it hands on is read as carefully as the first time."""
        form = form_of(await request.body())
        try:
            asked = self._asked(form)
            account = self._room.google.accounts.get(form.get("account", ""))
            if "cancel" in form:
                return _sent_back(asked, {"error": "access_denied"})
            if account is None:
                raise BadRequest("invalid_request", "There is no such account.")
        except BadRequest as bad:
            return refusal(bad.status, bad.code, bad.explanation)
        return self._granted(asked, account)

    def _asked(self, given: Mapping[str, str] | QueryParams) -> Asked:
        return read_request(given, self._room.switches.google_redirect_uris)

    def _granted(self, asked: Asked, account: Account) -> Response:
        grant = Grant(
            client_id=asked.client_id,
            redirect_uri=asked.redirect_uri,
            sub=account.sub,
            scopes=asked.scopes,
            nonce=asked.nonce,
            challenge=asked.challenge,
            challenge_method=asked.challenge_method,
            at=self._room.clock.now(),
        )
        code = self._room.google.grants.issue(grant)
        more = {"hd": account.hd} if account.hd else {}
        scope = " ".join(sorted(asked.scopes))
        return _sent_back(asked, {"code": code, "scope": scope, "authuser": "0", **more, "prompt": "none"})

    async def _token(self, request: Request) -> Response:
        form = form_of(await request.body())
        try:
            client_id = _client(request, form)
            if form.get("grant_type") != "authorization_code":
                raise _refused("unsupported_grant_type", f"Invalid grant_type: {form.get('grant_type', '')}")
            for name in ("code", "redirect_uri"):
                if not form.get(name):
                    raise _refused("invalid_request", f"Missing required parameter: {name}")
            return json_reply(self._exchanged(client_id, form, origin_of(request)), headers=_NO_STORE)
        except Refusal as refused:
            return refused.response

    def _exchanged(self, client_id: str, form: dict[str, str], issuer: str) -> dict[str, Any]:
        world, now = self._room.google, self._room.clock.now()
        grant = world.grants.grant_of(form["code"], now)
        account = world.accounts.get(grant.sub) if grant else None
        if grant is None or account is None or grant.client_id != client_id:
            raise _refused("invalid_grant", "Malformed auth code.")
        if grant.redirect_uri != form["redirect_uri"]:
            raise _refused("redirect_uri_mismatch")
        if grant.challenge and not form.get("code_verifier"):
            raise _refused("invalid_grant", "Missing code verifier.")
        if not grant.is_proved_by(form.get("code_verifier", "")):
            raise _refused("invalid_grant", "Invalid code verifier.")
        access_token = world.grants.redeem(form["code"], now)
        claims = right_claims(issuer, account, grant, access_token, now // 1000)
        return {
            "access_token": access_token,
            "expires_in": ACCESS_S,
            "scope": " ".join(sorted(grant.scopes)),
            "token_type": "Bearer",
            "id_token": id_token(claims, world.id_token_faults.take(), world.keys),
        }

    async def _userinfo(self, request: Request) -> Response:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        world = self._room.google
        access = world.grants.access_of(token.strip(), self._room.clock.now()) if scheme.lower() == "bearer" else None
        account = world.accounts.get(access.sub) if access else None
        if access is None or account is None:
            problem = {"error": "invalid_request", "error_description": "Invalid Credentials"}
            asks = 'Bearer realm="https://accounts.google.com/", error="invalid_token"'
            return json_reply(problem, 401, {"WWW-Authenticate": asks})
        return json_reply(account.claims(access.scopes), headers=_NO_STORE)

    async def _revoke(self, request: Request) -> Response:
        token = form_of(await request.body()).get("token") or request.query_params.get("token", "")
        if not self._room.google.grants.revoke(token):
            return _refused("invalid_token", "Token expired or revoked").response
        return json_reply({})


def _sent_back(asked: Asked, answer: dict[str, str]) -> Response:
    """To the application, with everything percent-encoded: a code has a slash in it."""
    state = {"state": asked.state} if asked.state else {}
    return RedirectResponse(f"{asked.redirect_uri}?{urlencode({**state, **answer})}", 303, _NO_STORE)


def _client(request: Request, form: dict[str, str]) -> str:
    """Whose secret was shown: in the form or as Basic, not both."""
    basic = _basic(request)
    client_id, secret = basic or (form.get("client_id", ""), form.get("client_secret", ""))
    if not client_id:
        raise _refused("invalid_request", "Could not determine client ID from request.")
    if form.get("client_id", client_id) != client_id or (basic and "client_secret" in form):
        raise _refused("invalid_request", "Two clients in one request.")
    if not compare_digest(CLIENTS.get(client_id, "").encode(), secret.encode(errors="replace")) or not secret:
        raise _refused("invalid_client", status=401)
    return client_id


def _basic(request: Request) -> tuple[str, str] | None:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return None
    try:
        name, _, secret = b64decode(value, validate=True).decode().partition(":")
    except (NotBase64, UnicodeDecodeError):
        return None
    return unquote_plus(name), unquote_plus(secret)


def _refused(error: str, description: str = "", status: int = 400) -> Refusal:
    body = {"error": error} | ({"error_description": description} if description else {})
    return Refusal(json_reply(body, status, _NO_STORE))

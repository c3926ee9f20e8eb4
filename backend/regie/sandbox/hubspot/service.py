"""Answers for HubSpot, under each spelling of its versions that is switched on."""

from collections.abc import Awaitable, Callable
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from regie.sandbox.agency.rows import Deal, HubspotCompany
from regie.sandbox.hubspot.gate import admit, error, invalid, not_found
from regie.sandbox.hubspot.search import search
from regie.sandbox.hubspot.shapes import (
    COMPANY_CURRENCY,
    Asked,
    asked_names,
    moment,
    owner_json,
    pipelines_json,
    record_json,
)
from regie.sandbox.hubspot.tokens import CLIENT_ID, CLIENT_SECRET, REFRESH_TOKEN, SCOPES
from regie.sandbox.replies import Refusal, form_of, json_reply, whole_number
from regie.sandbox.room import Room
from regie.sandbox.table import Table

_TYPES = {"deals": "deals", "0-3": "deals", "companies": "companies", "0-2": "companies"}
_DEALS, _COMPANIES = "crm.objects.deals.read", "crm.objects.companies.read"
_MOST_IN_A_LIST, _MOST_IN_A_BATCH, _MOST_ASSOCIATIONS, _MOST_OWNERS = 100, 100, 1_000, 500
_PRIMARY = {"category": "HUBSPOT_DEFINED", "typeId": 5, "label": "Primary"}
_UNLABELLED = {"category": "HUBSPOT_DEFINED", "typeId": 341, "label": None}
Answer = Callable[[Request], Awaitable[Response]]
Answering = Callable[[Request, Any], Any]


class Hubspot:
    def __init__(self, room: Room) -> None:
        self._room = room

    def routes(self) -> list[Route]:
        found: list[Route] = []
        for version in ("2026-09", "2026-03", "v3"):
            is_old = version == "v3"
            objects = "/crm/v3/objects/{kind}" if is_old else f"/crm/objects/{version}/{{kind}}"
            owners = "/crm/v3/owners" if is_old else f"/crm/owners/{version}"
            pipelines = "/crm/v3/pipelines/{kind}" if is_old else f"/crm/pipelines/{version}/{{kind}}"
            links = "/crm/v4/associations" if is_old else f"/crm/associations/{version}"
            tokens = "/oauth/v1/token" if is_old else f"/oauth/{version}/token"
            found += [
                self._route(version, objects, self._list, _DEALS),
                self._route(version, f"{objects}/search", self._search, _DEALS, post=True, is_search=True),
                self._route(version, f"{objects}/batch/read", self._batch, _DEALS, post=True),
                self._route(version, f"{objects}/{{id}}", self._one, _DEALS),
                self._route(version, owners, self._owners, "crm.objects.owners.read"),
                self._route(version, pipelines, self._pipelines, "crm.schemas.deals.read"),
                self._route(version, f"{links}/{{origin}}/{{kind}}/batch/read", self._links, _DEALS, post=True),
                Route(tokens, self._token, methods=["POST"]),
            ]
        return [
            *found,
            self._route("2026-03", "/settings/currencies/2026-03/company-currency", self._currency,
                        "settings.currencies.read"),
            self._route("v3", "/settings/v3/currencies/company-currency", self._currency, "settings.currencies.read"),
        ]  # fmt: skip

    def _route(
        self, version: str, path: str, answer: Answering, scope: str, post: bool = False, is_search: bool = False
    ) -> Route:
        async def guarded(request: Request) -> Response:
            headers: dict[str, str] = {}
            try:
                if version not in self._room.switches.hubspot_versions:
                    raise not_found()
                kind = _TYPES.get(request.path_params.get("kind", "deals"))
                headers = admit(self._room, request, _COMPANIES if kind == "companies" else scope, is_search)
                body = _body(await request.body()) if post else None
                result = answer(request, body)
                status = 207 if version == "v3" and isinstance(result, dict) and "numErrors" in result else 200
                return json_reply(result, status, headers)
            except Refusal as refusal:
                refusal.response.headers.update(headers)
                return refusal.response

        return Route(path, guarded, methods=["POST" if post else "GET"])

    def _table(self, request: Request) -> tuple[str, Table[Any]]:
        kind = _TYPES.get(request.path_params["kind"])
        if kind is None:
            raise not_found()
        return kind, self._room.agency.deals if kind == "deals" else self._room.agency.hubspot_companies

    def _asked(self, names: list[str], associations: bool = False) -> Asked:
        return Asked(asked_names(names), associations, self._room.switches.hubspot_multicurrency)

    def _asked_in(self, request: Request) -> Asked:
        wanted = asked_names(request.query_params.getlist("associations"))
        return self._asked(request.query_params.getlist("properties"), bool(wanted & {"companies", "company", "0-2"}))

    def _list(self, request: Request, _: Any) -> dict[str, Any]:
        _, table = self._table(request)
        is_archived = request.query_params.get("archived") == "true"

        def is_listed(row: Deal | HubspotCompany) -> bool:
            return row.archived == is_archived and row.merged_into is None

        rows, following = _list_page(request, table, _MOST_IN_A_LIST, 10, is_listed)
        asked = self._asked_in(request)
        return _with_paging(request, [record_json(row, asked) for row in rows], following)

    def _one(self, request: Request, _: Any) -> dict[str, Any]:
        _, table = self._table(request)
        row = _find(table, request.path_params["id"])
        if row is None or row.archived != (request.query_params.get("archived") == "true"):
            raise not_found()
        return record_json(row, self._asked_in(request))

    def _batch(self, request: Request, body: Any) -> dict[str, Any]:
        _, table = self._table(request)
        ids = _inputs(body, _MOST_IN_A_BATCH)
        asked = self._asked(body.get("properties", []))
        is_archived = request.query_params.get("archived") == "true"
        found = {wanted: _find(table, wanted) for wanted in ids}
        rows = [row for row in found.values() if row is not None and row.archived == is_archived]
        missing = [wanted for wanted, row in found.items() if row is None or row.archived != is_archived]
        errors = [
            {
                "status": "error",
                "category": "OBJECT_NOT_FOUND",
                "message": "Could not get some objects; they may be deleted or not exist.",
                "context": {"ids": missing},
            }
        ]
        return self._batch_reply([record_json(row, asked) for row in rows], errors if missing else [])

    def _batch_reply(self, results: list[Any], errors: list[Any]) -> dict[str, Any]:
        now = moment(self._room.clock.now())
        reply = {"status": "COMPLETE", "results": results, "startedAt": now, "completedAt": now}
        return {**reply, "numErrors": len(errors), "errors": errors} if errors else reply

    def _search(self, request: Request, body: Any) -> dict[str, Any]:
        kind, table = self._table(request)
        behind = self._room.lag.behind(kind, self._room.clock.now())
        total, rows, following = search(table, body, behind)
        asked = self._asked(body.get("properties", []))
        reply: dict[str, Any] = {"total": total, "results": [record_json(row, asked) for row in rows]}
        if following is not None:
            reply["paging"] = {"next": {"after": str(following)}}
        return reply

    def _links(self, request: Request, body: Any) -> dict[str, Any]:
        if _TYPES.get(request.path_params["origin"]) != "deals":
            raise not_found()
        results: list[dict[str, Any]] = []
        errors: list[dict[str, Any]] = []
        as_text = self._room.switches.hubspot_association_ids_as_text
        for wanted in _inputs(body, _MOST_ASSOCIATIONS):
            row = _find(self._room.agency.deals, wanted)
            if row is None or not row.company_ids:
                message = f"No company is associated with deal {wanted}."
                context = {"fromObjectId": [wanted], "fromObjectType": ["deal"], "toObjectType": ["company"]}
                category = "OBJECT_NOT_FOUND"
                errors.append({"status": "error", "category": category, "message": message, "context": context})
                continue
            to = [
                {
                    "toObjectId": str(company) if as_text else company,
                    "associationTypes": [_PRIMARY, _UNLABELLED] if place == 0 else [_UNLABELLED],
                }
                for place, company in enumerate(row.company_ids)
            ]
            results.append({"from": {"id": wanted}, "to": to})
        return self._batch_reply(results, errors)

    def _owners(self, request: Request, _: Any) -> dict[str, Any]:
        is_archived = request.query_params.get("archived") == "true"
        email = request.query_params.get("email")
        rows, following = _list_page(
            request,
            self._room.agency.owners,
            _MOST_OWNERS,
            100,
            lambda row: row.archived == is_archived and email in (None, row.email),
        )
        return _with_paging(request, [owner_json(row) for row in rows], following)

    def _pipelines(self, request: Request, _: Any) -> dict[str, Any]:
        if _TYPES.get(request.path_params["kind"]) != "deals":
            return {"results": []}
        return {"results": pipelines_json()}

    def _currency(self, request: Request, _: Any) -> dict[str, Any]:
        created = "2023-11-07T05:31:56Z"
        return {"id": "1", "currencyCode": COMPANY_CURRENCY, "createdAt": created, "updatedAt": created}

    async def _token(self, request: Request) -> Response:
        """The OAuth path: half an hour for each access token, the refresh token stays."""
        form = form_of(await request.body())
        if (form.get("client_id"), form.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET):
            return json_reply({"status": "BAD_CLIENT_ID", "message": "missing or invalid client id or secret"}, 400)
        is_known = form.get("refresh_token") == REFRESH_TOKEN and not self._room.hubspot_tokens.refresh_is_dead
        if form.get("grant_type") != "refresh_token" or not is_known:
            return json_reply({"status": "BAD_REFRESH_TOKEN", "message": "missing or invalid refresh token"}, 400)
        return json_reply(
            {
                "token_type": "bearer",
                "access_token": self._room.hubspot_tokens.issue(self._room.clock.now()),
                "refresh_token": REFRESH_TOKEN,
                "expires_in": 1800,
                "hub_id": 1,
                "user_id": 4_410_084,
                "scopes": sorted(SCOPES),
                "token_use": "access_token",
            }
        )


def _body(raw: bytes) -> dict[str, Any]:
    try:
        body = orjson.loads(raw)
    except orjson.JSONDecodeError as problem:
        raise invalid("Invalid input JSON") from problem
    if not isinstance(body, dict):
        raise invalid("Invalid input JSON")
    return body


def _inputs(body: dict[str, Any], most: int) -> list[str]:
    ids = [str(item.get("id")) for item in body.get("inputs", []) if isinstance(item, dict)]
    if not ids or len(ids) > most:
        raise invalid(f"inputs must hold between 1 and {most} ids")
    return list(dict.fromkeys(ids))


def _find(table: Table[Any], wanted: str) -> Any:
    """The record of an id; the winner for the id of one that was merged into it."""
    if not wanted.isdecimal():
        return None
    row = table.get(int(wanted))
    if row is not None and row.merged_into is not None:
        return table.get(row.merged_into)
    if row is None:
        return next((winner for winner in table.rows if int(wanted) in getattr(winner, "merged_ids", ())), None)
    return row


def _list_page(
    request: Request, table: Table[Any], most: int, default: int, is_listed: Callable[[Any], bool]
) -> tuple[list[Any], str | None]:
    limit = whole_number(request.query_params.get("limit"), default)
    after = whole_number(request.query_params.get("after"), 0)
    if limit is None or not 1 <= limit <= most:
        raise invalid(f"limit must be between 1 and {most}")
    if after is None:
        raise invalid("after is not a cursor of this list")
    rows: list[Any] = []
    for position in range(table.after(after), len(table)):
        row = table.rows[position]
        if not is_listed(row):
            continue
        if len(rows) == limit:
            return rows, str(rows[-1].id + 1)
        rows.append(row)
    return rows, None


def _with_paging(request: Request, results: list[Any], following: str | None) -> dict[str, Any]:
    if following is None:
        return {"results": results}
    link = request.url.include_query_params(after=following)
    return {"results": results, "paging": {"next": {"after": following, "link": str(link)}}}


async def unknown(request: Request) -> Response:
    return error(404, "OBJECT_NOT_FOUND", "No such path")


async def no_writing(request: Request) -> Response:
    return error(405, "METHOD_NOT_ALLOWED", "This method is not allowed here")

"""Answers HubSpot's requests under the paths of each enabled version."""

from collections.abc import Awaitable, Callable
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from regie.sandbox.agency.rows import HubspotRecord
from regie.sandbox.hubspot.access import check_access, error_reply, invalid, not_found
from regie.sandbox.hubspot.search import search
from regie.sandbox.hubspot.shapes import (
    COMPANY_CURRENCY,
    RecordOptions,
    moment,
    owner_json,
    pipelines_json,
    record_json,
    split_names,
)
from regie.sandbox.hubspot.tokens import CLIENT_ID, CLIENT_SECRET, REFRESH_TOKEN, SCOPES
from regie.sandbox.replies import Refusal, json_reply, parse_form, parse_int
from regie.sandbox.state import SandboxState
from regie.sandbox.table import Table

_TYPES = {
    "deals": "deals", "0-3": "deals", "companies": "companies", "0-2": "companies",
    "contacts": "contacts", "0-1": "contacts",
}  # fmt: skip
_TABLES = {"deals": "deals", "companies": "hubspot_companies", "contacts": "hubspot_contacts"}
_DEALS = "crm.objects.deals.read"
_MAX_LIST_PAGE, _MAX_BATCH, _MAX_ASSOCIATIONS, _MAX_OWNERS = 100, 100, 1_000, 500
# The ids of the primary and of the unlabelled association with a company.
_ASSOCIATION_TYPES = {"deals": (5, 341), "contacts": (1, 279)}
Handler = Callable[[Request], Awaitable[Response]]
JsonHandler = Callable[[Request, Any], Any]


class Hubspot:
    def __init__(self, state: SandboxState) -> None:
        self._state = state

    def routes(self) -> list[Route]:
        routes: list[Route] = []
        for version in ("2026-09", "2026-03", "v3"):
            is_old = version == "v3"
            objects = "/crm/v3/objects/{kind}" if is_old else f"/crm/objects/{version}/{{kind}}"
            owners = "/crm/v3/owners" if is_old else f"/crm/owners/{version}"
            pipelines = "/crm/v3/pipelines/{kind}" if is_old else f"/crm/pipelines/{version}/{{kind}}"
            associations_path = "/crm/v4/associations" if is_old else f"/crm/associations/{version}"
            associations_path += "/{origin}/{kind}"
            tokens = "/oauth/v1/token" if is_old else f"/oauth/{version}/token"
            routes += [
                self._route(version, objects, self._list, _DEALS),
                self._route(version, f"{objects}/search", self._search, _DEALS, post=True, is_search=True),
                self._route(version, f"{objects}/batch/read", self._batch, _DEALS, post=True),
                self._route(version, f"{objects}/{{id}}", self._record, _DEALS),
                self._route(version, owners, self._owners, "crm.objects.owners.read"),
                self._route(version, pipelines, self._pipelines, "crm.schemas.deals.read"),
                self._route(version, f"{associations_path}/batch/read", self._associations, _DEALS, post=True),
                Route(tokens, self._token, methods=["POST"]),
            ]
        return [
            *routes,
            self._route("2026-03", "/settings/currencies/2026-03/company-currency", self._currency,
                        "settings.currencies.read"),
            self._route("v3", "/settings/v3/currencies/company-currency", self._currency, "settings.currencies.read"),
        ]  # fmt: skip

    def _route(
        self, version: str, path: str, respond: JsonHandler, scope: str, post: bool = False, is_search: bool = False
    ) -> Route:
        async def handle(request: Request) -> Response:
            headers: dict[str, str] = {}
            try:
                if version not in self._state.switches.hubspot_versions:
                    raise not_found()
                headers = check_access(self._state, request, _required_scope(request, scope), is_search)
                body = _body(await request.body()) if post else None
                result = respond(request, body)
                status = 207 if version == "v3" and isinstance(result, dict) and "numErrors" in result else 200
                return json_reply(result, status, headers)
            except Refusal as refusal:
                refusal.response.headers.update(headers)
                return refusal.response

        return Route(path, handle, methods=["POST" if post else "GET"])

    def _table(self, request: Request) -> tuple[str, Table[Any]]:
        kind = _TYPES.get(request.path_params["kind"])
        if kind is None:
            raise not_found()
        return kind, getattr(self._state.agency, _TABLES[kind])

    def _options(self, names: list[str], associations: bool = False) -> RecordOptions:
        return RecordOptions(split_names(names), associations, self._state.switches.hubspot_multicurrency)

    def _requested_options(self, request: Request) -> RecordOptions:
        associations = split_names(request.query_params.getlist("associations"))
        has_companies = bool(associations & {"companies", "company", "0-2"})
        return self._options(request.query_params.getlist("properties"), has_companies)

    def _list(self, request: Request, _: Any) -> dict[str, Any]:
        _, table = self._table(request)
        is_archived = request.query_params.get("archived") == "true"

        def is_listed(row: HubspotRecord) -> bool:
            return row.archived == is_archived and row.merged_into is None

        rows, next_cursor = _list_page(request, table, _MAX_LIST_PAGE, 10, is_listed)
        options = self._requested_options(request)
        return _with_paging(request, [record_json(row, options) for row in rows], next_cursor)

    def _record(self, request: Request, _: Any) -> dict[str, Any]:
        _, table = self._table(request)
        row = _find(table, request.path_params["id"])
        if row is None or row.archived != (request.query_params.get("archived") == "true"):
            raise not_found()
        return record_json(row, self._requested_options(request))

    def _batch(self, request: Request, body: Any) -> dict[str, Any]:
        _, table = self._table(request)
        ids = _input_ids(body, _MAX_BATCH)
        options = self._options(body.get("properties", []))
        is_archived = request.query_params.get("archived") == "true"
        rows_by_id = {object_id: _find(table, object_id) for object_id in ids}
        rows = [row for row in rows_by_id.values() if row is not None and row.archived == is_archived]
        missing = [object_id for object_id, row in rows_by_id.items() if row is None or row.archived != is_archived]
        errors = [
            {
                "status": "error",
                "category": "OBJECT_NOT_FOUND",
                "message": "Could not get some objects; they may be deleted or not exist.",
                "context": {"ids": missing},
            }
        ]
        return self._batch_reply([record_json(row, options) for row in rows], errors if missing else [])

    def _batch_reply(self, results: list[Any], errors: list[Any]) -> dict[str, Any]:
        now = moment(self._state.clock.now())
        reply = {"status": "COMPLETE", "results": results, "startedAt": now, "completedAt": now}
        return {**reply, "numErrors": len(errors), "errors": errors} if errors else reply

    def _search(self, request: Request, body: Any) -> dict[str, Any]:
        kind, table = self._table(request)
        stale_rows = self._state.lag.stale_rows(kind, self._state.clock.now())
        total, rows, next_offset = search(table, body, stale_rows)
        options = self._options(body.get("properties", []))
        reply: dict[str, Any] = {"total": total, "results": [record_json(row, options) for row in rows]}
        if next_offset is not None:
            reply["paging"] = {"next": {"after": str(next_offset)}}
        return reply

    def _associations(self, request: Request, body: Any) -> dict[str, Any]:
        origin = _TYPES.get(request.path_params["origin"])
        if origin not in _ASSOCIATION_TYPES or _TYPES.get(request.path_params["kind"]) != "companies":
            raise not_found()
        table, name = getattr(self._state.agency, _TABLES[origin]), origin.removesuffix("s")
        primary, unlabelled = (_association_type(number) for number in _ASSOCIATION_TYPES[origin])
        results: list[dict[str, Any]] = []
        errors: list[dict[str, Any]] = []
        as_text = self._state.switches.hubspot_association_ids_as_text
        for object_id in _input_ids(body, _MAX_ASSOCIATIONS):
            row = _find(table, object_id)
            if row is None or not row.company_ids:
                message = f"No company is associated with {name} {object_id}."
                context = {"fromObjectId": [object_id], "fromObjectType": [name], "toObjectType": ["company"]}
                category = "OBJECT_NOT_FOUND"
                errors.append({"status": "error", "category": category, "message": message, "context": context})
                continue
            associations = [
                {
                    "toObjectId": str(company) if as_text else company,
                    "associationTypes": [primary, unlabelled] if position == 0 else [unlabelled],
                }
                for position, company in enumerate(row.company_ids)
            ]
            results.append({"from": {"id": object_id}, "to": associations})
        return self._batch_reply(results, errors)

    def _owners(self, request: Request, _: Any) -> dict[str, Any]:
        is_archived = request.query_params.get("archived") == "true"
        email = request.query_params.get("email")
        rows, next_cursor = _list_page(
            request,
            self._state.agency.owners,
            _MAX_OWNERS,
            100,
            lambda row: row.archived == is_archived and email in (None, row.email),
        )
        return _with_paging(request, [owner_json(row) for row in rows], next_cursor)

    def _pipelines(self, request: Request, _: Any) -> dict[str, Any]:
        if _TYPES.get(request.path_params["kind"]) != "deals":
            return {"results": []}
        return {"results": pipelines_json()}

    def _currency(self, request: Request, _: Any) -> dict[str, Any]:
        created = "2023-11-07T05:31:56Z"
        return {"id": "1", "currencyCode": COMPANY_CURRENCY, "createdAt": created, "updatedAt": created}

    async def _token(self, request: Request) -> Response:
        """Issue an access token that lasts half an hour; the refresh token does not change."""
        form = parse_form(await request.body())
        if (form.get("client_id"), form.get("client_secret")) != (CLIENT_ID, CLIENT_SECRET):
            return json_reply({"status": "BAD_CLIENT_ID", "message": "missing or invalid client id or secret"}, 400)
        is_known = form.get("refresh_token") == REFRESH_TOKEN and not self._state.hubspot_tokens.refresh_is_dead
        if form.get("grant_type") != "refresh_token" or not is_known:
            return json_reply({"status": "BAD_REFRESH_TOKEN", "message": "missing or invalid refresh token"}, 400)
        return json_reply(
            {
                "token_type": "bearer",
                "access_token": self._state.hubspot_tokens.issue(self._state.clock.now()),
                "refresh_token": REFRESH_TOKEN,
                "expires_in": 1800,
                "hub_id": 1,
                "user_id": 4_410_084,
                "scopes": sorted(SCOPES),
                "token_use": "access_token",
            }
        )


def _required_scope(request: Request, scope: str) -> str:
    """Return the scope of the objects in the path, for associations that of the contacts or companies."""
    params = request.path_params
    if _TYPES.get(params.get("origin", "")) == "contacts":
        return "crm.objects.contacts.read"
    kind = _TYPES.get(params.get("kind", ""), "deals")
    return scope if kind == "deals" else f"crm.objects.{kind}.read"


def _association_type(number: int) -> dict[str, Any]:
    return {"category": "HUBSPOT_DEFINED", "typeId": number, "label": "Primary" if number in (1, 5) else None}


def _body(raw: bytes) -> dict[str, Any]:
    try:
        body = orjson.loads(raw)
    except orjson.JSONDecodeError as error:
        raise invalid("Invalid input JSON") from error
    if not isinstance(body, dict):
        raise invalid("Invalid input JSON")
    return body


def _input_ids(body: dict[str, Any], max_size: int) -> list[str]:
    ids = [str(item.get("id")) for item in body.get("inputs", []) if isinstance(item, dict)]
    if not ids or len(ids) > max_size:
        raise invalid(f"inputs must hold between 1 and {max_size} ids")
    return list(dict.fromkeys(ids))


def _find(table: Table[Any], object_id: str) -> Any:
    """Return the record of an id; for a merged record, the one it was merged into."""
    if not object_id.isdecimal():
        return None
    row = table.get(int(object_id))
    if row is not None and row.merged_into is not None:
        return table.get(row.merged_into)
    if row is None:
        return next((winner for winner in table.rows if int(object_id) in getattr(winner, "merged_ids", ())), None)
    return row


def _list_page(
    request: Request, table: Table[Any], max_size: int, default: int, is_listed: Callable[[Any], bool]
) -> tuple[list[Any], str | None]:
    limit = parse_int(request.query_params.get("limit"), default)
    after = parse_int(request.query_params.get("after"), 0)
    if limit is None or not 1 <= limit <= max_size:
        raise invalid(f"limit must be between 1 and {max_size}")
    if after is None:
        raise invalid("after is not a cursor of this list")
    rows: list[Any] = []
    for position in range(table.first_position_from(after), len(table)):
        row = table.rows[position]
        if not is_listed(row):
            continue
        if len(rows) == limit:
            return rows, str(rows[-1].id + 1)
        rows.append(row)
    return rows, None


def _with_paging(request: Request, results: list[Any], next_cursor: str | None) -> dict[str, Any]:
    if next_cursor is None:
        return {"results": results}
    link = request.url.include_query_params(after=next_cursor)
    return {"results": results, "paging": {"next": {"after": next_cursor, "link": str(link)}}}


async def unknown_path(request: Request) -> Response:
    return error_reply(404, "OBJECT_NOT_FOUND", "No such path")


async def method_not_allowed(request: Request) -> Response:
    return error_reply(405, "METHOD_NOT_ALLOWED", "This method is not allowed here")

"""Answers QuickBooks' requests: queries, single records, changes and preferences."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from regie.sandbox.agency.calendar import DAY_MS
from regie.sandbox.quickbooks.entities import Entity, customer_names, make_entities
from regie.sandbox.quickbooks.faults import (
    QueryFault,
    fault_body,
    object_not_found,
    refused_token_reply,
    validation_fault,
    with_trace_id,
)
from regie.sandbox.quickbooks.query import parse
from regie.sandbox.quickbooks.selection import parse_moment, select_positions
from regie.sandbox.quickbooks.shapes import company_json, moment, preferences_json
from regie.sandbox.quickbooks.tokens import REALM
from regie.sandbox.quickbooks.xml import to_xml
from regie.sandbox.replies import Refusal, json_reply
from regie.sandbox.state import SandboxState

_COMPANY = "/v3/company/{realm}"
_FOUNDED_MS = 1_700_000_000_000
_MAX_CHANGES, _MAX_CHANGE_AGE_MS = 1_000, 30 * DAY_MS
Handler = Callable[[Request], Awaitable[Response]]


class Quickbooks:
    def __init__(self, state: SandboxState) -> None:
        self._state = state
        self._names: tuple[int, dict[int, str]] = (-1, {})

    def routes(self) -> list[Route]:
        return [
            Route(f"{_COMPANY}/query", self._handler(self._query), methods=["GET", "POST"]),
            Route(f"{_COMPANY}/cdc", self._handler(self._changes), methods=["GET"]),
            Route(f"{_COMPANY}/preferences", self._handler(self._preferences), methods=["GET"]),
            Route(f"{_COMPANY}/companyinfo/{{id}}", self._handler(self._company), methods=["GET"]),
            Route(f"{_COMPANY}/{{entity}}/{{id}}", self._handler(self._record), methods=["GET"]),
        ]

    def _handler(self, respond: Callable[[Request, str], dict[str, Any]]) -> Handler:
        async def handle(request: Request) -> Response:
            now = self._state.clock.now()
            try:
                self._check_access(request, now)
                body = (await request.body()).decode(errors="replace") if request.method == "POST" else ""
                document, status = respond(request, body), 200
            except Refusal as refusal:
                return with_trace_id(refusal.response)
            except QueryFault as fault:
                document = fault_body(fault.code, fault.message, fault.detail, "ValidationFault", now)
                status = 400
            return with_trace_id(self._reply(request, document, status))

        return handle

    def _reply(self, request: Request, document: dict[str, Any], status: int) -> Response:
        """Return XML unless the Accept header names JSON."""
        if "application/json" in request.headers.get("accept", ""):
            return json_reply(document, status)
        return Response(to_xml(document), status, media_type="application/xml")

    def _check_access(self, request: Request, now: int) -> None:
        state = self._state
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not state.quickbooks_tokens.is_valid_access(token.strip(), now // 1000):
            raise Refusal(refused_token_reply())
        if request.path_params["realm"] != REALM:
            detail = "message=ApplicationAuthorizationFailed; errorCode=003100; statusCode=403"
            body = fault_body("3100", detail, detail, "AuthorizationFault", now)
            raise Refusal(json_reply(body, 403))
        windows = (
            ("quickbooks second", 1_000, state.limits.quickbooks_per_second),
            ("quickbooks minute", 60_000, state.limits.quickbooks_per_minute),
            ("quickbooks month", 30 * DAY_MS, state.limits.quickbooks_per_month),
        )
        for name, span, limit in windows:
            if not state.window(name, span).take(limit, now):
                message = "message=ThrottleExceeded; errorCode=003001; statusCode=429"
                detail = "The request limit was reached. Please try again later."
                raise Refusal(json_reply(fault_body("3001", message, detail, "THROTTLE", now), 429))

    async def unknown_path(self, _: Request) -> Response:
        return self._refusal(404, "610", "Object Not Found")

    async def method_not_allowed(self, _: Request) -> Response:
        return self._refusal(405, "500", "Unsupported Operation")

    def _refusal(self, status: int, code: str, message: str) -> Response:
        body = fault_body(code, message, message, "ValidationFault", self._state.clock.now())
        return with_trace_id(json_reply(body, status))

    def _customer_names(self) -> dict[int, str]:
        version = self._state.agency.customers.version
        if self._names[0] != version:
            self._names = (version, customer_names(self._state))
        return self._names[1]

    def _time(self) -> str:
        return moment(self._state.clock.now(), milliseconds=True)

    def _entity(self, name: str) -> Entity:
        entity = make_entities(self._state).get(name.lower())
        if entity is None:
            raise validation_fault(f"Entity {name} is not supported")
        return entity

    def _query(self, request: Request, body: str) -> dict[str, Any]:
        query = parse(body if request.method == "POST" else request.query_params.get("query", ""))
        entity = self._entity(query.entity)
        positions = select_positions(entity, query)
        if query.is_count:
            return {"QueryResponse": {"totalCount": len(positions)}, "time": self._time()}
        page = positions[query.start - 1 : query.start - 1 + query.limit]
        return {"QueryResponse": self._rows(entity, page, query.start), "time": self._time()}

    def _rows(self, entity: Entity, positions: Any, start: int) -> dict[str, Any]:
        if not len(positions):
            return {}
        names, rows = self._customer_names(), entity.table.rows
        shapes = [entity.serialize(rows[position], names) for position in positions]
        return {entity.name: shapes, "startPosition": start, "maxResults": len(shapes)}

    def _record(self, request: Request, _: str) -> dict[str, Any]:
        name, record_id = request.path_params["entity"], request.path_params["id"]
        entity = make_entities(self._state).get(name)
        row = entity.table.get(int(record_id)) if entity is not None and record_id.isdecimal() else None
        if entity is None or row is None or not entity.is_readable(row):
            raise object_not_found()
        return {entity.name: entity.serialize(row, self._customer_names()), "time": self._time()}

    def _company(self, request: Request, _: str) -> dict[str, Any]:
        if request.path_params["id"] != REALM:
            raise object_not_found()
        return {"CompanyInfo": company_json(_FOUNDED_MS), "time": self._time()}

    def _preferences(self, _: Request, __: str) -> dict[str, Any]:
        return {"Preferences": preferences_json(_FOUNDED_MS), "time": self._time()}

    def _changes(self, request: Request, _: str) -> dict[str, Any]:
        now = self._state.clock.now()
        try:
            since = parse_moment(request.query_params.get("changedSince", "")) * 1000
        except ValueError as error:
            raise validation_fault("changedSince is not a date-time") from error
        if since < now - _MAX_CHANGE_AGE_MS:
            raise validation_fault("changedSince must lie within the last 30 days")
        remaining = _MAX_CHANGES
        answers: list[dict[str, Any]] = []
        for name in request.query_params.get("entities", "").split(","):
            changes = self._changes_of(self._entity(name.strip()), since, remaining)
            remaining -= changes.get("maxResults", 0)
            answers.append(changes)
        return {"CDCResponse": [{"QueryResponse": answers}], "time": self._time()}

    def _changes_of(self, entity: Entity, since: int, limit: int) -> dict[str, Any]:
        names, rows = self._customer_names(), entity.table.rows
        changed = [rows[position] for position in entity.table.indexes["updated"].since(since)][:limit]
        if not changed:
            return {}
        shapes = [entity.serialize(row, names) if entity.is_readable(row) else _tombstone(row) for row in changed]
        return {entity.name: shapes, "startPosition": 1, "maxResults": len(shapes), "totalCount": len(shapes)}


def _tombstone(row: Any) -> dict[str, Any]:
    changed = {"LastUpdatedTime": moment(row.updated)}
    return {"domain": "QBO", "status": "Deleted", "Id": str(row.id), "MetaData": changed}

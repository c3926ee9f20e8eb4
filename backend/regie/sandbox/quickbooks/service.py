"""Answers for QuickBooks: queries, single records, changes and preferences."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from regie.sandbox.agency.calendar import DAY_MS
from regie.sandbox.quickbooks.entities import Entity, customer_names, entities
from regie.sandbox.quickbooks.faults import (
    QueryFault,
    fault_body,
    object_not_found,
    token_refused,
    traced,
    validation_fault,
)
from regie.sandbox.quickbooks.query import parse
from regie.sandbox.quickbooks.selection import moment_asked, positions_of
from regie.sandbox.quickbooks.shapes import company_json, moment, preferences_json
from regie.sandbox.quickbooks.tokens import REALM
from regie.sandbox.quickbooks.xml import xml_of
from regie.sandbox.replies import Refusal, json_reply
from regie.sandbox.room import Room

_COMPANY = "/v3/company/{realm}"
_FOUNDED_MS = 1_700_000_000_000
_MOST_CHANGES, _REACH_MS = 1_000, 30 * DAY_MS
Answer = Callable[[Request], Awaitable[Response]]


class Quickbooks:
    def __init__(self, room: Room) -> None:
        self._room = room
        self._names: tuple[int, dict[int, str]] = (-1, {})

    def routes(self) -> list[Route]:
        return [
            Route(f"{_COMPANY}/query", self._guarded(self._query), methods=["GET", "POST"]),
            Route(f"{_COMPANY}/cdc", self._guarded(self._changes), methods=["GET"]),
            Route(f"{_COMPANY}/preferences", self._guarded(self._preferences), methods=["GET"]),
            Route(f"{_COMPANY}/companyinfo/{{id}}", self._guarded(self._company), methods=["GET"]),
            Route(f"{_COMPANY}/{{entity}}/{{id}}", self._guarded(self._one), methods=["GET"]),
        ]

    def _guarded(self, answer: Callable[[Request, str], dict[str, Any]]) -> Answer:
        async def guarded(request: Request) -> Response:
            now = self._room.clock.now()
            try:
                self._admit(request, now)
                body = (await request.body()).decode(errors="replace") if request.method == "POST" else ""
                document, status = answer(request, body), 200
            except Refusal as refusal:
                return traced(refusal.response)
            except QueryFault as fault:
                document = fault_body(fault.code, fault.message, fault.detail, "ValidationFault", now)
                status = 400
            return traced(self._reply(request, document, status))

        return guarded

    def _reply(self, request: Request, document: dict[str, Any], status: int) -> Response:
        """XML unless JSON is asked for by name."""
        if "application/json" in request.headers.get("accept", ""):
            return json_reply(document, status)
        return Response(xml_of(document), status, media_type="application/xml")

    def _admit(self, request: Request, now: int) -> None:
        room = self._room
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not room.quickbooks_tokens.is_good_access(token.strip(), now // 1000):
            raise Refusal(token_refused())
        if request.path_params["realm"] != REALM:
            detail = "message=ApplicationAuthorizationFailed; errorCode=003100; statusCode=403"
            body = fault_body("3100", detail, detail, "AuthorizationFault", now)
            raise Refusal(json_reply(body, 403))
        windows = (
            ("quickbooks second", 1_000, room.limits.quickbooks_per_second),
            ("quickbooks minute", 60_000, room.limits.quickbooks_per_minute),
            ("quickbooks month", 30 * DAY_MS, room.limits.quickbooks_per_month),
        )
        for name, span, limit in windows:
            if not room.window(name, span).take(limit, now):
                message = "message=ThrottleExceeded; errorCode=003001; statusCode=429"
                detail = "The request limit was reached. Please try again later."
                raise Refusal(json_reply(fault_body("3001", message, detail, "THROTTLE", now), 429))

    async def unknown(self, _: Request) -> Response:
        return self._refusal(404, "610", "Object Not Found")

    async def no_writing(self, _: Request) -> Response:
        return self._refusal(405, "500", "Unsupported Operation")

    def _refusal(self, status: int, code: str, message: str) -> Response:
        body = fault_body(code, message, message, "ValidationFault", self._room.clock.now())
        return traced(json_reply(body, status))

    def _customer_names(self) -> dict[int, str]:
        version = self._room.agency.customers.version
        if self._names[0] != version:
            self._names = (version, customer_names(self._room))
        return self._names[1]

    def _time(self) -> str:
        return moment(self._room.clock.now(), milliseconds=True)

    def _entity(self, name: str) -> Entity:
        found = entities(self._room).get(name.lower())
        if found is None:
            raise validation_fault(f"Entity {name} is not supported")
        return found

    def _query(self, request: Request, body: str) -> dict[str, Any]:
        query = parse(body if request.method == "POST" else request.query_params.get("query", ""))
        entity = self._entity(query.entity)
        found = positions_of(entity, query)
        if query.is_count:
            return {"QueryResponse": {"totalCount": len(found)}, "time": self._time()}
        page = found[query.start - 1 : query.start - 1 + query.most]
        return {"QueryResponse": self._rows(entity, page, query.start), "time": self._time()}

    def _rows(self, entity: Entity, positions: Any, start: int) -> dict[str, Any]:
        if not len(positions):
            return {}
        names, rows = self._customer_names(), entity.table.rows
        shapes = [entity.shape(rows[position], names) for position in positions]
        return {entity.name: shapes, "startPosition": start, "maxResults": len(shapes)}

    def _one(self, request: Request, _: str) -> dict[str, Any]:
        name, wanted = request.path_params["entity"], request.path_params["id"]
        entity = entities(self._room).get(name)
        row = entity.table.get(int(wanted)) if entity is not None and wanted.isdecimal() else None
        if entity is None or row is None or not entity.is_alive(row):
            raise object_not_found()
        return {entity.name: entity.shape(row, self._customer_names()), "time": self._time()}

    def _company(self, request: Request, _: str) -> dict[str, Any]:
        if request.path_params["id"] != REALM:
            raise object_not_found()
        return {"CompanyInfo": company_json(_FOUNDED_MS), "time": self._time()}

    def _preferences(self, _: Request, __: str) -> dict[str, Any]:
        return {"Preferences": preferences_json(_FOUNDED_MS), "time": self._time()}

    def _changes(self, request: Request, _: str) -> dict[str, Any]:
        now = self._room.clock.now()
        try:
            since = moment_asked(request.query_params.get("changedSince", "")) * 1000
        except ValueError as problem:
            raise validation_fault("changedSince is not a date-time") from problem
        if since < now - _REACH_MS:
            raise validation_fault("changedSince must lie within the last 30 days")
        left = _MOST_CHANGES
        answers: list[dict[str, Any]] = []
        for name in request.query_params.get("entities", "").split(","):
            answer = self._changes_of(self._entity(name.strip()), since, left)
            left -= answer.get("maxResults", 0)
            answers.append(answer)
        return {"CDCResponse": [{"QueryResponse": answers}], "time": self._time()}

    def _changes_of(self, entity: Entity, since: int, most: int) -> dict[str, Any]:
        names, rows = self._customer_names(), entity.table.rows
        changed = [rows[position] for position in entity.table.indexes["updated"].since(since)][:most]
        if not changed:
            return {}
        shapes = [entity.shape(row, names) if entity.is_alive(row) else _tombstone(row) for row in changed]
        return {entity.name: shapes, "startPosition": 1, "maxResults": len(shapes), "totalCount": len(shapes)}


def _tombstone(row: Any) -> dict[str, Any]:
    changed = {"LastUpdatedTime": moment(row.updated)}
    return {"domain": "QBO", "status": "Deleted", "Id": str(row.id), "MetaData": changed}

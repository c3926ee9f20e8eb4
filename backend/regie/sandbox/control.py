"""The sandbox's own controls, under /__sandbox/: trouble, time, edits of records, and what was asked so far."""

from dataclasses import asdict, fields
from datetime import UTC, datetime
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from regie.sandbox.edits import EditRefused, edit_record
from regie.sandbox.replies import json_reply
from regie.sandbox.room import Room
from regie.sandbox.tell import SERVICES, tell
from regie.sandbox.webhooks import Hook


class Control:
    def __init__(self, room: Room) -> None:
        self._room = room

    def routes(self) -> list[Route]:
        return [
            Route("/", self._state),
            Route("/reset", self._reset, methods=["POST"]),
            Route("/clock", self._clock, methods=["GET", "POST"]),
            Route("/faults", self._faults, methods=["GET", "POST", "DELETE"]),
            Route("/requests", self._requests, methods=["GET", "DELETE"]),
            Route("/limits", self._limits, methods=["GET", "POST"]),
            Route("/switches", self._switches, methods=["GET", "POST"]),
            Route("/tokens", self._tokens, methods=["POST"]),
            Route("/records", self._records, methods=["POST"]),
            Route("/webhooks", self._webhooks, methods=["GET", "POST", "DELETE"]),
            Route("/deliveries", self._deliveries, methods=["GET", "DELETE"]),
        ]

    async def _state(self, _: Request) -> Response:
        counts = {name: len(table) for name, table in self._room.agency.tables().items()}
        return json_reply({"now": self._now(), "records": counts, "requests": len(self._room.requests)})

    def _now(self) -> str:
        return datetime.fromtimestamp(self._room.clock.now() / 1000, UTC).isoformat(timespec="milliseconds")

    async def _reset(self, _: Request) -> Response:
        self._room.reset()
        return Response(status_code=204)

    async def _clock(self, request: Request) -> Response:
        """Set with {"now": ISO}, moved with {"advance_s": n}, stopped and started with {"stopped": true|false}."""
        clock = self._room.clock
        if request.method == "POST":
            wanted = await _json(request)
            if "stopped" in wanted:
                clock.stop() if wanted["stopped"] else clock.go()
            if "now" in wanted:
                clock.set(int(datetime.fromisoformat(wanted["now"]).timestamp() * 1000))
            clock.advance(int(wanted.get("advance_s", 0) * 1000))
        return json_reply({"now": self._now(), "stopped": clock.is_stopped})

    async def _faults(self, request: Request) -> Response:
        faults = self._room.faults
        if request.method == "DELETE":
            faults.clear()
            return Response(status_code=204)
        if request.method == "POST":
            try:
                return json_reply(asdict(faults.add(await _json(request))), 201)
            except (TypeError, ValueError) as problem:
                return json_reply({"message": str(problem)}, 422)
        return json_reply([asdict(fault) for fault in faults.waiting])

    async def _requests(self, request: Request) -> Response:
        """The log, oldest first; ?service= and ?outside=true (calls outside the read surface) narrow it."""
        if request.method == "DELETE":
            self._room.requests.clear()
            return Response(status_code=204)
        service, only_outside = request.query_params.get("service"), request.query_params.get("outside") == "true"
        found = [
            entry
            for entry in self._room.requests
            if service in (None, entry["service"]) and (entry["outside_read_surface"] or not only_outside)
        ]
        return json_reply(found)

    async def _limits(self, request: Request) -> Response:
        return await self._change(request, self._room.limits)

    async def _switches(self, request: Request) -> Response:
        return await self._change(request, self._room.switches)

    async def _change(self, request: Request, target: Any) -> Response:
        if request.method == "POST":
            wanted = await _json(request)
            known = {field.name for field in fields(target)}
            if not set(wanted) <= known:
                return json_reply({"message": f"known are {', '.join(sorted(known))}"}, 422)
            for name, value in wanted.items():
                setattr(target, name, tuple(value) if isinstance(value, list) else value)
        return json_reply(asdict(target))

    async def _tokens(self, request: Request) -> Response:
        """{"hubspot_refresh_is_dead": true|false}; QuickBooks' tokens are moved by the clock."""
        self._room.hubspot_tokens.refresh_is_dead = bool((await _json(request)).get("hubspot_refresh_is_dead"))
        return Response(status_code=204)

    async def _records(self, request: Request) -> Response:
        """One edit, or a list of them; see edits.py. Answers when everybody who wanted to know has been told."""
        wanted = orjson.loads(await request.body())
        try:
            if isinstance(wanted, list):
                return json_reply([edit_record(self._room, one) for one in wanted])
            return json_reply(edit_record(self._room, wanted))
        except EditRefused as refused:
            return json_reply({"message": str(refused)}, 422)
        finally:
            await tell(self._room)

    async def _webhooks(self, request: Request) -> Response:
        """{"service", "url", "secret"} and, for Teamwork, "event": who is told of edits from now on."""
        hooks = self._room.webhooks.hooks
        if request.method == "DELETE":
            hooks.clear()
            return Response(status_code=204)
        if request.method == "POST":
            try:
                hook = Hook(**await _json(request))
            except TypeError as problem:
                return json_reply({"message": str(problem)}, 422)
            if hook.service not in SERVICES:
                return json_reply({"message": f"services are {', '.join(SERVICES)}"}, 422)
            hooks.append(hook)
        return json_reply([asdict(hook) for hook in hooks], 201 if request.method == "POST" else 200)

    async def _deliveries(self, request: Request) -> Response:
        """What was told so far, oldest first, byte for byte, and what each was answered."""
        log = self._room.webhooks.log
        if request.method == "DELETE":
            log.clear()
            return Response(status_code=204)
        return json_reply(list(log))


async def _json(request: Request) -> dict[str, Any]:
    body = await request.body()
    found = orjson.loads(body) if body else {}
    return found if isinstance(found, dict) else {}

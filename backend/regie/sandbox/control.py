"""The sandbox's control API under /__sandbox/: faults, clock, edits of records, and the request log."""

from dataclasses import asdict, fields
from datetime import UTC, datetime
from typing import Any

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from regie.sandbox.agency.truth import find_credits, find_same_names
from regie.sandbox.deliveries import WEBHOOK_SERVICES, deliver_changes
from regie.sandbox.edits import InvalidEdit, edit_record
from regie.sandbox.replies import json_reply
from regie.sandbox.state import SandboxState
from regie.sandbox.webhooks import WebhookSubscription


class Control:
    def __init__(self, state: SandboxState) -> None:
        self._state = state

    def routes(self) -> list[Route]:
        return [
            Route("/", self._summary),
            Route("/truth", self._truth),
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

    async def _summary(self, _: Request) -> Response:
        counts = {name: len(table) for name, table in self._state.agency.tables().items()}
        return json_reply({"now": self._now(), "records": counts, "requests": len(self._state.requests)})

    async def _truth(self, _: Request) -> Response:
        """Return what really holds, to compare with what was concluded from the services."""
        agency = self._state.agency
        return json_reply(
            {
                "retainers": [one.as_json() for one in agency.retainers],
                "same_names": find_same_names(agency.companies.rows),
                "credited_invoices": find_credits(agency.invoices.rows, agency.payments.rows),
            }
        )

    def _now(self) -> str:
        return datetime.fromtimestamp(self._state.clock.now() / 1000, UTC).isoformat(timespec="milliseconds")

    async def _reset(self, _: Request) -> Response:
        self._state.reset()
        return Response(status_code=204)

    async def _clock(self, request: Request) -> Response:
        """Set, move, stop or start the clock: {"now": ISO}, {"advance_s": n}, {"stopped": true|false}."""
        clock = self._state.clock
        if request.method == "POST":
            body = await _json(request)
            if "stopped" in body:
                clock.stop() if body["stopped"] else clock.start()
            if "now" in body:
                clock.set(int(datetime.fromisoformat(body["now"]).timestamp() * 1000))
            clock.advance(int(body.get("advance_s", 0) * 1000))
        return json_reply({"now": self._now(), "stopped": clock.is_stopped})

    async def _faults(self, request: Request) -> Response:
        faults = self._state.faults
        if request.method == "DELETE":
            faults.clear()
            return Response(status_code=204)
        if request.method == "POST":
            try:
                return json_reply(asdict(faults.add(await _json(request))), 201)
            except (TypeError, ValueError) as error:
                return json_reply({"message": str(error)}, 422)
        return json_reply([asdict(fault) for fault in faults.pending])

    async def _requests(self, request: Request) -> Response:
        """Return the log, oldest first; filter it with ?service= and ?outside=true (calls outside the read surface)."""
        if request.method == "DELETE":
            self._state.requests.clear()
            return Response(status_code=204)
        service, only_outside = request.query_params.get("service"), request.query_params.get("outside") == "true"
        entries = [
            entry
            for entry in self._state.requests
            if service in (None, entry["service"]) and (entry["outside_read_surface"] or not only_outside)
        ]
        return json_reply(entries)

    async def _limits(self, request: Request) -> Response:
        return await self._change(request, self._state.limits)

    async def _switches(self, request: Request) -> Response:
        return await self._change(request, self._state.switches)

    async def _change(self, request: Request, target: Any) -> Response:
        if request.method == "POST":
            body = await _json(request)
            known = {field.name for field in fields(target)}
            if not set(body) <= known:
                return json_reply({"message": f"known are {', '.join(sorted(known))}"}, 422)
            for name, value in body.items():
                setattr(target, name, tuple(value) if isinstance(value, list) else value)
        return json_reply(asdict(target))

    async def _tokens(self, request: Request) -> Response:
        """Set {"hubspot_refresh_is_dead": true|false}; QuickBooks' tokens follow the clock."""
        self._state.hubspot_tokens.refresh_is_dead = bool((await _json(request)).get("hubspot_refresh_is_dead"))
        return Response(status_code=204)

    async def _records(self, request: Request) -> Response:
        """Apply one edit or a list of them (see edits.py); answer after the webhooks are delivered."""
        body = orjson.loads(await request.body())
        try:
            if isinstance(body, list):
                return json_reply([edit_record(self._state, one) for one in body])
            return json_reply(edit_record(self._state, body))
        except InvalidEdit as error:
            return json_reply({"message": str(error)}, 422)
        finally:
            await deliver_changes(self._state)

    async def _webhooks(self, request: Request) -> Response:
        """Subscribe to edits with {"service", "url", "secret"} and, for Teamwork, "event"."""
        subscriptions = self._state.webhooks.subscriptions
        if request.method == "DELETE":
            subscriptions.clear()
            return Response(status_code=204)
        if request.method == "POST":
            try:
                subscription = WebhookSubscription(**await _json(request))
            except TypeError as error:
                return json_reply({"message": str(error)}, 422)
            if subscription.service not in WEBHOOK_SERVICES:
                return json_reply({"message": f"services are {', '.join(WEBHOOK_SERVICES)}"}, 422)
            subscriptions.append(subscription)
        status = 201 if request.method == "POST" else 200
        return json_reply([asdict(subscription) for subscription in subscriptions], status)

    async def _deliveries(self, request: Request) -> Response:
        """Return all deliveries, oldest first, with their exact content and the answers."""
        log = self._state.webhooks.log
        if request.method == "DELETE":
            log.clear()
            return Response(status_code=204)
        return json_reply(list(log))


async def _json(request: Request) -> dict[str, Any]:
    body = await request.body()
    document = orjson.loads(body) if body else {}
    return document if isinstance(document, dict) else {}

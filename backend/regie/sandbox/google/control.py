"""The controls of the imitated Google, under /__sandbox/google/: accounts, keys, and wrong tokens on order."""

from dataclasses import asdict

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from regie.sandbox.google.accounts import EditRefused
from regie.sandbox.google.world import GoogleWorld
from regie.sandbox.replies import json_reply


class GoogleControl:
    def __init__(self, world: GoogleWorld) -> None:
        self._world = world

    def routes(self) -> list[Route]:
        return [
            Route("/google/accounts", self._accounts, methods=["GET", "POST"]),
            Route("/google/keys", self._keys, methods=["GET", "POST"]),
            Route("/google/id-token", self._id_token, methods=["POST", "DELETE"]),
        ]

    async def _accounts(self, request: Request) -> Response:
        """One edit, see Accounts.edit; or all of them."""
        if request.method == "GET":
            return json_reply([asdict(account) for account in self._world.accounts.all()])
        try:
            return json_reply(self._world.accounts.edit(orjson.loads(await request.body())))
        except EditRefused as refused:
            return json_reply({"message": str(refused)}, 422)

    async def _keys(self, request: Request) -> Response:
        """{"rotate": n}; the answer names the published keys and the one that signs."""
        keys = self._world.keys
        if request.method == "POST":
            keys.rotate(max(0, int(orjson.loads(await request.body()).get("rotate", 1))))
        return json_reply({"published": [key.kid for key in keys.published()], "signing": keys.signing().kid})

    async def _id_token(self, request: Request) -> Response:
        """{"kind"} or {"claims"}, "times": the next tokens are wrong that way; DELETE forgets the orders."""
        faults = self._world.id_token_faults
        if request.method == "DELETE":
            faults.waiting.clear()
            return Response(status_code=204)
        try:
            faults.order(orjson.loads(await request.body()))
        except ValueError as problem:
            return json_reply({"message": str(problem)}, 422)
        return json_reply({"waiting": len(faults.waiting)}, 201)

"""Google's control API under /__sandbox/google/: accounts, keys and faulty tokens."""

from dataclasses import asdict

import orjson
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from regie.sandbox.google.accounts import InvalidAccountEdit
from regie.sandbox.google.state import GoogleState
from regie.sandbox.replies import json_reply


class GoogleControl:
    def __init__(self, state: GoogleState) -> None:
        self._state = state

    def routes(self) -> list[Route]:
        return [
            Route("/google/accounts", self._accounts, methods=["GET", "POST"]),
            Route("/google/keys", self._keys, methods=["GET", "POST"]),
            Route("/google/id-token", self._id_token, methods=["POST", "DELETE"]),
        ]

    async def _accounts(self, request: Request) -> Response:
        """List all accounts, or apply one edit (see Accounts.edit)."""
        if request.method == "GET":
            return json_reply([asdict(account) for account in self._state.accounts.all()])
        try:
            return json_reply(self._state.accounts.edit(orjson.loads(await request.body())))
        except InvalidAccountEdit as error:
            return json_reply({"message": str(error)}, 422)

    async def _keys(self, request: Request) -> Response:
        """Rotate the keys with {"rotate": n}; answer with the published keys and the signing one."""
        keys = self._state.keys
        if request.method == "POST":
            keys.rotate(max(0, int(orjson.loads(await request.body()).get("rotate", 1))))
        return json_reply({"published": [key.kid for key in keys.published()], "signing": keys.signing().kid})

    async def _id_token(self, request: Request) -> Response:
        """Make the next tokens faulty: {"kind"} or {"claims"}, "times"; DELETE clears pending faults."""
        faults = self._state.id_token_faults
        if request.method == "DELETE":
            faults.pending.clear()
            return Response(status_code=204)
        try:
            faults.add(orjson.loads(await request.body()))
        except ValueError as error:
            return json_reply({"message": str(error)}, 422)
        return json_reply({"waiting": len(faults.pending)}, 201)

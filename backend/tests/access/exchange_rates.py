"""Builds the requests of the matrix for exchange rates: a past one, or a manual one of today."""

from datetime import date
from typing import Any

from sqlalchemy import delete

from regie.core.db.ids import new_api_id
from regie.domains.records.exchange_rates.models import ExchangeRate
from tests.access.accounts import Call
from tests.factories.rates import make_rate
from tests.factories.world import World

_PATH = "/api/v1/exchange-rates"
_PAST, _TODAY = date(2026, 11, 12), date(2026, 11, 20)


def _delete_rates(world: World) -> None:
    """A date has one rate, so each cell starts without rates."""
    with world.database.write() as session:
        session.connection().execute(delete(ExchangeRate))


def _rate(world: World, row: str) -> str:
    if row == "missing":
        return new_api_id()
    _delete_rates(world)
    with world.database.write() as session:
        if row == "today":
            return make_rate(session, "USD", _TODAY, "1.3712", source="by_hand").api_id
        return make_rate(session, "USD", _PAST, "1.3712").api_id


def _of_rate(body: Any = None) -> Any:
    return lambda world, _column, row: Call(f"{_PATH}/{_rate(world, row)}", body)


def _create(world: World, _column: str, _row: str) -> Call:
    _delete_rates(world)
    return Call(_PATH, {"currency": "EUR", "valid_on": str(_PAST), "rate": "1.5991"})


def _import(world: World, _column: str, _row: str) -> Call:
    _delete_rates(world)
    file = ("rates.csv", f"date,currency,rate\n{_PAST},GBP,1.7301\n".encode())
    return Call(f"{_PATH}/imports", form={"dry_run": "false"}, file=file)


REQUESTS: dict[str, Any] = {
    f"POST {_PATH}": _create,
    f"GET {_PATH}/{{id}}": _of_rate(),
    f"PATCH {_PATH}/{{id}}": _of_rate({"rate": "1.4", "reason": "Faute de frappe"}),
    f"DELETE {_PATH}/{{id}}": _of_rate(),
    f"POST {_PATH}/imports": _import,
}

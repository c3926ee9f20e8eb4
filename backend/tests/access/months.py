"""Builds the requests of the matrix for months: one that is over or closed, the current one, or none."""

from datetime import date
from typing import Any

from sqlalchemy import delete

from regie.core.db.ids import new_api_id
from regie.domains.records.months.models import ClosedMonth, MonthPack, MonthPackFile, PublishedAmount
from tests.access.accounts import Call
from tests.conftest import NOON
from tests.factories.months import make_closed_month, make_month_pack
from tests.factories.work import make_invoice
from tests.factories.world import World

PATH = "/api/v1/months"
_MONTHS = {"over": "2026-10", "closed": "2026-10", "current": "2026-11", "missing": "2026-13"}


def delete_closed_months(world: World) -> None:
    """Other cells of the same database may have closed months."""
    with world.database.write() as session:
        for model in (MonthPackFile, MonthPack, PublishedAmount, ClosedMonth):
            session.connection().execute(delete(model))


def _month(world: World, column: str, row: str) -> str:
    delete_closed_months(world)
    with world.database.write() as session:
        # No month before the first record is closed.
        make_invoice(session, issued_on=date(2026, 10, 1))
        if row == "closed":
            make_closed_month(session, world.stranger.id, _MONTHS[row], closed_at=NOON)
    return _MONTHS[row]


def _of_month(path: str, body: Any = None) -> Any:
    return lambda world, column, row: Call(path.format(month=_month(world, column, row)), body)


def _download(world: World, column: str, row: str) -> Call:
    """Download a file of the month that is closed."""
    _month(world, column, "missing")
    with world.database.write() as session:
        closing = make_closed_month(session, world.stranger.id, _MONTHS["closed"], closed_at=NOON)
        file = make_month_pack(session, world.app.state.context.files, closing)
        return Call(f"/api/v1/month-pack-files/{new_api_id() if row == 'missing' else file.api_id}/content")


_TARGETS = {"year": 2027, "currency": "CAD", "targets": []}
REQUESTS: dict[str, Any] = {
    "GET /api/v1/company-targets": lambda _world, _column, _row: Call("/api/v1/company-targets?year=2027"),
    "PATCH /api/v1/company-targets": lambda _world, _column, _row: Call("/api/v1/company-targets", _TARGETS),
    f"GET {PATH}/{{month}}": _of_month(f"{PATH}/{{month}}"),
    f"GET {PATH}/{{month}}/figures": _of_month(f"{PATH}/{{month}}/figures"),
    "GET /api/v1/month-restatements": _of_month("/api/v1/month-restatements?month={month}&figure=mrr"),
    "GET /api/v1/month-pack-files/{id}/content": _download,
    f"POST {PATH}/{{month}}/closings": _of_month(f"{PATH}/{{month}}/closings", {"reason": "Vérifié"}),
    f"POST {PATH}/{{month}}/reopenings": _of_month(f"{PATH}/{{month}}/reopenings", {"reason": "Mauvais taux"}),
}

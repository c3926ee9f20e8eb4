"""Calculates the stored figures of past months again, and says in words what differed."""

import sys
from collections.abc import Iterator, Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from importlib import import_module

from sqlalchemy import select

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.domains.insights.figure_builds.actions import BuildRuns, check, rebuild
from regie.domains.insights.figure_builds.conversions import find_wrong_totals
from regie.domains.insights.figure_builds.figures import Difference, Total
from regie.domains.insights.statistics.schemas import StoredFigure
from regie.domains.records.clients.models import Client
from regie.domains.records.employees.models import Employee
from regie.domains.records.settings.queries import read_time_zone
from regie.environment import open_worker_database
from regie.settings import Settings, SettingsError

_NAMES: dict[StoredFigure, str] = {
    "mrr": "MRR at the end",
    "mrr_movements": "MRR movements",
    "revenue": "Revenue",
    "receivables": "Receivables",
    "oos_sold": "Out-of-scope work sold",
    "utilisation": "Utilization hours",
    "lost_retainers": "Lost retainers",
    "lost_clients": "Lost clients",
    "invoiced": "Invoiced",
}


def run_figures(settings: Settings, *, only_check: bool) -> int:
    """Rebuild, or only compare; return the exit code, which is 1 if a check found a difference."""
    # A rebuild needs every table.
    import_module("regie.schema")
    database, clock = open_worker_database(settings), Clock()
    try:
        with database.read() as db:
            clock.set_zone(read_time_zone(db))
        try:
            differences = check(database, clock) if only_check else rebuild(database, clock)
            with database.snapshot() as db:
                wrong_totals = find_wrong_totals(db, clock)
        except BuildRuns:
            raise SettingsError(
                "the figures are being rebuilt already: wait until that ends, or 30 minutes after it was interrupted."
            ) from None
        sys.stdout.writelines(
            f"Totals in {currency}, {_month(month)}, differ from their amounts.\n" for month, currency in wrong_totals
        )
        if differences or not wrong_totals:
            sys.stdout.writelines(f"{line}\n" for line in describe(database, differences, only_check=only_check))
        elif only_check:
            sys.stdout.write("`regie figures rebuild` replaces them.\n")
    finally:
        database.close()
    return 1 if only_check and (differences or wrong_totals) else 0


def describe(database: Database, differences: Sequence[Difference], *, only_check: bool) -> Iterator[str]:
    """Return one sentence for each difference, and what follows from them."""
    names = _read_owners(database, differences)
    for one in differences:
        yield (
            f"{_NAMES[one.figure]}, {_month(one.month)}, {names[one.figure == 'utilisation', one.owner]}: "
            f"stored {_describe_total(one.stored)}; calculated {_describe_total(one.calculated)}."
        )
    if not differences:
        yield "The stored figures agree with the records."
    elif only_check:
        yield f"Stored figures that differ: {len(differences)}. `regie figures rebuild` replaces them."
    else:
        yield f"Stored figures that differed and were replaced: {len(differences)}."


def _read_owners(database: Database, differences: Sequence[Difference]) -> dict[tuple[bool, int], str]:
    """The names of clients and of employees."""
    found = {(False, 0): "without a client"}
    with database.read() as db:
        for is_person, model in ((False, Client), (True, Employee)):
            keys = {one.owner for one in differences if (one.figure == "utilisation") is is_person}
            found |= {(is_person, key): f"record {key}, which is deleted" for key in keys - {0}}
            rows = db.execute(select(model.id, model.name).where(model.id.in_(keys)).order_by(model.id))
            found |= {(is_person, key): name for key, name in rows}
    return found


def _month(month: date) -> str:
    return f"{month:%Y-%m}"


def _describe_total(total: Total) -> str:
    """Return the number of records and their amounts: `3 records, 1,200.00 CAD`."""
    if not total.count:
        return "nothing"
    amounts = [_describe_amount(amount, currency) for currency, amount in sorted(total.amounts.items())]
    records = "1 record" if total.count == 1 else f"{total.count} records"
    return ", ".join([records, *filter(None, amounts)])


def _describe_amount(amount: Decimal | Fraction, currency: str) -> str:
    if currency:
        return f"{amount:,.2f} {currency}"
    return f"{float(amount):,.2f} hours" if amount else ""

"""Two years of retainers that start, change, pause, end, churn and are won back, in four currencies."""

from collections.abc import Callable
from datetime import date
from typing import Any

from tests.recount.agency import Agency

LAST_DAY = date(2026, 3, 17)
CLIENTS: dict[str, tuple[str, str, bool, dict[str, Any]]] = {
    "Érable": ("CAD", "anne", True, {"payment_terms_days": 45}),
    "Boréal": ("USD", "bo", False, {}),
    "Cèdre": ("EUR", "anne", False, {"payment_terms_days": 0}),
    "Dune": ("CAD", "bo", True, {}),
    "Fjord": ("USD", "both", False, {}),
    "Gel": ("NOK", "bo", False, {}),
    "Havre": ("EUR", "bo", True, {}),
}
Step = Callable[[Agency], None]


def create_clients(agency: Agency) -> None:
    for name, (currency, manager, is_of_north, fields) in CLIENTS.items():
        team = {"team_id": agency.north.id} if is_of_north else {}
        agency.create_client(name, currency, manager, **team, **fields)


def _start(name: str, client: str, currency: str, start_on: str, fee: str, manager: str, **fields: Any) -> Step:
    def step(agency: Agency) -> None:
        people = {
            "project_manager": lambda one: agency.employees[one].api_id,
            "members": lambda names: [agency.employees[one].api_id for one in names],
            "team": lambda _: agency.north.api_id,
        }
        named = {field: people[field](value) if field in people else value for field, value in fields.items()}
        agency.start_project(name, client, currency, start_on, manager=manager, monthly_fee=fee, **named)

    return step


def _fee(name: str, amount: str, starts_on: str) -> Step:
    return lambda agency: agency.update_project(
        name, monthly_fee=amount, fee_starts_on=starts_on, fee_reason="Indexation"
    )


def _change(name: str, **fields: Any) -> Step:
    return lambda agency: agency.update_project(name, **fields)


def _lose(name: str, effective_on: str, **fields: Any) -> Step:
    shares = fields.pop("shares", {"anne": 34, "bo": 33, "chloe": 33})
    return lambda agency: agency.record_churn(name, effective_on, shares, **fields)


def _win_back(name: str) -> Step:
    return lambda agency: agency.win_back(name)


def _change_settings(**fields: Any) -> Step:
    return lambda agency: agency.change_settings(**fields)


def _change_account_manager(name: str, to: str) -> Step:
    return lambda agency: agency.update_project(name, account_manager=agency.users[to].api_id)


def day(text: str) -> date:
    return date.fromisoformat(text)


TIMELINE: list[tuple[str, Step]] = [
    ("2024-01-10", _start("A", "Érable", "CAD", "2024-01-10", "3100.10", "anne", team=True, project_manager="chloe",
                          included_hours="40")),
    ("2024-01-15", _start("B", "Boréal", "USD", "2024-02-01", "900.55", "bo")),
    # Starts on a leap day.
    ("2024-02-20", _start("C", "Dune", "CAD", "2024-02-29", "1000.00", "bo", team=True, members=["eve"],
                          included_hours="20", counted_hours="billable")),
    ("2024-03-05", _fee("A", "3450.00", "2024-04-01")),
    ("2024-04-10", _start("D", "Érable", "CAD", "2024-04-15", "777.77", "anne")),
    # Recorded after its start.
    ("2024-06-12", _start("E", "Cèdre", "EUR", "2024-06-01", "1234.56", "anne", members=["chloe"])),
    ("2024-07-10", _lose("D", "2024-07-31")),
    ("2024-08-15", _fee("B", "801.05", "2024-09-01")),
    # A churn that is deleted, recorded again, and won back the next year.
    ("2024-09-20", _lose("C", "2024-09-30")),
    ("2024-09-25", _win_back("C")),
    ("2024-10-02", _lose("C", "2024-10-31", shares={"bo": 100})),
    ("2025-01-15", _win_back("C")),
    ("2025-02-10", _change("E", status="on_hold")),
    ("2025-03-20", _change("E", status="active")),
    # Another retainer continues it, so MRR is not lost.
    ("2025-04-22", _start("F", "Boréal", "USD", "2025-05-01", "950.00", "bo")),
    ("2025-04-28", _lose("B", "2025-04-30", preventable=False)),
    ("2025-06-02", _start("K", "Havre", "USD", "2025-06-02", "700.00", "bo", end_on="2025-10-31")),
    ("2025-07-01", _start("G", "Dune", "JPY", "2025-07-01", "65000", "bo", team=True)),
    # Recognized in the month of its notice, and won back in the month of its last day.
    ("2025-08-12", _change_settings(churn_recognition="notice")),
    ("2025-08-20", _lose("F", "2025-09-10", notice_on="2025-08-20")),
    ("2025-09-01", _start("H", "Gel", "NOK", "2025-09-01", "4000.00", "bo")),
    ("2025-09-23", _win_back("F")),
    ("2025-09-24", _change_settings(churn_recognition="effective")),
    ("2025-10-01", _change_account_manager("C", "anne")),
    # A contract that continues in another currency.
    ("2025-10-20", _start("L", "Havre", "EUR", "2025-11-01", "610.00", "bo")),
    ("2025-11-05", _lose("A", "2025-12-31")),
    ("2025-11-20", _start("J", "Fjord", "USD", "2025-12-01", "410.00", "both", end_on="2026-02-28")),
    ("2026-01-05", _start("I", "Érable", "CAD", "2026-02-01", "2000.00", "anne", project_manager="dov",
                          included_hours="30")),
    ("2026-02-10", _fee("C", "1200.00", "2026-03-01")),
    ("2026-03-02", _change("G", status="on_hold")),
    ("2026-03-10", _lose("E", "2026-03-31")),
]  # fmt: skip

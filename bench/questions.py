"""The lists and figures whose time is measured in list pages, and on two amounts of data."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from bench.calls import INVOICES, PAGE, PER_PAGE, Records

# The first call prepares statements and does not count.
ROUNDS = 10
MAX_NEW_FILTER, MAX_LIST, MAX_FIGURE = 3, 5, 10
MAX_LIST_GROWTH, MAX_FIGURE_GROWTH = 1.2, 1.5


@dataclass(frozen=True, slots=True)
class Question:
    """Paths that ask for the same thing with different values; how many list pages each may take, and how many times
    longer on four times the data.
    """

    name: str
    paths: Sequence[str]
    max_pages: float | None
    max_growth: float = MAX_LIST_GROWTH


def records_and_pages(records: Records) -> Iterator[Question]:
    yield Question("newest invoices", [PAGE] * 5 * ROUNDS, None)
    yield Question("one invoice", [f"{INVOICES}/{id}" for id in records.invoice_ids], None)


def new_questions(records: Records) -> Iterator[Question]:
    """Yield lists and figures that were never asked for before."""
    # Different filters that all leave nearly every invoice.
    days = iter([records.oldest + timedelta(days=number) for number in range(1, 5 * ROUNDS)])

    def next_days() -> list[date]:
        return [next(days) for _ in range(ROUNDS)]

    months = [first_of_month(records.newest, number) for number in range(1, ROUNDS + 1)]
    words = records.words[-ROUNDS:]
    deep = max(1, records.last_page * 4 // 5)
    by_amount = f"{INVOICES}?sort=-total&per_page={PER_PAGE}"
    yield Question("newest invoices, new filter", [f"{PAGE}&issued_from={day}" for day in next_days()], MAX_NEW_FILTER)
    deep_pages = [f"{PAGE}&page={deep}&issued_from={day}" for day in next_days()]
    yield Question("deep page of invoices, new filter", deep_pages, MAX_NEW_FILTER)
    largest = [f"{by_amount}&issued_from={day}" for day in next_days()]
    yield Question("largest invoices, new filter", largest, MAX_NEW_FILTER)
    yield Question("invoices, new word", [f"{PAGE}&search={word}" for word in words], MAX_NEW_FILTER)
    yield Question("clients, two new letters", [f"/api/v1/clients?search={word[:2]}" for word in words], None)
    yield Question("search everywhere, new word", [f"/api/v1/search?q={word}" for word in words], None)
    payments = [f"/api/v1/projects-payments?due_from={day}" for day in next_days()]
    yield Question("payments, new filter", payments, MAX_LIST)
    due = [records.newest - timedelta(days=number) for number in range(ROUNDS)]
    open_payments = "/api/v1/projects-payments?status=ready&status=partially_invoiced"
    yield Question("payments to invoice, new filter", [f"{open_payments}&due_to={day}" for day in due], MAX_LIST)
    missing = [f"/api/v1/missing-time?on={month}" for month in months]
    yield Question("missing time, another month", missing, None)
    burns = [f"/api/v1/retainer-burns?sort=-burn_percent&used_above={number}" for number in range(ROUNDS)]
    yield Question("burn of retainers, new filter", burns, MAX_LIST)
    receivables = [f"/api/v1/receivables-by-client?as_of={month}" for month in months]
    yield Question("receivables by client, another past day", receivables, MAX_LIST, MAX_FIGURE_GROWTH)
    cohorts = [f"/api/v1/churns-analysis?from={month}&to={records.newest}&currency=CAD" for month in months]
    yield Question("bridge, reasons and cohorts, another period", cohorts, MAX_LIST, MAX_FIGURE_GROWTH)


def figures(records: Records) -> Iterator[Question]:
    """Yield figures that are asked for again after each change, and a list, whose total is counted again."""
    yield Question("newest invoices", [PAGE] * ROUNDS, None)
    year = f"/api/v1/dashboard?from={first_of_month(records.newest, 11)}&to={records.newest}"
    for name, path in (
        ("dashboard of the month", "/api/v1/dashboard"),
        ("dashboard of twelve months", year),
        ("twelve months of home", "/api/v1/dashboard-months"),
    ):
        yield Question(name, [path] * ROUNDS, MAX_FIGURE, MAX_FIGURE_GROWTH)
    people = f"/api/v1/people-figures?from={first_of_month(records.newest, 11)}&to={records.newest}"
    for name, path in (
        ("triage of home", "/api/v1/triage?limit=10"),
        ("people with their figures of twelve months", people),
        ("reconciliation proposals", "/api/v1/reconciliation-proposals"),
        ("margins by client of the month", "/api/v1/margins"),
        ("margins of a client's projects", f"/api/v1/margins?by=project&client={records.client_ids[0]}"),
    ):
        yield Question(name, [path] * ROUNDS, None, MAX_FIGURE_GROWTH)


def first_of_month(day: date, months_before: int) -> date:
    year, month = divmod(day.year * 12 + day.month - 1 - months_before, 12)
    return date(year, month + 1, 1)

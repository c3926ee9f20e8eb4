"""What really holds of the agency's retainers, which the services only show in parts: the answer to compare with."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Any

from regie.sandbox.agency.engagements import Engagement
from regie.sandbox.agency.rows import Invoice, Payment, TeamworkCompany


@dataclass(frozen=True, slots=True)
class RetainerTruth:
    """Days are ordinals, fees [first day, cents] per month; `project_id` is that of Teamwork."""

    project_id: int
    client: str
    currency: str
    start: int
    end: int | None
    fees: tuple[tuple[int, int], ...]
    monthly_hours: int | None

    def as_json(self) -> dict[str, Any]:
        return {
            "project_id": str(self.project_id),
            "client": self.client,
            "currency": self.currency,
            "starts_on": _day(self.start),
            "ends_on": None if self.end is None else _day(self.end),
            "fees": [[_day(day), f"{cents // 100}.{cents % 100:02d}"] for day, cents in self.fees],
            "monthly_hours": self.monthly_hours,
        }


def find_truth(projects: Iterable[tuple[int, Engagement]], today: int) -> list[RetainerTruth]:
    """Return the retainers that began by today; a later end is not known yet."""
    return [
        RetainerTruth(
            project_id=project_id,
            client=item.client.name,
            currency=item.currency,
            start=item.start,
            end=item.end if item.end is not None and item.end < today else None,
            fees=tuple(fee for fee in item.fees if fee[0] <= today),
            monthly_hours=item.monthly_hours,
        )
        for project_id, item in projects
        if item.kind == "retainer" and item.start <= today
    ]


def find_same_names(companies: Iterable[TeamworkCompany]) -> list[str]:
    """Return the names that several clients have."""
    counts = Counter(company.name for company in companies)
    return sorted(name for name, count in counts.items() if count > 1)


def find_credits(invoices: Iterable[Invoice], payments: Iterable[Payment]) -> list[dict[str, Any]]:
    """Return the invoices with credit notes: how many there are, and whether nothing of the invoice is left."""
    credited: dict[int, list[int]] = defaultdict(list)
    for payment in payments:
        if any(kind == "CreditMemo" for _, kind, _ in payment.applied):
            for amount, kind, key in payment.applied:
                if kind == "Invoice":
                    credited[key].append(amount)
    return [
        {"invoice": one.number, "credit_notes": len(amounts), "is_whole": sum(amounts) == one.total}
        for one in invoices
        if (amounts := credited.get(one.id))
    ]


def _day(ordinal: int) -> str:
    return date.fromordinal(ordinal).isoformat()

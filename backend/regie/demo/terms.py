"""Chooses prices and terms of the demo's projects, from their deals or at random."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from regie.demo.candidates import TeamworkCandidate
from regie.demo.seeded_random import seeded_random

_RATES = (Decimal(125), Decimal(140), Decimal(145), Decimal(160))
_OOS_TYPES = ("extra_hours", "new_feature", "change_request", "training", "rush")
_RAISE_REASONS = ("Indexation annuelle", "Annual increase", "Élargissement du mandat")
_AMOUNT_RANGES = {"fixed": (8_000, 95_000, 500), "oos": (600, 7_500, 50)}
_HALF = Decimal("0.5")


def make_price_terms(candidate: TeamworkCandidate, start_on: date, today: date) -> dict[str, Any]:
    """Return the terms of a fixed-price project or an out-of-scope sale."""
    random = seeded_random("terms", candidate.teamwork_project_id)
    amount = _deal_amount(candidate) or Decimal(random.randrange(*_AMOUNT_RANGES[candidate.kind]))
    rate = random.choice(_RATES)
    terms: dict[str, Any] = {
        "amount": amount,
        "hourly_rate": rate,
        "budget_hours": _round_to_half_hours(amount / rate),
        "tags": sorted(random.sample(("Web", "UX", "Marque", "Contenu"), random.choice((0, 1, 1, 2)))),
    }
    if candidate.kind == "oos":
        sold_on = min(start_on - timedelta(days=random.randrange(3, 20)), today)
        approved_on = min(sold_on + timedelta(days=random.randrange(0, 9)), today)
        is_awaiting_approval = start_on > today - timedelta(days=20) and random.random() < 0.5
        terms |= {
            "sold_on": sold_on,
            "approved_on": None if is_awaiting_approval else approved_on,
            "oos_type": random.choice(_OOS_TYPES),
        }
    return terms


def make_retainer_terms(candidate: TeamworkCandidate, start_on: date, today: date) -> dict[str, Any]:
    random = seeded_random("terms", candidate.teamwork_project_id)
    rate = random.choice(_RATES)
    rollover = random.choice(("none", "surplus", "surplus", "both"))
    hours = _round_to_half_hours(choose_first_fee(candidate) / rate)
    return {
        "hourly_rate": rate,
        "included_hours": hours,
        "billing_day": random.choice((1, 1, 1, 15)),
        "term_months": 12,
        "renews_on": _next_anniversary(start_on, today),
        "auto_renew": random.random() < 0.75,
        "notice_days": random.choice((30, 60)),
        "rollover": rollover,
        "rollover_cap_hours": None if rollover == "none" else _round_to_half_hours(hours / 2),
        "rollover_expiry_months": None if rollover == "none" else random.choice((2, 3, 6)),
        "overage_rate": rate + 15,
        "tags": sorted(random.sample(("Web", "SEO", "Contenu", "Soutien"), random.choice((0, 1, 1, 2)))),
    }


def choose_first_fee(candidate: TeamworkCandidate) -> Decimal:
    yearly = _deal_amount(candidate)
    if yearly:
        return (yearly / 12).quantize(Decimal("0.01"))
    return Decimal(seeded_random("fee", candidate.teamwork_project_id).randrange(1_500, 9_600, 50))


def make_fee_history(
    candidate: TeamworkCandidate, start_on: date, until: date
) -> Iterator[tuple[Decimal, date, str | None]]:
    """Return the fee from the first day on: raised on most anniversaries, sometimes lowered."""
    random = seeded_random("history", candidate.teamwork_project_id)
    fee = choose_first_fee(candidate)
    yield fee, start_on, None
    for year in range(1, 10):
        day = _anniversary(start_on, year)
        if day > until:
            return
        chance = random.random()
        if chance < 0.65:
            fee = (fee * (100 + random.choice((3, 4, 5, 8))) / 100).quantize(Decimal(1))
            yield fee, day, random.choice(_RAISE_REASONS)
        elif chance < 0.75:
            fee = (fee * 85 / 100).quantize(Decimal(1))
            yield fee, day, "Réduction du mandat"


def choose_end_day(candidate: TeamworkCandidate, status: str, start_on: date, today: date) -> date | None:
    """Return a project's last day: in the past if it has ended, None for a running retainer."""
    if status in ("completed", "ended", "churned", "cancelled"):
        last = candidate.end_on or start_on + timedelta(days=90)
        return max(start_on, min(last, today - timedelta(days=1)))
    if candidate.kind == "retainer":
        return None
    return max(candidate.end_on, start_on) if candidate.end_on else None


def _deal_amount(candidate: TeamworkCandidate) -> Decimal | None:
    """Return the deal's amount, or None if it is missing or zero."""
    return candidate.deal.amount.quantize(Decimal("0.01")) if candidate.deal and candidate.deal.amount else None


def _round_to_half_hours(value: Decimal) -> Decimal:
    return (value / _HALF).quantize(Decimal(1)) * _HALF


def _next_anniversary(start_on: date, today: date) -> date:
    return next(day for year in range(1, 200) if (day := _anniversary(start_on, year)) > today)


def _anniversary(start_on: date, years: int) -> date:
    day = 28 if (start_on.month, start_on.day) == (2, 29) else start_on.day
    return start_on.replace(year=start_on.year + years, day=day)

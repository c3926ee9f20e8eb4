"""Generates what clients buy; projects, deals, time entries and invoices derive from it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from regie.sandbox.agency.calendar import first_of_month, instant, months_later
from regie.sandbox.agency.clients import Client
from regie.sandbox.agency.habits import later_fees
from regie.sandbox.agency.names import EXTRA_WORK, FIXED_WORK, RETAINER_WORK
from regie.sandbox.agency.roster import Member, find_seller
from regie.sandbox.agency.scale import Scale

_MAX_OFFER_LEAD_DAYS = 140  # how long before its start an engagement may be offered


@dataclass(slots=True)
class Engagement:
    key: str
    client: Client
    kind: str  # retainer, fixed or extra
    name: str
    start: int
    end: int | None  # of a retainer: when it churned
    amount: int  # cents: per month of a retainer, the total of the others
    seller: Member
    offered: int
    sold: int
    opened: int  # when the project was created
    has_deal: bool
    currency: str
    # Of a retainer: its fees as [first day, cents], oldest first, and the hours that they include each month.
    fees: list[tuple[int, int]] = field(default_factory=list)
    monthly_hours: int | None = None
    bill_day: int = 1
    has_amount: bool = True


def build_engagements(
    clients: list[Client], roster: list[Member], scale: Scale, seed: int, today: int
) -> list[Engagement]:
    all_engagements: list[Engagement] = []
    for client in clients:
        all_engagements.extend(_client_engagements(client, find_seller(client.position, roster), scale, seed, today))
    return all_engagements


def _client_engagements(client: Client, seller: Member, scale: Scale, seed: int, today: int) -> Iterator[Engagement]:
    last_offer_day = today + _MAX_OFFER_LEAD_DAYS
    random = Random(f"{seed}/retainer/{client.position}")
    if random.random() < scale.retainer_share:
        yield _make_retainer(client, seller, scale, random, today)
    habits = scale.habits
    if habits.second_currency_share and client.currency != "USD" and random.random() < habits.second_currency_share:
        yield _make_retainer(client, seller, scale, random, today, turn=1, currency="USD")
    for kind, work_names, gap in (
        ("fixed", FIXED_WORK, scale.fixed_gap),
        ("extra", EXTRA_WORK, scale.extra_gap),
    ):
        random = Random(f"{seed}/{kind}/{client.position}")
        yield from _consecutive_engagements(
            client, seller, kind, work_names[client.language], gap, scale, random, last_offer_day
        )


def _make_retainer(
    client: Client, seller: Member, scale: Scale, random: Random, today: int, turn: int = 0, currency: str | None = None
) -> Engagement:
    start = months_later(first_of_month(scale.work_since), random.randrange(scale.retainer_starts_within))
    is_churned = random.random() < scale.churn_share
    end = months_later(start, random.randint(9, 26)) - 1 if is_churned else None
    amount = random.randrange(1_500, 9_600, 50) * 100
    work = RETAINER_WORK[client.language][-1] if turn else random.choice(RETAINER_WORK[client.language])
    retainer = _make_engagement(client, seller, "retainer", work, turn, start, end, amount, random)
    habits = scale.habits
    # Drawn apart, so that the agency of the demo stays the same.
    own = Random(f"{random.random()}/habits")
    retainer.currency = currency or client.currency
    retainer.fees = [(start, amount), *later_fees(habits, start, min(end or today, today), amount, own)]
    retainer.monthly_hours = amount // 14_000 if own.random() < habits.hours_share else None
    retainer.bill_day = own.choice(habits.is_billed_on)
    retainer.has_amount = own.random() >= habits.without_amount_share
    return retainer


def _consecutive_engagements(
    client: Client,
    seller: Member,
    kind: str,
    work_names: tuple[str, ...],
    gap: tuple[int, int],
    scale: Scale,
    random: Random,
    last_offer_day: int,
) -> Iterator[Engagement]:
    day = scale.work_since + random.randrange(gap[0] if scale.work_until is None else 1, gap[0] + 1)
    day -= gap[0] // 2 if scale.work_until is None else gap[0]
    last = last_offer_day if scale.work_until is None else scale.work_until
    for turn in range(1000):
        if day > last:
            return
        duration = random.randint(45, 190) if kind == "fixed" else random.randint(10, 40)
        cents = random.randrange(8_000, 95_000, 250) if kind == "fixed" else random.randrange(600, 7_500, 50)
        if day >= scale.work_since:
            work = work_names[(client.position + turn) % len(work_names)]
            yield _make_engagement(client, seller, kind, work, turn, day, day + duration, cents * 100, random)
        day += random.randint(*gap)


def _make_engagement(
    client: Client,
    seller: Member,
    kind: str,
    work: str,
    turn: int,
    start: int,
    end: int | None,
    amount: int,
    random: Random,
) -> Engagement:
    sold = start - random.randint(16, 45)
    offered = sold - random.randint(20, 90)
    opened = start - random.randint(0, 3)
    has_deal = kind != "extra" or random.random() < 0.4
    suffix = f" {turn // 10 + 1}" if turn >= 10 else ""
    return Engagement(
        key=f"{client.position}/{kind}/{turn}",
        client=client,
        kind=kind,
        name=f"{work}{suffix} – {client.name}",
        start=start,
        end=end,
        amount=amount,
        seller=seller,
        offered=instant(offered, 13 + client.position % 7, turn % 60),
        sold=instant(sold, 14 + client.position % 6, client.position % 60),
        opened=instant(opened, 12 + client.position % 8, client.position % 60),
        has_deal=has_deal,
        currency=client.currency,
    )

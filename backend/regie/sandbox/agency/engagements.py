"""What clients buy, from the first offer to the end: projects, deals, hours and invoices all follow from it."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from regie.sandbox.agency.calendar import first_of_month, instant, months_later
from regie.sandbox.agency.clientele import Client
from regie.sandbox.agency.names import EXTRA_WORK, FIXED_WORK, RETAINER_WORK
from regie.sandbox.agency.roster import Member, seller_of
from regie.sandbox.agency.scale import Scale

_OFFERED_BEFORE = 140  # days: how far ahead of its start an engagement may be on offer


@dataclass(slots=True)
class Engagement:
    key: str
    client: Client
    kind: str  # retainer, fixed or extra
    name: str
    start: int
    end: int | None  # of a retainer: when it was given up
    amount: int  # cents: a month of a retainer, all of the others
    seller: Member
    offered: int
    sold: int
    opened: int  # when the project was made
    has_deal: bool


def engagements(clients: list[Client], roster: list[Member], scale: Scale, seed: int, today: int) -> list[Engagement]:
    found: list[Engagement] = []
    for client in clients:
        found.extend(_of_client(client, seller_of(client.position, roster), scale, seed, today))
    return found


def _of_client(client: Client, seller: Member, scale: Scale, seed: int, today: int) -> Iterator[Engagement]:
    horizon = today + _OFFERED_BEFORE
    random = Random(f"{seed}/retainer/{client.position}")
    if random.random() < scale.retainer_share:
        yield _retainer(client, seller, scale, random)
    for kind, words, gap in (
        ("fixed", FIXED_WORK, scale.fixed_gap),
        ("extra", EXTRA_WORK, scale.extra_gap),
    ):
        random = Random(f"{seed}/{kind}/{client.position}")
        yield from _in_turn(client, seller, kind, words[client.language], gap, scale, random, horizon)


def _retainer(client: Client, seller: Member, scale: Scale, random: Random) -> Engagement:
    start = months_later(first_of_month(scale.work_since), random.randrange(scale.retainer_starts_within))
    is_given_up = random.random() < scale.churn_share
    end = months_later(start, random.randint(9, 26)) - 1 if is_given_up else None
    amount = random.randrange(1_500, 9_600, 50) * 100
    work = random.choice(RETAINER_WORK[client.language])
    return _engagement(client, seller, "retainer", work, 0, start, end, amount, random)


def _in_turn(
    client: Client,
    seller: Member,
    kind: str,
    words: tuple[str, ...],
    gap: tuple[int, int],
    scale: Scale,
    random: Random,
    horizon: int,
) -> Iterator[Engagement]:
    day = scale.work_since + random.randrange(gap[0] if scale.work_until is None else 1, gap[0] + 1)
    day -= gap[0] // 2 if scale.work_until is None else gap[0]
    last = horizon if scale.work_until is None else scale.work_until
    for turn in range(1000):
        if day > last:
            return
        lasts = random.randint(45, 190) if kind == "fixed" else random.randint(10, 40)
        cents = random.randrange(8_000, 95_000, 250) if kind == "fixed" else random.randrange(600, 7_500, 50)
        if day >= scale.work_since:
            work = words[(client.position + turn) % len(words)]
            yield _engagement(client, seller, kind, work, turn, day, day + lasts, cents * 100, random)
        day += random.randint(*gap)


def _engagement(
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
    again = f" {turn // 10 + 1}" if turn >= 10 else ""
    return Engagement(
        key=f"{client.position}/{kind}/{turn}",
        client=client,
        kind=kind,
        name=f"{work}{again} – {client.name}",
        start=start,
        end=end,
        amount=amount,
        seller=seller,
        offered=instant(offered, 13 + client.position % 7, turn % 60),
        sold=instant(sold, 14 + client.position % 6, client.position % 60),
        opened=instant(opened, 12 + client.position % 8, client.position % 60),
        has_deal=has_deal,
    )

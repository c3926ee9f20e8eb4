"""Generates HubSpot's records: owners, companies, pipelines and deals."""

from dataclasses import dataclass
from random import Random

from regie.sandbox.agency.calendar import DAY_MS, day_of, instant, months_from
from regie.sandbox.agency.clients import Client
from regie.sandbox.agency.engagements import Engagement
from regie.sandbox.agency.names import FIXED_WORK, RETAINER_WORK
from regie.sandbox.agency.roster import SELLING_ROLES, Member, find_seller
from regie.sandbox.agency.rows import Deal, HubspotCompany, Owner
from regie.sandbox.agency.scale import Scale

_FIRST_OWNER, _FIRST_USER, _FIRST_COMPANY, _FIRST_DEAL = 5_521_900, 4_410_000, 77_310_000, 90_210_000
FORMER_OWNER = "benoit.charron@regie.example"
# pipeline -> (label, stages as (id, label in the account, is closed, probability))
PIPELINES = {
    "default": (
        "Ventes",
        (
            ("appointmentscheduled", "Rencontre", False, "0.2"),
            ("qualifiedtobuy", "Qualifiée", False, "0.4"),
            ("presentationscheduled", "Présentation", False, "0.6"),
            ("contractsent", "Devis envoyé", False, "0.9"),
            ("closedwon", "Gagnée", True, "1.0"),
            ("closedlost", "Perdue", True, "0.0"),
            ("48811327", "En pause", False, "0.1"),
        ),
    ),
    "731940": (
        "Forfaits mensuels / Retainers",
        (
            ("73194001", "Discussion", False, "0.3"),
            ("73194002", "Proposal sent", False, "0.7"),
            ("73194003", "Signé / Signed", True, "1.0"),
            ("73194004", "Refusé / Declined", True, "0.0"),
        ),
    ),
    "731955": (
        "Hors mandat",
        (
            ("73195501", "Demande reçue", False, "0.5"),
            ("73195502", "Approuvée", True, "1.0"),
            ("73195503", "Refusée", True, "0.0"),
        ),
    ),
}
_PIPELINE_OF = {"fixed": "default", "retainer": "731940", "extra": "731955"}
HOME_RATES = {"CAD": 1.0, "USD": 1.36, "EUR": 1.48}
# Some clients have none.
_HOURLY_RATES = ("125", "140", None, "147.50", "160")
REMOVED_STAGE = "10293847"


@dataclass(slots=True)
class Sales:
    owners: list[Owner]
    companies: list[HubspotCompany]
    deals: list[Deal]


def build_sales(
    clients: list[Client], roster: list[Member], engagements: list[Engagement], scale: Scale, seed: int, now: int
) -> Sales:
    owners = _owners(roster)
    owner_of = {owner.email: owner.id for owner in owners}
    deals = [
        _make_deal(item, owner_of, scale.habits.has_pipelines, now)
        for item in engagements
        if item.has_deal and item.offered <= now
    ]
    deals.extend(_lost_deals(clients, roster, owner_of, scale, seed, now))
    deals.sort(key=lambda deal: (deal.created, deal.name))
    for position, deal in enumerate(deals):
        deal.id = _FIRST_DEAL + position * 13
    _add_irregularities(deals)
    return Sales(owners, _companies(clients, roster, owner_of), deals)


def _owners(roster: list[Member]) -> list[Owner]:
    created = instant(738_230)
    selling = [member for member in roster if member.role in (*SELLING_ROLES, "former", "office")]
    owners = [
        Owner(
            id=_FIRST_OWNER + member.position * 7,
            email=member.email,
            first_name=member.first_name,
            last_name=member.last_name,
            user_id=_FIRST_USER + member.position * 21,
            created=created,
            updated=created + (300 + member.position) * DAY_MS,
            archived=member.role == "former",
            team="Ventes" if member.role == "seller" else None,
        )
        for member in selling
    ]
    last = owners[-1]
    owners.append(
        Owner(last.id + 9, "", "File d'attente", "Web", 0, created, created, kind="QUEUE", team="Ventes"),
    )
    return owners


def hubspot_company_id(client: Client) -> int:
    return _FIRST_COMPANY + client.position * 17


def _companies(clients: list[Client], roster: list[Member], owner_of: dict[str, int]) -> list[HubspotCompany]:
    first = instant(738_240)
    companies: list[HubspotCompany] = []
    for client in clients:
        created = first + client.position * 11 % 700 * DAY_MS
        companies.append(
            HubspotCompany(
                id=hubspot_company_id(client),
                name=client.hubspot_name,
                domain=f"{client.domain}.example" if client.position % 8 != 7 else None,
                city=client.city,
                region=client.region,
                country={"CA": "Canada", "US": "United States", "FR": "France"}[client.country],
                industry=client.industry,
                owner_id=owner_of[find_seller(client.position, roster).email],
                created=created,
                updated=created + (300 + client.position * 5 % 250) * DAY_MS,
            )
        )
    prospect = companies[-1].id
    for number, name in enumerate(("Biscuiterie Hochelaga", "Larkspur Hotels", "Verger Mont-Clair", "Oakline Realty")):
        created_at = first + (760 + number * 90) * DAY_MS
        companies.append(
            HubspotCompany(prospect + 17 * (number + 1), name, f"prospect{number}.example", "Montréal", "QC", "Canada",
                           "RETAIL", owner_of["account_manager@regie.example"], created_at, created_at)
        )  # fmt: skip
    return companies


def _format_amount(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}" if cents % 100 else f"{cents // 100}"


def _make_deal(item: Engagement, owner_of: dict[str, int], has_pipelines: bool, now: int) -> Deal:
    pipeline = _PIPELINE_OF[item.kind] if has_pipelines else "default"
    stages = PIPELINES[pipeline][1]
    won = next(stage[0] for stage in stages if stage[3] == "1.0")
    is_won = item.sold <= now
    is_retainer = item.kind == "retainer"
    seller = item.seller.email
    if item.client.position % 6 == 1 and item.sold < instant(739_300):
        seller = FORMER_OWNER
    amount = item.amount * 12 if is_retainer else item.amount
    name = item.name
    if item.client.position % 4 == 2:
        work, _, client = item.name.partition(" – ")
        name = f"{client} - {work}"
    company = hubspot_company_id(item.client)
    companies = (company, company + 17) if item.key.endswith("7/fixed/1") else (company,)
    return Deal(
        id=0,
        name=name,
        amount=_format_amount(amount) if item.has_amount else None,
        currency=item.currency,
        pipeline=pipeline,
        stage=won if is_won else _open_stage(stages, item.offered, item.sold, now),
        owner_id=owner_of[seller],
        close=item.sold,
        kind="newbusiness" if item.key.endswith("/0") else "existingbusiness",
        created=item.offered,
        updated=item.sold if is_won else _last_step(item.offered, now),
        company_ids=() if item.key.endswith("3/fixed/0") else companies,
        monthly=_format_amount(item.amount) if is_retainer and item.has_amount else None,
        hourly_rate=None if is_retainer else _HOURLY_RATES[item.client.position % len(_HOURLY_RATES)],
    )


def _last_step(created: int, now: int) -> int:
    return created + (now - created) // (8 * DAY_MS) * 8 * DAY_MS


def _open_stage(stages: tuple[tuple[str, str, bool, str], ...], created: int, closes: int, now: int) -> str:
    open_stages = [stage[0] for stage in stages if not stage[2] and stage[3] != "0.1"]
    share = (_last_step(created, now) - created) / max(1, closes - created)
    return open_stages[min(len(open_stages) - 1, int(share * len(open_stages)))]


def _lost_deals(
    clients: list[Client], roster: list[Member], owner_of: dict[str, int], scale: Scale, seed: int, now: int
) -> list[Deal]:
    """Return deals that are lost in the end; until then they look like the others."""
    deals: list[Deal] = []
    for month in months_from(scale.work_since, day_of(now)):
        random = Random(f"{seed}/lost/{month}")
        for _ in range(random.randint(2, 4)):
            client = random.choice(clients[:60])
            kind = random.choice(("fixed", "fixed", "retainer"))
            work_names = (RETAINER_WORK if kind == "retainer" else FIXED_WORK)[client.language]
            created = instant(month + random.randrange(27), random.randint(12, 21), random.randrange(60))
            closes = created + random.randint(30, 85) * DAY_MS
            cents = random.randrange(4_000, 60_000, 250) * 100
            work = random.choice(work_names)
            if created > now:
                continue
            stages = PIPELINES[_PIPELINE_OF[kind]][1]
            lost = next(stage[0] for stage in stages if stage[3] == "0.0")
            is_lost = closes <= now
            deals.append(
                Deal(
                    id=0,
                    name=f"{work} – {client.name}",
                    amount=_format_amount(cents),
                    currency=client.currency,
                    pipeline=_PIPELINE_OF[kind],
                    stage=lost if is_lost else _open_stage(stages, created, closes, now),
                    owner_id=owner_of[find_seller(client.position, roster).email],
                    close=closes,
                    kind="existingbusiness",
                    created=created,
                    updated=closes if is_lost else _last_step(created, now),
                    company_ids=(hubspot_company_id(client),),
                )
            )
    return deals


def _add_irregularities(deals: list[Deal]) -> None:
    """Give the oldest deals the irregular values of old imports; later starts leave them unchanged."""
    for deal, amount in zip(deals[2:6], (None, "0", "12500.5", "N/A"), strict=False):
        deal.amount = amount
    if len(deals) > 12:
        deals[6].stage = REMOVED_STAGE
        deals[7].owner_id = None
        deals[8].kind = None
        deals[9].merged_ids = (deals[9].id - 5,)
        deals[10].archived, deals[10].archived_at = True, deals[10].updated + DAY_MS
        deals[11].close = None

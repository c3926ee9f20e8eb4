"""The demo's clients: every company that the services know, with an account manager and the facts of a real one."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.db import Database
from regie.core.money import CURRENCIES
from regie.core.text import fold
from regie.demo.dice import dice
from regie.domains.clients.actions import create_client
from regie.domains.clients.schemas import ClientCreate, Industry
from regie.domains.matching.actions import adopt_proposal
from regie.domains.matching.proposals import ClientProposal
from regie.domains.matching.queries import propose_clients
from regie.domains.mirrors.models import HubspotDeal, HubspotOwner, TeamworkCompany
from regie.domains.teams.models import Team
from regie.domains.users.models import User

_INDUSTRIES = (
    ("health", ("clinique", "dent", "pharma", "care", "optique", "sante")),
    ("food", ("cafe", "fromage", "food", "bread", "brew", "traiteur", "peche", "seafood", "erabl", "boulang")),
    ("finance", ("caisse", "credit", "capital", "wealth", "insurance")),
    ("education", ("ecole", "school", "academy", "edition", "librairie")),
    ("culture", ("theatre", "musee", "museum", "symphony", "studio", "atelier")),
    ("tourism", ("hotel", "auberge", "tourisme", "trail", "outfitters", "jardins", "airlines")),
    ("technology", ("software", "robotics", "analytics", "technolog", "quantum")),
    ("real_estate", ("property", "groupe")),
    ("manufacturing", ("menuiserie", "acier", "ferblant", "ebenist", "imprimerie", "marine")),
    ("public", ("service d'incendie", "transit", "regie inter")),
    ("non_profit", ("foundation", "cooperative")),
    ("retail", ("maison", "boutique", "gear", "juniper", "garage")),
)
_FRENCH = (
    "é",
    "è",
    "ê",
    "ô",
    "î",
    "â",
    "l'",
    "d'",
    " du ",
    " des ",
    " de ",
    " la ",
    " le ",
    "maison",
    "groupe",
    "caisse",
)
_CONTACTS = {
    True: (("Chantal", "Yves", "Mireille", "Réjean"), ("Dubois", "Poirier", "Nadeau", "Fiset")),
    False: (("Alice", "Peter", "Joan", "Mark"), ("Walker", "Reid", "Doyle", "Hall")),
}
_TAGS = ("VIP", "Web", "Marketing", "Image de marque", "Référence", "UX")
_A_BATCH = 100
_NOTES = {
    "amber": ("Réponses plus lentes depuis deux semaines.", "Budget under review for next year."),
    "red": ("Mécontent du dernier lancement; appel prévu.", "New marketing director is talking to other agencies."),
}


def create_clients(database: Database, actor: Actor) -> int:
    """A client of every proposal, so that the demo begins where matching has been done."""
    with database.write() as session:
        prepared = list(_prepare(session))
    for start in range(0, len(prepared), _A_BATCH):
        with database.write() as session:
            for proposal, data in prepared[start : start + _A_BATCH]:
                adopt_proposal(session, create_client(session, actor, data), proposal)
    return len(prepared)


def _prepare(session: Session) -> Iterator[tuple[ClientProposal, ClientCreate]]:
    managers = _managers(session)
    teams = _teams(session)
    sellers = _sellers(session)
    companies = {company.external_id: company for company in session.execute(select(TeamworkCompany)).scalars()}
    currencies = _deal_currencies(session)
    for position, proposal in enumerate(propose_clients(session)):
        company = companies.get(proposal.external_id("teamwork") or "")
        manager = sellers.get(proposal.external_id("hubspot") or "") or managers[position % len(managers)]
        currency = _currency(proposal, currencies)
        yield proposal, _client(proposal, company, manager, teams[manager], currency)


def _managers(session: Session) -> list[str]:
    leaders = session.execute(select(User).where(User.status == "active").order_by(User.id)).scalars()
    return [user.api_id for user in leaders if "account_manager" in user.roles]


def _teams(session: Session) -> dict[str, str]:
    """The team that each account manager leads, both by api_id."""
    led = select(User.api_id, Team.api_id).join(Team, Team.representative_id == User.id)
    return {row[0]: row[1] for row in session.execute(led)}


def _sellers(session: Session) -> dict[str, str]:
    """By HubSpot company: the account manager who owns most of its deals."""
    owned = (
        select(HubspotDeal.company_id, User)
        .join(HubspotOwner, HubspotOwner.external_id == HubspotDeal.owner_id)
        .join(User, User.email == HubspotOwner.email)
        .where(HubspotDeal.company_id.is_not(None))
    )
    counts: dict[str, Counter[str]] = {}
    for company_id, user in session.execute(owned):
        if company_id and "account_manager" in user.roles:
            counts.setdefault(company_id, Counter())[user.api_id] += 1
    return {company_id: counter.most_common(1)[0][0] for company_id, counter in counts.items()}


def _deal_currencies(session: Session) -> dict[str, str]:
    rows = session.execute(select(HubspotDeal.company_id, HubspotDeal.currency).order_by(HubspotDeal.id))
    return {company_id: currency for company_id, currency in rows if company_id and currency}


def _currency(proposal: ClientProposal, of_deals: Mapping[str, str]) -> str:
    known = Counter(proposal.currencies).most_common(1)
    found = known[0][0] if known else of_deals.get(proposal.external_id("hubspot") or "", "CAD")
    return found if found in CURRENCIES else "CAD"


def _client(
    proposal: ClientProposal, company: TeamworkCompany | None, manager: str, team: str, currency: str
) -> ClientCreate:
    random = dice("client", proposal.name)
    health = random.choices(("green", "amber", "red", None), (62, 18, 8, 12))[0]
    domain = min(proposal.domains, default=None)
    is_french = _is_french(proposal.name, company.address if company else None)
    return ClientCreate(
        name=proposal.name[:200],
        account_manager=manager,
        team=team,
        currency=currency,
        language="fr-ca" if is_french else "en-us",
        industry=cast(Industry | None, _industry(proposal.name)),
        website=f"https://www.{domain}" if domain else None,
        contact_name=_contact(is_french, proposal.name),
        contact_email=f"info@{domain}" if domain else None,
        contact_phone=company.phone if company else None,
        billing_email=company.email if company and "@" in (company.email or "") else None,
        address=company.address if company else None,
        payment_terms_days=random.choice((15, 30, 30, 30, 45)),
        tags=sorted(random.sample(_TAGS, random.choice((0, 1, 1, 2)))),
        health=health,
        health_note=_NOTES[health][0 if is_french else 1] if health in _NOTES else None,
    )


def _is_french(name: str, address: str | None) -> bool:
    """By the region of its address, else by the look of its name."""
    lines = set((address or "").split("\n"))
    if lines & {"CA", "US", "FR"}:
        return bool(lines & {"QC", "FR"})
    return any(sign in f" {name.lower()} " for sign in _FRENCH)


def _industry(name: str) -> str | None:
    folded = fold(name)
    return next((value for value, words in _INDUSTRIES if any(word in folded for word in words)), None)


def _contact(is_french: bool, name: str) -> str:
    first, last = _CONTACTS[is_french]
    random = dice("contact", name)
    return f"{random.choice(first)} {random.choice(last)}"

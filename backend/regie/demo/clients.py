"""Creates the demo's clients from the services' companies, with account managers and plausible details."""

from collections.abc import Iterator
from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.db.database import Database
from regie.core.text.folding import fold
from regie.demo.seeded_random import seeded_random
from regie.domains.integrations.matching.actions import create_matches
from regie.domains.integrations.matching.match_index import Match
from regie.domains.integrations.matching.queries import find_new_clients
from regie.domains.integrations.matching.rows import build_draft
from regie.domains.integrations.matching.schemas import Acceptance, RecordChoice, Source
from regie.domains.people.teams.models import Team
from regie.domains.records.mirrors.models import TeamworkCompany
from regie.domains.records.users.models import User
from regie.domains.work.clients.actions import create_client
from regie.domains.work.clients.schemas import ClientCreate

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
_BATCH_SIZE = 250


def create_clients(database: Database, actor: Actor) -> int:
    """Create and link a client for each proposed match; return their number."""
    with database.write() as session:
        prepared = list(_propose_clients(session))
    for start in range(0, len(prepared), _BATCH_SIZE):
        with database.write() as session:
            links = [
                _make_acceptance(match, create_client(session, actor, data))
                for match, data in prepared[start : start + _BATCH_SIZE]
            ]
            linked = create_matches(session, actor, "client", links)["results"]
            if refused := [one for one in linked if one["status"] != 201]:
                raise RuntimeError(f"What the demo links fits together: {refused}")
    return len(prepared)


def _make_acceptance(match: Match, client: str) -> Acceptance:
    parts = [RecordChoice(service=cast(Source, part.service), external_id=part.external_id) for part in match.records]
    return Acceptance(target=client, records=parts)


def _propose_clients(session: Session) -> Iterator[tuple[Match, ClientCreate]]:
    managers = _read_account_managers(session)
    teams = _read_teams(session)
    companies = {company.external_id: company for company in session.execute(select(TeamworkCompany)).scalars()}
    for position, match in enumerate(find_new_clients(session.connection())):
        draft = build_draft("client", match)
        assert draft is not None, "the match has a client already"
        company = next((companies[part.external_id] for part in match.records if part.service == "teamwork"), None)
        seller = draft["account_manager"]
        manager = seller["api_id"] if seller else managers[position % len(managers)]
        yield match, _make_client(match, company, manager, teams[manager], draft["currency"] or "CAD")


def _read_account_managers(session: Session) -> list[str]:
    users = session.execute(select(User).where(User.status == "active").order_by(User.id)).scalars()
    return [user.api_id for user in users if "account_manager" in user.roles]


def _read_teams(session: Session) -> dict[str, str]:
    """Return the api_id of each account manager's team, by the manager's api_id."""
    query = select(User.api_id, Team.api_id).join(Team, Team.representative_id == User.id)
    return {row[0]: row[1] for row in session.execute(query)}


def _make_client(match: Match, company: TeamworkCompany | None, manager: str, team: str, currency: str) -> ClientCreate:
    random = seeded_random("client", match.name)
    domain = min(frozenset[str]().union(*(part.addresses for part in match.records)), default=None)
    is_french = _is_french(match.name, company.address if company else None)
    return ClientCreate(
        name=match.name[:200],
        account_manager=manager,
        team=team,
        currency=currency,
        language="fr-ca" if is_french else "en-us",
        industry=_industry(match.name),
        website=f"https://www.{domain}" if domain else None,
        contact_name=_contact(is_french, match.name),
        contact_email=f"info@{domain}" if domain else None,
        contact_phone=company.phone if company else None,
        billing_email=company.email if company and "@" in (company.email or "") else None,
        address=company.address if company else None,
        payment_terms_days=random.choice((15, 30, 30, 30, 45)),
        tags=sorted(random.sample(_TAGS, random.choice((0, 1, 1, 2)))),
    )


def _is_french(name: str, address: str | None) -> bool:
    """Guess the language from the address's region, else from the name's spelling."""
    lines = set((address or "").split("\n"))
    if lines & {"CA", "US", "FR"}:
        return bool(lines & {"QC", "FR"})
    return any(marker in f" {name.lower()} " for marker in _FRENCH)


def _industry(name: str) -> str | None:
    folded = fold(name)
    return next((value for value, keywords in _INDUSTRIES if any(word in folded for word in keywords)), None)


def _contact(is_french: bool, name: str) -> str:
    first, last = _CONTACTS[is_french]
    random = seeded_random("contact", name)
    return f"{random.choice(first)} {random.choice(last)}"

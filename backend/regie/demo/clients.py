"""The demo's clients: every company that the services know, with an account manager and the facts of a real one."""

from collections.abc import Iterator
from typing import cast

from sqlalchemy import select
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.core.db.database import Database
from regie.core.text.folding import fold
from regie.demo.dice import dice
from regie.domains.integrations.matching.actions import create_matches
from regie.domains.integrations.matching.books import Match
from regie.domains.integrations.matching.queries import propose_clients
from regie.domains.integrations.matching.rows import draft_of
from regie.domains.integrations.matching.schemas import Acceptance, PartChoice, Source
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
_A_BATCH = 250
_NOTES = {
    "amber": ("Réponses plus lentes depuis deux semaines.", "Budget under review for next year."),
    "red": ("Mécontent du dernier lancement; appel prévu.", "New marketing director is talking to other agencies."),
}


def create_clients(database: Database, actor: Actor) -> int:
    """A client of everything that seems to be one, linked as people link it: the demo begins where they are done."""
    with database.write() as session:
        prepared = list(_prepare(session))
    for start in range(0, len(prepared), _A_BATCH):
        with database.write() as session:
            links = [
                _link(match, create_client(session, actor, data)) for match, data in prepared[start : start + _A_BATCH]
            ]
            linked = create_matches(session, actor, "client", links)["results"]
            if refused := [one for one in linked if one["status"] != 201]:
                raise RuntimeError(f"What the demo links fits together: {refused}")
    return len(prepared)


def _link(match: Match, client: str) -> Acceptance:
    parts = [PartChoice(service=cast(Source, part.service), external_id=part.external_id) for part in match.parts]
    return Acceptance(target=client, parts=parts)


def _prepare(session: Session) -> Iterator[tuple[Match, ClientCreate]]:
    managers = _managers(session)
    teams = _teams(session)
    companies = {company.external_id: company for company in session.execute(select(TeamworkCompany)).scalars()}
    for position, match in enumerate(propose_clients(session.connection())):
        draft = draft_of("client", match)
        assert draft is not None, "it is no client of ours yet"
        company = next((companies[part.external_id] for part in match.parts if part.service == "teamwork"), None)
        seller = draft["account_manager"]
        manager = seller["api_id"] if seller else managers[position % len(managers)]
        yield match, _client(match, company, manager, teams[manager], draft["currency"] or "CAD")


def _managers(session: Session) -> list[str]:
    leaders = session.execute(select(User).where(User.status == "active").order_by(User.id)).scalars()
    return [user.api_id for user in leaders if "account_manager" in user.roles]


def _teams(session: Session) -> dict[str, str]:
    """The team that each account manager leads, both by api_id."""
    led = select(User.api_id, Team.api_id).join(Team, Team.representative_id == User.id)
    return {row[0]: row[1] for row in session.execute(led)}


def _client(match: Match, company: TeamworkCompany | None, manager: str, team: str, currency: str) -> ClientCreate:
    random = dice("client", match.name)
    health = random.choices(("green", "amber", "red", None), (62, 18, 8, 12))[0]
    domain = min(frozenset[str]().union(*(part.addresses for part in match.parts)), default=None)
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

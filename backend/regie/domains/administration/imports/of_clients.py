"""Clients as a file describes them; their key is the name, read without case and accents."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select

from regie.access.permissions import Permission
from regie.core.text.folding import fold
from regie.domains.administration.imports.cells import Choice, Desk, Reference, Tags, Upper, Whole
from regie.domains.administration.imports.resources import Column, Existing, Resource
from regie.domains.people.teams.models import Team
from regie.domains.people.teams.queries import visible_teams
from regie.domains.people.users.queries import visible_account_managers
from regie.domains.records.clients.models import Client
from regie.domains.records.users.models import User
from regie.domains.work.clients import actions
from regie.domains.work.clients.queries import visible_clients
from regie.domains.work.clients.schemas import ClientCreate, ClientUpdate


def account_managers(desk: Desk) -> Iterable[Any]:
    """Everyone has a name to be shown; who looks after clients can be named anew."""
    scope = desk.actor.require(Permission.DIRECTORY_VIEW)
    is_open = visible_account_managers(scope).label("is_open")
    return desk.session.execute(select(User.api_id, User.name, User.email, is_open), desk.actor.params)


def teams(desk: Desk) -> Iterable[Any]:
    is_open = (visible_teams(desk.actor.require(Permission.DIRECTORY_VIEW)) & Team.archived_at.is_(None)).label(
        "is_open"
    )
    for row in desk.session.execute(select(Team.api_id, Team.name, is_open), desk.actor.params):
        yield row.api_id, row.name, None, row.is_open


def normal(name: str) -> str:
    return fold(" ".join(name.split()))


def find(desk: Desk, keys: Iterable[str]) -> dict[str, list[Any]]:
    seen = visible_clients(desk.actor.require(Permission.CLIENTS_VIEW))
    found: dict[str, list[Any]] = {}
    statement = select(Client).where(Client.name_key.in_([key[:200] for key in keys]), seen)
    for client in desk.session.execute(statement, desk.actor.params).scalars():
        found.setdefault(normal(client.name), []).append(client)
    return found


def read(desk: Desk, client: Any) -> Existing:
    return Existing(client.api_id, actions.editable_values(desk.session, client))


def create(desk: Desk, data: ClientCreate) -> str:
    return actions.create_client(desk.session, desk.actor, data)


def update(desk: Desk, api_id: str, data: ClientUpdate) -> None:
    actions.update_client(desk.session, desk.actor, api_id, data, desk.clock.now())


CLIENTS = Resource(
    name="clients",
    permission=Permission.CLIENTS_CREATE,
    key="name",
    normal=normal,
    columns=(
        Column("name", is_required=True, synonyms=("client", "company", "entreprise", "société", "raison sociale")),
        Column(
            "account_manager",
            Reference(account_managers),
            is_required=True,
            synonyms=("manager", "responsable", "responsable de compte", "chargé de compte", "chargée de compte"),
        ),
        Column("currency", Upper(), is_required=True),
        Column("team", Reference(teams)),
        Column("language", Choice("language")),
        Column("industry", Choice("industry"), synonyms=("sector", "industrie", "secteur d’activité")),
        Column("website", synonyms=("url", "web", "site")),
        Column("contact_name", synonyms=("contact name", "nom de la personne-ressource")),
        Column("contact_email", synonyms=("email", "e-mail", "courriel", "courriel de la personne-ressource")),
        Column("contact_phone", synonyms=("phone", "téléphone", "téléphone de la personne-ressource")),
        Column("billing_email", synonyms=("invoice email",)),
        Column("address"),
        Column("payment_terms_days", Whole(), synonyms=("payment terms", "terms", "délai de paiement")),
        Column("tags", Tags(), synonyms=("labels",)),
        Column("health", Choice("client_health"), synonyms=("état de santé",)),
        Column("health_note", synonyms=("note sur l’état de santé",)),
        Column("notes", synonyms=("note", "comments", "commentaires")),
    ),
    create_model=ClientCreate,
    update_model=ClientUpdate,
    find=find,
    read=read,
    create=create,
    update=update,
    name_of=lambda values: values.get("name") or "",
)

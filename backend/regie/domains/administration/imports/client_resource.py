"""Describes clients in files; their key is the name, ignoring case and accents."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select

from regie.access.permissions import Permission
from regie.core.text.folding import fold
from regie.domains.administration.imports.cells import Choice, ImportContext, Integer, Reference, Tags, UppercaseText
from regie.domains.administration.imports.resources import Column, ExistingRecord, Resource
from regie.domains.people.teams.models import Team
from regie.domains.people.teams.queries import visible_teams
from regie.domains.people.users.queries import visible_account_managers
from regie.domains.records.clients.models import Client
from regie.domains.records.users.models import User
from regie.domains.work.clients import actions
from regie.domains.work.clients.queries import visible_clients
from regie.domains.work.clients.schemas import ClientCreate, ClientUpdate


def load_account_managers(context: ImportContext) -> Iterable[Any]:
    """Yield all users for display; only account managers can be named."""
    scope = context.actor.require(Permission.DIRECTORY_VIEW)
    is_selectable = visible_account_managers(scope).label("is_selectable")
    return context.session.execute(select(User.api_id, User.name, User.email, is_selectable), context.actor.params)


def load_teams(context: ImportContext) -> Iterable[Any]:
    visible = visible_teams(context.actor.require(Permission.DIRECTORY_VIEW))
    is_selectable = (visible & Team.archived_at.is_(None)).label("is_selectable")
    for row in context.session.execute(select(Team.api_id, Team.name, is_selectable), context.actor.params):
        yield row.api_id, row.name, None, row.is_selectable


def normalize_name(name: str) -> str:
    return fold(" ".join(name.split()))


def find_clients(context: ImportContext, keys: Iterable[str]) -> dict[str, list[Any]]:
    visible = visible_clients(context.actor.require(Permission.CLIENTS_VIEW))
    found: dict[str, list[Any]] = {}
    statement = select(Client).where(Client.name_key.in_([key[:200] for key in keys]), visible)
    for client in context.session.execute(statement, context.actor.params).scalars():
        found.setdefault(normalize_name(client.name), []).append(client)
    return found


def read_client(context: ImportContext, client: Any) -> ExistingRecord:
    return ExistingRecord(client.api_id, actions.editable_values(context.session, client))


def create_client(context: ImportContext, data: ClientCreate) -> str:
    return actions.create_client(context.session, context.actor, data)


def update_client(context: ImportContext, api_id: str, data: ClientUpdate) -> None:
    actions.update_client(context.session, context.actor, api_id, data, context.clock)


CLIENTS = Resource(
    name="clients",
    permission=Permission.CLIENTS_CREATE,
    key="name",
    normalize_key=normalize_name,
    columns=(
        Column("name", is_required=True, synonyms=("client", "company", "entreprise", "société", "raison sociale")),
        Column(
            "account_manager",
            Reference(load_account_managers),
            is_required=True,
            synonyms=("manager", "responsable", "responsable de compte", "chargé de compte", "chargée de compte"),
        ),
        Column("currency", UppercaseText(), is_required=True),
        Column("team", Reference(load_teams)),
        Column("language", Choice("language")),
        Column("industry", Choice("industry"), synonyms=("sector", "industrie", "secteur d’activité")),
        Column("website", synonyms=("url", "web", "site")),
        Column("contact_name", synonyms=("contact name", "nom de la personne-ressource")),
        Column("contact_title", synonyms=("contact title", "titre de la personne-ressource")),
        Column("contact_email", synonyms=("email", "e-mail", "courriel", "courriel de la personne-ressource")),
        Column("contact_phone", synonyms=("phone", "téléphone", "téléphone de la personne-ressource")),
        Column("billing_email", synonyms=("invoice email",)),
        Column("address"),
        Column("payment_terms_days", Integer(), synonyms=("payment terms", "terms", "délai de paiement")),
        Column("tags", Tags(), synonyms=("labels",)),
        Column("notes", synonyms=("note", "comments", "commentaires")),
    ),
    create_model=ClientCreate,
    update_model=ClientUpdate,
    find=find_clients,
    read=read_client,
    create=create_client,
    update=update_client,
    display_name=lambda values: values.get("name") or "",
)

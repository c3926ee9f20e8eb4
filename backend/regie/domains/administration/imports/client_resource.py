"""Describes clients in files; their key is the name."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select

from regie.access.permissions import Permission
from regie.domains.administration.imports.cells import Choice, ImportContext, Integer, Tags, UppercaseText
from regie.domains.administration.imports.references import ACCOUNT_MANAGER, TEAM
from regie.domains.administration.imports.resources import Column, ExistingRecord, Key, Resource, normalize_name
from regie.domains.records.clients.models import Client
from regie.domains.work.clients import actions
from regie.domains.work.clients.queries import visible_clients
from regie.domains.work.clients.schemas import ClientCreate, ClientUpdate


def find_clients(context: ImportContext, keys: Iterable[Key]) -> dict[Key, list[Any]]:
    visible = visible_clients(context.actor.require(Permission.CLIENTS_VIEW))
    found: dict[Key, list[Any]] = {}
    statement = select(Client).where(Client.name_key.in_([name[:200] for (name,) in keys]), visible)
    for client in context.session.execute(statement, context.actor.params).scalars():
        found.setdefault((normalize_name(client.name),), []).append(client)
    return found


def read_client(context: ImportContext, client: Any) -> ExistingRecord:
    return ExistingRecord(client.api_id, actions.editable_values(context.session, client))


def create_client(context: ImportContext, data: ClientCreate) -> str:
    return actions.create_client(context.session, context.actor, data)


def update_client(context: ImportContext, client: ExistingRecord, data: ClientUpdate) -> None:
    actions.update_client(context.session, context.actor, client.api_id, data, context.clock)


CLIENTS = Resource(
    name="clients",
    permissions=(Permission.CLIENTS_CREATE,),
    keys=(("name",),),
    columns=(
        Column("name", is_required=True, synonyms=("client", "company", "entreprise", "société", "raison sociale")),
        Column(
            "account_manager",
            ACCOUNT_MANAGER,
            is_required=True,
            synonyms=("manager", "responsable", "responsable de compte", "chargé de compte", "chargée de compte"),
        ),
        Column("currency", UppercaseText(), is_required=True),
        Column("team", TEAM),
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
    display_name=lambda _context, values: values.get("name") or "",
)

"""Defines who may see and change who is responsible for a client from which day on."""

from regie.access.permissions import Permission
from regie.domains.people.teams.models import Team
from regie.domains.records.clients.models import Client
from regie.domains.records.dated_fields.actions import TermEditor
from regie.domains.records.users.models import User
from regie.domains.work.clients.queries import managed_clients, visible_clients
from regie.domains.work.clients.references import resolve_columns

CLIENT_TERMS = TermEditor(
    Client,
    view=(Permission.CLIENTS_VIEW, visible_clients),
    edit=(Permission.CLIENTS_EDIT, managed_clients),
    resolve=resolve_columns,
    required=("account_manager",),
    targets={"account_manager": User, "team": Team},
)

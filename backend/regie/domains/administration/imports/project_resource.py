"""Describes projects of all kinds in files; their key is the number, or client and name."""

from collections.abc import Iterable
from typing import Any, Literal

from sqlalchemy import and_, func, or_, select

from regie.access.permissions import Permission
from regie.access.rows import can_change
from regie.core.api.errors import Forbidden
from regie.domains.administration.imports.cells import (
    Choice,
    Day,
    ImportContext,
    Integer,
    Number,
    Tags,
    UppercaseText,
    YesNo,
)
from regie.domains.administration.imports.references import (
    ACCOUNT_MANAGER,
    CLIENT,
    EMPLOYEE,
    PROJECT,
    TEAM,
    References,
    Shares,
    project_label,
    sort_shares,
)
from regie.domains.administration.imports.resources import Column, ExistingRecord, Key, Resource, normalize_name
from regie.domains.records.clients.models import Client
from regie.domains.records.projects.models import Project
from regie.domains.work.projects import actions
from regie.domains.work.projects.queries import managed_projects, visible_projects
from regie.domains.work.projects.schemas import ProjectCreate, ProjectUpdate

# A project starts with one of these; it takes any other status in a second step.
_FIRST_STATUSES = ("draft", "active")


class PastProjectCreate(ProjectCreate):
    """A project that may be over already; a retainer is lost through its churn, not here."""

    status: Literal["draft", "active", "on_hold", "completed", "cancelled", "ended"] = "draft"  # type: ignore[assignment]


def find_projects(context: ImportContext, keys: Iterable[Key]) -> dict[Key, list[Any]]:
    visible = visible_projects(context.actor.require(Permission.PROJECTS_VIEW))
    numbers = [key[0] for key in keys if len(key) == 1]
    named = [key for key in keys if len(key) == 2]
    of_client = and_(
        Client.api_id.in_([client for client, _ in named]), Project.name_key.in_([name[:200] for _, name in named])
    )
    statement = select(Project, Client.api_id).join(Client, Client.id == Project.client_id)
    statement = statement.where(visible, or_(func.lower(Project.number).in_(numbers), of_client))
    found: dict[Key, list[Any]] = {}
    for project, client in context.session.execute(statement, context.actor.params):
        for key in ((normalize_name(project.number),), (client, normalize_name(project.name))):
            found.setdefault(key, []).append(project)
    return found


def read_project(context: ImportContext, project: Any) -> ExistingRecord:
    """Return the editable values; raise Forbidden where an equal cell would reveal them to someone else."""
    if not can_change(context.session, context.actor, project, Permission.PROJECTS_EDIT, managed_projects):
        raise Forbidden
    values = actions.read_values(context.session, project, context.clock.today()).values
    ordered = {"members": sorted(values["members"]), "sold_by": sort_shares(values["sold_by"])}
    return ExistingRecord(project.api_id, values | ordered)


def create_project(context: ImportContext, data: PastProjectCreate) -> str:
    first = data.status if data.status in _FIRST_STATUSES else "active"
    begun = data.model_copy(update={"status": first})
    api_id = actions.create_project(context.session, context.actor, begun, context.clock)
    if data.status != first:
        after = ProjectUpdate(status=data.status)
        actions.update_project(context.session, context.actor, api_id, after, context.clock)
    return api_id


def update_project(context: ImportContext, project: ExistingRecord, data: ProjectUpdate) -> None:
    actions.update_project(context.session, context.actor, project.api_id, data, context.clock)


def add_project(context: ImportContext, api_id: str, values: dict[str, Any]) -> None:
    """Later rows can name a new project as parent."""
    label = project_label(CLIENT.format(values["client"], context), values["name"])
    PROJECT.index(context).add(api_id, label, None)


PROJECTS = Resource(
    name="projects",
    permissions=(Permission.PROJECTS_CREATE,),
    keys=(("number",), ("client", "name")),
    columns=(
        Column("number", synonyms=("no", "project number", "numéro de projet")),
        Column("client", CLIENT, is_required=True, synonyms=("customer", "company", "entreprise")),
        Column("name", is_required=True, synonyms=("project", "project name", "projet", "nom du projet")),
        Column("kind", Choice("project_kind"), is_required=True, synonyms=("kind of project", "type de projet")),
        Column("status", Choice("project_status"), synonyms=("state", "statut")),
        Column("account_manager", ACCOUNT_MANAGER, is_required=True, synonyms=("responsable de compte",)),
        Column("project_manager", EMPLOYEE, synonyms=("chargée de projet",)),
        Column("team", TEAM),
        Column("members", References(EMPLOYEE)),
        Column("start_on", Day(), is_required=True, synonyms=("start", "start date", "date de début")),
        Column("end_on", Day(), synonyms=("end", "end date", "date de fin")),
        Column("currency", UppercaseText(), is_required=True),
        Column("amount", Number(), synonyms=("price", "prix")),
        Column("hourly_rate", Number()),
        Column("budget_hours", Number(), synonyms=("budget",)),
        Column("counted_hours", Choice("counted_hours")),
        Column("percent_done", Integer()),
        Column("parent_project", PROJECT, synonyms=("parent",)),
        Column("sold_by", Shares(EMPLOYEE), synonyms=("seller", "sellers", "vendeur", "vendeurs")),
        Column("sold_on", Day()),
        Column("oos_type", Choice("oos_type")),
        Column("monthly_fee", Number(), synonyms=("fee", "tarif")),
        Column("billing_interval", Choice("billing_interval"), synonyms=("interval", "intervalle")),
        Column("interval_fee", Number()),
        Column("included_hours", Number(), synonyms=("hours included", "heures incluses")),
        Column("billing_day", Integer()),
        Column("term_months", Integer()),
        Column("renews_on", Day()),
        Column("auto_renew", YesNo()),
        Column("notice_days", Integer()),
        Column("rollover", Choice("rollover")),
        Column("rollover_cap_hours", Number()),
        Column("rollover_expiry_months", Integer()),
        Column("overage_rate", Number()),
        Column("ledger_from", Day(), synonyms=("ledger start", "début du registre")),
        Column("opening_hours", Number(), synonyms=("opening balance", "solde d’ouverture")),
        Column("health", Choice("client_health")),
        Column("tags", Tags(), synonyms=("labels",)),
        Column("description", synonyms=("notes",)),
    ),
    create_model=PastProjectCreate,
    update_model=ProjectUpdate,
    find=find_projects,
    read=read_project,
    create=create_project,
    update=update_project,
    display_name=lambda _context, values: values.get("name") or "",
    on_created=add_project,
)

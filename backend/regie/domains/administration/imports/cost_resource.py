"""Describes external costs in files; project, day and description identify one."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select

from regie.access.permissions import Permission
from regie.domains.administration.imports.cells import Day, ImportContext, Number, UppercaseText
from regie.domains.administration.imports.references import PROJECT
from regie.domains.administration.imports.resources import (
    Column,
    ExistingRecord,
    Key,
    Resource,
    join_names,
    normalize_name,
)
from regie.domains.money.project_costs import actions
from regie.domains.money.project_costs.queries import visible_costs
from regie.domains.money.project_costs.schemas import ProjectCostCreate, ProjectCostUpdate
from regie.domains.records.project_costs.models import ProjectCost
from regie.domains.records.projects.models import Project

_FIELDS = ("incurred_on", "description", "supplier", "amount", "currency")


def find_costs(context: ImportContext, keys: Iterable[Key]) -> dict[Key, list[Any]]:
    visible = visible_costs(context.actor.require(Permission.EMPLOYEES_COST_RATES))
    statement = select(ProjectCost, Project.api_id).join(Project, Project.id == ProjectCost.project_id)
    statement = statement.where(visible, Project.api_id.in_({project for project, _, _ in keys}))
    found: dict[Key, list[Any]] = {}
    for cost, project in context.session.execute(statement, context.actor.params):
        key = (project, cost.incurred_on.isoformat(), normalize_name(cost.description))
        found.setdefault(key, []).append((project, cost))
    return found


def read_cost(_context: ImportContext, found: Any) -> ExistingRecord:
    project, cost = found
    return ExistingRecord(cost.api_id, {"project": project, **{name: getattr(cost, name) for name in _FIELDS}})


def create_cost(context: ImportContext, data: ProjectCostCreate) -> str:
    return actions.create_cost(context.session, context.actor, data, context.clock.today())


def update_cost(context: ImportContext, cost: ExistingRecord, data: ProjectCostUpdate) -> None:
    actions.update_cost(context.session, context.actor, cost.api_id, data, context.clock.today())


def display_name(context: ImportContext, values: dict[str, Any]) -> str:
    return join_names(PROJECT.format(values.get("project"), context), values.get("description"))


COSTS = Resource(
    name="costs",
    noun="project_costs",
    permissions=(Permission.EMPLOYEES_COST_RATES,),
    keys=(("project", "incurred_on", "description"),),
    columns=(
        Column("project", PROJECT, is_required=True, synonyms=("number", "numéro")),
        Column("incurred_on", Day(), is_required=True, synonyms=("day", "incurred on", "jour")),
        Column("description", is_required=True, synonyms=("item", "label", "libellé", "poste")),
        Column("supplier", synonyms=("vendor", "freelancer", "pigiste")),
        Column("amount", Number(), is_required=True, synonyms=("amount", "cost", "montant", "coût")),
        Column("currency", UppercaseText(), is_required=True),
    ),
    create_model=ProjectCostCreate,
    update_model=ProjectCostUpdate,
    find=find_costs,
    read=read_cost,
    create=create_cost,
    update=update_cost,
    display_name=display_name,
)

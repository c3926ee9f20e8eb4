"""Creates, changes and deletes external costs of projects, in open months only."""

from datetime import date
from decimal import Decimal

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import find_reference, load_for_update, require_version
from regie.core.api.errors import FieldError, Forbidden, Invalid
from regie.core.money.amounts import currency_digits, money
from regie.domains.money.project_costs.queries import visible_costs
from regie.domains.money.project_costs.schemas import ProjectCostCreate, ProjectCostUpdate
from regie.domains.records.months.queries import require_open_days
from regie.domains.records.project_costs.models import ProjectCost
from regie.domains.records.projects.models import Project
from regie.domains.work.projects.queries import managed_projects

_SEEN = (Permission.EMPLOYEES_COST_RATES, visible_costs)
_EDITED = (Permission.PROJECTS_EDIT_BILLING, visible_costs)
_BILLED = (Permission.PROJECTS_EDIT_BILLING, managed_projects)
_REQUIRED = ("incurred_on", "amount", "currency", "description")


def create_cost(session: Session, actor: Actor, data: ProjectCostCreate, today: date) -> str:
    """Add a cost to a project whose billing the caller may change; return its api_id."""
    if not actor.can(Permission.PROJECTS_EDIT_BILLING):
        raise Forbidden
    _require_amount(data.amount, data.currency)
    _require_day(data.incurred_on, today)
    project_id = find_reference(session, actor, Project, data.project, field="project", view=_BILLED)
    require_open_days(session, [data.incurred_on])
    cost = ProjectCost(project_id=project_id, **data.model_dump(exclude={"project"}))
    session.add(cost)
    session.flush()
    return cost.api_id


def update_cost(session: Session, actor: Actor, api_id: str, data: ProjectCostUpdate, today: date) -> None:
    """Change the sent fields; raise Changed (409) with both values when the caller read another version."""
    cost = load_for_update(session, actor, ProjectCost, api_id, view=_SEEN, edit=_EDITED)
    sent = data.model_dump(exclude_unset=True, exclude={"version"})
    if empty := [name for name in _REQUIRED if name in sent and sent[name] is None]:
        raise Invalid(dict.fromkeys(empty, "required"))
    _require_amount(sent.get("amount", cost.amount), sent.get("currency", cost.currency))
    as_json = data.model_dump(mode="json", include=set(sent))
    require_version(cost, data.version, {name: (_as_json(cost, name), value) for name, value in as_json.items()})
    _require_day(sent.get("incurred_on"), today)
    require_open_days(session, [cost.incurred_on, sent.get("incurred_on")])
    for name, value in sent.items():
        setattr(cost, name, value)
    session.flush()


def delete_cost(session: Session, actor: Actor, api_id: str) -> None:
    cost = load_for_update(session, actor, ProjectCost, api_id, view=_SEEN, edit=_EDITED)
    require_open_days(session, [cost.incurred_on])
    session.delete(cost)
    session.flush()


def _require_day(incurred_on: date | None, today: date) -> None:
    """A cost was incurred: it is not entered for a future day."""
    if incurred_on is not None and incurred_on > today:
        raise Invalid({"incurred_on": "not_yet"})


def _require_amount(amount: Decimal, currency: str) -> None:
    if amount <= 0:
        raise Invalid({"amount": "positive"})
    digits = currency_digits(currency)
    if amount != round(amount, digits):
        raise Invalid({"amount": FieldError("decimals", digits=digits)})


def _as_json(cost: ProjectCost, name: str) -> str | None:
    value = getattr(cost, name)
    if name == "amount":
        return money(cost.amount, cost.currency)["amount"]
    return value if value is None else str(value)

"""Describes scheduled payments in files; project and label identify one."""

from collections.abc import Iterable
from typing import Any

from sqlalchemy import select

from regie.access.permissions import Permission
from regie.domains.administration.imports.cells import Day, ImportContext, Number
from regie.domains.administration.imports.references import PROJECT
from regie.domains.administration.imports.resources import (
    Column,
    ExistingRecord,
    Key,
    Resource,
    join_names,
    normalize_name,
)
from regie.domains.money.payments import actions
from regie.domains.money.payments.queries import visible_payments
from regie.domains.money.payments.schemas import PaymentCreate, PaymentUpdate
from regie.domains.records.payments.models import ProjectPayment
from regie.domains.records.projects.models import Project


def find_payments(context: ImportContext, keys: Iterable[Key]) -> dict[Key, list[Any]]:
    visible = visible_payments(context.actor.require(Permission.PAYMENTS_VIEW))
    statement = select(ProjectPayment, Project.api_id).join(Project, Project.id == ProjectPayment.project_id)
    statement = statement.where(visible, Project.api_id.in_({project for project, _ in keys}))
    found: dict[Key, list[Any]] = {}
    for payment, project in context.session.execute(statement, context.actor.params):
        found.setdefault((project, normalize_name(payment.label)), []).append((project, payment))
    return found


def read_payment(_context: ImportContext, found: Any) -> ExistingRecord:
    project, payment = found
    values = {name: getattr(payment, name) for name in ("label", "due_on", "amount", "note")}
    return ExistingRecord(payment.api_id, {"project": project, **values})


def create_payment(context: ImportContext, data: PaymentCreate) -> str:
    return actions.create_payment(context.session, context.actor, data)


def update_payment(context: ImportContext, payment: ExistingRecord, data: PaymentUpdate) -> None:
    actions.update_payment(context.session, context.actor, payment.api_id, data)


def display_name(context: ImportContext, values: dict[str, Any]) -> str:
    return join_names(PROJECT.format(values.get("project"), context), values.get("label"))


PAYMENTS = Resource(
    name="payments",
    permissions=(Permission.PAYMENTS_EDIT,),
    keys=(("project", "label"),),
    columns=(
        Column("project", PROJECT, is_required=True, synonyms=("number", "numéro")),
        Column("label", is_required=True, synonyms=("name", "description", "nom")),
        Column("due_on", Day(), is_required=True, synonyms=("due date", "date", "date d’échéance")),
        Column("amount", Number(), is_required=True),
        Column("note", synonyms=("notes", "comments", "commentaires")),
    ),
    create_model=PaymentCreate,
    update_model=PaymentUpdate,
    find=find_payments,
    read=read_payment,
    create=create_payment,
    update=update_payment,
    display_name=display_name,
)

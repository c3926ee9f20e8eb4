"""Updates an invoice's project link and follow-up, and sets payable dates."""

from collections.abc import Collection
from datetime import date

from sqlalchemy import Integer, func, literal, select, update
from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.permissions import Permission
from regie.access.rows import find_reference, require_version
from regie.core.api.errors import FieldError, Forbidden, Invalid, NotFound
from regie.core.audit.activity import log_field_change
from regie.core.db.ids import is_api_id
from regie.core.db.inserts import insert_into
from regie.core.time.dates import days_after
from regie.domains.money.invoices.follow_up_owners import visible_follow_up_owners
from regie.domains.money.invoices.queries import invoices_within, visible_invoices
from regie.domains.money.invoices.schemas import InvoiceUpdate
from regie.domains.records.clients.models import Client
from regie.domains.records.invoices.models import Invoice, InvoiceFollowUp
from regie.domains.records.projects.models import Project
from regie.domains.records.settings.queries import read_settings
from regie.domains.records.users.models import User
from regie.domains.work.projects.queries import visible_projects


def update_invoice(session: Session, actor: Actor, api_id: str, data: InvoiceUpdate) -> None:
    """Change the fields that are sent; raise Changed (409) with both values when the version is outdated."""
    sent = data.model_dump(exclude_unset=True)
    version = sent.pop("version", None)
    invoice = _open_invoice(session, actor, api_id, Permission.INVOICES_FOLLOW_UP)
    if "project" in sent and not actor.can(Permission.INVOICES_EDIT_LINKS):
        raise Invalid({"project": FieldError("not_yours")})
    follow_up = _open_follow_up(session, invoice)
    current = _to_wire(session, invoice, follow_up)
    require_version(follow_up, version, {name: (current[name], _as_text(value)) for name, value in sent.items()})
    if "follow_up_owner" in sent:
        follow_up.follow_up_owner_id = find_follow_up_owner(session, actor, sent.pop("follow_up_owner"))
    if "project" in sent:
        _link_project(session, actor, invoice, follow_up, sent.pop("project"))
    for name, value in sent.items():
        setattr(follow_up, name, value)
    session.flush()


def set_payable_dates(session: Session, external_ids: Collection[str] | None = None) -> None:
    """Set `payable_on` of invoices without a due date, all or these: issue date plus the client's payment terms.

    A client without payment terms uses the organization's.
    """
    default_terms = read_settings(session.connection())["payment_terms_days"]
    client_terms = select(Client.payment_terms_days).where(Client.id == Invoice.client_id).scalar_subquery()
    payable_on = days_after(Invoice.issued_on, func.coalesce(client_terms, literal(default_terms, Integer)))
    statement = update(Invoice).where(Invoice.due_on.is_(None), Invoice.payable_on != payable_on)
    if external_ids is not None:
        statement = statement.where(Invoice.external_id.in_(external_ids))
    session.execute(statement.values(payable_on=payable_on))


def _open_invoice(session: Session, actor: Actor, api_id: str, permission: Permission) -> Invoice:
    """The invoice, locked; NotFound when the caller may not see it, Forbidden when they may not follow it up."""
    if not is_api_id(api_id):
        raise NotFound
    within = invoices_within(actor)(actor.require(Permission.INVOICES_VIEW))
    seen = select(Invoice).where(Invoice.api_id == api_id, within)
    invoice = session.execute(seen.with_for_update(), actor.params).scalar_one_or_none()
    if invoice is None:
        raise NotFound
    own = select(Invoice.id).where(Invoice.id == invoice.id, visible_invoices(actor.require(permission)))
    if session.execute(own, actor.params).first() is None:
        raise Forbidden
    return invoice


def _open_follow_up(session: Session, invoice: Invoice) -> InvoiceFollowUp:
    """The invoice's follow-up, locked; it is created with version 0 on first use."""
    empty = {"api_id": invoice.api_id, "invoice_id": invoice.id, "name": invoice.number or "—", "version": 0}
    session.execute(insert_into(session, InvoiceFollowUp).values(**empty).on_conflict_do_nothing())
    follow_up = select(InvoiceFollowUp).where(InvoiceFollowUp.invoice_id == invoice.id)
    return session.execute(follow_up.with_for_update()).scalar_one()


def find_follow_up_owner(session: Session, actor: Actor, api_id: str | None) -> int | None:
    """The key of a user who may own a follow-up; Invalid for another one."""
    seen = (Permission.DIRECTORY_VIEW, visible_follow_up_owners)
    return find_reference(session, actor, User, api_id, field="follow_up_owner", view=seen) if api_id else None


def _link_project(
    session: Session, actor: Actor, invoice: Invoice, follow_up: InvoiceFollowUp, api_id: str | None
) -> None:
    """Link or unlink a project; it must belong to the invoice's client and have its currency."""
    before = invoice.project_id and session.get_one(Project, invoice.project_id)
    after: Project | None = None
    if api_id:
        seen = (Permission.PROJECTS_VIEW, visible_projects)
        key = find_reference(session, actor, Project, api_id, field="project", view=seen)
        after = session.execute(select(Project).where(Project.id == key)).scalar_one()
        if after.client_id != invoice.client_id:
            raise Invalid({"project": "project_of_client"})
        if after.currency != invoice.currency:
            raise Invalid({"project": "project_in_currency"})
    invoice.project_id = after and after.id
    log_field_change(session, follow_up, "project", before and before.name, after and after.name)


def _to_wire(session: Session, invoice: Invoice, follow_up: InvoiceFollowUp) -> dict[str, str | None]:
    project = None if invoice.project_id is None else session.get_one(Project, invoice.project_id).api_id
    owner = None if follow_up.follow_up_owner_id is None else session.get_one(User, follow_up.follow_up_owner_id).api_id
    return {
        "project": project,
        "follow_up_on": _as_text(follow_up.follow_up_on),
        "follow_up_note": follow_up.follow_up_note,
        "follow_up_owner": owner,
    }


def _as_text(value: str | date | None) -> str | None:
    return value.isoformat() if isinstance(value, date) else value

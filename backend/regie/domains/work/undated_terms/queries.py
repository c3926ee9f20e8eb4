"""Reads undated terms; a caller sees those of the records that they may edit."""

from sqlalchemy import (
    ColumnElement,
    Connection,
    and_,
    bindparam,
    case,
    exists,
    false,
    func,
    literal_column,
    or_,
    outerjoin,
    select,
    true,
)

from regie.access.actor import Actor
from regie.access.link_targets import annotate_can_open
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import Page
from regie.core.lists.listing import Filter, Listing, RowScope, any_of, at_least, one_of
from regie.core.lists.shape import Shape, link_to, ref_to
from regie.domains.records.clients.models import Client
from regie.domains.records.projects.models import Project
from regie.domains.records.terms.models import UndatedTerm
from regie.domains.records.users.models import User
from regie.domains.work.clients.queries import CLIENT_LINK, managed_clients
from regie.domains.work.projects.queries import PROJECT_LINK, managed_projects
from regie.domains.work.undated_terms.schemas import UndatedTermQuery, UndatedTermRow

_LINKS = {"project": PROJECT_LINK, "client": CLIENT_LINK}
_IS_OF_PROJECT = UndatedTerm.record == literal_column("'project'")
_IS_OF_CLIENT = UndatedTerm.record == literal_column("'client'")
_IS_OPEN = UndatedTerm.decided_at.is_(None)
_STATE = case((_IS_OPEN, literal_column("'open'")), else_=UndatedTerm.decision)
_STATES = ("dated", "dismissed")

UNDATED_TERMS = Listing(
    source=outerjoin(UndatedTerm, Project, and_(_IS_OF_PROJECT, Project.id == UndatedTerm.record_id))
    .outerjoin(Client, Client.id == case((_IS_OF_CLIENT, UndatedTerm.record_id), else_=Project.client_id))
    .outerjoin(User, User.id == UndatedTerm.decided_by_id),
    key=UndatedTerm.id,
    api_id=UndatedTerm.api_id,
    shape=Shape.of(
        UndatedTermRow,
        UndatedTerm,
        project=link_to(Project),
        client=link_to(Client),
        names=UndatedTerm.details["names"].as_string(),
        state=_STATE,
        decided_by=ref_to(User),
    ),
    sorts={
        "project": func.coalesce(Project.name_key, Client.name_key),
        "client": Client.name_key,
        "cause": UndatedTerm.cause,
        "earliest_on": UndatedTerm.earliest_on,
        "latest_on": UndatedTerm.latest_on,
        "decided_at": UndatedTerm.decided_at,
    },
    default_sort="project",
    search=(Project.search_key, Client.search_key),
    filters={
        "record": one_of(UndatedTerm.record),
        "cause": one_of(UndatedTerm.cause),
        "earliest_from": at_least(UndatedTerm.earliest_on),
        "earliest_to": Filter(
            lambda name, _value: or_(UndatedTerm.earliest_on.is_(None), UndatedTerm.earliest_on <= bindparam(name))
        ),
        "state": any_of(
            {
                "open": lambda: _IS_OPEN,
                **{name: (lambda name=name: UndatedTerm.decision == literal_column(f"'{name}'")) for name in _STATES},
            }
        ),
    },
)


def editable_terms(projects: Scope | None, clients: Scope | None) -> ColumnElement[bool]:
    """The undated terms of the projects and clients that these scopes include."""
    of_projects = _of_records(_IS_OF_PROJECT, Project, None if projects is None else managed_projects(projects))
    return or_(of_projects, _of_records(_IS_OF_CLIENT, Client, None if clients is None else managed_clients(clients)))


def _of_records(
    is_of_kind: ColumnElement[bool], model: type[Project | Client], editable: ColumnElement[bool] | None
) -> ColumnElement[bool]:
    if editable is None:
        return false()
    return and_(
        is_of_kind, exists(select(model.id).where(model.id == UndatedTerm.record_id, editable).correlate(UndatedTerm))
    )


def edit_scopes(actor: Actor) -> tuple[Scope | None, Scope | None]:
    return actor.scope(Permission.PROJECTS_EDIT), actor.scope(Permission.CLIENTS_EDIT)


def list_undated_terms(db: Connection, actor: Actor, query: UndatedTermQuery) -> Page[UndatedTermRow]:
    page = UNDATED_TERMS.page(db, _row_scope(actor), query)
    return {"data": annotate_can_open(db, actor, page["data"], _LINKS), "meta": page["meta"]}


def count_open_terms(db: Connection, actor: Actor) -> int:
    """Count the terms that the caller may date."""
    return UNDATED_TERMS.count(db, _row_scope(actor), UndatedTermQuery(state=["open"]))


def read_undated_term(db: Connection, actor: Actor, api_id: str) -> UndatedTermRow:
    (row,) = annotate_can_open(db, actor, [UNDATED_TERMS.one(db, _row_scope(actor), api_id)], _LINKS)
    return row


def _row_scope(actor: Actor) -> RowScope:
    scopes = edit_scopes(actor)
    return RowScope(
        key=("undated_terms", *scopes),
        rows=lambda: editable_terms(*scopes),
        shows_restricted=true,
        params=actor.params,
    )

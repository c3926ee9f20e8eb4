"""Reads awards; all access to the table goes through `visible_awards`."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, and_, bindparam, false, join, or_, select, true
from sqlalchemy.orm import aliased

from regie.access.actor import CURRENT_EMPLOYEE_ID, CURRENT_USER_ID, Actor
from regie.access.permissions import Permission
from regie.core.api.errors import NotFound
from regie.core.api.wire import ListQuery, Page
from regie.core.db.ids import is_api_id
from regie.core.lists.listing import Filter, Listing, RowScope, at_least, at_most, choice, one_of
from regie.core.lists.shape import RecordField, Shape, ref_to
from regie.domains.insights.awards.models import Award
from regie.domains.insights.awards.schemas import AwardColumns, AwardedValue, AwardOut, AwardProject, AwardTotals
from regie.domains.insights.core_values.models import CoreValue
from regie.domains.insights.core_values.schemas import Colour, Icon
from regie.domains.records.employees.models import Employee
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.projects.queries import visible_projects

# How long the giver may revoke an award.
REVOCATION_PERIOD = timedelta(hours=24)
_VALUE = (CoreValue.api_id, CoreValue.name_en, CoreValue.name_fr, CoreValue.icon, CoreValue.colour)
# Counted values and receivers with the same count are sorted by these columns.
_COUNTED_VALUE = (CoreValue.position, *_VALUE)
_COUNTED_RECEIVER = (Employee.name_key, Employee.api_id, Employee.name)
_MAX_RECEIVERS = 10
_Giver = aliased(Employee, name="giver")


def _is_given_by(name: str, _value: object) -> ColumnElement[bool]:
    """Match the giver by user id, or by the employee id that pickers send."""
    named = bindparam(name, expanding=True)
    return or_(User.api_id.in_(named), Award.giver_id.in_(select(_Giver.user_id).where(_Giver.api_id.in_(named))))


AWARDS = Listing(
    source=join(Award, CoreValue, CoreValue.id == Award.core_value_id)
    .join(Employee, Employee.id == Award.receiver_id)
    .join(User, User.id == Award.giver_id)
    .join(Project, Project.id == Award.project_id, isouter=True),
    key=Award.id,
    api_id=Award.api_id,
    shape=Shape.of(
        AwardColumns,
        Award,
        AwardProject,
        core_value=RecordField(AwardedValue, CoreValue),
        receiver=ref_to(Employee),
        giver=ref_to(User),
        project=ref_to(Project),
    ),
    sorts={"awarded_on": Award.awarded_on, "receiver": Employee.name_key, "created_at": Award.created_at},
    default_sort="-awarded_on",
    search=(Award.search_key,),
    filters={
        "core_value": one_of(CoreValue.api_id),
        "receiver": one_of(Employee.api_id),
        "giver": Filter(_is_given_by),
        "awarded_from": at_least(Award.awarded_on),
        "awarded_to": at_most(Award.awarded_on),
        "visibility": one_of(Award.visibility),
        "mine": choice(
            {
                "received": lambda: Award.receiver_id == CURRENT_EMPLOYEE_ID,
                "given": lambda: Award.giver_id == CURRENT_USER_ID,
            }
        ),
    },
)
_EMPLOYEE = select(Employee.id).where(Employee.api_id == bindparam("api_id"))


def visible_awards(actor: Actor) -> ColumnElement[bool]:
    """Public awards; private ones only for the giver, the receiver and users who manage awards."""
    if actor.can(Permission.AWARDS_MANAGE):
        return true()
    return or_(
        Award.visibility == "everyone", Award.giver_id == CURRENT_USER_ID, Award.receiver_id == CURRENT_EMPLOYEE_ID
    )


def award_row_scope(actor: Actor) -> RowScope:
    """An award's project is visible only to callers who may see the project."""
    actor.require(Permission.CORE_VALUES_VIEW)
    projects = actor.scope(Permission.PROJECTS_VIEW)

    def shows_restricted() -> ColumnElement[bool]:
        seen = false() if projects is None else visible_projects(projects)
        return and_(Award.project_id.is_not(None), seen)

    return RowScope(
        key=("awards", actor.can(Permission.AWARDS_MANAGE), projects),
        rows=lambda: visible_awards(actor),
        shows_restricted=shows_restricted,
        params=actor.params,
    )


def list_awards(db: Connection, actor: Actor, query: ListQuery, now: datetime) -> Page[AwardOut]:
    page = AWARDS.page(db, award_row_scope(actor), query)
    return {"data": [_serialize(row, actor, now) for row in page["data"]], "meta": page["meta"]}


def list_employee_awards(
    db: Connection, actor: Actor, employee: str, query: ListQuery, now: datetime
) -> Page[AwardOut]:
    """The awards of one employee; NotFound when the employee does not exist."""
    if not is_api_id(employee) or db.execute(_EMPLOYEE, {"api_id": employee}).first() is None:
        raise NotFound
    page = AWARDS.page(db, award_row_scope(actor), query, {"receiver": [employee]})
    return {"data": [_serialize(row, actor, now) for row in page["data"]], "meta": page["meta"]}


def read_award(db: Connection, actor: Actor, api_id: str, now: datetime) -> AwardOut:
    return _serialize(AWARDS.one(db, award_row_scope(actor), api_id), actor, now)


def read_totals(db: Connection, actor: Actor, query: ListQuery) -> AwardTotals:
    """The number of awards per value, and the employees with the most, over the list of the same query."""
    seen = award_row_scope(actor)
    values = AWARDS.counts(db, seen, query, _COUNTED_VALUE)
    receivers = AWARDS.counts(db, seen, query, _COUNTED_RECEIVER)[:_MAX_RECEIVERS]
    return {
        "values": [{"core_value": _serialize_value(*value), "awards": awards} for _, *value, awards in values],
        "receivers": [
            {"receiver": {"api_id": api_id, "name": name}, "awards": awards} for _, api_id, name, awards in receivers
        ],
    }


def may_revoke(actor: Actor, *, is_giver: bool, created_at: datetime, now: datetime) -> bool:
    return actor.can(Permission.AWARDS_MANAGE) or (is_giver and now - created_at <= REVOCATION_PERIOD)


def _serialize(row: AwardColumns, actor: Actor, now: datetime) -> AwardOut:
    is_giver = row["giver"]["api_id"] == actor.user_api_id
    revocable = may_revoke(actor, is_giver=is_giver, created_at=row["created_at"], now=now)
    return {**row, "project": row.get("project"), "can": ["revoke"] if revocable else []}


def _serialize_value(api_id: str, name_en: str, name_fr: str, icon: Icon, colour: Colour) -> AwardedValue:
    return {"api_id": api_id, "name_en": name_en, "name_fr": name_fr, "icon": icon, "colour": colour}

"""Reading awards; `visible_awards` is the only door to the table."""

from datetime import datetime, timedelta

from sqlalchemy import ColumnElement, Connection, and_, bindparam, false, join, or_, select, true
from sqlalchemy.orm import aliased

from regie.access.actor import ME, MY_EMPLOYEE, Actor
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

# How long whoever gave it can take it back.
SECOND_THOUGHTS = timedelta(hours=24)
_VALUE = (CoreValue.api_id, CoreValue.name_en, CoreValue.name_fr, CoreValue.icon, CoreValue.colour)
# What is counted is in this order where it was given as often.
_COUNTED_VALUE = (CoreValue.position, *_VALUE)
_COUNTED_RECEIVER = (Employee.name_key, Employee.api_id, Employee.name)
_MOST = 10
_Giver = aliased(Employee, name="giver")


def _given_by(name: str, _value: object) -> ColumnElement[bool]:
    """By the account that signs in or, as pickers offer people, by the employee that it is of."""
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
    tables=("awards", "core_values", "employees", "users"),
    search=(Award.search_key,),
    filters={
        "core_value": one_of(CoreValue.api_id),
        "receiver": one_of(Employee.api_id),
        "giver": Filter(_given_by),
        "awarded_from": at_least(Award.awarded_on),
        "awarded_to": at_most(Award.awarded_on),
        "visibility": one_of(Award.visibility),
        "mine": choice({"received": lambda: Award.receiver_id == MY_EMPLOYEE, "given": lambda: Award.giver_id == ME}),
    },
)
_EMPLOYEE = select(Employee.id).where(Employee.api_id == bindparam("api_id"))


def visible_awards(actor: Actor) -> ColumnElement[bool]:
    """What was given for everyone to see; the rest to who gave or received it, and to those who look after awards."""
    if actor.may(Permission.AWARDS_MANAGE):
        return true()
    return or_(Award.visibility == "everyone", Award.giver_id == ME, Award.receiver_id == MY_EMPLOYEE)


def award_row_scope(actor: Actor) -> RowScope:
    """The project that an award names is shown to those who see that project."""
    actor.require(Permission.CORE_VALUES_VIEW)
    projects = actor.scope(Permission.PROJECTS_VIEW)

    def shows_restricted() -> ColumnElement[bool]:
        seen = false() if projects is None else visible_projects(projects)
        return and_(Award.project_id.is_not(None), seen)

    return RowScope(
        key=("awards", actor.may(Permission.AWARDS_MANAGE), projects),
        rows=lambda: visible_awards(actor),
        shows_restricted=shows_restricted,
        params=actor.params,
    )


def list_awards(db: Connection, actor: Actor, query: ListQuery, now: datetime) -> Page[AwardOut]:
    page = AWARDS.page(db, award_row_scope(actor), query)
    return {"data": [_show(row, actor, now) for row in page["data"]], "meta": page["meta"]}


def list_awards_of(db: Connection, actor: Actor, employee: str, query: ListQuery, now: datetime) -> Page[AwardOut]:
    """What one employee received; NotFound where there is no such employee."""
    if not is_api_id(employee) or db.execute(_EMPLOYEE, {"api_id": employee}).first() is None:
        raise NotFound
    page = AWARDS.page(db, award_row_scope(actor), query, {"receiver": [employee]})
    return {"data": [_show(row, actor, now) for row in page["data"]], "meta": page["meta"]}


def read_award(db: Connection, actor: Actor, api_id: str, now: datetime) -> AwardOut:
    return _show(AWARDS.one(db, award_row_scope(actor), api_id), actor, now)


def read_totals(db: Connection, actor: Actor, query: ListQuery) -> AwardTotals:
    """How often each value was given and who received the most, of what the list of the same query shows."""
    seen = award_row_scope(actor)
    values = AWARDS.counts(db, seen, query, _COUNTED_VALUE)
    receivers = AWARDS.counts(db, seen, query, _COUNTED_RECEIVER)[:_MOST]
    return {
        "values": [{"core_value": _value(*value), "awards": awards} for _, *value, awards in values],
        "receivers": [
            {"receiver": {"api_id": api_id, "name": name}, "awards": awards} for _, api_id, name, awards in receivers
        ],
    }


def may_revoke(actor: Actor, *, is_giver: bool, created_at: datetime, now: datetime) -> bool:
    return actor.may(Permission.AWARDS_MANAGE) or (is_giver and now - created_at <= SECOND_THOUGHTS)


def _show(row: AwardColumns, actor: Actor, now: datetime) -> AwardOut:
    is_giver = row["giver"]["api_id"] == actor.user_api_id
    revocable = may_revoke(actor, is_giver=is_giver, created_at=row["created_at"], now=now)
    return {**row, "project": row.get("project"), "can": ["revoke"] if revocable else []}


def _value(api_id: str, name_en: str, name_fr: str, icon: Icon, colour: Colour) -> AwardedValue:
    return {"api_id": api_id, "name_en": name_en, "name_fr": name_fr, "icon": icon, "colour": colour}

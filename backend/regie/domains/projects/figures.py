"""A project's figures as SQL: today's fee, whether a retainer runs, hours logged."""

from sqlalchemy import BigInteger, ColumnElement, Date, and_, bindparam, func, literal_column, or_, select, type_coerce

from regie.core.money import Hours
from regie.domains.mirrors.models import TimeEntry
from regie.domains.projects.models import Project, ProjectFee

# The organization's date, bound at each call.
TODAY = bindparam("today_", type_=Date)
NEVER_STARTED = ("draft", "cancelled")
ONGOING = ("active", "on_hold")
OPEN = ("draft", *ONGOING)
OVER = ("completed", "ended", "churned")


def _number(value: int) -> ColumnElement[int]:
    return literal_column(str(value), BigInteger)


_latest = ProjectFee.__table__.alias("latest_fee")
FEE_DAY = (
    select(func.max(_latest.c.starts_on))
    .where(_latest.c.project_id == Project.id, _latest.c.starts_on <= TODAY)
    .correlate(Project)
    .scalar_subquery()
)
# The monthly fee in force today, in the project's currency; null before the first.
CURRENT_FEE = (
    select(ProjectFee.amount)
    .where(ProjectFee.project_id == Project.id, ProjectFee.starts_on == FEE_DAY)
    .correlate(Project)
    .scalar_subquery()
)
# A retainer that runs today, whether or not its end is already known; one that is over without a day runs no more.
RUNNING_RETAINER: ColumnElement[bool] = and_(
    Project.kind == "retainer",
    Project.status.not_in((*NEVER_STARTED, "on_hold")),
    Project.start_on <= TODAY,
    or_(Project.end_on >= TODAY, and_(Project.end_on.is_(None), Project.status.not_in(OVER))),
)
# Hundredths of an hour, from whole minutes: rounded half up once, on the sum.
_HUNDREDTHS = func.coalesce(func.sum(TimeEntry.minutes), _number(0)) * _number(100)
HOURS_LOGGED = type_coerce(
    select((_HUNDREDTHS + _number(30)) // _number(60))
    .where(TimeEntry.teamwork_project_id == Project.teamwork_project_id, TimeEntry.deleted_at.is_(None))
    .correlate(Project)
    .scalar_subquery(),
    Hours,
)

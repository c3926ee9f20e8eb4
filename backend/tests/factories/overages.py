"""Creates retainers with closed months that have hours over."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from regie.domains.records.projects.models import Project
from regie.domains.records.retainers.models import RetainerPeriod
from regie.domains.records.terms.models import Term
from regie.domains.work.retainers.actions import refresh_in_batches
from tests.factories.retainers import TODAY, log_time, make_retainer

if TYPE_CHECKING:
    from tests.factories.world import World

LOCKED_AT = datetime(2026, 10, 2, tzinfo=UTC)


def make_overage(world: "World", hours: str = "8", **fields: Any) -> tuple[str, str]:
    """Create a retainer with this many hours over in September, which is closed; return its id and the month's."""
    with world.database.write() as session:
        project = make_retainer(session, **fields)
        log_time(session, project, date(2026, 9, 10), str(Decimal(40) + Decimal(hours)))
        return project.api_id, close_months(session, project)


def close_months(session: Session, project: Project, until: date = date(2026, 9, 30)) -> str:
    """Close the months of a retainer that end by this day; return the id of the last one."""
    session.flush()
    refresh_in_batches(session, [project.id], TODAY)
    ended = (RetainerPeriod.project_id == project.id, RetainerPeriod.ends_on <= until)
    session.execute(update(RetainerPeriod).where(*ended).values(status="locked", locked_at=LOCKED_AT))
    last = select(RetainerPeriod.api_id).where(*ended).order_by(RetainerPeriod.starts_on.desc()).limit(1)
    return session.execute(last).scalar_one()


def add_rate(session: Session, project: Project, since: date, rate: str) -> None:
    """Record the rate for hours over from a day on."""
    session.add(
        Term(
            record="project", record_id=project.id, name="overage_rate", effective_from=since, value=rate,
            amount=Decimal(rate), recorded_at=LOCKED_AT,
        )
    )  # fmt: skip
    session.flush()
